"""First ratings in rapid and blitz of events before 2022, on lists of their day and later."""

from dataclasses import replace
from typing import Any

import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition
from tests.support.edition_columns import ask, why

RAPID = {edition.name: edition for edition in rulebook("fide-rapid").editions}
OLDER = ("2012-01-01", "2013-07-01", "2014-07-01")


def accepted(edition: Edition, half_points: int, games: int) -> bool:
    """Whether a first event counts."""
    facts = {
        "was_accepted": [False],
        "waiting_half_points": [half_points],
        "waiting_counted_games": [games],
        "waiting_rules_month": [int(edition.name[:7].replace("-", ""))],
        "in_window": [True],
        "waiting_unit": [0],
    }
    (found,) = ask(edition, "accepted", **facts)
    return bool(found)


@pytest.mark.parametrize(
    ("name", "games"), [("2012-01-01", 3), ("2013-07-01", 3), ("2014-07-01", 1)]
)
def test_article_7_2_2_a_point_in_the_first_event(name, games):
    """Reading of `accepted` (`first_point`): half a point was enough in standard chess alone."""
    edition = RAPID[name]
    assert [accepted(edition, half_points, 3) for half_points in (1, 2, 3)] == [False, True, True]
    assert [accepted(edition, 2, count) for count in (games - 1, games)] == [False, True]
    assert accepted(RAPID["2022-01-01"], 1, 1)


@pytest.mark.parametrize(("month", "half_points"), [(202102, 2), (202201, 1)])
def test_article_7_2_2_by_the_rules_of_the_event_on_a_later_list(month, half_points):
    """Of two events on the list of January 2022 each goes by the rules of the day of the event."""
    facts = {"was_accepted": [False], "waiting_counted_games": [3], "waiting_rules_month": [month]}
    rest = {"in_window": [True], "waiting_unit": [0]}
    for made in (0, 1, 2):
        asked = {"waiting_half_points": [made], **facts, **rest}
        assert ask(RAPID["2022-01-01"], "accepted", **asked) == [made >= half_points]


def pool(half_points: int, month: int, listed: int) -> dict[str, Any]:
    """Ten games against 1800 on average, the score, the latest rules, the list."""
    return {
        "pooled_games": [10],
        "pooled_rating_sum": [18000],
        "pooled_half_points": [half_points],
        "latest_rules_month": [month],
        "list_month": listed,
        "base_rating": [0],
        "disregarded_games": [0],
    }


LISTS = {**dict.fromkeys(OLDER, 201503), "2022-01-01": 202202, "2022-10-01": 202211}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    ("half_points", "untold", "with_10"), [(8, 1728, 1728), (10, 1800, 1800), (12, 0, 1820)]
)
def test_article_7_2_4_above_one_half_only_what_the_body_set(name, half_points, untold, with_10):
    """Reading of `half_point_worth` (`points_not_told`): on and below one half the text
    tells all.
    """
    edition, facts = RAPID[name], pool(half_points, 201407, LISTS[name])
    assert ask(edition, "first_rating", **facts) == [untold]
    assert ask(_with(edition, points_each_half_point_to_2021=10), "first_rating", **facts) == [
        with_10
    ]
    (clause,) = why(edition, "first_rating", **pool(12, 201407, LISTS[name]))
    assert clause.startswith("7.2.4: a score above one half: the rules of these years do not say")


@pytest.mark.parametrize(("month", "by", "rating"), [
    (202102, "events", 0), (202102, "list", 1840), (202201, "events", 1840),
])  # fmt: skip
def test_article_7_2_4_on_a_list_of_2022(month, by, rating):
    """A single event of 2022 brings the rules of 2022, or the body, which has the day of the list
    decide.
    """
    edition = _with(RAPID["2022-01-01"], first_rating_by=by)
    assert ask(edition, "first_rating", **pool(12, month, 202202)) == [rating]


@pytest.mark.parametrize("edition", RAPID.values(), ids=RAPID)
def test_article_6_1_4_what_keeps_a_first_rating_off_the_list(edition):
    """Listed already, nothing waiting, nothing counted, too few games, the floor."""
    least, floor = edition.numbers["first_rating_games"], edition.numbers["floor"]
    facts = {
        "base_rating": [1500, 0, 0, 0, 0, 0],
        "pooled_games": [least, 0, 0, least - 1, least, least],
        "pooled_half_points": [0] * 6,
        "half_point_worth": [20] * 6,
        "disregarded_games": [0, 3, 0, 0, 0, 0],
        "entering_rating": [1500] * 4 + [floor - 1, floor],
    }
    assert ask(edition, "first_rating", **facts) == [0, 0, 0, 0, 0, floor]
    clauses = [text.partition(": ")[2] for text in why(edition, "first_rating", **facts)]
    assert clauses == [
        "on the list already, or with a standard rating",
        "no game waits: a first event with too few points or games is disregarded",
        "no game against a rated opponent waits",
        "too few games: the games wait for a first rating",
        "below the floor: not published, the games wait for a first rating",
        "published",
    ]


def _with(edition: Edition, **stated: int | str) -> Edition:
    """Return an edition with numbers set by the body."""
    there = edition.numbers["stated"]
    return edition.stating(tuple(replace(there[n], stated=v) for n, v in stated.items()))
