"""Recording single games: of a league, of a match, or played by themselves.

The games of a month wait until their sheet is complete (`complete_sheet`). A later game extends
the complete sheet in the same request; the next list corrects what a closed list counted of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ledger import canonical, limits
from ledger.errors import BadEvent, LimitExceeded, Refused
from ledger.events.games import GamePlayed, SheetCompleted, month_of
from ledger.expected import or_later
from ledger.register import identities
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store.requests import NewEvent, Request, event_id
from ledger.tournaments.current_report import Announced, CurrentReport
from ledger.tournaments.folding import fold
from ledger.tournaments.sheets import SingleGame, games_for, games_of, laid_out, sheet_for
from ops.answers.tournament_games import Tournament, read_results, read_tournament
from ops.commands.closed_list_effects import KeptList, lists_corrected, versions_expected
from ops.commands.composed import Composed
from ops.commands.refusals import day_to_come
from ops.events.record_decisions import LinesRefused, converted, lines_of
from ops.house import House
from ops.tournaments.completing import pool_of_source, with_players_looked_up
from ops.tournaments.recordings import Game

if TYPE_CHECKING:
    from ops.tournaments.recordings import AddGame, AddGames

Meeting = tuple[frozenset[int], date, int | None]
"""Two players, the day and the round of a game."""

Problems = list[tuple[int, Refused]]
"""Refusals with the numbers of their lines."""


class Games(NamedTuple):
    """Games to record, with the numbers of their lines (0: none)."""

    lines: Sequence[tuple[int, Game]]
    unread: Sequence[tuple[int, Refused]] = ()
    """Lines that hold no game."""
    data: bytes = b""
    """The file; empty for a game typed by hand."""

    def refuse(self, problems: Problems) -> None:
        """Raise the problems: for a typed game the refusal, for a file LinesRefused."""
        if problems and not self.data:
            raise problems[0][1]
        if problems:
            raise LinesRefused(sorted(problems, key=lambda problem: problem[0]))


@dataclass(frozen=True, slots=True)
class RecordedGames:
    """Games, and the complete sheets extended by them."""

    games: tuple[GamePlayed, ...]
    extended: tuple[SheetCompleted, ...] = ()
    lists: tuple[KeptList, ...] = ()
    """Closed lists that counted an extended sheet."""


class GameRecordedAlready(Refused):
    """The same players have a game of that day and round."""

    def __init__(self, fact: GamePlayed, where: Position | Sentence) -> None:
        """Name the other game by its address or line."""
        who = [identities.show(player) for player in (fact.white, fact.black)]
        meeting = Sentence(
            "{white} and {black} have a game of {day} in round {round} already ({where})",
            round=fact.round,
        )
        if not fact.round:
            meeting = Sentence("{white} and {black} have a game of {day} already ({where})")
        super().__init__(
            Sentence(
                "{meeting}: if they played one more, say so ({again})",
                meeting=meeting.about(white=who[0], black=who[1], day=fact.played_on, where=where),
                again=Input("again"),
            ),
            field="again",
            found=where,
            expected=Sentence("other players, another day or another round"),
            remedy=Remedy("add-game", tournament=fact.tournament, again=True),
        )


def game_recorded(house: House, asked: "AddGame") -> Composed[RecordedGames]:
    """Return a game; the same game has the first receipt, unless marked as another.

    Raises Refused: tournament unknown, with a report or for several pools; player unknown;
    results that contradict; day to come or outside the announced days; GameRecordedAlready;
    AlreadyBooked if a closed list cannot be corrected.
    """
    return _composed(house, asked, Games([(0, asked)]))


def games_recorded(house: House, asked: "AddGames") -> Composed[RecordedGames]:
    """Return the games of a file, JSON Lines; the same file has the first receipt.

    Raises LinesRefused with every wrong line, LimitExceeded, and what `game_recorded` refuses.
    """
    return _composed(house, asked, _read_games(asked.file.read(limits.REQUEST_BYTES)))


def _read_games(data: bytes) -> Games:
    """Read a file of games. Raises LimitExceeded, and BadEvent for an empty file."""
    lines = list(lines_of(data))
    if len(lines) >= limits.REQUEST_EVENTS:  # extended sheets are events too
        raise LimitExceeded(Sentence("games of one file"), len(lines), limits.REQUEST_EVENTS - 1)
    if not lines:
        raise BadEvent(
            Sentence("the file holds no game"),
            field="file",
            expected=Sentence("a game in each line"),
        )
    games, problems = list[tuple[int, Game]](), Problems()
    for number, line in lines:
        try:
            games.append((number, converted(Game, canonical.decode(line))))
        except Refused as refused:
            problems.append((number, refused))
    return Games(games, problems, data)


def _composed(house: House, asked: "AddGame | AddGames", games: Games) -> Composed[RecordedGames]:
    of = read_tournament(house.read, asked.tournament)
    facts = _checked(house, of, asked, games)
    streams = sorted({fact.stream() for fact in facts})
    sheets = {stream: games_of(house.read, stream) for stream in streams}
    key = _key(asked, games, facts, sheets)
    first = house.read.request(key)
    if first is not None:
        return Composed(first, RecordedGames(facts))
    _refuse_repeated(games, facts, sheets)
    fingerprint = sha256(canonical.encode_typed([key, house.by])).digest()
    ids = [event_id(key, fingerprint, index) for index in range(len(facts))]
    events = [*map(NewEvent, facts)]
    extended, lists = list[SheetCompleted](), dict[KeptList, None]()
    for sheet, new in _sheets_extended(of, facts, ids):
        extended.append(_extended(house, sheet, new))
        events.append(NewEvent(extended[-1], supersedes=sheet.event_id))
        lists |= dict.fromkeys(lists_corrected(house, of, sheet.position))
    expected = versions_expected(house, of) if extended else {of.stream: of.version}
    request = Request(
        key,
        tuple(events),
        fingerprint,
        expected | {stream: len(there) - 1 for stream, there in sheets.items()},
    )
    if extended:
        request = with_players_looked_up(house, of, request, extended)
    return Composed(request, RecordedGames(facts, tuple(extended), tuple(lists)))


def _checked(
    house: House, of: Tournament, asked: "AddGame | AddGames", games: Games
) -> tuple[GamePlayed, ...]:
    """Return the events of the games. Raises Refused, of a file LinesRefused with all lines."""
    announced, pool = fold(of.events).announced, pool_of_source(of)
    problems, facts, players = list(games.unread), list[GamePlayed](), dict[str, int]()
    for line, game in games.lines:
        try:
            _check_day(of.id, announced, game.played_on, house.today())
            results = read_results(game.white_result, game.black_result)
            for text in (game.white, game.black):
                if text not in players:
                    players[text] = identities.find(house.read, text)
            fact = GamePlayed(
                tournament=of.id,
                pool=pool,
                source=asked.source,
                round=game.round,
                played_on=game.played_on,
                white=players[game.white],
                black=players[game.black],
                white_result=results[0],
                black_result=results[1],
                again=game.again,
            )
            facts.append(fact)
        except Refused as refused:
            problems.append((line, refused))
    games.refuse(problems)
    return tuple(facts)


def _check_day(tournament: str, announced: Announced | None, played_on: date, today: date) -> None:
    if played_on > today:
        problem = Sentence(
            "played on {day}: today is {today} in the zone of the ledger",
            day=played_on,
            today=today,
        )
        raise day_to_come(problem, "played-on", played_on, today)
    start, end = (announced.start, announced.end) if announced else (None, None)
    for detail, day in (("start", start), ("end", end)):
        if day is None or (played_on >= day if detail == "start" else played_on <= day):
            continue
        correct = Remedy(
            "correct-details", tournament=tournament, set=f"{detail}={played_on}", by=None
        )
        outside = (
            Sentence(
                "played on {played}: {tournament} is announced from {day} on; if that is wrong, "
                "correct it: {correct}",
                played=played_on,
                tournament=tournament,
                day=day,
                correct=correct,
            )
            if detail == "start"
            else Sentence(
                "played on {played}: {tournament} is announced until {day}; if that is wrong, "
                "correct it: {correct}",
                played=played_on,
                tournament=tournament,
                day=day,
                correct=correct,
            )
        )
        raise Refused(
            outside,
            code="day-outside-tournament",
            field="played-on",
            found=played_on,
            expected=or_later(day) if detail == "start" else Sentence("{day} or before", day=day),
        )


def _meeting(fact: GamePlayed) -> Meeting:
    return (frozenset((fact.white, fact.black)), fact.played_on, fact.round)


def _key(
    asked: "AddGame | AddGames",
    games: Games,
    facts: Sequence[GamePlayed],
    sheets: dict[str, list[SingleGame]],
) -> str:
    """Return the key: of the file, or of the game; a further game adds the number of the others."""
    if games.data:
        parts = [asked.tournament, asked.source, sha256(games.data).hexdigest()]
        return f"games:{sha256(canonical.encode(parts)).hexdigest()}"
    (fact,) = facts
    key = f"game:{sha256(canonical.encode_typed(fact)).hexdigest()}"
    same = sum(_meeting(game.fact) == _meeting(fact) for game in sheets[fact.stream()])
    return f"{key}:{same}" if fact.again else key


def _refuse_repeated(
    games: Games, facts: Sequence[GamePlayed], sheets: dict[str, list[SingleGame]]
) -> None:
    recorded = (game for there in sheets.values() for game in there)
    places: dict[Meeting, Position | Sentence] = {
        _meeting(game.fact): Position(game.position) for game in recorded
    }
    problems: Problems = []
    for (line, _), fact in zip(games.lines, facts, strict=True):
        of_line = Sentence("line {line}", line=line)
        place = places.setdefault(_meeting(fact), of_line)
        if place is not of_line and not fact.again:
            problems.append((line, GameRecordedAlready(fact, place)))
    games.refuse(problems)


def _sheets_extended(
    of: Tournament, facts: Sequence[GamePlayed], ids: Sequence[str]
) -> list[tuple[CurrentReport, list[SingleGame]]]:
    report = fold(of.events)
    sheets: dict[int, tuple[CurrentReport, list[SingleGame]]] = {}
    for fact, name in zip(facts, ids, strict=True):
        sheet = sheet_for(report, month_of(fact.played_on))
        if sheet is not None:
            sheets.setdefault(sheet.position, (sheet, []))[1].append(SingleGame(-1, name, fact))
    return list(sheets.values())


def _extended(house: House, sheet: CurrentReport, new: Sequence[SingleGame]) -> SheetCompleted:
    before = sheet.report
    assert isinstance(before, SheetCompleted)
    fields = laid_out([*games_for(house.read, before.tournament, before.month), *new], sheet)
    return msgspec.structs.replace(
        before, received_on=sheet.received_on, replaces=sheet.position, **fields
    )
