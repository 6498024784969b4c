"""The real computation against the slow exact calculations: whole worlds row for row, units by
thousands.

Worlds are drawn from seeds, so a failure names the seed that shows it. With LEDGER_TEST_FULL=1
forty times as many. The last part spoils our side on purpose: each spoilt thing must be noticed.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from projections.replay.closing import Closing
from projections.rulebooks import rulebook
from projections.rulebooks.elo_rubele.italian.walking import walk_denominator
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.numbers import Table
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Basis
from tests.oracles import elo_rubele, elo_rubele_years, fide_standard, random_worlds
from tests.oracles.published import published_periods, staged
from tests.support.counts import FULL
from tests.support.edition_columns import sheet
from tests.support.worlds import FIDE, RUBELE, closings, fide_rows, ratings, rows

BLOCK = 5
BLOCKS = range(0, 400 if FULL else 10, BLOCK)
"""First seeds of the blocks of worlds: pytest's workers share them out."""
UNITS = 100_000 if FULL else 2_500


def rubele_rows(lists: Sequence[elo_rubele.RatingList]) -> list[dict[int, dict[str, int]]]:
    """Return the lists of the oracle, in our columns."""
    return [
        {
            player: {"rating": row.rating, "period_games": row.games}
            for player, row in rating_list.rows.items()
        }
        for rating_list in lists
    ]


def ours(done: Sequence[Closing]) -> list[dict[int, dict[str, int]]]:
    """Return the rows of our sealed documents."""
    return [rows(closing) for closing in done]


def bonus_of(closing: Closing) -> dict[int, int]:
    """Bonus points by player on a list of draughts."""
    points: dict[int, int] = {}
    played = (outcome for outcome in closing.outcomes if "bonus" in outcome.unit.values)
    for rated in played:
        for player, bonus in zip(rated.step.players.tolist(), rated.unit["bonus"], strict=True):
            points[player] = points.get(player, 0) + int(bonus)
    return {player: bonus for player, bonus in points.items() if bonus}


# ------------------------------------------------------------------------------------ whole worlds


@pytest.mark.parametrize("discipline", elo_rubele.DISCIPLINES)
def test_rubele_worlds_of_several_years_with_late_reports(discipline):
    """Malus taken, at the minimum less than 50, given back; late tournaments before and after."""
    moved = []
    for seed in range(BLOCK):
        world = elo_rubele_years.stretched(random_worlds.rubele_world(seed))
        days = random_worlds.rubele_list_days(world)
        done = closings(world, f"rubele-{discipline}", days)
        expected = list(elo_rubele_years.replay(world, discipline, days))
        found = [{who: row["rating"] for who, row in each.items()} for each in ours(done)]
        assert found == expected, seed
        moved += [
            int(points)
            for closing in done
            for rated in closing.outcomes
            if rated.step.year_end_inputs is not None
            for points in rated.unit["moved"]
        ]
    assert {-50, 0, 50} <= set(moved)
    assert any(-50 < points < 0 for points in moved)


@pytest.mark.parametrize("first", BLOCKS)
def test_fide_worlds_row_for_row(first):
    for seed in range(first, first + BLOCK):
        world = random_worlds.fide_world(seed)
        assert ours(closings(world, FIDE)) == fide_rows(fide_standard.replay(world)), seed


@pytest.mark.parametrize("first", BLOCKS)
def test_rubele_worlds_row_for_row(first):
    for seed in range(first, first + BLOCK):
        world = random_worlds.rubele_world(seed)
        days = random_worlds.rubele_list_days(world)
        done = closings(world, RUBELE, days)
        expected = elo_rubele.replay(world, "italiana", days)
        assert ours(done) == rubele_rows(expected), seed
        assert [bonus_of(closing) for closing in done] == [
            {player: row.bonus for player, row in rating_list.rows.items() if row.bonus}
            for rating_list in expected
        ], seed


@pytest.mark.parametrize("case", published_periods())
def test_periods_as_fide_published_them(case):
    """Five whole rating periods of single players, staged with the opponents' ratings as used."""
    done = {closing.due.period: rows(closing)[1] for closing in closings(staged(case), FIDE)}
    for period, row in done.items():
        assert row["rating"] == case["published_list_ratings"][period]
    for period, k in case["published_list_k"].items():
        assert done[period]["k"] == k
    for period, games in case["published_list_games"].items():
        assert done[period]["period_games"] == games


