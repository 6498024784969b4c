"""Ratings of another body's list accepted: adjustments for the next list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger import columns, limits
from ledger.errors import Refused
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ledger.store.requests import Receipt
from ops.answers.compare_lists import Reconciliation
from ops.answers.list_differences import Difference
from ops.commands.record_decision import record
from ops.commands.refusals import of_player
from ops.house import House


@dataclass(frozen=True, slots=True)
class Accepted:
    """The accepted differences, and the receipts of their adjustments."""

    differences: tuple[Difference, ...]
    receipts: tuple[Receipt, ...]


def decider(by: str | None) -> str:
    """Return the deciding body. Raises Refused if none is named."""
    if not by:
        raise Refused(
            "--by: name the body that decided to accept",
            code="option-needed",
            field="by",
            expected="the body that decided",
        )
    return by


def accept_ratings(
    house: House,
    pool: str,
    compared: Reconciliation,
    *,
    by: str | None,
    players: Sequence[str] = (),
    article: str | None = None,
) -> Accepted:
    """Record the ratings of the other list as adjustments; without players, all that differ.

    Raises Refused without a deciding body, for an unknown player, and for one without a difference.
    """
    by = decider(by)
    numbers = [identities.find(house.read, player) for player in players]
    chosen = _accepted(compared.differences, numbers or None)
    facts = _adjustments(pool, chosen, by=by, article=article)
    receipts = tuple(record(house, fact).receipt for fact in facts)
    return Accepted(tuple(chosen), receipts)


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
                player, "the ratings do not differ", code="nothing-differs", field="accept"
            )
        wanted = [difference for difference in wanted if difference.player in set(players)]
    return sorted(wanted, key=lambda difference: difference.player)


def _adjustments(
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
