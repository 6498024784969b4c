"""Parameters of several operations, stated once among the components of the OpenAPI document."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

Document = dict[str, Any]

_SEVERAL: Final = 5
"""A parameter of so many operations is stated once."""


def shared_parameters(paths: Mapping[str, Mapping[str, Document]]) -> Document:
    """Return the parameters of several operations by name, and put references in their place.

    Of parameters with one name, the one of most operations is stated once.
    """
    used = Counter(
        _bytes(one) for operation in _operations(paths) for one in operation["parameters"]
    )
    shared: dict[str, bytes] = {}
    for written, operations in used.most_common():
        if operations >= _SEVERAL:
            shared.setdefault(msgspec.json.decode(written)["name"], written)
    for operation in _operations(paths):
        operation["parameters"] = [
            {"$ref": f"#/components/parameters/{one['name']}"}
            if shared.get(one["name"]) == _bytes(one)
            else one
            for one in operation["parameters"]
        ]
    return {name: msgspec.json.decode(written) for name, written in sorted(shared.items())}


def _operations(paths: Mapping[str, Mapping[str, Document]]) -> Iterator[Document]:
    for methods in paths.values():
        yield from methods.values()


def _bytes(parameter: Document) -> bytes:
    return msgspec.json.encode(parameter)
