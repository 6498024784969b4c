"""The calculator on its page: regulations to choose from, what its form asks."""

from ops.answers.calculator import read_by
from ops.pages.values import rulebook_title
from projections.rulebooks import NAMES, rulebook


def regulations() -> list[tuple[str, str]]:
    """Return the rulebooks by name, with their short titles."""
    return [(name, rulebook_title(name)) for name in NAMES]


def inputs(name: str) -> frozenset[str]:
    """Return what a form of the calculator asks by a rulebook. Raises OutsideRulebook."""
    return read_by(rulebook(name))
