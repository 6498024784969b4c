"""Words for a bye that programs write where a player's name stands, and what a bye comes to."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

WORDS: Final = frozenset(
    {
        *("bye", "dummy", "nobody", "noopponent", "walkover", "exempt", "exempte", "exemption"),
        *("spielfrei", "freilos", "riposa", "riposo", "turnodiriposo"),
        *("descansa", "descanso", "folga", "isento", "vrijgeloot", "vapaakierros"),
        *("wolnylos", "volnylos", "volno", "eronyero", "slobodan", "odmor", "repaus"),
        *("frirond", "frirunde", "oversidder"),
    }
)
"""Only words that nobody is called by alone; others (Frei, Libre, Bay) are byes if said so."""

CODES: Final = {
    **dict.fromkeys("1+WU", "U"),
    "F": "F",
    **dict.fromkeys("=DH", "H"),
    **dict.fromkeys("0-LZ", "Z"),
    "": "",
}
"""The code of the bye for each result against one."""

_LETTERS: Final = re.compile(r"[^\W\d_]+")


def word_in(text: str) -> str:
    """Give the one word that a text is, in small letters without accents, signs and digits.

    `BYE 2` and `Bye, Bye` are `bye`, and `Spiel-Frei` is `spielfrei`.
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return "".join(dict.fromkeys(_LETTERS.findall(plain)))
