"""Examples of the OpenAPI document: a request at each address, and its answer from the sample.

A noun has a file in JSON, written by `python -m tests.support.sample_examples`. The requests are
those of the `Example:` lines of declarations; lists in answers are shortened.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from ops.doors.declare import Form

FOLDER: Final = Path(__file__).parent


class Request(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An example of a request."""

    path: Mapping[str, str | int] = {}
    query: Mapping[str, Any] = {}
    body: Any = None
    file: str | None = None
    """The text of a file, in place of a JSON body."""


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A request with its answer, as the parts of an operation name them."""

    request: Request
    status: int
    forms: Mapping[Form, Any]
    """The answer in each form: JSON, or text."""
    codes: Mapping[str, tuple[str, ...]] = {}
    """Codes of problems by status, where a parameter of the path names nothing."""

    @property
    def of_body(self) -> dict[str, Any]:
        """The example of the body; empty: none."""
        return _example(self.request.body if self.request.file is None else self.request.file)

    def of_parameter(self, name: str) -> dict[str, Any]:
        """Return the example of a parameter of path or query; empty: none."""
        return _example({**self.request.path, **self.request.query}.get(name))

    def of_answer(self, form: Form) -> dict[str, Any]:
        """Return the example of the answer in a form; empty: none."""
        return _example(self.forms.get(form))


NONE: Final = Example(Request(), 200, {})
"""Stands for the example of an address that has none yet."""


def _example(value: Any) -> dict[str, Any]:
    return {} if value is None else {"example": value}


def of_nouns(nouns: Iterable[str]) -> dict[str, Example]:
    """Return the examples of nouns, by the names of their addresses."""
    found: dict[str, Example] = {}
    for noun in nouns:
        path = file_of(noun)
        if path.exists():
            found |= msgspec.json.decode(path.read_bytes(), type=dict[str, Example])
    return found


def file_of(noun: str) -> Path:
    """Return the file of the examples of a noun."""
    return FOLDER / f"{noun.replace('-', '_')}.json"
