"""A problem names in a line the place, the found and the expected value, and the remedy."""

import pytest

from ledger.errors import Refused
from ledger.intake.formats.problems import MOST_KEPT, Place, Problem, Problems, ReportRefused

FOUND = ("23", "a start number between 1 and 15", "correct the pairing")


@pytest.mark.parametrize(
    ("place", "begins"),
    [
        (Place("opponent", 14, 92, 95), "line 14, columns 92-95, opponent: found"),
        (Place("colour", 14, 97, 97), "line 14, column 97, colour: found"),
        (Place("text", 14, 30), "line 14, column 30, text: found"),
        (Place("name (012)", 14), "line 14, name (012): found"),
        (Place("file"), "file: found"),
    ],
)
def test_the_place_is_as_narrow_as_is_known(place, begins):
    problems = Problems()
    problems.refuse(place, *FOUND)
    assert str(problems.all()[0]) == (
        begins + ' "23", expected a start number between 1 and 15; correct the pairing'
    )


def test_an_empty_field_is_found_as_nothing():
    assert "name: found nothing, expected" in str(Problem("warning", Place("name"), "", "a", "b"))


def test_a_long_text_is_shortened_in_the_message_only():
    problem = Problem("warning", Place("name"), "x" * 100, "less", "shorten it")
    assert f'"{"x" * 59}…"' in str(problem)
    assert problem.found == "x" * 100


def test_problems_stand_in_the_order_of_the_file():
    problems = Problems()
    problems.warn(Place("b", 2, 5), *FOUND)
    problems.refuse(Place("c", 2, 9), *FOUND)
    problems.refuse(Place("a", 1), *FOUND)
    assert [problem.field for problem in problems.all()] == ["a", "b", "c"]


def test_a_warning_alone_refuses_nothing():
    problems = Problems()
    problems.warn(Place("a"), *FOUND)
    assert not problems.refused
    problems.refuse(Place("a"), *FOUND)
    assert problems.refused


def test_what_stands_on_every_line_is_told_once():
    problems = Problems()
    for line in range(1, 1_501):
        problems.warn_once(Place("sex", line), "u", "m or w", "look")
    problems.warn_once(Place("sex", 7), "x", "m or w", "look")
    assert [str(problem) for problem in problems.all()] == [
        'line 1, sex: found "u" (and 1499 more like it), expected m or w; look',
        'line 7, sex: found "x", expected m or w; look',
    ]


@pytest.mark.parametrize("count", [MOST_KEPT - 1, MOST_KEPT, MOST_KEPT + 1])
def test_problems_beyond_a_thousand_are_counted(count):
    problems = Problems()
    for line in range(1, count + 1):
        problems.refuse(Place("text", line), *FOUND)
    listed = problems.all()
    assert len(listed) == count
    more = 'file: found "1001 problems", expected at most 1,000; '
    assert str(listed[0]).startswith(more) == (count > MOST_KEPT)


def test_a_thousand_warnings_do_not_hide_a_refusal():
    problems = Problems()
    for line in range(2 * MOST_KEPT):
        problems.warn(Place("text", line), *FOUND)
    problems.refuse(Place("text", 2 * MOST_KEPT), *FOUND)
    assert problems.refused
    assert problems.all()[-1].severity == "refused"


def test_a_refused_report_carries_every_problem_and_names_those_that_refuse():
    problems = Problems()
    problems.refuse(Place("name", 1), *FOUND)
    problems.warn(Place("place", 2), *FOUND)
    refused = ReportRefused(problems.all())
    assert isinstance(refused, Refused)
    assert [problem.field for problem in refused.problems] == ["name", "place"]
    assert str(refused).split("\n") == ["report refused, problems: 1", str(problems.all()[0])]
