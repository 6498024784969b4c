"""Findings about merges and separations, with the list of the change and the article."""

from collections.abc import Iterator

from ledger.sentences import NO_SENTENCE, Sentence
from projections.finding import Finding
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import joined_on
from projections.queries.merges_on_lists import merge_words, merges_on
from projections.state.merges import Merge


def on_list(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Finding]:
    """Yield the merges and separations of a player that a list took in."""
    if pool.facts.merges and player in joined_on(pool, on.number):
        for merge, position in merges_on(pool, player, on):
            yield _finding(pool, player, on, merge, position)


def _finding(pool: PoolQuery, player: int, on: RatingList, merge: Merge, position: int) -> Finding:
    decision = pool.official.ledger.read.at([position])[position].decoded()
    says = Sentence(
        "{merge}; this list books the difference", merge=merge_words(pool, merge, position)
    )
    other = merge.merged if player == merge.kept else merge.kept
    return Finding(
        "warning",
        "players-merged",
        on.period,
        decision.article,
        says,
        NO_SENTENCE,
        player,
        (other,),
    )
