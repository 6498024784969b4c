"""The events with games of some tournaments: reports, and single games of leagues and matches."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ledger.events.games import GamePlayed, SheetCompleted, sheets_of, tournament_in
from ledger.events.report import ReportPartSubmitted, ReportReplaced, TournamentSubmitted
from ledger.store.reading import Reader, Recorded
from ledger.store.reading_events import Heading

WITH_GAMES: Final = tuple(
    kind.TYPE for kind in (GamePlayed, TournamentSubmitted, ReportPartSubmitted, ReportReplaced)
)
"""Types of events with games; a completed sheet repeats those recorded one by one."""

_PAGE: Final = 64
"""Single games read at a time."""


def events_of(
    read: Reader, tournaments: Collection[str], leagues: Collection[str] = ()
) -> list[Heading]:
    """Return the reports and single games of some tournaments, in order of recording.

    `leagues` are those that may have single games and no completed sheet yet.
    """
    names = [f"tournament-{name}" for name in sorted(tournaments)]
    reported = read.headings("stream", names)
    completed = (one.stream for one in reported if one.type == SheetCompleted.TYPE)
    with_sheets = sorted({*map(tournament_in, completed), *leagues})
    sheets = [stream for name in with_sheets for stream, _ in read.streams(sheets_of(name))]
    alone = read.headings("stream", sheets) if sheets else []
    return sorted(one for one in (*reported, *alone) if one.type in WITH_GAMES)


def with_single_games(read: Reader, events: Sequence[Heading]) -> Iterator[Heading | Recorded]:
    """Yield events in their order; single games are read, a page of them at a time."""
    for start in range(0, len(events), _PAGE):
        page = events[start : start + _PAGE]
        alone = read.at([one.position for one in page if one.type == GamePlayed.TYPE])
        yield from (alone.get(one.position, one) for one in page)
