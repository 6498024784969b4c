"""Events of the streams `pool-P` about points given or taken outside play.

For a tournament, and where somebody did not take part in a year. With ground `rule` each is an echo
of what replay derives by itself.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ledger.events import base
from ledger.events.base import Article, Id, PlayersFact
from ledger.events.pool import Ground, Period


class _Points(
    PlayersFact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is common to giving and to taking points: whose they are, and by which article."""

    period: Period
    player: base.PlayerColumn
    points: base.NumberColumn
    article: Article
    ground: Ground


class _OfATournament(
    _Points, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points for a tournament."""

    tournament: Id


class BonusGranted(
    _OfATournament, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points given for a tournament."""

    TYPE = "bonus-granted.v1"


class BonusWithdrawn(
    _OfATournament, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points of a tournament taken back: it was corrected."""

    TYPE = "bonus-withdrawn.v1"


class _OfAYear(_Points, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points of a year."""

    year: Annotated[int, Meta(ge=1900, lt=10000, description="the year without a part taken")]


class MalusApplied(
    _OfAYear, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points taken at the end of a year."""

    TYPE = "malus-applied.v1"


class MalusWithdrawn(
    _OfAYear, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points given back: a report that came late shows a part taken."""

    TYPE = "malus-withdrawn.v1"
