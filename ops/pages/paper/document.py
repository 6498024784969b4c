"""What a paper holds: headings, texts, tables; every text in the reader's language."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

from msgspec import Struct

from ledger.visible import escaped_lines
from ops.pages import values
from ops.pages.federation import Federation, ServedFile
from ops.words import present

_ACCENT: Final = "#1b4b82"
"""As the stylesheet has it."""

Look = Literal["", "strong", "muted", "up", "down", "off"]


class Cell(Struct, frozen=True):
    """A text in a table, with a smaller one behind it and smaller lines below it."""

    text: str
    behind: str = ""
    below: tuple[str, ...] = ()
    look: Look = ""


class Column(Struct, frozen=True):
    """A column of a table."""

    head: str = ""
    number: bool = False
    """Whether its texts stand at the right."""
    wide: bool = False
    """Whether it takes the room that the others leave."""


class Heading(Struct, frozen=True, tag="heading"):
    """A heading; of level 1 or 2 below the title."""

    text: str
    level: int = 1


class Text(Struct, frozen=True, tag="text"):
    """A paragraph."""

    text: str
    look: Literal["", "muted", "box"] = ""


class Figure(Struct, frozen=True):
    """A large number, with what stands above and below it."""

    label: str
    value: str
    note: str = ""


class Figures(Struct, frozen=True, tag="figures"):
    """Large numbers side by side."""

    figures: tuple[Figure, ...]


class Term(Struct, frozen=True):
    """A number of a sum, with what it is."""

    sign: str
    value: str
    says: str


class Sum(Struct, frozen=True, tag="sum"):
    """The sum that makes a rating; the last term is what comes of it."""

    terms: tuple[Term, ...]


class Table(Struct, frozen=True, tag="table"):
    """A table; the heads of its columns are repeated on each sheet."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sums: tuple[tuple[Cell, ...], ...] = ()
    """Rows below the others."""
    small: bool = False


class Chart(Struct, frozen=True, tag="chart"):
    """A drawing of `ops.pages.charts`, and what it shows in words."""

    svg: str
    says: str


class Note(Struct, frozen=True, tag="note"):
    """A note about articles."""

    label: str
    says: tuple[str, ...]


class Mark(Struct, frozen=True):
    """The mark of a federation, as a drawing or a picture."""

    form: Literal["svg", "png"]
    octets: tuple[int, ...]
    """Its bytes, as numbers: typst reads no other form of them in JSON."""


Block = Heading | Text | Figures | Sum | Table | Chart | Note


class Document(Struct, frozen=True, kw_only=True):
    """A paper: what stands on its first sheet, on every sheet, and between."""

    language: str
    federation: str
    mark: Mark | None = None
    accent: str
    """Colour of rules and large numbers, as #1b4b82."""
    title: str
    above: str
    """Above the title, and at the head of the sheets after the first."""
    facts: tuple[str, ...]
    blocks: tuple[Block, ...]
    foot: tuple[str, ...]
    """Where the numbers come from: at the foot of every sheet."""
    lying: bool = False
    """Whether sheets are wider than high."""

    @property
    def rows(self) -> int:
        """The rows of all tables together."""
        return sum(len(block.rows) for block in self.blocks if isinstance(block, Table))


def of_reader(federation: Federation, **further: Any) -> Document:
    """Return a document in the language of the present answer, under the name of a federation."""
    return Document(
        language=present(),
        federation=text(federation.name),
        mark=_mark(federation.mark),
        accent=federation.settings.accent_light or _ACCENT,
        **further,
    )


def _mark(file: ServedFile | None) -> Mark | None:
    if file is None:
        return None
    return Mark("svg" if "svg" in file.media_type else "png", tuple(file.data))


# Texts


def text(value: Any) -> str:
    """Return a value as a paper has it; a character that nobody sees as its code."""
    if value is None:
        return values.NOTHING
    return escaped_lines(str(value) if isinstance(value, str) else values.for_readers(value))


def texts(found: Iterable[Any]) -> tuple[str, ...]:
    """Return the texts of the values that are there."""
    return tuple(text(one) for one in found if one)


def cell(value: Any, look: Look = "", below: Iterable[Any] = ()) -> Cell:
    """Return a value as a cell."""
    return Cell(text(value), below=texts(below), look=look)


def signed(change: Fraction | int | None) -> Cell:
    """Return a change with its sign."""
    if change is None:
        return Cell(values.NOTHING, look="muted")
    if change == 0:
        return Cell("=", look="muted")
    points = values.number(abs(Fraction(change)))
    return Cell(f"+{points}", look="up") if change > 0 else Cell(f"−{points}", look="down")


def table(columns: Sequence[Column], rows: Iterable[Sequence[Cell]], **further: Any) -> Table:
    """Return a table without the columns that are empty in every row."""
    found = [tuple(row) for row in rows]
    sums = [tuple(row) for row in further.pop("sums", ())]
    used = [
        at
        for at, column in enumerate(columns)
        if column.wide or any(row[at].text or row[at].below for row in (*found, *sums))
    ]
    return Table(
        tuple(columns[at] for at in used),
        tuple(tuple(row[at] for at in used) for row in found),
        tuple(tuple(row[at] for at in used) for row in sums),
        **further,
    )
