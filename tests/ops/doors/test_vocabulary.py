"""An input has one name everywhere: the same name, the same kind of value."""

from collections import defaultdict
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from msgspec import structs

from ops.doors.catalogue import declared

TWO_KINDS: Final = {
    "first": "a position, typed as 40 or #40 where it comes from an answer",
    "sex": "a filter by m or w; as a detail of a player also none",
    "source": "of games a kind of competition, as their events and answers call it; else words",
}
"""Names of inputs with values of two kinds, and why."""


def kinds(type_: Any) -> set[str]:
    """Return the kinds of the values of a type, alone or several."""
    origin, parts = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return kinds(parts[0])
    if origin is Literal:
        return {"one of some words"}
    if origin in (Union, UnionType, tuple):
        return set().union(*(kinds(one) for one in parts if one not in (type(None), ...)))
    return {type_.__name__}


def test_inputs_of_one_name_are_of_one_kind():
    found = defaultdict(set)
    for of in declared():
        for field in structs.fields(of.kind):
            found[field.name].add(frozenset(kinds(field.type)))
    assert {name for name, some in found.items() if len(some) > 1} == set(TWO_KINDS)
