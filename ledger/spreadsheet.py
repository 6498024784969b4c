"""Cells of CSV files meant for spreadsheets: no name in them becomes a formula.

A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`. A text that does, and is no number,
is written with an apostrophe before it, which spreadsheets take as "this is text"; our readers of
CSV take it away again. JSON needs none of this and says exactly what is recorded.
"""

import re
from typing import Final

from ledger.visible import escaped

_SIGNS: Final = "=+\\-@\uff0b\uff0d\uff1d\uff20"
"""What begins a formula, also in the wide forms of Chinese and Japanese keyboards."""

_NUMBER: Final = r"[+-]?[0-9]+(?:[.,][0-9]+)?(?:/[0-9]+)?(?: ?%)?"

_FORMULA: Final = re.compile(rf"(?!{_NUMBER}$)\s*[{_SIGNS}].")
"""A sign alone (a result, a dash for nothing) is none: a formula goes on."""

_MARKED: Final = re.compile(rf"'(?=\s*[{_SIGNS}].)")


def cell(text: str) -> str:
    """Return a text as a cell: unseen characters escaped, possible formulas marked."""
    if not text:
        return text
    shown = escaped(text)
    if shown[0].isalnum():
        return shown
    return f"'{shown}" if _FORMULA.match(shown) else shown


def unmarked(text: str) -> str:
    """Return the text of a cell without the apostrophe added by `cell`."""
    return _MARKED.sub("", text, count=1) if text.startswith("'") else text
