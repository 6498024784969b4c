"""Games recorded one by one: of a league, of a match, or played by themselves.

The games of a month wait until their sheet is complete (`complete_sheet`). A game that comes after
that makes the sheet longer, in the same request: what a closed list counted of the sheet, the next
list puts right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Literal, NamedTuple

from ledger import canonical
from ledger.errors import Refused, Remedy
from ledger.events.games import GamePlayed, SheetCompleted, month_of
from ledger.register import identities
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request, event_id
from ledger.tournaments.folding import fold
from ledger.tournaments.known import CurrentReport
from ledger.tournaments.sheets import SingleGame, games_for, games_of, laid_out, sheet_for
from ops.answers.tournament_games import Tournament, read_results, read_tournament
from ops.commands.closed_list_effects import lists_corrected, versions_expected
from ops.commands.game_lines import Game, Problems, read_games
from ops.commands.record_decisions import LinesRefused
from ops.commands.single_games import check_day, pool_of_source
from ops.house import House

SourceKind = Literal["league", "match", "single"]
"""What a game was part of; `single`: of nothing."""


class Source(NamedTuple):
    """Whose games are recorded, and by whom."""

    tournament: str
    kind: SourceKind
    recorded_by: str = "local"


@dataclass(frozen=True, slots=True)
class RecordedGames:
    """Games recorded, and the completed sheets that they made longer."""

    receipt: Receipt
    games: tuple[GamePlayed, ...]
    longer: tuple[SheetCompleted, ...] = ()
    lists: tuple[str, ...] = ()
    """Of each closed list that counted such a sheet: that it stays, and which list follows."""


class GameRecordedAlready(Refused):
    """The same players have a game of that day and round."""

    def __init__(self, fact: GamePlayed, where: str) -> None:
        """Name the game that is there: its address, or the line that says it."""
        who = " and ".join(identities.show(player) for player in (fact.white, fact.black))
        of_round = f" in round {fact.round}" if fact.round else ""
        super().__init__(
            f"{who} have a game of {fact.played_on}{of_round} already ({where}): if they played "
            'one more, say --again, or "again": true in a line',
            field="again",
            found=where,
            expected="other players, another day or another round",
            remedy=Remedy("tournament add-game", (fact.tournament, "--again")),
        )


def record_game(house: House, source: Source, game: Game) -> RecordedGames:
    """Record one game. The same words again give the first receipt, unless it is one more.

    Raises Refused for a tournament that is unknown, has a report or counts for several pools, for
    an unknown player, results that cannot stand together, a day to come or outside the announced
    ones; GameRecordedAlready; AlreadyBooked where a closed list cannot be put right.
    """
    return _Games(house, source, [(0, game)]).recorded()


def record_games(house: House, source: Source, data: bytes) -> RecordedGames:
    """Record the games of a file, JSON Lines, together; the same file gives the first receipt.

    Raises LinesRefused with every line that is wrong, LimitExceeded, and of the source what
    `record_game` does.
    """
    games, problems = read_games(data)
    return _Games(house, source, games, problems, data).recorded()


_Meeting = tuple[frozenset[int], date, int | None]
"""Who met on which day, in which round."""


def _meeting(fact: GamePlayed) -> _Meeting:
    return (frozenset((fact.white, fact.black)), fact.played_on, fact.round)


@dataclass
class _Games:
    """Games on their way: composed anew from what the ledger says, until they are recorded."""

    house: House
    source: Source
    games: Sequence[tuple[int, Game]]
    """With the line of each; 0 is none."""
    unread: Sequence[tuple[int, Refused]] = ()
    """Lines that are no game."""
    data: bytes = b""
    """The file; empty for a game typed by hand."""
    # What the last composition came to:
    facts: tuple[GamePlayed, ...] = ()
    longer: tuple[SheetCompleted, ...] = ()
    lists: tuple[str, ...] = ()
    sheets: dict[str, list[SingleGame]] = field(default_factory=dict)
    """By stream, the games of the months concerned."""

    @property
    def read(self) -> Reader:
        return self.house.read

    def recorded(self) -> RecordedGames:
        receipt = self.house.append(self._request)
        return RecordedGames(receipt, self.facts, self.longer, self.lists)

    def _request(self) -> Request | Receipt:
        of = read_tournament(self.read, self.source.tournament)
        pool = pool_of_source(of)
        self.facts, self.longer, self.lists = self._checked(of, pool), (), ()
        self.sheets = {
            stream: games_of(self.read, stream)
            for stream in sorted({fact.stream() for fact in self.facts})
        }
        key = self._key()
        first = self.read.request(key)
        if first is not None:
            return first
        self._refuse_repeated()
        return self._composed(of, key)

    def _checked(self, of: Tournament, pool: str) -> tuple[GamePlayed, ...]:
        """Return the events of the games. Raises Refused, of a file LinesRefused with all lines."""
        today = self.house.today()
        announced = fold(of.events).announced
        problems, facts, known = list(self.unread), [], dict[str, int]()
        for line, game in self.games:
            try:
                check_day(of.id, announced, game.played_on, today)
                facts.append(self._fact(game, pool, known))
            except Refused as refused:
                problems.append((line, refused))
        self._refuse(problems)
        return tuple(facts)

    def _refuse(self, problems: Sequence[tuple[int, Refused]]) -> None:
        if problems and not self.data:
            raise problems[0][1]
        if problems:
            raise LinesRefused(sorted(problems, key=lambda problem: problem[0]))

    def _fact(self, game: Game, pool: str, known: dict[str, int]) -> GamePlayed:
        """Return the event of one game; `known` are players that were looked up already."""
        both = read_results(game.white_result, game.black_result)
        for text in (game.white, game.black):
            if text not in known:
                known[text] = identities.find(self.read, text)
        return GamePlayed(
            tournament=self.source.tournament,
            pool=pool,
            source=self.source.kind,
            round=game.round,
            played_on=game.played_on,
            white=known[game.white],
            black=known[game.black],
            white_result=both[0],
            black_result=both[1],
            again=game.again,
        )

    def _key(self) -> str:
        """Return the key of the request: by what is said; of one more game, by how many there are.

        The same file, and the same words, have the same key.
        """
        if self.data:
            said: object = [self.source.tournament, self.source.kind, sha256(self.data).hexdigest()]
            return f"games:{sha256(canonical.encode(said)).hexdigest()}"
        (fact,) = self.facts
        key = f"game:{sha256(canonical.encode_typed(fact)).hexdigest()}"
        return f"{key}:{sum(self._there(fact))}" if fact.again else key

    def _there(self, fact: GamePlayed) -> Iterator[bool]:
        """Tell of each game of the month whether the same players met so."""
        games = self.sheets[fact.stream()]
        return (_meeting(game.fact) == _meeting(fact) for game in games)

    def _refuse_repeated(self) -> None:
        """Refuse a game of players who have one of that day and round, unless it is one more."""
        there = {
            _meeting(game.fact): f"#{game.position}"
            for games in self.sheets.values()
            for game in games
        }
        problems: Problems = []
        for (line, _), fact in zip(self.games, self.facts, strict=True):
            where = there.setdefault(_meeting(fact), f"line {line}")
            if where != f"line {line}" and not fact.again:
                problems.append((line, GameRecordedAlready(fact, where)))
        self._refuse(problems)

    def _composed(self, of: Tournament, key: str) -> Request:
        """Return the request: the games, then each completed sheet that they make longer."""
        fingerprint = sha256(canonical.encode_typed([key, self.source.recorded_by])).digest()
        new: dict[int, list[SingleGame]] = {}
        standing: dict[int, CurrentReport] = {}
        known = fold(of.events)
        for index, fact in enumerate(self.facts):
            sheet = sheet_for(known, month_of(fact.played_on))
            if sheet is not None:
                standing[sheet.position] = sheet
                game = SingleGame(-1, event_id(key, fingerprint, index), fact)
                new.setdefault(sheet.position, []).append(game)
        events = [*map(NewEvent, self.facts)]
        for position, sheet in standing.items():
            longer = self._longer(sheet, new[position])
            events.append(NewEvent(longer, supersedes=sheet.event_id))
            self.longer += (longer,)
            self.house.catch_up()
            self.lists += lists_corrected(self.house, of, position)
        expected = versions_expected(self.house, of) if standing else {of.stream: of.version}
        return Request(
            key,
            tuple(events),
            fingerprint,
            expected | {stream: len(games) - 1 for stream, games in self.sheets.items()},
            self.source.recorded_by,
        )

    def _longer(self, sheet: CurrentReport, new: Sequence[SingleGame]) -> SheetCompleted:
        """Return a completed sheet with more games."""
        before = sheet.report
        assert isinstance(before, SheetCompleted)
        there = games_for(self.read, before.tournament, before.month)
        return SheetCompleted(
            tournament=before.tournament,
            month=before.month,
            part=before.part,
            received_on=sheet.received_on,
            replaces=sheet.position,
            **laid_out([*there, *new], sheet),
        )
