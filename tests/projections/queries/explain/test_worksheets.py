"""Every rating explained: worksheets of whole worlds, held against the oracles game by game.

With LEDGER_TEST_FULL=1 more worlds, and of each list everybody instead of a third or a sixth and
whom a decision is about.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from ops.house import House
from ops.pools.recordings import AdoptEdition
from projections.calculation import Calculation, TypedGame, TypedTournament
from projections.queries import PoolQuery
from projections.queries.calculation import calculate
from projections.queries.explain import explain
from projections.queries.explain.sheets import Explanation, UnitSheet
from tests.oracles import elo_rubele, elo_rubele_years, fide_standard, random_worlds
from tests.oracles.world import Adjustment, World
from tests.support.counts import FULL
from tests.support.recording import a_ledger, begin, close_all, following, recorded
from tests.support.worksheet_checks import check_lines
from tests.support.worlds import (
    FIDE,
    RUBELE,
    Days,
    federation,
    games,
    rated,
    tournament,
)

POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}


@contextmanager
def pool_of(address: str, world: World, book: str, days: Days = ()) -> Iterator[PoolQuery]:
    """A world recorded and closed, ready to be asked."""
    with a_ledger(address) as ledger:
        recorded(ledger, world, book, days)
        with following(ledger) as official:
            official.catch_up()
            yield PoolQuery(official.track, book)


def explained(
    pool: PoolQuery, world: World, *, every: int = 3
) -> Iterator[tuple[int, int, Explanation]]:
    """Players on every list: (index of the list, player, explanation)."""
    some = {each.id for each in world.players[:: 1 if FULL else every]}
    asked = sorted(some | {adjustment.player for adjustment in world.adjustments})
    for on in pool.lists()[1:]:
        for player in asked:
            yield on.number - 1, player, explain(pool, player, on)


def check_cells(found: Explanation) -> None:
    """Check that each value says the article, the unit, the meaning; each chosen value the
    clause.
    """
    for unit in found.units:
        sheets = [unit.cells, unit.printed_before]
        for played in unit.tournaments:
            sheets += [played.cells, *(game.cells for game in played.games)]
        for name, cell in (named for sheet in sheets for named in sheet.items()):
            assert cell.article
            assert cell.unit
            assert cell.says
            assert (cell.does == "choose") <= bool(cell.why), name


# --------------------------------------------------------------------------------- FIDE, row by row


def fide_played(unit: UnitSheet) -> list[tuple[int, tuple[tuple[int, Fraction], ...]]]:
    """Tournaments with counted games: own rating, and (opponent, score) of each."""
    found = []
    for played in unit.tournaments:
        counted = tuple(
            (int(game.cells["opponent_rating"].value), POINTS[game.result])
            for game in played.games
            if game.cells["counts"].value
        )
        if counted:
            found.append((int(played.cells["rating_used"].value), counted))
    return found


@pytest.mark.parametrize("seed", [0, 1, 7] if FULL else [0, 1])
def test_fide_worksheets_are_the_oracles_calculation(tmp_path, seed):
    world = random_worlds.fide_world(seed)
    lists = fide_standard.replay(world)
    before = [{each.player: each.rating for each in world.carried}]
    before += [
        {player: row.rating for player, row in rating_list.rows.items()} for rating_list in lists
    ]
    kinds = set()
    with pool_of(str(tmp_path / "ledger"), world, FIDE) as pool:
        for index, player, found in explained(pool, world, every=6):
            row = lists[index].rows.get(player)
            assert found.old == (before[index].get(player) or None)
            assert found.new == (row.rating or None if row else None)
            check_lines(found)
            check_cells(found)
            (unit,) = found.units
            check_fide_play(world, lists, index, player, unit)
            kinds |= {line.kind for line in unit.lines}
            if row:
                assert unit.cells["period_games"].value == row.games
                assert unit.cells["printed_k"].value == row.k
    assert {"play", "rounding", "adjustment", "entry"} <= kinds
    assert ("lift" in kinds) == (world.periods[0] == "2024-03")


def check_fide_play(world, lists, index: int, player: int, unit: UnitSheet) -> None:
    """The same games with the same ratings, the same expected scores, K and change."""
    booked = fide_standard.booked_on(world, lists, index)
    played = fide_standard.tournaments_played(booked).get(player, [])
    expected = [(each.own or unit.before or 0, each.games) for each in played]
    assert sorted(fide_played(unit)) == sorted(expected)
    for sheet in unit.tournaments:
        own = int(sheet.cells["rating_used"].value)
        for game in sheet.games:
            if game.cells["counts"].value and own:
                pd = fide_standard.expected_score_hundredths(
                    own, int(game.cells["opponent_rating"].value), sheet.edition
                )
                assert game.cells["expected_score_hundredths"].value == Fraction(pd, 100)
    if not unit.before:
        return
    n = sum(len(each.games) for each in played)
    k = fide_standard.limited_k(int(unit.printed_before["k"].value), n)
    sums = [
        fide_standard.sum_of_differences(each.own or unit.before, each.games, each.edition)
        for each in played
    ]
    assert unit.cells["k"].value == k
    assert unit.cells["sum_hundredths"].value == sum(sums, Fraction(0))
    assert unit.cells["variation_hundredths"].value == k * sum(sums, Fraction(0))
    assert unit.cells["change"].value == fide_standard.round_half_away(k * sum(sums, Fraction(0)))


# --------------------------------------------------------------------------- draughts, step by step


@pytest.mark.parametrize("seed", [0, 5] if FULL else [0])
def test_rubele_worksheets_are_the_oracles_calculation(tmp_path, seed):
    world = random_worlds.rubele_world(seed)
    days = random_worlds.rubele_list_days(world)
    lists = elo_rubele.replay(world, "italiana", days)
    kinds = set()
    with pool_of(str(tmp_path / "ledger"), world, RUBELE, days) as pool:
        for index, player, found in explained(pool, world):
            row = lists[index].rows.get(player)
            assert found.new == (row.rating or None if row else None)
            check_lines(found)
            check_cells(found)
            for unit in found.units:
                check_rubele_step(unit)
                kinds |= {line.kind for line in unit.lines}
            if row:
                assert sum(unit.cells["period_games"].value for unit in found.units) == row.games
                assert sum(unit.cells["bonus"].value for unit in found.units) == row.bonus
    assert {"play", "rounding", "bonus", "floor", "entry"} <= kinds


def test_rubele_worksheets_over_several_years(tmp_path):
    """Ends of years are separate steps, also years worked out again for late tournaments."""
    world = elo_rubele_years.stretched(random_worlds.rubele_world(3))
    days = random_worlds.rubele_list_days(world)
    lists = list(elo_rubele_years.replay(world, "italiana", days))
    kinds = set()
    with pool_of(str(tmp_path / "ledger"), world, RUBELE, days) as pool:
        for index, player, found in explained(pool, world):
            assert found.new == (lists[index].get(player) or None)
            check_lines(found)
            kinds |= {line.kind for unit in found.units for line in unit.lines}
    assert {"malus", "malus withdrawn", "bonus"} <= kinds


def check_rubele_step(unit: UnitSheet) -> None:
    """PA game by game from table 19, D, the walk over the thresholds, the final capital."""
    (played,) = unit.tournaments
    d = Fraction(0)
    for game in played.games:
        own = int(game.cells["own_rating"].value)
        other = int(game.cells["opponent_rating"].value)
        expected = Fraction(elo_rubele.expected_points_hundredths(own, other), 100)
        assert game.cells["expected_score_hundredths"].value == expected
        assert game.cells["expected_score_hundredths"].unit == "points"
        if game.cells["counts"].value:
            d += 2 * POINTS[game.result] - expected
    assert unit.cells["sum_hundredths"].value == d
    bonus = int(unit.cells["bonus"].value)
    _, capital = elo_rubele.cf(int(unit.cells["initial_rating"].value), d, "italiana", bonus)
    if unit.cells["period_games"].value:
        assert unit.after == capital


# ----------------------------------------------------------------------------------- read by people


@pytest.fixture(scope="module")
def autumn(tmp_path_factory):
    """Make six players and three tournaments: the first begun in July and booked in September."""
    world = federation(
        [rated(1, 2000), rated(2, 2100), rated(3, 2450), rated(4, 1450, k=40), rated(6, 1405)],
        [
            tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 3 0 4 +")),
            tournament("C", "2025-07-06", "2025-07-11", games(6, "4 0")),
            tournament("B", "2025-07-25", "2025-08-10", games(1, "3 = 5 1")),
        ],
        newcomers=[5],
        periods=("2025-08", "2025-09"),
    )
    path = tmp_path_factory.mktemp("autumn") / "ledger"
    with pool_of(str(path), world, FIDE) as pool:
        yield pool


def test_a_worksheet_says_the_list_each_tournament_was_played_with(autumn):
    on = autumn.list_of("2025-09")
    (unit,) = explain(autumn, 1, on).units
    (played,) = unit.tournaments
    assert (played.tournament, played.edition) == ("B", "2024-03-01")
    assert (played.list_used.number, played.list_used.period) == (0, "carried over")
    assert played.cells["rating_used"].value == 2000


def test_a_game_has_its_address_colour_opponent_and_result(autumn):
    (unit,) = explain(autumn, 1, autumn.list_of("2025-08")).units
    (played,) = unit.tournaments
    position = played.report
    said = [(game.address, game.white, game.opponent, game.result) for game in played.games]
    assert said == [
        (f"#{position}#0", True, 2, "1"),
        (f"#{position}#1", True, 3, "0"),
        (f"#{position}#2", True, 4, "+"),
    ]
    assert {game.round for game in played.games} == {1}
    assert [str(game.cells["counts"].why) for game in played.games] == [
        "5.1, 8.3.1: played against a rated opponent",
        "5.1, 8.3.1: played against a rated opponent",
        "5.1: not played, so not counted",
    ]


@pytest.mark.parametrize(
    ("player", "k", "why"),
    [
        (1, 20, "8.3.3: 20, for 2400 was never published"),
        (3, 10, "8.3.3: 10, for 2400 was once published"),
        (4, 40, "as stated where histories begin"),
    ],
)
def test_article_8_3_3_a_worksheet_says_why_this_k(autumn, player, k, why):
    (unit,) = explain(autumn, player, autumn.list_of("2025-08")).units
    assert (unit.printed_before["k"].value, str(unit.printed_before["k"].why)) == (k, why)
    assert str(unit.cells["k"].why) == "8.3.3: as printed on the list before"


def test_each_k_names_the_list_that_prints_it(autumn):
    """K of the list before, and K printed here, by name and sentence; calculations say the same."""
    (unit,) = explain(autumn, 3, autumn.list_of("2025-08")).units
    win = TypedTournament(games=(TypedGame(2000, "1"),))
    asked = Calculation(rulebook="fide-standard", rating=2000, tournaments=(win,))
    (step,) = calculate(asked, date(2025, 8, 1)).steps
    for sheet in (unit, step):
        assert str(sheet.printed_before["k"].says) == (
            "As printed on the list before, for the games of this list."
        )
        assert str(sheet.cells["printed_k"].says) == (
            "The K printed on this list, for the games of the next."
        )


def test_a_line_says_its_points_article_and_words(autumn):
    """1 wins .64 and loses .08: +.56 × 20 = 11.2, rounded to 11."""
    found = explain(autumn, 1, autumn.list_of("2025-08"))
    (unit,) = found.units
    said = [(line.kind, line.points, line.article) for line in unit.lines]
    assert said == [
        ("play", Fraction(56, 5), "8.3.2 (d)"),
        ("rounding", Fraction(-1, 5), "8.3.4"),
    ]
    assert (found.old, found.new) == (2000, 2011)


def test_article_7_2_1_who_leaves_the_list_is_told_why(autumn):
    """1405 loses to 1450: PD .44, −8.8 → −9 → 1396."""
    found = explain(autumn, 6, autumn.list_of("2025-08"))
    (unit,) = found.units
    assert (found.old, found.new) == (1405, None)
    assert [(line.kind, line.points) for line in unit.lines] == [
        ("play", Fraction(-44, 5)),
        ("rounding", Fraction(-1, 5)),
        ("exit", Fraction(0)),
    ]
    assert str(unit.lines[-1].why) == "below the floor: unrated"


def test_article_7_1_who_enters_by_decision_is_told_so_whatever_he_played(tmp_path):
    """Five draws with 1800s would be a first rating of 1800; the decision of 1463 holds."""
    world = federation(
        [rated(player, 1800) for player in range(2, 7)],
        [tournament("A", "2025-07-05", "2025-07-10", games(1, "2 = 3 = 4 = 5 = 6 ="))],
        newcomers=[1],
        adjustments=[Adjustment(1, None, 1463, 0)],
        periods=("2025-08",),
    )
    with pool_of(str(tmp_path / "ledger"), world, FIDE) as pool:
        found = explain(pool, 1, pool.list_of("2025-08"))
    (unit,) = found.units
    assert unit.cells["first_rating"].value == 1800
    assert [(line.kind, line.points, line.article, str(line.why)) for line in unit.lines] == [
        ("entry", Fraction(1463), "7.1", "entered by decision")
    ]


def test_article_vi_5_a_correction_is_a_step_of_its_own_in_a_chain(tmp_path):
    """2000 by decision 3000, then +100 of play and the bonus."""
    world = federation(
        [rated(1, 2000), rated(2, 3000)],
        [tournament("A", "2025-07-10", "2025-07-10", games(1, "2 1"))],
        adjustments=[Adjustment(1, 2000, 3000, 0)],
        periods=("one",),
    )
    with pool_of(str(tmp_path / "ledger"), world, RUBELE, [("one", date(2025, 8, 1))]) as pool:
        found = explain(pool, 1, pool.list_of("one"))
    check_lines(found)
    assert [[(line.kind, line.points) for line in unit.lines] for unit in found.units] == [
        [("adjustment", Fraction(1000))],
        [("play", Fraction(100)), ("bonus", Fraction(10))],
    ]
    assert re.fullmatch(r"by [\w-]+, event #\d+", str(found.units[0].lines[0].why))


def test_article_0_1_a_list_is_explained_by_the_law_adopted_when_it_was_sealed(tmp_path):
    """The amendment is adopted after the list of November 2025: that list, and the tournament of
    October, stand as sealed; the list of December has the amendment.
    """
    world = federation(
        [rated(1, 2650), rated(2, 2150)],
        [tournament("A", "2025-10-02", "2025-10-03", games(1, "2 1"))],
        periods=("2025-11", "2025-12"),
    )
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE, editions=("2024-03-01",))
        close_all(ledger, official, replace(world, periods=("2025-11",)), FIDE)
        AdoptEdition(pool=FIDE, edition="2025-10-01").record(House(ledger))
        close_all(ledger, official, world, FIDE, first=1)
        official.catch_up()
        pool = PoolQuery(official.track, FIDE)
        november, december = (explain(pool, 1, on) for on in pool.lists()[1:])
    assert (november.edition, november.new) == ("2024-03-01", 2651)
    assert december.edition == "2025-10-01"


def test_the_ratings_carried_over_need_no_explanation(autumn):
    found = explain(autumn, 1, autumn.lists()[0])
    assert (found.old, found.new, found.units, found.edition) == (None, 2000, (), "")


def test_a_newcomer_sees_what_waits_for_his_rating(autumn):
    (unit,) = explain(autumn, 5, autumn.list_of("2025-09")).units
    (waits,) = unit.waiting
    assert (waits["counted_games"], waits["half_points"], waits["accepted"]) == (1, 0, 0)
    why = "8.2.1: no game waits: a first event without a point is disregarded"
    assert str(unit.cells["first_rating"].why) == why
    assert unit.lines == ()


def test_who_was_never_there_has_nothing_to_explain(autumn):
    found = explain(autumn, 5, autumn.list_of("2025-08"))
    assert (found.old, found.new) == (None, None)
