"""The format of a report, recognised by content, never by file name."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from ledger.expected import one_of
from ledger.intake.formats.cross_table.reader import read_cross_table
from ledger.intake.formats.cross_table.sheet import header_line
from ledger.intake.formats.problems import Place, Problems, in_order, option
from ledger.intake.formats.reading import NO_FACTS, Reading
from ledger.intake.formats.tdf import BAR, FIELDS, read_tdf
from ledger.intake.formats.text import Line, numbered_lines
from ledger.intake.formats.trf.reader import read_trf
from ledger.intake.formats.trf.records import PLAYER, TOURNAMENT
from ledger.sentences import Sentence

FORMS: Final = ("auto", "trf", "tdf", "cross-table")
"""Formats that a caller can name."""


def read_report(
    data: bytes,
    facts: Mapping[str, str] = NO_FACTS,
    *,
    form: str = "auto",
    points: str = "1-½-0",
    date_order: str = "",
    announced: Mapping[str, str] = NO_FACTS,
) -> Reading:
    """Read a report in one of FORMS and report all its faults at once.

    The other arguments are those of the readers: `points` matters where the file does not say how
    wins count (a cross table always counts 2-1-0). ValueError for a form, a way to count or an
    order of dates that is none. Nothing in the file raises.
    """
    if form not in FORMS:
        raise ValueError(f"form is {form!r}, expected one of {', '.join(FORMS)}")
    problems = Problems()
    refuse_mistaken(data, problems)
    if form == "auto" and not problems.refused:
        form = form_of(data, problems)
    if problems.refused:
        return Reading(None, problems.all())
    reading = _READERS[form](data, facts, points=points, date_order=date_order, announced=announced)
    kind = in_order([*problems.all(), *reading.problems])
    return Reading(reading.report, kind, reading.entrants)


def form_of(data: bytes, problems: Problems) -> str:
    """Return the format of a file; a file of no known format is refused.

    A file without text, or with text that cannot be read, is left to the TRF reader to refuse.
    """
    lines = numbered_lines(data, Problems())
    players = [line for line in lines if line.code == PLAYER]
    barred = sum(line.text.count(BAR) >= len(FIELDS) - 1 for line in players)
    if barred:
        _tell_mixed(players, barred, problems)
        return "tdf" if 2 * barred >= len(players) else "trf"
    codes = {line.code for line in lines if line.text[3:4] in (" ", "")}
    if not lines or codes & {PLAYER, *TOURNAMENT}:
        return "trf"
    if header_line(lines) is None:
        refuse_unknown(lines[0].text, problems)
    return "cross-table"


def scheme_of(data: bytes, form: str = "auto") -> str:
    """Return the scheme of the printed numbers: `fid` in a cross table, else `fide`."""
    kind = form if form in FORMS[1:] else form_of(data, Problems())
    return "fid" if kind == "cross-table" else "fide"


def _tell_mixed(players: Sequence[Line], barred: int, problems: Problems) -> None:
    if barred == len(players):
        return
    form = "Vega's .tdf" if 2 * barred >= len(players) else "TRF"
    found = Sentence("{number} of {lines} lines 001 with bars |", number=barred, lines=len(players))
    remedy = Sentence(
        "the file was taken for {form}, as most lines are; correct the others", form=form
    )
    problems.warn(Place("file"), found, Sentence("all of them or none"), remedy)


_READERS: Final = {"trf": read_trf, "tdf": read_tdf, "cross-table": read_cross_table}


_A_REPORT: Final = Sentence("the report of a tournament: TRF, Vega's .tdf, or a cross table as CSV")
_SEND_REPORT: Final = Sentence("send the report of the tournament")
_AS_CSV: Final = Sentence("save the cross table as CSV (UTF-8) and send that")
_UNPACK: Final = Sentence("unpack the file and send the report inside it")
_A_LIST: Final = Sentence("send the report of a tournament; a rating list is imported as a list")
_VEGA: Final = Sentence("send the .tdf or the FIDE report that Vega writes beside it")

_NEAR: Final = 100_000
"""Bytes at the beginning in which a packed file names its parts."""

_BEGINNINGS: Final = (
    (rb"%PDF-", Sentence("a PDF document"), _SEND_REPORT),
    (rb"\xd0\xcf\x11\xe0", Sentence("an old Excel or Word file"), _AS_CSV),
    (rb"\x1f\x8b", Sentence("a gzip archive"), _UNPACK),
    (rb"(<\?xml[^>]*>\s*)?<playerslist", Sentence("FIDE's rating list in XML"), _A_LIST),
    (rb"<(!doctype )?html", Sentence("a web page"), _SEND_REPORT),
    (rb"<[?!a-z]", Sentence("an XML document"), _SEND_REPORT),
    (rb"ID[ _]?number +(name|tit)", Sentence("FIDE's rating list"), _A_LIST),
    (rb"vega +[0-9][^\r\n]*[\r\n]", Sentence("Vega's own tournament file (.veg)"), _VEGA),
    (rb'\[[a-z]+ "', Sentence("games in PGN"), _SEND_REPORT),
    (rb'[{\[]\s*["{]', Sentence("a JSON document"), _SEND_REPORT),
)
"""How such files begin, in any case of letters."""

_ARCHIVE: Final = b"PK\x03\x04"

_PACKED: Final = (
    (b"xl/", Sentence("an Excel file (.xlsx)"), _AS_CSV),
    (b"opendocument.spreadsheet", Sentence("a LibreOffice sheet (.ods)"), _AS_CSV),
    (b"word/", Sentence("a Word document (.docx)"), _SEND_REPORT),
    (b"", Sentence("a zip archive"), _UNPACK),
)
"""Signs of packed files; the first match counts."""

_BEFORE: Final = b"\xef\xbb\xbf \t\r\n"


def refuse_mistaken(data: bytes, problems: Problems) -> None:
    """Refuse a file of another kind (PDF, Excel, rating list …)."""
    beginning = data[:_NEAR].lstrip(_BEFORE)
    if beginning.startswith(_ARCHIVE):
        kinds = ((what, remedy) for sign, what, remedy in _PACKED if sign in beginning)
    else:
        kinds = (
            (what, remedy)
            for pattern, what, remedy in _BEGINNINGS
            if re.match(pattern, beginning, re.IGNORECASE)
        )
    for what, remedy in islice(kinds, 1):
        problems.refuse(Place("file"), what, _A_REPORT, remedy)


def refuse_unknown(first_line: str, problems: Problems) -> None:
    """Refuse a file of no known format, and name the signs of each format."""
    expected = Sentence(
        "a report: TRF (lines that begin with 001, 012 …), Vega's .tdf (lines 001 with bars |) "
        "or a cross table (a row that names the columns number and name)"
    )
    remedy = Sentence(
        "choose the file again, or name its form with {option}, {others}",
        option=option(("--form", FORMS[1])),
        others=one_of(FORMS[2:]),
    )
    problems.refuse(Place("file"), first_line, expected, remedy)
