"""Examples of the OpenAPI document: a request at each address, and its answer from the sample.

A noun has two files: the requests in TOML, in the order in which they are asked, and their answers
in JSON, written by `python -m tests.support.sample_examples`. Lists in answers are shortened.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from ops.doors.declare import Form

FOLDER: Final = Path(__file__).parent


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """An example of a request."""

    path: Mapping[str, str | int] = {}
    query: Mapping[str, Any] = {}
    body: Any = None
    file: str | None = None
    """The text of a file, in place of a JSON body."""
    after: tuple[str, ...] = ()
    """Names of the addresses, of other nouns, at which the sample is changed before."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to an example."""

    status: int
    forms: Mapping[Form, Any]
    """The answer in each form: JSON, or text."""
    codes: Mapping[str, tuple[str, ...]] = {}
    """Codes of problems by status, where a parameter of the path names nothing."""


@dataclass(frozen=True, slots=True)
class Example:
    """A request with its answer, as the parts of an operation name them."""

    request: Request
    answer: Answer

    @property
    def status(self) -> int:
        """Status of the answer."""
        return self.answer.status

    @property
    def codes(self) -> Mapping[str, tuple[str, ...]]:
        """Codes of problems by status."""
        return self.answer.codes

    @property
    def of_body(self) -> dict[str, Any]:
        """The example of the body; empty: none."""
        return _example(self.request.body if self.request.file is None else self.request.file)

    def of_parameter(self, name: str) -> dict[str, Any]:
        """Return the example of a parameter of path or query; empty: none."""
        return _example({**self.request.path, **self.request.query}.get(name))

    def of_answer(self, form: Form) -> dict[str, Any]:
        """Return the example of the answer in a form; empty: none."""
        return _example(self.answer.forms.get(form))


NONE: Final = Example(Request(), Answer(200, {}))
"""Stands for the example of an address that has none yet."""


def _example(value: Any) -> dict[str, Any]:
    return {} if value is None else {"example": value}


def of_nouns(nouns: Iterable[str]) -> dict[str, Example]:
    """Return the examples of nouns that have been answered, by the names of their addresses."""
    found = {}
    for noun in nouns:
        answered = answers(noun)
        for name, request in requests(noun).items():
            if name in answered:
                found[name] = Example(request, answered[name])
    return found


def requests(noun: str) -> dict[str, Request]:
    """Return the requests of a noun by the names of their addresses; empty: no file."""
    path = FOLDER / f"{noun.replace('-', '_')}.toml"
    if not path.exists():
        return {}
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, Request])


def answers(noun: str) -> dict[str, Answer]:
    """Return the answers of a noun by the names of their addresses; empty: no file."""
    path = answers_file(noun)
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Answer]) if path.exists() else {}


def answers_file(noun: str) -> Path:
    """Return the file of the answers of a noun."""
    return FOLDER / f"{noun.replace('-', '_')}.json"
