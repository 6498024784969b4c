"""Written files are read by two foreign programs (`other_readers`)."""

from dataclasses import replace
from pathlib import Path

import pytest
import trf
from hypothesis import given, settings
from py4swiss.trf.exceptions import ConsistencyError

from ledger.export.trf import write_trf
from ledger.intake.formats.trf.reader import read_trf
from ledger.tournaments.report import Team
from ledger.tournaments.report_from_columns import completed
from tests.support.other_readers import (
    beyond_py4swiss,
    by_py4swiss,
    by_trf,
    told_by,
    told_by_py4swiss,
    told_by_trf,
)
from tests.support.published_format import faults, totals_that_do_not_follow
from tests.support.report_files import Tournament, players, round_robin
from tests.support.tournament_strategies import tournaments

SAMPLES = Path(__file__).parents[2] / "samples" / "trf"
DAYS = {"start": "2025-08-11", "end": "2025-08-17"}
FILES = ["swiss_137_players_2018.trf", "eighty_players_51_rounds.trf", "byes_all_kinds.trf"]


@pytest.mark.parametrize("file", FILES)
def test_another_parser_reads_the_same_players_and_results(file):
    data = (SAMPLES / file).read_bytes()
    report = completed(read_trf(data, DAYS, points="ignore").accepted())
    read = by_trf(write_trf(report))
    assert (read.name, read.city, read.federation) == (
        report.name,
        report.place,
        report.federation,
    )
    assert told_by_trf(read) == told_by(report)
    assert [(str(player.id or ""), player.birthdate) for player in read.players] == [
        (entrant.reported_number, entrant.birth) for entrant in report.entrants
    ]


@settings(max_examples=50)
@given(tournaments())
def test_two_programs_read_any_tournament(tmp_path_factory, table):
    """And the points add up for `trf`, and by record 162."""
    report = completed(read_trf(table.trf16(), points=table.points).accepted())
    files = {"trf16": write_trf(report), "trf26": write_trf(report, edition="trf26")}
    for edition, file in files.items():
        assert told_by_trf(by_trf(file)) == told_by(report)
        assert faults(file, edition) == []
    assert totals_that_do_not_follow(files["trf26"]) == []
    folder = tmp_path_factory.getbasetemp()
    if list(beyond_py4swiss(report)):
        with pytest.raises(ConsistencyError, match="Incompatible"):
            by_py4swiss(files["trf16"], folder)
    else:
        assert told_by_py4swiss(by_py4swiss(files["trf16"], folder)) == told_by(report)


def test_another_parser_reads_the_teams():
    report = read_trf(Tournament(players(4), round_robin(4)).trf16()).accepted()
    teams = (Team(1, "Città", (0, 2)), Team(2, "Borgo", (3, 1)))
    read = by_trf(write_trf(replace(report, teams=teams)))
    assert [(team.name, team.startranks) for team in read.teams] == [
        ("Città", [1, 3]),
        ("Borgo", [4, 2]),
    ]


def test_the_other_parser_takes_no_title_of_three_letters():
    """The reason for leaving such titles out above: the parser expects a blank in column 11."""
    known = players(2, title="WFM")
    report = read_trf(Tournament(known, [[(1, 2, "1-0")]]).trf16()).accepted()
    with pytest.raises(trf.TrfException.TrfException, match="not matching"):
        trf.loads(write_trf(report).decode())
