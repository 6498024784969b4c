"""The duties of each worksheet."""

from collections.abc import Sequence
from fractions import Fraction

from ops.answers.explanation import explanation
from ops.explanations.text import lines
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.queries.explain.sheets import Explanation

ADDED = (
    "play",
    "rounding",
    "floor",
    "bonus",
    "adjustment",
    "correction",
    "merge",
    "malus",
    "malus withdrawn",
    "lift",
    "entry",
)


def text_of(pool: PoolQuery, player: int, period: str) -> str:
    """The worksheet of a player on a list as text."""
    return "\n".join(lines(explanation(pool, player, pool.list_of(period))))


def check_lines(found: Explanation) -> None:
    """Check that the lines of a list add up to new less old, and each says the article."""
    for unit in found.units:
        assert all(line.article and line.says for line in unit.lines)
        assert all(line.kind in (*ADDED, "exit") for line in unit.lines)
        total = sum((line.points for line in unit.lines), Fraction(0))
        if unit.before and unit.after:
            assert total == unit.after - unit.before
        elif unit.after:
            assert total == unit.after
            assert unit.lines[0].kind == "entry"
        elif unit.before:
            assert unit.lines[-1].kind == "exit"
        else:
            assert not unit.lines
    steps = [found.old, *(unit.after for unit in found.units)]
    assert [unit.before for unit in found.units] == steps[:-1]
    assert steps[-1] == found.new


def kinds_corrected(pool: PoolQuery, players: Sequence[int]) -> set[str]:
    """Explain every player on every list, to the line; return the kinds of units corrected."""
    found = [explain(pool, player, on) for on in pool.lists()[1:] for player in players]
    for unit in found:
        check_lines(unit)
    return {corrected.kind for each in found for corrected in each.corrected}
