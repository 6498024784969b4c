"""Time controls: the time of a side on 60 moves, as texts say."""

from fractions import Fraction

import numpy as np
import pytest

from projections.rulebooks.fide.time_controls import MINUTE, Period, of_texts, time_control


def minutes_on_60(text):
    """Return the minutes of the side with less time; None for a text that cannot be read."""
    control = time_control(text)
    return None if control is None else Fraction(control.seconds_on_60, MINUTE)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("5400+30", 120),
        ("5399+30", Fraction(7199, 60)),
        ("7200", 120),
        ("40/6000+30:900+30", 145),
        ("600", 10),
        ("W300-B240", 4),
    ],
)
def test_encoded_time_controls(text, minutes):
    """Seconds, moves before the stroke, increment behind the plus; the side with less counts."""
    assert minutes_on_60(text) == minutes


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("90 min + 30 s/move", 120),
        ("100 min/40 + 15 min + 30 s/move", 145),
        ("90'+30''", 120),
        ("90\u2032 + 30\u2033", 120),
        ("90+30", 120),
        ("G/90;+30", 120),
        ("90 minuti + 30 secondi", 120),
        ("1h30 + 30s", 120),
        ("60 min", 60),
        ("3+2", 5),
        ("90' + 30\" dalla prima mossa", 120),
        ("90 minuti + 30 secondi per ogni mossa", 120),
    ],
)
def test_older_texts(text, minutes):
    """As pairing programs and arbiters write."""
    assert minutes_on_60(text) == minutes


@pytest.mark.parametrize(
    "text",
    ["", "fast", "as announced", "5400+", "W300", "+30", "90 + x", "90' + 30\" dalla 41a mossa"],
)
def test_what_cannot_be_read_is_none(text):
    """No guess is made."""
    assert minutes_on_60(text) is None


@pytest.mark.parametrize(
    ("last", "minutes"), [("40/7200:19/3600:900", 195), ("40/7200:20/3600:900", 180)]
)
def test_a_period_after_move_60_is_not_counted(last, minutes):
    """Reading `time_after_move_60`."""
    assert minutes_on_60(last) == minutes


def test_increments_of_60_moves_are_counted():
    """Reading `increments_in_the_minimum`: the increments of the first period on the moves of the
    period only.
    """
    assert minutes_on_60("3600+60") == 120
    assert minutes_on_60("40/3600+60:1200") == 120


@pytest.mark.parametrize(("text", "both"), [("W300-B240", 9), ("W300-B300", 10)])
def test_the_sides_may_have_different_times(text, both):
    """Together the sides have other than twice the time of the side with less."""
    control = time_control(text)
    assert control is not None
    assert control.game_seconds == both * MINUTE


@pytest.mark.parametrize(
    ("text", "minutes"), [("179", 179), ("180", 3), ("181", Fraction(181, 60))]
)
def test_a_number_too_small_for_seconds_is_of_minutes(text, minutes):
    """Below, on and above: nobody plays a rated game in less than three minutes."""
    assert minutes_on_60(text) == minutes


def test_the_first_control_is_one_that_more_time_follows():
    """A single period with moves is no control: nothing comes after."""
    control, fischer = time_control("40/6000+30:900+30"), time_control("5400+30")
    assert control is not None
    assert fischer is not None
    assert control.first_control_moves == 40
    assert control.white[0] == Period(6000, 40, 30)
    assert fischer.first_control_moves == 0


@pytest.mark.parametrize(
    ("text", "base", "increment"),
    [
        ("30+10", 1800, 10),
        ("40/6000+30:900+30", 6900, 30),
        ("40/6000:900+30", 6900, 0),
        ("W1800+10-B1500+15", 1500, 10),
    ],
)
def test_base_time_and_increment_of_the_side_with_less(text, base, increment):
    """The increment is the least of every move."""
    control = time_control(text)
    assert control is not None
    assert (control.base_seconds, control.increment_seconds) == (base, increment)


def test_texts_are_read_row_by_row_and_what_says_nothing_is_0():
    texts = np.array(["5400+30", "", "as usual", "5400+30"], dtype=object)
    assert of_texts(texts, lambda read: read.seconds_on_60).tolist() == [7200, 0, 0, 7200]
    assert of_texts(texts[:0], lambda read: read.game_seconds).tolist() == []
