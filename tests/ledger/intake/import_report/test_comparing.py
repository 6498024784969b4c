"""Two reports held against each other: every difference is told once, in the order people read."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.intake.import_report.comparing import Difference, Pairing, differences
from ledger.register.identities import ERASED
from ledger.tournaments.report import NationalNumber, Team
from ledger.tournaments.report_from_columns import Part
from tests.support.reader_messages import accepted
from tests.support.received_reports import FOUR, OLD, with_round

REPORT = accepted(OLD)
PLAYERS = [11, 12, 13, 14]


def told(*, before=REPORT, after=REPORT, were=PLAYERS, are=PLAYERS):
    return differences(Part(before, were), Part(after, are))


def with_entrant(row, **changes):
    """Return the report with an entrant described otherwise."""
    entrants = list(REPORT.entrants)
    entrants[row] = replace(entrants[row], **changes)
    return replace(REPORT, entrants=tuple(entrants))


def test_a_report_differs_in_nothing_from_itself():
    assert told() == ()


@pytest.mark.parametrize(
    ("change", "what", "was", "now"),
    [
        ({"start": date(2026, 1, 9)}, "start", "2026-01-10", "2026-01-09"),
        ({"end": date(2026, 1, 13)}, "end", "2026-01-12", "2026-01-13"),
        ({"time_control": ""}, "time_control", "90 min + 30 s", None),
        ({"scoring": "W 3.0"}, "scoring", None, "W 3.0"),
        ({"chief_arbiter": "Rossi"}, "chief_arbiter", None, "Rossi"),
        ({"deputies": ("A", "B")}, "deputies", None, "A, B"),
        ({"teams": (Team(7, "Torino", (0, 2)),)}, "teams", None, "7 Torino: 1 3"),
    ],
)
def test_each_detail_is_told(change, what, was, now):
    found = told(after=replace(REPORT, **change))
    assert found == (Difference("other-detail", 0, 0, what, was, now),)
    (back,) = told(before=replace(REPORT, **change))
    assert (back.before, back.after) == (now, was)


def test_a_round_more_is_told_with_its_day_and_its_games():
    longer = replace(
        FOUR,
        rounds=[*FOUR.rounds, [(1, 2, "1-0")]],
        round_dates=[*FOUR.round_dates, date(2026, 1, 13)],
    )
    found = told(after=accepted(longer.trf16()))
    kinds = [
        (difference.kind, difference.round, difference.number, difference.what)
        for difference in found
    ]
    assert ("other-detail", 0, 0, "rounds") in kinds
    assert ("other-detail", 4, 0, "day") in kinds
    assert kinds[-3:] == [
        ("game-added", 4, 1, ""),
        ("bye-added", 4, 3, ""),
        ("bye-added", 4, 4, ""),
    ]


@pytest.mark.parametrize(
    ("change", "was", "now"),
    [
        ({"name": "Zeno"}, "Player002, Bruno", "Zeno"),
        ({"title": "FM"}, None, "FM"),
        ({"sex": ""}, "w", None),
        ({"birth": "1953"}, "1952", "1953"),
        ({"federation": "FRA"}, "ITA", "FRA"),
        ({"reported_number": "5"}, "90000014", "5"),
        ({"rating": 0}, "1990", "0"),
        ({"points_halves": 4}, "3", "4"),
        ({"rank": 3}, "2", "3"),
    ],
)
def test_each_word_of_an_entrant_is_told(change, was, now):
    (found,) = told(after=with_entrant(1, **change))
    assert found == Difference("other-words", 0, 2, next(iter(change)), was, now)


def test_national_numbers_are_told_in_one_text():
    told_after = with_entrant(0, national=(NationalNumber("FRA", "L01", 1900),))
    assert told(after=told_after) == (
        Difference("other-words", 0, 1, "national", None, "FRA L01 1900"),
    )


@pytest.mark.parametrize("column", ["points_halves", "rank"])
def test_a_total_that_one_of_them_does_not_say_is_no_difference(column):
    assert told(after=with_entrant(0, **{column: None})) == ()
    assert told(before=with_entrant(0, **{column: None})) == ()


def test_words_that_were_erased_are_not_compared():
    """The rating lies in the event and stays."""
    erased = with_entrant(0, name=ERASED, birth="", reported_number="", federation="", sex="")
    assert told(before=erased) == ()
    (found,) = told(before=erased, after=with_entrant(0, rating=1))
    assert (found.what, found.before, found.after) == ("rating", "2000", "1")


def test_another_person_is_told_and_his_words_are_not():
    other = with_entrant(2, name="Zeno", rating=0)
    found = told(after=other, are=[11, 12, 99, 14])
    assert found == (Difference("other-person", 0, 3, "Zeno", 13, 99),)


def test_an_entrant_under_another_start_number_is_gone_and_added():
    found = told(after=with_entrant(3, number=9))
    assert [
        (difference.kind, difference.number, difference.before, difference.after)
        for difference in found[:2]
    ] == [
        ("entrant-gone", 4, 14, None),
        ("entrant-added", 9, None, 14),
    ]
    assert {each.kind for each in found[2:]} == {"game-gone", "game-added"}


def test_games_and_byes_are_told_by_round_then_by_the_lower_number():
    after = accepted(with_round(1, [(3, 2, "1-0"), (1, "H"), (4, "U")]))
    found = [difference for difference in told(after=after) if difference.round]
    assert [(difference.kind, difference.round, difference.number) for difference in found] == [
        ("game-gone", 1, 1),
        ("bye-added", 1, 1),
        ("other-colours", 1, 2),
        ("bye-added", 1, 4),
    ]
    assert found[2].after == Pairing(3, 2, "1", "0")
