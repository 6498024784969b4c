"""Newcomers of round robins, 2014 to 2021: 8.2, 8.52, held to a slow calculation in fractions."""

import math
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from projections.rating import rate
from projections.rulebooks.engine.columns import Columns
from projections.rulebooks.fide.standard import RULEBOOK
from tests.oracles.fide_standard import PRINTED, round_half_up
from tests.oracles.world import Game
from tests.support.edition_columns import OTHER_SIDE, ask, sheet, why
from tests.support.worlds import (
    FIDE,
    closings,
    federation,
    games,
    rated,
    ratings,
    tournament,
)

EDITION = RULEBOOK.edition("2014-07-01")
NONE, HALF = Fraction(0), Fraction(1, 2)

Scores = Mapping[tuple[int, int], Fraction]
"""By two players and the score of the first against the second; both ways."""


# --------------------------------------------------------------------------- the slow calculation


def both_ways(results: Mapping[tuple[int, int], str]) -> dict[tuple[int, int], list[Fraction]]:
    """Return the scores of each player against each, by results of either side."""
    found: dict[tuple[int, int], list[Fraction]] = {}
    for (one, other), codes in results.items():
        for code in codes:
            score = {"1": Fraction(1), "=": HALF, "0": Fraction(0)}[code]
            found.setdefault((one, other), []).append(score)
            found.setdefault((other, one), []).append(1 - score)
    return found


def dp(points: Fraction, played: int) -> int:
    """8.1a: the worth of a score; a half hundredth goes up."""
    return PRINTED.dp[round_half_up(100 * points / played)]


def slowly(
    at_start: Sequence[int], results: Mapping[tuple[int, int], str]
) -> dict[int, tuple[Fraction, int, int]]:
    """8.2: by newcomer with a point: exact Rc, the rating from this event alone, the games."""
    scores, players = both_ways(results), range(len(at_start))
    made = {one: sum(sum(v, NONE) for (a, _), v in scores.items() if a == one) for one in players}
    zero = {each for each in players if not at_start[each] and not made[each]}
    mine = {
        one: [s for (a, b), v in scores.items() if a == one and b not in zero for s in v]
        for one in players
    }
    met = {one: len({b for a, b in scores if a == one and b not in zero}) for one in players}
    who = [each for each in players if at_start[each]]
    found = {}
    for player in set(players) - set(who) - zero:
        n, played, points = met[player], len(mine[player]), sum(mine[player], NONE)
        shrink = Fraction(n, n + 1)
        mean = Fraction(sum(at_start[one] for one in who), len(who))
        worth = Fraction(sum(dp(sum(mine[one], NONE), len(mine[one])) for one in who), len(who))
        rc = mean - worth * shrink
        over = 2 * points - played
        rating = rc + 20 * over if over >= 0 else rc + dp(points, played) * shrink
        found[player] = rc, round_half_up(rating), played
    return found


