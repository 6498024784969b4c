"""Reports as ratings need them: place in the order, dates, pairings.

The ledger reads and folds the events; here reports are laid out for rating.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Final

import msgspec
from msgspec import structs

from ledger.tournaments.current_report import Announced, CurrentReport, Games

NEVER: Final = 1 << 62
"""After every position."""

_PLAYED: Final = "1=0"
"""The result codes of games that were played."""

Order = tuple[date, date, str]
"""The place of a report among all: by end, start, and the tournament's id (with the part)."""


class Decided(msgspec.Struct, frozen=True):
    """A decision about rating: an exemption, a refusal, a game excluded or admitted."""

    kind: str
    """`exempted`, `refused`, `cancelled`, `reinstated`, `excluded`, `admitted`."""
    article: str
    by: str
    game: int = -1
    """Index of the game in the report; -1: it is about all."""
    player: int = 0
    """The player it is for; 0: for everybody."""


Share = tuple[int, int]
"""How much something counts, as a fraction in lowest terms."""
WHOLE: Final[Share] = (1, 1)


@cache  # one text for nearly all
def share_of(text: str) -> Share:
    """Read a share from an event: `1`, `1/2`."""
    return Fraction(text).as_integer_ratio()


class About(msgspec.Struct, frozen=True):
    """Details of a tournament besides its pairings. None, "" and 0: unknown."""

    begins: date | None = None
    """The first day as announced."""
    registered_on: date | None = None
    received_on: date | None = None
    time_control: str = ""
    pairing_system: str = ""
    hybrid: bool = False
    online: bool = False
    norms_possible: bool = False
    announced_as_rated: bool = False
    match_games: int = 0
    weight: Share = WHOLE
    """How much it counts."""
    round_days: tuple[date, ...] = ()
    """The schedule announced: the day of each round, in order."""
    decided: tuple[Decided, ...] = ()


NOTHING_TOLD: Final = About()


class Report(msgspec.Struct, frozen=True):
    """A report as replay needs it: place in the order, dates, pairings."""

    position: int
    tournament: str
    start: date
    end: date
    official: bool
    player: str
    games: Games
    order: Order
    part: int = 0
    """Of a report that comes in parts, from 1; 0: the whole."""
    pools: tuple[str, ...] = ()
    """The pools its tournament was announced for, where these are several."""
    about: About = NOTHING_TOLD

    @property
    def begins(self) -> date:
        """First day of the tournament, for the edition: of a part the first day of the whole."""
        return (self.part and self.about.begins) or self.start

    @property
    def game_count(self) -> int:
        """Number of pairings."""
        return len(self.games.white_result)

    @property
    def games_played(self) -> int:
        """Number of pairings with a result at the board."""
        return sum(map(self.games.white_result.count, _PLAYED))


class Announcement(msgspec.Struct, frozen=True):
    """Facts known about a tournament besides its report."""

    name: str
    pools: tuple[str, ...]
    official: bool
    about: About = NOTHING_TOLD
    days: tuple[date, date] | None = None
    """First and last day, as announced."""
    reported: bool = False
    """Whether a report, or a part of one, was ever recorded."""

    @property
    def several(self) -> tuple[str, ...]:
        """The pools of a tournament of several pools; nothing for a single pool."""
        return self.pools if len(self.pools) > 1 else ()

    def is_settled_by(self, pool: str, cut_off: date) -> bool:
        """Return whether no list but that of a pool, up to a cut-off, rests on the announcement.

        One of another weight stays open to decisions.
        """
        ended = self.days is None or self.days[1] <= cut_off
        return ended and self.pools == (pool,) and self.about.weight == WHOLE


NOT_ANNOUNCED: Final = Announcement("", (), False)


class Version(msgspec.Struct, frozen=True):
    """A version of a report, current from position `since` until just before `until`.

    `root` is the position of the first report in the chain of replacements.
    """

    report: Report
    root: int
    since: int
    until: int

    def stood_at(self, position: int) -> bool:
        """Return whether the version was current at a position."""
        return self.since <= position < self.until


def stood(versions: Iterable[Version], position: int) -> Report | None:
    """Return the version of a report current at a position; None: no report."""
    return next((version.report for version in versions if version.stood_at(position)), None)


def last_booking(versions: Iterable[Version], report: int, closings: Sequence[int]) -> int:
    """Return the closing that booked the last version of a report.

    `closings` are the positions up to which lists took facts: of the list that booked the `report`
    (its position), and of later ones. A later list books the report again if it changed since the
    list before.
    """
    every = list(versions)
    root = next(version.root for version in every if version.report.position == report)
    mine = [version for version in every if version.root == root]
    changes = (at for version in mine for at in (version.since, version.until))
    moved = {bisect_left(closings, at) for at in changes}
    for at in sorted((at for at in moved if 0 < at < len(closings)), reverse=True):
        if stood(mine, closings[at]) != stood(mine, closings[at - 1]):
            return closings[at]
    return closings[0]


def place_in_order(end: date, start: date, tournament: str, part: int) -> Order:
    """Return a place in the order; parts of one tournament on the same days by number."""
    return (end, start, f"{tournament}#{part:010d}" if part else tournament)


def tournament_of(order: Order) -> str:
    """Return the tournament at a place in the order, without the part."""
    return order[2].partition("#")[0]


def announcement_of(
    announced: Announced, decided: tuple[Decided, ...] = (), *, reported: bool = False
) -> Announcement:
    """Return the facts known about a tournament besides its report, with decisions."""
    about = About(
        begins=announced.start,
        registered_on=announced.registered_on,
        received_on=announced.received_on,
        time_control=announced.time_control or "",
        pairing_system=announced.pairing_system or "",
        hybrid=announced.hybrid,
        online=announced.online,
        norms_possible=announced.norms_possible,
        announced_as_rated=announced.announced_as_rated,
        match_games=announced.match_games or 0,
        weight=share_of(announced.weight),
        round_days=announced.round_days or (),
        decided=decided,
    )
    days = None
    if announced.start and announced.end:  # as each was told last: they may contradict
        days = (announced.start, max(announced.start, announced.end))
    return Announcement(
        announced.name, announced.pools, announced.official_event, about, days, reported
    )


def before_play(tournament: str, announcement: Announcement) -> Report:
    """Return an announced tournament as a report without entrants.

    Raises ValueError without days.
    """
    if announcement.days is None:
        raise ValueError(f"{tournament}: no days are announced")
    start, end = announcement.days
    order = place_in_order(end, start, tournament, 0)
    nobody = Games("", "", "", "")
    return Report(
        -1,
        tournament,
        start,
        end,
        announcement.official,
        "",
        nobody,
        order,
        pools=announcement.several,
        about=announcement.about,
    )


def report_of(
    standing: CurrentReport, announcement: Announcement, decided: tuple[Decided, ...] = ()
) -> Report:
    """Return the report for ratings from a current report, announced details and decisions."""
    reported, about = standing.reported, announcement.about
    own = structs.replace(
        about,
        received_on=standing.received_on,
        time_control=standing.time_control or about.time_control,
        decided=decided,
    )
    return Report(
        standing.position,
        reported.tournament,
        standing.start,
        standing.end,
        announcement.official,
        standing.player(),
        standing.games(),
        place_in_order(standing.end, standing.start, reported.tournament, standing.part),
        standing.part,
        announcement.several,
        own,
    )
