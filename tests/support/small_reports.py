"""Small reports as facts, for tests of folding."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from ledger import columns
from ledger.clock import microseconds
from ledger.events.base import Fact
from ledger.events.catalogue import Body, write
from ledger.events.report import (
    Bye,
    EntrantReassigned,
    Entrants,
    Games,
    ReportPartSubmitted,
    ReportReplaced,
    ResultCorrected,
    Round,
    TournamentSubmitted,
)
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ledger.store.reading import Recorded
from ledger.tournaments.current_report import RecordedReport
from ledger.tournaments.folding import fold

T = "T-000001"
FIRST, LAST = date(2026, 1, 10), date(2026, 1, 12)
RECORDED_AT = datetime(2026, 2, 1, tzinfo=UTC)


def announced(**changes: Any) -> TournamentRegistered:
    """A tournament of three days in January."""
    said = {"name": "Open", "pools": ("fide-standard",), "start": FIRST, "end": LAST}
    return TournamentRegistered(tournament=T, registered_on=FIRST, **{**said, **changes})


def report(**changes: Any) -> TournamentSubmitted:
    """Players 11, 12, 13: 11 beats 12, 13 has a bye; 13 and 11 draw, 12 is absent."""
    return TournamentSubmitted(**columns_of(**changes))


def part(number: int, **changes: Any) -> ReportPartSubmitted:
    """The same as part of a report."""
    return ReportPartSubmitted(part=number, **columns_of(**changes))


def replacement(replaces: int, **changes: Any) -> ReportReplaced:
    """The same in the place of another report."""
    return ReportReplaced(replaces=replaces, **columns_of(**changes))


def columns_of(
    players: Iterable[int] = (11, 12, 13),
    numbers: Iterable[int] = (1, 2, 3),
    halves: Iterable[int] | None = (3, 0, 3),
    ranks: Iterable[int] | None = (1, 3, 2),
    **changes: Any,
) -> dict[str, Any]:
    """Give the fields of a report of two rounds."""
    who = list(players)
    entrants = Entrants(
        player=columns.write(who, columns.PLAYER),
        number=columns.write(numbers, columns.NUMBER),
        rating=columns.write([2000] * len(who), columns.RATING),
        commitment="0" * columns.COMMITMENT * len(who),
        half_points=columns.write(halves or (), columns.NUMBER),
        rank=columns.write(ranks or (), columns.NUMBER),
    )
    games = Games(white="00000002", black="00010000", white_result="1=", black_result="0=")
    said: dict[str, Any] = {
        "tournament": T,
        "received_on": LAST,
        "file": "f" * 64,
        "start": FIRST,
        "end": LAST,
        "entrants": entrants,
        "rounds": (Round(games=1, on=FIRST), Round(games=1, on=LAST)),
        "games": games,
        "byes": (Bye(round=1, entrant=2, code="U"), Bye(round=2, entrant=1, code="Z")),
    }
    return {**said, **changes}


def result(report: int, game: int, results: str) -> ResultCorrected:
    """A game had other results."""
    return ResultCorrected(
        tournament=T,
        report=report,
        game=game,
        white_result=results[0],
        black_result=results[1],
        by="the-commission",
        article="5.1",
    )


def reassigned(report: int, entrant: int, player: int) -> EntrantReassigned:
    """An entrant was another person."""
    return EntrantReassigned(
        tournament=T, report=report, entrant=entrant, player=player, by="the-commission"
    )


def details(**said: Any) -> TournamentDetailsCorrected:
    """Facts of the tournament were wrong."""
    return TournamentDetailsCorrected(tournament=T, details=Details(**said), by="the-commission")


def told(*facts: Fact, first: int = 10) -> list[Recorded]:
    """Give facts as recorded on the first of February, from position 10 on."""
    return [as_recorded(fact, first + at) for at, fact in enumerate(facts)]


def as_recorded(fact: Fact, position: int) -> Recorded:
    """Return a fact as the event of the stream at a position."""
    event_id, day = f"{position:032x}", fact.valid_on() or FIRST
    body = Body(
        event_id=event_id,
        stream=fact.stream(),
        type=fact.TYPE,
        valid_on=day,
        recorded_by="local",
        payload=fact,
    )
    at = (position, event_id, fact.stream(), position, fact.TYPE, str(day), "local")
    return Recorded(*at, microseconds(RECORDED_AT), write(body), b"", b"")


def after(*facts: Fact) -> RecordedReport:
    """Return the state after some facts, from position 10 on."""
    return fold(told(*facts))