# ------------------------------------------------------------------------------- units by thousands

RESULTS = "1=0"
POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}


@pytest.mark.parametrize("name", ["2024-03-01", "2025-10-01"])
def test_article_8_3_changes_of_random_periods(name):
    random = Random(f"changes {name}")
    own = [random.choice([random.randint(1400, 2900), 2649, 2650, 2651]) for _ in range(UNITS)]
    k = [random.choice([10, 20, 40]) for _ in own]
    games = [
        [
            (max(1, rating + random.randint(-900, 900)), random.choice(RESULTS))
            for _ in range(random.choice([1, 5, 9, 18, 36]))
        ]
        for rating in own
    ]
    entry = np.repeat(np.arange(UNITS), [len(game) for game in games])
    facts = {
        "own_rating": np.array(own)[entry],
        "opponent_rating": np.array([opponent for game in games for opponent, _ in game]),
        "counts": np.ones(len(entry), dtype=np.int8),
        "result": "".join(result for game in games for _, result in game),
        "entry": entry,
        "entries": UNITS,
        "unit": np.arange(UNITS),
        "units": UNITS,
        "listed_rating": own,
        "listed_k": k,
    }
    found = sheet(rulebook(FIDE).edition(name), ["change", "variation_hundredths"], facts)
    for at, (rating, played) in enumerate(zip(own, games, strict=True)):
        limited = fide_standard.limited_k(k[at], len(played))
        scores = [(opponent, POINTS[result]) for opponent, result in played]
        exact = fide_standard.rating_change(rating, scores, limited, name)
        assert Fraction(int(found["variation_hundredths"][at]), 100) == exact
        assert found["change"][at] == fide_standard.round_half_away(exact)


def test_article_8_2_random_first_ratings():
    random = Random("first ratings")
    opponents = [
        [random.randint(1400, 2500) for _ in range(random.choice([5, 6, 7, 11, 30]))]
        for _ in range(UNITS)
    ]
    half_points = [random.randint(0, 2 * len(met)) for met in opponents]
    facts = {
        "pooled_games": [len(met) for met in opponents],
        "pooled_rating_sum": [sum(met) for met in opponents],
        "pooled_half_points": half_points,
    }
    found = sheet(rulebook(FIDE).edition("2024-03-01"), ["computed_first_rating"], facts)
    assert found["computed_first_rating"].tolist() == [
        fide_standard.initial_rating(met, Fraction(points, 2))
        for met, points in zip(opponents, half_points, strict=True)
    ]


def test_article_8_3_3_random_k_factors():
    random = Random("k factors")
    cases = [
        (
            random.choice([random.randint(1400, 2800), 2299, 2300, 2399, 2400]),
            random.choice([0, 29, 30, 31, 500]),
            random.choice([0, random.randint(1930, 2020)]),
        )
        for _ in range(UNITS)
    ]
    peak, games, birth_year = (list(column) for column in zip(*cases, strict=True))
    for year in (2024, 2025, 2026):
        facts = {"peak": peak, "games": games, "birth_year": birth_year, "list_year": year}
        found = sheet(rulebook(FIDE).edition("2024-03-01"), ["printed_k"], facts)
        assert found["printed_k"].tolist() == [
            fide_standard.k_factor(year, born or None, best, played) for best, played, born in cases
        ]


@pytest.mark.parametrize("discipline", elo_rubele.DISCIPLINES)
def test_article_vi_10_random_walks_over_the_thresholds(discipline):
    """Also on thresholds and far over two thresholds, up and down."""
    random = Random("walks")
    capitals = [
        random.choice(
            [
                random.randint(100, 6000),
                *elo_rubele.DISCIPLINES[discipline].thresholds,
                2999,
                3901,
                100,
            ]
        )
        for _ in range(UNITS)
    ]
    moves = [
        random.choice([random.randint(-3000, 3000), random.randint(-99, 99)]) for _ in capitals
    ]
    edition = rulebook(f"rubele-{discipline}").editions[0]
    over = walk_denominator(edition.numbers["bands"])
    halves = [random.choice([1, 2]) for _ in capitals]
    facts = {"initial_rating": capitals, "sum_hundredths": moves, "weight_halves": halves}
    found = sheet(edition, ["exact_capital", "rounded_capital"], facts)
    for at, (capital, d, weight) in enumerate(zip(capitals, moves, halves, strict=True)):
        walked = elo_rubele.walk(capital, Fraction(d * weight, 200), discipline)
        assert Fraction(int(found["exact_capital"][at]), over) == walked
        assert found["rounded_capital"][at] == elo_rubele.round_half_up(walked)


