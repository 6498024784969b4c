"""A date is read in a single way or refused."""

from datetime import date

import pytest

from ledger.intake.formats.dates import day_of, days_of, round_day_of, short_readings
from ledger.tournaments.report import year_of


@pytest.mark.parametrize(
    "text",
    [
        "2010/10/02",
        "2010-10-02",
        "2010.10.02",
        "02/10/2010",
        "02.10.2010",
        "02-10-2010",
        "2/10/2010",
        "02. 10. 2010",
        "2. 10. 2010.",
        "2010. 10. 02.",
        "October 2, 2010",
        "Oct 2, 2010",
        "2 October 2010",
        "2. Oktober 2010",
        "2 ott 2010",
        "2 OCT. 2010",
    ],
)
def test_four_digits_of_year_make_a_date_clear(text):
    assert day_of(text) == date(2010, 10, 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "25/09/10",  # 2025 or 2010?
        "10/25/2010",  # month before day
        "2010/02/30",  # no such day
        "2010/13/01",
        "2010/10-02",  # two signs
        "1899/12/31",
        "2101/01/01",
        "20101002",
        "2010/10/02 9:00",
        "2  October 2010",
        "Oc 2, 2010",
        "Octopus 2, 2010",
        "jui 2, 2010",  # juin or juillet
        "February 30, 2010",
        "May 29 20",
        "\N{FULLWIDTH DIGIT TWO}010/10/02",
    ],
)
def test_anything_else_is_no_date(text):
    assert day_of(text) is None


@pytest.mark.parametrize("year", [1900, 2100])
def test_first_and_last_year(year):
    assert day_of(f"{year}/06/01") == date(year, 6, 1)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("25/09/10", [date(2025, 9, 10), date(2010, 9, 25)]),
        ("11.09.26", [date(2011, 9, 26), date(2026, 9, 11)]),
        ("11/11/11", [date(2011, 11, 11)]),
        ("11.25.02", []),
        ("2010/10/02", []),
    ],
)
def test_two_digits_of_year_have_readings(text, readings):
    assert list(short_readings(text)) == readings


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("18/04/08", date(2018, 4, 8)),  # as TRF16 prints it
        ("2018/04/08", date(2018, 4, 8)),
        ("08.04.2018", date(2018, 4, 8)),
        ("18.04.08", None),
        ("11.25.02", None),
        ("18/04/31", None),
    ],
)
def test_the_day_of_a_round(text, day):
    assert round_day_of(text, 20) == day


@pytest.mark.parametrize(
    ("text", "ymd", "dmy"),
    [
        ("25/09/10", date(2025, 9, 10), date(2010, 9, 25)),
        ("31.09.10", date(2031, 9, 10), None),  # September has 30 days
        ("26.09.31", None, date(2031, 9, 26)),
        ("02/10/2010", date(2010, 10, 2), date(2010, 10, 2)),
        ("11.25.02", None, None),
    ],
)
def test_an_order_keeps_one_reading(text, ymd, dmy):
    for order, day in (("ymd", ymd), ("dmy", dmy)):
        assert days_of(text, order) == ((day,) if day else ())
        assert round_day_of(text, 20, order) == day


def test_the_day_of_a_round_is_in_the_century_of_the_tournament():
    assert round_day_of("99/12/30", 19) == date(1999, 12, 30)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("1990/12/31", 1990),
        ("1990", 1990),
        ("1990/00/00", 1990),
        ("31.12.1990", 1990),
        ("1900", 1900),
        ("2100", 2100),
        ("1899", None),
        ("2101", None),
        ("", None),
        (".  .", None),
        ("0000/00/00", None),
        ("90/12/31", None),
        ("19901231", None),
    ],
)
def test_the_year_of_birth(text, year):
    assert year_of(text) == year


def test_every_month_is_known_by_its_name_and_by_three_letters():
    names = "January febbraio März abril mai juin julio août settembre Oktober nov. décembre"
    days = [day_of(f"{name} 5, 2020") for name in names.split()]
    assert days == [date(2020, month, 5) for month in range(1, 13)]
    assert day_of("May 29, 2020") == day_of("29 mag 2020") == date(2020, 5, 29)
    assert day_of("28. 07. 2005") == date(2005, 7, 28)
