"""A cross table has all words as sentences with an Italian translation."""

from datetime import date

import pytest

from ops import words
from ops.tournaments.cross_table_document import documents
from ops.tournaments.cross_table_text import lines
from projections.queries import PoolQuery
from projections.queries.explain.cross_table import Table, before_play, played
from tests.support.systems import SYSTEMS, data_of, italian_draughts, words_of
from tests.support.values_alone import values_alone

SIGNS = {"CI", "CF", "PA", "PO"}
"""Headings as in table 17 of the rules, also in Italian."""


def tables_of(pool: PoolQuery) -> list[tuple[Table, bool]]:
    """Return the tables of all events, and another before play: each with the mark "before
    play".
    """
    names = pool.official.facts.announcements
    found = [table for name in names for table in played(pool, pool.tournament_history(name), name)]
    day = date(2025, 9, 1)
    return [*((table, False) for table in found), (before_play(pool, [1, 2], day), True)]


def shown(pool: PoolQuery, table: Table, *, before: bool) -> list[str]:
    (document,) = documents(pool, [table], before=before).tables
    return [*lines(document)]


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "fide-rapid"])
def test_a_table_says_all_its_words_as_sentences(tmp_path, monkeypatch, system):
    with SYSTEMS[system](str(tmp_path / "ledger")) as pool:
        for table, before in tables_of(pool):
            data = data_of(pool, *pool.official.facts.announcements) | SIGNS
            with values_alone(monkeypatch) as language:
                text = "\n".join(shown(pool, table, before=before))
            assert words_of(text) - data == set(), text
            assert language.unknown == set()


def test_in_italian_a_table_has_the_same_numbers_with_a_comma(tmp_path):
    with italian_draughts(str(tmp_path / "ledger")) as pool:
        for table, before in tables_of(pool):
            rows = slice(2, 2 + len(table.entrants))
            english = shown(pool, table, before=before)[rows]
            with words.speaking("it"):
                italian = shown(pool, table, before=before)[rows]
            as_english = [row.replace(",", ".").replace("−", "-") for row in italian]
            assert [row.split() for row in as_english] == [row.split() for row in english]
            assert english != italian
