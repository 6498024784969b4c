"""Papers (PDF) as text."""

import io

import pypdf


def sheets_of(pdf: bytes) -> list[str]:
    """Return the text of each sheet."""
    return [sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def read(pdf: bytes) -> str:
    """Return the text of all sheets, on a single line."""
    return " ".join(" ".join(sheets_of(pdf)).split())
