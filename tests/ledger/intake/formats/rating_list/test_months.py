"""The month over the ratings: no list is taken for another month's unless somebody says so."""

from datetime import date

import pytest

from ledger.intake.external_list.recording import ListOptions, record_list
from ledger.intake.formats.rating_list.reading import ListRefused, Written
from ledger.intake.formats.rating_list.rows import Heading
from tests.support.list_files import ANNA, SINGLE, fixed

OCTOBER = fixed(SINGLE, ANNA | {"OCT26": "2150"})


@pytest.mark.parametrize(
    ("heading", "month"),
    [
        ("OCT25", date(2025, 10, 1)),
        ("Mar11", date(2011, 3, 1)),
        ("SEPT05", date(2005, 9, 1)),
        ("JAN69", date(2069, 1, 1)),
        ("JAN70", date(1970, 1, 1)),
        ("JUL99", date(1999, 7, 1)),
        ("ELO25", None),
    ],
)
def test_a_heading_names_a_month(heading, month):
    assert Heading(1, heading, "rating").month == month


def recorded(ledger, path, day, **written):
    """Record a list for a day."""
    return record_list(ledger, path, ListOptions("fide", "x", day, Written(**written)))


@pytest.mark.parametrize("day", [date(2026, 9, 30), date(2026, 11, 1), date(2025, 10, 1)])
def test_a_list_of_another_month_is_not_recorded(ledger, kept, day):
    before = ledger.read.head()
    with pytest.raises(ListRefused) as told:
        recorded(ledger, kept(OCTOBER), day)
    (problem,) = told.value.problems
    assert str(problem) == (
        f'line 1, month in the heading: found "OCT26", expected {day:%Y-%m}, the month of the '
        "day of the list; choose the list of that month; if this one is meant, state month_as_given"
    )
    assert ledger.read.head() == before


@pytest.mark.parametrize("day", [date(2026, 10, 1), date(2026, 10, 31)])
def test_a_list_of_the_month_is_recorded_whatever_its_day(ledger, kept, day):
    assert recorded(ledger, kept(OCTOBER), day).file_rows == 1


def test_a_list_of_another_month_is_recorded_if_somebody_says_so(ledger, kept):
    told = recorded(ledger, kept(OCTOBER), date(2026, 9, 1), month_as_given=True)
    assert (told.file_rows, told.replayed) == (1, False)
    assert recorded(ledger, kept(OCTOBER), date(2026, 9, 1), month_as_given=True).replayed


@pytest.mark.parametrize("heading", ["ELO26", "SRtng"])
def test_a_heading_without_a_month_says_nothing(ledger, kept, heading):
    layout = {heading if name == "OCT26" else name: at for name, at in SINGLE.items()}
    path = kept(fixed(layout, ANNA | {heading: "2150"}))
    assert recorded(ledger, path, date(2026, 9, 1)).file_rows == 1
