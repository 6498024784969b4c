"""The rows of a carry-over: the values of each column, below, on and above the limits."""

from datetime import date

import pytest

from ledger.intake.carry_over.carried_rows import COLUMNS, CarriedRow, CarryOptions, read_carried
from ledger.intake.formats.problems import Problems
from ledger.intake.people.registering import Person

ON = date(2026, 2, 1)
RATED = {"number": "101", "name": "Rossi, Anna", "rating": "1850"}
NEWCOMER = {
    "number": "102",
    "name": "Bianchi, Bruno",
    "rating": "",
    "pool_ended": "2025-11",
    "pool_games": "3",
    "pool_rating_sum": "5400",
    "pool_points": "1.5",
}


def file(*rows):
    names = [name for name in COLUMNS if any(name in row for row in rows)]
    lines = [";".join(names), *(";".join(row.get(name, "") for name in names) for row in rows)]
    return "\n".join(lines).encode()


def read(*rows, scheme="fide", waits=True):
    problems = Problems()
    carried = read_carried(file(*rows), CarryOptions(ON, "a list", scheme), problems, waits=waits)
    return carried, [str(e) for e in problems.all()]


def refused(*rows, waits=True):
    """Give line, column and expectation of each problem."""
    return [message.partition("; ")[0] for message in read(*rows, waits=waits)[1]]


def test_a_full_row():
    row = RATED | {
        "federation": "ita",
        "sex": "F",
        "birth_year": "1980",
        "k": "20",
        "games": "312",
        "peak": "1999",
        "last_counted": "2025-12",
        "malus": "100",
    }
    assert read(row) == (
        (
            CarriedRow(
                2,
                Person("101", "Rossi, Anna", birth_year=1980, sex="w", federation="ITA"),
                rating=1850,
                k=20,
                games=312,
                peak=1999,
                last_counted=202512,
                malus=100,
            ),
        ),
        [],
    )


@pytest.mark.parametrize(
    "empty",
    [
        {},
        dict.fromkeys(("federation", "sex", "birth_year", "k", "games", "peak"), ""),
        {"federation": "---", "sex": "-", "birth_year": "0000", "k": "0", "peak": "0000"},
        {"last_counted": "", "pool_games": ""},
        {"last_counted": "000000"},
    ],
)
def test_what_is_empty_is_unknown_none_or_the_rating(empty):
    person = Person("101", "Rossi, Anna")
    assert read(RATED | empty) == ((CarriedRow(2, person, rating=1850, peak=1850),), [])


def test_a_newcomers_row():
    rows, problems = read(NEWCOMER, NEWCOMER | {"pool_ended": "2025-12", "rating": "0"})
    assert problems == []
    assert rows[0] == CarriedRow(
        2,
        Person("102", "Bianchi, Bruno"),
        newcomer=True,
        pool_ended=202511,
        pool_games=3,
        pool_rating_sum=5400,
        pool_half_points=3,
    )
    assert [row.pool_ended for row in rows] == [202511, 202512]


def test_a_player_off_the_list_keeps_his_history():
    rows, problems = read(RATED | {"rating": "", "peak": "2410", "games": "200"})
    assert problems == []
    assert (rows[0].rating, rows[0].peak, rows[0].games, rows[0].newcomer) == (0, 2410, 200, False)


@pytest.mark.parametrize(
    ("points", "halves"), [("0", 0), ("0.5", 1), ("1,5", 3), ("2½", 5), ("3.0", 6), ("3", 6)]
)
def test_points_are_read_in_halves(points, halves):
    assert read(NEWCOMER | {"pool_points": points})[0][0].pool_half_points == halves


@pytest.mark.parametrize("month", ["2025-12", "2026-02", "2025-12-31", "1900-01"])
def test_the_last_counted_event_is_a_month_or_a_day(month):
    counted = read(RATED | {"last_counted": month})[0][0].last_counted
    assert f"{counted // 100}-{counted % 100:02d}" == month[:7]


