"""A list as a ranking: places, cards, and the changes since the list before."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger.errors import Refused
from ledger.register.words import NO_WORDS, words_on
from ledger.sentences import Change, Remedy, Sentence
from ops.access.personal_data import LIST_NUMBER, LOCAL_COMMITTEE, NAME, TITLE
from ops.answers import categories
from ops.answers.abouts import AboutListPage
from ops.answers.answer import Answer
from ops.answers.list_order import RATING, Asked, page_of
from ops.answers.persons import printed_number
from ops.answers.rating_lists import page_about
from ops.answers.selection import EVERYBODY, Selection
from projections.queries import NOBODY, PoolQuery, RatingList
from projections.queries.corrections import corrected_units, joined_on
from projections.rating.corrected import BOOKED, MERGED

_TOURNAMENTS: Final = "tournaments_played"
"""The state field of tournaments so far, where a rulebook keeps it."""


class RankingRow(msgspec.Struct, frozen=True):
    """A place of a ranking; equal ratings share a place."""

    position: int
    """Place among the selected players."""
    name: Annotated[str, NAME]
    card: Annotated[str, LIST_NUMBER]
    """Number printed on the pool's lists; empty: none."""
    committee: Annotated[str, LOCAL_COMMITTEE]
    category: Annotated[str, TITLE]
    """Empty: none."""
    title: Annotated[str | None, TITLE]
    """None: the pool has no titles."""
    rating: int
    previous: int | None
    difference: Change | None
    tournaments: int | None
    """Tournaments since the list before; None: the rulebook does not count them."""
    games: int


def ranking(
    pool: PoolQuery,
    row: RatingList,
    limit: int | None,
    selection: Selection = EVERYBODY,
    *,
    page: int = 1,
    sort: str = RATING,
    as_of: date | None = None,
) -> Answer[RankingRow, AboutListPage]:
    """Return a page of a closed list as a ranking, highest first or in another order.

    Name, card and committee are those of the list's day, categories those held when it takes
    force. Raises Refused for the ratings carried over, and as `rating_list`.
    """
    asked = Asked(limit, page, sort)
    asked.check()
    if not row.number:
        raise Refused(
            Sentence(
                "{pool}: the ratings carried over are no ranking; close a list first ({close})",
                pool=pool.name,
                close=Remedy("close-list", pool=pool.name, period=None),
            ),
            code="no-list",
            field="pool",
            found=pool.name,
        )
    listed, found = page_of(pool, row, selection, asked)
    values = {name: column[found.rows].tolist() for name, column in listed.values.items()}
    people = _people(pool, row, values["player"])
    places = _places(listed.values["rating"][found.selected], values["rating"])
    cells = zip(people, places, values["rating"], values["period_games"], strict=True)
    rows = tuple(
        RankingRow(
            place,
            *person,
            rating=rating,
            previous=before or None,
            difference=Change(rating - before) if before else None,
            tournaments=tournaments,
            games=games,
        )
        for (person, before, tournaments), place, rating, games in cells
    )
    return Answer(page_about(pool, row, as_of, selection, found), rows)


def _places(of_all: NDArray[np.int64], ratings: list[int]) -> list[int]:
    """Return the places of some ratings among all: one more than there are higher ratings."""
    higher = np.searchsorted(np.sort(-of_all), -np.array(ratings, dtype=np.int64), side="left")
    places: list[int] = (higher + 1).tolist()
    return places


def _people(
    pool: PoolQuery, row: RatingList, players: list[int]
) -> Iterator[tuple[tuple[str, str, str, str, str | None], int, int | None]]:
    """Yield name, card, committee, category and title of each player; rating and tournaments.

    The rating is that of the list before; tournaments are those since.
    """
    people = words_on(pool.official.ledger.read, players, row.list_date)
    held = categories.on_list(pool, row)
    before, after = (pool.states(players, number) for number in (row.number - 1, row.number))
    corrected, joined = _corrected(pool, row), joined_on(pool, row.number)
    for player in players:
        words, of_player = people.get(player, NO_WORDS), categories.held(held, player)
        was, now = before.get(player, NOBODY), after.get(player, NOBODY)
        tournaments = None
        if _TOURNAMENTS in pool.law.state:
            start = joined.get(player, was.fields)  # a merge sets the state before the list
            so_far = start.get(_TOURNAMENTS, 0) + corrected[player]
            tournaments = now.fields[_TOURNAMENTS] - so_far
        person = (
            words.name,
            printed_number(pool, words),
            words.committee,
            of_player.category or "",
            of_player.title,
        )
        yield person, was.rating, tournaments


def _corrected(pool: PoolQuery, row: RatingList) -> Counter[int]:
    """Count by player the tournaments of closed lists by which a list corrected the counters."""
    found: Counter[int] = Counter()
    for corrected in corrected_units(pool, on=row.number):
        unit = corrected.unit
        if unit.kind in (BOOKED, MERGED):
            found[unit.player] += unit.due_tournaments - unit.booked_tournaments
    return found
