"""Names without accents, signs, capitals and word order: the keys by which names are compared."""

import unicodedata
from typing import Final

_SPELT: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_IN_ONE: Final = dict.fromkeys((0x27, 0x60, 0xB4, 0x2BC, 0x2018, 0x2019))
"""Apostrophes, upright and bent, and accents in their place: D'Angelo is Dangelo."""
_ASCII: Final = {
    code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)
} | _IN_ONE
"""What becomes of each ASCII character."""


def folded(name: str) -> str:
    """Return the key of a name: words without accents, signs and capitals, in alphabetical order.

    `D'Angelo, José` and `JOSE DANGELO` have one key, `dangelo jose`.
    """
    return " ".join(sorted(plain(name).split()))


def plain(name: str) -> str:
    """Return a name without accents, signs and capitals."""
    if name.isascii():  # most are; a register has hundreds of thousands
        return name.translate(_ASCII)
    text = name.translate(_IN_ONE).casefold().translate(_SPELT)
    parts = unicodedata.normalize("NFKD", text)
    text = "".join(part for part in parts if not unicodedata.combining(part))
    return "".join(character if character.isalnum() else " " for character in text)