def columns_of(at_start: Sequence[int], results: Mapping[tuple[int, int], str]) -> Columns:
    """Return the columns of a round robin with equally many meetings of all."""
    met = [(pair, code) for pair, codes in results.items() for code in codes]
    white, black = ([pair[side] for pair, _ in met] for side in (0, 1))
    codes = "".join(code for _, code in met)
    entries = len(at_start)
    facts = {
        "entry": white + black,
        "opponent_entry": black + white,
        "result": codes + codes.translate(OTHER_SIDE),
        "opponent_result": codes.translate(OTHER_SIDE) + codes,
        "admitted": [1] * 2 * len(met),
        "entries": entries,
        "rating_at_start": list(at_start),
        "in_round_robin": [True] * entries,
        "undecided_round_robin": [False] * entries,
        "meetings": [len(met) // math.comb(entries, 2)],
        "tournament": [0] * entries,
        "tournaments": 1,
        "unit": list(range(entries)),
        "listed_rating": list(at_start),
    }
    wanted = ["round_robin_rating", "average_numerator", "average_denominator", "counted_games",
              "counts", "opponent_rating", "unrated_games", "unrated_half_points",
              "opponent_rating_sum", "half_points"]  # fmt: skip
    return sheet(EDITION, wanted, facts)


@pytest.mark.parametrize("seed", range(40))
def test_article_8_2_any_round_robin_as_calculated_slowly(seed):
    """Three to nine players, single or double, with newcomers, some without a point."""
    random = Random(seed)
    size = random.randint(3, 9)
    newcomers = random.randint(1, size - 1)
    at_start = [0] * newcomers + [random.randint(1000, 2600) for _ in range(size - newcomers)]
    results = {
        pair: "".join(random.choice("1=00" if pair[0] < newcomers else "1=0") for _ in range(legs))
        for legs in [random.choice([1, 1, 2])]
        for pair in combinations(range(size), 2)
    }
    if random.random() < 0.5:
        results |= {pair: "0" * len(codes) for pair, codes in results.items() if pair[0] == 0}
    found, expected = columns_of(at_start, results), slowly(at_start, results)
    for number in range(size):
        rc, rating, played = expected.get(number, (None, 0, None))
        assert found["round_robin_rating"][number] == rating
        if rc is not None:
            exact = Fraction(
                int(found["average_numerator"][number]), int(found["average_denominator"][number])
            )
            assert exact == rc
            assert found["counted_games"][number] == played


def test_article_8_2_several_newcomers_are_solved_together():
    """Two newcomers drew; neither's figure rests on the other's, both on the same average.

    The rated: 2.5 of 3 is .83, 273, and 2 of 3 is .67, 125; their mean is 199. Rc is 1900 less
    199 x 3/4. One newcomer made half a point of 3 (.17, -273), the other one (.33, -125).
    """
    results = {(0, 1): "=", (0, 2): "0", (0, 3): "0", (1, 2): "0", (1, 3): "=", (2, 3): "="}
    found = columns_of([0, 0, 2000, 1800], results)
    rc = Fraction("1750.75")
    ratings_found = [int(rc - Fraction(dp * 3, 4) + HALF) for dp in (273, 125)]
    assert found["round_robin_rating"].tolist() == [*ratings_found, 0, 0] == [1546, 1657, 0, 0]
    numerators, denominators = found["average_numerator"], found["average_denominator"]
    assert [Fraction(int(numerators[at]), int(denominators[at])) for at in (0, 1)] == [rc, rc]


FOUR = [0, 2000, 1900, 1800]
THEIRS = {(1, 2): "1", (1, 3): "=", (2, 3): "1"}


@pytest.mark.parametrize(
    ("results", "rating"),
    [
        # dp 125, -125, -273: mean -91; Rc = 1900 + 91 x 3/4; two half points above one half
        ("=11", Fraction("1968.25") + 40),
        # dp 273, 0, -273: mean 0; one half: Rc itself
        ("0=1", Fraction(1900)),
        # dp 125, 125, 0: mean 83 1/3; Rc = 1900 - 62.5; below one half: -273 x 3/4
        ("=00", Fraction("1837.5") - Fraction("204.75")),
    ],
)
def test_article_8_2_above_on_and_below_one_half(results, rating):
    """AM16 page 188: Rar less dpa times n/(n+1)."""
    met = {(0, at): code for at, code in enumerate(results, start=1)} | THEIRS
    found = columns_of(FOUR, met)
    assert found["round_robin_rating"].tolist() == [int(rating + HALF), 0, 0, 0]


def test_article_8_21_the_games_of_a_newcomer_without_a_point_count_for_nobody():
    """Reading of `without_a_point` (`round_robin_zero`)."""
    found = columns_of(FOUR, {(0, 1): "0", (0, 2): "0", (0, 3): "0"} | THEIRS)
    assert found["counted_games"].tolist() == [3, 2, 2, 2]
    assert found["round_robin_rating"].tolist() == [0] * 4


def test_article_8_2_a_fraction_in_a_round_robin_is_rounded_half_up():
    """Reading of `all_score_difference` (`tie_p`): 3 of 8 is .38, 5 of 8 is .63."""
    facts = {"all_games": [8, 8, 0], "all_half_points": [6, 10, 0]}
    assert ask(EDITION, "all_score_difference", **facts) == [-87, 95, 0]


def test_article_8_52_the_games_against_newcomers_count_with_the_figure_found():
    """Reading of `round_robin_rating` (`round_robin_opponent`): whole, of this event alone."""
    met = {(0, at): code for at, code in enumerate("=11", start=1)} | THEIRS
    found = columns_of(FOUR, met)
    assert found["opponent_rating"].tolist() == [
        *[2000, 1900, 1800, 1900, 1800, 1800],
        *[2008, 2008, 2008, 2000, 2000, 1900],
    ]
    assert found["counts"].tolist() == [1] * 12
    assert found["unrated_games"].tolist() == [0, 1, 1, 1]
    assert found["opponent_rating_sum"].tolist()[0] == 5700
    assert found["half_points"].tolist()[0] == 5


def test_article_6_in_a_round_robin_of_too_few_rated_newcomers_wait_for_a_decision():
    facts = {
        "played": [True, True],
        "opponent_rating": [0, 1800],
        "undecided_round_robin": [True],
        "without_a_point": [False],
        "entry": [0, 0],
        "opponent_entry": [0, 0],
    }
    assert ask(EDITION, "counts", **facts) == [0, 1]
    assert why(EDITION, "counts", **facts)[0] == (
        "6: opponent unrated in a round robin with too few rated players: the game does not count "
        "until a body decides"
    )
    unlisted = {"counted_games": [3, 3], "unit": [0, 1], "listed_rating": [0, 1500]}
    waiting = {"undecided_round_robin": [True, True], **unlisted}
    assert ask(EDITION, "waits", **waiting) == [False, False]
    assert why(EDITION, "waits", **waiting)[0].startswith("6: too few players are rated")


# ----------------------------------------------------------------------------- on lists


def all_met(players: Sequence[int], codes: str) -> tuple[Game, ...]:
    """All meet all; the results follow the pairs in their order."""
    pairs = zip(combinations(players, 2), codes, strict=True)
    return tuple(Game(one, other, code, code.translate(OTHER_SIDE)) for (one, other), code in pairs)


PEOPLE = [rated(2, 2000), rated(3, 1900), rated(4, 1800), rated(6, 1850), rated(7, 1700)]
RR = all_met((1, 2, 3, 4, 6, 7), "=111==111=11=11")
"""A newcomer makes 4 of 5 against five rated players."""


def club(*events, periods=("2018-02", "2018-03"), year=2018):
    return federation(PEOPLE, events, newcomers=[1], periods=periods, on=date(year, 1, 1))


def test_article_8_2_the_newcomer_enters_and_the_games_against_him_count():
    world = club(tournament("RR", "2018-01-02", "2018-01-20", RR))
    (february, _) = closings(world, FIDE, since="2014-07-01")
    at_start = [0, 2000, 1900, 1800, 1850, 1700]
    results = {
        (one, other): code
        for (one, other), code in zip(combinations(range(6), 2), "=111==111=11=11", strict=True)
    }
    ((_, first, _),) = slowly(at_start, results).values()
    assert ratings([february], 1) == [first]
    unit = rate(february.outcomes[0].step).unit
    games = [february.outcomes[0].step.players.tolist(), unit["rated_games"].tolist()]
    assert dict(zip(*games, strict=True)) == {1: 0, 2: 5, 3: 5, 4: 5, 6: 5, 7: 5}
    # 2000 drew with him and with 1900, won three: K 20
    d = 2000 - first
    expected = PRINTED.step(d)
    pd = expected.higher if d >= 0 else expected.lower
    sum_ = (50 - pd) + (50 - 64) + (100 - 76) + (100 - 70) + (100 - 85)
    assert ratings([february], 2) == [2000 + round_half_away(Fraction(20 * sum_, 100))]


def round_half_away(value: Fraction) -> int:
    return round_half_up(value) if value >= 0 else -round_half_up(-value)


def test_article_6_with_a_game_unplayed_it_is_a_swiss():
    """The last two of the rated met by forfeit: only games against rated opponents count."""
    forfeited = (*RR[:-1], Game(6, 7, "+", "-"))
    world = club(tournament("RR", "2018-01-02", "2018-01-20", forfeited))
    (february, _) = closings(world, FIDE, since="2014-07-01")
    assert ratings([february], 1) == [1850 + 60]  # the mean, and three half points
    unit = rate(february.outcomes[0].step).unit
    assert unit["rated_games"].tolist() == [0, 4, 4, 4, 3, 3]


def test_article_6_too_few_rated_waits_for_the_body():
    """Three rated of six: nothing of the newcomers is computed."""
    world = federation(
        PEOPLE[:3], [tournament("RR", "2018-01-02", "2018-01-20", RR)],
        newcomers=[1, 6, 7], periods=("2018-02",), on=date(2018, 1, 1),
    )  # fmt: skip
    (february,) = closings(world, FIDE, since="2014-07-01")
    assert [ratings([february], player) for player in (1, 6, 7)] == [[None]] * 3
    assert len(february.outcomes[0].waiting) == 0


SMALL = all_met((1, 2, 3, 4, 6), "=1==111=1=")
"""2.5 of 4 in a round robin of five."""
OTHERS = tuple(games(2, "3 = 4 = 6 = 7 ="))


def test_article_8_3_a_round_robin_and_another_event_are_pooled_as_one_tournament():
    """Reading of `pooled_rating_sum` (`round_robins_pooled`): Rc four times, and one opponent."""
    events = [
        tournament("RR", "2018-01-02", "2018-01-20", SMALL),
        tournament("S", "2018-02-02", "2018-02-10", [*games(1, "7 0"), *OTHERS]),
    ]
    (february, march) = closings(club(*events), FIDE, since="2014-07-01")
    assert ratings([february], 1) == [None]
    results = dict(zip(combinations(range(5), 2), "=1==111=1=", strict=True))
    ((rc, _, played),) = slowly([0, 2000, 1900, 1800, 1850], results).values()
    assert played == 4
    assert ratings([march], 1) == [round_half_up((4 * rc + 1700) / 5)]  # one half: 2.5 of 5


FIVE = {(0, 1): "0", (0, 2): "0", (0, 3): "1", (0, 4): "0", (0, 5): "="} | dict(
    zip(combinations(range(1, 6), 2), "111==111=1", strict=True)
)
"""1.5 of 5 in a round robin of six."""


def test_article_8_2_below_one_half_the_difference_of_a_round_robin_shrinks():
    """The list shows the newcomer with the figure used in the games of opponents."""
    met = all_met((1, 2, 3, 4, 6, 7), "".join(FIVE.values()))
    world = club(tournament("RR", "2018-01-02", "2018-01-20", met))
    ((rc, rating, _),) = slowly([0, 2000, 1900, 1800, 1850, 1700], FIVE).values()
    assert rating == round_half_up(rc - 149 * Fraction(5, 6))  # 1.5 of 5 is .30
    assert ratings(closings(world, FIDE, since="2014-07-01"), 1) == [rating, rating]


MIXED = all_met((1, 5, 2, 3, 4, 6), "1=1===1=1=1==11")
"""Newcomers 1 and 5, four rated; 1 beats 5 and makes 2.5 of 4 against the rated."""


@pytest.mark.parametrize(("begins", "games_of_5"), [("2021-12-31", 5 + 1), ("2022-01-01", 4 + 1)])
def test_article_0_1_an_event_of_2022_ends_the_rules_of_round_robins(begins, games_of_5):
    """`first_rating_across_changes`: begun before, 5's game against 1 counts; on the day, not.

    Both events stand on one list; 1 has the round robin alone.
    """
    world = federation(
        PEOPLE,
        [
            tournament("RR", "2021-11-02", "2021-12-30", MIXED),
            tournament("S", begins, "2022-01-10", [*games(5, "7 ="), *OTHERS]),
        ],
        newcomers=[1, 5],
        periods=("2022-02",),
        on=date(2021, 11, 1),
    )
    (february,) = closings(world, FIDE, since="2014-07-01")
    (outcome,) = february.outcomes
    players, games_of = outcome.step.players.tolist(), rate(outcome.step).unit["pooled_games"]
    pooled = dict(zip(players, games_of.tolist(), strict=True))
    assert pooled[5] == games_of_5
    assert pooled[1] == 5
