"""A worksheet of every system has all words as sentences with an Italian translation."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
import pytest

from ledger.sentences import Sentence
from ops import words
from ops.answers.explanation import explanation
from ops.doors.documents import plain
from ops.explanations.text import lines, lines_of_calculation
from ops.words.states import LINES
from projections import rulebooks
from projections.calculation import Calculation, TypedGame, TypedTournament
from projections.queries import PoolQuery, RatingList
from projections.queries.calculation import calculate
from tests.support.chess_desk import at_a_desk
from tests.support.recording import submit
from tests.support.systems import SYSTEMS, data_of, words_of
from tests.support.values_alone import values_alone
from tests.support.worksheet_checks import text_of
from tests.support.worlds import FIDE, federation, games, rated, tournament


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_worksheet_says_all_its_words_as_sentences(tmp_path, monkeypatch, system):
    with (
        SYSTEMS[system](str(tmp_path / "ledger")) as pool,
        values_alone(monkeypatch) as language,
    ):
        for player, row in all_of(pool):
            explained = explanation(pool, player, row)
            text = "\n".join(lines(explained))
            assert words_of(text) - data_of(pool, *stated(explained)) == set(), text
    assert language.unknown == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_in_italian_each_line_of_a_worksheet_stands_where_it_stands_in_english(tmp_path, system):
    """A line without words, such as a calculated sum, may be the same."""
    with SYSTEMS[system](str(tmp_path / "ledger")) as pool:
        for player, row in all_of(pool):
            explained = explanation(pool, player, row)
            english = [*lines(explained)]
            with words.speaking("it"):
                italian = [*lines(explained)]
            pairs = list(zip(english, italian, strict=True))
            assert [one for one, other in pairs if one == other and words_of(one)] == []


def test_a_calculation_says_all_its_words_as_sentences(monkeypatch):
    typed = TypedTournament(
        start=date(2025, 7, 5), end=date(2025, 7, 6), games=(TypedGame(1900, "1"),)
    )
    asked = Calculation(rulebook=FIDE, tournaments=(typed,), rating=2000, k=20)
    found = calculate(asked, date(2025, 8, 1))
    with values_alone(monkeypatch) as language:
        text = "\n".join(lines_of_calculation(found))
    assert words_of(text) - words_of(FIDE) == set(), text
    assert language.unknown == set()


def test_every_kind_of_line_has_words():
    kinds = {
        line.kind
        for law in map(rulebooks.rulebook, rulebooks.NAMES)
        for line in (
            *law.lines,
            *law.year_end.lines,
            *(law.chained_corrections.lines if law.chained else ()),
        )
    }
    assert kinds | {"entry", "exit", "deviation"} == LINES.keys()


def all_of(pool: PoolQuery) -> Iterator[tuple[int, RatingList]]:
    """Each of the first players on each list."""
    for row in pool.lists():
        for player in (1, 2, 3, 4):
            yield player, row


def stated(value: Any) -> list[str]:
    """Return the data texts of a document: neither sentences nor codes with words."""
    document = msgspec.to_builtins(
        value, enc_hook=lambda of: "" if isinstance(of, Sentence) else plain(of)
    )
    return [text for text in _texts(document) if text not in LINES]


def without_sentences(value: Any) -> Any:
    return "" if isinstance(value, Sentence) else plain(value)


def _texts(document: Any) -> Iterator[str]:
    match document:
        case str():
            yield document
        case dict():
            for name, value in document.items():
                if name not in ("unit", "does", "says"):
                    yield from _texts(value)
        case list() | tuple():
            for value in document:
                yield from _texts(value)


def test_results_that_wait_name_their_tournament_on_every_list_and_in_both_languages(tmp_path):
    """Three games of 4 on the first list and a fourth on the second are too few for a rating."""
    world = federation([rated(each, 1900) for each in (1, 2, 3)], newcomers=(4,))
    with at_a_desk(str(tmp_path / "ledger"), world) as desk:
        reports = {}
        for name, month, played in (("A", "07", "1 1 2 = 3 ="), ("B", "08", "1 =")):
            days = f"2025-{month}-05", f"2025-{month}-10"
            reports[name] = submit(desk.ledger, tournament(name, *days, games(4, played)), FIDE)
            desk.close(f"2025-{int(month) + 1:02}")
        pool = desk.pool()
        for period, names in (("2025-08", "A"), ("2025-09", "AB")):
            (unit,) = explanation(pool, 4, pool.list_of(period)).units
            rows = [(row["tournament"], row["name"]) for row in unit.waiting]
            assert rows == [(name, f"Tournament {name}") for name in names]
            english = text_of(pool, 4, period)
            with words.speaking("it"):
                italian = text_of(pool, 4, period)
            for name in names:
                of = f"  {name} Tournament {name} (#{reports[name]}), "
                assert f"{of}ended 2025-" in english
                assert f"{of}fine 2025-" in italian
