"""Replay of a pool: the ratings, the law, the order, and the lists used."""

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from projections.list_document import read
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.state.closed_list import Horizon
from projections.state.law import LawChanged
from projections.state.pool import CarriedOver
from tests.oracles import random_worlds
from tests.oracles.world import Adjustment, Carried, Player, World
from tests.support.worlds import (
    FIDE,
    ON,
    PAIR,
    RUBELE,
    Stage,
    closings,
    digests,
    federation,
    games,
    rated,
    ratings,
    rows,
    stage,
    tournament,
    won,
)

# ----------------------------------------------------------------------------- ratings in force


def test_article_7_1_1_differences_by_the_list_of_the_start_base_and_k_by_the_list_before():
    """B began under the carried-over 2000 and is booked on October: D −100, base 2010."""
    world = federation(
        [*PAIR, rated(3, 2100)],
        [
            won("A", "2025-07-01", "2025-07-10"),
            tournament("B", "2025-07-31", "2025-09-05", games(1, "3 1")),
        ],
    )
    assert ratings(closings(world, FIDE), 1) == [2010, 2010, 2023, 2023]


@pytest.mark.parametrize(
    ("start", "points"), [("2025-07-31", 10), ("2025-08-01", 15), ("2025-08-02", 15)]
)
def test_article_7_1_1_a_list_is_in_force_from_its_day(start, points):
    """On the list of August 2 has 2200 by decision: 1 expects .24 against 2 from 1 August on."""
    world = federation(
        PAIR, [won("A", start, "2025-08-05")], adjustments=[Adjustment(2, 2000, 2200, 0)]
    )
    assert ratings(closings(world, FIDE), 1)[:2] == [2000, 2000 + points]


def test_article_8_2_4_rated_since_the_tournament_began():
    """Ricca's case, corrected: unrated at the start, 1671 on the list before: 1653; the opponents
    get nothing."""
    strengths = (1960, 1400, 1800, 1280, 2144, 1998)
    opponents = [rated(player, rating) for player, rating in enumerate(strengths, 2)]
    world = federation(
        opponents,
        [tournament("A", "2025-07-15", "2025-08-05", games(1, "2 0 3 1 4 0 5 1 6 0 7 0"))],
        newcomers=[1],
        adjustments=[Adjustment(1, None, 1671, 0)],
    )
    done = closings(world, FIDE)
    assert ratings(done, 1)[:2] == [1671, 1653]
    assert rows(done[1])[1]["period_games"] == 6
    assert ratings(done, 2) == [1960] * 4


def test_article_8_2_4_turned_round_unlisted_since_the_tournament_began():
    """1 drops below the floor while B goes on: the games enter the new pool, and the opponent
    still books against the 1400 of the start.
    """
    world = federation(
        [rated(1, 1400), rated(2, 1400), *(rated(player, 1500) for player in range(3, 8))],
        [
            tournament("A", "2025-07-01", "2025-07-10", games(1, "2 0 2 0")),
            tournament("B", "2025-07-25", "2025-08-05", games(1, "3 1 4 1 5 1 6 1 7 1")),
        ],
    )
    done = closings(world, FIDE)
    assert ratings(done, 1) == [None, 1895, 1895, 1895]  # (7500 + 3600) / 7, p .86: +309
    assert ratings(done, 3)[1] == 1500 - 13  # D +100, lost: −.64 × 20
    assert rows(done[1])[1] == {"rating": 1895, "k": 40, "period_games": 5, "inactive": 0}


# --------------------------------------------------------------------- lists that concern everybody


@pytest.mark.parametrize(
    ("born", "k"),
    [(2006, [20, 20, 20]), (2007, [40, 20, 20]), (2008, [40, 40, 40]), (None, [20, 20, 20])],
)
def test_article_8_3_3_k_of_juniors_falls_in_january_without_a_game(born, k):
    periods = ("2025-12", "2026-01", "2026-02")
    world = federation([rated(1, 2000)], born={1: born}, periods=periods)
    assert [rows(closing)[1]["k"] for closing in closings(world, FIDE)] == k


