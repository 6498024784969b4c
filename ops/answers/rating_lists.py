"""Rating lists: rows with persons, and the basis of an answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Any, Final

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ledger.register.people import Described, Details
from ledger.register.words import NO_WORDS, Titles, Words, words_on
from ledger.sentences import Input, Position, Sentence
from ops.access.personal_data import BIRTH_YEAR, FEDERATION, LIST_NUMBER, NAME, SEX, TITLE
from ops.answers import categories
from ops.answers.abouts import AboutList, AboutListPage, Force, Note, widened
from ops.answers.answer import Answer
from ops.answers.list_order import RATING, Asked, Page, Rows, page_of
from ops.answers.persons import details_on, printed_number
from ops.answers.selection import EVERYBODY, Selection
from projections.list_document import ReadList
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList
from projections.queries.categories import CategoriesOnDay
from projections.queries.printed import in_force_on, with_printing
from projections.rulebooks.engine.terms import ListColumn
from projections.state.printings import in_force

BLOCK_ROWS: Final = 5_000

_LAST_DAY: Final = NOT_IN_FORCE - timedelta(days=1)


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
    """A row of a list, numbered among the selected players."""

    no: int
    player: str
    name: Annotated[str, NAME]
    columns: Mapping[str, int | str]
    """Columns of the sealed document but the player; letters as letters, `-` is none."""
    number: Annotated[str, LIST_NUMBER]
    """Of the body whose numbers the pool's lists print; empty: none."""
    person: PersonColumns | None = None
    category: Annotated[str | None, TITLE] = None
    awarded_title: Annotated[str | None, TITLE] = None


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A row of a sealed list with its person, for a file; empty: unknown."""

    player: int
    number: str
    name: str
    titles: Titles
    birth: str
    """As first printed."""
    person: Described
    values: Mapping[str, int | str]
    """By column but `player`; letters as letters, `-` is none."""


def chosen(
    pool: PoolQuery, period: str | None, as_of: date | None, printing: int | None = None
) -> tuple[PoolQuery, RatingList]:
    """Return the list of a period, the list in force on a day, or the last list in force.

    With the pool that shows it: as known with an earlier printing, where that one is asked for or
    was in force on the day. A list that is not published, and so not in force, is returned only for
    its period. Raises Refused for a period together with a day.
    """
    if period is not None and as_of is not None:
        raise Refused(
            Sentence(
                "list {period} is asked for by its name, and {input} asks for the list in force on "
                "{day}: name the list or the day",
                period=period,
                input=Input("as_of"),
                day=as_of,
            ),
            code="list-or-day",
            field="as_of",
            found=str(as_of),
            expected=Sentence("no day beside the name of a list"),
        )
    if period is None:
        row = last_in_force(pool) if as_of is None else pool.list_in_force(as_of)
        pool, row = in_force_on(pool, row, as_of or _LAST_DAY)
    else:
        row = pool.list_of(period)
    return (pool, row) if printing is None else with_printing(pool, row, printing)


def last_in_force(pool: PoolQuery) -> RatingList:
    """Return the last list in force as known."""
    return [row for row in pool.lists() if row.in_force_from != NOT_IN_FORCE][-1]


def force(pool: PoolQuery, row: RatingList) -> Force:
    """Return whether a list is or was in force."""
    if printed_from(pool, row) == NOT_IN_FORCE:
        return "not published"
    return "in force" if pool.overtaken_by(row) is None else "never in force"


def in_force_from(pool: PoolQuery, row: RatingList) -> date | None:
    """Return the day from which a list is in force; None: never, or not yet."""
    return printed_from(pool, row) if force(pool, row) == "in force" else None


def printed_from(pool: PoolQuery, row: RatingList) -> date:
    """Return the day from which a list is in force in its printing; `NOT_IN_FORCE`: not yet."""
    printings = in_force(pool.facts, pool.known).get(row.number, ())
    return max(row.in_force_from, printings[-1].since) if printings else row.in_force_from


def printing_of(pool: PoolQuery, row: RatingList) -> int | None:
    """Return the printing of a list; None for ratings carried over."""
    closed = pool.facts.closing(row.period)
    return closed.event.printing if closed else None


def basis(pool: PoolQuery, row: RatingList, as_of: date | None = None) -> AboutList:
    """Return the basis of an answer: list, day asked, editions, closing event, position known."""
    closed = pool.facts.closing(row.period)
    return AboutList(
        pool=pool.name,
        list=row.period,
        in_force_from=in_force_from(pool, row),
        force=force(pool, row),
        track=pool.track,
        as_of=as_of,
        printing=closed.event.printing if closed else None,
        editions=tuple(sorted(closed.event.numbers_digests)) if closed else (),
        sealed_by=Position(row.position) if closed and pool.track == "official" else None,
        digest=row.digest if closed else "",
        known_to=Position(pool.known),
        note=_note(pool, row, as_of),
    )


def _note(pool: PoolQuery, row: RatingList, as_of: date | None) -> Note | None:
    if printed_from(pool, row) == NOT_IN_FORCE:
        return Note("not-published")
    newer = pool.overtaken_by(row)
    if newer is not None:
        return Note("never-in-force", (newer.period,), row.in_force_from)
    if row.number != last_in_force(pool).number:
        return None
    closed = tuple(later.period for later in pool.lists() if later.number > row.number)
    if closed:
        return Note("newer-not-published", closed)
    earliest = pool.law.calendar.next_not_before(row.period) if row.number else None
    if as_of is not None and as_of >= max(
        earliest or date.min, row.in_force_from + timedelta(days=1)
    ):
        return Note("later-may-hold")
    return None


def rating_list(
    pool: PoolQuery,
    row: RatingList,
    limit: int | None,
    selection: Selection = EVERYBODY,
    *,
    persons: bool = False,
    page: int = 1,
    sort: str = RATING,
    as_of: date | None = None,
) -> Answer[RatingListRow, AboutListPage]:
    """Return the rows of a list on a page of `limit` rows, read from the sealed document.

    By rating, highest first, unless `sort` names another order (see `list_order`). With `persons`
    each row has the columns about the person. `about` holds the number of selected players, and
    `next_page` if there is one. Raises Refused for a page or an order that does not exist.
    """
    listed, found = page_of(pool, row, selection, Asked(limit, page, sort))
    rows = rows_of(pool, row, listed, found, categories.on_list(pool, row), persons=persons)
    return Answer(page_about(pool, row, as_of, selection, found), rows)


def page_about(
    pool: PoolQuery, row: RatingList, as_of: date | None, selection: Selection, page: Page
) -> AboutListPage:
    """Return the basis of a page of a list, with the selection."""
    return widened(AboutListPage, basis(pool, row, as_of), **selection.about(), **page.about())


def rows_of(
    pool: PoolQuery,
    row: RatingList,
    listed: ReadList,
    page: Page,
    held: CategoriesOnDay | None,
    *,
    persons: bool,
) -> tuple[RatingListRow, ...]:
    """Return the rows of a page of a list, with names of the list's day and categories held."""
    players = listed.values["player"][page.rows].tolist()
    words = words_on(pool.official.ledger.read, players, row.list_date)
    people = details_on(pool, row.list_date) if persons else None
    rows = []
    cells = zip(players, _cells(pool, listed, page.rows), strict=True)
    for number, (player, columns) in enumerate(cells, start=page.first + 1):
        person, described = None, words.get(player, NO_WORDS)
        if people is not None:
            inactive = columns.get("inactive") == "i"
            person = _person(people[player], described.titles, inactive=inactive)
        shown = identities.show(player), described.name, columns, printed_number(pool, described)
        of_player = categories.held(held, player)
        rows.append(RatingListRow(number, *shown, person, of_player.category, of_player.title))
    return tuple(rows)


