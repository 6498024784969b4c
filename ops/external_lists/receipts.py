"""Receipts of lists: those of other bodies, and ratings carried over."""

from collections.abc import Iterator
from datetime import date

import msgspec

from ledger.register import identities
from ledger.sentences import Count, Input, Position, Sentence
from ops.answers.answer import stated
from ops.commands.late_entries import late_words
from ops.doors.outcomes import CommandReceipt
from ops.external_lists.accepting import Accepted
from ops.external_lists.carrying_over import CarriedOver
from ops.external_lists.files import Detail
from ops.external_lists.recording_list import Doubt, RecordedList
from ops.external_lists.recordings import CarryOver, RecordExternalList, TakeDetails
from ops.external_lists.taking_details import DetailsTaken
from ops.words import said


def carried_over(asked: CarryOver, carried: CarriedOver) -> CommandReceipt:
    """Return the receipt of ratings carried over from a file."""
    receipt = carried.receipt
    about = {
        "pool": receipt.pool,
        "file": asked.file.name,
        "sha256": receipt.file,
        "players": receipt.players,
        "newcomer_rows": receipt.newcomer_rows,
        "new_players": receipt.new_players,
    }
    notes = (Sentence("note: {says}", says=note) for note in carried_notes(carried, asked.on))
    return CommandReceipt(
        receipts=tuple(receipt.receipts), about=about, notes=tuple(map(said, notes))
    )


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


def ratings_accepted(done: Accepted) -> CommandReceipt:
    """Return the receipt of accepted ratings, with all of them."""
    rows = done.compared.rows
    about = {**stated(done.compared.about), "accepted": len(rows), "rows": rows}
    return CommandReceipt(receipts=done.receipts, about=about)


class NewDetail(msgspec.Struct, frozen=True):
    """A detail of a player taken from a list."""

    player: str
    """As 572-4."""
    number: str
    what: Detail
    before: str
    after: str


def details_taken(asked: TakeDetails, done: DetailsTaken) -> CommandReceipt:
    """Return the receipt of details taken from a list, with all of them."""
    found = done.found
    rows = tuple(
        NewDetail(identities.show(one.player), one.number, one.what, one.ours, one.theirs)
        for one in found.differing
    )
    about = {
        "file": asked.file.name,
        "sha256": found.file,
        "on": asked.on,
        "rows": found.rows,
        "players": len({one.player for one in found.differing}),
        "details": rows,
    }
    return CommandReceipt(receipts=(done.receipt,) if done.receipt else (), about=about)


def list_recorded(asked: RecordExternalList, recorded: RecordedList) -> CommandReceipt:
    """Return the receipt of a list of another body."""
    receipt = recorded.receipt
    about = {
        "body": asked.issuer,
        "list": asked.list,
        "list_date": asked.list_date,
        "file": asked.file.name,
        "sha256": receipt.file,
        "rows": receipt.file_rows,
        "players": receipt.players,
    }
    return CommandReceipt(
        receipts=receipt.receipts,
        about=about,
        doubts=(
            *(said(problem.says) for problem in receipt.warnings),
            *(doubt_words(doubt, asked) for doubt in recorded.doubts),
        ),
        notes=tuple(map(late_words, recorded.late)),
    )


def doubt_words(doubt: Doubt, asked: RecordExternalList) -> str:
    """Return the wording of a doubtful value in a recorded list."""
    return said(_doubt(doubt, asked))


def _doubt(doubt: Doubt, asked: RecordExternalList) -> Sentence:
    match doubt.kind:
        case "body":
            return Sentence(
                "no rulebook consults lists of {body}; consulted are those of {known}",
                body=asked.issuer,
                known=doubt.known,
            )
        case "ratings":
            return Sentence(
                "no rulebook consults its ratings; consulted are {known}; if it is a list of one "
                "kind, record it under another name with its {kind}",
                known=doubt.known,
                kind=Input("kind"),
            )
        case "month":
            return Sentence(
                "list {list} is in force from {day}: another month than its name",
                list=asked.list,
                day=asked.list_date,
            )
    return Sentence(
        "it takes the place of list {list} of the same day ({event}), for {known}: of several "
        "lists of one day the one recorded last is consulted",
        list=doubt.other,
        event=Position(doubt.position),
        known=doubt.known,
    )
