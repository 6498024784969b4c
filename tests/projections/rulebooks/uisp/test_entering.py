"""Elo UISP, article I.5: the rating on entering, and the rating in play."""

from datetime import date
from typing import Any

import pytest

from projections.rulebooks.uisp import RULEBOOK, entering
from tests.support.edition_columns import ask, why
from tests.support.uisp_lists import EDITION

LISTS = ("fide", "italia", "fide_rapid", "rapid_italia", "fide_blitz")
STEPS = (
    entering.FIDE,
    entering.ITALIA,
    entering.FIDE_RAPID,
    entering.RAPID_ITALIA,
    entering.FIDE_BLITZ,
)


def who_enters(known: bool = True, day: str = "2025-10-05", **ratings: int) -> dict[str, Any]:
    """Make a player without a rating; absent from lists that are not named."""
    facts: dict[str, Any] = {
        "unit": [0],
        "rating_at_start": [0],
        "disputed": [True],
        "entered": [date.fromisoformat(day).toordinal()],
        "listed_entry_rating": [0],
        "decided_rating": [0],
    }
    for name in LISTS:
        facts[f"{name}_rating_at_start"] = [ratings.get(name, 0)]
        facts[f"{name}_known_at_start"] = [known]
    return facts


@pytest.mark.parametrize(
    ("ratings", "rating"),
    [
        ({"fide": 1620, "italia": 1700}, 1620),
        ({"italia": 1560, "fide_rapid": 1800}, 1560),
        ({"fide_rapid": 1410, "rapid_italia": 1500}, 1410),
        ({"rapid_italia": 1395, "fide_blitz": 1500}, 1395),
        ({"fide_blitz": 1288}, 1288),
        ({}, 1440),
    ],
)
def test_article_i_5_the_first_list_on_which_he_stands(ratings, rating):
    """U15; no step for an Italian blitz list."""
    assert ask(EDITION, "entry_rating", **who_enters(**ratings)) == [rating]
    (step,) = ask(EDITION, "entry_step", **who_enters(**ratings))
    assert step == (STEPS[LISTS.index(next(iter(ratings)))] if ratings else entering.FIXED)


@pytest.mark.parametrize("day", ["2017-09-01", "2018-08-31", "2018-09-01", "2026-01-01"])
def test_article_i_5_reading_entry_points_1440_in_every_season(day):
    """Reading of `entry_rating`, `entry_points`: in 2017/18 too; 1250 ordered boards then."""
    assert ask(EDITION, "entry_rating", **who_enters(day=day)) == [1440]


@pytest.mark.parametrize("first_unknown", range(5))
def test_article_i_5_a_list_that_is_not_recorded_needs_a_decision(first_unknown):
    """Reading of `entry_step`, `list_not_at_hand`: unless an earlier list has a rating."""
    facts = who_enters(fide_blitz=1300)
    facts[f"{LISTS[first_unknown]}_known_at_start"] = [False]
    facts["fide_blitz_rating_at_start"] = [0 if first_unknown == 4 else 1300]
    assert ask(EDITION, "entry_rating", **facts) == [0]
    (clause,) = why(EDITION, "entry_step", **facts)
    assert clause.partition("\n")[0].endswith("of their first tournament: needs a decision")
    if first_unknown:
        before = {**facts, f"{LISTS[first_unknown - 1]}_rating_at_start": [1500]}
        assert ask(EDITION, "entry_rating", **before) == [1500]
    assert ask(EDITION, "entry_rating", **facts | {"decided_rating": [1480]}) == [1480]


def test_article_i_5_which_lists_are_in_force():
    """Reading `lists_in_force`: FIDE's for a month; of the Italian lists nobody knows how long."""
    assert [
        (external.body, external.column, external.months)
        for external in RULEBOOK.external_lists.consulted
    ] == [
        ("fide", "standard", 1),
        ("fsi", "standard", 0),
        ("fide", "rapid", 1),
        ("fsi", "rapid", 0),
        ("fide", "blitz", 1),
    ]
    assert tuple(external.word for external in RULEBOOK.external_lists.consulted) == LISTS


def test_article_i_5_a_list_with_no_rating_of_his_is_passed_over():
    """Reading `A9`: 0 on FIDE's list, so the Italian rating."""
    assert ask(EDITION, "entry_rating", **who_enters(fide=0, italia=999)) == [999]


def test_article_i_5_given_once_and_kept():
    """Reading `A7`: 1560 was given; by now FIDE lists the player with 1700, and a decision
    says 1480.
    """
    facts = who_enters(fide=1700) | {"listed_entry_rating": [1560], "decided_rating": [1480]}
    assert ask(EDITION, "entry_rating", **facts) == [1560]
    assert why(EDITION, "entry_step", **facts) == [
        "I.5: given with the player's first tournament, and kept"
    ]


