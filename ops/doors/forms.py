"""Forms of a page made of declarations: a control for each input, and what a browser sends.

A field of the path has no control: the page stands at its address. A control that is left empty is
not asked for.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin

from msgspec import structs

from ledger.sentences import Word
from ops.doors.declare import PARAMETER, Question
from ops.doors.fields import described, struct_served, typed_as
from ops.doors.reading import read
from ops.words.fields import described as hint
from ops.words.fields import named

Q = TypeVar("Q", bound=Question)

Kind = Literal["text", "number", "date", "choice", "check", "lines"]

_KINDS: Final[dict[Any, Kind]] = {bool: "check", int: "number", date: "date"}


class Control(NamedTuple):
    """A control of a form."""

    name: str
    kind: Kind
    """`lines`: one value on each line."""
    label: Word
    hint: Word
    value: str
    """What the control holds; of a check `true`, or empty: not checked."""
    choices: tuple[str, ...] = ()
    """Codes to choose from."""
    required: bool = False


def controls(asked: type[Question], shown: Question | None = None) -> Iterator[Control]:
    """Yield the controls for a question, filled in with a question already asked, if any."""
    in_path = PARAMETER.findall(asked.DECLARED.path)
    for field in structs.fields(asked):
        if field.name in in_path:
            continue
        kind, choices = _kind(typed_as(field.type))
        value = getattr(shown, field.name) if shown else None if field.required else field.default
        yield Control(
            field.name,
            kind,
            named(field.name),
            hint(described(field.type)),
            _written(value),
            choices,
            field.required,
        )


def asked_by_form(asked: type[Q], path: dict[str, str], sent: Iterable[tuple[str, str]]) -> Q:
    """Return the question that a form asks at a path. Raises BadQuestion with every problem."""
    kinds = {control.name: control.kind for control in controls(asked)}
    filled = [(name, value.strip()) for name, value in sent if value.strip()]
    checked = {name for name, _ in filled}
    unset = [(n, "false") for n, kind in kinds.items() if kind == "check" and n not in checked]
    lines = (
        (name, line.strip())
        for name, value in filled
        for line in (value.splitlines() if kinds.get(name) == "lines" else [value])
        if line.strip()
    )
    return read(struct_served(asked), path, [*lines, *unset])


def _kind(kind: Any) -> tuple[Kind, tuple[str, ...]]:
    """Return the kind of control for a type, with the choices."""
    for part in (kind, *get_args(kind)):
        if get_origin(part) is Literal:
            return "choice", get_args(part)
        if get_origin(part) is tuple:
            return "lines", ()
        if part in _KINDS:
            return _KINDS[part], ()
    return "text", ()


def _written(value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "true"
    return "\n".join(value) if isinstance(value, tuple) else str(value)
