"""The bookings of a list, and the portions rated together: booking, corrections, waves, parts."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from projections.rating import undecided
from projections.rating.layout import Batch, lay_out
from projections.rating.parts import beforehand
from projections.rating.source import NOT_OPEN, OutsideFacts
from projections.rating.steps import waves
from projections.rulebooks import rulebook
from projections.state.pool import Adoption
from projections.state.reports import Report
from tests.oracles import random_worlds
from tests.oracles.world import Adjustment
from tests.support.worlds import (
    FIDE,
    PAIR,
    RUBELE,
    closings,
    digests,
    federation,
    games,
    rated,
    ratings,
    report,
    rows,
    stage,
    tournament,
    won,
)

# ------------------------------------------------------------------------------------------ booking


@pytest.mark.parametrize(
    ("end", "booked_on"),
    [("2025-07-28", "2025-08"), ("2025-07-29", "2025-08"), ("2025-07-30", "2025-09")],
)
def test_article_7_1_3_the_day_before_the_cut_off_on_it_and_after(end, booked_on):
    done = closings(federation(PAIR, [won("A", "2025-07-20", end)]), FIDE)
    expected = [2010 if unit.due.period >= booked_on else 2000 for unit in done]
    assert ratings(done, 1) == expected


@pytest.mark.parametrize(
    ("end", "booked_on"),
    [("2025-07-30", "2025-08"), ("2025-07-31", "2025-08"), ("2025-08-01", "2025-09")],
)
def test_article_7_1_3_official_events_to_the_last_day(end, booked_on):
    on_stage = stage(federation(PAIR), FIDE)
    on_stage.submit(won("A", "2025-07-20", end), official=True)
    done = [on_stage.close(period) for period in ("2025-08", "2025-09")]
    assert ratings(done, 1) == [2010 if booked_on == "2025-08" else 2000, 2010]


def test_article_7_1_3_recorded_after_a_closing_books_on_the_next_list():
    done = closings(federation(PAIR, [won("A", "2025-07-10", "2025-07-20", recorded=1)]), FIDE)
    assert ratings(done, 1) == [2000, 2010, 2010, 2010]
    assert [rows(closing)[1]["period_games"] for closing in done] == [0, 1, 0, 0]


def test_what_is_recorded_after_the_position_taken_waits_for_the_next_list():
    """A closing takes everything up to a position, with any events behind already."""
    on_stage = stage(federation(PAIR), FIDE)
    through = on_stage.submit(won("A", "2025-07-10", "2025-07-20"))
    on_stage.submit(won("B", "2025-07-10", "2025-07-20"))
    on_stage.adjust(2, 1990, 1995)
    first = on_stage.close("2025-08", through)
    assert [rows(first)[player]["rating"] for player in (1, 2)] == [2010, 1990]
    second = on_stage.close("2025-09")
    assert [rows(second)[player]["rating"] for player in (1, 2)] == [2020, 1985]


def test_rubele_lists_take_what_ended_by_the_announced_cut_off():
    """The day before, on the day, and the day after."""
    days = [("june", date(2025, 8, 15)), ("september", date(2025, 9, 15))]
    for shift, expected in [(-1, 2160), (0, 2160), (1, 2000)]:
        end = (date(2025, 8, 15) + timedelta(days=shift)).isoformat()
        world = federation(PAIR, [won("A", end, end)], periods=("june", "september"))
        assert ratings(closings(world, RUBELE, days), 1) == [expected, 2160]


# ------------------------------------------------------------------------------------- corrections


def test_a_correction_holds_beside_the_play_of_the_period():
    world = federation(
        PAIR, [won("A", "2025-07-01", "2025-07-10")], adjustments=[Adjustment(1, 2000, 2030, 0)]
    )
    assert ratings(closings(world, FIDE), 1)[0] == 2040


@pytest.mark.parametrize("claimed", [1999, 2001, None])
def test_a_correction_from_another_rating_lapses_for_good(claimed):
    world = federation(PAIR, adjustments=[Adjustment(1, claimed, 2030, 0)])
    assert ratings(closings(world, FIDE), 1) == [2000] * 4


def test_of_two_corrections_for_one_player_neither_holds():
    on_stage = stage(federation(PAIR), FIDE)
    on_stage.adjust(1, 2000, 2030)
    on_stage.adjust(1, 2000, 2050)
    on_stage.adjust(2, 2000, 2060)
    first = on_stage.close("2025-08")
    assert [rows(first)[player]["rating"] for player in (1, 2)] == [2000, 2060]


def test_unlisted_by_decision_and_entered_again():
    """The counter begins anew, so K is as of a newcomer."""
    world = federation(
        [rated(1, 2000)],
        adjustments=[Adjustment(1, 2000, None, 0), Adjustment(1, None, 1463, 2)],
    )
    done = closings(world, FIDE)
    assert ratings(done, 1) == [None, None, 1463, 1463]
    assert rows(done[2])[1]["k"] == 40


def test_rubele_corrections_come_before_the_events_of_a_list():
    """2000 by decision 3000: the games of the list start from 3000, at another coefficient."""
    world = federation(
        [rated(1, 2000, last_counted="2025-01"), rated(2, 3000, last_counted="2025-01")],
        [won("A", "2025-07-10", "2025-07-10")],
        adjustments=[Adjustment(1, 2000, 3000, 0)],
        periods=("one",),
    )
    assert ratings(closings(world, RUBELE, [("one", date(2025, 8, 1))]), 1) == [3100]


# --------------------------------------------------------------------------------- waves of a chain


def reports(*played) -> list[Report]:
    """Reports in the order of a chain."""
    each = [report(one, position) for position, one in enumerate(played)]
    return sorted(each, key=lambda one: one.order)


def names(found) -> list[list[str]]:
    return [[each.tournament for each in wave] for wave in found]


def test_independent_tournaments_go_in_one_wave():
    one = won("A", "2025-07-01", "2025-07-02")
    two = tournament("B", "2025-07-03", "2025-07-04", games(3, "4 1"))
    assert names(waves(reports(one, two))) == [["A", "B"]]


def test_who_plays_twice_waits_for_his_first_tournament():
    """C shares 2 with A and 3 with B; D is alone and need not wait."""
    found = waves(
        reports(
            won("A", "2025-07-01", "2025-07-02"),
            tournament("B", "2025-07-03", "2025-07-04", games(3, "4 1")),
            tournament("C", "2025-07-05", "2025-07-06", games(2, "3 1")),
            tournament("D", "2025-07-07", "2025-07-08", games(8, "9 1")),
            tournament("E", "2025-07-09", "2025-07-10", games(2, "9 1")),
        )
    )
    assert names(found) == [["A", "B", "D"], ["C"], ["E"]]


def test_chains_go_by_end_then_start_then_id():
    """All four meet the same two players, so each is a separate wave."""
    found = waves(
        reports(
            won("D", "2025-07-02", "2025-07-05"),
            won("C", "2025-07-02", "2025-07-05"),
            won("B", "2025-07-01", "2025-07-05"),
            won("A", "2025-07-03", "2025-07-06"),
        )
    )
    assert names(found) == [["B"], ["C"], ["D"], ["A"]]


# -------------------------------------------------------------------------------- parts of a step


def fields(part: Batch) -> dict[str, Any]:
    """A part as plain values."""
    values = {name: getattr(part, name) for name in Batch.__slots__}
    return {
        name: each.tolist() if isinstance(each, np.ndarray) else each
        for name, each in values.items()
        if name not in ("edition", "chosen")
    }


BOUNDS = [[0, 3], [0, 1, 3], [0, 2, 3], [0, 1, 2, 3], [0, 1, 1, 3]]
"""The first tournament of each portion of three, and one past the last."""


@pytest.mark.parametrize("bounds", BOUNDS)
def test_portions_of_a_part_are_the_parts_laid_out_by_themselves(bounds):
    three = reports(
        won("A", "2025-07-01", "2025-07-02"),
        tournament("B", "2025-07-03", "2025-07-04", games(3, "4 1 5 = 1 0")),
        tournament("C", "2025-07-05", "2025-07-06", games(2, "3 1 5 +")),
    )
    edition = rulebook(FIDE).edition("2024-03-01")
    cut = lay_out(edition, three).portions(np.array(bounds))
    assert [fields(part) for part in cut] == [
        fields(lay_out(edition, three[first:last])) for first, last in pairwise(bounds)
    ]


@pytest.mark.parametrize("bounds", BOUNDS)
def test_what_rests_on_reports_alone_is_worked_out_for_all_waves_at_once(bounds):
    three = reports(
        won("A", "2025-07-01", "2025-07-02"),
        tournament("B", "2025-07-03", "2025-07-04", games(3, "4 1 5 = 1 0")),
        tournament("C", "2025-07-05", "2025-07-06", games(2, "3 1 5 +")),
    )
    law = rulebook(RUBELE)

    def known(some: list[Report]) -> Batch:
        part = lay_out(law.editions[0], some)
        decided = np.where(part.player == 4, 2000, 0)
        nothing, nobody = np.zeros((), dtype=np.int8), np.array(b"")
        facts = {
            "decided_rating": decided,
            "other_rating_at_start": nothing,
            "other_category_at_start": nothing,
            "other_award_at_start": np.array(""),
            "federation": nobody,
            "ceased_later": np.zeros((), dtype=bool),
        }
        years = {"step_year": np.where(part.player == 4, 2024, 2025)}
        return beforehand(part, np.arange(len(part.player)), law.booked_columns, facts, years)

    whole = known(three)
    for part, (first, last) in zip(whole.portions(np.array(bounds)), pairwise(bounds), strict=True):
        found, alone = part.beforehand, known(three[first:last])
        assert found.keys() == {
            *("counts", "score_hundredths", "counted_games", "capital_ceased"),
            *("entry_day", "entry_source", "entry_capital"),
        }
        assert part.of_units.keys() == {
            *("step_year", "event_year", "years_more", "period_games", "nothing_booked"),
            *("entering_day", "entering_source", "entering_capital"),
        }
        assert lists(found) == lists(alone.beforehand)
        assert lists(part.of_units) == lists(alone.of_units)
        chosen = part.chosen.get(law.entry_reason)
        assert chosen is not None
        assert (chosen.values() == found["entry_capital"]).all()
        decided = [chosen.usual(row) is False for row in range(len(part.player))]
        assert decided == (part.player == 4).tolist()


def lists(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values.tolist() for name, values in columns.items()}


def test_who_enters_by_a_decision_that_is_missing_is_told_of_the_wave_he_enters_in():
    """8 and 9 are Dutch, with no list of the world body at hand. 9 enters with A, so not with B."""
    world = federation(
        [rated(player, 2000, last_counted="2025-01") for player in (1, 2, 3)],
        [
            tournament("A", "2025-07-01", "2025-07-02", games(1, "2 = 9 =")),
            tournament("B", "2025-07-03", "2025-07-04", games(3, "9 1")),
            tournament("C", "2025-07-05", "2025-07-06", games(3, "8 1")),
        ],
        newcomers=[8, 9],
        periods=("one",),
    )
    on_stage = stage(world, "rubele-internazionale", [("one", date(2025, 8, 1))])
    dutch = np.array([b"NED" if player in (8, 9) else b"ITA" for player in range(10)])
    outside = OutsideFacts({"other": NOT_OPEN}, federations=lambda _: dutch)
    on_stage.replay.surroundings = Mock(
        elsewhere=Mock(return_value={}), facts_at=Mock(return_value=outside)
    )
    for played in world.tournaments:
        on_stage.submit(played)
    closed = on_stage.close("one")
    assert len(closed.outcomes) == 3
    asked = [
        found for one in closed.outcomes for found in undecided.of_step(closed.booked.law, one)
    ]
    assert [found.about for found in asked] == ["A", "C"]


@pytest.mark.parametrize("seed", range(4))
def test_two_editions_of_one_text_rate_like_one(seed):
    """From June on a second edition with the same text: lists do not change, though each wave is
    now laid out by edition.
    """
    world = random_worlds.rubele_world(seed)
    days = random_worlds.rubele_list_days(world)
    expected = digests(closings(world, RUBELE, days))
    first, second = rulebook(RUBELE).editions
    law = replace(rulebook(RUBELE), editions=(first, replace(first, name="2015-06-01"), second))
    on_stage = stage(world, RUBELE, days, law)
    on_stage.replay.facts.adopted.append(Adoption(date(2015, 6, 1), "2015-06-01", first.digest))
    for index, (period, _) in enumerate(days):
        for played in world.tournaments:
            if played.recorded == index:
                on_stage.submit(played)
        on_stage.close(period)
    assert digests(on_stage.closings) == expected
    assert any(len(closing.numbers_digests) == 2 for closing in on_stage.closings)