def _cells(pool: PoolQuery, listed: ReadList, rows: Rows) -> list[dict[str, int | str]]:
    """Return the columns of some rows but the player; letters as letters."""
    letters = {column.name: column.letters for column in pool.law.list_columns if column.letters}
    columns: dict[str, list[int | str]] = {}
    for name, values in listed.values.items():
        if name != "player":
            cells = values[rows].tolist()
            columns[name] = [letters[name][cell] for cell in cells] if name in letters else cells
    found: list[dict[str, int | str]] = [{} for _ in range(len(rows))]
    for name, cells in columns.items():
        for cell, of_row in zip(cells, found, strict=True):
            of_row[name] = cell
    return found


def _person(person: Described, titles: Titles, *, inactive: bool) -> PersonColumns:
    return PersonColumns(
        *titles,
        person.federation,
        person.birth_year or None,
        person.sex,
        ("w" if person.sex == "w" else "") + ("i" if inactive else ""),
    )


def sealed_list(pool: PoolQuery, row: RatingList) -> ReadList:
    """Read a closed list from the document. Raises Damaged for another digest."""
    return pool.official.closed_list(pool.facts.closed[row.number - 1].event)


# --------------------------------------------------------------------- rows for a file, by blocks


def printed_columns(pool: PoolQuery) -> tuple[ListColumn, ...]:
    """Return the columns of a pool's lists but the player's."""
    return tuple(column for column in pool.law.list_columns if column.name != "player")


def listed_players(pool: PoolQuery, row: RatingList) -> Iterator[ListedPlayer]:
    """Yield the rows of a closed list in the order of register numbers, one block in memory.

    Persons are as of the list's day. Raises Damaged as `sealed_list`.
    """
    values = sealed_list(pool, row).values
    read = pool.official.ledger.read
    people = details_on(pool, row.list_date)
    for start in range(0, len(values["player"]), BLOCK_ROWS):
        block = {name: column[start : start + BLOCK_ROWS] for name, column in values.items()}
        words = words_on(read, block["player"].tolist(), row.list_date)
        yield from _block(pool, block, people, words)


def _block(
    pool: PoolQuery,
    block: Mapping[str, Any],
    people: Details,
    words: Mapping[int, Words],
) -> Iterator[ListedPlayer]:
    columns = printed_columns(pool)
    names = [column.name for column in columns]
    cells = [
        [column.letters[value] for value in numbers] if column.letters else numbers
        for column in columns
        for numbers in (block[column.name].tolist(),)
    ]
    for player, *values in zip(block["player"].tolist(), *cells, strict=True):
        described = words.get(player, NO_WORDS)
        yield ListedPlayer(
            player=player,
            number=printed_number(pool, described),
            name=described.name,
            titles=described.titles,
            birth=described.birth,
            person=people[player],
            values=dict(zip(names, values, strict=True)),
        )
