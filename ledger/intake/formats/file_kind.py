"""Files that are handed in by mistake in place of a report: what they are, what to send instead."""

from __future__ import annotations

import re
from typing import Final

from ledger.intake.formats.problems import Place, Problems

_A_REPORT: Final = "the report of a tournament: TRF, Vega's .tdf, or a cross table as CSV"

_SEND_REPORT: Final = "send the report of the tournament"
_AS_CSV: Final = "save the cross table as CSV (UTF-8) and send that"
_UNPACK: Final = "unpack it and send the report that lies in it"
_A_LIST: Final = "send the report of a tournament; a rating list is imported as a list"
_VEGA: Final = "send the .tdf or the FIDE report that Vega writes beside it"

_NEAR: Final = 100_000
"""Bytes at the beginning in which a packed file names its parts."""

_BEGINNINGS: Final = (
    (rb"%PDF-", "a PDF document", _SEND_REPORT),
    (rb"\xd0\xcf\x11\xe0", "an old Excel or Word file", _AS_CSV),
    (rb"\x1f\x8b", "a gzip archive", _UNPACK),
    (rb"(<\?xml[^>]*>\s*)?<playerslist", "FIDE's rating list in XML", _A_LIST),
    (rb"<(!doctype )?html", "a web page", _SEND_REPORT),
    (rb"<[?!a-z]", "an XML document", _SEND_REPORT),
    (rb"ID[ _]?number +(name|tit)", "FIDE's rating list", _A_LIST),
    (rb"vega +[0-9][^\r\n]*[\r\n]", "Vega's own tournament file (.veg)", _VEGA),
    (rb'\[[a-z]+ "', "games in PGN", _SEND_REPORT),
    (rb'[{\[]\s*["{]', "a JSON document", _SEND_REPORT),
)
"""How such files begin, in any case of letters."""

_KNOWN: Final = tuple(
    (re.compile(beginning, re.IGNORECASE), what, remedy) for beginning, what, remedy in _BEGINNINGS
)
_ARCHIVE: Final = b"PK\x03\x04"
_PACKED: Final = (
    (b"xl/", "an Excel file (.xlsx)", _AS_CSV),
    (b"opendocument.spreadsheet", "a LibreOffice sheet (.ods)", _AS_CSV),
    (b"word/", "a Word document (.docx)", _SEND_REPORT),
    (b"", "a zip archive", _UNPACK),
)
"""What tells packed files apart, the first that is found."""

_BEFORE: Final = b"\xef\xbb\xbf \t\r\n"


def refuse_mistaken(data: bytes, problems: Problems) -> None:
    """Refuse a file that is plainly something else, in one line that says what it is."""
    beginning = data[:_NEAR].lstrip(_BEFORE)
    told = _packed(beginning) if beginning.startswith(_ARCHIVE) else _told(beginning)
    if told:
        what, remedy = told
        problems.refuse(Place("file"), what, _A_REPORT, remedy)


def refuse_unknown(first_line: str, problems: Problems) -> None:
    """Refuse a file that shows no sign of any format; the message says which signs there are."""
    expected = (
        "a report: TRF (lines that begin with 001, 012 …), Vega's .tdf (lines 001 with bars |) "
        "or a cross table (a row that names the columns number and name)"
    )
    remedy = "choose the file again, or say what it is: --form trf, tdf or cross-table"
    problems.refuse(Place("file"), first_line, expected, remedy)


def _packed(beginning: bytes) -> tuple[str, str]:
    return next((what, remedy) for sign, what, remedy in _PACKED if sign in beginning)


def _told(beginning: bytes) -> tuple[str, str] | None:
    found = ((what, remedy) for pattern, what, remedy in _KNOWN if pattern.match(beginning))
    return next(found, None)
