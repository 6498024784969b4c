"""Files written during a tournament: played rounds are taken, nothing else."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.intake.import_report.importing import import_report
from ledger.tournaments.recorded_report import folded
from tests.support.pool_ledgers import chess, payload
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.received_reports import refusal, replacing, warned
from tests.support.report_files import Tournament, amended, players
from tests.support.tentative_ledgers import in_memory

ROUNDS = [[(1, 2, "1-0"), (3, 4, "½-½")], [(4, 1, "0-1"), (2, 3, "1-0")]]
THREE = Tournament(players(4), [*ROUNDS, [(3, 1, "0-1"), (4, 2, "½-½")]])
OPEN = replace(THREE, extra={"XXR": "5"})
COLUMN = {1: 112, 2: 112, 3: 112, 4: 112}
"""Where round 3 stands in each line."""


def without_results(file: bytes, *numbers: int) -> bytes:
    """The file with the results of round 3 left out for some players."""
    for number in numbers:
        file = amended(file, player=number, column=119, text=" ")
    return file


def points(file: bytes, **totals: str) -> bytes:
    """The file with other totals, by start number."""
    for number, total in totals.items():
        file = amended(file, player=int(number[1:]), column=81, text=f"{total:>4}")
    return file


PAIRED = points(without_results(OPEN.trf16(), 1, 2, 3, 4), p1="2.0", p2="1.0", p3="0.5", p4="0.5")


def test_byes_asked_for_before_the_pairing_are_left_out_with_a_warning():
    file = Tournament(players(4), [*ROUNDS, [(1, "H")]]).trf16()
    report = accepted(file)
    assert (report.number_of_rounds, report.rounds_to_come) == (2, 1)
    assert {bye.round for bye in report.byes} == set()
    assert warnings(file) == [
        'pairings of round 3: found "byes only", expected the results of a round; '
        "the round was left out until it has been played"
    ]


@pytest.mark.parametrize("total", ["2.0", "2.5"])
def test_a_total_may_count_such_a_bye_or_not(total):
    """The report has the total of the rounds taken."""
    file = points(Tournament(players(4), [*ROUNDS, [(1, "H")]]).trf16(), p1=total)
    assert accepted(file).entrants[0].points_halves == 4


def test_a_total_that_counts_neither_is_refused():
    file = points(Tournament(players(4), [*ROUNDS, [(1, "H")]]).trf16(), p1="3.0")
    assert ['found "3.0", expected 2.0' in each for each in refusals(file)] == [True]


def test_pairings_without_results_are_a_round_that_is_to_come():
    report = accepted(PAIRED)
    assert (report.number_of_rounds, report.rounds_to_come) == (2, 3)
    assert warnings(PAIRED)[0] == (
        'pairings of round 3: found "4 players without a result, of 4 with an opponent", '
        "expected the results of a round; the round was left out until it has been played"
    )


def test_a_round_that_is_being_played_is_left_out_where_more_are_announced():
    """The two ended games are in the totals."""
    file = points(without_results(OPEN.trf16(), 1, 3), p1="2.0", p3="0.5")
    report = accepted(file)
    assert (report.number_of_rounds, len(report.games)) == (2, 4)
    assert warnings(file)[0].startswith(
        'pairings of round 3: found "2 players without a result, of 4 with an opponent"'
    )


@pytest.mark.parametrize("announced", [{}, {"XXR": "3"}])
def test_a_result_missing_in_the_last_round_is_refused(announced):
    file = without_results(replace(THREE, extra=announced).trf16(), 1, 3)
    assert len(refusals(file)) == 2
    assert "result of round 3: found nothing, expected the result against 3" in refusals(file)[0]


def test_a_result_missing_before_the_last_round_is_refused():
    file = amended(OPEN.trf16(), player=1, column=99, text=" ")
    assert ["result of round 1" in each for each in refusals(file)] == [True]


def test_a_file_of_pairings_alone_reports_nothing():
    file = Tournament(players(2), [[(1, 2, "½-½")]]).trf16()
    for number in (1, 2):
        file = amended(file, player=number, column=99, text=" ")
    assert refusals(file) == [
        "games: found nothing, expected the games of at least one round; "
        "report the tournament when it has been played"
    ]


# ----------------------------------------------------------------------------- days and replacement


def ending(day: date, **said) -> bytes:
    """A tournament that began in February, with the last day."""
    return replace(OPEN, start=date(2026, 2, 20), end=day, **said).trf16()


TODAY = date(2026, 3, 1)


def test_an_unfinished_tournament_is_imported_before_its_last_day(ledger):
    """Noon of 1 March: no `--part`, no other end."""
    receipt = import_report(ledger, ending(date(2026, 3, 8)), chess())
    assert payload(ledger, receipt.report_position).end == date(2026, 3, 8)
    assert (
        'end: found "2026-03-08, with 2 rounds to come", expected a day not after '
        "the day of receipt, 2026-03-01; it was taken as it is; if the tournament goes on, its "
        "next report replaces this one: replaces T-…"
    ) in warned(receipt)


def test_a_finished_one_is_not():
    """The same days, and no round to come."""
    assert accepted(ending(date(2026, 3, 8), extra={})).rounds_to_come == 0


def test_its_end_is_refused_where_no_round_is_to_come(ledger):
    told = refusal(ledger, ending(date(2026, 3, 8), extra={}), chess())
    assert told.startswith('end: found "2026-03-08", expected a day not after')


@pytest.mark.parametrize(
    ("end", "received"),
    [
        (date(2026, 2, 27), date(2026, 2, 27)),
        (date(2026, 2, 28), date(2026, 2, 28)),
        (TODAY, TODAY),
    ],
)
def test_the_day_of_receipt_is_that_of_the_first_complete_report(ledger, end, received):
    """The first file came on 27 or 28 February; the replacement comes on 1 March."""
    early = min(end, date(2026, 2, 28))
    import_report(ledger, ending(end), chess(facts={"received_on": str(early)}))
    whole = [*THREE.rounds, [(1, 2, "1-0"), (3, 4, "1-0")]]
    import_report(ledger, ending(end, rounds=whole), replacing())
    (part,) = folded(ledger.read, "T-000001").parts
    assert part.received_on == received


def test_the_check_says_the_same(ledger):
    with in_memory(ledger) as tentative:
        preview = import_report(tentative, ending(date(2026, 3, 8)), chess())
    assert any(warning.field == "end" for warning in preview.warnings)
