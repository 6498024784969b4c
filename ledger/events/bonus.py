"""Events of the streams `pool-P` about points given for a tournament, outside play."""

from __future__ import annotations

from ledger.events import base
from ledger.events.base import Article, Id, PlayersFact
from ledger.events.pool import Ground, Period


class _OfATournament(
    PlayersFact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is common to giving points for a tournament and taking them back."""

    period: Period
    tournament: Id
    player: base.PlayerColumn
    points: base.NumberColumn
    article: Article
    ground: Ground


class BonusGranted(
    _OfATournament, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points outside play. With ground `rule` an echo of what replay derives by itself."""

    TYPE = "bonus-granted.v1"


class BonusWithdrawn(
    _OfATournament, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points outside play taken back: the tournament was corrected. Grounds as above."""

    TYPE = "bonus-withdrawn.v1"
