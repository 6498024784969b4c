"""Games as rows: players, address, and the list with each game.

The address of a game is `#position#index` in its report or completed sheet; while the sheet is
open, the position of the game's event. In an extended sheet the index stays.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import structs

from ledger import columns
from ledger.events.games import GamePlayed, SheetCompleted, month_of, tournament_in
from ledger.events.report import rounds_of
from ledger.register import identities
from ledger.sentences import Position
from ledger.store.reading import Reader, Recorded
from ledger.store.reading_events import Heading
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.recorded_report import folded
from ledger.tournaments.sheets import sheet_for
from ops.answers.abouts import AboutEvents
from ops.answers.answer import (
    Answer,
    check_limit,
    check_tournament,
    known_to,
)
from ops.house import House
from ops.players.game_events import WITH_GAMES, events_of, with_single_games
from ops.players.lists_of_reports import Game, ListsOfReport
from projections.official.stopping import ReplayStopped
from projections.queries import PoolQuery

_RESULTS: Final = (
    *("white_result", "black_result", "reported_white_result", "reported_black_result"),
    "corrected",
)


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """A game with all corrections."""

    address: str
    recorded: Position
    """Position of the event with the game."""
    tournament: str
    source: Literal["report", "league", "match", "single"]
    """`report`, or what a single game was part of."""
    round: int | None
    played_on: date | None
    white: str
    """As 572-4."""
    black: str
    white_result: str
    black_result: str
    reported_white_result: str | None = None
    """The results of the report, where they were corrected; None: never corrected."""
    reported_black_result: str | None = None
    corrected: Position | None = None
    """Position of the last correction of the result."""
    booked: Mapping[str, str] = {}
    """By pool, the closed list that first counted it."""
    corrected_on: Mapping[str, tuple[str, ...]] = {}
    """By pool, later lists that took a correction of it, or of its whole report, into account,
    oldest first."""


class Between(NamedTuple):
    """Players whose games are asked for, each with all register numbers."""

    player: frozenset[int]
    opponent: frozenset[int] | None = None
    """None: against anybody."""

    def wanted(self, white: int, black: int) -> bool:
        """Return whether a game of two players is one of these."""
        sides = ((white, black), (black, white))
        return any(
            one in self.player and (self.opponent is None or other in self.opponent)
            for one, other in sides
        )


def games(
    house: House,
    *,
    first: int = 0,
    tournament: str | None = None,
    pool: str | None = None,
    on_list: str | None = None,
    limit: int = 0,
) -> Answer[GameLine, AboutEvents]:
    """Return the games recorded from position `first` on; of a tournament, a pool, or a list.

    After `limit` games (0: none) no other event is begun, so that of a report all games come; the
    answer says under `next` from which position to ask on. Raises Refused for a tournament, a pool
    or a list that is not known.
    """
    check_limit(limit)
    known, following = known_to(house.read), None
    asked, found = FoldedGames(house, pool, on_list), list[GameLine]()
    for event in _events(house.read, first, tournament, asked):
        if limit and len(found) >= limit:
            following = Position(event.position)
            break
        found += asked.lines(event)
    return Answer(AboutEvents(known_to=known, next=following), tuple(found))


def _events(
    read: Reader, first: int, tournament: str | None, asked: "FoldedGames"
) -> Iterator[Heading | Recorded]:
    if tournament is None and asked.tournaments is None:
        yield from read.of_types(WITH_GAMES, first)
        return
    check_tournament(read, tournament)
    on_list = asked.tournaments
    names = set(on_list or ()) if tournament is None else {tournament}
    if on_list is not None:
        names &= on_list
    found = events_of(read, names, () if tournament is None else names)
    yield from with_single_games(read, [one for one in found if one.position >= first])


class FoldedGames:
    """The games of events; each tournament met is folded once."""

    def __init__(
        self,
        house: House,
        pool: str | None = None,
        on_list: str | None = None,
        between: Between | None = None,
    ) -> None:
        """Ask for games of a pool, of a list by its name, of a player; None: of all.

        Raises UnknownPool, NotCovered.
        """
        self._house, self._pool, self._list, self._between = house, pool, on_list, between
        self._known: dict[str, RecordedReport] = {}
        self._pools = dict(_pools_seen(house))
        self._on_sheet: dict[int, dict[str, GameLine]] = {}
        """By position of a sheet, its games by the ids of their events."""
        self.tournaments: set[str] | None = None
        """Those with games on the list asked for; None: no list was."""
        if on_list is not None:
            self.tournaments = set(self._on_list(on_list))
        elif pool is not None:
            house.pool(pool)

    def _on_list(self, period: str) -> Iterator[str]:
        """Yield the tournaments on the lists of a name."""
        names = [*self._pools] if self._pool is None else [self._pool]
        closed = {
            name: {row.period: row for row in self._house.pool(name).lists()[1:]} for name in names
        }
        if not any(period in rows for rows in closed.values()):
            self._house.pool(names[-1]).list_of(period)  # says which lists there are
        positions = {
            position
            for name, rows in closed.items()
            if period in rows
            for position in self._pools[name].facts.booked[rows[period].number - 1]
        }
        headings = self._house.read.headings("position", sorted(positions))
        yield from (tournament_in(one.stream) for one in headings)

    def lines(self, event: Heading | Recorded) -> list[GameLine]:
        """Return the games of an event, as corrected; none if the event was replaced."""
        found = self._wanted(event)
        if self._list is None:
            return list(found)
        return [line for line in found if self._list in line.booked.values()]

    def _wanted(self, event: Heading | Recorded) -> Iterable[GameLine]:
        known = self._folded(tournament_in(event.stream))
        if known.announced is None or self._pool not in (None, *known.announced.pools):
            return ()
        if event.type == GamePlayed.TYPE:
            assert isinstance(event, Recorded)
            single, between = self._single(event, known), self._between
            sides = identities.parse(single.white), identities.parse(single.black)
            return (single,) if between is None or between.wanted(*sides) else ()
        standing = known.current(event.position)
        return self._lines(standing, known, self._between) if standing else ()

    def same_report(self, tournament: str, *positions: int) -> bool:
        """Return whether reports at some positions replace each other."""
        roots = self._folded(tournament).roots
        return len({roots.get(position) for position in positions}) == 1

    def _folded(self, tournament: str) -> RecordedReport:
        if tournament not in self._known:
            self._known[tournament] = folded(self._house.read, tournament)
        return self._known[tournament]

    def _single(self, recorded: Recorded, known: RecordedReport) -> GameLine:
        """Return a single game: as on its sheet, or by itself while the sheet is open."""
        game: GamePlayed = recorded.decoded().payload
        alone = GameLine(
            address=f"#{recorded.position}",
            recorded=Position(recorded.position),
            tournament=game.tournament,
            source=game.source,
            round=game.round,
            played_on=game.played_on,
            white=identities.show(game.white),
            black=identities.show(game.black),
            white_result=game.white_result,
            black_result=game.black_result,
        )
        sheet = sheet_for(known, month_of(game.played_on))
        line = self._of_sheet(sheet, known).get(recorded.event_id) if sheet else None
        if line is None:
            return alone
        on_sheet = ("address", "white", "black", *_RESULTS, "booked", "corrected_on")
        return structs.replace(alone, **{name: getattr(line, name) for name in on_sheet})

    def _of_sheet(self, sheet: CurrentReport, known: RecordedReport) -> dict[str, GameLine]:
        if sheet.position not in self._on_sheet:
            assert isinstance(sheet.report, SheetCompleted)
            lines = zip(sheet.report.ids(), self._lines(sheet, known), strict=True)
            self._on_sheet[sheet.position] = dict(lines)
        return self._on_sheet[sheet.position]

    def _lines(
        self, standing: CurrentReport, known: RecordedReport, between: Between | None = None
    ) -> Iterator[GameLine]:
        players = columns.read(standing.player(), columns.PLAYER)
        games, report = standing.games(), standing.report
        rows = [columns.read(side, columns.NUMBER) for side in (games.white, games.black)]
        white, black = (players[side].tolist() for side in rows)
        lists = ListsOfReport(self._pools, standing.position, known)
        corrected = _corrected(standing, known)
        for index, number in enumerate(rounds_of(report)):
            if between is not None and not between.wanted(white[index], black[index]):
                continue
            of_game = [int(side[index]) for side in rows]
            yield GameLine(
                address=f"#{standing.position}#{index}",
                recorded=Position(standing.position),
                tournament=standing.reported.tournament,
                source="report",
                round=number,
                played_on=report.rounds[number - 1].on,
                white=identities.show(white[index]),
                black=identities.show(black[index]),
                white_result=games.white_result[index],
                black_result=games.black_result[index],
                **corrected.get(index, {}),
                booked=lists.booked,
                corrected_on=lists.correcting(Game(index, of_game, players[of_game])),
            )


def _corrected(standing: CurrentReport, known: RecordedReport) -> dict[int, dict[str, Any]]:
    """Return by index of a corrected game the results of the report and the last correction."""
    reported = standing.reported.games
    return {
        game: {
            "reported_white_result": reported.white_result[game],
            "reported_black_result": reported.black_result[game],
            "corrected": Position(correction.position),
        }
        for game, correction in known.last_results(standing.position).items()
    }


def _pools_seen(house: House) -> Iterator[tuple[str, PoolQuery]]:
    """Yield the pools by name, with the lists that the reader may see."""
    for name in sorted(house.official.facts.pools):
        with suppress(ReplayStopped):
            yield name, house.pool(name)
