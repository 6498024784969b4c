"""Rows of a rating list as people read them: rank, person, change since the list before."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from ledger.register import identities
from ledger.register.people import Described
from ledger.register.words import NO_WORDS, Titles, words_on
from ledger.sentences import Change
from ops.access.personal_data import (
    BIRTH_YEAR,
    FEDERATION,
    LIST_NUMBER,
    LOCAL_COMMITTEE,
    NAME,
    SEX,
    TITLE,
)
from ops.answers import categories
from ops.answers.list_order import Page, Rows, ranks, ratings_before, ratings_counted
from ops.answers.persons import details_on, printed_number
from projections.list_document import ReadList
from projections.queries import NOBODY, PoolQuery, RatingList
from projections.queries.categories import CategoriesOnDay
from projections.queries.corrections import corrected_units, joined_on
from projections.rating.corrected import BOOKED, MERGED

_TOURNAMENTS: Final = "tournaments_played"
"""The state field of tournaments so far, where a rulebook keeps it."""


class PersonColumns(msgspec.Struct, frozen=True):
    """Columns about a person on the day of a list (FIDE regulations, 7.1.2); empty: unknown."""

    title: Annotated[str, TITLE]
    women_title: Annotated[str, TITLE]
    other_titles: Annotated[str, TITLE]
    online_title: Annotated[str, TITLE]
    federation: Annotated[str, FEDERATION]
    birth_year: Annotated[int | None, BIRTH_YEAR]
    sex: Annotated[str, SEX]
    flag: Annotated[str, SEX]
    """`w` a woman, `i` inactive."""


class RatingListRow(msgspec.Struct, frozen=True):
    """A row of a list."""

    rank: int
    """By rating among the selected players; equal ratings share a rank."""
    player: str
    name: Annotated[str, NAME]
    columns: Mapping[str, int | str]
    """Columns of the sealed document but the player; letters as letters, `-` is none."""
    rating_before: int | None
    """On the list before; None: not on it."""
    change: Change | None
    number: Annotated[str, LIST_NUMBER]
    """Of the body whose numbers the pool's lists print; empty: none."""
    person: PersonColumns
    committee: Annotated[str, LOCAL_COMMITTEE]
    """Empty: none."""
    category: Annotated[str | None, TITLE] = None
    awarded_title: Annotated[str | None, TITLE] = None
    tournaments: int | None = None
    """Tournaments since the list before; None: the rulebook does not count them."""


def rows_of(
    pool: PoolQuery,
    row: RatingList,
    listed: ReadList,
    page: Page,
    held: CategoriesOnDay | None,
) -> tuple[RatingListRow, ...]:
    """Return the rows of a page of a list, with persons of the list's day and categories held."""
    players = listed.values["player"][page.rows].tolist()
    words = words_on(pool.official.ledger.read, players, row.list_date)
    people = details_on(pool, row.list_date)
    tournaments = _tournaments(pool, row, players)
    columns = shown_columns(pool, listed, page.rows)
    rows = []
    cells = zip(
        players,
        ranks(ratings_counted(listed, page.selected), listed.values["rating"][page.rows]),
        ratings_before(pool, row, listed)[page.rows].tolist(),
        *columns.values(),
        strict=True,
    )
    for player, rank, before, *values in cells:
        described, of_player = words.get(player, NO_WORDS), categories.held(held, player)
        of_row = dict(zip(columns, values, strict=True))
        inactive = of_row.get("inactive") == "i"
        rows.append(
            RatingListRow(
                rank,
                identities.show(player),
                described.name,
                of_row,
                before or None,
                Change(int(of_row["rating"]) - before) if before else None,
                printed_number(pool, described),
                _person(people[player], described.titles, inactive=inactive),
                described.committee,
                of_player.category,
                of_player.title,
                tournaments.get(player),
            )
        )
    return tuple(rows)


def shown_columns(
    pool: PoolQuery, listed: ReadList, rows: Rows | slice
) -> dict[str, list[int | str]]:
    """Return the columns of some rows but the player; letters as letters, `-` is none."""
    letters = {column.name: column.letters for column in pool.law.list_columns if column.letters}
    columns: dict[str, list[int | str]] = {}
    for name, values in listed.values.items():
        if name != "player":
            cells = values[rows].tolist()
            columns[name] = [letters[name][cell] for cell in cells] if name in letters else cells
    return columns


def _person(person: Described, titles: Titles, *, inactive: bool) -> PersonColumns:
    return PersonColumns(
        *titles,
        person.federation,
        person.birth_year or None,
        person.sex,
        ("w" if person.sex == "w" else "") + ("i" if inactive else ""),
    )


def _tournaments(pool: PoolQuery, row: RatingList, players: list[int]) -> dict[int, int]:
    """Return the tournaments of players since the list before; empty: they are not counted."""
    if _TOURNAMENTS not in pool.law.state or not row.number:
        return {}
    before, after = (pool.states(players, number) for number in (row.number - 1, row.number))
    corrected, joined = _corrected(pool, row), joined_on(pool, row.number)
    found = {}
    for player in players:
        was, now = before.get(player, NOBODY), after.get(player, NOBODY)
        start = joined.get(player, was.fields)  # a merge sets the state before the list
        so_far = start.get(_TOURNAMENTS, 0) + corrected[player]
        found[player] = now.fields[_TOURNAMENTS] - so_far
    return found


def _corrected(pool: PoolQuery, row: RatingList) -> Counter[int]:
    """Count by player the tournaments of closed lists by which a list corrected the counters."""
    found: Counter[int] = Counter()
    for corrected in corrected_units(pool, on=row.number):
        unit = corrected.unit
        if unit.kind in (BOOKED, MERGED):
            found[unit.player] += unit.due_tournaments - unit.booked_tournaments
    return found
