"""Suspensions and deaths of players, folded from the stream `register`."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple

from ledger.events.persons import (
    PlayerDeathWithdrawn,
    PlayerDied,
    PlayerSuspended,
    PlayerSuspensionLifted,
)
from ledger.events.register import PlayersMerged
from ledger.register.merges import MERGING, Merge, in_force, kept_player
from ledger.sentences import Body, Position, Sentence, Value
from ledger.store.reading import Reader, Recorded


class Suspension(NamedTuple):
    """A suspension with its days, shortened by a decision to lift it."""

    player: int
    first: date
    last: date | None
    """Last day; None: until it is lifted. Before `first`: lifted from the start."""
    by: str
    article: str
    position: int
    event_id: str
    lifted: int | None = None
    """Position of the decision that lifted it."""

    def overlaps(self, first: date, last: date | None) -> bool:
        """Return whether the suspension has a day from `first` to `last` (None: no end)."""
        ends = self.last or date.max
        return self.first <= ends and first <= ends and self.first <= (last or date.max)

    @property
    def words(self) -> Sentence:
        """The suspension in words, as from 2026-01-01 to 2026-06-30 by the-council (#40)."""
        known: dict[str, Value] = {
            "first": self.first,
            "by": Body(self.by),
            "position": Position(self.position),
        }
        if self.last is None:
            return Sentence(
                "suspended from {first} until it is lifted by {by} ({position})", **known
            )
        if self.lifted is None:
            suspended = Sentence("suspended from {first} to {last} by {by} ({position})", **known)
            return suspended.about(last=self.last)
        lifted = Position(self.lifted)
        if self.last < self.first:
            return Sentence(
                "suspended from {first}, lifted from the start by {lifted} by {by} ({position})",
                **known,
                lifted=lifted,
            )
        return Sentence(
            "suspended from {first} to {last}, lifted by {lifted} by {by} ({position})",
            **known,
            last=self.last,
            lifted=lifted,
        )

    def __str__(self) -> str:
        return str(self.words)


class Death(NamedTuple):
    """The death of a player."""

    player: int
    on: date
    by: str
    article: str
    position: int
    event_id: str


class Absences(NamedTuple):
    """The suspensions and deaths known at a position; merged numbers are the kept player."""

    suspensions: Mapping[int, list[Suspension]]
    """By player, in order of recording; a player without any is left out."""
    deaths: Mapping[int, Death]

    @property
    def players(self) -> set[int]:
        """Players with a suspension or a death."""
        return {*self.suspensions, *self.deaths}


def absences(read: Reader, known: int | None = None) -> Absences:
    """Return the suspensions and deaths as known at a position (None: now).

    The cost grows with the number of these events, not with the register.
    """
    events = [
        recorded
        for recorded in read.stream(PlayersMerged.STREAM, *_TYPES, *MERGING)
        if known is None or recorded.position <= known
    ]
    merged = in_force(one for one in events if one.type in MERGING)
    suspensions: dict[int, list[Suspension]] = {}
    for suspension in _suspensions(events, merged):
        suspensions.setdefault(suspension.player, []).append(suspension)
    return Absences(suspensions, _deaths(events, merged))


_TYPES: Final = (
    PlayerSuspended.TYPE,
    PlayerSuspensionLifted.TYPE,
    PlayerDied.TYPE,
    PlayerDeathWithdrawn.TYPE,
)


def _suspensions(events: Iterable[Recorded], merged: Mapping[int, Merge]) -> Iterator[Suspension]:
    suspended = [one for one in events if one.type == PlayerSuspended.TYPE]
    lifted = (one for one in events if one.type == PlayerSuspensionLifted.TYPE)
    by_suspension = {one.decoded().payload.suspension: one for one in lifted}
    for recorded in suspended:
        fact: PlayerSuspended = recorded.decoded().payload
        last, lifting = fact.last, by_suspension.get(recorded.position)
        if lifting is not None:
            last = lifting.decoded().payload.on - timedelta(days=1)
        player, article = kept_player(merged, fact.player), recorded.decoded().article
        of_event = (fact.by, article, recorded.position, recorded.event_id)
        yield Suspension(player, fact.first, last, *of_event, lifting.position if lifting else None)


def _deaths(events: Iterable[Recorded], merged: Mapping[int, Merge]) -> dict[int, Death]:
    died = [one for one in events if one.type == PlayerDied.TYPE]
    withdrawn = (one for one in events if one.type == PlayerDeathWithdrawn.TYPE)
    gone = {one.decoded().payload.death for one in withdrawn}
    found: dict[int, Death] = {}
    for recorded in died:
        if recorded.position not in gone:
            fact: PlayerDied = recorded.decoded().payload
            player, article = kept_player(merged, fact.player), recorded.decoded().article
            found[player] = Death(
                player, fact.on, fact.by, article, recorded.position, recorded.event_id
            )
    return found
