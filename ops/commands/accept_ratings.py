"""Accepting ratings of another body's list: each is an adjustment, recorded as a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger import columns, limits
from ledger.events.pool import RatingsAdjusted
from ops.answers.list_differences import Difference
from ops.commands.refusals import of_player


def accepted(differences: Sequence[Difference], players: Sequence[int] | None) -> list[Difference]:
    """Return the ratings to be adjusted, in the order of players.

    None: all ratings that differ; of named players also those on one of the two lists only.
    Raises Refused for a named player without a difference.
    """
    kinds = ("rating", "only-ours", "only-theirs") if players else ("rating",)
    wanted = [difference for difference in differences if difference.what in kinds]
    if players:
        for player in sorted(set(players) - {difference.player for difference in wanted}):
            raise of_player(
                player, "the ratings do not differ", code="nothing-differs", field="accept"
            )
        wanted = [difference for difference in wanted if difference.player in set(players)]
    return sorted(wanted, key=lambda difference: difference.player)


def adjustments(
    pool: str, chosen: Sequence[Difference], *, by: str, article: str | None = None
) -> Iterator[RatingsAdjusted]:
    """Yield the decisions on the accepted ratings, each of at most 10 000 players."""
    for start in range(0, len(chosen), limits.EVENT_PLAYERS):
        part = chosen[start : start + limits.EVENT_PLAYERS]
        yield RatingsAdjusted(
            pool=pool,
            player=columns.write((row.player for row in part), columns.PLAYER),
            before=columns.write((row.ours for row in part), columns.RATING),
            after=columns.write((row.theirs for row in part), columns.RATING),
            by=by,
            article=article,
        )