def test_lift_of_march_2024_comes_to_everybody_once_and_before_the_floor():
    world = federation(
        [rated(1, 999), rated(2, 1000), rated(3, 1950), rated(4, 2000)],
        periods=("2024-03", "2024-04"),
        on=date(2024, 2, 1),
    )
    done = closings(world, FIDE)
    assert [ratings(done, player) for player in (1, 2, 3, 4)] == [
        [None, None],  # 999 + 400.4 is 1399
        [1400, 1400],
        [1970, 1970],
        [2000, 2000],
    ]


def test_lift_comes_after_the_change_of_the_period():
    """Outside the rulebook nothing is booked on that list, so a decision stands for the change:
    1500 + 10, then two fifths of 490.
    """
    world = federation(
        [rated(1, 1500)],
        periods=("2024-03",),
        on=date(2024, 2, 1),
        adjustments=[Adjustment(1, 1500, 1510, 0)],
    )
    assert ratings(closings(world, FIDE), 1) == [1510 + 196]


# ----------------------------------------------------------------------------- outside the rulebook


def test_article_0_1_before_the_first_edition_nothing_is_rated():
    """Begun on 29 February 2024: 1 and 2 change by the lift alone (2000: not at all)."""
    for start, rating in [("2024-02-29", 2000), ("2024-03-01", 2010)]:
        world = federation(
            PAIR, [won("A", start, "2024-03-05")], periods=("2024-04",), on=date(2024, 2, 1)
        )
        (only,) = closings(world, FIDE)
        assert ratings([only], 1) == [rating]
        assert rows(only)[1]["period_games"] == (rating == 2010)


def test_before_histories_begin_nothing_is_rated():
    """The day before the ratings were carried over, the day itself, the day after."""
    for start, rating in [("2025-06-30", 2000), ("2025-07-01", 2010), ("2025-07-02", 2010)]:
        done = closings(federation(PAIR, [won("A", start, "2025-07-05")]), FIDE)
        assert ratings(done, 1) == [rating] * 4


def test_what_is_outside_is_taken_once_and_leaves_no_trace():
    """The list books the tournament once, and the digest is that without."""
    outside = won("A", "2025-06-30", "2025-07-05")
    with_it, without = (closings(federation(PAIR, some), FIDE) for some in ([outside], []))
    assert [row.booked.reports for row in with_it[1:]] == [()] * 3
    (taken,) = with_it[0].booked.reports
    assert with_it[0].booked.edition_of(taken) is None
    assert digests(with_it) == digests(without)


def test_a_list_before_the_first_edition_is_refused():
    on_stage = stage(federation(PAIR, on=date(2023, 1, 1)), FIDE)
    with pytest.raises(OutsideRulebook, match="coverage begins on 2024-03-01"):
        on_stage.close("2024-02")


def test_without_an_adopted_edition_there_is_no_list():
    on_stage = stage(federation(PAIR), FIDE)
    on_stage.replay.facts.adopted.clear()
    with pytest.raises(OutsideRulebook, match="adopt one \\(adopt-edition"):
        on_stage.close("2025-08")


# ----------------------------------------------------------------------- below the floor, and back


def test_article_7_2_1_below_the_floor_and_back_by_play():
    """Twice lost at 1400: unlisted. Five games later a first rating, like anybody's; no earlier
    game counts.
    """
    world = federation(
        [rated(1, 1400), rated(2, 1400), *(rated(player, 1500) for player in range(3, 8))],
        [
            tournament("A", "2025-07-01", "2025-07-10", games(1, "2 0 2 0")),
            tournament("B", "2025-08-10", "2025-08-15", games(1, "3 1 4 =")),
            tournament("C", "2025-09-10", "2025-09-15", games(1, "5 1 6 1 7 1")),
        ],
    )
    done = closings(world, FIDE)
    # (7500 + 3600) / 7 = 1585.71; p 5.5/7 = .79: +230
    assert ratings(done, 1) == [None, None, 1816, 1816]
    assert rows(done[2])[1] == {"rating": 1816, "k": 40, "period_games": 3, "inactive": 0}


