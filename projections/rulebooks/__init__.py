"""Every rulebook this program knows, by name.

engine/      what every text is made of: editions, columns, numbers, calendars, inheritance
fide/        FIDE: standard/, and rapid/ and blitz/, which share the text of rapid_blitz/
uisp/        Elo UISP, and exact/, the other reading of one article
elo_rubele/  draughts: italian/, international/; groups/ has no ratings, it divides an event
coverage/    each unit of the regulations, and where it is computed
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import Final

from projections.rulebooks.engine.rulebook import OutsideRulebook, Rulebook

MODULES: Final = {
    "fide-standard": "fide.standard",
    "fide-rapid": "fide.rapid",
    "fide-blitz": "fide.blitz",
    "rubele-italiana": "elo_rubele.italian",
    "rubele-internazionale": "elo_rubele.international",
    "uisp": "uisp",
    "uisp-exact": "uisp.exact",
}
"""Names of rulebooks, and the package below this one that holds each."""

NAMES: Final = tuple(MODULES)


@cache
def rulebook(name: str) -> Rulebook:
    """Load a rulebook by name, such as fide-standard. Raises OutsideRulebook."""
    if name not in MODULES:
        raise OutsideRulebook(
            f"there is no rulebook {name!r}: this program knows {', '.join(NAMES)}",
            field="rulebook",
            found=name,
            expected=", ".join(NAMES),
        )
    loaded: Rulebook = importlib.import_module(f"{__name__}.{MODULES[name]}").RULEBOOK
    return loaded
