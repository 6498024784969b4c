"""Completing a sheet: from then on the next list counts its games, like a part of a report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from ledger.errors import Refused, Remedy
from ledger.events.games import SheetCompleted
from ledger.store.requests import NewEvent, Receipt, Request
from ledger.tournaments.folding import fold
from ledger.tournaments.known import RecordedReport
from ledger.tournaments.sheets import SingleGame, games_for, laid_out, sheet_for
from ops.answers.tournament_games import Tournament, read_tournament
from ops.commands.rated_whole import whole_by_pool
from ops.commands.single_games import pool_of_source
from ops.house import House


@dataclass(frozen=True, slots=True)
class CompletedSheet:
    """A sheet as it was completed, and where it is recorded."""

    receipt: Receipt
    sheet: SheetCompleted


def complete_sheet(
    house: House,
    tournament: str,
    month: str | None = None,
    received_on: date | None = None,
    *,
    by: str = "local",
) -> CompletedSheet:
    """Complete the sheet of a month (`2026-01`), or of all games of the source (None).

    `received_on` is the day on which the last game was known: today, where it is not said. A sheet
    that is complete already gives the first receipt. Raises Refused for a month without games, or
    one that is no month; for a month where the pool rates a tournament as one; and for all games
    where the sheet of a month is complete.
    """
    key = f"sheet:{tournament}:{month or 'all'}"

    def compose() -> Request | Receipt:
        first = house.read.request(key)
        if first is not None:
            return first
        of = read_tournament(house.read, tournament)
        pool = pool_of_source(of)
        _check_divided(house, of, pool, month)
        known = fold(of.events)
        _check_open(of, known, month)
        games = games_for(house.read, tournament, month)
        received = received_on or house.today()
        part = 1 + max((sheet.part for sheet in known.parts), default=0) if month else None
        sheet = _sheet(tournament, month, games, part, received)
        return Request(key, (NewEvent(sheet),), expected={of.stream: of.version}, recorded_by=by)

    receipt = house.ledger.append_under_lock(
        compose
    )  # a game recorded meanwhile would be on no sheet
    recorded = house.read.at([receipt.first_position])[receipt.first_position]
    return CompletedSheet(receipt, recorded.decoded().payload)


def _sheet(
    tournament: str, month: str | None, games: list[SingleGame], part: int | None, received_on: date
) -> SheetCompleted:
    if not games:
        of_month = f" of {month}" if month else ""
        raise Refused(
            f"{tournament}: no game{of_month} is recorded",
            code="no-games",
            field="month",
            found=month or "",
            expected="a month with a game",
            remedy=Remedy("tournament add-game", (tournament,)),
        )
    said = laid_out(games)
    if received_on < said["end"]:
        raise Refused(
            f"received on {received_on}, before its last game was played ({said['end']})",
            code="days-contradict",
            field="received-on",
            found=received_on,
            expected=f"{said['end']} or after",
        )
    return SheetCompleted(
        tournament=tournament, month=month, part=part, received_on=received_on, **said
    )


def _check_divided(house: House, of: Tournament, pool: str, month: str | None) -> None:
    """Refuse the sheet of a month where the pool rates a tournament as one."""
    article = whole_by_pool(house).get(pool)
    if article and month is not None:
        raise Refused(
            f"{of.id}: {pool} rates a tournament as one ({article}): when its last game was "
            "played, complete the sheet of all games, without a month",
            code="report-in-parts",
            field="month",
            found=month,
            expected="no month",
            remedy=Remedy("tournament complete-sheet", (of.id,)),
        )


def _check_open(of: Tournament, known: RecordedReport, month: str | None) -> None:
    """Refuse a sheet whose games stand on another one."""
    other = sheet_for(known, month) if month else next(iter(known.parts), None)
    if other is not None:
        raise Refused(
            f"{of.id}: its games stand on a completed sheet already (#{other.position})",
            code="sheet-complete",
            field="month",
            found=month or "",
            expected="games that are on no sheet",
        )
