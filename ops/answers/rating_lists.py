"""Rating lists: rows with persons, and the basis of an answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from ledger.errors import Refused
from ledger.register.people import Described
from ledger.register.words import NO_WORDS, Titles, Words, words_on
from ledger.sentences import Input, ListName, Position, Sentence
from ops.access.seeing import public_lists
from ops.answers.abouts import (
    AboutList,
    AboutListPage,
    AboutSelection,
    Force,
    Note,
    RatingInterval,
    widened,
)
from ops.answers.answer import Answer
from ops.answers.list_head import distribution, head
from ops.answers.list_order import RATING, Asked, page_of
from ops.answers.list_rows import RatingListRow, rows_of, shown_columns
from ops.answers.persons import details_on, printed_number
from ops.answers.selection import EVERYBODY, Selection
from projections.list_document import ReadList
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList
from projections.queries.categories import on_list
from projections.queries.printed import in_force_on, sealed_list, with_printing
from projections.rulebooks.engine.terms import ListColumn
from projections.state.printings import in_force

BLOCK_ROWS: Final = 5_000

LAST_DAY: Final = NOT_IN_FORCE - timedelta(days=1)
"""A day after which no printing comes into force."""


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
    its period. Raises Refused for a period together with a day; NotAllowed for a list of a day that
    the reader may not see on the track.
    """
    if period is not None and as_of is not None:
        raise Refused(
            Sentence(
                "list {period:of} is asked for by its name, and {input} asks for the list in force "
                "on {day}: name the list or the day",
                period=ListName(period),
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
        pool, row = in_force_on(pool, row, as_of or LAST_DAY)
    else:
        row = pool.list_of(period)
    pool.visible.check(row.list_date)
    return (pool, row) if printing is None else with_printing(pool, row, printing)


def chosen_closed(pool: PoolQuery, period: str | None) -> tuple[PoolQuery, RatingList]:
    """Return a closed list as `chosen` does. Raises Refused for ratings carried over."""
    pool, row = chosen(pool, period, None)
    if not row.number:
        raise Refused(
            Sentence("the ratings carried over are not computed"), code="no-list", field="period"
        )
    return pool, row


def is_public_revised(pool: PoolQuery, row: RatingList) -> bool:
    """Return whether everybody may see a list on the revised track, by the policy of the pool."""
    read = pool.official.ledger.read
    return public_lists(read, pool.name, pool.known).of_day(row.list_date)


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
    page: int = 1,
    sort: str = RATING,
    as_of: date | None = None,
) -> Answer[RatingListRow, AboutListPage]:
    """Return the rows of a list on a page of `limit` rows, read from the sealed document.

    By rating, highest first, unless `sort` names another order (see `list_order`). `about` holds
    the head of the list, the distribution of the selected players, and `next_page` if there is one.
    Raises Refused for a page or an order that does not exist.
    """
    listed, found = page_of(pool, row, selection, Asked(limit, page, sort))
    about = widened(
        AboutListPage,
        basis(pool, row, as_of),
        **selection.about(),
        **found.about(),
        head=head(pool, row, listed, public_revised=is_public_revised(pool, row)),
        distribution=distribution(listed, found),
    )
    return Answer(about, rows_of(pool, row, listed, found, on_list(pool, row)))


def rating_intervals(
    pool: PoolQuery, row: RatingList, selection: Selection, as_of: date | None
) -> Answer[RatingInterval, AboutSelection]:
    """Return how many selected players of a list have which ratings. Raises Refused."""
    listed, found = page_of(pool, row, selection, Asked(1))
    about = widened(
        AboutSelection,
        basis(pool, row, as_of),
        **selection.about(),
        players=len(found.selected),
    )
    return Answer(about, distribution(listed, found))


# --------------------------------------------------------------------- rows for a file, by blocks


def printed_columns(pool: PoolQuery) -> tuple[ListColumn, ...]:
    """Return the columns of a pool's lists but the player's."""
    return tuple(column for column in pool.law.list_columns if column.name != "player")


def listed_players(pool: PoolQuery, row: RatingList) -> Iterator[ListedPlayer]:
    """Yield the rows of a closed list in the order of register numbers, one block in memory.

    Persons are as of the list's day. Raises Damaged as `sealed_list`.
    """
    listed = sealed_list(pool, row)
    people = details_on(pool, row.list_date)
    for players, words, columns in listed_blocks(pool, row, listed):
        rows = zip(players, people.of(players), *columns.values(), strict=True)
        for player, person, *values in rows:
            described = words.get(player, NO_WORDS)
            yield ListedPlayer(
                player=player,
                number=printed_number(pool, described),
                name=described.name,
                titles=described.titles,
                birth=described.birth,
                person=person,
                values=dict(zip(columns, values, strict=True)),
            )


def listed_blocks(
    pool: PoolQuery, row: RatingList, listed: ReadList
) -> Iterator[tuple[list[int], dict[int, Words], dict[str, list[int | str]]]]:
    """Yield blocks of a list: players, their words on its day, the other columns as shown."""
    for start in range(0, len(listed.values["player"]), BLOCK_ROWS):
        block = slice(start, start + BLOCK_ROWS)
        players = listed.values["player"][block].tolist()
        words = words_on(pool.official.ledger.read, players, row.list_date)
        yield players, words, shown_columns(pool, listed, block)
