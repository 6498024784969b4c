"""Every change of every history of the seasons has causes, with parts that sum up to the change."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from ledger.register import identities
from ops.house import open_house
from ops.players.history import HistoryRow, rating_history
from projections.queries import PoolQuery
from projections.queries.explain import explain
from tests.support.command import done
from tests.support.counts import FULL
from tests.support.seasons import FIDE, SEASONS

POOLS = [(season, pool) for season in SEASONS for pool in season.lists]
DECIDED = {"adjustment", "bonus by decision", "merge"}


def histories(pool: PoolQuery) -> Iterator[tuple[int, HistoryRow]]:
    """Each change of a rating, with the player."""
    last = pool.lists()[-1]
    for player in range(1, pool.official.facts.players + 1)[:: 1 if FULL else 10]:
        for row in rating_history(pool, player, last).rows:
            if row.change is not None:
                yield player, row


def points(row: HistoryRow) -> Fraction:
    """Return the points of all parts of a change with named points."""
    found: list[Fraction | int | None] = [one.points for one in row.tournaments]
    found += [one.points for one in row.corrected]
    found += [one.points for one in row.years_ended]
    found += [one.points for one in row.lines]
    return sum((Fraction(one) for one in found if one is not None), Fraction(0))


def without_points(pool: PoolQuery, player: int, row: HistoryRow) -> Fraction:
    """Return the points of decisions, each with the cause, and of rounding where tournaments are
    exact.
    """
    total, played = Fraction(0), [one.points for one in row.tournaments]
    exact = any(isinstance(points, Fraction) for points in played)
    for unit in explain(pool, player, pool.list_of(row.list)).units:
        of_step = pool.law.chained and (unit.tournaments or unit.year_ended or unit.corrects)
        for line in () if of_step else unit.lines:
            if line.kind == "play":
                assert all(points is not None for points in played)
                assert not exact or sum(Fraction(one or 0) for one in played) == line.points
            elif line.kind == "rounding" and exact:
                total += line.points
            elif line.kind in DECIDED:
                assert row.decisions
                total += line.points
    return total


@pytest.mark.parametrize(("season", "name"), POOLS, ids=lambda value: getattr(value, "name", value))
def test_the_parts_of_each_change_sum_up_to_it(ledger_of, season, name):
    looked_at = 0
    with open_house(str(ledger_of(season))) as house:
        house.catch_up()
        pool = house.pool(name)
        for player, row in histories(pool):
            assert points(row) + without_points(pool, player, row) == row.change, (player, row)
            looked_at += 1
    assert looked_at


def test_the_increase_of_march_2024_has_its_line(ledger_of):
    with open_house(str(ledger_of(FIDE))) as house:
        house.catch_up()
        pool = house.pool("fide-standard")
        lifted = {
            player: line
            for player, row in histories(pool)
            for line in row.lines
            if line.kind == "lift"
        }
        player, line = next(iter(lifted.items()))
        row = next(row for row in rating_history(pool, player, pool.lists()[-1]).rows if row.lines)
    assert (row.list, line.article) == ("2024-03", "Council decision of 15 December 2023")
    assert line.points > 0
    address = str(ledger_of(FIDE))
    shown = done("player", "history", "fide-standard", identities.show(player), "--ledger", address)
    assert f"lift +{line.points}: The increase of low ratings on the list of March 2024" in (
        " ".join(shown.split())
    )
