"""Reports of a small tournament, and their fate in a ledger."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import count
from typing import Any

import pytest

from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.comparing import Difference
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.receipts import ImportReceipt
from ledger.intake.people.registering import Salts
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request, new_salt
from tests.support.pool_ledgers import chess
from tests.support.report_files import Tournament, players, round_robin

T = "T-000001"
FOUR = Tournament(players(4), round_robin(4), round_dates=[date(2026, 1, d) for d in (10, 11, 12)])
"""Four players, three rounds; all games drawn: 1-4 and 2-3, 4-3 and 1-2, 2-4 and 3-1."""
OLD = FOUR.trf16()

FIRST_REPORT = 5
"""Position of the first report in a ledger that `opened` made, if it registers its players."""

LONG = Tournament(
    players(4),
    [*round_robin(4, "1-0"), *round_robin(4, "0-1")],
    start=date(2026, 1, 29),
    round_dates=[*(date(2026, 1, d) for d in (29, 30, 31)), *(date(2026, 2, d) for d in (1, 2, 3))],
)
"""Six rounds over the end of January."""


def won(round_: int, white: int, result: str = "1-0", table: Tournament = FOUR) -> bytes:
    """Return the report with another result in a game."""
    return with_round(
        round_,
        [
            (pairing[0], pairing[1], result) if pairing[0] == white else pairing
            for pairing in table.rounds[round_ - 1]
        ],
        table,
    )


def with_round(round_: int, pairings: list[Any], table: Tournament = FOUR) -> bytes:
    """The report with another round."""
    rounds = [*table.rounds[: round_ - 1], pairings, *table.rounds[round_:]]
    return replace(table, rounds=rounds).trf16()


def replacing(**changes: Any) -> ImportOptions:
    """Return options for a report in place of the standing report."""
    return ImportOptions(**{"replaces": T, "register_new": True, **changes})


def part(number: int, rounds: str, **changes: Any) -> ImportOptions:
    """Return options for a part of T-000001: the first begins the report."""
    first, last = map(int, rounds.split("-"))
    said = {"pools": chess().pools} if number == 1 else {"of": T}
    return ImportOptions(
        **{"part": number, "rounds": (first, last), "register_new": True, **said, **changes}
    )


def replaced(ledger: Ledger, data: bytes, **changes: Any) -> ImportReceipt:
    """Replace the standing report."""
    return import_report(ledger, data, replacing(**changes))


def changes(ledger: Ledger, data: bytes, **said: Any) -> tuple[Difference, ...]:
    """Replace the standing report, and return the differences."""
    return replaced(ledger, data, **said).differences


def record(ledger: Ledger, fact: Fact) -> int:
    """Record a fact; return the position."""
    return ledger.append(Request(f"test {fact}"[:190], (NewEvent(fact),))).last_position


def corrected(game: int, results: str, report: int = FIRST_REPORT) -> ResultCorrected:
    """A game had other results."""
    return ResultCorrected(
        tournament=T,
        report=report,
        game=game,
        white_result=results[0],
        black_result=results[1],
        by="us",
    )


def reassigned(entrant: int, player: int, report: int = FIRST_REPORT) -> EntrantReassigned:
    """An entrant was another player."""
    return EntrantReassigned(tournament=T, report=report, entrant=entrant, player=player, by="us")


def refused_for(refusal: ReportRefused) -> list[str]:
    """Return the problems of refusal, as people read them."""
    return [str(problem) for problem in refusal.problems if problem.severity == "refused"]


def refusal(ledger: Ledger, data: bytes, options: ImportOptions) -> str:
    """Return the refusal of an import; nothing is recorded."""
    before = ledger.read.head()
    with pytest.raises(Refused) as refused:
        import_report(ledger, data, options)
    assert ledger.read.head() == before
    if isinstance(refused.value, ReportRefused):
        return "\n".join(refused_for(refused.value))
    return str(refused.value)


def warned(receipt: ImportReceipt) -> list[str]:
    """Return the warnings of a receipt, as people read warnings."""
    return [str(warning) for warning in receipt.warnings]


def meanwhile(step: Callable[[], object]) -> Salts:
    """Return salts under which somebody else acts once, while the first request is composed."""
    calls = count()

    def salt() -> bytes:
        if next(calls) == 0:
            step()
        return new_salt()

    return salt
