"""Accepting ratings of another body's list: each is recorded as an adjustment of ours."""

from __future__ import annotations

from collections.abc import Sequence

from ledger import columns, limits
from ledger.errors import Refused
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ledger.store.requests import Receipt
from ops.answers.list_differences import Difference
from ops.commands.record_decision import record
from ops.house import House


def accepted(differences: Sequence[Difference], players: Sequence[int] | None) -> list[Difference]:
    """Return the ratings to be adjusted, in the order of players.

    None: all ratings that differ; of named players also those on one of the two lists only.
    Raises Refused for a named player without a difference.
    """
    kinds = ("rating", "only-ours", "only-theirs") if players else ("rating",)
    wanted = [one for one in differences if one.what in kinds]
    if players:
        for player in sorted(set(players) - {difference.player for difference in wanted}):
            raise Refused(
                f"player {identities.show(player)}: the ratings do not differ",
                code="nothing-differs",
                field="accept",
                found=identities.show(player),
            )
        wanted = [difference for difference in wanted if difference.player in set(players)]
    return sorted(wanted, key=lambda difference: difference.player)


def accept_ratings(
    house: House,
    pool: str,
    chosen: Sequence[Difference],
    *,
    decided_by: str,
    article: str | None = None,
    by: str = "local",
) -> list[Receipt]:
    """Record the other body's ratings as adjustments, in requests of at most 10 000 players.

    The same again gives the first receipts. Raises Refused if the present rating is not that of
    the compared list, or an adjustment waits for the next list.
    """
    receipts = []
    for start in range(0, len(chosen), limits.EVENT_PLAYERS):
        part = chosen[start : start + limits.EVENT_PLAYERS]
        fact = RatingsAdjusted(
            pool=pool,
            player=columns.write((one.player for one in part), columns.PLAYER),
            before=columns.write((one.ours for one in part), columns.RATING),
            after=columns.write((one.theirs for one in part), columns.RATING),
            by=decided_by,
            article=article,
        )
        receipts.append(record(house, fact, by=by))
    return receipts
