"""Sheets of single games: read by month, arranged as a report, checked.

A list counts the columns of the sheet: a sheet whose hashes were all computed anew passes every
check of the chain, but not the comparison with its single games (`faults`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.games import GamePlayed, SheetCompleted, sheets_of
from ledger.events.report import Entrants, Games, Round
from ledger.register import identities
from ledger.sentences import Sentence
from ledger.store.committing import NO_COMMITMENT
from ledger.store.faults import Fault, beside
from ledger.store.reading import Reader
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.report_from_columns import players_of


class SingleGame(NamedTuple):
    """A game and the position of the event."""

    position: int
    """-1: not recorded yet."""
    event_id: str
    fact: GamePlayed

    @property
    def players(self) -> set[int]:
        """Register numbers of the two players."""
        return {self.fact.white, self.fact.black}


def games_of(read: Reader, stream: str) -> list[SingleGame]:
    """Return the games of a month, in the order of recording."""
    return [
        SingleGame(recorded.position, recorded.event_id, recorded.decoded().payload)
        for recorded in read.stream(stream)
    ]


def games_for(read: Reader, tournament: str, month: str | None) -> list[SingleGame]:
    """Return the games of a sheet: of a month, or (None) all of the source."""
    beginning = sheets_of(tournament)
    if month is not None:
        return games_of(read, f"{beginning}{month}")
    streams = [name for name, _ in read.streams(beginning)]
    return [game for stream in streams for game in games_of(read, stream)]


def sheet_for(known: RecordedReport, month: str) -> CurrentReport | None:
    """Return the completed sheet of a month, if any."""
    return next(
        (
            part
            for part in known.parts
            if (isinstance(part.report, SheetCompleted) and part.report.month in (None, month))
        ),
        None,
    )


def reported_from_file(known: RecordedReport) -> CurrentReport | None:
    """Return the first current report from a file, if any."""
    return next((part for part in known.parts if not isinstance(part.report, SheetCompleted)), None)


def laid_out(games: Sequence[SingleGame], before: CurrentReport | None = None) -> dict[str, Any]:
    """Return the entrants, rounds and games of a sheet, as fields of the event.

    Entrants stand by register number, rounds by day: on one day a player has a game a round. Of a
    sheet that is made longer, `before`, everything keeps its row and its address.
    """
    sheet = None if before is None else before.report
    assert sheet is None or isinstance(sheet, SheetCompleted)
    known = set(sheet.ids()) if sheet else set[str]()
    new = [game for game in games if game.event_id not in known]
    row_of = {player: row for row, player in enumerate(players_of(before))} if before else {}
    added = sorted({player for game in new for player in game.players} - row_of.keys())
    row_of |= {player: row for row, player in enumerate(added, len(row_of))}
    rounds = _rounds(new, row_of)
    ordered = [game for games_of_round in rounds for game in games_of_round]
    facts, days = [game.fact for game in ordered], [game.fact.played_on for game in games]
    player = columns.write(added, columns.PLAYER)
    all_rounds = [Round(games=len(some), on=some[0].fact.played_on) for some in rounds]
    by_column = {
        "white": columns.write((row_of[fact.white] for fact in facts), columns.NUMBER),
        "black": columns.write((row_of[fact.black] for fact in facts), columns.NUMBER),
        "white_result": "".join(fact.white_result for fact in facts),
        "black_result": "".join(fact.black_result for fact in facts),
    }
    played = "".join(game.event_id for game in ordered)
    if sheet:
        player, played = sheet.entrants.player + player, sheet.played + played
        all_rounds = [*sheet.rounds, *all_rounds]
        by_column = {name: getattr(sheet.games, name) + text for name, text in by_column.items()}
    rows = len(row_of)
    return {
        "start": min(days),
        "end": max(days),
        "entrants": Entrants(
            player=player,
            number=columns.write(range(1, rows + 1), columns.NUMBER),
            rating=columns.write([0] * rows, columns.RATING),
            commitment=NO_COMMITMENT * rows,
        ),
        "rounds": tuple(all_rounds),
        "games": Games(**by_column),
        "played": played,
    }


def _rounds(games: Iterable[SingleGame], row_of: Mapping[int, int]) -> list[list[SingleGame]]:
    """Put each game into the first round of its day in which both players are free."""
    by_day = sorted(games, key=lambda game: (game.fact.played_on, game.fact.round or 0))
    rounds: list[list[SingleGame]] = []
    for _, games_of_day in groupby(by_day, key=lambda game: game.fact.played_on):
        rounds_of_day: list[list[SingleGame]] = []
        for game in games_of_day:
            for games_of_round in rounds_of_day:
                if all(game.players.isdisjoint(other.players) for other in games_of_round):
                    games_of_round.append(game)
                    break
            else:
                rounds_of_day.append([game])
        rounds += rounds_of_day
    return [
        sorted(games_of_round, key=lambda game: min(row_of[player] for player in game.players))
        for games_of_round in rounds
    ]


def faults(read: Reader, first: int = 0, last: int | None = None) -> Iterator[Fault]:
    """Compare the completed sheets from a position to another with the single games.

    Events that cannot be read are left to the other checks.
    """
    for recorded in read.of_type(SheetCompleted.TYPE, first):
        if last is not None and recorded.position > last:
            return
        try:
            sheet: SheetCompleted = recorded.decoded().payload
            played = {
                game.event_id: _words(
                    game.fact.white, game.fact.black, game.fact.white_result, game.fact.black_result
                )
                for game in games_for(read, sheet.tournament, sheet.month)
            }
        except BadEvent:
            continue
        players, games = columns.read(sheet.entrants.player, columns.PLAYER), sheet.games
        white, black = (
            players[columns.read(side, columns.NUMBER)].tolist()
            for side in (games.white, games.black)
        )
        rows = zip(white, black, games.white_result, games.black_result, strict=True)
        for index, (event_id, row) in enumerate(zip(sheet.ids(), rows, strict=True)):
            found, expected = _words(*row), played.get(event_id)
            if expected != found:
                place = Sentence(
                    "event {position}, game {index}", position=recorded.position, index=index
                )
                yield beside(place, found, expected or Sentence("a game that was recorded"))


def _words(white: int, black: int, white_result: str, black_result: str) -> str:
    return f"{identities.show(white)} {white_result}, {identities.show(black)} {black_result}"
