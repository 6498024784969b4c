"""Files that are written are read by a TRF parser that is not ours: package `trf`, tests only.

It knows TRF16 alone. Of record 001 it takes titles of two letters and totals of digits, and of
numbers only digits; a file with others it refuses, so players of such files are left bare of them.
"""

from dataclasses import replace
from pathlib import Path

import pytest
import trf
from hypothesis import given, settings

from ledger.export.trf import write_trf
from ledger.intake.report import Team
from ledger.intake.trf.reader import read_trf
from tests.ledger.intake.building import Tournament, players, round_robin
from tests.ledger.intake.strategies import tournaments

SAMPLES = Path(__file__).parents[2] / "samples" / "trf"
DAYS = {"start": "2025-08-11", "end": "2025-08-17"}
FILES = ["swiss_137_players_2018.trf", "eighty_players_51_rounds.trf", "byes_all_kinds.trf"]


def known_to_both(report):
    """Take from a report what the other parser cannot read: titles of three letters."""
    entrants = (
        replace(each, title=each.title if len(each.title) < 3 else "") for each in report.entrants
    )
    return replace(report, entrants=tuple(entrants))


def told_by(report):
    """Give everybody's line as the report tells it."""
    cells = {(each.entrant, each.round): ("", "-", each.code) for each in report.byes}
    for game in report.games:
        white, black = (report.entrants[side].number for side in (game.white, game.black))
        cells[game.white, game.round] = (black, "w", game.white_result)
        cells[game.black, game.round] = (white, "b", game.black_result)
    return [
        (
            each.number,
            each.name,
            each.rating,
            each.federation,
            each.reported_number,
            each.birth,
            None if each.points_halves is None else each.points_halves / 2,
            each.rank,
            [cells[row, number] for number in range(1, report.number_of_rounds + 1)],
        )
        for row, each in enumerate(report.entrants)
    ]


def told_by_the_other(read):
    """Give everybody's line as the other parser reads it; it reads 0000 as 0."""
    return [
        (
            each.startrank,
            each.name,
            each.rating,
            each.fed,
            str(each.id or ""),
            each.birthdate,
            each.points,
            each.rank,
            [(game.startrank or "", game.color, game.result) for game in each.games],
        )
        for each in read.players
    ]


def read_by_the_other(report):
    return trf.loads(write_trf(report).decode())


@pytest.mark.parametrize("file", FILES)
def test_another_parser_reads_the_same_players_and_results(file):
    data = (SAMPLES / file).read_bytes()
    report = known_to_both(read_trf(data, DAYS, points="ignore").accepted())
    read = read_by_the_other(report)
    assert (read.name, read.city, read.federation) == (
        report.name,
        report.place,
        report.federation,
    )
    assert told_by_the_other(read) == told_by(report)


@settings(max_examples=50, deadline=None)
@given(tournaments())
def test_another_parser_reads_any_tournament(table):
    report = read_trf(table.trf16(), points=table.points).accepted()
    assert told_by_the_other(read_by_the_other(report)) == told_by(report)


def test_another_parser_reads_the_teams():
    report = read_trf(Tournament(players(4), round_robin(4)).trf16()).accepted()
    teams = (Team(1, "Città", (0, 2)), Team(2, "Borgo", (3, 1)))
    read = read_by_the_other(replace(report, teams=teams))
    assert [(each.name, each.startranks) for each in read.teams] == [
        ("Città", [1, 3]),
        ("Borgo", [4, 2]),
    ]


def test_the_other_parser_takes_no_title_of_three_letters():
    """Why such titles are left out above: it expects a blank in column 11."""
    known = players(2, title="WFM")
    report = read_trf(Tournament(known, [[(1, 2, "1-0")]]).trf16()).accepted()
    with pytest.raises(trf.TrfException.TrfException, match="not matching"):
        read_by_the_other(report)
