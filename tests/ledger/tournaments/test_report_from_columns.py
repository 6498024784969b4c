"""From columns to a report: totals and ranks after corrections, parts joined."""

from dataclasses import replace
from datetime import date
from functools import partial

import pytest

from ledger.events.report import Games
from ledger.events.teams import Teams
from ledger.export.trf import write_trf
from ledger.intake.formats.trf.reader import read_trf
from ledger.tournaments.recorded_report import joined
from ledger.tournaments.report import Bye, Game, Team
from ledger.tournaments.report_from_columns import Officials, Words, completed, part_of
from tests.support.small_reports import FIRST, after, announced, part, reassigned, report, result
from tests.support.written_reports import carried


def said(standing, row):
    """Name each entrant by the row."""
    return Words(name=f"Row {row} of #{standing.position}")


def read(*facts, officials=Officials()):  # noqa: B008 - nobody, a frozen tuple
    known = after(*facts)
    assert known.announced is not None
    parts = [part_of(known.announced, each, partial(said, each), officials) for each in known.parts]
    return joined(known.announced, parts)


def standings(told):
    return [(entrant.points_halves, entrant.rank) for entrant in told.entrants]


def test_a_report_is_what_its_columns_say():
    told = read(announced(place="Torino", federation="ITA"), report())
    assert (told.name, told.place, told.federation) == ("Open", "Torino", "ITA")
    assert (told.number_of_rounds, told.round_dates) == (2, (FIRST, date(2026, 1, 12)))
    assert [entrant.number for entrant in told.entrants] == [1, 2, 3]
    assert {entrant.rating for entrant in told.entrants} == {2000}
    assert told.games == (Game(1, 0, 1, "1", "0"), Game(2, 2, 0, "=", "="))
    assert told.byes == (Bye(1, 2, "U"), Bye(2, 1, "Z"))
    assert standings(told) == [(3, 1), (0, 3), (3, 2)]


def test_arbiters_stand_in_the_report():
    told = read(announced(), report(), officials=Officials("Rossi, Ada", ("Verdi, Ugo",)))
    assert (told.chief_arbiter, told.deputies) == ("Rossi, Ada", ("Verdi, Ugo",))


def test_teams_and_points_for_results_stand_in_the_report():
    teams = Teams(
        name=("Città", "Borgo"), number="00030007", size="00020001", member="000000020001"
    )
    told = read(announced(), report(teams=teams, scoring="W 3.0"))
    assert told.teams == (Team(3, "Città", (0, 2)), Team(7, "Borgo", (1,)))
    assert told.scoring == "W 3.0"


def test_a_corrected_result_moves_totals_and_ranks():
    """11 lost to 12 in truth, keeps half a point, and falls to the last place."""
    told = read(announced(), report(), result(11, 0, "01"))
    assert told.games[0] == Game(1, 0, 1, "0", "1")
    assert standings(told) == [(1, 3), (2, 2), (3, 1)]


def test_a_correction_that_moves_no_total_leaves_the_ranks():
    """A win by forfeit counts like a win."""
    told = read(announced(), report(), result(11, 0, "+-"))
    assert standings(told) == [(3, 1), (0, 3), (3, 2)]


def test_a_total_that_did_not_follow_from_the_results_stays_off_by_as_much():
    told = read(announced(), report(halves=(7, 0, 3)), result(11, 0, "=="))
    assert [entrant.points_halves for entrant in told.entrants] == [6, 1, 3]


def test_where_a_win_counts_two_a_correction_does_too():
    told = read(announced(), report(halves=(6, 0, 6)), result(11, 0, "=="))
    assert [entrant.points_halves for entrant in told.entrants] == [4, 2, 6]


def test_where_record_162_says_what_a_win_counts_a_correction_follows_it():
    told = read(
        announced(),
        report(scoring="W 3.0 D 1.0 P 1.0", halves=(8, 0, 4)),
        result(11, 0, "=="),
    )
    assert [entrant.points_halves for entrant in told.entrants] == [4, 2, 4]


def test_what_a_file_did_not_print_stays_unprinted():
    none = (9_999,) * 3
    told = read(announced(), report(halves=none, ranks=none), result(11, 0, "=="))
    assert standings(told) == [(None, None)] * 3


def test_a_report_recorded_without_totals_gets_those_of_its_results():
    """Equal points rank by start number."""
    told = read(announced(), report(halves=None, ranks=None))
    assert standings(told) == [(3, 1), (0, 3), (3, 2)]


def test_ranks_stay_where_only_totals_are_missing():
    told = read(announced(), report(halves=None, ranks=(2, 3, 1)))
    assert standings(told) == [(3, 2), (0, 3), (3, 1)]


def test_parts_join_with_rounds_that_run_on():
    told = read(announced(), part(1), part(2))
    assert told.number_of_rounds == 4
    assert [game.round for game in told.games] == [1, 2, 3, 4]
    assert [(bye.round, bye.entrant) for bye in told.byes] == [(1, 2), (2, 1), (3, 2), (4, 1)]
    assert standings(told) == [(6, 1), (0, 3), (6, 2)]