# ------------------------------------------------------------------------------- negative controls


def spoilt(law: Rulebook, number: str, rows_of_it: Any) -> Rulebook:
    """Give a rulebook with some rows of a table replaced (by their first value)."""

    def spoil(edition: Edition) -> Edition:
        table: Table = edition.numbers[number]
        changed = tuple(rows_of_it.get(row[0], row) for row in table.rows)
        assert changed != table.rows
        numbers = {**edition.numbers, number: replace(table, rows=changed)}
        return replace(edition, numbers=numbers)

    return replace(law, editions=tuple(spoil(each) for each in law.editions))


SPOILT_FIDE = {
    "a cell of 8.1.2": spoilt(rulebook(FIDE), "expected_scores", {99: (99, 106, 65, 35)}),
    "a cell of 8.1.1": spoilt(
        rulebook(FIDE),
        "rating_differences",
        {p: (p, p, fide_standard.PRINTED.dp[p] + 1) for p in range(30, 71)},
    ),
    "ratings of the wrong list": replace(rulebook(FIDE), basis=Basis.PREVIOUS_STEP),
}
SPOILT_RUBELE = {
    "a cell of table 19": spoilt(rulebook(RUBELE), "expected_scores", {10: (10, 30, 102, 98)}),
    "ratings of the wrong list": replace(rulebook(RUBELE), basis=Basis.IN_FORCE_AT_START),
}


@pytest.mark.parametrize("what", SPOILT_FIDE)
def test_fide_worlds_notice_what_is_spoilt(what):
    noticed = 0
    for seed in range(6):
        world = random_worlds.fide_world(seed)
        found = ours(closings(world, FIDE, law=SPOILT_FIDE[what]))
        noticed += found != fide_rows(fide_standard.replay(world))
    assert noticed >= (1 if what == "a cell of 8.1.1" else 4)


def test_fide_worlds_notice_rounding_by_tournament():
    noticed = 0
    for seed in range(6):
        world = random_worlds.fide_world(seed)
        wrong = fide_standard.replay(world, rounding="per_tournament")
        noticed += ours(closings(world, FIDE)) != fide_rows(wrong)
    assert noticed >= 4


@pytest.mark.parametrize("what", SPOILT_RUBELE)
def test_rubele_worlds_notice_what_is_spoilt(what):
    for seed in range(3):
        world = random_worlds.rubele_world(seed)
        days = random_worlds.rubele_list_days(world)
        found = ours(closings(world, RUBELE, days, law=SPOILT_RUBELE[what]))
        assert found != rubele_rows(elo_rubele.replay(world, "italiana", days))


def test_rubele_worlds_notice_late_events_at_present_capitals():
    for seed in range(3):
        world = random_worlds.rubele_world(seed)
        days = random_worlds.rubele_list_days(world)
        wrong = elo_rubele.replay(world, "italiana", days, late="present")
        assert ours(closings(world, RUBELE, days)) != rubele_rows(wrong)


def test_published_periods_notice_a_wrong_cell():
    """A cell used by a published game: the list of the player comes out otherwise."""
    case = published_periods()[0].values[0]
    law = spoilt(rulebook(FIDE), "expected_scores", {54: (54, 61, 90, 10), 226: (226, 235, 10, 90)})
    done = closings(staged(case), FIDE, law=law)
    assert ratings(done, 1)[-1] != case["published_list_ratings"]["2026-02"]


@pytest.mark.parametrize("own", [2000, 2650])
def test_single_units_notice_a_wrong_cell(own):
    law = SPOILT_FIDE["a cell of 8.1.2"]
    facts = {"own_rating": [own], "opponent_rating": [own - 100]}
    for edition in law.editions[-2:]:
        wrong = sheet(edition, ["expected_score_hundredths"], facts)["expected_score_hundredths"]
        assert wrong[0] != fide_standard.expected_score_hundredths(own, own - 100, edition.name)
