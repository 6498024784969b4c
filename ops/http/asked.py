"""Parameters of addresses: their types, and reading them from path and query."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal, TypeVar, get_origin

import msgspec
from msgspec import Meta, Struct

from ledger import limits
from ledger.errors import BadEvent, Refusal, Refused
from ledger.events.complaints import bad_event
from ledger.sentences import Sentence, plain
from ledger.store import incarnation
from ledger.store.grounds import StatedGrounds
from ops.access.recording import check_may_vouch
from ops.answers.calculator import exact
from ops.answers.clocks import pool_known_at
from ops.answers.stream_trails import MOST as MOST_OF_TRAIL
from ops.answers.stream_trails import StreamPage
from ops.commands.previewed import record_as_previewed, token_given
from ops.house import House
from projections.queries import PoolQuery

S = TypeVar("S", bound=Struct)

LONGEST: Final = 200
"""Characters of a parameter."""

MOST_ROWS: Final = 1_000
"""Rows of a page."""

CURRENT: Final = "current"
"""Name of the last list in force."""


def text(description: str, example: str) -> Any:
    """Describe a parameter of text."""
    return Meta(
        description=description, min_length=1, max_length=LONGEST, extra_json_schema=_of(example)
    )


def _of(example: Any) -> dict[str, Any]:
    return {"examples": [example]}


Pool = Annotated[str, text("Name of a pool.", "fide-standard")]
Player = Annotated[
    str, text("A player: register number, or BODY:NUMBER of another body.", "fide:99000463")
]
Tournament = Annotated[str, text("Id of a tournament.", "T-000001")]
Period = Annotated[str, text("Name of a list; `current` is the last list in force.", "2025-11")]
Limit = Annotated[
    int, Meta(description="At most so many rows.", ge=1, le=MOST_ROWS, extra_json_schema=_of(50))
]
Page = Annotated[int, Meta(description="Which page, from 1.", ge=1, le=10**9)]
AsOf = Annotated[
    date | None, Meta(description="Day of the question; by default the last list in force.")
]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Position = Annotated[int, Meta(ge=0, lt=1 << 53)]
"""Position of an event."""
KnownAt = Annotated[
    Text | None,
    Meta(
        description="As known then: a day, an instant with its zone, or the position of an event "
        "(40, or #40 written %2340). By default everything recorded.",
        extra_json_schema=_of("40"),
    ),
]


Track = Annotated[
    Literal["official", "revised"],
    Meta(
        description="`official`: as published; `revised`: as if every fact had been known in time. "
        "The revised track has the readers of an outlook."
    ),
]


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Parameters of an address."""


class Nothing(Asked, frozen=True, kw_only=True):
    """No parameters."""


class OfPool(Asked, frozen=True, kw_only=True):
    """A question about a pool, at a moment of knowledge."""

    pool: Pool
    known_at: KnownAt = None

    def opened(self, house: House) -> PoolQuery:
        """Return the pool as known at the moment. Raises UnknownPool."""
        return pool_known_at(house, self.pool, moment(self.known_at))


class OnTrack(OfPool, frozen=True, kw_only=True):
    """A question about the ratings of a pool, at a moment of knowledge."""

    track: Track = "official"

    def opened(self, house: House) -> PoolQuery:
        """Return the pool on the track, as known at the moment. Raises UnknownPool, NotAllowed."""
        return pool_known_at(house, self.pool, moment(self.known_at), self.track)


class OnDay(OnTrack, frozen=True, kw_only=True):
    """A question about the ratings of a pool on a day, at a moment of knowledge."""

    as_of: AsOf = None


class OfPlayer(OnDay, frozen=True, kw_only=True):
    """A question about a player of a pool."""

    player: Player


def moment(known_at: str | None) -> str | None:
    """Return a moment of knowledge as the command line takes it: 40 is the position #40."""
    return f"#{known_at}" if known_at and known_at.isdigit() else known_at


def period_of(period: str) -> str | None:
    """Return the name of a list; None: `current`, the last list in force."""
    return None if period == CURRENT else period


class Changing(Asked, frozen=True, kw_only=True):
    """Parameters of an address for changes without preview and grounds."""

    values_are_right: Annotated[
        bool,
        Meta(description="Record values that look like a mistake: a rating of 9999, a day far off"),
    ] = False

    expect: Annotated[
        Text | None,
        Meta(
            description="The last event known, as POSITION:HASH; refused if the ledger lacks it. "
            "`GET /v1/background-runs` has both."
        ),
    ] = None
    clock_is_right: Annotated[
        bool,
        Meta(
            description="Record although the clock of the service looks wrong: far ahead of the "
            "last event. For administrators for all pools."
        ),
    ] = False

    def prepare(self, house: House, attached: tuple[bytes, ...]) -> None:
        """Let a house record as confirmed here. Raises OlderLedger, NotAllowed."""
        grounds = self.grounds(attached)
        grounds.check(house.today())
        house.ledger.grounds = grounds
        house.ledger.values_are_right = self.values_are_right
        if self.expect is not None:
            incarnation.check(house.read, incarnation.known_head(self.expect))
        if self.clock_is_right:
            check_may_vouch(house.actor)
            house.ledger.vouch_for_clock()

    def grounds(self, attached: tuple[bytes, ...]) -> StatedGrounds:
        """Return no grounds. Raises Refused for attached files."""
        if attached:
            problem = Sentence("nothing is attached here: no event is recorded that could keep it")
            raise Refused(problem, code="attachment-not-taken", field="attach")
        return StatedGrounds()


