"""Titles, and the small letters that stood for them in lists and files until 2012."""

from __future__ import annotations

from typing import Final

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
    """Give a title as it is written today; what is no such letter stays as it is."""
    return _BY_LETTERS.get(title, title)
