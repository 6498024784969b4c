"""Forms made of declarations: the controls for the inputs, and what a browser sends.

A field of the path has no control: the form stands at its address. A control that is left empty
tells nothing, so that the usual value holds. What was sent is kept as text, whatever is wrong.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct, json, structs

from ledger import canonical
from ledger.errors import Refusal, Refused, words_of
from ledger.sentences import Input, Sentence, Word
from ops.doors.fields import (
    LONGEST,
    Typed,
    described,
    struct_served,
    typed_as,
    typed_otherwise,
)
from ops.doors.reading import BadQuestion, read
from ops.doors.uploads import Upload, is_upload
from ops.words import fields, states

S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Struct)

Kind = Literal[
    "text",
    "paragraph",
    "paragraphs",
    "number",
    "date",
    "check",
    "choice",
    "choices",
    "lines",
    "document",
    "file",
]
"""What a control takes. `paragraphs`: several texts, each with a control of its own; `choice`: one
code of several, `choices`: any of them; `lines`: a value on each line; `document`: JSON."""

Sent = Mapping[str, Sequence[str]]
"""What the controls hold, by their names; of a control that is missing, nothing."""

Files = Mapping[str, Upload]
"""Files by the names of their controls."""
NO_FILES: Final[Files] = MappingProxyType({})

YES_OR_NO: Final = ("true", "false")

_KINDS: Final[Mapping[Any, Kind]] = {int: "number", date: "date", dict: "document"}
_OF_LINES: Final = (str, int)
"""Values of which several are told line by line."""
_WITH_LINES: Final = ("paragraphs", "document")
"""Controls of which a value may have several lines."""
_TYPED: Final[Mapping[Any, Kind]] = {Path: "document", tuple[str, ...]: "lines"}
"""By how an input is typed, where that differs from its value."""


class Control(NamedTuple):
    """A control of a form."""

    name: str
    kind: Kind
    label: Sentence
    hint: Word
    holds: Sequence[str]
    """What it holds; of a check `true`, or nothing: not checked."""
    usual: Sequence[str]
    """What holds where nothing is told."""
    codes: Mapping[str, Sentence]
    """Codes to choose from, with their words."""
    longest: int
    """Characters of a text; 0: no bound is known."""
    required: bool
    problems: Sequence[Refusal]
    """What is wrong with what it holds."""
    form: str = ""
    """Of the form where it stands, on a page with several of them."""

    @property
    def id(self) -> str:
        """Its name on the page."""
        return f"{self.form}-{self.name}" if self.form else self.name

    @property
    def told(self) -> bool:
        """Whether it holds something else than usual."""
        return [*self.holds] != [*self.usual]

    @property
    def value(self) -> str:
        """What it holds; of several choices the first, of none an empty text."""
        return next(iter(self.holds), "")


def controls(
    inputs: type[Struct],
    apart: Collection[str] = (),
    sent: Sent | None = None,
    problems: Iterable[Refusal] = (),
) -> Iterator[Control]:
    """Yield a control for each input, but for those `apart`, such as the parts of a path.

    They hold what was sent; None: the usual values.
    """
    wrong = [*problems]
    for begun in _begun(inputs):
        if begun.name not in apart:
            holds = begun.usual if sent is None else sent.get(begun.name, ())
            found = [one for one in wrong if one.field == begun.name]
            yield begun._replace(holds=holds, problems=found)


@cache
def _begun(inputs: type[Struct]) -> Sequence[Control]:
    """Return the controls for all inputs, which hold nothing yet."""
    found, without = [], usual(inputs)
    for field in structs.fields(inputs):
        kind, codes = _kind(field)
        name, hint = field.encode_name, fields.described(described(field.type))
        beside = (states.words_of(codes), _longest(field.type), field.required)
        found.append(
            Control(name, kind, fields.label(name), hint, (), without.get(name, ()), *beside, ())
        )
    return found


def usual(inputs: type[Struct]) -> Sent:
    """Return what the controls hold for the usual values."""
    return {
        field.encode_name: [*_written(field, _default(field))]
        for field in structs.fields(inputs)
        if not field.required
    }


def as_sent(told: Struct) -> Sent:
    """Return what the controls hold for a declaration with its values."""
    return {
        field.encode_name: [*_written(field, getattr(told, field.name))]
        for field in structs.fields(told)
    }


def gathered(pairs: Iterable[tuple[str, str]]) -> Sent:
    """Return what was sent by the names of controls, without the empty ones."""
    found: dict[str, list[str]] = {}
    for name, text in pairs:
        if text.strip():
            found.setdefault(name, []).append(text)
    return found


def told(
    inputs: type[S],
    path: Mapping[str, str],
    sent: Sent,
    files: Files = NO_FILES,
) -> S:
    """Return what a form tells at a path. Raises BadQuestion with every problem."""
    by_name = {field.encode_name: field for field in structs.fields(inputs)}
    values: list[tuple[str, Any]] = [*files.items()]
    problems: list[Refusal] = []
    for name, texts in sent.items():
        try:
            values += [(name, value) for value in _values(by_name.get(name), texts)]
        except Refused as wrong:
            problems += (replace(one, field=name) for one in wrong.refusals())
    unread = {problem.field for problem in problems}
    try:
        found = read(struct_served(inputs), path, values)
    except BadQuestion as wrong:
        further = [one for one in wrong.problems if one.field not in unread]
        raise BadQuestion([*problems, *further]) from wrong
    if problems:
        raise BadQuestion(problems)
    return inputs(**structs.asdict(found))


def told_within(
    inputs: type[S], around: type[C], path: Mapping[str, str], sent: Sent, files: Files = NO_FILES
) -> tuple[S, C]:
    """Return what a form tells, and its circumstances. Raises BadQuestion with every problem."""
    names = {field.encode_name for field in structs.fields(around)}
    own = {name: texts for name, texts in sent.items() if name not in names}
    beside = {name: texts for name, texts in sent.items() if name in names}
    problems: list[Refusal] = []
    found: list[Any] = []
    for kind, at, texts, further in ((inputs, path, own, files), (around, {}, beside, NO_FILES)):
        try:
            found.append(told(kind, at, texts, further))
        except BadQuestion as wrong:
            problems += wrong.problems
    if problems:
        raise BadQuestion(problems)
    return found[0], found[1]


def _values(field: structs.FieldInfo | None, texts: Sequence[str]) -> Iterator[Any]:
    """Yield the values of what a control holds. Raises Refused for what cannot be read."""
    if field is None:
        yield from texts  # `read` says that there is no such input
        return
    kind, _ = _kind(field)
    lines = [line for text in texts for line in _parts(kind, text)]
    otherwise = _typed(field)
    if kind == "file":
        return  # its bytes are no text
    if kind == "document":
        yield from (value for line in lines for value in _decoded(field.encode_name, line))
    elif otherwise is None:
        yield from lines
    else:
        yield from [otherwise.read((*lines,))] if kind == "lines" else map(otherwise.read, lines)


def _parts(kind: Kind, text: str) -> Iterator[str]:
    """Yield the values of a text: each line, or the whole text on a single line."""
    lines = [line.strip() for line in text.splitlines()]
    if kind == "lines":
        yield from filter(None, lines)
    else:
        yield ("\n" if kind in _WITH_LINES else " ").join(lines).strip()


def _decoded(name: str, text: str) -> Sequence[Any]:
    """Return the values of a text of JSON, of a list each."""
    try:
        value = canonical.decode(text.encode())
    except ValueError as error:
        words = Sentence("{input}: {error}", input=Input(name), error=words_of(error))
        raise Refused(words, code="not-json", field=name) from error
    return value if isinstance(value, list) else [value]


def _default(field: structs.FieldInfo) -> Any:
    return field.default if field.default is not NODEFAULT else field.default_factory()


def _written(field: structs.FieldInfo, value: Any) -> Iterator[str]:
    """Yield what a control holds for a value; nothing for one that nobody tells."""
    kind, _ = _kind(field)
    if value in (None, "", (), {}) or (value == field.default and value == 0) or kind == "file":
        return
    if kind == "document":
        yield json.format(json.encode(value)).decode()
    elif kind in ("choices", "paragraphs"):
        yield from value
    elif kind == "lines":
        pairs = value.items() if isinstance(value, dict) else ()
        yield "\n".join(map(str, [f"{name}={_one(of)}" for name, of in pairs] or value))
    else:
        yield str(value).lower() if isinstance(value, bool) else str(value)


def _one(value: Any) -> str:
    """Return a detail as typed: yes or no, several values with commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _kind(field: structs.FieldInfo) -> tuple[Kind, Sequence[str]]:
    """Return the kind of control for an input, with the codes to choose from."""
    if is_upload(field.type):
        return "file", ()
    otherwise = _typed(field)
    if otherwise is not None:
        return _TYPED.get(otherwise.kind, "text"), ()
    bare = typed_as(field.type)
    for part in (bare, *get_args(bare)):
        if get_origin(part) is Literal:
            return "choice", get_args(part)
        if get_origin(part) is tuple:
            return _of_several(get_args(part)[0], _longest(field.type))
        if part is bool:
            return ("check", ()) if field.default is False else ("choice", YES_OR_NO)
        if part in _KINDS:
            return _KINDS[part], ()
    return ("paragraph" if _longest(field.type) > LONGEST else "text"), ()


def _typed(field: structs.FieldInfo) -> Typed | None:
    """Return how an input is typed into a control; several texts are told line by line."""
    bare = typed_as(field.type)
    lines = get_origin(bare) is tuple and get_args(bare)[0] in _OF_LINES
    return None if lines else typed_otherwise(field.type)


def _of_several(kind: Any, longest: int) -> tuple[Kind, Sequence[str]]:
    if get_origin(kind) is Literal:
        return "choices", get_args(kind)
    if kind not in _OF_LINES:
        return "document", ()
    return ("paragraphs" if longest > LONGEST else "lines"), ()


def _longest(kind: Any) -> int:
    """Return how many characters a text may have; 0: no bound is stated."""
    marks = getattr(kind, "__metadata__", ())
    own = [mark.max_length or 0 for mark in marks if isinstance(mark, Meta)]
    return max([*own, *(_longest(part) for part in get_args(kind) if part is not kind)], default=0)
