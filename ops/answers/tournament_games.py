"""A tournament with games and entrants as people name them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ledger import columns
from ledger.errors import Refused
from ledger.events.games import SheetCompleted
from ledger.events.report import ReportColumns, rounds_of
from ledger.expected import one_of
from ledger.intake.formats.pairings import COMPATIBLE
from ledger.register import identities
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store.reading import Reader, Recorded
from ledger.wording import positions
from ops.answers.answer import unknown_tournament
from projections.state.history import TournamentHistory, tournament_history
from projections.state.reports import Report

_ADDRESS: Final = re.compile("#([0-9]{1,15})#([0-9]{1,6})")
_PAIRING: Final = re.compile("([0-9]{1,4}):([0-9]{1,4})")
_HALVES: Final = ("½", "1/2", "0.5")


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament folded from its events."""

    id: str
    events: list[Recorded]
    history: TournamentHistory

    @property
    def stream(self) -> str:
        """Name of the stream."""
        return f"tournament-{self.id}"

    @property
    def version(self) -> int:
        """Version of the stream."""
        return self.events[-1].stream_version

    def report(self, position: int) -> ReportColumns:
        """Return a report as recorded, without corrections."""
        found = next(event for event in self.events if event.position == position)
        payload: ReportColumns = found.decoded().payload
        return payload


def read_tournament(read: Reader, tournament: str, known: int | None = None) -> Tournament:
    """Read a tournament as known at a position (None: now). Raises Refused if unknown."""
    events = [
        event
        for event in read.stream(f"tournament-{tournament}")
        if known is None or event.position <= known
    ]
    if not events:
        raise unknown_tournament(tournament)
    return Tournament(tournament, events, tournament_history(events))


def players_of(report: Report) -> list[int]:
    """Return the players of a report by row."""
    players: list[int] = columns.read(report.player, columns.PLAYER).tolist()
    return players


def find_game(of: Tournament, game: str) -> tuple[int, int]:
    """Return report and index of a game: `#12#40`, or `3:12` (round, start number of white).

    Raises Refused where there is no such game, or more than one.
    """
    address, pairing = _ADDRESS.fullmatch(game.strip()), _PAIRING.fullmatch(game.strip())
    if address:
        position, index = int(address[1]), int(address[2])
        if position in of.history.roots and isinstance(of.report(position), SheetCompleted):
            position = of.history.current_position(position)  # extended: games keep their indexes
        check_not_annulled(of, [position])
        if position not in of.history.current:
            raise _unknown_report(of, position)
        if index >= of.history.current[position].game_count:
            games = positions(0, of.history.current[position].game_count - 1)
            problem = Sentence(
                "{tournament}: report {report} has games {games}, not {game}",
                tournament=of.id,
                report=Position(position),
                games=games,
                game=f"#{index}",
            )
            raise Refused(
                problem, code="unknown-game", field="game", found=f"#{index}", expected=games
            )
        return position, index
    if not pairing:
        raise Refused(
            Sentence(
                "game '{game}': write #POSITION#INDEX, or ROUND:START-NUMBER like 3:12", game=game
            ),
            code="game-wrong",
            field="game",
            found=game,
            expected=Sentence("#POSITION#INDEX, or ROUND:START-NUMBER"),
        )
    pair = int(pairing[1]), int(pairing[2])
    found = _paired(of, of.history.current, *pair)
    if len(found) != 1:
        annulled = _paired(of, of.history.annulled, *pair) if not found else []
        check_not_annulled(of, [position for position, _ in annulled])
        several = [f"#{position}#{index}" for position, index in found]
        problem = Sentence(
            "{tournament}: in round {round} start number {number} had white in {games}",
            tournament=of.id,
            round=pairing[1],
            number=pairing[2],
            games=Sentence("several games: write {games}", games=one_of(several))
            if several
            else Sentence("no game"),
        )
        raise Refused(problem, code="unknown-game", field="game", found=game)
    return found[0]


