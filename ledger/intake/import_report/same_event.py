"""A report of an event that is recorded already, under another name or in another file.

Readings, for questions that no text answers:

* `recorded_once`: the same players, days and results are one event, and a second report of it is
  refused until somebody says that it is another event: who hands it in, or a body by decision.
* `counted_elsewhere`: an event may count for pools apart, each with a report of its own; so may one
  that is announced anew after a refusal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from ledger.events.counting import ReportCompared
from ledger.intake.formats.problems import (
    ANOTHER_EVENT,
    Place,
    Problem,
    Problems,
    ReportRefused,
    option,
)
from ledger.intake.import_report import previous_report
from ledger.intake.import_report.options import ImportOptions
from ledger.sentences import Body, Input, Position, Sentence
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.withheld import Withheld, WithheldReports
from ledger.tournaments import sketches
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.recorded_report import counted_pools
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.same_tournaments import (
    comparison,
    last_comparison,
    own_sketches,
    same_as,
)
from ledger.tournaments.sketches import Same

_MOST_SHOWN: Final = 3
_PLACE: Final = Place("tournament")
_SAYING: Final = Sentence("if it is another event, say so: {input}", input=Input("another_event"))


class EventRecorded(ReportRefused):
    """The event is recorded already, and nothing else is wrong with the report."""

    def __init__(self, problems: Iterable[Problem], file: str, recorded: Same) -> None:
        """Keep the file (SHA-256) and the recorded tournament of the same event."""
        super().__init__(problems)
        self.file, self.recorded = file, recorded


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A report as handed in: its file, its players, and the tournament it belongs to."""

    report: TournamentReport
    file: str
    """SHA-256 of the file."""
    players: Sequence[int]
    """Register numbers of the entrants, in their order."""
    options: ImportOptions
    known: RecordedReport | None
    """The recorded state of its tournament; None for a new one."""

    def others(self) -> Sequence[CurrentReport]:
        """Return the other parts of its tournament."""
        if self.known is None or self.options.part is None:
            return ()
        replaced = None
        if self.options.replaces is not None:
            replaced = previous_report.replaced_of(self.known, self.options)
        return [part for part in self.known.parts if part is not replaced]


class Compared(NamedTuple):
    """What a report was compared with."""

    recorded: Same | None = None
    """The recorded tournament of the same event, by which it is refused."""
    is_alike: bool = False
    """Whether any recorded tournament is equal to it, or like it."""


def check_recorded_once(read: Reader, handed: HandedIn, problems: Problems) -> Compared:
    """Refuse a report of an event that is recorded already.

    What is only like it, or counts for other pools, is a warning.
    """
    report, found = handed.report, list[Same]()
    asked = sketches.of_file(report.start, report.end, handed.players, report.games)
    same = same_as(read, own_sketches(read, asked, handed.others()), handed.options.target or "")
    for recorded in islice(_undecided(read, handed, same, problems), _MOST_SHOWN):
        if recorded.equal and not _counts_apart(read, handed, recorded.tournament):
            expected = Sentence(
                "an event that is not on record; the same players, days and results are those of "
                "{tournament} ({event})",
                tournament=recorded.tournament,
                event=Position(recorded.position),
            )
            problems.refuse(_PLACE, report.name, expected, _SAYING, ANOTHER_EVENT)
            found.append(recorded)
            continue
        expected = Sentence(
            "a tournament that is not on record; this may be {recorded}", recorded=recorded.says
        )
        remedy = Sentence(
            "compare the two; a corrected report replaces the first one: {option}; {saying}",
            option=option(("--replaces", recorded.tournament)),
            saying=_SAYING,
        )
        problems.warn(_PLACE, report.name, expected, remedy)
    return Compared(found[0] if found else None, bool(same))


def refused(problems: Sequence[Problem], file: str, recorded: Same | None) -> ReportRefused:
    """Return the refusal of a report, with the recorded tournament of its event, if any."""
    refusing = [problem for problem in problems if problem.severity == "refused"]
    if recorded is not None and all(one.answer == ANOTHER_EVENT for one in refusing):
        return EventRecorded(problems, file, recorded)
    return ReportRefused(problems)


def _undecided(
    read: Reader, handed: HandedIn, same: Sequence[Same], problems: Problems
) -> Iterator[Same]:
    """Yield the tournaments about which nobody said whether they are the same event."""
    for recorded in same:
        compared = last_comparison(read, [(recorded.tournament, handed.file)])
        if compared is not None and compared.event == "same":
            expected = Sentence(
                "another event than {tournament}: {by} decided otherwise",
                tournament=recorded.tournament,
                by=Body(compared.by),
            )
            decide = comparison(recorded.tournament, handed.file, "another")
            remedy = Sentence("if that was wrong: {decide}", decide=decide)
            problems.refuse(_PLACE, handed.report.name, expected, remedy)
        elif compared is None and not handed.options.another_event:
            yield recorded


def _counts_apart(read: Reader, handed: HandedIn, other: str) -> bool:
    target, asked = handed.options.target, handed.options.pools
    pools = asked if target is None else counted_pools(read, target)
    return counted_pools(read, other).isdisjoint(pools)


def waiting(ledger: Ledger) -> list[Withheld]:
    """Return the withheld reports that no body called the same event. Cost: one reading for all."""
    rows = WithheldReports(ledger.engine).unrecorded()
    decided = ledger.read.of_type(ReportCompared.TYPE) if rows else ()
    compared: Iterator[ReportCompared] = (event.decoded().payload for event in decided)
    last = {(fact.tournament, fact.file): fact.event for fact in compared}
    return [row for row in rows if last.get((row.tournament, row.file)) != "same"]
