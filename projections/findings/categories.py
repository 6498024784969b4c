"""Findings about awards and withdrawals of categories that have nothing to act on."""

from __future__ import annotations

from collections.abc import Iterator

from projections.finding import Finding
from projections.queries import PoolQuery, categories


def of_player(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Warn of what was decided about a player and has no effect, as known."""
    for each in categories.decisions_without_effect(pool, player):
        decided = "withdrawn" if each.withdrawn else "awarded"
        why = "is not held" if each.withdrawn else "is no category of its day"
        says = f"({decided} on {each.on}) has no effect: {each.category} {why}"
        event = f"#{each.position}"
        yield Finding("warning", event, player, each.article, f"{event} {says}")
