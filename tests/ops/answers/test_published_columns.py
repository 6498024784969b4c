"""The published columns of a list: the body, and the day."""

import csv
import io
from datetime import date

import pytest

from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from tests.support.command import done, run
from tests.support.event_samples import players

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
NOT_TOLD = {"commitment": "0" * 64}


def rows(address, pool=CHESS, *words):
    asked = ["list", "show", pool, *words, "--limit", "0", "--format", "json"]
    return {row["player"]: row for row in run(*asked, "--ledger", address).document["rows"]}


def record(address, *facts):
    with Ledger.open(str(address)) as ledger:
        ledger.append(Request("told", tuple(NewEvent(fact) for fact in facts)))


@pytest.fixture
def who(copy):
    """The first player of the last chess list, as a row of the list."""
    return next(iter(rows(copy)))


def test_article_7_1_2_every_column_is_there(copy, who):
    """As CSV and as JSON; a table leaves out the columns empty in all rows."""
    assert list(rows(copy)[who]) == [
        "rank", "player", "name", "rating", "k", "period_games", "inactive", "rating_before",
        "change", "number", "title", "women_title", "other_titles", "online_title", "federation",
        "birth_year", "sex", "flag", "committee", "category", "awarded_title", "tournaments",
    ]  # fmt: skip
    words = ["list", "show", CHESS, "--ledger", copy]
    _, heads, *_ = done(*words).splitlines()
    assert "federation" in heads
    assert "women title" not in heads
    header, *_ = csv.reader(io.StringIO(done(*words, "--format", "csv")))
    assert header == list(rows(copy)[who])


def test_article_7_1_2_the_number_stands_in_every_row(copy, who):
    """In a table under the name of the body."""
    assert rows(copy)[who]["number"].startswith("9900")
    assert "  fide" in done("list", "show", CHESS, "--ledger", copy)


def test_a_category_is_that_of_the_list_s_day(copy):
    """Regionale by a tournament of the list of July; without categories, no column."""
    april, july = (rows(copy, DRAUGHTS, period) for period in ("2025-04-05", "2025-07-05"))
    assert {april["83-3"]["category"], july["83-3"]["category"]} == {"Maestro"}
    assert "111-9" not in april
    assert july["111-9"]["category"] == "Regionale"
    assert rows(copy, DRAUGHTS, "carried over")["83-3"]["category"] == "Candidato Maestro"


def test_what_is_shown_is_what_the_file_of_the_list_says(copy):
    """The same list written by `export list`: one register, one document."""
    text = done("list", "export", CHESS, "--form", "csv", "--ledger", copy)
    exported = {row["player"]: row for row in csv.DictReader(io.StringIO(text))}
    shown = rows(copy)
    assert exported.keys() == shown.keys()
    for player, row in shown.items():
        for name in ("title", "federation", "sex", "birth_year", "rating", "games", "k"):
            shown_as = row["period_games" if name == "games" else name]
            assert str(shown_as) == exported[player][name], (player, name)


def test_flags_are_w_and_i(copy, who):
    """A woman, an inactive player, both or neither."""
    one = players(identities.parse(who))
    woman = PlayerDetailsCorrected(
        player=one, birth_year="9999", sex="w", federation="***", by="body", **NOT_TOLD
    )
    record(copy, woman)
    found = rows(copy)
    assert (found[who]["sex"], found[who]["flag"]) == ("w", "w")
    assert all(("i" in row["flag"]) == (row["inactive"] == "i") for row in found.values())


@pytest.mark.parametrize(
    ("on", "expected"),
    [(date(2025, 11, 30), "SMR"), (date(2025, 12, 1), "SMR"), (date(2025, 12, 2), "ITA")],
)
def test_federations_are_those_of_the_lists_day(copy, who, on, expected):
    """Changed the day before, on, and after the day of the list."""
    last = run("list", "show", CHESS, "--format", "json", "--ledger", copy).document["about"]
    day = date.fromisoformat(last["in_force_from"])
    on = date.fromordinal(day.toordinal() + (on - date(2025, 12, 1)).days)
    one = players(identities.parse(who))
    record(copy, PlayerDetailsChanged(on=on, player=one, federation="SMR", **NOT_TOLD))
    found = rows(copy)[who]["federation"]
    assert (found == "SMR") == (expected == "SMR")


def test_a_list_as_known_earlier_shows_what_was_known(copy, who):
    """Later corrections are not known then."""
    before = rows(copy)[who]["birth_year"]
    one = players(identities.parse(who))
    born = PlayerDetailsCorrected(
        player=one, birth_year="1901", sex="*", federation="***", by="body", **NOT_TOLD
    )
    with Ledger.open(str(copy)) as ledger:
        known = ledger.read.head().next_position - 1
    record(copy, born)
    assert rows(copy)[who]["birth_year"] == 1901
    assert rows(copy, CHESS, "--known-at", f"#{known}")[who]["birth_year"] == before


def test_draughts_lists_show_the_federations_numbers(copy):
    """Numbers are those of the publishing body."""
    found = next(iter(rows(copy, DRAUGHTS).values()))
    assert found["number"]
    assert "k" not in found
    asked = ("list", "show", DRAUGHTS, "--ledger", copy)
    assert " fid " in done(*asked).splitlines()[1]
