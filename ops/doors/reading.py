"""Reading what is asked: from path and query, from a form, as typed, from a body."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, TypeVar, get_origin

import msgspec
from msgspec import Struct

from ledger.errors import BadEvent, Refusal, Refused
from ledger.sentences import Input, Sentence, plain

S = TypeVar("S", bound=Struct)


class BadQuestion(Refused):
    """Parameters or a body not fitting the address; `place` is the place of the fault."""

    def __init__(self, problems: Iterable[Refusal]) -> None:
        """Keep all problems."""
        self.problems = tuple(problems)
        super().__init__(plain([problem.message for problem in self.problems]))

    def refusals(self) -> Iterable[Refusal]:  # type: ignore[override]
        """Yield the problems."""
        return iter(self.problems)


def read(asks: type[S], path: Mapping[str, str], query: Iterable[tuple[str, Any]]) -> S:
    """Return what is asked by path and query. Raises BadQuestion with every problem.

    A value of the query is a text, or of a form what a text stands for.
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(asks)}
    values: dict[str, Any] = dict(path)
    problems: list[Refusal] = []
    for name, value in query:
        if name not in fields or name in path:
            problems.append(_unknown(name, [known for known in fields if known not in path]))
        elif is_repeated(fields[name].type):
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
    problems += _missing(fields, values)
    if problems:
        raise BadQuestion(problems)
    return converted(asks, values, "parameter")


def is_repeated(kind: Any) -> bool:
    """Return whether an input of a type may be given several times."""
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


def _missing(fields: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[Refusal]:
    for name, field in fields.items():
        if field.required and name not in values:
            words = Sentence("{input}: this is needed", input=Input(name))
            yield Refusal.of("value-missing", words, name)


def _ill_fitting(fields: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[Refusal]:
    from ledger.events.complaints import bad_event

    for name, value in values.items():
        try:
            msgspec.convert(value, fields[name].type, strict=False)
        except msgspec.ValidationError as error:
            begins = Sentence("{input}", input=Input(name))
            wrong = bad_event(error, value, fields[name].type, strict=False, begins=begins)
            yield replace(_problem(wrong, name), field=name)


def converted(kind: type[S], values: Any, what: str) -> S:
    """Convert values to a struct. Raises BadQuestion, naming the field."""
    from ledger.events.complaints import bad_event
    from projections.calculation import exact

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
