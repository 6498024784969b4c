"""Selections of players on a list: by name, federation, sex, age, category and activity."""

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import limits
from ledger.errors import Refused
from ledger.expected import named
from ledger.register.identities import BadPlayerId, UnknownPlayer
from ledger.register.name_index import name_index
from ledger.sentences import ListName, Remedy, Sentence
from ops.answers.answer import wrong_value
from ops.answers.asked_players import player_on
from ops.answers.persons import details_on
from projections.queries import PoolQuery, RatingList
from projections.queries.categories import on_list

_AGES: Final = re.compile("([0-9]{1,3})(?:(-)([0-9]{1,3})?)?")
_OLDEST: Final = 999
_YEARS: Final = re.compile("([0-9]{4})(?:(-)([0-9]{4})?)?")
_LAST_YEAR: Final = 9999
_INACTIVE: Final = "inactive"
"""The column of a list that shows who is inactive."""

Mask = NDArray[np.bool_]


class Years(NamedTuple):
    """The first and the last year of birth, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        """Write the years as they are read."""
        return f"{self.first}-{'' if self.last == _LAST_YEAR else self.last}"


class Ages(NamedTuple):
    """The youngest and the oldest age, both included, in whole years."""

    youngest: int
    oldest: int


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection of the players of a list; empty texts and None select all."""

    federation: str = ""
    """Three capital letters."""
    sex: str = ""
    """m or w."""
    ages: Ages | None = None
    """Age reached in the year of the list's day; players without a known year are left out."""
    category: str = ""
    """A category or a title of the pool, held when the list takes force."""
    active: bool | None = None
    born: Years | None = None
    """Year of birth; players without a known year are left out."""
    search: str = ""
    """Beginnings of words of the name as kept today, in any order, or a number of the player."""

    @property
    def is_everybody(self) -> bool:
        """Whether all players are selected."""
        return self == EVERYBODY

    def about(self) -> dict[str, Any]:
        """Return the selection as part of an answer; empty: not selected by."""
        return {
            "federation": self.federation,
            "sex": self.sex,
            "age": f"{self.ages.youngest}-{self.ages.oldest}" if self.ages else "",
            "category": self.category,
            "activity": {None: "", True: "active", False: "inactive"}[self.active],
            "born": str(self.born) if self.born else "",
            "search": self.search,
        }

    def rows(self, pool: PoolQuery, row: RatingList, values: dict[str, NDArray[np.int64]]) -> Mask:
        """Return a mask of the selected rows of a list; `values` are the columns of the list.

        Federation, sex and year of birth are those of the list's day, as known. Raises Refused for
        a category or an activity that the list does not show.
        """
        players = values["player"]
        asked = np.ones(len(players), dtype=bool)
        if self.federation or self.sex or self.ages or self.born:
            asked &= self._described(pool, row, players)
        if self.search:
            asked &= np.isin(players, _sought(pool, row, self.search))
        if self.category:
            asked &= _of_category(pool, row, players, self.category)
        if self.active is not None:
            asked &= (_inactive(pool, row, values) == 0) == self.active
        return asked

    def _described(self, pool: PoolQuery, row: RatingList, players: NDArray[np.int64]) -> Mask:
        known = details_on(pool, row.list_date)
        asked = np.ones(len(players), dtype=bool)
        if self.federation:
            asked &= known.federation[players] == self.federation.encode()
        if self.sex:
            asked &= known.sex[players] == ord(self.sex)
        born = known.birth_year[players]
        if self.born:
            asked &= (born > 0) & (self.born.first <= born) & (born <= self.born.last)
        if self.ages:
            age = row.list_date.year - born
            asked &= (born > 0) & (self.ages.youngest <= age) & (age <= self.ages.oldest)
        return asked


EVERYBODY: Final = Selection()


def ages_of(text: str) -> Ages:
    """Read ages: 16, 0-17 or 60- (from 60 on). Raises Refused."""
    ages = _span(_AGES, text, _OLDEST)
    if ages is None:
        problem = Sentence("write an age, or the youngest and the oldest: 16, 0-17, 60-")
        raise wrong_value("age", text, problem, Sentence("16, 0-17 or 60-"), code="age-wrong")
    return Ages(*ages)


def years_of(text: str) -> Years:
    """Read years of birth: 1990, 1990-1999 or 2005-. Raises Refused."""
    years = _span(_YEARS, text, _LAST_YEAR)
    if years is None:
        problem = Sentence("write a year, or the first and the last: 1990, 1990-1999, 2005-")
        expected = Sentence("1990, 1990-1999 or 2005-")
        raise wrong_value("born", text, problem, expected, code="years-wrong")
    return Years(*years)


def _span(pattern: re.Pattern[str], text: str, greatest: int) -> tuple[int, int] | None:
    """Return the first and the last number of `7`, `7-9` or `7-`; None: another text."""
    found = pattern.fullmatch(text.strip())
    if found is None:
        return None
    first = int(found[1])
    last = int(found[3] or greatest) if found[2] else first
    return (first, last) if first <= last else None


def _sought(pool: PoolQuery, row: RatingList, text: str) -> list[int]:
    """Return the players of a list whose number or name a text is."""
    if len(text) > limits.SEARCH_CHARACTERS:
        problem = Sentence("a search has at most {most} characters", most=limits.SEARCH_CHARACTERS)
        raise wrong_value("search", text, problem, problem, code="too-long")
    scheme, number = pool.law.number_scheme, text.strip()
    for written in (number, f"{scheme}:{number}"):
        try:
            return [player_on(pool, written, row)]
        except (BadPlayerId, UnknownPlayer):
            continue
    return name_index(pool.official.ledger.read).beginning(text)


def _of_category(pool: PoolQuery, row: RatingList, players: NDArray[np.int64], name: str) -> Mask:
    held = on_list(pool, row)
    if held is None:
        raise Refused(
            Sentence(
                "{pool}: no categories are set on the day of list {period:of}",
                pool=pool.name,
                period=ListName(row.period),
            ),
            code="no-categories",
            field="category",
            found=name,
            remedy=Remedy("list-category-holders", pool=pool.name),
        )
    ladder = held.ladder
    if name not in ladder.names:
        known = named(ladder.names)
        raise Refused(
            Sentence(
                "{pool}: there is no category '{category}'; there are: {known}",
                pool=pool.name,
                category=name,
                known=known,
            ),
            code="unknown-category",
            field="category",
            found=name,
            expected=known,
        )
    if name in ladder.titles:
        return np.asarray(held.title_place[players] == ladder.title_place(name))
    return np.asarray(held.place[players] == ladder.place(name))


def _inactive(
    pool: PoolQuery, row: RatingList, values: dict[str, NDArray[np.int64]]
) -> NDArray[np.int64]:
    if _INACTIVE not in values:
        raise Refused(
            Sentence(
                "{pool}: list {period:of} does not show who is inactive",
                pool=pool.name,
                period=ListName(row.period),
            ),
            code="no-activity",
            field="activity",
            found=row.period,
            expected=Sentence("a list that shows who is inactive"),
        )
    return values[_INACTIVE]
