"""Events of the streams `pool-P` about points taken where somebody did not take part in a year."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ledger.events import base
from ledger.events.base import Article, PlayersFact
from ledger.events.pool import Ground, Period


class _OfAYear(
    PlayersFact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is common to taking points of a year and giving them back."""

    period: Period
    year: Annotated[int, Meta(ge=1900, lt=10000, description="the year without a part taken")]
    player: base.PlayerColumn
    points: base.NumberColumn
    article: Article
    ground: Ground


class MalusApplied(
    _OfAYear, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points taken at the end of a year. With ground `rule` an echo of what replay derives."""

    TYPE = "malus-applied.v1"


class MalusWithdrawn(
    _OfAYear, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points given back: a report that came late shows a part taken. Grounds as above."""

    TYPE = "malus-withdrawn.v1"
