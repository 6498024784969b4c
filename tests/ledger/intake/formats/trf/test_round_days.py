"""Record 132: the days of the rounds."""

from datetime import date

import pytest

from tests.support.reader_messages import accepted, warnings
from tests.support.report_files import Tournament, players, round_dates_value

TENTH, ELEVENTH = date(2026, 1, 10), date(2026, 1, 11)


def file(value: str) -> bytes:
    """Write a file of two rounds, on 10 and 11 January 2026, with a given record 132."""
    rounds = [[(1, 2, "1-0")], [(2, 1, "1-0")]]
    return Tournament(players(2), rounds, extra={"132": value}).trf16()


@pytest.mark.parametrize("shift", range(-5, 5))
def test_days_stand_in_their_columns_or_near_them(shift):
    value = " " * (87 + shift) + "26/01/10  26/01/11"
    assert accepted(file(value)).round_dates == (TENTH, ELEVENTH)


def test_days_far_to_the_left_go_in_order():
    assert accepted(file("26/01/10 26/01/11")).round_dates == (TENTH, ELEVENTH)


def test_days_of_ten_characters_stand_wall_to_wall():
    assert accepted(file(" " * 87 + "2026/01/102026/01/11")).round_dates == (TENTH, ELEVENTH)


def test_a_round_may_lack_its_day():
    assert accepted(file(" " * 97 + "26/01/11")).round_dates == (None, ELEVENTH)


def test_unclear_days_are_left_out_with_a_warning():
    unclear = file(" " * 87 + "11.25.02  26/01/11")
    assert accepted(unclear).round_dates == (None, ELEVENTH)
    assert warnings(unclear) == [
        'line 10, days of the rounds (132): found "11.25.02", expected YY/MM/DD; '
        "these rounds stay without a day"
    ]


@pytest.mark.parametrize("day", [9, 10, 11, 12])
def test_days_outside_the_tournament_are_kept_with_a_warning(day):
    stray = file(round_dates_value([TENTH, date(2026, 1, day)]))
    assert accepted(stray).round_dates == (TENTH, date(2026, 1, day))
    message = (
        f'line 10, days of the rounds (132): found "2026-01-{day:02d}", '
        "expected days between the start, 2026-01-10, and the end, 2026-01-11; "
        "correct what is wrong"
    )
    assert warnings(stray) == ([message] if day in {9, 12} else [])


def test_more_days_than_rounds_are_a_warning():
    assert warnings(file(round_dates_value([TENTH, ELEVENTH, ELEVENTH]))) == [
        'line 10, days of the rounds (132): found "a day for round 3", expected 2 rounds; '
        "check that no round is missing"
    ]


def test_the_builder_writes_days_that_are_read_back():
    tournament = Tournament(players(2), [[(1, 2, "1-0")]], round_dates=[TENTH])
    assert accepted(tournament.trf16()).round_dates == (TENTH,)
