"""FIDE's lists in XML, parsed as a stream: a single player in memory.

Document type declarations and entities are refused, and so is whatever would let the parser keep
more than it has to: attributes, deep nesting, endless words.
"""

import re
from collections.abc import Iterator
from io import BufferedReader
from typing import Final
from xml.parsers import expat

from ledger.intake.formats.problems import Place, Problems, Words
from ledger.intake.formats.rating_list.received_files import CHUNK_BYTES
from ledger.intake.formats.rating_list.rows import KINDS, SINGLE, Cells, Heading
from ledger.intake.formats.rows import Row
from ledger.sentences import Sentence

ROOT: Final = "playerslist"
PLAYER: Final = "player"

FIELDS: Final = {
    "fideid": "number",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "w_title",
    "o_title": "o_title",
    "foa_title": "foa",
    "rating": SINGLE,
    "games": f"{SINGLE}_games",
    "k": f"{SINGLE}_k",
    **{
        f"{kind}_{element}": f"{kind}{part}"
        for kind in KINDS[1:]
        for element, part in (("rating", ""), ("games", "_games"), ("k", "_k"))
    },
    "birthday": "birth_year",
    "flag": "flag",
}
"""Elements inside a player, and what they hold; without kinds beside it `rating` is of any."""

_ENCODINGS: Final = re.compile(
    r"utf-?8|utf-?16(le|be)?|(us-)?ascii|iso-8859-\d{1,2}|latin-?1|windows-125\d", re.IGNORECASE
)
"""Encodings in which lists are read."""

_PARTS: Final = ("", "_k", "_games")
_SINGLE_IS_STANDARD: Final = {f"{SINGLE}{part}": f"{KINDS[0]}{part}" for part in _PARTS}
_OF_A_KIND: Final = frozenset(f"{kind}{part}" for kind in KINDS[1:] for part in _PARTS)
_INSIDE_PLAYER: Final = 3
_DEEPEST: Final = 16
_MOST_UNKNOWN: Final = 100
_LONGEST_TEXT: Final = 200
_LONGEST_WORD_BYTES: Final = 4 * CHUNK_BYTES


class _NotAList(Exception):
    """The document holds something unknown to lists."""

    def __init__(self, field: str, found: str, expected: Words) -> None:
        self.field, self.found, self.expected = field, found, expected
        super().__init__(found)


def read_tagged(
    stream: BufferedReader, problems: Problems, headings: list[Heading]
) -> Iterator[Row]:
    """Read the players of a list; a fault ends the reading.

    `headings` takes the names of the elements.
    """
    document = _Document(problems, headings)
    try:
        while piece := stream.read(CHUNK_BYTES):
            yield from document.take(piece)
        yield from document.take(b"", last=True)
    except expat.ExpatError as error:
        found = expat.ErrorString(error.code)
        expected = Sentence("a whole XML document")
        remedy = Sentence("the file is damaged or not whole: fetch it again")
        problems.refuse(Place("XML", error.lineno), found, expected, remedy)
    except _NotAList as error:
        remedy = Sentence("this is not a list as FIDE writes it")
        place = Place(error.field, document.line)
        problems.refuse(place, error.found, error.expected, remedy)


