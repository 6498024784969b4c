"""The encoded time control of TRF26 record 222."""

import pytest

from ledger.intake.formats.time_control import is_encoded


@pytest.mark.parametrize(
    "text",
    [
        "5400",
        "5400+30",
        "40/6000",
        "40/6000+30:900+30",
        "40/7200:20/3600:900",
        "W300-B240",
        "W300+2:60-B240",
    ],
)
def test_periods_of_one_side_or_both(text):
    assert is_encoded(text)


@pytest.mark.parametrize(
    "text",
    ["", "90 min", "5400+", "+30", "5400 + 30", "40/", "5400:", "W300", "W300-W240", "5400-B240"],
)
def test_anything_else_is_not_encoded(text):
    assert not is_encoded(text)
