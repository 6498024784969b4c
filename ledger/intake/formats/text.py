"""From the bytes of a file to numbered lines of clean text."""

import codecs
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from ledger.intake.formats.problems import Place, Problems, Words, at_most, length_of
from ledger.register.words import WOMENS, Titles
from ledger.sentences import Amount, Sentence
from ledger.visible import UNSEEN

LONGEST_FILE_BYTES: Final = 8 << 20

LONGEST_LINE_CHARACTERS: Final = 4_096
"""91 columns before the first round and 10 for each of 400 rounds are 4 091."""

MOST_LINES: Final = 50_000

_WHOLE: Final = re.compile("[0-9]{1,8}")

_LINE_END: Final = re.compile("\r\n|\r|\n")

INSTEAD: Final = "\ufffd"
"""Replacement of an invisible character."""

SEEN: Final = Sentence("text that can be seen")
ONE_FILE: Final = Sentence("send one tournament in one file")
CHOOSE_AGAIN: Final = Sentence("choose the file again")
NO_PLAYER_MISSING: Final = Sentence("check that no player is missing")
SAVE_AS_UTF_8: Final = (Sentence("UTF-8 text"), Sentence("save the file as UTF-8"))
"""What is expected, and the remedies, of several readers."""

_DOS_END_OF_FILE: Final = b"\x1a"

_IN_COLUMNS: Final = ("001", "132")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: number, from 1, and text without line end or trailing blanks."""

    number: int
    text: str

    @property
    def code(self) -> str:
        """Record code, columns 1-3."""
        return self.text[:3]

    @property
    def value(self) -> str:
        """Text after the code, stripped, in NFC: the value of a tournament line."""
        return composed(self.text[3:])


def unaccented(text: str) -> str:
    """Return the text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def composed(text: str) -> str:
    """Return the text stripped and in Unicode form NFC, in which equal names are equal."""
    return unicodedata.normalize("NFC", text.strip())


def seen(text: str) -> str:
    """Return a text in NFC, with a mark in place of invisible characters."""
    return composed(UNSEEN.sub(INSTEAD, text))


def whole(text: str) -> int | None:
    """Read a whole number of up to eight ASCII digits; None for anything else."""
    return int(text) if _WHOLE.fullmatch(text) else None


def numbered_lines(data: bytes, problems: Problems) -> tuple[Line, ...]:
    """Split a file into lines, without blank lines.

    UTF-8 (a byte order mark is tolerated), else Latin-1; line ends CR, LF or CRLF. Characters
    that cannot be seen are refused and stand as U+FFFD, so that the rest of a line is read.
    """
    if not _readable(data, problems):
        return ()
    texts = _LINE_END.split(_decoded(data, problems))
    if len(texts) > MOST_LINES:
        problems.refuse(Place("lines"), f"{len(texts):,}", at_most(MOST_LINES), ONE_FILE)
        return ()
    lines = [_clean(number, text, problems) for number, text in enumerate(texts, 1)]
    if not (any(line.text for line in lines) or problems.refused):
        expected = Sentence("a tournament report (TRF16, TRF26, or a cross table)")
        problems.refuse(Place("file"), "", expected, CHOOSE_AGAIN)
    return tuple(line for line in lines if line.text)


def _readable(data: bytes, problems: Problems) -> bool:
    file = Place("file")
    if len(data) > LONGEST_FILE_BYTES:
        problems.refuse(file, size_of(len(data)), at_most(LONGEST_FILE_BYTES), ONE_FILE)
        return False
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        problems.refuse(file, Sentence("UTF-16 text"), *SAVE_AS_UTF_8)
        return False
    return True


def _decoded(data: bytes, problems: Problems) -> str:
    data = data.removeprefix(codecs.BOM_UTF8).removesuffix(_DOS_END_OF_FILE)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = _LINE_END.split(data[: error.start].decode("utf-8"))
        place = Place("text", len(before), len(before[-1]) + 1)
        remedy = Sentence(
            "it was read as Latin-1: look at the names, save it as UTF-8 if they are wrong"
        )
        problems.warn(place, byte(data[error.start]), "UTF-8", remedy)
        return data.decode("latin-1")


def byte(code: int) -> Sentence:
    """Return a byte that is no text."""
    return Sentence("byte {code}", code=f"{code:02X}")


def size_of(number: int) -> Sentence:
    """Return the size of a file."""
    return Sentence("{number} bytes", number=Amount(number))


def _clean(number: int, text: str, problems: Problems) -> Line:
    text = text.rstrip()
    if len(text) > LONGEST_LINE_CHARACTERS:
        found, remedy = length_of(len(text)), Sentence("look for a missing line end")
        problems.refuse(Place("line", number), found, at_most(LONGEST_LINE_CHARACTERS), remedy)
        return Line(number, "")
    if "\t" in text:
        _tell_tabulator(number, text, problems)
        text = text.replace("\t", " ")
    return Line(number, visible(text, Place("text", number, 1), problems))


def visible(text: str, place: Place, problems: Problems) -> str:
    """Return a text with a mark in place of invisible characters; the first is refused.

    A column of `place`, if not 0, is the text's first.
    """
    if unseen := UNSEEN.search(text):
        column = place.column and place.column + unseen.start()
        code = f"U+{ord(unseen.group()):04X}"
        found = Sentence("the invisible character {code}", code=code)
        remedy = Sentence("delete it, or write the text anew")
        problems.refuse(place._replace(column=column), found, SEEN, remedy)
    return UNSEEN.sub(INSTEAD, text)


_TABULATOR: Final = Sentence("a tabulator")
_BLANKS: Final = Sentence("blanks")


def _tell_tabulator(number: int, text: str, problems: Problems) -> None:
    """Refuse a tabulator where columns count; elsewhere read as a blank."""
    place = Place("text", number, text.index("\t") + 1)
    if text.startswith(_IN_COLUMNS):
        remedy = Sentence("replace it by blanks so that every field is in its columns")
        problems.refuse(place, _TABULATOR, _BLANKS, remedy)
    else:
        problems.warn_once(place, _TABULATOR, _BLANKS, Sentence("it was read as a blank"))


_FEDERATION: Final = re.compile("[A-Z]{3}")


def check_count(
    line: Line | None, field: Words, count: int, problems: Problems, *, of_teams: bool = False
) -> None:
    """Warn of a record that announces another number of players or teams than the file has."""
    if line and line.value.split(" ")[0] != str(count):
        expected, remedy = Sentence("{number}, the players of this file"), NO_PLAYER_MISSING
        if of_teams:
            expected = Sentence("{number}, the teams of this file")
            remedy = Sentence("check that no team is missing")
        place = Place(field, line.number)
        problems.warn(place, line.value, expected.about(number=count), remedy)


def federation_in(text: str) -> str:
    """Return a federation as three capital letters; "" for any other text."""
    code = text.upper()
    return code if _FEDERATION.fullmatch(code) else ""


_BY_LETTERS: Final = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
}


def full_title(title: str) -> str:
    """Return a title in today's form; other texts unchanged."""
    return _BY_LETTERS.get(title, title)


def titles_of(printed: str) -> Titles:
    """Return the titles of a report, which prints one: a women's title stands in both columns."""
    title = full_title(printed)
    return Titles(title, title if title in WOMENS else "")
