"""Written tournaments are read back unchanged."""

from hypothesis import given

from ledger.intake.formats.trf.reader import read_trf
from ledger.tournaments.report import Bye, Game, TournamentReport
from tests.support.report_files import RESULTS, Tournament, amended, players
from tests.support.tournament_strategies import tournaments


def expected_games(tournament: Tournament) -> set[Game]:
    """Return the games as drawn; the builder numbers players by the index plus 1."""
    return {
        Game(number, pairing[0] - 1, pairing[1] - 1, *RESULTS[pairing[2]])
        for number, pairings in enumerate(tournament.rounds, 1)
        for pairing in pairings
        if len(pairing) == 3
    }


def byes_with_points(report: TournamentReport) -> set[Bye]:
    return {bye for bye in report.byes if bye.code != "Z"}


@given(tournaments())
def test_any_tournament_is_read_back(tournament):
    reading = read_trf(tournament.trf16(), points=tournament.points)
    assert reading.problems == ()
    report = reading.accepted()
    assert set(report.games) == expected_games(tournament)
    assert len(report.games) == len(expected_games(tournament))
    assert byes_with_points(report) == {
        Bye(number, pairing[0] - 1, pairing[1])
        for number, pairings in enumerate(tournament.rounds, 1)
        for pairing in pairings
        if len(pairing) == 2 and pairing[1] != "Z"
    }
    assert report.number_of_rounds == len(tournament.rounds)


@given(tournaments())
def test_lines_may_stand_in_any_order(tournament):
    lines = tournament.trf16().splitlines(keepends=True)
    there = read_trf(b"".join(lines), points=tournament.points).accepted()
    back = read_trf(b"".join(reversed(lines)), points=tournament.points).accepted()
    assert (there.games, there.byes) == (back.games, back.byes)


def test_all_problems_are_found_at_once():
    file = Tournament(players(4), [[(1, 2, "1-0"), (3, 4, "0-1")]], extra={"042": "x"}).trf16()
    file = amended(file, player=1, column=10, text="x")
    file = amended(file, player=2, column=49, text="abcd")
    file = amended(file, player=3, column=97, text="b")
    file = amended(file, player=4, column=82, text="0.5")
    reading = read_trf(file)
    assert reading.report is None
    assert [(refusal.line, refusal.place.column) for refusal in reading.refusals] == [
        (4, 0),
        (10, 10),
        (11, 49),
        (12, 97),
        (13, 81),
    ]
