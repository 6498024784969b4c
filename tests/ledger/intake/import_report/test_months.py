"""A whole report divided by the months of the rounds: all in a single request, or nothing."""

from dataclasses import replace
from datetime import date

from ledger.events.tournament import Details, TournamentDetailsCorrected
from ledger.intake.formats.trf.reader import read_trf
from ledger.intake.import_report.importing import import_report
from ledger.tournaments.recorded_report import recorded
from tests.support.pool_ledgers import chess, payload, types
from tests.support.received_reports import LONG, T, part, record, refusal, replacing
from tests.support.recorded_reports import recorded_report
from tests.support.tentative_ledgers import in_memory

WHOLE = LONG.trf16()
JANUARY, FEBRUARY = LONG.round_dates[:3], LONG.round_dates[3:]


def with_days(*days):
    """The report with rounds on other days."""
    return replace(LONG, end=date(2026, 2, 3), round_dates=list(days)).trf16()


def test_each_month_is_a_part_with_the_days_of_its_rounds(ledger):
    receipt = import_report(ledger, WHOLE, chess(by_month=True))
    assert types(ledger) == [
        *("players-registered", "tournament-registered"),
        *("report-part-submitted", "report-part-submitted"),
    ]
    told = [(p.part, p.position, p.start, p.end, p.games, p.rounds) for p in receipt.months]
    assert told == [
        (1, 5, JANUARY[0], JANUARY[-1], 6, 3),
        (2, 6, FEBRUARY[0], FEBRUARY[-1], 6, 3),
    ]
    assert (receipt.games, receipt.rounds, receipt.report_position) == (12, 6, 6)
    assert [payload(ledger, at).last_part for at in (5, 6)] == [False, True]


def test_the_parts_together_are_the_report(ledger):
    """The whole event is announced with all days, for any days of the parts."""
    import_report(ledger, WHOLE, chess(by_month=True))
    announced = payload(ledger, 4)
    assert (announced.start, announced.end) == (JANUARY[0], FEBRUARY[-1])
    recorded, file = recorded_report(ledger.read, T), read_trf(WHOLE).accepted()
    assert (recorded.games, recorded.round_dates) == (file.games, file.round_dates)
    said = [(entrant.name, entrant.points_halves) for entrant in file.entrants]
    assert [(entrant.name, entrant.points_halves) for entrant in recorded.entrants] == said


def test_said_again_it_is_a_repetition(ledger):
    first = import_report(ledger, WHOLE, chess(by_month=True))
    again = import_report(ledger, WHOLE, chess(by_month=True))
    assert again.replayed
    assert (again.report_position, again.months) == (first.report_position, first.months)


def test_a_check_tells_the_parts_and_records_nothing(ledger):
    before = ledger.read.head()
    with in_memory(ledger) as tentative:
        preview = import_report(tentative, WHOLE, chess(by_month=True))
    assert [(month.start, month.end) for month in preview.months] == [
        (JANUARY[0], JANUARY[-1]),
        (FEBRUARY[0], FEBRUARY[-1]),
    ]
    assert ledger.read.head() == before


def test_days_given_by_hand_are_those_of_the_event_not_of_its_parts(ledger):
    facts = {"start": "2026-01-28", "end": "2026-02-05"}
    import_report(ledger, WHOLE, chess(by_month=True, facts=facts))
    assert (payload(ledger, 4).start, payload(ledger, 4).end) == (
        date(2026, 1, 28),
        date(2026, 2, 5),
    )
    assert (payload(ledger, 5).start, payload(ledger, 6).end) == (JANUARY[0], FEBRUARY[-1])


# -------------------------------------------------------------------------------- what came before


def test_a_report_that_came_whole_is_divided_by_the_same_file(ledger):
    """The first part replaces the report, and corrections end; both were received together."""
    import_report(ledger, WHOLE, chess(facts={"received_on": "2026-02-10"}))
    receipt = import_report(ledger, WHOLE, replacing(by_month=True, register_new=False))
    assert types(ledger)[-2:] == ["report-replaced", "report-part-submitted"]
    assert [month.part for month in receipt.months] == [1, 2]
    assert receipt.replaces == 5
    assert str(payload(ledger, 7).received_on) == "2026-02-10"
    assert recorded_report(ledger.read, T).games == read_trf(WHOLE).accepted().games


def test_the_months_of_a_divided_report_were_received_as_it_was_in_truth(ledger):
    """The first complete report counts, as corrected, though another file replaced this report."""
    import_report(ledger, WHOLE, chess(facts={"received_on": "2026-02-10"}))
    again = replace(LONG, end=date(2026, 2, 4)).trf16()
    import_report(ledger, again, replacing(register_new=False))
    record(
        ledger,
        TournamentDetailsCorrected(
            tournament=T, details=Details(received_on=date(2026, 2, 6)), by="us"
        ),
    )
    import_report(ledger, WHOLE, replacing(by_month=True, register_new=False))
    parts = recorded(ledger.read, T).parts
    assert [each.received_on for each in parts] == [date(2026, 2, 6)] * 2


def test_dividing_it_again_is_a_repetition_and_with_another_file_is_refused(ledger):
    import_report(ledger, WHOLE, chess())
    first = import_report(ledger, WHOLE, replacing(by_month=True))
    again = import_report(ledger, WHOLE, replacing(by_month=True))
    assert again.replayed
    assert again.report_position == first.report_position
    other = replace(LONG, name="Other").trf16()
    told = refusal(ledger, other, replacing(by_month=True))
    assert "came in parts (1, 2): leave out by_month, and name one with part N" in told


# ------------------------------------------------------------------------------ what is no division


def test_without_the_days_of_all_rounds_it_is_refused(ledger):
    told = refusal(ledger, replace(LONG, round_dates=()).trf16(), chess(by_month=True))
    assert "expected the day of every round, as in record 132" in told
    assert "part 1 rounds FIRST-LAST" in told


def test_months_that_alternate_are_refused(ledger):
    """Reading `months_in_order`."""
    days = [*JANUARY[:2], FEBRUARY[0], JANUARY[2], *FEBRUARY[1:]]
    told = refusal(ledger, with_days(*days), chess(by_month=True))
    assert 'found "2026-01, 2026-02, 2026-01, 2026-02"' in told


def test_a_month_without_a_game_is_refused(ledger):
    """As any round without a game."""
    days = [date(2025, 12, 30), *JANUARY[1:], *FEBRUARY]
    nobody = replace(LONG, start=days[0], rounds=[[], *LONG.rounds[1:]], round_dates=days)
    told = refusal(ledger, nobody.trf16(), chess(by_month=True))
    assert 'pairings of round 1: found "byes only", expected at least one game' in told


def test_rounds_of_one_month_are_refused(ledger):
    one = replace(LONG, rounds=LONG.rounds[:3], round_dates=JANUARY).trf16()
    told = refusal(ledger, one, chess(by_month=True))
    assert 'found "all in 2026-01"' in told


def test_a_part_is_not_divided(ledger):
    told = refusal(ledger, WHOLE, part(1, "1-3", by_month=True))
    assert "leave out by_month, or part" in told