def test_article_7_1_4_carried_over_results_wait_too():
    """Two games from before the ledger and three inside make five."""
    on_stage = stage(
        federation([rated(player, 1800) for player in range(2, 7)], newcomers=[1]), FIDE
    )
    carried = on_stage.replay.facts.carried[0]
    waiting = {
        "player": "00000001",
        "ended": "202505",
        "games": "0002",
        "rating_sum": "00003600",
        "half_points": "0003",
    }
    of_rated, _ = msgspec.msgpack.decode(carried.rows)
    on_stage.replay.facts.carried[0] = CarriedOver.of(carried.on, of_rated, waiting)
    on_stage.submit(tournament("A", "2025-07-01", "2025-07-05", games(1, "2 1 3 0 4 0")))
    first = on_stage.close("2025-08")
    assert rows(first)[1] == {"rating": 1800, "k": 40, "period_games": 3, "inactive": 0}


# ------------------------------------------------------------------------ the order of recording


def shuffled(world: World, random: Random) -> World:
    """The same world, with facts recorded in another order between the same closings."""
    return replace(
        world,
        tournaments=tuple(random.sample(world.tournaments, len(world.tournaments))),
        adjustments=tuple(random.sample(world.adjustments, len(world.adjustments))),
    )


@settings(max_examples=15)
@given(st.integers(0, 9), st.randoms(use_true_random=False))
def test_the_order_of_recording_between_closings_moves_no_fide_list(seed, random):
    world = random_worlds.fide_world(seed, periods=4)
    assert digests(closings(shuffled(world, random), FIDE)) == digests(closings(world, FIDE))


@settings(max_examples=15)
@given(st.integers(0, 9), st.randoms(use_true_random=False))
def test_the_order_of_recording_between_closings_moves_no_rubele_list(seed, random):
    world = random_worlds.rubele_world(seed)
    days = random_worlds.rubele_list_days(world)
    expected = digests(closings(world, RUBELE, days))
    assert digests(closings(shuffled(world, random), RUBELE, days)) == expected


def test_the_order_of_recording_across_a_closing_does_matter():
    early, late = (won("A", "2025-07-10", "2025-07-20", recorded=at) for at in (0, 1))
    assert digests(closings(federation(PAIR, [early]), FIDE)) != digests(
        closings(federation(PAIR, [late]), FIDE)
    )


# -------------------------------------------------------------------------------------------- forks


def half_played(world: World) -> Stage:
    """A stage on which two lists are closed and everything else is recorded."""
    on_stage = stage(world, FIDE)
    for played in world.tournaments:
        on_stage.submit(played)
    for period in world.periods[:2]:
        on_stage.close(period)
    return on_stage


def state_of(on_stage: Stage) -> tuple[Any, ...]:
    """Return everything replay carries from list to list, for comparisons."""
    standings = on_stage.replay.begun()
    return (
        {name: values.tolist() for name, values in standings.state.items()},
        list(standings.since),
        {number: values.tolist() for number, values in standings.ratings.items()},
        standings.waiting.player.tolist(),
        len(list(standings.moved)),
        standings.booked_to,
        [report.position for report in on_stage.replay.facts.waiting()],
        len(on_stage.replay.facts.closed),
    )


def test_a_fork_moves_on_and_leaves_the_original_where_it_was():
    world = random_worlds.fide_world(3, adjustments=0)
    on_stage = half_played(world)
    before = state_of(on_stage)
    forked = on_stage.replay.fork()
    due = forked.law.rulebook.calendar.due(world.periods[2], {})
    tried = forked.close(due, Horizon.at(on_stage.position))
    assert state_of(on_stage) == before
    done = on_stage.close(world.periods[2], on_stage.position)
    assert done.document.digest == tried.document.digest


