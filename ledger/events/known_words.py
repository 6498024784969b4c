"""The values permitted at a place in a document: words of a choice, names of kinds, fields."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import inspect

Step = tuple[str, str]
"""A step of a path: the name of a field, or the index of an item of a list; the other is empty."""


def known_words(kind: Any, path: Sequence[Step]) -> tuple[str, ...]:
    """Return the words known at a place of documents of a kind; none where it holds no choice."""
    kinds = [*_alternatives([inspect.type_info(kind)])]
    for field, index in path[:-1]:
        kinds = [*_alternatives(_within(kinds, field, index))]
    words: list[str] = []
    for field, index in path[-1:]:
        structs = (one for one in kinds if isinstance(one, inspect.StructType))
        words += [str(one.tag) for one in structs if field and one.tag_field == field]
        kinds = [*_alternatives(_within(kinds, field, index))]
    choices = (one.values for one in kinds if isinstance(one, inspect.LiteralType))
    return tuple(dict.fromkeys([*words, *(str(word) for those in choices for word in those)]))


def known_fields(kind: Any, path: Sequence[Step]) -> tuple[str, ...]:
    """Return the fields of the object at a place in documents of a kind; none of several kinds."""
    kinds = [*_alternatives([inspect.type_info(kind)])]
    for field, index in path:
        kinds = [*_alternatives(_within(kinds, field, index))]
    objects = [one for one in kinds if isinstance(one, inspect.StructType)]
    return tuple(part.encode_name for one in objects for part in one.fields if len(objects) == 1)


def _alternatives(kinds: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    for one in kinds:
        if isinstance(one, inspect.UnionType):
            yield from _alternatives(one.types)
        elif isinstance(one, inspect.Metadata):
            yield from _alternatives([one.type])
        else:
            yield one


def _within(kinds: Iterable[inspect.Type], field: str, index: str) -> Iterator[inspect.Type]:
    """Yield the kinds of what stands at a step."""
    for one in kinds:
        if index and isinstance(one, inspect.ListType | inspect.VarTupleType):
            yield one.item_type
        elif index and isinstance(one, inspect.TupleType):
            yield from one.item_types[int(index) : int(index) + 1]
        elif field and isinstance(one, inspect.StructType):
            yield from (part.type for part in one.fields if part.encode_name == field)
