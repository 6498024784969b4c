"""Options shared by commands: the ledger, the moment of a question, what a recording states.

The types of options are objects, not texts: cyclopts would read texts again at each command.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, make_dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from cyclopts import Parameter
from msgspec import structs

from ledger.sentences import Sentence
from ops import logs
from ops.cli.app import Answered, Shown, option
from ops.doors.circumstances import Circumstances, Confirmations
from ops.doors.declare import Asked
from ops.doors.fields import help_of, read_as_typed, typed_as, typed_otherwise
from ops.progress import shown

if TYPE_CHECKING:
    from ledger.clock import Clock
    from ledger.store.incarnation import KnownHead
    from ops.house import House

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


def as_option(of: structs.FieldInfo) -> Any:
    """Return an input as an option or argument of a command: how it is typed, and its help."""
    otherwise = typed_otherwise(of.type)
    help_text = help_of(of.type)
    if otherwise is None:
        return Annotated[typed_as(of.type), option(help_text)]
    kind = otherwise.kind if of.required else otherwise.kind | None
    hyphen = {"allow_leading_hyphen": True} if otherwise.hyphen else {}
    return Annotated[kind, option(help_text, **hyphen)]


class Stated:
    """Options made of a struct of inputs."""

    STATES: ClassVar[type[Asked]]
    """The struct."""

    def stated(self) -> Any:
        """Return the inputs as typed. Raises Refused for one that cannot be read."""
        return self.STATES.among(read_as_typed(self.STATES, vars(self)))


def options_of(kind: type[Asked]) -> Any:
    """Return the inputs of a struct as options of a command, a class like `Stated`."""
    options = [(of.name, as_option(of), of.default) for of in structs.fields(kind)]
    return make_dataclass(
        kind.__name__, options, bases=(Stated,), namespace={"STATES": kind}, frozen=True
    )


@Parameter(name="*")
@dataclass(frozen=True)
class Changing(options_of(Confirmations), Reporting):  # type: ignore[misc]
    """Options of a command that changes a ledger, in a way without preview and grounds."""

    def attached(self) -> tuple[bytes, ...]:
        """Return the files to keep. Raises Refused for one that cannot be read or is large."""
        return ()

    def clock(self) -> "Clock":
        """Return the clock of this machine, or that of a story."""
        from ledger.clock import MachineClock

        return _STORY.get() or MachineClock(is_right=self.clock_is_right)

    def typed(self) -> tuple[str, ...]:
        """Return the options of this group as typed, without the format and a preview."""
        from ledger.store import addresses

        elsewhere = self.ledger != os.environ.get("LEDGER", DEFAULT)
        named = {"ledger": addresses.shown(self.ledger)} if elsewhere else {}
        usual = structs.asdict(self.STATES())
        given = structs.asdict(self.stated()).items()
        named |= {name: value for name, value in given if value != usual[name]}
        named = {name: value for name, value in named.items() if name not in _OF_PREVIEW}
        return tuple(word for name, value in named.items() for word in _typed(name, value))

    def expected(self) -> "KnownHead | None":
        """Return the expected event of --expect. Raises Refused."""
        from ledger.store.incarnation import known_head

        return None if self.expect is None else known_head(self.expect)

    @contextmanager
    def opened(self, *, guarded: bool = True) -> "Iterator[House]":
        """Open the ledger to record as stated. Raises Refused for an older copy of the ledger."""
        from ops.cli.key_given import act_with_key
        from ops.house import open_to_record

        logs.to_standard_error()
        attached = self.attached()
        with open_to_record(self.ledger, self.clock(), guarded=guarded) as house:
            act_with_key(house)
            self.stated().prepare(house, attached)
            yield house


_OF_PREVIEW: Final = ("preview", "as_previewed")


def _typed(name: str, value: Any) -> tuple[str, ...]:
    option = f"--{name.replace('_', '-')}"
    return (option,) if value is True else (option, str(value))


@Parameter(name="*")
@dataclass(frozen=True)
class Acting(options_of(Circumstances), Changing):  # type: ignore[misc]
    """Options of a recording command: ledger, form of the answer, checks, preview, grounds."""

    attach: Annotated[
        tuple[Path, ...], option("a file to keep beside it, erasable; repeat for more")
    ] = ()

    def attached(self) -> tuple[bytes, ...]:
        """Return the files to keep. Raises Refused for one that cannot be read or is large."""
        from ledger import limits
        from ledger.errors import check_at_most
        from ledger.intake.files import read

        check_at_most(Sentence("attached files"), len(self.attach), limits.ATTACHMENTS)
        return tuple(read(path, limits.ATTACHMENT_BYTES) for path in self.attach)

    def typed(self) -> tuple[str, ...]:
        """Return the options of this group as typed, without the format and a preview."""
        files = (word for path in self.attach for word in _typed("attach", path))
        return (*super().typed(), *files)

    @contextmanager
    def opened(self, *, guarded: bool = True) -> "Iterator[House]":
        """Open the ledger to record on stated grounds; for a preview, to record in memory alone."""
        from ops.cli import output
        from ops.commands.previewed import preview_of

        with super().opened(guarded=guarded) as house:
            output.show_preview(None)
            if not self.preview:
                yield house
                return
            with house.tentatively() as tentative:
                yield tentative
                output.show_preview(preview_of(tentative))
