"""Answers about a day before the ledger began, from the lists carried in (`stated_lists`)."""

from dataclasses import dataclass
from datetime import date

from ledger.register import identities
from ledger.sentences import Sentence
from ops.answers.abouts import (
    AboutCarriedIn,
    AboutCarriedInPage,
    AboutListPage,
    AboutPlayer,
    widened,
)
from ops.answers.answer import Answer
from ops.answers.asked_players import about_player, number_on
from ops.answers.clocks import BeforeTheLedger, pool_known_at
from ops.answers.list_order import Asked, page_in
from ops.answers.list_rows import RatingListRow, rows_of
from ops.answers.player_ratings import PlayerRating, player_rating
from ops.answers.rating_lists import chosen, rating_list
from ops.answers.selection import Selection
from ops.answers.stated_lists import (
    NotKnownHere,
    StatedList,
    stated_columns,
    stated_list,
    stated_row,
)
from ops.house import House, TrackName
from projections.list_document import ReadList
from projections.queries import RatingList
from projections.state.closed_list import NOTHING_TAKEN


def rating_known_at(
    house: House,
    pool: str,
    player: str,
    as_of: date | None,
    known_at: str | None,
    track: TrackName = "official",
) -> Answer[PlayerRating, AboutPlayer | AboutCarriedIn]:
    """Return a player's rating on a day; for a day before the ledger by a list carried in.

    Raises NotKnownHere where nothing states it; UnknownPlayer, UnknownPool.
    """
    registered = identities.registered(house.read, player)
    try:
        opened = pool_known_at(house, pool, known_at, track)
    except BeforeTheLedger as before:
        return _stated_rating(house, stated_list(house, pool, before, as_of, track), registered)
    opened, on = chosen(opened, None, as_of)
    number = number_on(opened, registered, on)
    found = player_rating(opened, number, on, as_of)
    return Answer(about_player(found.about, opened, registered, number), found.rows)


def _stated_rating(
    house: House, stated: StatedList, player: int
) -> Answer[PlayerRating, AboutCarriedIn]:
    values = stated_row(stated, player)
    rating = PlayerRating(
        player=identities.show(player),
        name=identities.names(house.read, [player]).get(player, ""),
        rating=values.get("rating") or None,
        **stated_columns(house, stated, player, values)._asdict(),
        category=None,
        title=None,
        list=stated.name,
        printing=None,
        in_force_from=stated.stated_day,
        force="in force",
    )
    return Answer(stated.about(), (rating,))


@dataclass(frozen=True, slots=True)
class ListAsked:
    """A list as typed; without a period the one in force on a day, or the last in force."""

    pool: str
    period: str | None = None
    as_of: date | None = None
    known_at: str | None = None
    track: TrackName = "official"
    printing: int | None = None
    """None: the last one."""


def list_known_at(
    house: House, asked: ListAsked, selection: Selection, page: Asked
) -> Answer[RatingListRow, AboutListPage | AboutCarriedInPage]:
    """Return the rows of a list; for a day before the ledger those of the list carried in.

    Raises NotKnownHere where nothing states it; BeforeTheLedger for a list by name; UnknownPool.
    """
    try:
        opened = pool_known_at(house, asked.pool, asked.known_at, asked.track)
    except BeforeTheLedger as before:
        if asked.period is not None:
            raise
        stated = stated_list(house, asked.pool, before, asked.as_of, asked.track)
        return _stated_rows(house, stated, selection, page)
    opened, row = chosen(opened, asked.period, asked.as_of, asked.printing)
    limit, number, sort = page
    return rating_list(
        opened,
        row,
        limit,
        selection,
        page=number,
        sort=sort,
        as_of=asked.as_of,
    )


def _stated_rows(
    house: House, stated: StatedList, selection: Selection, page: Asked
) -> Answer[RatingListRow, AboutCarriedInPage]:
    if selection.category:
        raise NotKnownHere(
            Sentence(
                "not known to this ledger: categories before {day}", day=stated.known_here_from
            ),
            field="category",
            found=selection.category,
        )
    opened = house.pool(stated.pool)
    at = stated.position
    row = RatingList(0, stated.name, stated.stated_day, at, NOTHING_TAKEN, at, "")
    columns = {name: values for name, values in stated.values.items() if name != "games"}
    listed = ReadList({}, columns)  # of games so far, see `stated_columns`
    found = page_in(opened, row, listed, selection, page)
    rows = rows_of(opened, row, listed, found, None)
    about = widened(AboutCarriedInPage, stated.about(), **selection.about(), **found.about())
    return Answer(about, rows)
