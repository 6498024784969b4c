"""Lines whose columns were moved by the letters in them, and how they are put right."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from ledger.intake.formats import layout
from ledger.intake.formats.layout import Field
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import Line


def in_columns(
    line: Line,
    problems: Problems,
    name: Field = layout.NAME,
    fits: Callable[[str], bool] = lambda text: not layout.stray_column(text),
) -> Line:
    """Undo what decomposed letters or counted bytes in a name did to the columns of a line.

    `fits` tells whether a text stands in its columns; a line that cannot be made to is given back
    as it is.
    """
    if fits(line.text):
        return line
    composed = unicodedata.normalize("NFC", line.text)
    if fits(composed):
        return replace(line, text=composed)
    filled = layout.filled_for_bytes(line.text, name)
    if not fits(filled):
        return line
    place = name.at(line.number)._replace(field="columns")
    remedy = "the line was read so; look at it once"
    problems.warn_once(place, "columns counted in bytes", "columns counted in characters", remedy)
    return replace(line, text=filled)


def refuse_stray(
    line: Line, problems: Problems, separators: Sequence[int] = layout.SEPARATORS
) -> bool:
    """Refuse a line with something between two fields; tell whether it was refused."""
    column = layout.stray_column(line.text, separators)
    if column:
        place, found = Place("columns", line.number, column), line.text[column - 1]
        remedy = "let every field stand in its columns"
        problems.refuse(place, found, "a blank between two fields", remedy)
    return bool(column)
