"""Building blocks of the event definitions."""

from datetime import date
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

from ledger import columns, limits
from ledger.errors import BadEvent
from ledger.sentences import Sentence


def whole(pattern: str) -> Meta:
    """Constraint: a text matches the pattern from end to end, with no newline after it."""
    # `$` alone lets a newline pass in Python; said in this way, every reader of the schema agrees.
    return Meta(pattern=rf"^{pattern}$(?!\n)")


Id = Annotated[str, whole(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,199}")]
"""An identifier: ASCII letters, digits, `.`, `_`, `:` and `-`."""

Share = Annotated[str, whole(r"[1-9][0-9]{0,2}(/[1-9][0-9]{0,2})?")]
"""How much something counts: 1, 2, 1/2, 3/4."""

Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""Text for people: a name of a place or a competition, never of a person."""

EVENT_ID_CHARACTERS: Final = 32

EventId = Annotated[str, whole("[0-9a-f]{32}")]
"""The id of an event: 32 hexadecimal digits."""

Digest = Annotated[str, whole("[0-9a-f]{64}")]
"""SHA-256 as 64 hexadecimal digits."""

Article = Annotated[str, Meta(max_length=80, description="the article the decision rests on")]

By = Annotated[Id, Meta(description="the body that decided, e.g. fide-qc")]

Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
"""A number of things."""

Number = Annotated[int, Meta(ge=1, lt=1 << 31)]
"""An ordinal that starts at one."""


def _column(width: int, title: str, quantity: str = "") -> Meta:
    """Describe a column; `quantity` names its limits of plausibility, if any."""
    return Meta(description=title, extra={"width": width, "quantity": quantity})


PlayerColumn = Annotated[str, _column(columns.PLAYER, "register numbers, 8 digits each")]
RatingColumn = Annotated[
    str, _column(columns.RATING, "ratings, 4 digits each; 0000: no rating", "rating")
]
YearColumn = Annotated[
    str, _column(columns.YEAR, "years, 4 digits each; 0000: unknown", "birth_year")
]
PointsColumn = Annotated[str, _column(columns.NUMBER, "points, 4 digits each", "points_given")]
NumberColumn = Annotated[str, _column(columns.NUMBER, "numbers, 4 digits each")]
MonthColumn = Annotated[
    str, _column(columns.MONTH, "months as YYYYMM, 6 digits each; 000000: no month")
]
FlagColumn = Annotated[str, _column(columns.FLAG, "1 or 0, one digit each")]
CommitmentColumn = Annotated[str, Meta(description="SHA-256 digests, 64 hex digits each")]
SexColumn = Annotated[str, Meta(description="one letter each: m, w or - (unknown)")]
FederationColumn = Annotated[str, Meta(description="federations, 3 letters each")]


class Structure(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A part of an event: unknown fields are refused, fields with their default left out.

    `__post_init__` checks the columns against each other: raises BadEvent.
    """


class Fact(Structure, frozen=True, kw_only=True):
    """The payload of an event. Subclasses state their type name and their stream."""

    TYPE: ClassVar[str]
    """Stored name, `kebab-case.v1`; never a Python path."""
    STREAM: ClassVar[str]
    """Name of the stream of the event; the fields in it stand in braces."""
    DAY: ClassVar[str | None] = None
    """The field that gives the day from which the fact holds in the world, where one does."""
    DOCUMENT: ClassVar[tuple[str, str] | None] = None
    """The field that holds the digest of a document kept beside the event, and its kind."""
    FOLLOWS: ClassVar[tuple[str, ...]] = ()
    """Optional fields derived from all earlier events, not from the decision of the event: they may
    differ between two compositions of one request."""

    def stream(self) -> str:
        """Return the name of the stream of the event."""
        return self.STREAM.format(fact=self)

    def valid_on(self) -> date | None:
        """First day on which the fact holds; None: the day of recording."""
        value = getattr(self, self.DAY) if self.DAY else None
        return value if isinstance(value, date) else None


class PoolFact(Fact, frozen=True, kw_only=True):
    """An event about a pool."""

    STREAM = "pool-{fact.pool}"

    pool: Annotated[Id, Meta(description="the pool: ratings on one scale, e.g. fide-standard")]


class PlayersFact(PoolFact, frozen=True, kw_only=True):
    """An event about players of a pool: every digit column has a row for each player."""

    player: PlayerColumn

    def __post_init__(self) -> None:
        players(self)


class PlayersDecision(PlayersFact, frozen=True, kw_only=True):
    """A decision about players of a pool."""

    by: By
    article: Article | None = None


class TournamentFact(Fact, frozen=True, kw_only=True):
    """An event about a tournament."""

    STREAM = "tournament-{fact.tournament}"

    tournament: Annotated[Id, Meta(description="the tournament, e.g. T-000412")]


class TournamentDecision(TournamentFact, frozen=True, kw_only=True):
    """A decision about a tournament."""

    by: By
    article: Article | None = None


class Grounds(Structure, frozen=True, kw_only=True):
    """Grounds of a recording, in addition to the fields of its events.

    The reason is an erasable note, the attachments are erasable documents: digests stand here.
    """

    reason: Annotated[
        Digest | None, Meta(description="commitment to the reason: a note to the event")
    ] = None
    article: Annotated[
        Article | None, Meta(description="of an event that has no article of its own")
    ] = None
    decided_on: Annotated[date | None, Meta(description="the day of the decision")] = None
    attachments: Annotated[
        tuple[Digest, ...],
        Meta(description="files attached, kept as documents", max_length=limits.ATTACHMENTS),
    ] = ()

    def __post_init__(self) -> None:
        if any(before >= after for before, after in pairwise(self.attachments)):
            raise BadEvent(
                Sentence("digests of attachments must be in increasing order, without repetition")
            )
        if not any(msgspec.structs.astuple(self)):
            raise BadEvent(Sentence("grounds that state nothing are left out"))


def digits(rows: msgspec.Struct, *names: str) -> int:
    """Check the digit columns named; give their number of rows. Raises BadEvent."""
    width = widths(type(rows))
    return columns.row_count({name: (getattr(rows, name), width[name]) for name in names})


def letters(columns_of: msgspec.Struct, rows: int, alphabet: str, width: int, *names: str) -> None:
    """Check columns of letters: `width` characters of `alphabet` a row. Raises BadEvent."""
    for name in names:
        text = getattr(columns_of, name)
        rest = text.encode().translate(None, alphabet.encode())  # one pass, far faster than strip
        if len(text) != rows * width or rest:
            raise BadEvent(
                Sentence(
                    "column '{column}' must hold {width} of '{alphabet}' for each of {rows} rows",
                    column=name,
                    width=width,
                    alphabet=alphabet,
                    rows=rows,
                )
            )


def players(fact: Fact, *left_out: str) -> int:
    """Check the digit columns of player rows, except `left_out`; return the number of players.

    Players stand in strictly increasing order, not too many of them. Raises BadEvent.
    """
    rows = digits(fact, *(name for name in widths(type(fact)) if name not in left_out))
    numbers = columns.read(getattr(fact, "player"), columns.PLAYER)  # noqa: B009 - a column by name
    if rows > limits.EVENT_PLAYERS:
        raise BadEvent(
            Sentence(
                "{players} players in one event; the limit is {limit}: send parts",
                players=rows,
                limit=limits.EVENT_PLAYERS,
            )
        )
    if not columns.increasing(numbers):
        raise BadEvent(
            Sentence("register numbers of players must be in increasing order, without repetition")
        )
    if rows and numbers[0] == 0:
        raise BadEvent(Sentence("register numbers begin with 1"))
    return rows


@cache
def widths(kind: type[msgspec.Struct]) -> dict[str, int]:
    """Return the digit columns of a definition and their widths."""
    return {name: extra["width"] for name, extra in _extras(kind).items() if "width" in extra}


@cache
def quantities(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the columns of a definition with limits of plausibility, and the quantity of each."""
    extras = _extras(kind).items()
    return {name: extra["quantity"] for name, extra in extras if extra.get("quantity")}


def _extras(kind: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    info: Any = msgspec.inspect.type_info(kind)
    return {field.name: getattr(field.type, "extra", None) or {} for field in info.fields}
