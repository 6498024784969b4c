"""FIDE ratings, rapid and blitz: the text they share, each a rulebook of its own.

Covered from their beginning, 1 January 2012; the edition of 1 January 2022 brought them into line
with standard chess. The formulas are those of standard chess, under the articles of this text;
`rapid_blitz` and the editions beside this file hold what is different. Of the years before 2022 no
text was available: what is not told is not computed (`edition_2014_07_01`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

import numpy as np

from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.admission import with_counting
from projections.rulebooks.engine.columns import Column, Edition, Values, columns_of
from projections.rulebooks.engine.external_lists import ExternalLists
from projections.rulebooks.engine.loading import load_edition
from projections.rulebooks.engine.months import month_number
from projections.rulebooks.engine.numbering import cited
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.side_files import LEFT_OPEN, with_side_file
from projections.rulebooks.engine.terms import BodyParameter, Concerned, OtherPools
from projections.rulebooks.fide import standard
from projections.rulebooks.fide.rapid_blitz import rapid_blitz
from projections.rulebooks.fide.rapid_blitz.numbering import NUMBERING

_STANDARD: Final = standard.RULEBOOK


def editions_of(name: str) -> tuple[Edition, ...]:
    """Give the editions of the text as those of a rulebook."""
    of_2022_10 = _told_by(_STANDARD.edition("2022-01-01"), name, "2022-10-01")
    of_2022_01 = load_edition(name, __name__, "2022-01-01", amends=of_2022_10)
    of_2024_03 = _told_by(_STANDARD.edition("2024-03-01"), name, "2024-03-01")
    of_2024_12 = load_edition(name, __name__, "2024-12-01", amends=of_2024_03)
    of_2014_07 = load_edition(name, __name__, "2014-07-01", amends=of_2022_01)
    of_2013_07 = load_edition(name, __name__, "2013-07-01", amends=of_2014_07)
    of_2012_01 = load_edition(name, __name__, "2012-01-01", amends=of_2013_07)
    before = (of_2012_01, of_2013_07, of_2014_07)
    return tuple(map(_of_class, (*before, of_2022_01, of_2022_10, of_2024_03, of_2024_12)))


def _of_class(edition: Edition) -> Edition:
    """Give an edition as that of rapid or of blitz: where their times differ it asks which."""
    return replace(
        edition,
        columns={each: _as_read(rule) for each, rule in edition.columns.items()},
        numbers={**edition.numbers, "time_class": edition.rulebook.removeprefix("fide-")},
    )


def _told_by(standard: Edition, name: str, day: str) -> Edition:
    """Load an edition over one of standard chess, with what rapid and blitz have besides."""
    loaded = load_edition(name, __name__, day, amends=standard)
    edition, told_by = loaded.bare or loaded, standard.bare or standard
    here = Path(str(rapid_blitz.__file__)).with_suffix(".toml")
    stated = numbers.load(here, edition.numbers["stated"])
    articles = {cited(article, NUMBERING): said for article, said in told_by.articles.items()}
    columns = {**edition.columns, **columns_of(rapid_blitz), **columns_of(edition.module)}
    told = replace(
        edition,
        columns=columns,
        numbers=numbers.by_name(stated),
        digest=numbers.digest(stated),
        articles=_in_order({**articles, **rapid_blitz.ARTICLES, **edition.module.ARTICLES}),
    )
    return with_side_file(with_counting(told, __name__), LEFT_OPEN)


def _in_order(articles: Mapping[str, str]) -> dict[str, str]:
    """Give articles by number; law without a number comes last."""

    def place(article: str) -> list[int]:
        numbered = article[0].isdigit()
        return [int(each) for each in article.split(".")] if numbered else [len(articles)]

    return {each: articles[each] for each in sorted(articles, key=place)}


def _as_read(rule: Column) -> Column:
    """Give a column with what it reads here."""
    reads = rapid_blitz.READS.get(rule.name, {})
    return replace(rule, needs=tuple(reads.get(need, need) for need in rule.needs))


def rulebook_of(name: str, title: str, closes_after: tuple[str, ...]) -> Rulebook:
    """Give the rulebook of rapid or of blitz: as that of standard chess but for what is said."""
    own = name.removeprefix("fide-")
    return replace(
        _STANDARD,
        name=name,
        title=title,
        editions=(editions := editions_of(name)),
        body_parameters={
            **_STANDARD.body_parameters,
            "points_each_half_point_to_2021": BodyParameter(),
        },
        base="base_rating",
        worksheet=replace(_STANDARD.worksheet, shown=("base_rating", *_STANDARD.worksheet.shown)),
        other_pools=OtherPools(rulebooks={"standard": _STANDARD.name}, article="7.2.1"),
        booking=replace(_STANDARD.booking, article="6.1.3", own_class="own_class"),
        corrections=replace(standard.CORRECTIONS, article="6.1"),
        closes_after=closes_after,
        also_concerned=_also_concerned(next(e for e in editions if e.name == "2022-10-01")),
        external_lists=ExternalLists(
            guests=(standard.guests_of(own), standard.guests_of("standard"))
        ),
    )


def _also_concerned(of_2022_10: Edition) -> Concerned:
    """Give whom a list changes though he did not play: as in standard chess, and in 2022 all."""
    months = {of_2022_10.numbers[each] for each in ("lift_month", "k_as_in_standard_from")}

    def concerned(list_date: date, birth_year: Values) -> Values:
        if month_number(list_date) in months:
            return np.ones(len(birth_year), dtype=bool)
        return _STANDARD.also_concerned(list_date, birth_year)

    return concerned
