"""Every rulebook this program knows, by name.

    engine/      parts of every rulebook: editions, columns, numbers, calendars, inheritance
    fide/        FIDE: standard/, and rapid_blitz/ for both
    uisp/        Elo UISP, in two readings of one article
    elo_rubele/  draughts: italian/, international/, groups/

`coverage` lists the units of the regulations, with the columns that compute them. A new federation
is a folder here and a line in MODULES; `engine.rulebook` lists the requirements.
"""

import importlib
from functools import cache
from typing import Final

from ledger.sentences import Sentence
from projections.rulebooks.engine.rulebook import OutsideRulebook, Rulebook

MODULES: Final = {
    "fide-standard": "fide.standard",
    "fide-rapid": "fide.rapid_blitz",
    "fide-blitz": "fide.rapid_blitz",
    "rubele-italiana": "elo_rubele.italian",
    "rubele-internazionale": "elo_rubele.international",
    "uisp": "uisp",
    "uisp-exact": "uisp",
}
"""Names of rulebooks, and the package below this one that holds each: RULEBOOK, or in RULEBOOKS."""

NAMES: Final = tuple(MODULES)


@cache
def rulebook(name: str) -> Rulebook:
    """Load a rulebook by name, such as fide-standard. Raises OutsideRulebook."""
    if name not in MODULES:
        raise OutsideRulebook(
            Sentence(
                "there is no rulebook {found}: this program knows {known}",
                found=repr(name),
                known=NAMES,
            ),
            field="rulebook",
            found=name,
            expected=", ".join(NAMES),
        )
    package = importlib.import_module(f"{__name__}.{MODULES[name]}")
    loaded: Rulebook = (
        package.RULEBOOKS[name] if hasattr(package, "RULEBOOKS") else package.RULEBOOK
    )
    return loaded
