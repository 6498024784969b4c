"""Events about what a pool publishes beside its official lists."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.base import Article, By, PoolFact


class PublicationPolicySet(PoolFact, frozen=True, kw_only=True):
    """The body decides whether revised ratings are public, for lists of a day or later.

    Without a policy they are not. An answer about a public list also shows the ratings before it.
    """

    TYPE = "publication-policy-set.v1"
    DAY = "in_force_from"

    in_force_from: Annotated[date, Meta(description="for lists of this day or later")]
    revised_ratings: Annotated[
        Literal["public", "not-public"],
        Meta(description="whether everybody sees them, or only the readers of an outlook"),
    ]
    by: By
    article: Article | None = None
