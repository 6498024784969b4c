"""Declarations, and those of questions. Their modules import nothing that is slow to load."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, NamedTuple, Self, TypeVar

from msgspec import Struct

from ledger.sentences import NO_SENTENCE, Sentence
from ops.doors.uploads import file_of

if TYPE_CHECKING:
    from ops.access.roles import Thing
    from ops.house import House

Form = Literal[
    "json", "csv", "txt", "xml", "trf16", "trf26", "jsonl", "md", "bin", "html", "atom", "pdf"
]

Line = Mapping[str, Any]
"""Cells of a table by the names of the columns."""

Worded = Callable[[Any], Line | Iterator[Line]]
"""Writes a row of an answer for a table, in one line or in several."""

Basis = Mapping[str, Any]
"""Facts below a table, by name."""

PARAMETER: Final = re.compile(r"\{([a-z_]+)\}")
"""A field named by a template."""

EXAMPLE: Final = "Example: "
"""So begins the paragraph of a docstring with a command."""


@dataclass(frozen=True, slots=True)
class Chunks:
    """A file as an answer: its pieces, and the name for saving."""

    pieces: Iterable[str | bytes]
    file_name: str
    form: Form
    digest: str = ""
    """SHA-256 of the bytes, where the file stands under it for ever."""
    remarks: Callable[[], Iterable[str]] = tuple
    """Remarks on what was left out, after the last piece."""


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked or told at a door, by name."""

    DECLARED: ClassVar["Declared[Any]"]
    """Its place at each door, of what is declared."""
    FOLLOWS: ClassVar[bool] = True
    """Whether the command line follows the official track first."""

    @classmethod
    def among(cls, values: Mapping[str, Any]) -> Self:
        """Return the inputs among values by name; further values are left out."""
        return cls(**{name: values[name] for name in cls.__struct_fields__ if name in values})


A = TypeVar("A", bound=Asked)


@dataclass(frozen=True, slots=True)
class Declared(Generic[A]):
    """What is asked or recorded, with its place at each door."""

    kind: type[A]
    command: str
    """As typed, arguments in braces: `list malus {pool} {period}`."""
    path: str
    """Of the address, parts in braces."""

    @property
    def module(self) -> str:
        """The module of the declaration."""
        return self.kind.__module__

    @property
    def method(self) -> str:
        """Method of the address: POST records, or asks with a body."""
        return "POST"

    @property
    def noun(self) -> str:
        """Noun of the address: the folder of the module."""
        return self.module.split(".")[-2].replace("_", "-")

    @property
    def name(self) -> str:
        """Unique name, as `show-list` of `ShowList`."""
        letters = (f"-{sign.lower()}" if sign.isupper() else sign for sign in self.kind.__name__)
        return "".join(letters).removeprefix("-")

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command before the arguments."""
        return tuple(word for word in self.command.split() if not word.startswith("{"))

    @property
    def arguments(self) -> tuple[str, ...]:
        """The fields that are arguments of the command, in order."""
        return tuple(PARAMETER.findall(self.command))

    @property
    def summary(self) -> str:
        """The first line of the help, without a full stop."""
        return self.help.splitlines()[0].strip().removesuffix(".")

    @property
    def help(self) -> str:
        """What is asked or recorded, without the example."""
        return "\n\n".join(text for text in self._paragraphs if not text.startswith(EXAMPLE))

    @property
    def example(self) -> str:
        """The example of the command; empty: none."""
        found = (text for text in self._paragraphs if text.startswith(EXAMPLE))
        return " ".join(next(found, "").removeprefix(EXAMPLE).split())

    @property
    def _paragraphs(self) -> list[str]:
        return cleandoc(self.kind.__doc__ or "").split("\n\n")


DECLARED: Final[list[Declared[Any]]] = []
"""All declarations of the modules loaded so far."""


class Question(Asked, frozen=True, kw_only=True):
    """A question with its inputs; it answers itself, with rows or with a file."""

    DECLARED: ClassVar["DeclaredQuestion"]
    """Its place at each door."""
    FORMS: ClassVar[tuple[Form, ...]] = ()
    """Forms of the file that answers; empty: rows answer."""
    LEDGER: ClassVar[bool] = True
    """Whether a ledger answers; else the program does, and the command line opens none."""
    GUARDED: ClassVar[bool] = False
    """Whether a key limits who asks also at the command line, which reads the file itself."""
    PRIVATE: ClassVar[bool] = False
    """Whether the file is for its owner alone: it is written to a new file, never shown."""
    WRAPPED: ClassVar[bool] = False
    """Whether a table has long texts, wrapped also where no terminal gives a width."""

    @property
    def needs_ledger(self) -> bool:
        """Whether a ledger answers with these inputs."""
        return self.LEDGER

    def answer(self, house: "House") -> Any:
        """Return the answer; its annotation is the type in the OpenAPI document."""
        raise NotImplementedError

    def file(self, house: "House", form: Form) -> Chunks:
        """Return the file that answers the question.

        `form` is one of `FORMS`. Only a question with `FORMS` has a file.
        """
        raise NotImplementedError

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table of an answer."""
        return NO_SENTENCE

    def worded(self, _house: "House") -> Worded | None:
        """Return the writer of a table's rows; None: fields under their names, codes in words."""
        return None

    def in_csv(self) -> Callable[[Any], Line] | None:
        """Return what words single columns for CSV typed; None: fields as they are."""
        return None

    def below(self, _found: Any) -> Iterable[Sentence]:
        """Return the lines below the table of an answer."""
        return ()

    def basis(self, _about: Any) -> Basis | None:
        """Return the facts below the table of an answer; None: all that say something."""
        return None

    def finds(self, _found: Any) -> bool:
        """Return whether an answer is that of a check that found something: exit code 1."""
        return False

    def tag(self, _house: "House", _form: Form) -> str | None:
        """Return a text that identifies the answer before it is computed; None: unknown."""
        return None


