"""Rounds without an opponent in answers: among the games, and counting nothing."""

import csv
import io

import pytest

from tests.support.command import done, run

PLAYED = {
    "fide-standard": ("fide:99000500", "2025-10", 4, "H", "5.1: not played, so not counted"),
    "rubele-italiana": ("fid:X01596", "2025-12-05", 8, "U", "VI.7: not played, so not counted"),
}
"""Of a system: a player, a list that booked a bye of his, its round and code, and the clause."""


def asked(sample, pool, form):
    """Return the `explain` answer of the player."""
    player, period, *_ = PLAYED[pool]
    return "player", "explain", pool, player, period, "--format", form, "--ledger", sample


@pytest.mark.parametrize("pool", PLAYED)
def test_a_bye_stands_in_its_round_with_the_article_that_drops_it(sample, pool):
    _, _, number, code, clause = PLAYED[pool]
    lines = done(*asked(sample, pool, "table")).splitlines()
    (at,) = (at for at, line in enumerate(lines) if "- bye" in line)
    assert lines[at].split() == [str(number), "-", "bye", code, "not", "counted:", *clause.split()]
    assert lines[at - 1].split()[0] == str(number - 1)


@pytest.mark.parametrize("pool", PLAYED)
def test_a_bye_is_a_row_for_programs_too(sample, pool):
    _, _, number, code, clause = PLAYED[pool]
    (sheet,) = run(*asked(sample, pool, "json")).document["units"][-1]["tournaments"]
    assert sheet["byes"] == [{"round": number, "code": code, "why": clause}]
    rows = list(csv.DictReader(io.StringIO(done(*asked(sample, pool, "csv")))))
    (bye,) = (row for row in rows if not row["game"])
    assert (bye["round"], bye["result"], bye["counts"], bye["why"]) == (
        str(number),
        code,
        "0",
        clause,
    )
