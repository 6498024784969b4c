"""An address of the service: method, path, parameters, type of the answer, function.

Most are made of declarations (`ops.http.declared`); a module writes others by hand with `address`
above the function. From them come the routes, the checks of what is asked, the OpenAPI document and
the tests.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from inspect import cleandoc
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from ledger import limits
from ledger.events.base import Fact
from ops.access.roles import Thing
from ops.doors.declare import PARAMETER, Form
from ops.doors.uploads import File
from ops.pages.declare import Page

Method = Literal["GET", "POST", "DELETE"]
MEDIA_TYPES: Final[Mapping[Form, str]] = {
    "json": "application/json",
    "csv": "text/csv",
    "txt": "text/plain",
    "xml": "application/xml",
    "trf16": "text/plain",
    "trf26": "text/plain",
    "jsonl": "application/jsonl",
    "md": "text/markdown",
    "bin": "application/octet-stream",
    "html": "text/html",
    "atom": "application/atom+xml; charset=utf-8",
    "pdf": "application/pdf",
}

Work = Callable[..., Any]
Tag = Callable[[Any, Any, Form], str | None]
"""The ETag of an answer from house, question and form; None: not known without the answer."""
W = TypeVar("W", bound=Work)


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body in JSON."""


@dataclass(frozen=True, slots=True)
class Address:
    """A method and a path, with the types of question and answer."""

    method: Method
    path: str
    work: Work
    asks: type[Struct]
    """Parameters of path and query."""
    answers: Any
    """Type of the answer: an `Answer` of rows, a document, or a file as `Chunks`."""
    shows: Thing | None
    """Kind of object in the table of what each role sees; None: the store checks the recording."""
    forms: tuple[Form, ...] = ("json",)
    """Forms of the answer, the first by default; the others by a suffix of the path."""
    body: type[Struct] | File | None = None
    tag: Tag | None = None
    """Cheap ETag of an answer; None: from the bytes of the answer."""
    files: Mapping[Form, Work] = field(default_factory=dict)
    """Functions that write the answer as a file, by form."""
    file_asks: type[Struct] | None = None
    """Parameters of path and query for a file; None: as for the other forms."""
    events: tuple[type[Fact], ...] = ()
    """Types of the events: a recording makes one of them, or several.

    The actor needs the role for one of them before anything is composed."""
    beside: tuple[type[Fact], ...] = ()
    """Types of further events that a recording may make with these."""
    needs: Thing | None = None
    """For an address that records: the kind of object whose readers may use it, whatever the
    events; None: the roles for the events decide."""
    several: bool = False
    """Whether a request may record in several steps, each in a transaction of its own."""
    long: bool = False
    """Whether an answer can need a second or more of a processor: few are computed at once."""
    name: str = ""
    """Unique name; by default that of the function, with hyphens."""
    noun: str = ""
    """By default the module of the function."""
    text: str = ""
    """Description; by default that of the function."""
    page: Page | None = None
    """The page that shows the answer; None: the answer is for programs."""
    language: str = ""
    """Of a page; empty: as the headers of a request ask."""
    form: Work | None = None
    """Of a form of a recording: returns the reply from service, address and request of somebody who
    has signed in."""

    def __post_init__(self) -> None:
        """Describe the address as its function is described, where nothing else is said."""
        of_work = {
            "name": self.work.__name__.replace("_", "-"),
            "noun": self.work.__module__.rpartition(".")[2].replace("_", "-"),
            "text": cleandoc(self.work.__doc__ or ""),
        }
        for what, of in of_work.items():
            object.__setattr__(self, what, getattr(self, what) or of)

    def in_file(self, form: Form) -> "Address":
        """Return the address that answers with a file, if one has the form; otherwise this one."""
        if form not in self.files:
            return self
        asks = self.file_asks or self.asks
        return replace(self, work=self.files[form], asks=asks, files={}, long=True)

    def in_suffixes(self) -> Iterator["Address"]:
        """Yield the address, and those of its other forms: a suffix of the path.

        A path that ends with a parameter has the suffix there. The OpenAPI document has these forms
        as types of the one answer.
        """
        yield self
        if not self.path.endswith("}"):
            for form in self.forms[1:]:
                path, name = f"{self.path}.{form}", f"{self.name}-{form}"
                yield replace(self, path=path, name=name, forms=(form,))

    def most_bytes(self, *, with_form: bool) -> int:
        """Return how many bytes a body needs at most; a form brings files beside the body."""
        attaches = self.records and with_form
        attached = limits.ATTACHMENTS * limits.ATTACHMENT_BYTES if attaches else 0
        if isinstance(self.body, File):
            return attached + self.body.most_bytes * len(self.body.parts)
        return attached + (limits.RECORDING_BYTES if self.records else limits.QUESTION_BYTES)

    @property
    def summary(self) -> str:
        """First sentence about the address."""
        return self._text[0].removesuffix(".")

    @property
    def description(self) -> str:
        """The other sentences."""
        return " ".join(line for line in self._text[1:] if line)

    @property
    def path_parameters(self) -> tuple[str, ...]:
        """Names of the parameters in the path, in order."""
        return tuple(PARAMETER.findall(self.path))

    @property
    def body_required(self) -> bool:
        """Return whether a body is required: a file, or a document with a field without default."""
        if self.body is None or isinstance(self.body, File):
            return self.body is not None
        return any(field.required for field in msgspec.structs.fields(self.body))

    @property
    def records(self) -> bool:
        """Whether the address can change anything."""
        return self.shows is None

    @property
    def repeats(self) -> bool:
        """Whether a request repeated with its Idempotency-Key gives the first receipt.

        Not of API keys: a secret is shown only once, and a key ends only once.
        """
        return self.records and self.needs != "key"

    @property
    def _text(self) -> list[str]:
        return [line.strip() for line in self.text.splitlines()]


ADDRESSES: Final[list[Address]] = []
"""The addresses written by hand, in the order of their modules."""


def address(
    method: Method, path: str, asks: type[Struct], answers: Any, **further: Any
) -> Callable[[W], W]:
    """Declare the function below as what answers or records at a path; `shows` None: it records."""

    def declare(work: W) -> W:
        further.setdefault("shows", None)
        ADDRESSES.append(Address(method, path, work, asks, answers, **further))
        return work

    return declare
