"""Closed lists of a pool, and the positions up to which a list takes what is recorded.

A list of the official track takes everything up to one position. A new printing sees of other pools
the lists that the first printing saw, in their present printings. A list of the revised track takes
facts up to the position asked about; decisions about ratings act on the list that took them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from ledger.events.pool import PeriodClosed


@dataclass(frozen=True, slots=True)
class Horizon:
    """The last positions that a list takes, by kind of event."""

    facts: int
    """Reports and their corrections, the register, the law, external lists, publications."""
    decisions: int
    """Decisions about ratings of players."""
    lists: int
    """Closed lists of other pools."""

    @classmethod
    def at(cls, position: int, lists: int | None = None) -> Horizon:
        """Return the horizon of a list with everything up to one position.

        `lists` is the last position of lists of other pools, where that is another one.
        """
        return cls(position, position, position if lists is None else lists)


NOTHING_TAKEN: Final = Horizon.at(-1)
"""The horizon before the first list."""


def horizon_of(event: PeriodClosed) -> Horizon:
    """Return the horizon of a list, as stated by the closing event."""
    return Horizon.at(event.through_position, event.lists_through)


class Closed(msgspec.Struct, frozen=True):
    """A sealed list by its event. `number` counts the lists of a pool from 1."""

    number: int
    position: int
    event: PeriodClosed

    @property
    def key(self) -> int:
        """The key of an earlier printing among the numbers of lists: negative."""
        return -self.position

    @property
    def horizon(self) -> Horizon:
        """The positions up to which the list took what is recorded."""
        return horizon_of(self.event)

    @property
    def law_known(self) -> int:
        """The position up to which adopted editions count."""
        return self.position


class RevisedList(Closed, frozen=True):
    """A list of the revised track; `position` is that of the official closing.

    `event` has the days and the horizon of decisions of the official list, with the digests and
    the number of rows of the revised one.
    """

    known: int
    """The position up to which facts are known."""

    @property
    def horizon(self) -> Horizon:
        """The positions up to which the list takes what is recorded."""
        official = horizon_of(self.event)
        return Horizon(self.known, official.decisions, official.lists)

    @property
    def law_known(self) -> int:
        """The position up to which adopted editions count."""
        return self.known
