"""Events of the streams `pool-P` about ratings with which players enter from lists of others.

One event takes the rating of another body as published, the other a rating converted by a table or
a factor. With ground `rule` both are derived events: computed by replay, never read by it.
"""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Article, Id, Name, PlayersFact, PoolFact
from ledger.events.pool import Ground, Period
from ledger.sentences import Input, Sentence


class EntryRatingTaken(PlayersFact, frozen=True, kw_only=True):
    """Players enter with a rating from another body's list, or with fixed points (no list).

    Ratings converted by a table or a factor are recorded as `foreign-player-converted`.
    """

    TYPE = "entry-rating-taken.v1"

    period: Period
    body: Annotated[Id | None, Meta(description="whose list, e.g. fide")] = None
    list: Annotated[Id | None, Meta(description="which list of theirs, e.g. 2026-09")] = None
    list_date: date | None = None
    column: Annotated[Id | None, Meta(description="which of its columns, e.g. standard")] = None
    rating: base.RatingColumn
    article: Article
    ground: Ground

    def __post_init__(self) -> None:
        PlayersFact.__post_init__(self)
        missing = [name is None for name in (self.body, self.list, self.list_date, self.column)]
        if any(missing) and not all(missing):
            raise BadEvent(
                Sentence(
                    "a list is named by {inputs}: all of them, or none",
                    inputs=[Input(name) for name in ("body", "list", "list_date", "column")],
                )
            )


class ForeignPlayerConverted(PoolFact, frozen=True, kw_only=True):
    """Players enter with a rating converted from a rating or category elsewhere.

    By a table or a factor. Elsewhere is another body, on a list of its own, or another pool of this
    ledger: on its list, or awarded by an event of it. A rating stands in `held`, a category in
    `category`.
    """

    TYPE = "foreign-player-converted.v1"

    period: Period
    body: Annotated[Id, Meta(description="where it is held: a body, e.g. fmjd, or another pool")]
    list: Annotated[Id, Meta(description="which list of theirs; of an award event-N")]
    list_date: Annotated[date, Meta(description="its day; of an award the day it holds from")]
    column: Annotated[Id, Meta(description="what is held: rating, category or award")]
    player: base.PlayerColumn
    held: Annotated[
        base.RatingColumn, Meta(description="ratings held, 4 digits each; empty: categories are")
    ] = ""
    category: Annotated[
        tuple[Name, ...], Meta(description="category or title held by each player")
    ] = ()
    table: Annotated[Article, Meta(description="the article and table that convert it")]
    factor_tenths: Annotated[
        base.NumberColumn, Meta(description="factors of the table, in tenths; empty: it has none")
    ] = ""
    result: Annotated[base.RatingColumn, Meta(description="ratings they enter with")]
    ground: Ground

    def __post_init__(self) -> None:
        empty = [name for name in ("held", "factor_tenths") if not getattr(self, name)]
        rows = base.players(self, *empty)
        if bool(self.held) == bool(self.category) or (self.factor_tenths and not self.held):
            raise BadEvent(
                Sentence("a rating is converted, with a factor or without, or a category")
            )
        if self.category and len(self.category) != rows:
            raise BadEvent(
                Sentence(
                    "{categories} categories for {players} players",
                    categories=len(self.category),
                    players=rows,
                )
            )
