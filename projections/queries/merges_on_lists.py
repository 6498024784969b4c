"""The merges and separations that a list took in."""

from collections.abc import Iterator

from ledger.actors.bodies import decider
from ledger.register.identities import show
from ledger.sentences import Position, Sentence, plain
from projections.queries import PoolQuery, RatingList
from projections.state.merges import Merge, Names, names_at


def merged_numbers(pool: PoolQuery, on: RatingList) -> Names:
    """Return the merged numbers of a list, each with the kept player.

    A list of the official track has the merges that it took in: until then the merged number is
    printed, with its own rating. The revised track has all merges known, on every list.
    """
    through = on.through_position if pool.track == "official" else pool.known
    return names_at(pool.facts.merges, min(through, pool.known))


def merges_on(pool: PoolQuery, player: int, on: RatingList) -> Iterator[tuple[Merge, int]]:
    """Yield the merges and separations of a player that a list took in, with their positions."""
    after = pool.lists()[on.number - 1].through_position if on.number > 1 else -1
    taken = range(after + 1, on.through_position + 1)
    for merge in pool.facts.merges:
        if player in (merge.kept, merge.merged):
            if merge.position in taken and merge.holds_at(on.through_position):
                yield merge, merge.position
            if merge.until in taken and merge.position <= after:
                yield merge, merge.until


def merges_in_words(pool: PoolQuery, player: int, on: RatingList) -> Sentence:
    """Return the merges and separations of a player that a list took in, in words."""
    return plain([merge_words(pool, *merge) for merge in merges_on(pool, player, on)])


def merge_words(pool: PoolQuery, merge: Merge, position: int) -> Sentence:
    """Return a merge or a separation in words, with the body and the event."""
    says = (
        Sentence("{merged} was merged into {kept} by {by} ({event})")
        if position == merge.position
        else Sentence("{merged} was separated from {kept} by {by} ({event})")
    )
    decision = pool.official.ledger.read.at([position])[position]
    return says.about(
        merged=show(merge.merged),
        kept=show(merge.kept),
        by=decider(decision),
        event=Position(position),
    )
