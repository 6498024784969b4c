"""Lists of other bodies as written by tests: synthetic players in FIDE's layouts."""

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from ledger.intake.formats.problems import Problems
from ledger.intake.formats.rating_list.reading import ListFile, Written
from ledger.intake.formats.rating_list.rows import ExternalRow

Layout = Mapping[str, int]
"""Headings, and where their columns begin, from 0."""

COMBINED: Layout = {
    "ID Number": 0,
    "Name": 15,
    "Fed": 76,
    "Sex": 80,
    "Tit": 84,
    "WTit": 89,
    "OTit": 94,
    "FOA": 109,
    "SRtng": 113,
    "SGm": 119,
    "SK": 123,
    "RRtng": 126,
    "RGm": 132,
    "Rk": 136,
    "BRtng": 139,
    "BGm": 145,
    "BK": 149,
    "B-day": 152,
    "Flag": 158,
}
_HEAD = {name: at for name, at in COMBINED.items() if at <= 109}
SINGLE: Layout = {**_HEAD, "OCT26": 113, "Gms": 119, "K": 123, "B-day": 126, "Flag": 132}
LEGACY: Layout = {
    name: at if at < 109 else at - 4 for name, at in COMBINED.items() if name != "FOA"
}
OF_2011: Layout = {
    "ID number": 0,
    "Name": 10,
    "Titl": 44,
    "Fed": 48,
    "Mar11": 53,
    "Games": 59,
    "Born": 64,
    "Flag": 70,
}

WIDTHS = {"combined": 162, "single": 136, "legacy": 158, "2011": 74}
LAYOUTS = {"combined": COMBINED, "single": SINGLE, "legacy": LEGACY, "2011": OF_2011}

ANNA = {"ID Number": "90000001", "Name": "Rossi, Anna", "Fed": "ITA", "Sex": "F", "B-day": "1990"}


def line(layout: Layout, cells: Mapping[str, str]) -> str:
    """Write a line as a program with padded columns does: a long text pushes the rest."""
    starts = [*layout.values(), list(layout.values())[-1] + 4]
    return "".join(
        cells.get(name, "").ljust(starts[at + 1] - start)
        for at, (name, start) in enumerate(layout.items())
    )


def fixed(layout: Layout, *rows: Mapping[str, str], end: str = "\r\n") -> bytes:
    """Write a list in columns of fixed width."""
    header = line(layout, {name: name for name in layout})
    return end.join([header, *(line(layout, row) for row in rows), ""]).encode()


def tagged(*players: Mapping[str, object], head: str = "") -> bytes:
    """Write a list in XML."""
    rows = (
        "".join(f"<{name}>{text}</{name}>\n" for name, text in player.items()) for player in players
    )
    return f"{head}<playerslist>\n{''.join(map(_player, rows))}</playerslist>\n".encode()


def _player(elements: str) -> str:
    return f"<player>\n{elements}</player>\n"


def spread(*rows: Iterable[object], delimiter: str = ";") -> bytes:
    """Write a list as CSV, the header first."""
    return "\n".join(delimiter.join(map(str, row)) for row in rows).encode()


def zipped(path: Path, *files: bytes) -> Path:
    """Put files into a .zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for number, data in enumerate(files):
            made.writestr(f"list{number}.txt", data)
    return path


def read(path: Path, **written: object) -> tuple[list[ExternalRow], list[str], ListFile]:
    """Read a list: rows, problems as text, the file."""
    problems = Problems()
    file = ListFile(path, Written(**written), problems)  # type: ignore[arg-type]
    rows = list(file.rows())
    return rows, [str(problem) for problem in problems.all()], file
