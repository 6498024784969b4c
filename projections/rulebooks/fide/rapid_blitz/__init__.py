"""FIDE ratings, rapid and blitz: the shared text, and a rulebook for each.

Covered from their beginning, 1 January 2012; the edition of 1 January 2022 brought them into line
with standard chess. The formulas are those of standard chess, under the articles of this text;
`rapid_blitz` and the editions beside this file hold what is different. Of the years before 2022 no
text was available: what is not told is not computed (`edition_2014_07_01`).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from projections.rulebooks.engine.columns import columns_of
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.external_lists import ExternalLists
from projections.rulebooks.engine.loading import load_edition, load_editions
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import BodyParameter, OtherPools
from projections.rulebooks.fide import standard
from projections.rulebooks.fide.rapid_blitz import rapid_blitz

_STANDARD: Final = standard.RULEBOOK

DAYS: Final = (
    "2012-01-01",
    "2013-07-01",
    "2014-07-01",
    "2022-01-01",
    "2022-10-01",
    "2024-03-01",
    "2024-12-01",
)
"""Editions of the text itself; later ones of standard chess amend it (`amended`)."""


def _editions_of(name: str) -> tuple[Edition, ...]:
    """Return the editions of the text for rapid or for blitz."""
    own = load_editions(name, __name__, DAYS, _STANDARD.editions)
    return tuple(map(_of_class, (*own, *_inherited(own[-1]))))


def _inherited(last: Edition) -> Iterator[Edition]:
    """Return the later editions of standard chess, as amendments of this text.

    An edition with STANDARD_ONLY does not amend it. Raises ValueError if an edition restates a
    column that this text states otherwise, or has CONDITIONS and does not state STANDARD_ONLY.
    """
    for edition in _STANDARD.editions:
        if edition.name > DAYS[-1] and not getattr(edition.module, "STANDARD_ONLY", False):
            last = amended(last, edition)
            yield last


def amended(last: Edition, amendment: Edition) -> Edition:
    """Return an edition of standard chess as an amendment of this text."""
    base, module = amendment.based_on, amendment.module
    if hasattr(module, "CONDITIONS") and not hasattr(module, "STANDARD_ONLY"):
        raise ValueError(
            f"{amendment.rulebook} {amendment.name} has CONDITIONS: state STANDARD_ONLY = False if "
            "they exclude games of rapid and blitz too, STANDARD_ONLY = True otherwise"
        )
    restated = [
        name
        for name in columns_of(module)
        if base
        and name in base.columns
        and last.columns[name].function is not base.columns[name].function
    ]
    if restated:
        raise ValueError(
            f"{amendment.rulebook} {amendment.name} restates {', '.join(restated)}, which rapid "
            f"and blitz state otherwise: write an edition {amendment.name} in fide/rapid_blitz, or "
            "state STANDARD_ONLY = True in the edition of standard chess"
        )
    return load_edition(last.rulebook, amendment.name, module, last, rapid_blitz.NUMBERING)


def _of_class(edition: Edition) -> Edition:
    """Return an edition for rapid or for blitz, with READS, and the class as a number."""
    read_otherwise = {
        name: replace(rule, needs=tuple(reads.get(need, need) for need in rule.needs))
        for name, reads in rapid_blitz.READS.items()
        if (rule := edition.columns.get(name))
    }
    return replace(
        edition,
        columns={**edition.columns, **read_otherwise},
        numbers={**edition.numbers, "time_class": edition.rulebook.removeprefix("fide-")},
    )


def _rulebook_of(name: str, title: str, closes_after: tuple[str, ...]) -> Rulebook:
    """Return the rulebook of rapid or of blitz, based on standard chess."""
    own = name.removeprefix("fide-")
    return replace(
        _STANDARD,
        name=name,
        title=title,
        short_title=f"FIDE {own}",
        editions=_editions_of(name),
        body_parameters={
            **_STANDARD.body_parameters,
            "points_each_half_point_to_2021": BodyParameter(),
        },
        base="base_rating",
        worksheet=replace(
            _STANDARD.worksheet,
            shown=("base_rating", *_STANDARD.worksheet.shown),
            variation="own_difference_hundredths",
        ),
        other_pools=OtherPools(rulebooks={"standard": _STANDARD.name}, article="7.2.1"),
        booking=replace(_STANDARD.booking, article="6.1.3", own_class="own_class"),
        corrections=replace(standard.CORRECTIONS, article="6.1"),
        closes_after=closes_after,
        external_lists=ExternalLists(
            guests=(standard.guests_of(own), standard.guests_of("standard"))
        ),
    )


RULEBOOKS: Final = {
    "fide-rapid": _rulebook_of(
        "fide-rapid",
        "FIDE Rapid and Blitz Rating Regulations B.02, rapid chess",
        closes_after=("fide-standard",),
    ),
    "fide-blitz": _rulebook_of(
        "fide-blitz",
        "FIDE Rapid and Blitz Rating Regulations B.02, blitz chess",
        closes_after=("fide-standard", "fide-rapid"),
    ),
}