def test_a_fork_of_a_chain_leaves_the_original_where_it_was():
    world = random_worlds.rubele_world(3)
    days = random_worlds.rubele_list_days(world)
    on_stage = stage(world, RUBELE, days)
    for played in world.tournaments:
        on_stage.submit(played)
    before = state_of(on_stage)
    forked = on_stage.replay.fork()
    due = forked.law.rulebook.calendar.due(days[0][0], on_stage.announced)
    forked.close(due, Horizon.at(on_stage.position))
    assert state_of(on_stage) == before


def moves_of(on_stage: Stage) -> list[tuple[Any, ...]]:
    """Return the moves of each event of a chain, for comparisons."""
    return [
        (move.booked, move.player.tolist(), move.points.tolist(), move.entered.tolist())
        for move in on_stage.replay.begun().moved
    ]


def test_tournaments_of_a_wave_are_told_apart_whenever_somebody_asks():
    """After every list or only after the last, in a fork too: the same, in the order of booking."""
    world = random_worlds.rubele_world(3)
    days = random_worlds.rubele_list_days(world)
    asked, silent = stage(world, RUBELE, days), stage(world, RUBELE, days)
    for on_stage in (asked, silent):
        for played in world.tournaments:
            on_stage.submit(played)
    before: list[tuple[Any, ...]] = []
    for period, _ in days:
        asked.close(period)
        silent.close(period)
        moved = moves_of(asked)
        assert moved[: len(before)] == before
        before = moved
    asked.replay = asked.replay.fork()
    assert moves_of(asked) == moves_of(silent) == before
    booked = {place for (_, _, place), *_ in before}
    assert len(booked) == len(before) > len(days)


# ---------------------------------------------------------------------------------------------- law


def test_a_number_other_than_the_one_adopted_stops_the_list():
    on_stage = stage(federation(PAIR), FIDE)
    adopted = on_stage.replay.facts.adopted
    adopted[0] = replace_digest(adopted[0], "0" * 64)
    with pytest.raises(LawChanged, match="adopted were 000"):
        on_stage.close("2025-08")


def test_a_number_of_the_edition_of_a_tournament_stops_the_list_too():
    """The list is of October 2025, the tournament began in September: both are looked at."""
    on_stage = stage(federation(PAIR), FIDE)
    adopted = on_stage.replay.facts.adopted
    on_stage.submit(won("A", "2025-09-30", "2025-10-02"))
    on_stage.close("2025-10", through=0)
    adopted[0] = replace_digest(adopted[0], "0" * 64)
    with pytest.raises(LawChanged, match="fide-standard 2024-03-01"):
        on_stage.close("2025-11")


def replace_digest(adoption, digest: str):
    return type(adoption)(adoption.in_force_from, adoption.edition, digest)


def test_a_list_says_the_numbers_of_every_edition_it_used():
    """Of the list, and of each tournament: October books one of September under the older text."""
    on_stage = stage(federation(PAIR), FIDE)
    first = on_stage.close("2025-10")
    on_stage.submit(won("A", "2025-09-30", "2025-10-02"))
    second = on_stage.close("2025-11")
    assert list(first.numbers_digests) == ["2025-10-01"]
    assert list(second.numbers_digests) == ["2024-03-01", "2025-10-01"]


def test_law_is_taken_from_what_was_adopted_not_from_what_the_program_knows():
    """Without the adoption of the amendment, 2650 is capped in October 2025 as before."""
    on_stage = stage(federation([rated(1, 2650), rated(2, 2150)]), FIDE)
    del on_stage.replay.facts.adopted[1]
    on_stage.submit(won("A", "2025-10-02", "2025-10-03"))
    assert rows(on_stage.close("2025-11"))[1]["rating"] == 2651


def test_a_layout_this_program_does_not_write_is_refused():
    on_stage = stage(federation(PAIR), FIDE)
    due = on_stage.replay.law.rulebook.calendar.due("2025-08", {})
    with pytest.raises(ValueError, match=r"'fide-list\.0' is not one this program writes"):
        on_stage.replay.close(due, Horizon.at(0), "fide-list.0")


