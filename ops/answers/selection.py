"""Selections of players on a list: by federation, sex, age, category and activity."""

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Refused, Remedy
from ledger.register.people import details
from ops.answers import categories
from ops.answers.answer import wrong_value
from projections.queries import PoolQuery, RatingList

_AGES: Final = re.compile("([0-9]{1,3})(?:(-)([0-9]{1,3})?)?")
_OLDEST: Final = 999
_INACTIVE: Final = "inactive"
"""The column of a list that shows who is inactive."""

Mask = NDArray[np.bool_]


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

    def about(self) -> dict[str, Any]:
        """Return the selection as part of an answer."""
        ages = self.ages and f"{self.ages.youngest}-{self.ages.oldest}"
        activity = {None: "", True: "active", False: "inactive"}[self.active]
        asked = {"federation": self.federation, "sex": self.sex, "age": ages}
        asked |= {"category": self.category, "activity": activity}
        return {name: value for name, value in asked.items() if value}

    def rows(self, pool: PoolQuery, row: RatingList, values: dict[str, NDArray[np.int64]]) -> Mask:
        """Return a mask of the selected rows of a list; `values` are the columns of the list.

        Federation, sex and year of birth are those of the list's day, as known. Raises Refused for
        a category or an activity that the list does not show.
        """
        players = values["player"]
        asked = np.ones(len(players), dtype=bool)
        if self.federation or self.sex or self.ages:
            asked &= self._described(pool, row, players)
        if self.category:
            asked &= _of_category(pool, row, players, self.category)
        if self.active is not None:
            asked &= (_inactive(pool, row, values) == 0) == self.active
        return asked

    def _described(self, pool: PoolQuery, row: RatingList, players: NDArray[np.int64]) -> Mask:
        known = details(pool.official.ledger.read, pool.known, row.list_date)
        asked = np.ones(len(players), dtype=bool)
        if self.federation:
            asked &= known.federation[players] == self.federation.encode()
        if self.sex:
            asked &= known.sex[players] == ord(self.sex)
        if self.ages:
            born = known.birth_year[players]
            age = row.list_date.year - born
            asked &= (born > 0) & (self.ages.youngest <= age) & (age <= self.ages.oldest)
        return asked


EVERYBODY: Final = Selection()


def ages_of(text: str) -> Ages:
    """Read ages: 16, 0-17 or 60- (from 60 on). Raises Refused."""
    found = _AGES.fullmatch(text.strip())
    youngest = int(found[1]) if found else 0
    oldest = int(found[3] or _OLDEST) if found and found[2] else youngest
    if found is None or oldest < youngest:
        problem = "write an age, or the youngest and the oldest: 16, 0-17, 60-"
        raise wrong_value("--age", text, problem, "16, 0-17 or 60-", code="age-wrong")
    return Ages(youngest, oldest)


def _of_category(pool: PoolQuery, row: RatingList, players: NDArray[np.int64], name: str) -> Mask:
    held = categories.on_list(pool, row)
    if held is None:
        raise Refused(
            f"{pool.name}: no categories are set on the day of list {row.period}",
            code="no-categories",
            field="category",
            found=name,
            remedy=Remedy("pool categories", (pool.name,)),
        )
    ladder = held.ladder
    if name not in ladder.names:
        known = ", ".join(ladder.names)
        problem = f"{pool.name}: there is no category {name!r}; there are: {known}"
        raise Refused(
            problem, code="unknown-category", field="category", found=name, expected=known
        )
    if name in ladder.titles:
        return np.asarray(held.title_place[players] == ladder.title_place(name))
    return np.asarray(held.place[players] == ladder.place(name))


def _inactive(
    pool: PoolQuery, row: RatingList, values: dict[str, NDArray[np.int64]]
) -> NDArray[np.int64]:
    if _INACTIVE not in values:
        raise Refused(
            f"{pool.name}: list {row.period} does not show who is inactive",
            code="no-activity",
            field="activity",
            found=row.period,
            expected="a list that shows who is inactive",
        )
    return values[_INACTIVE]
