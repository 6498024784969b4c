"""The application object and the options shared by its commands: ledger, clock, format.

The types of options are objects, not texts: cyclopts would read texts again at each command.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, ArgumentCollection, CycloptsError, CycloptsPanel, Group, Parameter

from ops import logs
from ops.cli import front
from ops.cli.exits import Form
from ops.progress import shown

if TYPE_CHECKING:
    from ledger.clock import MachineClock
    from ledger.store.grounds import StatedGrounds
    from ledger.store.incarnation import KnownHead
    from ops.house import House
    from projections.queries import PoolQuery

DEFAULT = "ratings.ledger"


def option(text: str, **settings: Any) -> Parameter:
    """Describe an option or argument of a command: its help, and settings of cyclopts."""
    return Parameter(help=text, **settings)


def _not_understood(error: CycloptsError) -> object:
    from ledger.store.addresses import without_passwords

    return CycloptsPanel(without_passwords(str(error)))


def _version() -> str:
    from importlib.metadata import version

    return version("rating-ledger")


def _worth_showing(default: object) -> str | None:
    """Return a default worth showing in help; None for an empty value or an unset flag."""
    return None if default in (None, False, "", ()) else str(default)


class Commands(App):
    """Commands with cached options.

    What takes longest of reading a command is to find out what its options are; a process that
    brings in a season reads hundreds.
    """

    def assemble_argument_collection(
        self, *, default_parameter: Parameter | None = None, parse_docstring: bool = False
    ) -> ArgumentCollection:
        """Return the options of a command without values, collected at the first call."""
        if default_parameter is not None:
            return super().assemble_argument_collection(
                default_parameter=default_parameter, parse_docstring=parse_docstring
            )
        cached: dict[bool, ArgumentCollection] = vars(self).setdefault("_cached", {})
        if parse_docstring not in cached:
            cached[parse_docstring] = super().assemble_argument_collection(
                parse_docstring=parse_docstring
            )
        unsaid = cached[parse_docstring].copy(reset_tokens=True)
        anew = dict(zip(map(id, cached[parse_docstring]), unsaid, strict=True))
        for argument in unsaid:
            children = (anew[id(child)] for child in argument.children)
            argument.children = ArgumentCollection(children)  # type: ignore[no-untyped-call]
        return unsaid


app = Commands(
    name="ledger",
    help=" ".join(front.ABOUT),
    version=_version,
    default_parameter=Parameter(negative=(), show_default=_worth_showing),
    usage="Usage: ledger COMMAND [ARGS] [--help]",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    error_formatter=_not_understood,
)

RATINGS, CARE = (Group.create_ordered(name) for name in ("Ratings", "The ledger itself"))


def _noun(name: str) -> Commands:
    noun = Commands(name=name, help=front.NOUNS[name][0], group=RATINGS)
    app.command(noun)
    return noun


pool_app = _noun("pool")
tournament_app = _noun("tournament")
list_app = _noun("list")
player_app = _noun("player")
game_app = _noun("game")
external_list_app = _noun("external-list")
rules_app = _noun("rules")
event_app = _noun("event")
appeal_app = _noun("appeal")
schedule_app = _noun("schedule")
proposal_app = _noun("proposal")
clock_app = _noun("clock")
actor_app = _noun("actor")
key_app = _noun("key")
settings_app = _noun("settings")

Format = Literal["table", "csv", "json"]
Shown = Annotated[Format, option("table, csv or json")]

Answered = Annotated[Form, option("text, or json: one document, also for a refusal")]
"""How a command that records is answered."""

PoolName = Annotated[str, option("the pool, by its name, e.g. fide-standard")]
PlayerId = Annotated[str, option("the player, as 572-4, or by another body's number, as fide:123")]
TournamentId = Annotated[str, option("the tournament, by its id, e.g. T-000412")]
ListName = Annotated[
    str, option("the list, by its name: a month 2025-11, a quarter 2025-Q4, or as announced")
]
ListOrInForce = Annotated[
    str | None, option("the list, by its name, e.g. 2025-11; by default the one in force")
]
PrintingNumber = Annotated[
    int | None, option("an earlier printing of the list, as known then; by default the last")
]
By = Annotated[str, option("the body that decided: an opaque id")]
Result = Annotated[
    str, option("1 0 ½; + - forfeited; W D L under one move", allow_leading_hyphen=True)
]
KnownAt = Annotated[
    str | None, option("as known then: a day, an instant, or #POSITION; default: everything")
]
Limit = Annotated[int, option("at most so many rows; 0 for all")]


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

        check_at_most("attached files", len(self.attach), limits.ATTACHMENTS)
        files = tuple(read(path, limits.ATTACHMENT_BYTES) for path in self.attach)
        return StatedGrounds(self.reason, self.article, self.decided_on, files)


@Parameter(name="*")
@dataclass(frozen=True)
class Changing(Confirming, Reporting):
    """Options of a command that changes a ledger, in a way without preview and grounds."""

    def clock(self) -> "MachineClock":
        """Return the clock of this machine; --clock-is-right answers for a difference."""
        from ledger.clock import MachineClock

        return MachineClock(is_right=self.clock_is_right)

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
