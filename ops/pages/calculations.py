"""The page of the calculator: the regulations to choose from, and the fields of its form."""

from collections.abc import Iterator, Mapping
from typing import Final

from ops.answers.calculator import read_by
from ops.answers.explanation import CitedArticle
from ops.law.texts import title_of
from ops.pages.values import rulebook_title
from ops.pages.worksheets import ruled
from projections.queries.calculation.sheets import Calculated
from projections.rulebooks import NAMES, rulebook

_INPUTS: Final[Mapping[str, str]] = {"games": "games_so_far", "rated_elsewhere": "elsewhere"}
"""Inputs that are called otherwise than what a rulebook reads."""


def regulations() -> list[tuple[str, str]]:
    """Return the rulebooks by name, with their short titles."""
    return [(name, rulebook_title(name)) for name in NAMES]


def not_read(name: str) -> set[str]:
    """Return the inputs that only other rulebooks read. Raises OutsideRulebook."""
    every = (read_by(rulebook(one)) for one in NAMES)
    return {_INPUTS.get(read, read) for read in set().union(*every) - read_by(rulebook(name))}


def cited(found: Calculated) -> Iterator[CitedArticle]:
    """Yield the articles of a calculation, each with its title."""
    law = rulebook(found.rulebook)
    for edition, stated in dict.fromkeys(_stated(found)):
        for article in stated.split(", "):
            yield CitedArticle(edition, article, title_of(law.edition(edition), article) or None)


def _stated(found: Calculated) -> Iterator[tuple[str, str]]:
    """Yield the articles as an edition states them beside values."""
    for step in found.steps:
        for sheet in step.tournaments:
            games = [cell for game in sheet.games for cell in game.cells.values()]
            for cell in (*games, *sheet.cells.values()):
                yield from ((sheet.edition, one) for one in (cell.article, ruled(cell).stated))
        for cell in (*step.printed_before.values(), *step.cells.values()):
            yield from ((found.edition, one) for one in (cell.article, ruled(cell).stated))
        stated = (*(line.article for line in step.lines), *(leg.article for leg in step.legs))
        yield from ((found.edition, one) for one in stated)