def check_not_annulled(of: Tournament, reports: Iterable[int]) -> None:
    """Raise Refused for an annulled report: nothing of it counts, so nothing is corrected."""
    for position in reports:
        known = of.history.annulment(position)
        if known is not None and position in of.history.annulled:
            raise Refused(
                Sentence(
                    "{tournament}: report {report} is annulled by decision {decision} of {by}, so "
                    "nothing in it is corrected; if it is to count again, lift that decision "
                    "first: {lift}",
                    tournament=of.id,
                    report=Position(position),
                    decision=Position(known.position),
                    by=known.payload.by,
                    lift=Remedy(
                        "reinstate-report", tournament=of.id, report=str(position), by=None
                    ),
                ),
                code="report-annulled",
                field="report",
                found=f"#{position}",
                expected=Sentence("a report that counts"),
            )


def _paired(of: Tournament, among: Iterable[int], number: int, white: int) -> list[tuple[int, int]]:
    found = []
    for position in among:
        report = of.report(position)
        numbers = columns.read(report.entrants.number, columns.NUMBER)
        whites = numbers[columns.read(report.games.white, columns.NUMBER)].tolist()
        rounds = rounds_of(report)
        found += [
            (position, index)
            for index, number_of_white in enumerate(whites)
            if number_of_white == white and rounds[index] == number
        ]
    return found


def find_entrant(of: Tournament, number: int, report: int | None) -> tuple[int, int]:
    """Return report and row of a start number. Raises Refused for none or several."""
    if report is not None and report not in of.history.current:
        check_not_annulled(of, [report])
        raise _unknown_report(of, report)
    found = _rows_of(of, of.history.current if report is None else [report], number)
    if not found:
        check_not_annulled(of, (at for at, _ in _rows_of(of, of.history.annulled, number)))
        problem = Sentence(
            "{tournament}: no entrant has start number {number}", tournament=of.id, number=number
        )
        raise Refused(problem, code="unknown-entrant", field="start-number", found=number)
    if len(found) > 1:
        reports = one_of([f"#{position}" for position, _ in found])
        problem = Sentence(
            "{tournament}: start number {number} is in several parts: name one ({input} {reports})",
            tournament=of.id,
            number=number,
            input=Input("report"),
            reports=reports,
        )
        raise Refused(problem, code="option-needed", field="report", expected=reports)
    return found[0]


def _rows_of(of: Tournament, reports: Iterable[int], number: int) -> list[tuple[int, int]]:
    """Return report and row of a start number in some reports."""
    found = []
    for position in reports:
        numbers = columns.read(of.report(position).entrants.number, columns.NUMBER).tolist()
        found += [(position, numbers.index(number))] if number in numbers else []
    return found


def _unknown_report(of: Tournament, position: int) -> Refused:
    standing = [Position(one) for one in of.history.current]
    return Refused(
        Sentence(
            "{tournament}: report {report} does not stand; {current}",
            tournament=of.id,
            report=Position(position),
            current=Sentence("standing: {reports}", reports=standing)
            if standing
            else Sentence("it has no report"),
        ),
        code="unknown-report",
        field="report",
        found=f"#{position}",
    )


def read_result(text: str) -> str:
    """Read the result of a side: a code of TRF, or a half as people write."""
    return "=" if text.strip() in _HALVES else text.strip().upper()


def read_results(white: str, black: str) -> str:
    """Read the results of both sides as two codes. Raises Refused for a contradiction."""
    both = read_result(white) + read_result(black)
    if both not in COMPATIBLE:
        known = " ".join(sorted(f"{pair[0]}/{pair[1]}" for pair in COMPATIBLE))
        problem = Sentence(
            "results {results} cannot stand together; known are {known}",
            results=f"{white}/{black}",
            known=known,
        )
        raise Refused(problem, code="results-contradict", found=f"{white}/{black}", expected=known)
    return both


def result_words(both: str) -> str:
    """Return the results of a game as people write them."""
    return " - ".join("½" if result == "=" else result for result in both)


def player_words(read: Reader, player: int) -> str:
    """Return a player's id and name."""
    return f"{identities.show(player)} {identities.names(read, [player])[player]}"


def game_words(read: Reader, of: Tournament, position: int, index: int) -> Sentence:
    """Return address, round and players of a game."""
    fact, report = of.report(position), of.history.current[position]
    players = players_of(report)
    columns_of_sides = (fact.games.white, fact.games.black)
    sides = [int(columns.read(column, columns.NUMBER)[index]) for column in columns_of_sides]
    white, black = (player_words(read, players[side]) for side in sides)
    return Sentence(
        "game {game}, round {round}: {white} against {black}",
        game=f"#{position}#{index}",
        round=rounds_of(fact)[index],
        white=white,
        black=black,
    )