class _Document:
    def __init__(self, problems: Problems, headings: list[Heading]) -> None:
        self._problems, self._headings = problems, headings
        self._players: list[Row] = []
        self._cells: Cells = {}
        self._texts: list[str] = []
        self._length = self._depth = self._begun = self._fed = 0
        self._unknown: set[str] = set()
        self._named: set[str] = set()
        self._is_combined: bool | None = None
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.XmlDeclHandler = self._declared
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.EntityDeclHandler = self._entity

    @property
    def line(self) -> int:
        return self._parser.CurrentLineNumber

    def take(self, piece: bytes, *, last: bool = False) -> list[Row]:
        """Parse the next bytes; return the completed players."""
        self._players = []
        self._parser.Parse(piece, last)
        self._fed += len(piece)
        if self._fed - self._parser.CurrentByteIndex > _LONGEST_WORD_BYTES:
            expected = Sentence("elements and texts of reasonable length")
            raise _NotAList("XML", "an endless word", expected)
        return self._players

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == _INSIDE_PLAYER:
            self._texts, self._length = [], 0
        elif self._depth > _INSIDE_PLAYER:
            self._know(name)
        elif name != (ROOT, PLAYER)[self._depth - 1]:
            raise _NotAList("element", name, (ROOT, PLAYER)[self._depth - 1])
        else:
            self._cells, self._begun = {}, self._parser.CurrentLineNumber
        if attributes and self._depth > 1:
            expected = Sentence("elements without attributes")
            raise _NotAList("attribute", next(iter(attributes)), expected)

    def _text(self, text: str) -> None:
        if self._depth < _INSIDE_PLAYER:
            return
        self._texts.append(text)
        self._length += len(text)
        if self._length > _LONGEST_TEXT:
            limit = Sentence("at most {most} characters", most=_LONGEST_TEXT)
            raise _NotAList("text", f"{self._length} characters", limit)

    def _end(self, name: str) -> None:
        if self._depth == _INSIDE_PLAYER:
            self._fill(name)
        elif self._depth == _INSIDE_PLAYER - 1:
            self._players.append(Row(self._begun, self._kinds_named()))
        self._depth -= 1

    def _fill(self, name: str) -> None:
        """Keep the text of an element; refuse a second text, and an unexpected kind of rating."""
        field = FIELDS.get(name)
        if field is None:
            self._know(name)
        elif field in self._cells:
            raise _NotAList(name, "a second one in a player", "one")
        elif field in _OF_A_KIND and self._is_combined is False:
            expected = Sentence("no kinds of rating, as in the first player of the list")
            raise _NotAList(name, "a kind of rating", expected)
        else:
            self._cells[field] = "".join(self._texts).strip()
            self._name(name, field)

    def _name(self, name: str, field: str) -> None:
        """Keep the name of an element that no player had before."""
        if name not in self._named:
            self._named.add(name)
            self._headings.append(Heading(self._parser.CurrentLineNumber, name, field))

    def _kinds_named(self) -> Cells:
        """Name the rating of a combined list by kind: the unnamed rating is standard.

        The first player tells for all whether the list is combined; a kind left out is none.
        """
        if self._is_combined is None:
            self._is_combined = not _OF_A_KIND.isdisjoint(self._cells)
        if not self._is_combined:
            return self._cells
        named = {_SINGLE_IS_STANDARD.get(name, name): text for name, text in self._cells.items()}
        return dict.fromkeys(KINDS, "") | named

    def _know(self, name: str) -> None:
        """Leave out an unknown element, with a single warning."""
        if self._depth > _DEEPEST:
            expected = Sentence("at most {most} elements inside each other", most=_DEEPEST)
            raise _NotAList("element", name, expected)
        if name not in self._unknown:
            self._unknown.add(name)
            self._name(name, "")
            place, expected = Place("element", self.line), Sentence("an element of FIDE’s lists")
            remedy = Sentence("such elements are left out")
            self._problems.warn(place, name, expected, remedy)
        if len(self._unknown) > _MOST_UNKNOWN:
            raise _NotAList("element", name, Sentence("elements of FIDE’s lists"))

    def _declared(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and not _ENCODINGS.fullmatch(encoding):
            expected = Sentence("UTF-8, or a Latin encoding")
            raise _NotAList("encoding", encoding[:_LONGEST_TEXT], expected)

    def _doctype(self, name: str, *_: object) -> None:
        raise _NotAList("XML", f"a document type declaration ({name})", "none")

    def _entity(self, name: str, *_: object) -> None:
        raise _NotAList("XML", f"an entity ({name})", "none")
