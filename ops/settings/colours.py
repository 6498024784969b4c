"""The colours of the stylesheet: the accent, which a federation may choose, light and dark.

Contrast is that of WCAG 2.2 (1.4.3): from 1 to 21, and 4.5 or more for text.
"""

import re
from pathlib import Path
from typing import Final, Literal, NamedTuple

STYLE: Final = (Path(__file__).parents[1] / "pages" / "style.css").read_text("utf-8")
"""The stylesheet of all pages, with the usual accent."""

LEAST: Final = 4.5
"""Contrast of a text with what it stands on."""

Scheme = Literal["light", "dark"]

_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
_BLOCKS: Final = re.compile(r":root \{(?P<light>.*?)\n\}.*?:root \{(?P<dark>.*?)\n  \}", re.DOTALL)
_SOFT: Final = 0.08
"""Part of the accent in its soft colour; the other part is paper."""


class Accent(NamedTuple):
    """The colour of links and of the official track, the soft one behind it, the text on it."""

    accent: str
    soft: str
    text: str

    @property
    def tokens(self) -> str:
        """The accent as it stands in the stylesheet."""
        return f"--accent: {self.accent}; --accent-soft: {self.soft}; --on-accent: {self.text};"


def is_colour(text: str) -> bool:
    """Return whether a text is a colour as #1b4b82."""
    return bool(_COLOUR.fullmatch(text))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(accent: str, scheme: Scheme) -> float:
    """Return the lowest contrast of an accent with paper, sheet and its own soft tone."""
    backgrounds = (_token("paper", scheme), _token("sheet", scheme), _made(accent, scheme).soft)
    return min(contrast(accent, one) for one in backgrounds)


def usual(scheme: Scheme) -> Accent:
    """Return the accent that the stylesheet states."""
    return Accent(*(_token(name, scheme) for name in ("accent", "accent-soft", "on-accent")))


def stylesheet(light: str, dark: str) -> bytes:
    """Return the stylesheet with another accent; an empty text leaves the usual one."""
    text = STYLE
    asked: tuple[tuple[str, Scheme], ...] = ((light, "light"), (dark, "dark"))
    for accent, scheme in asked:
        if accent:
            text = text.replace(usual(scheme).tokens, _made(accent, scheme).tokens)
    return text.encode()


def _made(accent: str, scheme: Scheme) -> Accent:
    paper = _token("paper", scheme)
    parts = zip(_channels(accent), _channels(paper), strict=True)
    soft = "#" + "".join(f"{round(_SOFT * one + (1 - _SOFT) * other):02x}" for one, other in parts)
    texts = (usual(scheme).text, "#ffffff", "#000000")
    text = next(one for one in texts if contrast(one, accent) >= LEAST)  # black or white always has
    return Accent(accent.lower(), soft, text)


def _token(name: str, scheme: Scheme) -> str:
    blocks = _BLOCKS.search(STYLE)
    assert blocks is not None
    found = re.search(f"--{name}: ({_COLOUR.pattern});", blocks[scheme])
    assert found is not None
    return found[1]


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - sRGB
        for part in (channel / 255 for channel in _channels(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
