"""Recorded facts of a tournament give the standing report, and the state."""

from datetime import date

import pytest

from ledger.events.counting import GameExcluded, TournamentRefused
from ledger.events.tournament import Details
from ledger.tournaments.current_report import NO_SUCH_GAME, NOT_STANDING, Announced, RecordedReport
from tests.support.small_reports import (
    FIRST,
    LAST,
    T,
    after,
    announced,
    details,
    part,
    reassigned,
    replacement,
    report,
    result,
)


def holding(known: RecordedReport) -> list[int]:
    """Return the positions of the corrections that hold of the only report."""
    (standing,) = known.parts
    return [correction.position for correction in known.in_force(standing.position)]


def refused() -> TournamentRefused:
    return TournamentRefused(tournament=T, by="x")


def positions(known: RecordedReport) -> list[int]:
    return [each.position for each in known.parts]


def test_given_nothing_nothing_stands():
    assert after() == RecordedReport()


def test_given_an_announcement_nothing_is_reported():
    known = after(announced(place="Torino"))
    assert known.announced is not None
    assert (known.announced.name, known.announced.place) == ("Open", "Torino")
    assert known.parts == ()
    assert not known.complete


def test_what_is_announced_is_known_by_the_names_under_which_it_is_corrected():
    """As announced, also where nothing is stated."""
    said = announced()
    known = after(said).announced
    assert Announced.__struct_fields__ == Details.__struct_fields__
    assert {name: getattr(known, name) for name in Details.__struct_fields__} == {
        name: getattr(said, name, None) for name in Details.__struct_fields__
    }


def test_given_a_report_it_stands_and_nothing_is_awaited():
    known = after(announced(), report())
    assert positions(known) == [11]
    assert known.complete


def test_when_a_result_is_corrected_the_report_stands_with_it():
    known = after(announced(), report(), result(11, 0, "=="), result(11, 1, "10"))
    assert known.parts[0].results == {0: ("=", "="), 1: ("1", "0")}
    assert holding(known) == [12, 13]


def test_when_a_game_is_corrected_twice_the_last_word_holds():
    known = after(announced(), report(), result(11, 0, "=="), result(11, 0, "01"))
    assert known.parts[0].results == {0: ("0", "1")}
    assert holding(known) == [12, 13]
    assert [correction.before for correction in known.corrections] == ["10", "=="]


def test_when_an_entrant_is_reassigned_the_row_is_another_player():
    (standing,) = after(announced(), report(), reassigned(11, 2, 99)).parts
    assert standing.players == {2: 99}


def test_when_an_entrant_is_himself_again_nothing_is_reassigned():
    """The words of the file belong to the entrant."""
    known = after(announced(), report(), reassigned(11, 2, 99), reassigned(11, 2, 13))
    assert known.parts[0].players == {}


@pytest.mark.parametrize(
    "correction",
    [result(11, 2, "=="), reassigned(11, 3, 99), reassigned(11, 2, 11)],
    ids=["no such game", "no such entrant", "a player who stands there already"],
)
def test_when_a_correction_would_leave_no_report_it_has_no_effect(correction):
    known = after(announced(), report(), correction)
    assert (known.parts[0].results, known.parts[0].players, holding(known)) == ({}, {}, [])
    assert known.corrections[0].no_effect


def test_when_corrected_days_contradict_the_report_it_keeps_its_own():
    known = after(announced(), report(), details(start=date(2026, 2, 1)))
    assert (known.parts[0].start, known.parts[0].end) == (FIRST, LAST)


def test_when_a_report_is_replaced_its_corrections_die_with_it():
    known = after(announced(), report(), result(11, 0, "=="), replacement(11))
    assert positions(known) == [13]
    assert known.parts[0].results == {}
    assert known.complete


def test_when_a_report_is_replaced_it_was_received_when_the_first_was():
    """The day, corrected, holds for the standing report; a later part has another day."""
    day, later = date(2026, 1, 20), date(2026, 2, 1)
    known = after(announced(), report(), replacement(11, received_on=later))
    assert known.parts[0].received_on == LAST
    known = after(announced(), part(1), details(received_on=day), part(2, received_on=later))
    assert [each.received_on for each in known.parts] == [day, later]


def test_when_a_report_is_replaced_what_was_decided_of_its_games_ends_with_it():
    """Decisions about the tournament hold."""
    decided = (GameExcluded(tournament=T, report=11, game=0, by="x"), refused())
    known = after(announced(), report(), *decided, replacement(11))
    assert [correction.ended for correction in known.corrections] == [True, False, False]
    assert known.roots == {11: 11, 14: 11}


def test_a_decision_about_a_game_that_is_not_there_has_no_effect():
    decided = (GameExcluded(tournament=T, report=at, game=2, by="x") for at in (11, 10))
    assert [
        correction.no_effect for correction in after(announced(), report(), *decided).corrections
    ] == [
        NO_SUCH_GAME,
        NOT_STANDING,
    ]


def test_when_a_correction_names_a_replaced_report_it_is_not_applied():
    known = after(announced(), report(), replacement(11), result(11, 0, "=="))
    assert known.parts[0].results == {}
    assert holding(known) == []


def test_when_a_correction_names_the_new_report_it_is_applied():
    known = after(announced(), report(), replacement(11), result(12, 0, "=="))
    assert known.parts[0].results == {0: ("=", "=")}


def test_when_a_replaced_report_is_replaced_again_the_standing_one_stays():
    assert positions(after(announced(), report(), replacement(11), replacement(11))) == [12]


def test_given_parts_they_stand_by_their_number():
    known = after(announced(), part(2), part(1))
    assert [each.report.part for each in known.parts] == [1, 2]
    assert not known.complete


def test_given_the_last_part_no_other_is_awaited():
    assert after(announced(), part(1), part(2, last_part=True)).complete


def test_when_a_part_is_replaced_the_others_stand():
    known = after(announced(), part(1), part(2), replacement(11, part=1))
    assert positions(known) == [13, 12]
    assert not known.complete


def test_when_a_part_is_corrected_only_that_part_changes():
    known = after(announced(), part(1), part(2), result(12, 1, "01"))
    assert [each.results for each in known.parts] == [{}, {1: ("0", "1")}]


def test_when_details_are_corrected_the_report_takes_its_days_from_them():
    end = date(2026, 1, 13)
    known = after(announced(), report(), details(name="Open II", end=end, time_control="5400+30"))
    assert known.announced is not None
    assert (known.announced.name, known.announced.end) == ("Open II", end)
    (standing,) = known.parts
    assert (standing.start, standing.end, standing.time_control) == (FIRST, end, "5400+30")
    assert [correction.position for correction in known.corrections] == [12]


def test_when_details_are_corrected_before_the_report_the_report_has_its_own_days():
    (standing,) = after(announced(), details(end=date(2026, 1, 13)), report()).parts
    assert standing.end == LAST


def test_when_days_are_corrected_the_first_and_the_last_part_move():
    """The given days are the days of the whole tournament; each part between keeps the days."""
    start, end = date(2026, 1, 9), date(2026, 3, 1)
    known = after(announced(), part(1), part(2), part(3), details(start=start, end=end))
    assert [(each.start, each.end) for each in known.parts] == [
        (start, LAST),
        (FIRST, LAST),
        (FIRST, end),
    ]
    assert known.announced is not None
    assert (known.announced.start, known.announced.end) == (start, end)