@pytest.mark.parametrize(
    ("results", "excluded", "refused", "counts"),
    [
        ("1", False, False, True),
        ("=", False, False, True),
        ("+", False, False, False),
        ("1", True, False, False),
        ("1", False, True, False),
    ],
)
def test_article_i_5_reading_disputed_a_game_of_his_was_played(results, excluded, refused, counts):
    """Reading `disputed`: no forfeit, no game excluded, no game of a tournament not received."""
    code = [ord(results)]
    facts = {
        "result": code,
        "opponent_result": code,
        "game_excluded": [excluded],
        "refused": [refused],
        "cancelled": [False],
        "tournament": [0],
        "entry": [0],
        "entries": 1,
    }
    assert ask(EDITION, "disputed", **facts) == [counts]


def test_article_i_5_reading_disputed_of_a_tournament_that_is_none_of_his_nothing_is_asked():
    """Reading `disputed`: also where somebody decided; the decision holds for the next
    tournament.
    """
    facts = who_enters(fide=1700) | {"disputed": [False], "entered": [0], "decided_rating": [1480]}
    assert ask(EDITION, "entry_rating", **facts) == [0]
    assert ask(EDITION, "entry_step", **facts) == [entering.NOT_DISPUTED]


def test_article_i_5_reading_asked_later_the_day_stays_until_somebody_tells():
    """Reading of `entry_day_kept`, `asked_later`: the day of the first tournament; once
    told, kept.
    """
    facts = {"unit": [0], "units": 1, "leaves": [False]}
    for had, kept, entered, day in ((0, 0, 0, 0), (0, 0, 700, 700), (0, 700, 0, 700)):
        said = {"listed_entry_rating": [had], "listed_entry_day": [kept], "entry_day": [entered]}
        assert ask(EDITION, "entry_day_kept", **facts, **said) == [day]
    told = {"listed_entry_rating": [1500], "listed_entry_day": [700], "entry_day": [800]}
    assert ask(EDITION, "entry_day_kept", **facts, **told) == [700]
    left = facts | {"leaves": [True]}
    assert ask(EDITION, "entry_day_kept", **left, **told) == [0]


@pytest.mark.parametrize(
    ("had", "entries", "left", "kept"),
    [
        (0, [0, 1560, 1560], False, 1560),
        (1500, [1500], False, 1500),
        (1500, [1500], True, 0),
        (0, [0], False, 0),
    ],
)
def test_article_i_5_what_is_kept_with_the_player(had, entries, left, kept):
    facts = {"unit": [0] * len(entries), "units": 1, "listed_entry_rating": [had]}
    decided = {"adjusted_to": [0], "adjustment_applies": [left]}
    assert ask(EDITION, "entry_rating_kept", entry_rating=entries, **facts, **decided) == [kept]


def test_article_i_5_the_step_and_the_day_are_kept_with_it():
    facts = {"unit": [0, 0], "units": 1, "leaves": [False], "entry_rating": [0, 1560]}
    before = {"listed_entry_rating": [0], "listed_entry_step": [0], "listed_entry_day": [0]}
    step = {"entry_step": [entering.RATED, entering.ITALIA]}
    assert ask(EDITION, "entry_step_kept", **facts, **before, **step) == [entering.ITALIA]
    assert ask(EDITION, "entry_day_kept", entered=[0, 739_000], **facts, **before) == [739_000]


def test_article_i_3_and_i_4_the_list_in_force_when_it_began_holds_whenever_it_came():
    """Reading `A4`, `A5`: 1500 then, though 1600 is listed by now."""
    facts = {"unit": [0, 0], "listed_rating": [1600], "entry_rating": [0, 0]}
    found = {"rating_at_start": [1500, 1600], **facts}
    assert ask(EDITION, "rating_used", **found) == [1500, 1600]
    assert (
        why(EDITION, "rating_used", **found)
        == ["I.3, I.4: the rating on the list in force when the tournament began"] * 2
    )


def test_article_i_4_who_stands_on_a_list_not_in_force_keeps_his_entry_rating():
    """Reading of `rating_used`, `rated_since`: the player was listed with 1600 since."""
    facts = {"unit": [0, 1], "rating_at_start": [0, 0], "entry_rating": [1440, 1440]}
    assert ask(EDITION, "rating_used", listed_rating=[1600, 0], **facts) == [1440, 1440]
    assert why(EDITION, "rating_used", listed_rating=[1600, 0], **facts) == [
        "I.4, I.5: the player's list was not in force when the tournament began: the entry rating",
        "I.5: no rating when the tournament began: the entry rating",
    ]
