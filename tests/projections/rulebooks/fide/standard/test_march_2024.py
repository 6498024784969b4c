"""The list of March 2024: the first list of the text, with the lift of low ratings."""

from datetime import date

import pytest

from projections.rating import rate
from projections.state.pool import Parameter
from tests.oracles.world import World
from tests.support.worlds import (
    FIDE,
    closings,
    federation,
    games,
    rated,
    ratings,
    stage,
    tournament,
)

EQUALS = [rated(number, 2000) for number in range(30, 34)]
OTHERS = tuple(games(30, "31 = 32 = 33 ="))


def test_article_8_2_an_event_of_march_brings_the_rules_of_march():
    """`first_rating_across_changes`: three games of February, three of March: two invented."""
    people = [*EQUALS, *(rated(number, 1600) for number in range(2, 8))]
    events = [
        tournament("F", "2024-02-01", "2024-02-20", [*games(1, "2 1 3 1 4 0"), *OTHERS]),
        tournament("M", "2024-03-02", "2024-03-20", [*games(1, "5 1 6 = 7 0"), *OTHERS]),
    ]
    world = federation(
        people, events, newcomers=[1], periods=("2024-03", "2024-04"), on=date(2024, 1, 1)
    )
    (march, april) = closings(world, FIDE, since="2022-01-01")
    assert ratings([march], 1) == [None]
    unit = rate(april.outcomes[0].step).unit
    assert unit["pooled_rating_sum"][0] == 3 * 1600 + 3 * 1760  # each as on the list of its start
    assert unit["averaged_opponents"][0] == 8
    # Ra 13680 / 8 = 1710, 4.5 of 8 is .56 with a half up, dp 43
    assert ratings([april], 1) == [1753]


LIFTED = [(1600, 1760), (1990, 1994), (1000, 1400), (2000, 2000), (2010, 2010)]


@pytest.mark.parametrize(("own", "march"), LIFTED)
def test_council_decision_of_15_december_2023_lifts_who_did_not_play(own, march):
    """Two fifths of the distance to 2000."""
    world = federation([rated(1, own)], periods=("2024-02", "2024-03"), on=date(2024, 1, 1))
    done = closings(world, FIDE, since="2022-01-01")
    assert ratings(done, 1) == [own, march]


@pytest.mark.parametrize(("result", "march"), [("1", 1766), ("=", 1760), ("0", 1754)])
def test_council_decision_of_15_december_2023_after_the_change_of_the_period(result, march):
    """1600 with K 20: 1610 -> 1766, 1600 -> 1760, 1590 -> 1754; the lift before the change would
    give 1770, 1750.
    """
    people = [*EQUALS, rated(1, 1600), rated(2, 1600)]
    events = [tournament("T", "2024-02-01", "2024-02-20", [*games(1, f"2 {result}"), *OTHERS])]
    world = federation(people, events, periods=("2024-02", "2024-03"), on=date(2024, 1, 1))
    assert ratings(closings(world, FIDE, since="2022-01-01"), 1) == [1600, march]


def test_council_decision_of_15_december_2023_saves_nobody_below_1000():
    """990 would be 1394 after the lift: below the floor of March 2024."""
    people = [*EQUALS, rated(1, 1000), rated(2, 1000)]
    events = [tournament("T", "2024-02-01", "2024-02-20", [*games(1, "2 0"), *OTHERS])]
    world = federation(people, events, periods=("2024-02", "2024-03"), on=date(2024, 1, 1))
    assert ratings(closings(world, FIDE, since="2022-01-01"), 1) == [1000, None]


MET = games(1, "2 1 3 1 4 1 5 0 6 0")
"""Three points of five against 1600: 1620 by the rules before March 2024, 1707 by those since."""


@pytest.mark.parametrize(
    ("days", "listed"),
    [
        (("2024-02-01", "2024-02-20"), [None, 1772, 1772]),  # 1620 and two fifths of 380
        (("2024-02-25", "2024-03-05"), [None, None, 1620]),  # begun before: by the old rules
        (("2024-03-01", "2024-03-05"), [None, None, 1821]),  # (5 x 1760 + 3600) / 7; .57, dp 50
    ],
)
def test_article_0_1_a_first_rating_goes_by_the_first_day_of_its_events(days, listed):
    """`first_rating_across_changes`; `lift_of_a_first_rating`: the list of March alone lifts."""
    assert ratings(closings(newcomer_of(*days), FIDE, since="2022-01-01"), 1) == listed


def newcomer_of(start: str, end: str) -> World:
    """A newcomer meets five of 1600 in an event of some days."""
    return federation(
        [*EQUALS, *(rated(number, 1600) for number in range(2, 8))],
        [tournament("T", start, end, [*MET, *OTHERS])],
        newcomers=[1],
        periods=("2024-02", "2024-03", "2024-04"),
        on=date(2024, 1, 1),
    )


@pytest.mark.parametrize(
    ("since", "listed"), [("2024-03-01", [None, 1707, 1707]), ("2024-03-02", [None, 1772, 1772])]
)
def test_article_0_1_the_body_may_set_the_rules_of_the_list_s_day(since, listed):
    """Set from the day of the list on, or from the day after."""
    world = newcomer_of("2024-02-01", "2024-02-20")
    on_stage = stage(world, FIDE, since="2022-01-01")
    said = Parameter(0, date.fromisoformat(since), "first_rating_by", "list", "fide-qc", "0.1")
    on_stage.replay.facts.parameters.append(said)
    on_stage.submit(world.tournaments[0])
    assert ratings([on_stage.close(period) for period in world.periods], 1) == listed
