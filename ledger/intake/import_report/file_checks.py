"""Each report read again from the file and compared with the event.

An event whose hashes were all computed anew passes every check of the chain, but not this
comparison while the file is kept beside it: games, results, days, entrants, names and numbers are
those of the file, read as the event records (`FileReading`).

Readings, for questions that no text answers:

* `player_by_number`: an entrant without a decision is a player with one of the numbers in the file,
  unless the player's details changed since, or their words are erased; an entrant without a number
  was registered with the report.
* `announced_by_file`: a tournament registered with its report has the name, the place, the
  federation and the days of the file.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any, Final, NamedTuple

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected, PlayersRegistered
from ledger.events.report import (
    FileReading,
    ReportFact,
    ReportPartSubmitted,
    ReportReplaced,
    TournamentSubmitted,
)
from ledger.events.tournament import TournamentRegistered
from ledger.intake.formats.problems import Problems, ReportRefused
from ledger.intake.import_report.composing import (
    entrants_by_file,
    fields_by_file,
    officials,
    words_of,
)
from ledger.intake.import_report.file_reading import reread_file
from ledger.intake.people.claims import claims
from ledger.register import identities
from ledger.sentences import Count, Sentence
from ledger.store.committing import NO_COMMITMENT, to_players
from ledger.store.faults import NONE, OTHER, Fault, Said, beside, of_name, of_note
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.report import TournamentReport

_REPORTS: Final = (TournamentSubmitted.TYPE, ReportPartSubmitted.TYPE, ReportReplaced.TYPE)
_BEFORE: Final = (PlayersRegistered.TYPE, TournamentRegistered.TYPE)
_DETAILS: Final = (PlayerDetailsChanged.TYPE, PlayerDetailsCorrected.TYPE)
_BATCH: Final = 25
"""Reports in memory at a time: each may be of a megabyte."""

_LONGEST: Final = 120
"""Characters of a value in a fault."""

_BY_FILE: Final = Sentence("those of the file")
_NOTE: Final = Sentence("a note")
_NO_PARTS: Final = Sentence("it cannot be divided into the parts that the event names")
_REGISTERED: Final = Sentence("a player registered with the report")


class _Rows(NamedTuple):
    """The words for a row of a column, and for all its rows."""

    one: Sentence
    each: Sentence


_OF_GAMES: Final = _Rows(Sentence("{name} of game {row}"), Sentence("{name} of each game"))
_OF_ENTRANTS: Final = _Rows(Sentence("{name} of entrant {row}"), Sentence("{name} of each entrant"))


@dataclass(frozen=True, slots=True)
class _Report:
    """A report event, and the registrations recorded with the report."""

    recorded: Recorded
    fact: ReportFact
    registered: frozenset[int]
    """Players registered with the report."""
    tournament: TournamentRegistered | None
    last_player: int
    """The highest register number given so far."""

    @property
    def position(self) -> int:
        return self.recorded.position

    def fault(self, what: Said, found: Said, expected: Said) -> Fault:
        """Return a difference; `what` is the name of a column, or of a part of the report."""
        place = Sentence("event {position}, {what}", position=self.position, what=what)
        return beside(place, found, Sentence("{value} by its file", value=expected))


def faults(read: Reader, first: int = 0, last: int | None = None) -> Iterator[Fault]:
    """Check the reports from a position to another against their files, a batch at a time.

    A file that was emptied, or differs from its digest, is left to the other checks.
    """
    changed = {
        player: recorded.position
        for recorded, fact in _decoded(read, _DETAILS, first)
        for player, _ in to_players(fact)
    }
    reports = _reports(read, first, last)
    while batch := list(islice(reports, _BATCH)):
        yield from _Batch(read, batch, changed).faults()


def _reports(read: Reader, first: int, until: int | None) -> Iterator[_Report]:
    instant, last, players = -1, _last_player(read, first), frozenset[int]()
    tournament: TournamentRegistered | None = None
    for recorded, fact in _decoded(read, (*_REPORTS, *_BEFORE), first):
        if until is not None and recorded.position > until:
            return
        if recorded.recorded_at != instant:  # the events of one request share it
            instant, players, tournament = recorded.recorded_at, frozenset(), None
        match fact:
            case PlayersRegistered():
                players |= set(columns.read(fact.player, columns.PLAYER).tolist())
                last = max(last, *players)
            case TournamentRegistered():
                tournament = fact
            case ReportFact():
                yield _Report(recorded, fact, players, tournament, last)


def _last_player(read: Reader, first: int) -> int:
    """Return the highest register number given before a position: numbers follow one another."""
    at = read.last_of_type(PlayersRegistered.TYPE, first - 1)
    if at < 0:
        return 0
    _, fact = next(_decoded(read, (PlayersRegistered.TYPE,), at), (None, None))
    return 0 if fact is None else max(columns.read(fact.player, columns.PLAYER).tolist(), default=0)


def _decoded(
    read: Reader, types: tuple[str, ...], first: int = 0
) -> Iterator[tuple[Recorded, Any]]:
    """Yield decoded events; an unreadable event is left to the other checks."""
    for recorded in read.of_types(types, first):
        try:
            yield recorded, recorded.decoded().payload
        except BadEvent:
            continue


class _Batch:
    """Some reports, with related data of the ledger."""

    def __init__(self, read: Reader, reports: list[_Report], changed: dict[int, int]) -> None:
        self.read, self.reports, self.changed = read, reports, changed
        self.names = read.names_reported([report.position for report in reports])
        self.notes = read.notes([report.recorded.event_id for report in reports])
        players = {player for report in reports for player in _players(report.fact)}
        self.numbers = read.numbers_by_player(players)

    def faults(self) -> Iterator[Fault]:
        by_file: dict[str, list[_Report]] = {}
        for report in self.reports:
            by_file.setdefault(report.fact.file, []).append(report)
        for digest, data in self.read.documents(by_file):
            if sha256(data).hexdigest() == digest:
                for report in by_file[digest]:
                    yield from self._compare(report, data)

    def _compare(self, report: _Report, data: bytes) -> Iterator[Fault]:
        try:
            read = reread_file(data, report.fact)
        except ReportRefused as refused:
            first = refused.problems[0].says if refused.problems else _NO_PARTS
            found = Sentence("a file that is not read: {problem}", problem=first)
            yield report.fault("file", found, Sentence("the report"))
            return
        yield from _columns(report, read)
        if len(read.entrants) == len(_players(report.fact)):
            yield from self._persons(report, read)
        yield from _announced(report, read)

    def _persons(self, report: _Report, read: TournamentReport) -> Iterator[Fault]:
        names = self.names.get(report.position, {})
        for row, entrant in enumerate(read.entrants):
            if row in names and names[row][1] != words_of(entrant):
                yield beside(of_name(report.position, row), OTHER, _BY_FILE)
        by_file, note = officials(read), self.notes.get(report.recorded.event_id)
        if bool(by_file) != bool(report.fact.officials):
            yield report.fault("officials", report.fact.officials, _NOTE if by_file else NONE)
        if note is not None and note != by_file:
            yield beside(of_note(report.position), OTHER, _BY_FILE)
        if report.fact.entrants.commitment != NO_COMMITMENT * len(read.entrants):
            yield from self._who(report, read)

    def _who(self, report: _Report, read: TournamentReport) -> Iterator[Fault]:
        reading = report.fact.reading or FileReading()
        decided = set(columns.read(reading.decided, columns.NUMBER).tolist())
        made = claims(read.entrants, reading.scheme, {}, Problems())
        for row, (player, claim) in enumerate(zip(_players(report.fact), made, strict=True)):
            erased = player not in self.numbers and 0 < player <= report.last_player
            if row in decided or erased or self.changed.get(player, -1) > report.position:
                continue
            bears = self.numbers.get(player, set()).intersection(claim.numbers.items())
            if bears or (not claim.numbers and player in report.registered):
                continue
            numbers = [f"{scheme}:{number}" for scheme, number in claim.numbers.items()]
            expected = Sentence("who bears {numbers}", numbers=numbers) if numbers else _REGISTERED
            place = Sentence("player of entrant {row}", row=row)
            yield report.fault(place, identities.show(player), expected)


def _columns(report: _Report, read: TournamentReport) -> Iterator[Fault]:
    fields, entrants = fields_by_file(read), report.fact.entrants
    games = fields.pop("games")
    for name, by_file in fields.items():
        recorded = getattr(report.fact, name)
        if recorded != by_file:
            yield report.fault(name, _short(recorded), _short(by_file))
    for name in games.__struct_fields__:
        width = columns.NUMBER if name in ("white", "black") else 1
        recorded, by_file = getattr(report.fact.games, name), getattr(games, name)
        yield from _column(report, name, _OF_GAMES, (recorded, by_file), width)
    for name, by_file in entrants_by_file(read).items():
        both = (getattr(entrants, name), by_file)
        yield from _column(report, name, _OF_ENTRANTS, both, columns.NUMBER)


def _column(
    report: _Report, name: str, of: _Rows, both: tuple[str, str], width: int
) -> Iterator[Fault]:
    """Compare a column as recorded and by file."""
    if both[0] == both[1]:
        return
    for row, at in enumerate(range(0, min(map(len, both)), width)):
        found, expected = (column[at : at + width] for column in both)
        if found != expected:
            yield report.fault(of.one.about(name=name, row=row), found, expected)
            return
    rows, by_file = (Count(len(column) // width, "row") for column in both)
    if rows != by_file:
        yield report.fault(of.each.about(name=name), rows, by_file)


def _announced(report: _Report, read: TournamentReport) -> Iterator[Fault]:
    registered = report.tournament
    if registered is None or registered.tournament != report.fact.tournament:
        return
    by_file: dict[str, Any] = {
        "name": read.name,
        "place": read.place or None,
        "federation": read.federation or None,
        "time_control": read.time_control or None,
        "team": bool(read.teams),
    }
    if report.fact.part is None:  # a part says its own days
        by_file |= {"start": read.start, "end": read.end}
    for name, expected in by_file.items():
        recorded = getattr(registered, name)
        if recorded != expected:
            place = Sentence("{name} of the tournament registered with it", name=name)
            yield report.fault(place, recorded, expected)


def _players(fact: ReportFact) -> list[int]:
    return columns.read(fact.entrants.player, columns.PLAYER).tolist()


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
