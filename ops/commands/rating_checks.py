"""Checks of decisions about ratings before recording: whether the next list would take them in."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Integers
from ledger.errors import Refused
from ledger.events.pool import (
    AdjustmentWithdrawn,
    EntryCapitalDecided,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.sentences import Position, Remedy, Sentence
from ops.commands.refusals import of_player
from projections.queries import PoolQuery
from projections.queries.coming_lists import NOT_ANNOUNCED, next_list
from projections.rulebooks.engine.columns import ENTRY, UNIT
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.state.adjustments import AS_LISTED, Adjustment
from projections.state.law import as_set
from projections.state.reports import NEVER

Ratings = NDArray[np.int64] | Integers


def _listed_ratings(pool: PoolQuery, players: list[int]) -> list[int]:
    """Return the ratings of players on the last closed list; 0: none."""
    states = pool.states(players, pool.lists()[-1].number)
    return [states[player].rating if player in states else 0 for player in players]


def _waiting(pool: PoolQuery, decisions: Iterable[tuple[int, int]]) -> set[int]:
    """Return the players of decisions (player, position) since the last closed list."""
    return {player for player, position in decisions if position > pool.facts.closed_through()}


def _adjusted(pool: PoolQuery) -> Iterator[tuple[int, int]]:
    for change in pool.facts.adjustments:
        if change.withdrawn == NEVER:
            yield change.player, change.position
        elif change.position <= pool.facts.closed_through():
            yield change.player, change.withdrawn


def _refuse_waiting(pool: PoolQuery, player: int, waiting: set[int]) -> None:
    if player in waiting:
        problem = Sentence("another decision waits for the next list; close that list first")
        remedy = Remedy("close-list", pool=pool.name, period=None)
        raise of_player(player, problem, code="decision-waits", remedy=remedy)


def check_adjustment(pool: PoolQuery, fact: RatingsAdjusted) -> None:
    """Refuse an adjustment not from the present rating, or to a rating outside the rules."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    before, after = (columns.read(text, columns.RATING) for text in (fact.before, fact.after))
    present = np.array(_listed_ratings(pool, players))
    allowed, article = _allowed(pool, before, after, present)
    waiting = _waiting(pool, _adjusted(pool))
    for at, player in enumerate(players):
        had, now, new = int(before[at]), int(present[at]), int(after[at])
        if now != had:
            raise of_player(
                player,
                Sentence(
                    "the present rating is {now}, not {had}", now=now or None, had=had or None
                ),
                code="rating-differs",
                field="before",
                found=had,
                expected=now,
            )
        if not allowed[at]:
            problem = Sentence(
                "{had} to {new} could not hold ({article})",
                had=had or None,
                new=new,
                article=article,
            )
            raise of_player(player, problem, code="rating-cannot-hold", field="after", found=new)
        _refuse_waiting(pool, player, waiting)


def _allowed(
    pool: PoolQuery, before: Ratings, after: Ratings, present: Ratings
) -> tuple[NDArray[np.bool_], str]:
    """Return which adjustments the next list would take in, and the article that says so."""
    edition = _of_next_list(pool)
    rule = edition.columns["adjustment_applies"]
    facts = {
        "adjusted": np.ones(len(present), dtype=bool),
        "adjusted_from": before,
        "adjusted_to": after,
        "listed_rating": present,
    }
    return np.asarray(edition.evaluate([UNIT], facts, [rule.name])[rule.name]), rule.article


