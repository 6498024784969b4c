"""Receipts about a tournament: single games, complete sheets; unchanged closed lists."""

from ledger.events.games import SheetCompleted
from ledger.sentences import ListName, Sentence, plain
from ops.answers.outcomes import CommandReceipt
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.composed import Recorded
from ops.commands.record_games import RecordedGames


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


def closed_list_words(effect: KeptList | PoolWarning) -> Sentence:
    """Return the wording for an unchanged closed list, with the list that books the correction."""
    if isinstance(effect, PoolWarning):
        return Sentence("warning, {pool}: {says}", pool=effect.pool, says=_warning(effect))
    period, pool = ListName(effect.period), effect.pool
    if effect.booked_on is None:
        return Sentence(
            "list {period:of} of {pool} stays as sealed; booked on the first open list",
            period=period,
            pool=pool,
        )
    return Sentence(
        "list {period:of} of {pool} stays as sealed; booked on list {later:of}",
        period=period,
        pool=pool,
        later=ListName(effect.booked_on),
    )


def _warning(effect: PoolWarning) -> Sentence:
    says = effect.says
    if effect.article:
        return Sentence("{says} [{article}]", says=says, article=effect.article)
    return plain([says, effect.remedy]) if effect.remedy else says
