"""Outlook, trail and comparison in Italian: the codes, values and rows of the English answer."""

import shutil

import pytest

from ledger.register.identities import show
from ops.external_lists.causes import Cause
from ops.external_lists.comparing import DifferenceRow
from ops.external_lists.words import difference_row
from ops.house import open_house
from ops.lists.changes import Compared, list_changes
from ops.lists.other_results import OtherResults
from ops.lists.what_if import Supposing, what_if
from ops.players.outlook import player_outlook
from ops.trails.player_trail import player_trail
from ops.trails.questions import ShowTrail
from ops.words import states
from projections import rulebooks
from tests.support.both_languages import not_in_italian, not_translated, said, values
from tests.support.command import done

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
CORRECTED, PLAYER = "T-000003", 51
"""A tournament with a game of the player that is corrected."""


@pytest.fixture(scope="module")
def address(sample, tmp_path_factory):
    """The sample with a correction and a later list, a suspension and a merge."""
    address = str(shutil.copy(sample, tmp_path_factory.mktemp("italian") / "sample.ledger"))
    own = ("--by", "fsi", "--ledger", address)
    done("tournament", "correct", "result", CORRECTED, "1:1", "--white", "0", "--black", "1", *own)
    done("player", "suspend", show(PLAYER), "--first-day", "2026-03-20", *own)
    done("list", "close", CHESS, "2026-04", "--ledger", address)
    return address


@pytest.fixture(scope="module")
def house(address):
    with open_house(address) as house:
        yield house


def same_in_both(found):
    """Check that an answer has the same values in both languages, and every sentence in Italian."""
    assert found.rows
    assert not_translated(found) == []
    assert values(found, "it") == values(found, "en")


@pytest.mark.parametrize(("name", "player"), [(CHESS, 10), (CHESS, PLAYER), (DRAUGHTS, 94)])
def test_an_outlook(house, name, player):
    found = player_outlook(house.pool(name), player)
    same_in_both(found)
    italian = [row["says"] for row in said(found, "it")]
    assert not set(italian) & {row["says"] for row in said(found, "en")}
    assert all(states.word("statement of an outlook", row.what) for row in found.rows)


def test_an_outlook_is_said_in_words_of_an_office(house):
    rows = {row["what"]: row["says"] for row in said(player_outlook(house.pool(CHESS), 10), "it")}
    assert rows["official rating"] == "nell’ultima lista"
    assert rows["inactive"] == "previsione: salvo una partita valida entro allora"


def test_a_trail(house):
    """Each change of a list has lines, and the revised track causes."""
    found = player_trail(house, ShowTrail(player=show(PLAYER), revised=True))
    same_in_both(found)
    assert {"list", "correction", "suspension"} <= {row.kind for row in found.rows}
    assert any(row.revised and row.revised.causes for row in found.rows)


@pytest.mark.parametrize("other", ["revised", "official"])
def test_a_comparison(house, other):
    official, pool = house.pool(CHESS), house.pool(CHESS, None, other)
    earlier = "2026-03" if other == "revised" else "2025-10"
    found = list_changes((official, earlier), (pool, "2026-03"), Compared(causes=True))
    same_in_both(found)
    causes = {cause.kind for row in found.rows for cause in row.causes or ()}
    assert causes >= ({"correction", "entrant"} if other == "revised" else {"played"})


@pytest.mark.parametrize(
    ("supposing", "others"),
    [
        (Supposing(number=["k_standard=30"]), OtherResults()),
        (Supposing(number=["k_standard=30"], without=["#8"]), OtherResults()),
        (Supposing(), OtherResults(player=show(PLAYER))),
    ],
)
def test_a_supposed_list(house, supposing, others):
    same_in_both(what_if(house, CHESS, "2026-03", supposing, others=others))


@pytest.mark.parametrize("kind", states.TABLES["cause at another body"])
@pytest.mark.parametrize(("ours", "theirs"), [(2, 1), (1, 2)])
def test_a_difference_from_another_body_s_list(kind, ours, theirs):
    row = DifferenceRow("10-1", "1", "A", "rating", 1, 2, (Cause(kind, ours, theirs, 9),))
    assert not_in_italian(difference_row(row)["cause"]) == []


def test_the_terminal_says_them_in_italian(address, monkeypatch):
    own = ("--ledger", address)
    monkeypatch.setenv("LEDGER_LANG", "it")
    trail = " ".join(done("player", "trail", show(PLAYER), "--revised", *own).split())
    assert "cronologia di " in trail
    assert "con delibera di fsi" in trail
    assert "calcolo ufficiale e rivisto" in trail
    compared = done(
        "list", "compare", CHESS, "2026-03", "2026-03", "--other-track", "revised", "--causes", *own
    )
    assert "calcolo rivisto" in compared
    assert "rettifica: T-000003" in compared
    outlook = done("player", "outlook", CHESS, show(PLAYER), *own)
    assert "punteggio non ufficiale" in outlook


def test_every_kind_of_line_and_every_lapse_has_words():
    books = [rulebooks.rulebook(name) for name in rulebooks.NAMES]
    kinds = {line.kind for book in books for line in (*book.lines, *book.year_end.lines)}
    assert kinds <= states.TABLES["line of a change"].keys()
    turned = {line.kind for book in books for line in book.year_end.lines}
    lapses = {name for book in books for name in book.lapses}
    assert turned | lapses <= states.TABLES["statement of an outlook"].keys()
    columns = {column.name for book in books for column in book.list_columns}
    not_compared = {"player", "period_games"}
    assert columns - not_compared <= states.TABLES["difference of two lists"].keys()