# ---------------------------------------------------------------------------------------- old lists


YEARS = tuple(f"{2025 + at // 12}-{at % 12 + 1:02d}" for at in range(7, 37))
"""Thirty lists: more than stay in memory."""


def test_old_lists_are_recalled_from_their_documents():
    """Begun in September 2025 and recorded 28 lists later: rated by the list of that September,
    with 2100 for 3 (D −90, +12), not by a later list with 2300 (+17).
    """
    on_stage = stage(federation([*PAIR, rated(3, 2100)]), FIDE)
    recalled = []

    def recall(number: int) -> NDArray[np.int16]:
        recalled.append(number)
        found = np.zeros(4, dtype=np.int16)
        sealed = read(on_stage.closings[number - 1].document.data)
        found[sealed.values["player"]] = sealed.values["rating"]
        return found

    on_stage.replay.begun().recall = recall
    on_stage.submit(won("A", "2025-07-05", "2025-07-10"))
    for period in YEARS[:28]:
        if period == "2025-10":
            on_stage.adjust(3, 2100, 2300)
        on_stage.close(period)
    assert recalled == []
    on_stage.submit(tournament("LATE", "2025-09-15", "2025-09-20", games(1, "3 1")))
    last = on_stage.close(YEARS[28])
    assert recalled == [2]
    assert rows(last)[1]["rating"] == 2010 + 12


def test_the_ratings_carried_over_stay_in_memory_for_ever():
    """No document holds these ratings."""
    on_stage = stage(federation(PAIR), FIDE)
    for period in YEARS[:29]:
        on_stage.close(period)
    on_stage.submit(won("LATE", "2025-07-02", "2025-07-03"))
    assert rows(on_stage.close(YEARS[29]))[1]["rating"] == 2010


def test_a_list_no_longer_in_memory_and_without_a_document_is_an_error():
    on_stage = stage(federation(PAIR), FIDE)
    for period in YEARS[:26]:
        on_stage.close(period)
    on_stage.submit(won("LATE", "2025-08-02", "2025-08-03"))
    with pytest.raises(LookupError, match="list 1 is no longer in memory"):
        on_stage.close(YEARS[26])


# --------------------------------------------------------------------------------- new on the scene


def test_players_registered_later_find_room():
    """The register grows between two lists; on the older list the new player has no rating."""
    on_stage = stage(federation(PAIR), FIDE)
    on_stage.close("2025-08")
    on_stage.replay.birth_year = np.concatenate([on_stage.replay.birth_year, [1990, 1991]])
    on_stage.submit(tournament("A", "2025-08-02", "2025-08-03", games(4, "1 1 2 1 1 1 2 1 1 1")))
    second = on_stage.close("2025-09")
    assert rows(second)[4] == {"rating": 2200, "k": 40, "period_games": 5, "inactive": 0}
    assert rows(second)[1]["rating"] == 2000


def test_article_8_3_3_carried_over_without_k_it_is_worked_out():
    """By birth year, peak and games on the day the ratings were carried over."""
    world = World(
        (Player(1, 2010), Player(2, 1980), Player(3, 1980), Player(4, None)),
        (Carried(1, 2000), Carried(2, 2000, games=29), Carried(3, 2000, games=30, peak=2400),
         Carried(4, 2000, games=30, k=15)),
        ON, (), (), ("2025-08",),
    )  # fmt: skip
    standings = stage(world, FIDE).replay.begun()
    assert standings.state["k"].tolist() == [0, 40, 40, 10, 15]


def test_article_8_3_3_a_k_carried_over_without_games_is_no_newcomers():
    """`games_carried_with_k`: K 20, no games told: 20 on the next list too; with five told 40."""
    world = federation(
        [
            rated(1, 2000, k=20, games=0),
            rated(2, 2000, k=20, games=5),
            rated(3, 2000, k=40, games=0),
        ],
        periods=("2025-08",),
    )
    (august,) = closings(world, FIDE)
    assert [rows(august)[player]["k"] for player in (1, 2, 3)] == [20, 40, 40]
