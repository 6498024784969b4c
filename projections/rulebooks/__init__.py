"""Every rulebook this program knows, by name.

    engine/      parts of every rulebook: editions, columns, numbers, calendars, inheritance
    fide/        FIDE: standard/, rapid/ and blitz/
    uisp/        Elo UISP, and exact/, the other reading of one article
    elo_rubele/  draughts: italian/, international/, groups/

`coverage` lists the units of the regulations, with the columns that compute them. A new federation
is a folder here and a line in MODULES; `engine.rulebook` lists the requirements.
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