@pytest.mark.parametrize(
    ("column", "text", "expected"),
    [
        ("number", "", "the player’s number of fide"),
        ("number", "AB1", "the player’s number of fide"),
        ("rating", "1850.5", "a whole number from 0 to 9999"),
        ("rating", "10000", "a whole number from 0 to 9999"),
        ("rating", "-1", "a whole number from 0 to 9999"),
        ("rating", "", "a rating, or a newcomer’s pool_ended and so on"),
        ("rating", "0", "a rating, or a newcomer’s pool_ended and so on"),
        ("k", "100", "a whole number from 0 to 99"),
        ("games", "10000", "a whole number from 0 to 9999"),
        ("games", "many", "a whole number from 0 to 9999"),
        ("peak", "1849", "at least the rating, 1850"),
        ("birth_year", "1899", "a whole number from 1900 to 2100"),
        ("birth_year", "2101", "a whole number from 1900 to 2100"),
        ("birth_year", "80", "a whole number from 1900 to 2100"),
        ("sex", "x", "m, w or nothing"),
        ("federation", "IT", "three letters, or nothing"),
        ("last_counted", "2026-03", "a month YYYY-MM, not after 2026-02"),
        ("last_counted", "2025-13", "a month YYYY-MM, not after 2026-02"),
        ("last_counted", "12/2025", "a month YYYY-MM, not after 2026-02"),
    ],
)
def test_what_a_rated_players_cell_cannot_hold(column, text, expected):
    found = f'"{text}"' if text else "nothing"
    assert refused(RATED | {column: text}) == [
        f"line 2, {column}: found {found}, expected {expected}"
    ]


@pytest.mark.parametrize(
    ("column", "text", "expected"),
    [
        ("pool_ended", "", "a month YYYY-MM, not after 2026-02"),
        ("pool_ended", "2026-03", "a month YYYY-MM, not after 2026-02"),
        ("pool_games", "", "a whole number from 1 to 9999"),
        ("pool_games", "0", "a whole number from 1 to 9999"),
        ("pool_rating_sum", "0", "a whole number from 1 to 99999999"),
        ("pool_rating_sum", "100000000", "a whole number from 1 to 99999999"),
        ("pool_points", "", "points like 1.5"),
        ("pool_points", "1.25", "points like 1.5"),
        ("pool_points", "3.5", "at most one a game, 3"),
        ("rating", "1500", "nothing in a row with a newcomer’s pool_… columns"),
        ("k", "40", "nothing in a row with a newcomer’s pool_… columns"),
        ("last_counted", "2025-11", "nothing in a row with a newcomer’s pool_… columns"),
    ],
)
def test_what_a_newcomers_cell_cannot_hold(column, text, expected):
    found = f'"{text}"' if text else "nothing"
    assert refused(NEWCOMER | {column: text}) == [
        f"line 2, {column}: found {found}, expected {expected}"
    ]


def test_where_nobody_waits_for_a_first_rating_a_newcomer_has_no_row():
    nothing = "nothing: in this pool nobody waits for a first rating"
    told = refused(RATED | {"pool_games": "3"}, waits=False)
    assert told == [f'line 2, pool_games: found "3", expected {nothing}']
    told = refused(RATED | {"rating": ""}, waits=False)
    assert told == ["line 2, rating: found nothing, expected a rating"]


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (RATED, "one rating (line 2 has it)"),
        (RATED | {"number": "0101"}, "one rating (line 2 has it)"),
        (NEWCOMER | {"number": "101"}, "no rating beside a pool (line 2)"),
    ],
)
def test_a_player_has_one_rating_and_no_pool_beside_it(second, expected):
    assert refused(RATED, second) == [f'line 3, number: found "101", expected {expected}']


def test_a_newcomer_has_one_row_a_month():
    assert refused(NEWCOMER, NEWCOMER) == [
        'line 3, number: found "102", expected one pool of 202511 (line 2 has it)'
    ]


def test_all_problems_of_all_rows_are_told_at_once():
    first = RATED | {"number": "x", "rating": "y", "k": "z", "sex": "q"}
    assert [message.split(": found")[0] for message in refused(first, NEWCOMER, first)] == [
        f"line {line}, {column}" for line in (2, 4) for column in ("number", "sex", "rating", "k")
    ]


def test_a_header_alone_is_no_carry_over():
    problems = Problems()
    assert read_carried(b"number,name,rating\n", CarryOptions(ON, "a list"), problems) == ()
    assert [str(problem.expected) for problem in problems.all()] == ["rows of players"]


def test_numbers_of_draughts_may_have_letters():
    assert read(RATED | {"number": "ab12"}, scheme="fid")[0][0].number == "AB12"
