"""Receipts of corrections, announcements and single games."""

from ledger.events.games import SheetCompleted
from ledger.events.tournament import TournamentRegistered
from ops.answers.ended_corrections import recorded_warnings
from ops.answers.outcomes import CommandReceipt
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.composed import Recorded
from ops.commands.receipts.tournaments import closed_list_words
from ops.house import House
from ops.tournaments.correcting import Corrected, uncounted
from ops.tournaments.recording_games import RecordedGames


def of_announcement(done: Recorded[TournamentRegistered]) -> CommandReceipt:
    """Return the receipt of an announcement."""
    fact = done.result
    about = {"tournament": fact.tournament, "name": fact.name, "pools": fact.pools}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def of_correction(house: House, done: Recorded[Corrected]) -> CommandReceipt:
    """Return the receipt of a correction, with the closed lists that stay.

    It warns of the corrections of appeals that end.
    """
    correction = done.result
    about = {
        "tournament": correction.fact.tournament,
        "what": correction.about,
        "before": correction.before,
        "after": correction.after,
        "rated": correction.rated,
    }
    effects: list[KeptList | PoolWarning] = [*correction.lists, *uncounted(house, correction)]
    notes = tuple(map(closed_list_words, effects))
    warnings = recorded_warnings(house.read, done.receipt)
    return CommandReceipt(receipts=(done.receipt,), about=about, notes=notes, warnings=warnings)


def games_recorded(done: Recorded[RecordedGames]) -> CommandReceipt:
    """Return the receipt of single games, with the closed lists that stay."""
    result = done.result
    about = {
        "tournament": result.games[0].tournament,
        "games": len(result.games),
        "corrected_sheets": [sheet.month for sheet in result.extended],
    }
    notes = tuple(map(closed_list_words, result.lists))
    return CommandReceipt(receipts=(done.receipt,), about=about, notes=notes)


def sheet_completed(done: Recorded[SheetCompleted]) -> CommandReceipt:
    """Return the receipt of a complete sheet."""
    sheet = done.result
    about = {
        "tournament": sheet.tournament,
        "month": sheet.month,
        "position": done.receipt.first_position,
        "games": len(sheet.games.white_result),
    }
    return CommandReceipt(receipts=(done.receipt,), about=about)