def test_a_player_of_one_part_has_no_points_in_the_other():
    """Player 14 comes in the second part only, under another number."""
    told = read(announced(), part(1), part(2, players=(11, 13, 14), numbers=(1, 3, 4)))
    assert [entrant.number for entrant in told.entrants] == [1, 2, 3, 4]
    assert told.games[2:] == (Game(3, 0, 2, "1", "0"), Game(4, 3, 0, "=", "="))
    assert Bye(1, 3, "Z") in told.byes
    assert Bye(4, 1, "Z") in told.byes


def test_parts_with_other_numbers_for_the_same_player_are_numbered_anew():
    told = read(announced(), part(1), part(2, players=(13, 11, 12)))
    assert [entrant.number for entrant in told.entrants] == [1, 2, 3]
    assert told.games[2] == Game(3, 2, 0, "1", "0")


def test_a_reassigned_entrant_joins_as_who_he_was():
    """In the first part 13 was 14 in truth; in the second 13 is himself."""
    told = read(announced(), part(1), part(2), reassigned(11, 2, 14))
    assert len(told.entrants) == 4


def test_joined_parts_are_written_and_read_back_the_same():
    """A player missing in a part has byes in the rounds of the part; each round still has
    a game.
    """
    known = part(1), part(2, players=(11, 13, 14), numbers=(1, 3, 4))
    told = read(announced(place="Torino", federation="ITA"), *known)
    for edition in ("trf16", "trf26"):
        assert read_trf(write_trf(told, edition=edition)).accepted() == carried(told, edition)


def test_games_without_colours_stay_without():
    """Their lower start number stands as white, and is told not to be known."""
    games = Games(
        white="00000000", black="00010002", white_result="1+", black_result="0-", colours="w-"
    )
    told = read(announced(), report(games=games, byes=()))
    assert [game.colours for game in told.games] == [True, False]


def test_the_rounds_announced_are_those_of_the_file_else_of_the_announcement():
    days = (FIRST, date(2026, 1, 11), date(2026, 1, 12))
    assert read(announced(round_days=days), report(rounds_announced=9)).rounds_announced == 9
    assert read(announced(round_days=days), report()).rounds_announced == 3
    assert read(announced(), report()).rounds_announced == 0


def ranked(*told_of):
    """Return the report of two rounds with these totals (half points) and ranks."""
    told = read(announced(), report())
    entrants = tuple(
        replace(each, points_halves=halves, rank=rank)
        for each, (halves, rank) in zip(told.entrants, told_of, strict=True)
    )
    return standings(completed(replace(told, entrants=entrants)))


@pytest.mark.parametrize(
    "kept", [[(3, 1), (0, 3), (3, 2)], [(3, 1), (0, 3), (3, 1)], [(3, 2), (0, 9), (3, 2)]]
)
def test_ranks_that_follow_the_totals_stay(kept):
    """Shared ranks too, and gaps."""
    assert ranked(*kept) == kept


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ([(3, 2), (0, 1), (3, 3)], [(3, 1), (0, 3), (3, 2)]),
        ([(3, 3), (0, 1), (3, 2)], [(3, 2), (0, 3), (3, 1)]),
        ([(3, 1), (0, 1), (3, 1)], [(3, 1), (0, 3), (3, 2)]),
        ([(3, None), (0, None), (3, None)], [(3, 1), (0, 3), (3, 2)]),
        ([(3, 2), (0, 3), (3, 0)], [(3, 2), (0, 3), (3, 1)]),
    ],
    ids=["lowest first", "order kept", "shared by unequal", "none", "nought"],
)
def test_ranks_that_contradict_the_totals_are_given_anew(given, made):
    assert ranked(*given) == made


def test_a_missing_total_is_the_sum_of_the_results():
    assert ranked((3, 1), (None, 3), (None, 2)) == [(3, 1), (0, 3), (3, 2)]


RECORDS = ("192 FIDE_DUTCH", "260   1   3    1    2", "330 +-   1   1   2")


def test_records_kept_as_printed_stand_in_the_report():
    told = read(announced(), report(initial_colour="b", other_records=RECORDS))
    assert (told.initial_colour, told.other_records) == ("b", RECORDS)


def test_forfeited_matches_are_left_out_where_a_result_was_corrected():
    """Matches may contradict now; the lines of the players hold."""
    told = read(announced(), report(other_records=RECORDS), result(11, 0, "01"))
    assert told.other_records == RECORDS[:2]


def test_parts_that_are_joined_keep_what_names_no_round():
    """Rounds run on, and start numbers may be new."""
    parts = part(1, other_records=RECORDS), part(2, other_records=RECORDS, last_part=True)
    assert read(announced(), *parts).other_records == RECORDS[:1]
