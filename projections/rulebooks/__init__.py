"""Every rulebook this program knows, by name."""

from __future__ import annotations

import importlib
from functools import cache

from projections.rulebooks.rulebook import OutsideRulebook, Rulebook

NAMES = (
    "fide-standard",
    "fide-rapid",
    "fide-blitz",
    "rubele-italiana",
    "rubele-internazionale",
    "uisp",
    "uisp-exact",
)


@cache
def rulebook(name: str) -> Rulebook:
    """Give a rulebook by its name, such as fide-standard. Raises OutsideRulebook."""
    if name not in NAMES:
        raise OutsideRulebook(
            f"there is no rulebook {name!r}: this program knows {', '.join(NAMES)}"
        )
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    found: Rulebook = module.RULEBOOK
    return found
