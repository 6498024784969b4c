"""A long tournament reported in parts: in order, no day twice, each replaced by itself."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.intake.formats.trf.reader import read_trf
from ledger.intake.import_report.importing import import_report
from tests.support.pool_ledgers import chess, payload, types
from tests.support.received_reports import (
    FOUR,
    LONG,
    T,
    part,
    refusal,
    replacing,
    warned,
    won,
)
from tests.support.recorded_reports import recorded_report
from tests.support.team_files import CUMULATIVE

HALF = replace(LONG, rounds=LONG.rounds[:3], round_dates=LONG.round_dates[:3]).trf16()
"""What the arbiter had at the end of January."""
NO_DAYS = replace(LONG, round_dates=()).trf16()


def begun(ledger, data=CUMULATIVE, rounds="1-3", **options):
    """The first part, with the rounds of January."""
    return import_report(ledger, data, part(1, rounds, **options))


def test_two_parts_of_one_file_make_the_whole_report(ledger):
    """The same file, kept once, taken twice for different rounds."""
    begun(ledger)
    second = import_report(ledger, CUMULATIVE, part(2, "4-6", last_part=True))
    assert types(ledger) == [
        *("players-registered", "tournament-registered"),
        *("report-part-submitted", "report-part-submitted"),
    ]
    assert (second.tournament, second.part, second.rounds, second.games) == (T, 2, 3, 6)
    assert recorded_report(ledger.read, T) == replace(
        read_trf(CUMULATIVE).accepted(),
        entrants=recorded_report(ledger.read, T).entrants,
    )
    whole = read_trf(CUMULATIVE).accepted().entrants
    assert [
        (entrant.number, entrant.points_halves)
        for entrant in recorded_report(ledger.read, T).entrants
    ] == [(entrant.number, entrant.points_halves) for entrant in whole]


def test_a_part_has_the_days_of_its_rounds_and_no_totals(ledger):
    begun(ledger)
    told = payload(ledger, 5)
    assert (told.part, told.last_part) == (1, False)
    assert (told.start, told.end) == (date(2026, 1, 29), date(2026, 1, 31))
    assert [round_.on for round_ in told.rounds] == LONG.round_dates[:3]
    assert (told.entrants.half_points, told.entrants.rank) == ("", "")
    import_report(ledger, CUMULATIVE, part(2, "4-6"))
    told = payload(ledger, 6)
    assert (told.start, told.end) == (date(2026, 2, 1), date(2026, 2, 3))


def test_a_first_part_announces_the_whole_event(ledger):
    receipt = begun(ledger, HALF, facts={"event_end": "2026-02-03"})
    announced = payload(ledger, 4)
    assert (announced.start, announced.end) == (date(2026, 1, 29), date(2026, 2, 3))
    assert not [warning for warning in warned(receipt) if "event_end" in warning]


def test_an_end_of_the_event_that_is_assumed_is_warned_of(ledger):
    receipt = begun(ledger)
    assert payload(ledger, 4).end == date(2026, 2, 3)
    assert (
        "event_end (given by hand): found nothing, expected the last day of the whole event; "
        "2026-02-03 was assumed; give it: set event_end=YYYY-MM-DD"
    ) in warned(receipt)


def test_days_of_an_event_that_end_before_they_start_are_refused(ledger):
    facts = {"event_start": "2026-02-04", "event_end": "2026-02-03"}
    options = part(1, "1-3", facts=facts)
    assert "expected a day not before 2026-02-04" in refusal(ledger, CUMULATIVE, options)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_parts_come_in_order(ledger, number):
    """After parts 1 and 2 comes part 3."""
    begun(ledger, rounds="1-2")
    import_report(ledger, CUMULATIVE, part(2, "3-4"))
    options = part(number, "5-6", recorded_by="u-17")
    if number == 3:
        assert import_report(ledger, CUMULATIVE, options).part == 3
    else:
        told = refusal(ledger, CUMULATIVE, options)
        assert f'found "part {number}", expected part 3, the next; send the parts in order' in told


def test_no_part_comes_after_the_last(ledger):
    begun(ledger, last_part=True)
    told = refusal(ledger, CUMULATIVE, part(2, "4-6"))
    assert "expected no part after part 1, the last; replace one: replaces T-000001" in told


def test_no_part_comes_after_a_report_that_came_whole(ledger):
    import_report(ledger, HALF, chess())
    told = refusal(ledger, CUMULATIVE, part(2, "4-6"))
    assert "expected no part: the report came whole; replace it by a longer one" in told


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"part": None}, "expected the number of the part these rounds are"),
        ({"part": None, "rounds": None}, "expected the number of the part; part 1 was the last"),
        ({"part": 0}, "expected a number from 1 to 999"),
        ({"part": 1000}, "expected a number from 1 to 999"),
        ({"rounds": (6, 5)}, "expected the first round and the last"),
        ({"rounds": (0, 5)}, "expected the first round and the last"),
        ({"rounds": (5, 7)}, 'found "5-7", expected rounds 1 to 6, those of the file'),
        ({"of": None}, "expected part 1 of a new tournament; name the tournament it is of"),
        ({"of": "T-000009"}, "there is no tournament 'T-000009'"),
        ({"facts": {"event_end": "2026-03-01"}}, "the part before it has them already"),
    ],
)
def test_what_does_not_go_with_a_part_is_refused(ledger, said, message):
    begun(ledger)
    assert message in refusal(ledger, CUMULATIVE, replace(part(2, "4-6"), **said))


@pytest.mark.parametrize("said", [{"rounds": (1, 3)}, {"last_part": True}])
def test_rounds_and_the_last_part_belong_to_parts(ledger, said):
    told = refusal(ledger, CUMULATIVE, chess(**said))
    assert "expected the number of the part these rounds are, or that is the last" in told


@pytest.mark.parametrize(("first", "taken"), [(2, False), (3, False), (4, True)])
def test_a_part_that_repeats_a_day_is_refused(ledger, first, taken):
    begun(ledger)
    options = part(2, f"{first}-6")
    if taken:
        assert import_report(ledger, CUMULATIVE, options).rounds == 3
    else:
        told = refusal(ledger, CUMULATIVE, options)
        assert "expected days after 2026-01-31, when part 1 ended; take other rounds only" in told


def test_without_days_of_the_rounds_they_must_be_given(ledger):
    assert "give them: set start=YYYY-MM-DD; set end=YYYY-MM-DD" in refusal(
        ledger, NO_DAYS, part(1, "1-3")
    )
    facts = {"start": "2026-01-29", "end": "2026-01-31"}
    begun(ledger, NO_DAYS, facts=facts | {"event_end": "2026-02-03"})
    told = payload(ledger, 5)
    assert (told.start, told.end) == (date(2026, 1, 29), date(2026, 1, 31))
    assert payload(ledger, 4).end == date(2026, 2, 3)


@pytest.mark.parametrize(
    ("start", "warns"), [("2026-01-30", True), ("2026-01-31", True), ("2026-02-01", False)]
)
def test_a_part_whose_rounds_have_no_days_may_repeat_some_and_is_warned_of(ledger, start, warns):
    """The part before ended on the 31st."""
    begun(ledger)
    facts = {"start": start, "end": "2026-02-03"}
    receipt = import_report(ledger, NO_DAYS, part(2, "4-6", facts=facts))
    found = [warning for warning in warned(receipt) if warning.startswith("days of the part")]
    assert bool(found) == warns
    assert all("check that no round is reported twice" in warning for warning in found)


@pytest.mark.parametrize(
    ("facts", "days"),
    [
        ({"start": "2026-01-28"}, (date(2026, 1, 28), date(2026, 1, 31))),
        ({"end": "2026-02-01"}, (date(2026, 1, 29), date(2026, 2, 1))),
    ],
)
def test_a_day_given_by_hand_wins_over_those_of_the_rounds(ledger, facts, days):
    begun(ledger, facts=facts)
    assert (payload(ledger, 5).start, payload(ledger, 5).end) == days


def two_parts(ledger):
    begun(ledger)
    import_report(ledger, CUMULATIVE, part(2, "4-6", last_part=True))


def test_one_part_is_replaced_and_the_other_stays(ledger):
    two_parts(ledger)
    corrected = won(1, 1, "0-1", LONG)
    receipt = import_report(ledger, corrected, replacing(part=1, rounds=(1, 3)))
    assert (receipt.replaces, receipt.part) == (5, 1)
    assert [(difference.kind, difference.round) for difference in receipt.differences] == [
        ("other-result", 1)
    ]
    joined = recorded_report(ledger.read, T)
    assert joined.games == read_trf(corrected).accepted().games
    assert "no part after part 2, the last" in refusal(ledger, HALF, part(3, "1-3"))


def test_which_part_is_replaced_must_be_said(ledger):
    two_parts(ledger)
    told = refusal(ledger, HALF, replacing())
    assert told == "the report of T-000001 came in parts (1, 2): name one with part N"
    told = refusal(ledger, HALF, replacing(part=3))
    assert told == "T-000001 has no part 3; its parts: 1, 2"


@pytest.mark.parametrize(("number", "rounds"), [(1, (1, 4)), (1, (1, 6)), (2, (3, 6)), (2, (1, 6))])
def test_a_replacement_that_repeats_days_of_another_part_is_refused(ledger, number, rounds):
    """As where --rounds was forgotten or mistyped: rounds would count twice."""
    two_parts(ledger)
    changed = won(1, 1, "0-1", LONG)
    told = refusal(ledger, changed, replacing(part=number, rounds=rounds))
    assert ("when part 2 began" if number == 1 else "when part 1 ended") in told
    whole = refusal(ledger, changed, replacing(part=number))
    assert "take other rounds only: rounds FIRST-LAST" in whole


def test_the_same_part_again_gives_the_first_receipt(ledger):
    two_parts(ledger)
    again = import_report(ledger, CUMULATIVE, part(1, "1-3"))
    assert (again.replayed, again.part, again.report_position) == (True, 1, 5)
    again = import_report(ledger, CUMULATIVE, part(2, "4-6", last_part=True))
    assert (again.replayed, again.part, again.report_position) == (True, 2, 6)


def test_the_name_of_a_part_is_that_of_the_event(ledger):
    begun(ledger)
    other = replace(LONG, name="Festival").trf16()
    assert 'name: found "Festival"' in "\n".join(
        warned(import_report(ledger, other, part(2, "4-6")))
    )
    assert FOUR.name == recorded_report(ledger.read, T).name