class Recording(Changing, frozen=True, kw_only=True):
    """Parameters of an address for recording, or for its preview, on stated grounds."""

    preview: Annotated[
        bool, Meta(description="Show the answer and what moves, record nothing.")
    ] = False
    reason: Annotated[
        Annotated[str, Meta(min_length=1, max_length=limits.REASON_CHARACTERS)] | None,
        Meta(description="Why, in your words: kept beside the event, erasable, never on a list."),
    ] = None
    article: Annotated[
        Annotated[str, Meta(min_length=1, max_length=80)] | None,
        Meta(description="The article or the act it rests on."),
    ] = None
    decided_on: Annotated[date | None, Meta(description="The day of the decision.")] = None

    as_previewed: Annotated[
        Text | None,
        Meta(
            description="Record exactly what a preview with this token showed; else refuse, with "
            "the events recorded since."
        ),
    ] = None

    def grounds(self, attached: tuple[bytes, ...]) -> StatedGrounds:
        """Return the stated grounds."""
        return StatedGrounds(self.reason or "", self.article, self.decided_on, attached)

    def prepare(self, house: House, attached: tuple[bytes, ...]) -> None:
        """Let a house record as confirmed here. Raises OlderLedger, NotAllowed, Refused."""
        super().prepare(house, attached)
        if (shown := token_given(self.as_previewed, preview=self.preview)) is not None:
            record_as_previewed(house, shown)


class OfPoolRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of a pool."""

    pool: Pool


class OfTournamentRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of a tournament."""

    tournament: Tournament


class OfPlayerRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of a player."""

    player: Player


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body in JSON."""


class BadQuestion(Refused):
    """Parameters or a body not fitting the address; `place` is the place of the fault."""

    def __init__(self, problems: Iterable[Refusal]) -> None:
        """Keep all problems."""
        self.problems = tuple(problems)
        super().__init__(plain([problem.message for problem in self.problems]))

    def refusals(self) -> Iterable[Refusal]:  # type: ignore[override]
        """Yield the problems."""
        return iter(self.problems)


def read(asks: type[S], path: Mapping[str, str], query: Iterable[tuple[str, str]]) -> S:
    """Return the parameters of path and query. Raises BadQuestion with every problem."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(asks)}
    values: dict[str, Any] = dict(path)
    problems: list[Refusal] = []
    for name, value in query:
        if name not in fields or name in path:
            problems.append(_unknown(name, [known for known in fields if known not in path]))
        elif _is_repeated(fields[name].type):
            values.setdefault(name, []).append(value)
        elif name in values:
            problems.append(
                Refusal.of(
                    "parameter-repeated",
                    Sentence("{parameter}: given twice; give it once", parameter=name),
                    name,
                )
            )
        else:
            values[name] = value
    problems += _ill_fitting(fields, values)
    if problems:
        raise BadQuestion(problems)
    return converted(asks, values, "parameter")


def _is_repeated(kind: Any) -> bool:
    return get_origin(getattr(kind, "__origin__", kind)) is tuple or get_origin(kind) is tuple


def _unknown(name: str, known: list[str]) -> Refusal:
    for near in get_close_matches(name, known, 1):
        words = Sentence(
            "{parameter}: there is no such parameter; did you mean {near}?",
            parameter=name,
            near=near,
        )
        break
    else:
        words = Sentence(
            "{parameter}: there is no such parameter; it takes {known}",
            parameter=name,
            known=known or Sentence("no parameter"),
        )
    return Refusal.of(
        "unknown-parameter", words, name, found=name, expected=plain(", ".join(known))
    )


def _ill_fitting(fields: Mapping[str, Any], values: Mapping[str, Any]) -> Iterable[Refusal]:
    for name, value in values.items():
        try:
            msgspec.convert(value, fields[name].type, strict=False)
        except msgspec.ValidationError as error:
            yield _problem(
                bad_event(error, value, fields[name].type, strict=False, begins=name), name
            )


def converted(kind: type[S], values: Any, what: str) -> S:
    """Convert values to a struct. Raises BadQuestion, naming the field."""
    strict = what != "parameter"
    try:
        return msgspec.convert(values, kind, strict=strict, dec_hook=exact)
    except msgspec.ValidationError as error:
        refused = bad_event(error, values, kind, strict=strict, hook=exact, begins=what)
        raise BadQuestion([_problem(refused, what)]) from error


def _problem(refused: BadEvent, place: str) -> Refusal:
    """Return the refusal of a value: the field, the value found, the kind of value expected."""
    (refusal,) = refused.refusals()
    return replace(refusal, code="value-does-not-fit", field=refusal.field or place)


class TrailPage(Asked, frozen=True, kw_only=True):
    """A page of a trail."""

    known_at: KnownAt = None
    first: Annotated[Position, Meta(description="Position of the first event.")] = 0
    limit: Annotated[int, Meta(description="At most so many events.", ge=1, le=MOST_OF_TRAIL)] = 50

    def page(self) -> StreamPage:
        """Return the page as the command line takes it."""
        known_at = moment(self.known_at)
        return StreamPage(known_at=known_at, first=f"#{self.first}", limit=self.limit)
