"""Options shared by commands: the ledger, the moment of a question, what a recording states.

The types of options are objects, not texts: cyclopts would read texts again at each command.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from ledger.sentences import Sentence
from ops import logs
from ops.cli.app import Answered, KnownAt, Shown, option
from ops.progress import shown

if TYPE_CHECKING:
    from ledger.clock import Clock
    from ledger.store.grounds import StatedGrounds
    from ledger.store.incarnation import KnownHead
    from ops.house import House
    from projections.queries import PoolQuery

DEFAULT = "ratings.ledger"

_STORY: "ContextVar[Clock | None]" = ContextVar("story", default=None)
"""The clock of a story, in place of that of this machine."""


@contextmanager
def recorded_at(instant: datetime | None) -> "Iterator[None]":
    """Record at an instant of a story what the commands within record; None: now."""
    from ledger.clock import microseconds

    before = _STORY.set((lambda: microseconds(instant)) if instant else None)
    try:
        yield
    finally:
        _STORY.reset(before)


@Parameter(name="*")
@dataclass(frozen=True)
class Where:
    """Which ledger."""

    ledger: Annotated[str, option("path of a file, or PostgreSQL URL", env_var="LEDGER")] = DEFAULT

    @contextmanager
    def opened(self, *, guarded: bool = True) -> "Iterator[House]":
        """Open the ledger as long as the command runs; `guarded=False` skips the guards."""
        from ops.cli import output
        from ops.cli.key_given import act_with_key
        from ops.house import open_house

        logs.to_standard_error()
        with open_house(self.ledger, guarded=guarded) as house:
            output.warn_if_older(house.ledger)
            act_with_key(house)
            yield house

    @contextmanager
    def followed(self) -> "Iterator[House]":
        """Open the ledger with its official track, caught up."""
        from ops.cli import output

        with self.opened() as house:
            output.mention_reading(house.ledger)
            with shown("taking in events") as progress:
                house.catch_up(progress)
            yield house


@Parameter(name="*")
@dataclass(frozen=True)
class Reading(Where):
    """Options of a command that shows rows: ledger, format."""

    format: Shown = "table"


@Parameter(name="*")
@dataclass(frozen=True)
class Reporting(Where):
    """Options of a command about the whole ledger: ledger, form of the answer."""

    format: Answered = "text"


@Parameter(name="*")
@dataclass(frozen=True)
class Knowing(Reading):
    """Options of a question: ledger, format, moment of knowledge."""

    known_at: KnownAt = None

    @contextmanager
    def pool(self, name: str) -> "Iterator[PoolQuery]":
        """Open one pool of the ledger at the moment of knowledge."""
        with self.followed() as house:
            yield self.of(house, name)

    def of(self, house: "House", name: str) -> "PoolQuery":
        """Return one pool at the moment of knowledge. Raises UnknownPool."""
        from ops.answers.clocks import pool_known_at

        return pool_known_at(house, name, self.known_at)


@Parameter(name="*")
@dataclass(frozen=True)
class OnTrack(Knowing):
    """Options of a question about ratings: ledger, track, moment of knowledge, format."""

    track: Annotated[
        Literal["official", "revised"],
        option("official: as published; revised: as if every fact had been known in time"),
    ] = "official"

    def of(self, house: "House", name: str) -> "PoolQuery":
        """Return one pool on the track, at the moment of knowledge. Raises UnknownPool."""
        from ops.answers.clocks import pool_known_at

        return pool_known_at(house, name, self.known_at, self.track)


@Parameter(name="*")
@dataclass(frozen=True)
class OnDay(Knowing):
    """Options of a question about a day: ledger, day, moment of knowledge, format."""

    as_of: Annotated[date | None, option("the day the answer is about; default: the last list")] = (
        None
    )


@Parameter(name="*")
@dataclass(frozen=True)
class Asked(OnDay, OnTrack):
    """Options of a question about ratings on a day, on a track."""


@Parameter(name="*")
@dataclass(frozen=True)
class Confirming:
    """Options of a change: what is known, and values confirmed as right."""

    expect: Annotated[
        str | None, option("the last event known, as POSITION:HASH; refused if the ledger lacks it")
    ] = None
    clock_is_right: Annotated[
        bool, option("record although the clock looks wrong: far ahead of the last event")
    ] = False
    values_are_right: Annotated[
        bool, option("record values that look like a mistake: a rating of 9999, a day far away")
    ] = False


@Parameter(name="*")
@dataclass(frozen=True)
class Recording(Confirming):
    """Options of recording, or of its preview: confirmations, and the grounds stated."""

    preview: Annotated[bool, option("show the answer and what moves, record nothing")] = False
    as_previewed: Annotated[
        str | None,
        option("record exactly what a preview with this token showed, else refuse, saying why"),
    ] = None
    reason: Annotated[
        str, option("why, in your words: kept beside the event, erasable, never on a list")
    ] = ""
    article: Annotated[str | None, option("the article or the act it rests on")] = None
    decided_on: Annotated[date | None, option("the day of the decision")] = None
    attach: Annotated[
        tuple[Path, ...], option("a file to keep beside it, erasable; repeat for more")
    ] = ()

    def grounds(self) -> "StatedGrounds":
        """Return the stated grounds. Raises Refused for a file that cannot be read or is large."""
        from ledger import limits
        from ledger.errors import check_at_most
        from ledger.intake.files import read
        from ledger.store.grounds import StatedGrounds

        check_at_most(Sentence("attached files"), len(self.attach), limits.ATTACHMENTS)
        files = tuple(read(path, limits.ATTACHMENT_BYTES) for path in self.attach)
        return StatedGrounds(self.reason, self.article, self.decided_on, files)


@Parameter(name="*")
@dataclass(frozen=True)
class Changing(Confirming, Reporting):
    """Options of a command that changes a ledger, in a way without preview and grounds."""

    def clock(self) -> "Clock":
        """Return the clock of this machine; --clock-is-right answers for a difference."""
        from ledger.clock import MachineClock

        return _STORY.get() or MachineClock(is_right=self.clock_is_right)

    def typed(self) -> tuple[str, ...]:
        """Return the options of this group as typed, without the format."""
        from ledger.store import addresses

        named = {"--expect": self.expect}
        if self.ledger != os.environ.get("LEDGER", DEFAULT):
            named["--ledger"] = addresses.shown(self.ledger)
        flags = {
            "--clock-is-right": self.clock_is_right,
            "--values-are-right": self.values_are_right,
        }
        options = (word for option, value in named.items() if value for word in (option, value))
        return (*options, *(flag for flag, given in flags.items() if given))

    def expected(self) -> "KnownHead | None":
        """Return the expected event of --expect. Raises Refused."""
        from ledger.store.incarnation import known_head

        return None if self.expect is None else known_head(self.expect)

    @contextmanager
    def opened(self, *, guarded: bool = True) -> "Iterator[House]":
        """Open the ledger to record. Raises Refused for an older copy of the ledger."""
        from ops.cli.key_given import act_with_key
        from ops.house import open_to_record

        logs.to_standard_error()
        clock, expect = self.clock(), self.expected()
        with open_to_record(self.ledger, clock, expect=expect, guarded=guarded) as house:
            house.ledger.values_are_right = self.values_are_right
            act_with_key(house)
            yield house


@Parameter(name="*")
@dataclass(frozen=True)
class Acting(Recording, Changing):
    """Options of a recording command: ledger, form of the answer, checks, preview, grounds."""

    def typed(self) -> tuple[str, ...]:
        """Return the options of this group as typed, without the format."""
        named = [("--reason", self.reason), ("--article", self.article)]
        named += [("--decided-on", self.decided_on.isoformat())] if self.decided_on else []
        named += [("--attach", str(path)) for path in self.attach]
        options = (word for option, value in named if value for word in (option, value))
        return (*super().typed(), *options)

    @contextmanager
    def opened(self, *, guarded: bool = True) -> "Iterator[House]":
        """Open the ledger to record on stated grounds; for a preview, to record in memory alone."""
        from ops.cli import output
        from ops.commands import previewed

        grounds = self.grounds()
        shown = previewed.token_given(self.as_previewed, preview=self.preview)
        with super().opened(guarded=guarded) as house:
            grounds.check(house.today())
            house.ledger.grounds = grounds
            output.show_preview(None)
            if not self.preview:
                if shown is not None:
                    previewed.record_as_previewed(house, shown)
                yield house
                return
            with house.tentatively() as tentative:
                yield tentative
                output.show_preview(previewed.preview_of(tentative))
