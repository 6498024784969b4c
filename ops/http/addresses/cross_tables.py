"""Addresses for arbiters of draughts events: cross tables, division into groups."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ops.answers import cross_table as tables
from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.answers.cross_table_document import CrossTables, documents
from ops.answers.division import (
    DivisionDocument,
    EventAsked,
    division_document,
    event_found,
    possible_divisions,
)
from ops.answers.groups import Choice
from ops.doors.declare import Asked
from ops.doors.fields import KnownAt, Player, Pool, Text, Tournament, moment
from ops.doors.inputs import OfPool
from ops.house import House
from ops.http.address import question

Players = Annotated[
    tuple[Player, ...], Meta(description="The entrants before play, in their order; repeat.")
]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
DayOfPlay = Annotated[
    date | None,
    Meta(description="Day of play; by default that of the tournament, without one today."),
]


class TableOf(Asked, frozen=True, kw_only=True):
    """The cross table of a tournament."""

    tournament: Tournament
    pool: Annotated[
        Text | None,
        Meta(description="The pool; by default the only one the tournament counts for."),
    ] = None
    players: Players = ()
    on: DayOfPlay = None
    expected: Annotated[bool, Meta(description="The expected scores, also after the report.")] = (
        False
    )
    known_at: KnownAt = None


@question("/v1/tournaments/{tournament}/table", TableOf, CrossTables, shows="list", long=True)
def show_cross_table(house: House, asked: TableOf) -> CrossTables:
    """Show the cross table of a tournament: results, PA, PO, D, and S, V, CF.

    Before play: the players given, with their expected scores. After the report the sums after D
    stand where each event is rated by itself; provisional until a list counts it.
    """
    known_at = moment(asked.known_at)
    pool, of = tables.pool_and_tournament(house, asked.tournament, asked.pool, known_at)
    found = tables.tables_asked(pool, of, asked.players or None, asked.on)
    return documents(pool, found, before=asked.expected or bool(asked.players))


class TableBeforePlay(OfPool, frozen=True, kw_only=True):
    """The cross table of players who would meet."""

    players: Players
    on: DayOfPlay = None


@question("/v1/pools/{pool}/table", TableBeforePlay, CrossTables, shows="list", long=True)
def show_cross_table_before_play(house: House, asked: TableBeforePlay) -> CrossTables:
    """Show the cross table of players before play: their ratings and expected scores."""
    pool = asked.opened(house)
    return documents(pool, tables.tables_asked(pool, None, asked.players, asked.on), before=True)


class Groups(Asked, frozen=True, kw_only=True):
    """The division of an event into groups."""

    turns: Annotated[Number, Meta(description="How many turns are played: from 5 to 10.")]
    groups: Annotated[
        Number | None, Meta(description="How many groups; by default 2 to 6 are compared.")
    ] = None
    players: Annotated[Number | None, Meta(description="How many entrants there are.")] = None
    lowest: Annotated[
        Number | None, Meta(description="How many of them have the lowest category.")
    ] = None
    of: Annotated[Text | None, Meta(description="The tournament with the entrants.")] = None
    entrants: Annotated[
        tuple[Player, ...], Meta(description="The entrants; repeat. They need a pool.")
    ] = ()
    pool: Annotated[
        Pool | None,
        Meta(description="Pool of the capitals; by default the only one of the tournament."),
    ] = None
    on: Annotated[date | None, Meta(description="Day of play, which decides the edition.")] = None
    known_at: KnownAt = None

    def event(self) -> EventAsked:
        """Return the event asked about."""
        return EventAsked(
            turns=self.turns,
            players=self.players,
            lowest=self.lowest,
            of=self.of,
            entrants=self.entrants or None,
            pool=self.pool,
            on=self.on,
            known_at=moment(self.known_at),
        )


@question("/v1/groups", Groups, Answer[Choice, About] | DivisionDocument, shows="list", long=True)
def divide_into_groups(house: House, asked: Groups) -> Answer[Choice, About] | DivisionDocument:
    """Divide a draughts event into groups, with the worksheet.

    The entrants are a number of players, those of a report, or players by name. Without a number
    of groups, divisions into 2 to 6 groups are compared.
    """
    found = event_found(house, asked.event())
    if asked.groups is None:
        return possible_divisions(found)
    return division_document(found, asked.groups)
