"""The previous report of a tournament: the report to replace, or the part before."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, NamedTuple

from ledger.errors import Refused
from ledger.events.appeals import AppealDecided
from ledger.events.games import sheets_of
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.expected import named
from ledger.intake.formats.problems import Place, Problems, option, setting
from ledger.intake.import_report.options import ImportOptions, give_it, numbered
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.folding import fold
from ledger.tournaments.recorded_report import NothingReported, folded, report_of
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.report_from_columns import Part, players_of

_PART_DAYS: Final = Place(Sentence("days of the part"))
_OTHER_ROUNDS: Final = Sentence(
    "take other rounds only: {option}", option=option(("--rounds", "FIRST-LAST"))
)
_PART: Final = option(("--part", "N"))
_LOOK: Final = Sentence("check that no round is reported twice; the days of some are not known")
_IN_ORDER: Final = Sentence("send the parts in order")


class NothingDiffers(Refused):
    """The file equals the current report."""


class ReplacedMeanwhile(Refused):
    """Another file replaced the report while this file was read."""


def known_report(read: Reader, options: ImportOptions) -> RecordedReport | None:
    """Return the recorded state of the report's tournament; None for a new tournament.

    Raises Refused where there is no such tournament, or no report that could be replaced.
    """
    tournament = options.target
    if tournament is None:
        return None
    if read.stream_version(f"tournament-{tournament}") == NO_STREAM:
        raise Refused(
            Sentence("there is no tournament '{id}': correct its number", id=tournament),
            code="unknown-tournament",
            field="tournament",
            found=tournament,
        )
    if read.streams(sheets_of(tournament)):
        raise Refused(
            Sentence(
                "the games of {tournament} are recorded one by one, and with a report they would "
                "count twice: add the game that is missing, or announce another tournament",
                tournament=tournament,
            ),
            code="games-recorded",
            field="tournament",
            found=tournament,
            expected=Sentence("a tournament without single games"),
            remedy=Remedy("add-game", tournament=tournament),
        )
    known = folded(read, tournament)
    if options.replaces is not None and not known.parts:
        raise NothingReported(
            Sentence(
                "{tournament} was announced and has no report yet: {hand_in}",
                tournament=tournament,
                hand_in=Remedy("import-report", file=None, of=tournament),
            ),
            field="replaces",
            found=tournament,
            expected=Sentence("a tournament with a report"),
        )
    return known


def replaced_of(known: RecordedReport, options: ImportOptions) -> CurrentReport:
    """Return the report to replace. Raises Refused if none matches, or several do."""
    numbers = [current.reported.part for current in known.parts]
    if options.part is None and numbers != [None]:
        there = ", ".join(str(number) for number in numbers)
        remedy = Sentence("name one with {part}", part=_PART)
        if options.by_month:
            remedy = Sentence(
                "leave out {by_month}, and name one with {part} {rounds}",
                by_month=Input("by_month"),
                part=_PART,
                rounds=option(("--rounds", "FIRST-LAST")),
            )
        message = Sentence(
            "the report of {tournament} came in parts ({parts}): {remedy}",
            tournament=options.replaces,
            parts=there,
            remedy=remedy,
        )
        raise Refused(message, code="report-in-parts", field="part", expected=there)
    if options.part in numbers:
        return known.parts[numbers.index(options.part)]
    known_parts = named([str(number) for number in numbers if number])
    raise Refused(
        Sentence(
            "{tournament} has no part {part}; its parts: {parts}",
            tournament=options.replaces,
            part=options.part,
            parts=known_parts,
        ),
        code="unknown-part",
        field="part",
        found=options.part,
        expected=known_parts,
    )


def position_after(known: RecordedReport, options: ImportOptions) -> int | None:
    """Return the position left by a replacement (of a divided report the last part), or None."""
    if options.replaces is None:
        return None
    divided = options.by_month and known.parts[-1].part
    return known.parts[-1].position if divided else replaced_of(known, options).position


def side_of(read: Reader, known: RecordedReport, current: CurrentReport) -> Part:
    """Return a current report, as corrected, with the players."""
    report = report_of(read, replace(known, parts=(current,)))
    corrected = replace(report, time_control=current.time_control)
    return Part(corrected, players_of(current))


def completed(report: TournamentReport, known: RecordedReport) -> TournamentReport:
    """Return a report with the time control of the announcement where its file states none."""
    announced = (known.announced and known.announced.time_control) or ""
    return replace(report, time_control=report.time_control or announced)


def ended_with(known: RecordedReport, current: CurrentReport) -> tuple[int, ...]:
    """Return the positions of corrections ended by a replacement: of games, entrants, own days."""
    positions = {correction.position for correction in known.in_force(current.position)}
    for correction in known.corrections:
        if correction.recorded.type == TournamentDetailsCorrected.TYPE and not current.part:
            details = correction.payload.details
            if correction.position > current.position and (details.start or details.end):
                positions.add(correction.position)
    return tuple(sorted(positions))


def caused_by_appeals(read: Reader, corrections: Iterable[int]) -> Iterator[tuple[int, str]]:
    """Yield the corrections that the decision of an appeal caused: position, appeal."""
    firsts = {at: read.request_at(at).first_position for at in corrections}
    stored = read.at(sorted(set(firsts.values())))
    for position, first in firsts.items():
        if stored[first].type == AppealDecided.TYPE:
            decided: AppealDecided = stored[first].decoded().payload
            yield position, decided.appeal


def warn_of_appeals(read: Reader, ended: Iterable[int], problems: Problems) -> None:
    """Warn of corrections that the decision of an appeal caused and a replacement ends."""
    for position, appeal in caused_by_appeals(read, ended):
        problems.warn(
            Place("replaces"),
            Sentence(
                "the correction {position}, caused by the decision of appeal {appeal}",
                position=Position(position),
                appeal=appeal,
            ),
            Sentence(
                "a file with what was decided: the correction ends with the report it corrected"
            ),
            Sentence("check the file, and correct the new report if the decision is not in it"),
        )


class KQuestion(NamedTuple):
    """A question about K by the time control of a tournament, as recorded and as replaced."""

    pools: Sequence[str]
    start: date
    time_controls: tuple[str, str]
    online: bool


KOf = Callable[[KQuestion], Iterable[tuple[str, int, int]]]
"""Gives pool, K before and K after, for pools whose K rests on the time control; 0: no K."""


def warn_of_other_k(asked: KQuestion, k_of: KOf, problems: Problems) -> None:
    """Warn of a time control of the file by which K is another one than by the recorded one."""
    before, after = asked.time_controls
    if not before or before == after:
        return
    answer = setting("time_control", before)
    for pool, was, now in k_of(asked):
        if was != now:
            then, since = (Sentence("K {k}", k=k) if k else Sentence("no K") for k in (was, now))
            expected = Sentence(
                "{time_control}, as recorded: {then} in {pool}; by the file {since}",
                time_control=before,
                then=then,
                pool=pool,
                since=since,
            )
            keep = option(answer)
            remedy = Sentence("if the file is wrong, keep what is recorded: {option}", option=keep)
            place = Place(Sentence("time control"))
            problems.warn(place, after, expected, remedy, answer)


def check_follows(known: RecordedReport, options: ImportOptions, problems: Problems) -> None:
    """Check that a report is the first or the next part, and another may follow."""
    place, found = Place("part"), numbered(options.part)
    replaces = option(("--replaces", options.of or ""))
    if not known.parts:
        if options.part not in (None, 1):
            expected = Sentence("part 1: nothing is reported yet")
            problems.refuse(place, found, expected, _IN_ORDER)
        return
    last = known.parts[-1].reported.part
    if options.part is None and last is None:
        report = Position(known.parts[-1].position)
        expected = Sentence("a tournament without a report; this one has {report}", report=report)
        remedy = Sentence("to put that right, replace it: {option}", option=replaces)
        problems.refuse(Place("of"), options.of or "", expected, remedy)
    elif options.part is None:
        expected = Sentence("the number of the part; part {part} was the last to come", part=last)
        problems.refuse(place, "", expected, give_it("--part"))
    elif last is None:
        expected = Sentence("no part: the report came whole")
        remedy = Sentence("replace it by a longer one: {option}", option=replaces)
        problems.refuse(place, found, expected, remedy)
    elif known.complete:
        expected = Sentence("no part after part {part}, the last", part=last)
        remedy = Sentence("replace one: {option} {part}", option=replaces, part=_PART)
        problems.refuse(place, found, expected, remedy)
    elif options.part != last + 1:
        remedy = Sentence(
            "{send}; one that is here is replaced: {option}", send=_IN_ORDER, option=replaces
        )
        problems.refuse(place, found, Sentence("part {part}, the next", part=last + 1), remedy)


def check_same_event(known: RecordedReport, report: TournamentReport, problems: Problems) -> None:
    """Warn if the file names another event than the tournament."""
    if known.announced is None:
        return
    for field in ("name", "place", "federation"):
        reported, announced = getattr(report, field), getattr(known.announced, field)
        if reported and announced and reported != announced:
            expected = Sentence("{value}, as it was registered", value=announced)
            remedy = Sentence(
                "check that it is this tournament; a report changes neither name nor place"
            )
            problems.warn(Place(field), reported, expected, remedy)


def check_apart(
    known: RecordedReport, part: int | None, report: TournamentReport, problems: Problems
) -> None:
    """Check for days repeated in other parts: refused by rounds, else a warning."""
    if part is None:
        return
    first, last, exact = _days(report.round_dates, report)
    for current in known.parts:
        number = current.part
        began, ended, is_known = _days([played.on for played in current.report.rounds], current)
        report_problem, remedy = problems.warn, _LOOK
        if exact and is_known:
            report_problem, remedy = problems.refuse, _OTHER_ROUNDS
        if number < part and first <= ended:
            expected = Sentence("days after {day}, when part {part} ended", day=ended, part=number)
            report_problem(_PART_DAYS, str(first), expected, remedy)
        if number > part and last >= began:
            expected = Sentence("days before {day}, when part {part} began", day=began, part=number)
            report_problem(_PART_DAYS, str(last), expected, remedy)


def _days(
    rounds: Iterable[date | None], report: TournamentReport | CurrentReport
) -> tuple[date, date, bool]:
    """Return the first and the last day, and whether the days of all rounds are known."""
    days = list(rounds)
    known = [day for day in days if day is not None]
    if known and len(known) == len(days):
        return min(known), max(known), True
    return report.start, report.end, False


def streams_of(read: Reader, tournament: str) -> Iterator[tuple[str, int]]:
    """Yield the streams of the tournament and the pools, each with the version."""
    stream = f"tournament-{tournament}"
    events = list(read.stream(stream))
    yield stream, events[-1].stream_version if events else NO_STREAM
    announced = fold(events).announced
    for pool in announced.pools if announced else ():
        yield f"pool-{pool}", read.stream_version(f"pool-{pool}")
