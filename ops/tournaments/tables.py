"""Questions of arbiters: cross tables before play and after it, the division into groups."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ops.doors.declare import Document, Line, Table, question
from ops.doors.fields import (
    AS_LIST,
    KnownAt,
    Player,
    Pool,
    Tournament,
    Typed,
    means,
    moment,
    served,
)
from ops.doors.inputs import OfPool

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.house import House
    from ops.tournaments.cross_table_document import CrossTables
    from ops.tournaments.division import AboutChoices, DivisionDocument
    from ops.tournaments.groups import Choice

Players = Annotated[tuple[Player, ...], means("the entrants before play, in their order"), AS_LIST]
OnlyPool = Annotated[
    Pool | None, means("the pool; by default the only one the tournament counts for")
]
DayOfPlay = Annotated[
    date | None, means("the day of play; by default that of the tournament, without one today")
]
_Number = served(ge=0, le=1_000_000)


class WithTables(Document, frozen=True, kw_only=True):
    """A question answered by cross tables."""

    def text(self, found: "CrossTables") -> Iterator[str]:
        """Return the tables line by line."""
        from ops.tournaments.cross_table_text import lines

        for table in found.tables:
            yield from lines(table)

    def rows(self, found: "CrossTables") -> list[Line]:
        """Return a row for each entrant of each table."""
        from ops.tournaments.cross_table_rows import rows

        return [row for table in found.tables for row in rows(table)]


@question(
    "tournament cross-table {tournament}",
    "/v1/tournaments/{tournament}/table",
    shows="list",
    forms=("json",),
    long=True,
)
class ShowCrossTable(WithTables, frozen=True, kw_only=True):
    """Show the cross table of an event: expected scores before play, results after.

    After the report: results, PA, PO, D and, where each event is rated by itself, S, V and CF,
    provisional until a list counts it.

    Example: ledger tournament cross-table T-000007
    """

    tournament: Tournament
    pool: OnlyPool = None
    players: Players = ()
    on: DayOfPlay = None
    expected: Annotated[bool, means("show expected scores also after the report")] = False
    known_at: KnownAt = None

    def answer(self, house: "House") -> "CrossTables":
        """Return the tables, one for each part of the report. Raises UnknownPool, Refused."""
        from ops.tournaments.cross_table import pool_and_tournament, tables_asked
        from ops.tournaments.cross_table_document import documents

        pool, of = pool_and_tournament(house, self.tournament, self.pool, moment(self.known_at))
        found = tables_asked(pool, of, self.players, self.on)
        return documents(pool, found, before=self.expected or bool(self.players))


@question(
    "pool cross-table {pool}",
    "/v1/pools/{pool}/table",
    shows="list",
    forms=("json",),
    long=True,
)
class ShowCrossTableBeforePlay(OfPool, WithTables, frozen=True, kw_only=True):
    """Show the cross table of players before play: their ratings and expected scores.

    Example: ledger pool cross-table rubele-italiana --players fid:X01103,fid:X01132 --on 2026-01-10
    """

    players: Players
    on: DayOfPlay = None

    def answer(self, house: "House") -> "CrossTables":
        """Return the table. Raises UnknownPool, Refused."""
        from ops.tournaments.cross_table import MOST, before_play
        from ops.tournaments.cross_table_document import documents

        pool = self.opened(house)
        return documents(pool, [before_play(pool, self.players, self.on, MOST)], before=True)


def _players_in(file: Path) -> tuple[str, ...]:
    from ops.tournaments.entrants_file import players_in

    return players_in(file)


@question("tournament groups", "/v1/groups", shows="list", forms=("json",), long=True)
class DivideIntoGroups(Document, frozen=True, kw_only=True):
    """Divide a draughts event into groups, with the worksheet.

    The entrants are a number, those of a report, or players by name. In the last two cases the
    groups have names, in the order of the capitals before the event.

    Example: ledger tournament groups --entrants 66 --turns 5 --groups 3 --lowest 6
    """

    turns: Annotated[int, means("how many turns are played: from 5 to 10"), _Number]
    groups: Annotated[
        int | None,
        means("how many groups; by default divisions into 2 to 6 groups are compared"),
        _Number,
    ] = None
    entrants: Annotated[int | None, means("how many entrants there are"), _Number] = None
    lowest: Annotated[
        int | None,
        means("how many have the lowest category: from a certain number on a group of their own"),
        _Number,
    ] = None
    of: Annotated[Tournament | None, means("the tournament with the entrants")] = None
    players: Annotated[
        tuple[Player, ...],
        means("the entrants by name; they need a pool"),
        Typed(Path, _players_in, "typed as a file with a player in each line"),
    ] = ()
    pool: Annotated[
        Pool | None,
        means("the pool with the capitals; by default the only one of the tournament"),
    ] = None
    on: Annotated[
        date | None,
        means(
            "the day of play, which decides the edition; by default that of the tournament, else "
            "today; for a number of players the last edition"
        ),
    ] = None
    known_at: KnownAt = None

    @property
    def needs_ledger(self) -> bool:
        """A number of players is divided by the rules alone."""
        return self.entrants is None

    def answer(self, house: "House") -> "Answer[Choice, AboutChoices] | DivisionDocument":
        """Return the division, or the divisions compared. Raises Refused, UnknownPool."""
        from ops.tournaments.division import divided

        return divided(house, self)

    def text(self, found: Any) -> Iterator[str | Table]:
        """Return the groups, the entrants and the worksheet; or the divisions compared."""
        from ops.tournaments.words import division_text

        return division_text(found, self.turns)

    def rows(self, found: Any) -> "Answer[Any, Any]":
        """Return the entrants, of a number of players the groups; or the divisions compared."""
        from ops.tournaments.division import division_rows

        return division_rows(found)