def check_withdrawal(pool: PoolQuery, fact: AdjustmentWithdrawn) -> None:
    """Refuse to withdraw what was not decided, withdrawn already, or without any effect."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    before = columns.read(fact.before, columns.RATING).tolist()
    present = _listed_ratings(pool, players)
    waiting = _waiting(pool, _adjusted(pool))
    for player, had, listed in zip(players, before, present, strict=True):
        change = _withdrawable(pool, player, fact.withdraws)
        on = _list_of(pool, change.position)
        was = listed if on is None else _rating_on(pool, player, on - 1)
        if had != was:
            problem = Sentence(
                "the rating before {adjustment} was {was}, not {had}",
                adjustment=Position(change.position),
                was=was or None,
                had=had,
            )
            raise of_player(
                player, problem, code="rating-differs", field="before", found=had, expected=was
            )
        if on is not None:
            _refuse_waiting(pool, player, waiting)
            _check_opposite(pool, change, had, listed)


def _withdrawable(pool: PoolQuery, player: int, position: int) -> Adjustment:
    """Return the adjustment of a player recorded at a position. Raises Refused."""
    mine = [
        one for one in pool.facts.adjustments if (one.player, one.position) == (player, position)
    ]
    if not mine:
        raise of_player(
            player,
            Sentence(
                "{event} is no adjustment and no annulment of the rating in {pool}",
                event=Position(position),
                pool=pool.name,
            ),
            code="no-such-adjustment",
            field="withdraws",
            found=f"#{position}",
        )
    if mine[0].withdrawn != NEVER:
        problem = Sentence(
            "{adjustment} was withdrawn already ({withdrawal})",
            adjustment=Position(position),
            withdrawal=Position(mine[0].withdrawn),
        )
        raise of_player(
            player, problem, code="withdrawn-already", field="withdraws", found=f"#{position}"
        )
    return mine[0]


def _list_of(pool: PoolQuery, position: int) -> int | None:
    """Return the number of the closed list that took in the event at a position."""
    closed = pool.facts.closed
    numbers = (one.number for one in closed if one.event.through_position >= position)
    return next(numbers, None)


def _rating_on(pool: PoolQuery, player: int, number: int) -> int:
    states = pool.states([player], number)
    return states[player].rating if player in states else 0


def _check_opposite(pool: PoolQuery, change: Adjustment, had: int, listed: int) -> None:
    """Refuse a withdrawal after the list where the adjustment, or its opposite, cannot act."""
    if change.before not in (AS_LISTED, had):
        problem = Sentence(
            "{adjustment} had no effect, so there is nothing to withdraw",
            adjustment=Position(change.position),
        )
        raise of_player(change.player, problem, code="no-effect", field="withdraws")
    if not change.after:
        start, end = 0, had
    else:
        start, end = listed, listed + had - change.after if had else 0
    one = (np.array([value]) for value in (start, end, listed))
    (allowed,), article = _allowed(pool, *one)
    if not allowed:
        problem = Sentence(
            "from {now}, withdrawing {adjustment} could not hold as {then} ({article})",
            now=listed or None,
            adjustment=Position(change.position),
            then=end or None,
            article=article,
        )
        raise of_player(
            change.player, problem, code="rating-cannot-hold", field="withdraws", found=listed
        )


def _of_next_list(pool: PoolQuery) -> Edition:
    """Return the edition of the next list, with the floor of the year.

    If the next list is not announced, or no edition covers it, the newest edition with the
    parameters set last.
    """
    replay, due = pool.official.replay(pool.name), next_list(pool, pool.facts)
    day, edition = date.max, pool.law.editions[-1]
    if due.period != NOT_ANNOUNCED:
        with suppress(OutsideRulebook, ValueError):
            day, edition = due.list_date, replay.law.edition_of_list(due.list_date)
    return as_set(edition, pool.facts, day, pool.known)


def check_annulment(pool: PoolQuery, fact: RatingsAnnulled) -> None:
    """Refuse to annul where there is no rating, or where another decision waits."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    waiting = _waiting(pool, _adjusted(pool))
    for player, rating in zip(players, _listed_ratings(pool, players), strict=True):
        if not rating:
            problem = Sentence("there is no rating that could be annulled")
            raise of_player(player, problem, code="no-rating")
        _refuse_waiting(pool, player, waiting)


def check_entry(pool: PoolQuery, fact: EntryCapitalDecided) -> None:
    """Refuse an entry rating without a rule, for a rated player, or decided twice for a list."""
    if not pool.law.external_lists.guests and "decided_rating" not in pool.law.editions[-1].asked:
        problem = Sentence(
            "{pool}: no rule of {rulebook} takes an entry rating by decision",
            pool=pool.name,
            rulebook=pool.law.name,
        )
        raise Refused(problem, code="no-entry-by-decision", field="pool", found=pool.name)
    decisions = ((decision.player, decision.position) for decision in pool.facts.decisions)
    waiting = _waiting(pool, decisions)
    annulled = (
        (change.player, change.position)
        for change in pool.facts.adjustments
        if not change.after and change.withdrawn == NEVER
    )
    ceasing = _waiting(pool, annulled)
    players = columns.read(fact.player, columns.PLAYER).tolist()
    for player, rating in zip(players, _listed_ratings(pool, players), strict=True):
        _refuse_waiting(pool, player, waiting)
        if rating and player not in ceasing:
            remedy = Remedy("decide-ratings-adjusted", pool=pool.name)
            problem = Sentence(
                "holds {rating}, so they do not enter: adjust the rating", rating=rating
            )
            raise of_player(player, problem, code="rated-already", found=rating, remedy=remedy)
    _check_entry_allowed(pool, fact, players)


def _check_entry_allowed(pool: PoolQuery, fact: EntryCapitalDecided, players: list[int]) -> None:
    edition = _of_next_list(pool)
    rule = edition.columns.get("entry_decided")
    if rule is None:
        return
    ratings = columns.read(fact.rating, columns.RATING)
    facts = {"decided_rating": ratings, "unit": np.arange(len(ratings))}
    allowed = edition.evaluate([ENTRY], facts, [rule.name])[rule.name]
    for player, rating, is_allowed in zip(players, ratings, allowed, strict=True):
        if not is_allowed:
            raise of_player(
                player,
                Sentence(
                    "enters with {rating}, which could not hold ({article}): decide on the minimum "
                    "capital or more",
                    rating=int(rating),
                    article=rule.article,
                ),
                code="rating-cannot-hold",
                field="rating",
                found=rating,
            )