class Table(NamedTuple):
    """A table in the text of a document."""

    title: Sentence
    rows: Sequence[Line]


class Document(Question, frozen=True, kw_only=True):
    """A question answered by one document: a text for people, some rows for spreadsheets."""

    def text(self, found: Any) -> Iterable[str | Table]:
        """Return the document: lines, and tables between them."""
        raise NotImplementedError

    def rows(self, found: Any) -> Any:
        """Return the rows of the document that a spreadsheet takes: an answer, or lines."""
        raise NotImplementedError


Q = TypeVar("Q", bound=Question)


@dataclass(frozen=True, slots=True)
class DeclaredQuestion(Declared["Question"]):
    """A question with its place at each door."""

    shows: "Thing"
    """Kind of object in the table of what each role sees."""
    forms: tuple[Form, ...]
    """Forms of the answer, the first by default."""
    long: bool
    """Whether an answer can need a second or more of a processor."""
    in_body: bool
    """Whether the inputs that are not in the path are a body: there are many of them."""

    @property
    def method(self) -> str:
        """Method of the address: POST records, or asks with a body."""
        return "POST" if self.sent else "GET"

    @property
    def sent(self) -> bool:
        """Whether it is asked with a body over HTTP: many inputs, or a file."""
        return self.in_body or file_of(self.kind) is not None


def question(
    command: str,
    path: str,
    *,
    shows: "Thing",
    forms: tuple[Form, ...] = ("json", "csv"),
    long: bool = False,
    in_body: bool = False,
) -> Callable[[type[Q]], type[Q]]:
    """Return a decorator that declares a struct as a question of every door.

    `command` and `path` are templates: names in braces are fields of the struct. `shows` is the
    kind of object that the answer shows, which decides the roles that may ask. `forms` are the
    forms of the answer, the first by default; `long`: an answer can need a second of a processor;
    `in_body`: what is not in the path is sent as a body.
    """

    def declare(kind: type[Q]) -> type[Q]:
        kind.DECLARED = DeclaredQuestion(kind, command, path, shows, forms, long, in_body)
        DECLARED.append(kind.DECLARED)
        return kind

    return declare
