"""Types of inputs, with meanings and bounds for every door.

A meaning begins with a small letter and has no full stop: each door makes a sentence of it.
"""

from collections.abc import Callable, Mapping
from datetime import date
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, cast, get_args, get_origin

from msgspec import Meta, Struct, defstruct, structs

from ops.doors.uploads import Upload, is_upload

S = TypeVar("S", bound=Struct)

LONGEST: Final = 200
"""Characters of a text."""

MOST_ROWS: Final = 1_000
"""Rows of a page that a service sends."""

CURRENT: Final = "current"
"""Name of the last list in force."""


class Served(NamedTuple):
    """Bounds of an input over HTTP; at the command line more is allowed.

    Also for a value that the program refuses with a better sentence than a bound has.
    """

    bounds: Meta


class Typed(NamedTuple):
    """How an input is typed, where that differs from its value."""

    kind: Any
    """A text, or the path of a file."""
    read: Callable[[Any], Any]
    """Returns the value of what is typed. Raises Refused."""
    hint: str = ""
    """How to type it; empty: as its meaning says."""
    hyphen: bool = False
    """Whether it may begin with a hyphen, as the result `-`."""


def means(text: str, example: Any = None, **bounds: Any) -> Meta:
    """Return the description of an input: a meaning, an example and bounds of values.

    The example stands in the OpenAPI document; bounds are those of `msgspec.Meta`, such as `ge`.
    """
    shown = None if example is None else {"examples": [example]}
    return Meta(description=text, extra_json_schema=shown, **bounds)


def served(**bounds: Any) -> Served:
    """Return bounds of an input over HTTP."""
    return Served(Meta(**bounds))


Text = Annotated[str, Meta(min_length=1, max_length=LONGEST)]

Pool = Annotated[Text, means("the pool, by its name, e.g. fide-standard", "fide-standard")]
Player = Annotated[
    Text,
    means("the player, as 572-4, or by another body's number, as fide:123", "fide:99000463"),
]
Tournament = Annotated[Text, means("the tournament, by its id, e.g. T-000412", "T-000001")]
Period = Annotated[
    Text,
    means("the list, by its name, e.g. 2025-11; `current` is the last one in force", "2025-11"),
]
Printing = Annotated[
    Annotated[int, Meta(ge=1, le=9999)] | None,
    means("an earlier printing of the list, as known then; by default the last"),
]
Limit = Annotated[int, means("at most so many rows; 0 for all", 50), served(ge=1, le=MOST_ROWS)]
Page = Annotated[int, means("which page of so many rows, from 1"), served(ge=1, le=10**9)]
Position = Annotated[int, Meta(ge=0, lt=1 << 53)]
"""Position of an event."""
By = Annotated[Text, means("the body that decided: an opaque id", "fsi")]
AsOf = Annotated[date | None, means("the day the answer is about; default: the last list in force")]
KnownAt = Annotated[
    Text | None,
    means(
        "as known then: a day, an instant with its zone, or the position of an event, as 40 or "
        "#40 (in an address %2340); default: everything recorded",
        "40",
    ),
]
Track = Annotated[
    Literal["official", "revised"],
    means(
        "official: as published; revised: as if every fact had been known in time (public by a "
        "policy of the pool, else for the readers of an outlook)"
    ),
]


def _position(text: str) -> int:
    from ops.answers.clocks import position_of

    return position_of(text)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


AS_LIST: Final = Typed(str, _listed, "typed with commas between them")
"""Several values, typed as one text."""

AS_POSITION: Final = Typed(str, _position, "typed as #40")
"""A position, typed with a sign before it."""

_AS_PATH: Final = Typed(Path, Upload.at)


Result = Annotated[
    str,
    means("1 0 = (or ½); + - forfeited; W D L under one move", "1"),
    Typed(str, str, hyphen=True),
]
"""Result of one of two players, in the signs of TRF."""


def moment(known_at: str | None) -> str | None:
    """Return a moment of knowledge with a position as #40."""
    return f"#{known_at}" if known_at and known_at.isdigit() else known_at


def period_of(period: str) -> str | None:
    """Return the name of a list; None: `current`, the last list in force."""
    return None if period == CURRENT else period


def described(kind: Any) -> str:
    """Return the meaning of an input by its type; empty: no meaning was stated."""
    texts = (mark.description for mark in reversed(_marks(kind)) if isinstance(mark, Meta))
    return next((text for text in texts if text), "")


def typed_otherwise(kind: Any) -> Typed | None:
    """Return how an input is typed, where that differs from its value; a file as a path."""
    if is_upload(kind):
        return _AS_PATH
    return next((mark for mark in _marks(kind) if isinstance(mark, Typed)), None)


def read_as_typed(kind: type[Struct], typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by name, those of inputs read that are typed otherwise. Raises Refused."""
    values = dict(typed)
    for field in structs.fields(kind):
        otherwise = typed_otherwise(field.type)
        if otherwise is not None and values.get(field.name) is not None:
            values[field.name] = otherwise.read(values[field.name])
    return values


def help_of(kind: Any) -> str:
    """Return the meaning of an input at the command line, with the way to type it."""
    otherwise = typed_otherwise(kind)
    hint = otherwise.hint if otherwise else ""
    return f"{described(kind)}; {hint}" if hint else described(kind)


def typed_as(kind: Any) -> Any:
    """Return the bare type of an input, without meaning and bounds."""
    if get_origin(kind) is Annotated:
        return typed_as(get_args(kind)[0])
    if get_origin(kind) is Literal or not get_args(kind):
        return kind
    if get_origin(kind) is tuple:
        of: Any = typed_as(get_args(kind)[0])
        return tuple[of, ...]
    return reduce(or_, map(typed_as, get_args(kind)))


def as_served(kind: Any) -> Any:
    """Return the type of an input over HTTP, with the bounds of `served` in place of its own."""
    marks = _marks(kind)
    bounds = [mark.bounds for mark in marks if isinstance(mark, Served)]
    if not bounds:
        return kind
    meaning = Meta(description=described(kind), extra_json_schema=_example(marks))
    bare = typed_as(kind)
    if type(None) in get_args(bare):
        (bare,) = (part for part in get_args(bare) if part is not type(None))
        return Annotated[Annotated[bare, bounds[0]] | None, meaning]
    return Annotated[bare, meaning, bounds[0]]


def struct_served(kind: type[S]) -> type[S]:
    """Return a struct of inputs over HTTP, with the bounds of `served`; the same where none has."""
    bounded: list[Any] = [
        (field.name, as_served(field.type), field.default)
        for field in structs.fields(kind)
        if as_served(field.type) is not field.type
    ]
    if not bounded:
        return kind
    options: dict[str, Any] = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
    served: Any = defstruct(
        kind.__name__, bounded, bases=(kind,), module=kind.__module__, **options
    )
    return cast("type[S]", served)


def _marks(kind: Any) -> tuple[Any, ...]:
    return kind.__metadata__ if get_origin(kind) is Annotated else ()


def _example(marks: tuple[Any, ...]) -> dict[str, Any] | None:
    found = (mark.extra_json_schema for mark in marks if isinstance(mark, Meta))
    return next((shown for shown in found if shown), None)
