"""Complaints about documents that do not fit a type: the place, what was found, what is expected.

The decoder says whether a value fits. Which part of a document does not is found by asking it again
about each part; what is expected there is said by the type.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Struct, inspect

from ledger.errors import BadEvent, words_of
from ledger.sentences import NO_SENTENCE, Remedy, Sentence, plain

Hook = Callable[[type, Any], Any] | None
"""Reads a value of a type that the decoder does not know."""

_ENVELOPE: Final = "payload"
"""Where the fields of an event stand in its stored form, which nobody types."""

_MOST_SHOWN: Final = 60
"""Characters of a value."""

_OF_AN_ID: Final = "[A-Za-z0-9._:-]"
"""Stands in the pattern of every id."""

_OBJECT: Final = Sentence("an object {{ … }}")
_LIST: Final = Sentence("a list [ … ]")
_DAY: Final = Sentence("a day like 2026-01-31")

_KINDS: Final[Mapping[type[inspect.Type], Sentence]] = {
    inspect.StrType: Sentence("text"),
    inspect.IntType: Sentence("a whole number"),
    inspect.BoolType: Sentence("true or false"),
    inspect.NoneType: Sentence("nothing"),
    inspect.DateType: _DAY,
    inspect.DateTimeType: _DAY,
    inspect.ListType: _LIST,
    inspect.VarTupleType: _LIST,
    inspect.TupleType: _LIST,
    inspect.DictType: _OBJECT,
    inspect.StructType: _OBJECT,
    inspect.CustomType: Sentence("a number as text, such as 4.70"),
}
"""What is expected of a value of a kind; the one type of ours in documents is an exact number."""


class _Wrong(NamedTuple):
    """A part of a document that does not fit, and the error of the decoder about it alone."""

    place: tuple[str | int, ...]
    """Names of fields, and places in lists from 0."""
    value: Any
    kind: Any
    error: Exception


def bad_event(  # noqa: PLR0913 - how the document was decoded, and how its parts are called
    error: Exception,
    document: Any,
    kind: Any,
    *,
    strict: bool = True,
    hook: Hook = None,
    named: Callable[[str], str] = str,
    of: str = "",
    begins: str | Sentence = "",
) -> BadEvent:
    """Turn an error of the decoder into a refusal: field, value found, value expected.

    `strict` and `hook` are as given to the decoder; `named` gives the name people know a field by;
    `of` the type of event whose fields can be shown; the message `begins` with the document's own
    name.
    """

    def decoded(value: Any, wanted: Any) -> Any:
        return msgspec.convert(value, wanted, strict=strict, dec_hook=hook)

    wrong = _narrowest(_Wrong((), document, kind, error), decoded)
    field, says, expected = _complaint(wrong, decoded)
    fields = [step for step in (*wrong.place, field) if isinstance(step, str) and step]
    for name in (_place(wrong.place, named), plain(begins)):
        says = Sentence("{place}: {says}", place=name, says=says) if name else says
    if of:
        schema = Remedy("show-event-schema", type=of)
        says = Sentence("{says} ({schema} shows its fields)", says=says, schema=schema)
    return BadEvent(
        says,
        field=named(fields[-1]) if fields else "",
        found=_shown(wrong.value) if expected else "",
        expected=expected,
    )


# ------------------------------------------------------------------------------- the wrong part

_Decoded = Callable[[Any, Any], Any]
"""Decodes a value as a type, as the document was decoded."""


def _narrowest(wrong: _Wrong, decoded: _Decoded) -> _Wrong:
    """Return the smallest part that does not fit, the first of several."""
    for step, kind, value in _parts(wrong.kind, wrong.value):
        try:
            decoded(value, kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            return _narrowest(_Wrong((*wrong.place, step), value, kind, error), decoded)
    return wrong


def _parts(kind: Any, value: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """Yield the parts of a value with their types, as far as the type of the whole names them."""
    if isinstance(value, dict):
        yield from _tag(kind, value)
        for struct in _structs(kind, value):
            for field in msgspec.structs.fields(struct):
                if field.encode_name in value:
                    yield field.encode_name, field.type, value[field.encode_name]
    for one in _alternatives(kind):
        origin, args = _class(one), get_args(one)
        if isinstance(value, dict) and args and issubclass(origin, Mapping):
            for name, item in value.items():
                yield name, args[0], name
                yield name, args[1], item
        elif isinstance(value, list | tuple) and args and issubclass(origin, Sequence):
            kinds = [args[0]] * len(value) if origin is not tuple or args[-1] is ... else args
            if len(kinds) == len(value):
                yield from zip(count(), kinds, value, strict=False)


def _tag(kind: Any, value: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield the tag of an object; its type is the choice of all tags."""
    known = _every_struct(kind).values()
    for name in dict.fromkeys(one.tag_field for one in known):
        if name is not None and name in value:
            yield name, Literal[tuple(one.tag for one in known)], value[name]


def _structs(kind: Any, value: Mapping[str, Any]) -> list[Any]:
    """Return the types of objects at a place; of an object with a tag, only that of the tag."""
    return [
        struct
        for struct, of in _every_struct(kind).items()
        if of.tag_field is None or value.get(of.tag_field, of.tag) == of.tag
    ]


def _every_struct(kind: Any) -> dict[Any, inspect.StructType]:
    structs = (one for one in _alternatives(kind) if issubclass(_class(one), Struct))
    return {struct: _described_struct(struct) for struct in structs}


@cache
def _described_struct(struct: Any) -> inspect.StructType:
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType)
    return found


