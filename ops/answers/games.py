"""Games as rows: players, address, and the list with each game.

The address of a game is `#position#index` in its report or completed sheet; while the sheet is
open, the position of the game's event. In an extended sheet the index stays.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from ledger import columns
from ledger.events.games import SHEET, GamePlayed, SheetCompleted, month_of, sheets_of
from ledger.events.report import ReportPartSubmitted, ReportReplaced, TournamentSubmitted, rounds_of
from ledger.register import identities
from ledger.sentences import Position
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.recorded_report import folded
from ledger.tournaments.sheets import sheet_for
from ops.answers.abouts import AboutEvents
from ops.answers.answer import (
    Answer,
    check_limit,
    known_to,
    unknown_tournament,
)
from ops.answers.trail_positions import tournament_in
from ops.house import House
from projections.official.stopping import ReplayStopped
from projections.state.pool import PoolFacts

_TYPES: Final = tuple(
    kind.TYPE for kind in (GamePlayed, TournamentSubmitted, ReportPartSubmitted, ReportReplaced)
)


_SHEET: Final = SheetCompleted.TYPE

_EVERY: Final = 1 << 40

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
    source: str
    """`report`, or what a single game was part of: `league`, `match`, `single`."""
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
    """By pool, the closed list that counted it."""


class Between(NamedTuple):
    """Whose games are asked for, by all register numbers of each player."""

    player: frozenset[int]
    opponent: frozenset[int] | None = None
    """None: against anybody."""

    def wanted(self, white: int, black: int) -> bool:
        """Whether a game of two players is one of these."""
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
    limit: int = 0,
    between: Between | None = None,
    on_list: str | None = None,
) -> Answer[GameLine, AboutEvents]:
    """Return the games recorded from position `first` on, also of a single tournament or pool.

    Or those of a player (`between`), found by the index of named players; or those counted by a
    list of that name. After `limit` games (0: none) no other event is begun, so that of a report
    all games come; the answer says under `next` from which position to ask on. Raises Refused for a
    tournament, a pool or a list that is not known.
    """
    check_limit(limit)
    if pool is not None:
        opened = house.pool(pool)
        if on_list is not None:
            opened.list_of(on_list)
    known, following = known_to(house.read), None
    asked, found = _Games(house, pool, between), list[GameLine]()
    for recorded in _events(house, first, tournament, between):
        if limit and len(found) >= limit:
            following = Position(recorded.position)
            break
        lines = asked.lines(recorded)
        found += (one for one in lines if on_list is None or on_list in one.booked.values())
    return Answer(AboutEvents(known_to=known, next=following), tuple(found))


def _events(
    house: House, first: int, tournament: str | None, between: Between | None
) -> Iterator[Recorded]:
    read = house.read
    if between is not None:
        yield from _events_of(house, first, tournament, between)
        return
    if tournament is None:
        yield from read.of_types(_TYPES, first)
        return
    reported = read.stream(f"tournament-{tournament}")
    if not reported:
        raise unknown_tournament(tournament)
    alone = (
        event for name, _ in read.streams(sheets_of(tournament)) for event in read.stream(name)
    )
    events = [event for event in (*reported, *alone) if event.type in _TYPES]
    yield from sorted(
        (event for event in events if event.position >= first), key=attrgetter("position")
    )


def _events_of(
    house: House, first: int, tournament: str | None, between: Between
) -> Iterator[Recorded]:
    """Yield the reports and single games of the tournaments in which a player is named."""
    read = house.read
    with house.named_players() as named:
        naming = read.headings("position", named.positions(between.player, 0, None, _EVERY))
    names = {tournament_in(one.stream) for one in naming} - {""}
    if tournament is not None:
        names &= {tournament}
    streams = [f"tournament-{name}" for name in sorted(names)]
    with_sheets = {one.stream for one in read.headings("stream", streams) if one.type == _SHEET}
    alone = {tournament_in(one.stream) for one in naming if one.type == GamePlayed.TYPE}
    for name in sorted({stream.removeprefix("tournament-") for stream in with_sheets} | alone):
        streams += [stream for stream, _ in read.streams(sheets_of(name)) if name in names]
    positions = (
        one.position
        for one in read.headings("stream", streams)
        if one.type in _TYPES and one.position >= first
    )
    yield from (recorded for _, recorded in read.found_at(sorted(positions)))


class _Games:
    """The tournaments met so far, each folded once."""

    def __init__(self, house: House, pool: str | None, between: Between | None = None) -> None:
        self._house, self._pool, self._between = house, pool, between
        self._known: dict[str, RecordedReport] = {}
        self._pools = dict(_pools_seen(house))
        self._on_sheet: dict[int, dict[str, GameLine]] = {}
        """By position of a sheet, its games by the ids of their events."""

    def lines(self, recorded: Recorded) -> Iterable[GameLine]:
        """Return the games of an event, as corrected; none if the event was replaced."""
        tournament = recorded.stream.removeprefix("tournament-")
        if recorded.type == GamePlayed.TYPE:
            tournament = recorded.stream.removeprefix(SHEET).rpartition(":")[0]
        if tournament not in self._known:
            self._known[tournament] = folded(self._house.read, tournament)
        known = self._known[tournament]
        if known.announced is None or self._pool not in (None, *known.announced.pools):
            return ()
        if recorded.type == GamePlayed.TYPE:
            single = self._single(recorded, known)
            sides = identities.parse(single.white), identities.parse(single.black)
            return (single,) if self._between is None or self._between.wanted(*sides) else ()
        standing = known.current(recorded.position)
        return self._lines(standing, known, self._between) if standing else ()

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
        on_sheet = ("address", "white", "black", *_RESULTS, "booked")
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
        white, black = (
            players[columns.read(side, columns.NUMBER)].tolist()
            for side in (games.white, games.black)
        )
        booked, corrected = self._booked(standing, known), _corrected(standing, known)
        for index, number in enumerate(rounds_of(report)):
            if between is not None and not between.wanted(white[index], black[index]):
                continue
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
                booked=booked,
            )

    def _booked(self, standing: CurrentReport, known: RecordedReport) -> dict[str, str]:
        """Return by pool the list that counted a report, or its predecessor."""
        root = known.roots[standing.position]
        positions = [position for position, first in known.roots.items() if first == root]
        return {
            name: facts.closed[number - 1].event.period
            for name, facts in self._pools.items()
            for number in _lists(facts, positions)
        }


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


def _pools_seen(house: House) -> Iterator[tuple[str, PoolFacts]]:
    """Yield the pools by name, with the lists that the reader may see."""
    for name in sorted(house.official.facts.pools):
        with suppress(ReplayStopped):
            yield name, house.pool(name).facts


def _lists(facts: PoolFacts, positions: Collection[int]) -> Iterator[int]:
    """Yield the numbers of a pool's lists with a report at any of some positions."""
    for number, booked in enumerate(facts.booked, start=1):
        for position in positions:
            at = bisect_left(booked, position)
            if booked[at : at + 1] == [position]:
                yield number
