"""Findings about merges and separations: the list that took one in, with the article."""

from collections.abc import Iterator

from ledger.register.identities import show
from projections.finding import Finding
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import joined_on
from projections.state.merges import Merge


def on_list(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Finding]:
    """Yield the merges and separations of a player that a list took in."""
    if not pool.facts.merges or not _concerned(pool, player, on):
        return
    after = pool.lists()[on.number - 1].through_position if on.number > 1 else -1
    taken = range(after + 1, on.through_position + 1)
    for merge in pool.facts.merges:
        if player in (merge.kept, merge.merged):
            if merge.position in taken and merge.holds_at(on.through_position):
                yield _finding(pool, player, on, merge, "was merged into", merge.position)
            if merge.until in taken and merge.position <= after:
                yield _finding(pool, player, on, merge, "was separated from", merge.until)


def _concerned(pool: PoolQuery, player: int, on: RatingList) -> bool:
    """Return whether a merge or a separation on a list can have changed a player."""
    if not pool.law.chained:
        return player in joined_on(pool, on.number)
    return next(pool.touched(player, on.number), None) == on.number


def _finding(
    pool: PoolQuery, player: int, on: RatingList, merge: Merge, what: str, position: int
) -> Finding:
    decision = pool.official.ledger.read.at([position])[position].decoded()
    says = (
        f"{show(merge.merged)} {what} {show(merge.kept)} by {decision.payload.by} "
        f"(#{position}); this list books the difference"
    )
    other = merge.merged if player == merge.kept else merge.kept
    return Finding(
        "warning", "players-merged", on.period, decision.article, says, "", player, (other,)
    )
