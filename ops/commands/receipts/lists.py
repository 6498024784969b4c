"""Receipts of lists: those of other bodies, and ratings carried over."""

from collections.abc import Iterator
from datetime import date

import msgspec

from ledger.intake.external_list.recording import ListOptions
from ledger.register import identities
from ledger.sentences import Count, Sentence
from ledger.wording import counted
from ops.answers.answer import Answer
from ops.answers.compare_lists import AboutReceivedList, DifferenceRow
from ops.answers.documents import stated
from ops.answers.outcomes import CommandReceipt
from ops.answers.register_differences import Detail
from ops.commands.accept_ratings import Accepted
from ops.commands.carry_over import CarriedOver
from ops.commands.record_list import Doubt, LateEntries, RecordedList
from ops.commands.take_details import DetailsTaken
from ops.words import said


def carried_over(file: str, on: date, carried: CarriedOver) -> CommandReceipt:
    """Return the receipt of ratings carried over from a file."""
    receipt = carried.receipt
    about = {
        "pool": receipt.pool,
        "file": file,
        "sha256": receipt.file,
        "players": receipt.players,
        "newcomer_rows": receipt.newcomer_rows,
        "new_players": len(receipt.new_players),
    }
    notes = tuple(said(Sentence("note: {says}", says=note)) for note in carried_notes(carried, on))
    return CommandReceipt(receipts=tuple(receipt.receipts), about=about, notes=notes)


def carried_notes(carried: CarriedOver, on: date) -> Iterator[Sentence]:
    """Yield notes on data missing from a list, or not kept of it, with the consequences."""
    yield from carried.receipt.notes
    if carried.masters:
        yield Sentence(
            "{players} with the K of who once reached {mark} and a lower rating: a list does not "
            "tell their peak, and without it the first list prints another K; to keep it carry "
            "over a CSV file with peak and games",
            players=Count(carried.masters, "player"),
            mark=carried.master_mark,
        )
    if (year := carried.incomplete_year) is not None:
        yield Sentence(
            "histories begin on {on}, so the year {year} is not complete: its end takes no points "
            "from inactive players, and annuls no rating; if it is to do so, carry over on "
            "{whole_year}",
            on=on,
            year=year,
            whole_year=date(year, 1, 1),
        )


def ratings_accepted(
    compared: Answer[DifferenceRow, AboutReceivedList], done: Accepted
) -> CommandReceipt:
    """Return the receipt of accepted ratings, with the whole comparison."""
    about = {**stated(compared.about), "accepted": len(done.differences), "rows": compared.rows}
    words = [
        f"adjusted (#{receipt.first_position}{', already recorded' if receipt.replayed else ''})"
        for receipt in done.receipts
    ]
    words.append(f"{counted(len(done.differences), 'rating')} accepted")
    return CommandReceipt(receipts=done.receipts, about=about, warnings=tuple(words))


class NewDetail(msgspec.Struct, frozen=True):
    """A detail of a player taken from a list."""

    player: str
    """As 572-4."""
    number: str
    what: Detail
    before: str
    after: str


def details_taken(file: str, on: date, done: DetailsTaken) -> CommandReceipt:
    """Return the receipt of details taken from a list, with all of them."""
    found = done.found
    rows = tuple(
        NewDetail(identities.show(one.player), one.number, one.what, one.ours, one.theirs)
        for one in found.differing
    )
    about = {
        "file": file,
        "sha256": found.file,
        "on": on,
        "rows": found.rows,
        "players": len({one.player for one in found.differing}),
        "details": rows,
    }
    return CommandReceipt(receipts=(done.receipt,) if done.receipt else (), about=about)


def list_recorded(file: str, recorded: RecordedList) -> CommandReceipt:
    """Return the receipt of a list of another body."""
    receipt = recorded.receipt
    options = receipt.options
    about = {
        "body": options.body,
        "list": options.list,
        "list_date": options.list_date,
        "file": file,
        "sha256": receipt.file,
        "rows": receipt.file_rows,
        "players": receipt.players,
    }
    return CommandReceipt(
        receipts=receipt.receipts,
        about=about,
        doubts=(
            *(f"{problem}" for problem in receipt.warnings),
            *(doubt_words(doubt, options) for doubt in recorded.doubts),
        ),
        notes=tuple(map(late_words, recorded.late)),
    )


def late_words(entries: LateEntries) -> str:
    """Name the players whose initial rating became known after a closing."""
    named = ", ".join(map(identities.show, entries.players))
    return (
        f"{entries.pool}: the initial rating of {named} became known only after the closing of a "
        "list with them; the next list books the difference"
    )


def doubt_words(doubt: Doubt, options: ListOptions) -> str:
    """Return the wording of a doubtful value in a recorded list."""
    *first, last = doubt.known or ("",)
    known = " and ".join(filter(None, [", ".join(first), last]))
    match doubt.kind:
        case "body":
            return f"no rulebook consults lists of {options.body!r}: they consult those of {known}"
        case "ratings":
            return (
                f"no rulebook consults its ratings: they consult {known}; if it is a list of one "
                f"kind, record it under another name with --kind {doubt.known[-1]}"
            )
        case "month":
            return (
                f"--list {options.list} is in force from {options.list_date}: another month than "
                "its name"
            )
    return (
        f"it takes the place of list {doubt.other} of the same day (#{doubt.position}), for "
        f"{known}: of several lists of one day the one recorded last is consulted"
    )
