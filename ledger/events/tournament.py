"""Events of the streams `tournament-T`: announcements of tournaments and their corrections."""

from datetime import date
from typing import Annotated, Final

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Id, Name, Number, Share, TournamentDecision, TournamentFact
from ledger.sentences import Sentence

_NO_POOL: Final = Sentence("a tournament counts for at least one pool")

RoundDays = Annotated[
    tuple[date, ...], Meta(min_length=1, max_length=400, description="the day of each round")
]


def check_days(start: date, end: date) -> None:
    """Refuse a first day after the last one."""
    if start > end:
        raise BadEvent(Sentence("start {start} is after end {end}", start=start, end=end))


class TournamentRegistered(TournamentFact, frozen=True, kw_only=True):
    """Announcement of a tournament, with the facts on which its law depends."""

    TYPE = "tournament-registered.v1"
    DAY = "registered_on"

    name: Name
    place: Name | None = None
    federation: Annotated[str, base.whole("[A-Z]{3}")] | None = None
    pools: tuple[Id, ...]
    start: date
    end: date
    registered_on: Annotated[date | None, Meta(description="left out if not known")] = None
    round_days: RoundDays | None = None
    pairing_system: Name | None = None
    time_control: Annotated[Name | None, Meta(description="as encoded by TRF26 record 222")] = None
    hybrid: bool = False
    online: bool = False
    team: bool = False
    official_event: Annotated[bool, Meta(description="event of the world body")] = False
    norms_possible: bool = False
    match_games: Annotated[Number | None, Meta(description="length of a match, in games")] = None
    announced_as_rated: Annotated[bool, Meta(description="its regulations say it is rated")] = False
    weight: Share = "1"

    def valid_on(self) -> date:
        """The day of registration; if unknown, the first day of play."""
        return self.registered_on or self.start

    def __post_init__(self) -> None:
        check_days(self.start, self.end)
        if not self.pools:
            raise BadEvent(_NO_POOL)


class Details(base.Structure, frozen=True, kw_only=True):
    """Corrected facts of a tournament; facts not given remain."""

    name: Name | None = None
    place: Name | None = None
    federation: Annotated[str, base.whole("[A-Z]{3}")] | None = None
    pools: tuple[Id, ...] | None = None
    start: date | None = None
    end: date | None = None
    registered_on: date | None = None
    round_days: RoundDays | None = None
    pairing_system: Name | None = None
    time_control: Name | None = None
    hybrid: bool | None = None
    online: bool | None = None
    team: bool | None = None
    official_event: bool | None = None
    norms_possible: bool | None = None
    match_games: Number | None = None
    announced_as_rated: bool | None = None
    weight: Share | None = None
    received_on: Annotated[
        date | None, Meta(description="day on which its first complete report came")
    ] = None


class TournamentDetailsCorrected(TournamentDecision, frozen=True, kw_only=True):
    """Correction of facts of a tournament. Corrected days hold for its report too."""

    TYPE = "tournament-details-corrected.v1"

    details: Details

    def __post_init__(self) -> None:
        details = self.details
        if details == Details():
            raise BadEvent(Sentence("a correction of details corrects at least one of them"))
        if details.pools == ():
            raise BadEvent(_NO_POOL)
        if details.start and details.end:
            check_days(details.start, details.end)
