"""Fields of answers declared as personal data, and their places in JSON."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

import ops.answers
from ops.access.personal_data import PERSONAL_DATA, Personal, declared
from ops.http.addresses import all_addresses
from ops.http.field_texts import structs_of


def answer_types() -> list[type[Struct]]:
    """Return the types of all answers, of their parts, and of objects without a type, by name.

    With the types that they widen, which have the declarations of the fields.
    """
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(ops.answers.__path__, "ops.answers.")
    ]
    made_here = [
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind.__module__ == module.__name__
    ]
    found = structs_of([*made_here, *(address.answers for address in all_addresses())])
    widened = {base for kind in found for base in kind.__mro__ if issubclass(base, Struct)}
    return sorted(widened - {Struct}, key=lambda kind: (kind.__name__, kind.__module__))


def fields_by_kind() -> dict[Personal, tuple[str, ...]]:
    """Return the declared fields by kind, as `FullSlip.lines`: each under the type that adds the
    field.
    """
    found: dict[Personal, list[str]] = {personal: [] for personal in PERSONAL_DATA}
    for kind in answer_types():
        for name, personal in declared(kind).items():
            if name in kind.__annotations__:
                found[personal].append(f"{kind.__name__}.{name}")
    return {personal: tuple(names) for personal, names in found.items()}


def places(kind: Any, at: str = "") -> Iterator[tuple[str, Personal]]:
    """Yield the places of personal data in the JSON of a type, as `.rows[].numbers`."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        for field in fields(kind):
            place = f"{at}.{field.encode_name}" if field.name != "person" else at
            if personal := declared(kind).get(field.name):
                yield place, personal
            yield from places(field.type, place)
        return
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(origin, type) and issubclass(origin, Struct):  # an answer: rows of one type
        yield from places(parts[0], f"{at}.rows[]")
        return
    for part in parts:
        yield from places(part, f"{at}[]" if origin is tuple else at)
