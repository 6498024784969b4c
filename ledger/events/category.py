"""Events of the streams `pool-P` about categories and titles: awarded, withdrawn."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.base import Name, PlayersDecision


class CategoryDecided(PlayersDecision, frozen=True, kw_only=True):
    """Common fields of the award and the withdrawal of a category."""

    DAY = "on"

    on: Annotated[date, Meta(description="the day from which it holds")]
    category: Annotated[Name, Meta(description="a category or title of the pool's law")]


class CategoryAwarded(CategoryDecided, frozen=True, kw_only=True):
    """Players receive a category or a title by decision, until a withdrawal."""

    TYPE = "category-awarded.v1"


class CategoryWithdrawn(CategoryDecided, frozen=True, kw_only=True):
    """Players lose a category or title; the category held before remains."""

    TYPE = "category-withdrawn.v1"
