"""Folding of a tournament's stream: details, current reports, corrections.

Only this module decides about the effect of a correction. Readings, for questions that the events
leave open:

* Of two corrections of the same value, the later is in force. A correction names its report; if
  that report is no longer current, the correction has no effect.
* Corrections of results and entrants end when their report is replaced. The new report has its own
  days; name, pools and official status belong to the tournament and stay as corrected.
* Corrected days apply to the reports that are current when the correction is recorded. In a report
  in parts, the first part takes a corrected start, the last part a corrected end. The announcement
  takes the latest value of each day, even if the two contradict each other.
* Decisions about the tournament apply to a new report too; decisions about a game end with the
  report.
* A correction that would make a report invalid (contradicting days, a player twice) has no effect.
* An annulled report counts for nothing until its annulment is lifted; a replacement ends the
  annulment with the report.
* A longer sheet keeps the corrections and decisions of the shorter one: the address of every game
  and the row of every entrant stay the same.
* Reading `received_first`: a report is late if its first complete version came late; a later
  correction does not make it later.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from msgspec import structs

from ledger import columns
from ledger.events.counting import ReportReinstated
from ledger.events.games import SheetCompleted
from ledger.events.report import EntrantReassigned, ReportPartSubmitted, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.sentences import Sentence
from ledger.store.reading import Recorded
from ledger.tournaments.current_report import (
    DAYS_CONTRADICT,
    NO_SUCH_GAME,
    NOT_STANDING,
    Announced,
    Correction,
    CurrentReport,
    RecordedReport,
    amended,
    announced_in,
    redated,
    uncorrected_report,
)


def fold(events: Iterable[Recorded]) -> RecordedReport:
    """Fold the events of a stream, in order."""
    return reduce(after, events, RecordedReport())


def after(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    """Fold one more event; other events than reports and corrections change nothing."""
    then = _FOLDS.get(recorded.type)
    return known if then is None else then(known, recorded)


def _registered(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    return replace(known, announced=announced_in(recorded), registered=recorded.position)


def _reported(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    new = uncorrected_report(recorded)
    if new.reported.replaces is not None:
        return _replaced(known, new)
    follows = recorded.type in _PARTS and new.part and not new.reported.last_part
    return replace(
        known,
        parts=_in_order((*known.parts, new)),
        roots={**known.roots, new.position: new.position},
        complete=known.complete or not follows,
    )


def _in_order(parts: Iterable[CurrentReport]) -> tuple[CurrentReport, ...]:
    return tuple(sorted(parts, key=lambda part: (part.part, part.position)))


def _replaced(known: RecordedReport, new: CurrentReport) -> RecordedReport:
    """Replace a current report; a report replaced before stays replaced.

    The day of receipt is the day of the first report received after the end: an earlier report,
    with rounds to come, was not complete.
    """
    first = known.current(new.reported.replaces)
    if first is None:
        return _with(known, new.recorded, new.reported.replaces, no_effect=NOT_STANDING)
    if new.recorded.type == SheetCompleted.TYPE:
        kept: tuple[str, ...] = ("received_on", "time_control", "results", "players")
        change: dict[str, Any] = {"report": new.position}
    else:
        kept = ("received_on",) if first.received_on >= first.end else ()
        change = {"ended": True}
    new = structs.replace(new, **{name: getattr(first, name) for name in kept})
    replaced = replace(
        known,
        parts=_in_order((*(part for part in known.parts if part is not first), new)),
        roots={**known.roots, new.position: known.roots[first.position]},
        corrections=tuple(
            structs.replace(correction, **change)
            if correction.report == first.position
            else correction
            for correction in known.corrections
        ),
    )
    return _with(replaced, new.recorded, first.position)


def _result(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    fact: ResultCorrected = recorded.decoded().payload
    current = known.current(fact.report)
    why = _without_game(current, fact.game)
    if current is None or why:
        return _with(known, recorded, fact.report, no_effect=why)
    games, both = current.reported.games, (fact.white_result, fact.black_result)
    reported = games.white_result[fact.game], games.black_result[fact.game]
    before = "".join(current.results.get(fact.game, reported))
    corrected = structs.replace(current, results={**current.results, fact.game: both})
    return _with(_with_report(known, corrected), recorded, fact.report, before=before)


def _without_game(current: CurrentReport | None, game: int) -> Sentence | None:
    if current is None:
        return NOT_STANDING
    return None if game < len(current.reported.games.white_result) else NO_SUCH_GAME


def _entrant(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    fact: EntrantReassigned = recorded.decoded().payload
    current = known.current(fact.report)
    if current is None:
        return _with(known, recorded, fact.report, no_effect=NOT_STANDING)
    reported = columns.read(current.reported.entrants.player, columns.PLAYER).tolist()
    now = {**dict(enumerate(reported)), **current.players}
    why = _cannot_be(now, fact.entrant, fact.player)
    if why:
        return _with(known, recorded, fact.report, no_effect=why)
    before, players = str(now[fact.entrant]), {**current.players, fact.entrant: fact.player}
    if fact.player == reported[fact.entrant]:  # as reported: the words of the file apply
        del players[fact.entrant]
    corrected = structs.replace(current, players=players)
    return _with(_with_report(known, corrected), recorded, fact.report, before=before)


def _cannot_be(players: Mapping[int, int], entrant: int, player: int) -> Sentence | None:
    if entrant >= len(players):
        return Sentence("its report has no such entrant")
    if player >= 10**columns.PLAYER:
        return Sentence("there is no such player")
    if player in players.values() and players[entrant] != player:
        return Sentence("the player stood in the report already")
    return None


def _details(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    fact: TournamentDetailsCorrected = recorded.decoded().payload
    details = fact.details
    were = [(part.start, part.end) for part in known.parts]
    days = redated(were, details)
    parts = (
        structs.replace(
            part,
            start=start,
            end=end,
            received_on=details.received_on or part.received_on,
            time_control=details.time_control or part.time_control,
        )
        for part, (start, end) in zip(known.parts, days or were, strict=True)
    )
    announced = amended(known.announced or Announced(), details)
    corrected = replace(known, announced=announced, parts=tuple(parts))
    return _with(corrected, recorded, no_effect=DAYS_CONTRADICT if days is None else None)


def _decision(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    fact = recorded.decoded().payload
    report = getattr(fact, "report", None)
    why = None if report is None else _without_game(known.current(report), fact.game)
    return _with(known, recorded, report, no_effect=why)


def _annulled(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    report: int = recorded.decoded().payload.report
    already = Sentence("it is annulled already") if known.annulment(report) else None
    why = already if known.current(report) else NOT_STANDING
    return _with(known, recorded, report, no_effect=why)


def _reinstated(known: RecordedReport, recorded: Recorded) -> RecordedReport:
    fact: ReportReinstated = recorded.decoded().payload
    annulment = known.annulment(fact.report)
    lifted = annulment is not None and annulment.position == fact.lifts
    why = None if lifted else Sentence("the annulment that it names does not stand")
    return _with(known, recorded, fact.report, no_effect=why)


def _with(
    known: RecordedReport,
    recorded: Recorded,
    report: int | None = None,
    *,
    before: str = "",
    no_effect: Sentence | None = None,
) -> RecordedReport:
    correction = Correction(recorded, report, before, no_effect)
    return replace(known, corrections=(*known.corrections, correction))


def _with_report(known: RecordedReport, current: CurrentReport) -> RecordedReport:
    at = current.position
    parts = (current if part.position == at else part for part in known.parts)
    return replace(known, parts=tuple(parts))


_Fold = Callable[[RecordedReport, Recorded], RecordedReport]

_CORRECTING: Final[dict[str, _Fold]] = {
    "report-replaced.v1": _reported,
    "result-corrected.v1": _result,
    "entrant-reassigned.v1": _entrant,
    "tournament-details-corrected.v1": _details,
    "tournament-refused.v1": _decision,
    "tournament-cancelled.v1": _decision,
    "tournament-reinstated.v1": _decision,
    "report-annulled.v1": _annulled,
    "report-reinstated.v1": _reinstated,
    "exemption-granted.v1": _decision,
    "game-excluded.v1": _decision,
    "game-admitted.v1": _decision,
}
_PARTS: Final = (ReportPartSubmitted.TYPE, SheetCompleted.TYPE)
"""The events that may come several times, each with its own games."""

_FOLDS: Final[dict[str, _Fold]] = {
    "tournament-registered.v1": _registered,
    "tournament-submitted.v1": _reported,
    "report-part-submitted.v1": _reported,
    "sheet-completed.v1": _reported,
    **_CORRECTING,
}
"""The fold of each event type."""

CORRECTIONS: Final = tuple(_CORRECTING)
"""Event types of corrections and decisions about a tournament."""
