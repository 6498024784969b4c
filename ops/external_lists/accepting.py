"""Ratings of another body's list accepted: adjustments for the next list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ledger import columns, limits
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ledger.sentences import Sentence
from ledger.store.requests import Receipt
from ops.answers.answer import Answer
from ops.commands.refusals import of_player
from ops.events.record_decision import record
from ops.external_lists.causes import Difference
from ops.external_lists.comparing import (
    AboutReceivedList,
    DifferenceRow,
    differences,
    reconcile,
)
from ops.external_lists.recordings import AcceptRatings
from ops.house import House


@dataclass(frozen=True, slots=True)
class Accepted:
    """The accepted ratings, and the receipts of their adjustments."""

    compared: Answer[DifferenceRow, AboutReceivedList]
    """The accepted ones among the differences of two lists."""
    receipts: tuple[Receipt, ...]


def accept_ratings(house: House, asked: AcceptRatings) -> Accepted:
    """Record the ratings of the other list as adjustments; without players, all that differ.

    Raises ListRefused with all that is wrong with the file; Refused for an unknown player, and for
    one without a difference; Proposed where it takes two persons.
    """
    numbers = [identities.find(house.read, player) for player in asked.player]
    house.catch_up()
    pool = house.pool(asked.pool)
    found = reconcile(pool, asked, house.progress)
    found = replace(found, differences=_accepted(found.differences, numbers or None))
    found = replace(found, details=[], unregistered=0)
    compared = differences(pool, found)
    receipts = tuple(
        record(house, fact).receipt for fact in _adjustments(asked, found.differences, house)
    )
    return Accepted(compared, receipts)


def _accepted(differences: Sequence[Difference], players: Sequence[int] | None) -> list[Difference]:
    """Return the ratings to be adjusted, in the order of players.

    None: all ratings that differ; of named players also those on one of the two lists only.
    Raises Refused for a named player without a difference.
    """
    kinds = ("rating", "only-ours", "only-theirs") if players else ("rating",)
    wanted = [difference for difference in differences if difference.what in kinds]
    if players:
        for player in sorted(set(players) - {difference.player for difference in wanted}):
            raise of_player(
                player,
                Sentence("the ratings do not differ"),
                code="nothing-differs",
                field="player",
            )
        wanted = [difference for difference in wanted if difference.player in set(players)]
    return sorted(wanted, key=lambda difference: difference.player)


def _adjustments(
    asked: AcceptRatings, chosen: Sequence[Difference], house: House
) -> Iterator[RatingsAdjusted]:
    """Yield the decisions on the accepted ratings, each of at most 10 000 players."""
    for start in range(0, len(chosen), limits.EVENT_PLAYERS):
        part = chosen[start : start + limits.EVENT_PLAYERS]
        yield RatingsAdjusted(
            pool=asked.pool,
            player=columns.write((row.player for row in part), columns.PLAYER),
            before=columns.write((row.ours for row in part), columns.RATING),
            after=columns.write((row.theirs for row in part), columns.RATING),
            by=asked.by,
            article=house.article,
        )
