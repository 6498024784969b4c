"""Receipts about a tournament: single games, complete sheets; unchanged closed lists."""

from ledger.events.games import SheetCompleted
from ops.answers.outcomes import CommandReceipt
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.composed import Recorded
from ops.commands.record_games import RecordedGames
from ops.words import said


def games_recorded(tournament: str, done: Recorded[RecordedGames]) -> CommandReceipt:
    """Return the receipt of single games, with the closed lists that stay."""
    about = {"tournament": tournament, "games": len(done.result.games)}
    notes = tuple(map(closed_list_words, done.result.lists))
    return CommandReceipt(receipts=(done.receipt,), about=about, notes=notes)


def sheet_completed(month: str | None, done: Recorded[SheetCompleted]) -> CommandReceipt:
    """Return the receipt of a complete sheet."""
    sheet = done.result
    about = {
        "tournament": sheet.tournament,
        "month": month,
        "position": done.receipt.first_position,
        "games": len(sheet.games.white_result),
    }
    return CommandReceipt(receipts=(done.receipt,), about=about)


def closed_list_words(effect: KeptList | PoolWarning) -> str:
    """Return the wording for an unchanged closed list, with the list that books the correction."""
    if isinstance(effect, PoolWarning):
        remedy = f"; {said(effect.remedy)}" if effect.remedy else ""
        more = f" [{effect.article}]" if effect.article else remedy
        return f"warning, {effect.pool}: {said(effect.says)}{more}"
    opens = f"list {effect.booked_on}" if effect.booked_on else "the first open list"
    return f"list {effect.period} of {effect.pool} stays as sealed; booked on {opens}"