def _alternatives(kind: Any) -> Iterator[Any]:
    """Yield the types of a union, or the single one, without constraints."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _alternatives(kind.__origin__)
    elif origin in (Union, UnionType):
        for one in get_args(kind):
            yield from _alternatives(one)
    else:
        yield kind


def _class(kind: Any) -> type:
    """Return the class of a type; object for what is none, as a choice of words."""
    found = get_origin(kind) or kind
    return found if isinstance(found, type) else object


# ---------------------------------------------------------------------------- what is wrong there


def _complaint(wrong: _Wrong, decoded: _Decoded) -> tuple[str, Sentence, Sentence]:
    """Return what is wrong with a part: the field in it, the message, the value expected."""
    structs = _structs(wrong.kind, wrong.value) if isinstance(wrong.value, dict) else []
    if structs:
        return *_of_fields(structs, wrong), NO_SENTENCE
    expected = _expected(wrong, decoded)
    if not expected:
        return "", words_of(wrong.error), NO_SENTENCE
    if not (found := _shown(wrong.value)):
        return "", Sentence("expected {expected}", expected=expected), expected
    says = Sentence("found {found}, expected {expected}", found=found, expected=expected)
    return "", says, expected


def _of_fields(structs: Sequence[Any], wrong: _Wrong) -> tuple[str, Sentence]:
    """Return what is wrong with the fields of an object whose values all fit: field, message."""
    of = _described_struct(structs[0])
    known = [field.encode_name for field in of.fields]
    for name in wrong.value:
        if of.forbid_unknown_fields and name not in (*known, of.tag_field):
            return name, Sentence(
                "it has no field {field}: correct the name, or leave it out; it has {fields}",
                field=name,
                fields=known,
            )
    names_its_kind = [of.tag_field] if len(structs) > 1 and of.tag_field else []
    for name in (*names_its_kind, *(field.encode_name for field in of.fields if field.required)):
        if name not in wrong.value:
            return name, Sentence("it lacks {field}: add it", field=name)
    cause = wrong.error.__cause__
    return "", words_of(cause if isinstance(cause, Exception) else wrong.error)  # a check of ours


def _expected(wrong: _Wrong, decoded: _Decoded) -> Sentence:
    """Return what is expected at a place; empty: not known."""
    kinds = [*_described(inspect.type_info(wrong.kind))]
    kinds = [one for one in kinds if not isinstance(one, inspect.NoneType)] or kinds
    for one in kinds:
        if limit := _limit(one, wrong.value, decoded):
            return limit
    names = [name for one in kinds if (name := _KINDS.get(type(one)))]
    expected = names[0] if names else NO_SENTENCE
    for name in dict.fromkeys(names[1:]):
        expected = Sentence("{one} or {other}", one=expected, other=name)
    return expected


def _described(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _described(one)
    else:
        yield from _described(kind.type) if isinstance(kind, inspect.Metadata) else [kind]


def _limit(kind: inspect.Type, value: Any, decoded: _Decoded) -> Sentence:
    """Return the limit that a value of the right kind breaks; empty: it is of another kind."""
    match kind, value:
        case inspect.LiteralType(), _:
            return Sentence("one of {words}", words=[str(word) for word in kind.values])
        case inspect.StrType(), str():
            return _limit_of_text(kind, value)
        case inspect.IntType(), _:
            return _limit_of_number(kind, value, decoded)
        case inspect.TupleType(), list() | tuple():
            wanted, found = len(kind.item_types), len(value)
            return Sentence("a list of {wanted}, this one has {found}", wanted=wanted, found=found)
        case ((inspect.VarTupleType() | inspect.ListType()), list() | tuple()):
            if kind.min_length and not value:
                return Sentence("a list, not an empty one")
            if kind.max_length is not None and len(value) > kind.max_length:
                return Sentence("a list of at most {most}", most=kind.max_length)
    return NO_SENTENCE


def _limit_of_text(kind: inspect.StrType, value: str) -> Sentence:
    if kind.min_length and not value:
        return Sentence("text, not an empty one")
    if kind.max_length is not None and len(value) > kind.max_length:
        return Sentence("at most {most} characters", most=kind.max_length)
    if kind.pattern is None:
        return NO_SENTENCE
    if _OF_AN_ID in kind.pattern:
        return Sentence("an id: letters and digits, inside also . _ : -")
    return Sentence("text of the form it has")


def _limit_of_number(kind: inspect.IntType, value: Any, decoded: _Decoded) -> Sentence:
    try:
        number = decoded(value, int)
    except (msgspec.MsgspecError, ValueError):
        return NO_SENTENCE
    least = kind.ge if kind.gt is None else kind.gt + 1
    most = kind.le if kind.lt is None else kind.lt - 1
    if least is not None and number < least:
        return Sentence("a whole number, at least {least}", least=least)
    if most is not None and number > most:
        return Sentence("a whole number, at most {most}", most=most)
    return NO_SENTENCE


def _shown(value: Any) -> str:
    """Show a value; nothing for a whole object."""
    shown = "" if isinstance(value, dict) else repr(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]} …"


def _place(place: Sequence[str | int], named: Callable[[str], str]) -> Sentence:
    """Return a place with the name of its field; places in lists are counted from 1."""
    words = NO_SENTENCE
    for step in place[1:] if [*place[:1]] == [_ENVELOPE] else place:
        if isinstance(step, int):
            item = Sentence("item {item}", item=step + 1)
        else:
            item = plain(step if words else named(step))
        words = Sentence("{place}, {item}", place=words, item=item) if words else item
    return words
