"""Receipts of corrections, announcements and single games."""

from collections.abc import Iterator

from ledger.events.games import SheetCompleted
from ledger.events.tournament import TournamentRegistered
from ledger.sentences import Count, Input, Remedy, Sentence
from ops.answers.ended_corrections import recorded_warnings
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.closed_list_words import closed_list_words
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt
from ops.house import House
from ops.tournaments.correcting import Corrected, uncounted
from ops.tournaments.recording_games import RecordedGames


def of_announcement(done: Recorded[TournamentRegistered]) -> CommandReceipt:
    """Return the receipt of an announcement."""
    fact = done.result
    about = {"tournament": fact.tournament, "name": fact.name, "pools": fact.pools}
    says = Sentence("announced {tournament}, {name}", tournament=fact.tournament, name=fact.name)
    below = (
        Sentence(
            "what is missing for rating: {check}",
            check=Remedy("check-tournament", pool=pool, tournament=fact.tournament),
        )
        for pool in fact.pools
    )
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says, below=tuple(below))


def of_correction(house: House, done: Recorded[Corrected]) -> CommandReceipt:
    """Return the receipt of a correction, with the closed lists that stay.

    It warns of the corrections of appeals that end.
    """
    correction = done.result
    about = {
        "tournament": correction.fact.tournament,
        "what": correction.named,
        "before": correction.was,
        "after": correction.becomes,
        "rated": correction.rated,
    }
    effects: list[KeptList | PoolWarning] = [*correction.lists, *uncounted(house, correction)]
    notes = tuple(map(closed_list_words, effects))
    warnings = recorded_warnings(house.read, done.receipt)
    return CommandReceipt(
        receipts=(done.receipt,),
        about=about,
        says=Sentence("corrected {what}", what=correction.named),
        below=tuple(_before_and_now(correction)),
        notes=notes,
        warnings=warnings,
    )


def _before_and_now(correction: Corrected) -> Iterator[Sentence]:
    if correction.was != correction.becomes:
        yield Sentence("before: {before}", before=correction.was)
    yield Sentence("now:    {now}", now=correction.becomes)
    if not correction.rated:
        yield Sentence("no list rests on this")


def of_games(done: Recorded[RecordedGames]) -> CommandReceipt:
    """Return the receipt of single games, with the sheets that they correct."""
    result = done.result
    tournament = result.games[0].tournament
    about = {
        "tournament": tournament,
        "games": len(result.games),
        "corrected_sheets": [sheet.month for sheet in result.extended],
    }
    return CommandReceipt(
        receipts=(done.receipt,),
        about=about,
        says=Sentence(
            "recorded {games} of {tournament}",
            games=Count(len(result.games), "game"),
            tournament=tournament,
        ),
        below=(*_one_more(done), *map(_corrected_sheet, result.extended)),
        notes=tuple(map(closed_list_words, result.lists)),
    )


def _one_more(done: Recorded[RecordedGames]) -> Iterator[Sentence]:
    if done.receipt.replayed:
        yield Sentence(
            "to record one more game of the same players on the same day, say so ({again})",
            again=Input("again"),
        )


def _corrected_sheet(sheet: SheetCompleted) -> Sentence:
    if sheet.month is None:
        return Sentence("the sheet of all games, which was complete, is corrected")
    return Sentence("the sheet of {month}, which was complete, is corrected", month=sheet.month)


def of_sheet(done: Recorded[SheetCompleted]) -> CommandReceipt:
    """Return the receipt of a complete sheet."""
    sheet = done.result
    games = len(sheet.games.white_result)
    about = {
        "tournament": sheet.tournament,
        "month": sheet.month,
        "position": done.receipt.first_position,
        "games": games,
    }
    says = Sentence("completed: {tournament}, all games: {games}")
    if sheet.month is not None:
        says = Sentence("completed: {tournament}, {month}: {games}", month=sheet.month)
    says = says.about(tournament=sheet.tournament, games=Count(games, "game"))
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)
