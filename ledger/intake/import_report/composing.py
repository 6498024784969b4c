"""From a report to a request."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from ledger import canonical, columns
from ledger.events.external import ExternalListSearched
from ledger.events.report import (
    NOT_GIVEN,
    Bye,
    Entrants,
    Games,
    ReportPartSubmitted,
    ReportReplaced,
    Round,
    TournamentSubmitted,
)
from ledger.events.teams import Teams
from ledger.events.tournament import TournamentRegistered
from ledger.intake.formats.manual_facts import ManualFacts
from ledger.intake.formats.reading import NO_FACTS
from ledger.intake.import_report.file_reading import reading_of
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.receipts import Inputs
from ledger.intake.people.entrants import Roll
from ledger.intake.people.registering import Salts
from ledger.register import identities
from ledger.store.requests import Document, NewEvent, ReportedName, Request, commitment
from ledger.tournaments.current_report import CurrentReport
from ledger.tournaments.report import Entrant, TournamentReport


class Context(NamedTuple):
    """Context of a report: facts given by hand, tournament, day of receipt, players.

    `expected` are versions of streams beside the register's; `replaced` is the report that it takes
    the place of, None for a new one or a part; `announced` says when the whole tournament is, None
    where it is registered already; `document` is None where the file is kept already.
    """

    given: ManualFacts
    tournament: str
    received_on: date
    roll: Roll
    last: identities.Last
    expected: Mapping[str, int]
    announced: tuple[date, date] | None = None
    replaced: CurrentReport | None = None
    document: Document | None = None
    facts: Mapping[str, str] = NO_FACTS
    """Announced facts that the file may leave out."""
    look_ups: tuple[ExternalListSearched, ...] = ()
    """Entrants looked up on lists of other bodies."""
    another_event: bool = False
    """Whether a recorded tournament is like it, and who hands it in says that it is another one."""


def compose(
    inputs: Inputs, reports: Sequence[TournamentReport], context: Context, salts: Salts
) -> Request:
    """Return the request: new players, numbered after the last; tournament; report."""
    options, first = inputs.options, context.last.player + 1
    registered, subjects = context.roll.entered(first, context.received_on, salts)
    before = (*registered, *context.look_ups, *_announced(reports[0], context, options))
    names: list[ReportedName] = []
    notes: dict[int, tuple[bytes, str]] = {}
    events: list[NewEvent] = []
    for number, report in enumerate(reports, 1):
        at, text = len(before) + len(events), officials(report)
        words = [
            ReportedName(at, row, salts(), words_of(entrant))
            for row, entrant in enumerate(report.entrants)
        ]
        if text:
            notes[at] = (salts(), text)
        fields = {
            "tournament": context.tournament,
            "received_on": context.received_on,
            "file": inputs.file,
            "entrants": Entrants(
                player=columns.write(context.roll.players(first), columns.PLAYER),
                commitment="".join(commitment(name.salt, name.body) for name in words),
                **entrants_by_file(report),
            ),
            "officials": commitment(notes[at][0], text.encode()) if text else None,
            "reading": reading_of(options, context.given, context.facts, report),
            "another_event": context.another_event,
            **fields_by_file(report),
        }
        month = number if options.by_month else None
        events.append(_event(fields, context, options, month, last=number == len(reports)))
        names += words
    return Request(
        key=inputs.key(context.replaced.position if context.replaced else None),
        events=(*map(NewEvent, before), *events),
        fingerprint=inputs.fingerprint,
        expected={
            **context.expected,
            **{fact.stream(): context.last.version for fact in registered},
        },
        recorded_by=options.recorded_by,
        documents=(context.document,) if context.document else (),
        subjects=subjects,
        reported_names=tuple(names),
        notes=notes,
    )


_BY_HAND: Final = (
    *("registered_on", "hybrid", "online", "official_event", "norms_possible"),
    *("match_games", "announced_as_rated", "weight"),
)
"""Facts of the announcement that no file has."""


def _announced(
    report: TournamentReport, context: Context, options: ImportOptions
) -> tuple[TournamentRegistered, ...]:
    if context.announced is None:
        return ()
    fact = TournamentRegistered(
        tournament=context.tournament,
        name=report.name,
        place=report.place or None,
        federation=report.federation or None,
        pools=tuple(dict.fromkeys(options.pools)),
        start=context.announced[0],
        end=context.announced[1],
        pairing_system=context.given.pairing_system or report.type or None,
        time_control=report.time_control or None,
        team=bool(report.teams),
        **{name: getattr(context.given, name) for name in _BY_HAND},
    )
    return (fact,)


def _event(
    fields: dict[str, Any],
    context: Context,
    options: ImportOptions,
    month: int | None,
    *,
    last: bool,
) -> NewEvent:
    """Return the report event: new, a part, or a replacement (of a divided report, its first part).

    The other parts are received on the day of the replaced report.
    """
    replaced = context.replaced
    if replaced is not None and month in (None, 1):
        part = month or replaced.reported.part
        fact = ReportReplaced(**fields, part=part, replaces=replaced.position)
        return NewEvent(fact, supersedes=replaced.event_id)
    if month is not None:
        received = {} if replaced is None else {"received_on": replaced.received_on}
        return NewEvent(ReportPartSubmitted(**fields | received, part=month, last_part=last))
    if options.part is not None:
        part, last = options.part, options.last_part
        return NewEvent(ReportPartSubmitted(**fields, part=part, last_part=last))
    return NewEvent(TournamentSubmitted(**fields))


def fields_by_file(report: TournamentReport) -> dict[str, Any]:
    """Return the fields of a report event taken from the file, except the entrants."""
    games_by_round = Counter(game.round for game in report.games)
    days = enumerate(report.round_dates, 1)
    return {
        "start": report.start,
        "end": report.end,
        "time_control": report.time_control or None,
        "rounds": tuple(Round(games=games_by_round[number], on=day) for number, day in days),
        "games": _games(report),
        "byes": tuple(Bye(round=b.round, entrant=b.entrant, code=b.code) for b in report.byes),  # type: ignore[arg-type]  # the reader gives no other code
        "teams": _teams(report),
        "scoring": report.scoring or None,
        "rounds_announced": report.rounds_announced or None,
        "initial_colour": report.initial_colour or None,
        "other_records": report.other_records,
    }


def officials(report: TournamentReport) -> str:
    """Return the arbiters of a file as JSON text; "" if the file names none."""
    if not (report.chief_arbiter or report.deputies):
        return ""
    arbiters = {"chief_arbiter": report.chief_arbiter, "deputies": list(report.deputies)}
    return canonical.encode(arbiters).decode()


def _teams(report: TournamentReport) -> Teams | None:
    if not report.teams:
        return None
    members = [member for team in report.teams for member in team.members]
    return Teams(
        name=tuple(team.name or str(team.number) for team in report.teams),
        number=columns.write((team.number for team in report.teams), columns.NUMBER),
        size=columns.write((len(team.members) for team in report.teams), columns.NUMBER),
        member=columns.write(members, columns.NUMBER),
    )


def words_of(entrant: Entrant) -> bytes:
    """Return the words of an entrant, exactly as in the file."""
    national = [
        {
            "federation": known.federation,
            "number": known.number,
            "rating": known.rating,
            **({"class": known.classification} if known.classification else {}),
        }
        for known in entrant.national
    ]
    return canonical.encode(
        {
            "name": entrant.name,
            "title": entrant.title,
            "sex": entrant.sex,
            "birth": entrant.birth,
            "federation": entrant.federation,
            "number": entrant.reported_number,
            "rating": entrant.rating,
            **({"national": national} if national else {}),
        }
    )


def entrants_by_file(report: TournamentReport) -> dict[str, str]:
    """Return the columns of entrants taken from the file."""
    return {
        "number": columns.write((entrant.number for entrant in report.entrants), columns.NUMBER),
        "rating": columns.write((entrant.rating for entrant in report.entrants), columns.RATING),
        "half_points": _optional(entrant.points_halves for entrant in report.entrants),
        "rank": _optional(entrant.rank for entrant in report.entrants),
    }


def _optional(values: Iterable[int | None]) -> str:
    listed = list(values)
    if all(value is None for value in listed):
        return ""
    return columns.write(
        (NOT_GIVEN if value is None else value for value in listed), columns.NUMBER
    )


def _games(report: TournamentReport) -> Games:
    games = report.games
    colours = "".join("w" if game.colours else "-" for game in games)
    return Games(
        white=columns.write((game.white for game in games), columns.NUMBER),
        black=columns.write((game.black for game in games), columns.NUMBER),
        white_result="".join(game.white_result for game in games),
        black_result="".join(game.black_result for game in games),
        colours=colours if "-" in colours else "",
    )
