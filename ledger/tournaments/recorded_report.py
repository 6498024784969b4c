"""The current report of a tournament, as corrected, with the erasable words of the entrants.

Columns come from the events; names, and what else names a person, from the erasable words beside
them. Where words were erased, the name reads `(erased)` and the rest is unknown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, Final, NamedTuple

import msgspec

from ledger.errors import Refused
from ledger.events.counting import TournamentCancelled, TournamentRefused, TournamentReinstated
from ledger.events.games import SheetCompleted
from ledger.events.report import FileReading
from ledger.events.tournament import Details
from ledger.register import identities
from ledger.register.people import details
from ledger.register.words import NO_WORDS, read_words
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.reading import Reader
from ledger.tournaments import counting
from ledger.tournaments.current_report import Announced, CurrentReport, RecordedReport
from ledger.tournaments.folding import fold
from ledger.tournaments.report import Bye, Entrant, TournamentReport, about_the_whole
from ledger.tournaments.report_from_columns import (
    Officials,
    Part,
    Words,
    WordsOfRow,
    counted,
    part_of,
    players_of,
)

_ERASED: Final = Words(name=identities.ERASED)
_of_the_file: Final = msgspec.json.Decoder(Words)


class NothingReported(Refused):
    """The ledger holds no report of the tournament, or not the part asked for."""


def recorded(read: Reader, tournament: str, through: int | None = None) -> RecordedReport:
    """Fold the stream of a tournament up to a position (None: all). Raises NothingReported."""
    known = folded(read, tournament, through)
    if known.registered is None or not known.parts:
        look = Remedy("list-events", stream=f"tournament-{tournament}")
        raise NothingReported(
            Sentence(
                "tournament '{tournament}': no report is recorded; look at its stream: {look}",
                tournament=tournament,
                look=look,
            )
            if through is None
            else Sentence(
                "tournament '{tournament}': no report is recorded up to {known}; look at its "
                "stream: {look}",
                tournament=tournament,
                known=Position(through),
                look=look,
            ),
            field="tournament",
            found=tournament,
            expected=Sentence("a tournament with a report"),
        )
    return known


def folded(read: Reader, tournament: str, through: int | None = None) -> RecordedReport:
    """Fold the stream of a tournament up to a position, also without a report."""
    return fold(
        event
        for event in read.stream(f"tournament-{tournament}")
        if through is None or event.position <= through
    )


def report_of(
    read: Reader, known: RecordedReport, through: int | None = None, part: int | None = None
) -> TournamentReport:
    """Return the report of a folded stream; raises NothingReported for a missing part."""
    if known.announced is None:
        raise NothingReported(Sentence("no tournament is registered here"), field="tournament")
    announced = known.announced
    chosen = [current for current in known.parts if part in (None, current.part or 1)]
    if not chosen:
        there = ", ".join(str(current.part or 1) for current in known.parts)
        message = Sentence(
            "part {part} is not reported; reported are: {there}", part=part, there=there
        )
        raise NothingReported(message, field="part", found=part, expected=there)
    parts = [
        part_of(announced, current, _words(read, current, through), _officials(read, current))
        for current in chosen
    ]
    if part is None:
        return joined(announced, parts)
    return replace(parts[0].report, rounds_announced=0)  # a part tells its own rounds


def _words(read: Reader, current: CurrentReport, through: int | None) -> WordsOfRow:
    """Return the words of a report: from its file, or from the register for reassigned entrants."""
    words = {
        row: _of_the_file.decode(body)
        for row, (_, body) in read.reported_names(current.position).items()
    } | _of_the_register(read, current, through)
    return lambda row: words.get(row, _ERASED)


def _of_the_register(read: Reader, current: CurrentReport, through: int | None) -> dict[int, Words]:
    """Return the words of reassigned entrants, or of a sheet; no printed rating is known (0)."""
    players = dict(current.players)
    if isinstance(current.report, SheetCompleted):
        players = dict(enumerate(players_of(current)))
    if not players:
        return {}
    kept = read.subjects(list(players.values()))
    people = details(read, through)
    reading = getattr(current.report, "reading", None) or FileReading()
    words = {}
    for row, player in players.items():
        person = people[player]
        own = read_words(player, kept[player][1]) if player in kept else NO_WORDS
        words[row] = Words(
            name=own.name,
            title=own.title,
            sex=person.sex,
            birth=own.birth,
            federation=person.federation,
            number=own.numbers.get(reading.scheme, ""),
            rating=0,
        )
    return words


def _officials(read: Reader, current: CurrentReport) -> Officials:
    stored = read.note(current.event_id) if current.report.officials else None
    return msgspec.json.decode(stored[1], type=Officials) if stored else Officials()


def joined(announced: Announced, parts: Sequence[Part]) -> TournamentReport:
    """Join the parts of a report: rounds run on, each player is a single entrant.

    Words are those of the last part of each player; start numbers stay where nobody contradicts
    them and are given anew otherwise; totals are counted over all rounds, ranks follow them. Who
    is not in a part has no points in its rounds.
    """
    if len(parts) == 1:
        return parts[0].report
    entrants = _entrants_of_all(parts)
    at = {player: row for row, player in enumerate(entrants)}
    rounds = [0, *accumulate(part.report.number_of_rounds for part in parts)]
    moves = list(zip(parts, rounds, strict=False))
    games = (
        replace(
            game,
            round=before + game.round,
            white=at[part.players[game.white]],
            black=at[part.players[game.black]],
        )
        for part, before in moves
        for game in part.report.games
    )
    last = parts[-1]
    report = replace(
        last.report,
        start=min(announced.start or last.report.start, *(part.report.start for part in parts)),
        end=max(announced.end or last.report.end, *(part.report.end for part in parts)),
        number_of_rounds=rounds[-1],
        round_dates=tuple(day for part in parts for day in part.report.round_dates),
        entrants=tuple(entrants.values()),
        games=tuple(sorted(games, key=lambda game: (game.round, min(game.white, game.black)))),
        byes=tuple(bye for part, before in moves for bye in _moved_byes(part, at, before)),
        teams=tuple(
            replace(team, members=tuple(at[last.players[member]] for member in team.members))
            for team in last.report.teams
        ),
        other_records=about_the_whole(last.report.other_records),
    )
    ways = [
        counting.fitting(
            [entrant.points_halves for entrant in part.report.entrants],
            part.report.games,
            part.report.byes,
            part.report.scoring,
        )
        for part in parts
    ]
    way = max(ways, key=lambda way: sum(way == other for other in ways))
    return counted(report, way, [entrant.rank for entrant in report.entrants])


def _entrants_of_all(parts: Sequence[Part]) -> dict[int, Entrant]:
    last: dict[int, Entrant] = {}
    numbers: dict[int, set[int]] = {}
    for part in parts:
        for player, entrant in zip(part.players, part.report.entrants, strict=True):
            last[player] = entrant
            numbers.setdefault(player, set()).add(entrant.number)
    agreed = len({entrant.number for entrant in last.values()}) == len(last)
    if agreed and all(len(number) == 1 for number in numbers.values()):
        return dict(sorted(last.items(), key=lambda item: item[1].number))
    return {
        player: replace(entrant, number=number)
        for number, (player, entrant) in enumerate(last.items(), 1)
    }


def _moved_byes(part: Part, at: Mapping[int, int], before: int) -> list[Bye]:
    """Byes of a part; entrants of other parts have a bye without points each round."""
    row = [at[player] for player in part.players]
    absent = set(at.values()) - set(row)
    rounds = range(before + 1, before + 1 + part.report.number_of_rounds)
    byes = [Bye(before + bye.round, row[bye.entrant], bye.code) for bye in part.report.byes]
    byes += [Bye(number, entrant, "Z") for number in rounds for entrant in absent]
    return sorted(byes, key=lambda bye: (bye.round, bye.entrant))


DETAILS: Final = tuple(field.name for field in msgspec.structs.fields(Details))
"""The details of a tournament that can be corrected."""


class Registration(NamedTuple):
    """An announced tournament, and decisions to refuse or cancel."""

    tournament: str
    position: int
    details: Mapping[str, Any]
    """As corrected, by name; None is unknown."""
    cancelled: tuple[int, str] | None = None
    """Position and author of the cancellation."""
    refused: tuple[int, str] | None = None
    """Position and author of the refusal."""


def registration(read: Reader, tournament: str) -> Registration | None:
    """Return the announcement of a tournament, or None."""
    return registration_of(tournament, folded(read, tournament))


def registration_of(tournament: str, known: RecordedReport) -> Registration | None:
    """Return the announcement in a folded stream, or None."""
    if known.registered is None:
        return None
    details = {name: getattr(known.announced, name) for name in DETAILS}
    found = Registration(tournament, known.registered, details)
    for correction in (one for one in known.corrections if one.report is None):
        match correction.payload:
            case TournamentCancelled(by=by):
                found = found._replace(cancelled=(correction.position, by))
            case TournamentRefused(by=by):
                found = found._replace(refused=(correction.position, by))
            case TournamentReinstated():
                found = found._replace(cancelled=None, refused=None)
    return found


def counted_pools(read: Reader, tournament: str) -> frozenset[str]:
    """Return the pools that a tournament counts for; none where it was refused or cancelled."""
    known = registration(read, tournament)
    if known is None or known.refused or known.cancelled:
        return frozenset()
    return frozenset(known.details["pools"])
