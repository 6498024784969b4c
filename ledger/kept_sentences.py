"""Sentences as they are kept or digested: templates and values, in no language."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, Final

from ledger.sentences import (
    NOUNS,
    Amount,
    Body,
    Change,
    Count,
    Input,
    ListName,
    Position,
    Remedy,
    Sentence,
    Value,
)

_NUMBERS: Final[Mapping[str, type[int]]] = {
    "amount": Amount,
    "change": Change,
    "position": Position,
}


def as_kept(value: Value) -> Any:
    """Return a value as JSON values: for a digest, or to be kept and read again by `from_kept`.

    A sentence is its template and values, so that it has no language.
    """
    match value:
        case Sentence():
            values = {name: as_kept(one) for name, one in value.values.items()}
            return {"sentence": value.template, "more": value.more, "values": values}
        case Remedy():
            arguments = {name: as_kept(one) for name, one in value.arguments.items()}
            return {
                "use_case": value.use_case,
                "words": as_kept(value.words),
                "arguments": arguments,
            }
        case Body():
            return {"body": value.id, "on": value.on.isoformat() if value.on else None}
        case Count():
            return {"count": value.number, "noun": value.noun}
        case Position() | Amount() | Change():
            (name,) = (name for name, kind in _NUMBERS.items() if isinstance(value, kind))
            return {name: int(value)}
        case Input():
            return {"input": value.name}
        case ListName():
            return {"list": str(value)}
        case Fraction():
            return {"fraction": str(value)}
        case date():
            return {"day": value.isoformat()}
        case None | bool() | int() | str():
            return value
        case Sequence():
            return [as_kept(one) for one in value]
    raise TypeError(f"{type(value).__name__} is no value of a sentence")


def from_kept(kept: Any) -> Value:
    """Return a value from JSON values. Raises ValueError for others."""
    match kept:
        case {"sentence": str(template), "more": str(more), "values": dict(values)}:
            return Sentence(
                template, more, **{name: from_kept(one) for name, one in values.items()}
            )
        case {"use_case": str(use_case), "words": words, "arguments": dict(arguments)}:
            says = from_kept(words)
            if isinstance(says, Sentence):
                given = {name: from_kept(one) for name, one in arguments.items()}
                return Remedy(use_case, says, **given)
        case {"count": int(number), "noun": str(noun)} if noun in NOUNS:
            return Count(number, noun)
        case {"body": str(body), "on": str() | None as day}:
            return Body(body, date.fromisoformat(day) if day else None)
        case {"amount": int(of)} | {"change": int(of)} | {"position": int(of)}:
            (kind,) = kept
            return _NUMBERS[kind](of)
        case {"input": str(name)}:
            return Input(name)
        case {"list": str(name)}:
            return ListName(name)
        case {"fraction": str(fraction)}:
            return Fraction(fraction)
        case {"day": str(day)}:
            return date.fromisoformat(day)
        case None | bool() | int() | str():
            return kept
        case list():
            return tuple(from_kept(one) for one in kept)
    raise ValueError("no value of a sentence")
