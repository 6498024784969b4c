"""Wording of intake: receipts, previews, slips, differences."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any, Final

from ledger.clock import instant_text
from ledger.intake.carry_over.carrying import CarryReceipt
from ledger.intake.external_list.recording import ListOptions, ListReceipt
from ledger.intake.import_report.comparing import Difference, Pairing
from ledger.intake.import_report.receipts import ImportReceipt, Preview
from ledger.register import identities
from ledger.wording import counted, positions
from ops.answers.import_slips import FullSlip
from ops.commands.carry_over import CarriedOver
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.import_report import Checked
from ops.commands.record_list import Doubt, LateEntries

_FIELDS: Final = {
    "points_halves": "points",
    "reported_number": "number of a federation",
    "birth": "date of birth",
    "start": "first day",
    "end": "last day",
    "national": "national number and rating",
    "initial_colour": "first colour",
}
"""Fields whose names people would not know."""


def receipt_lines(file: str, receipt: ImportReceipt, slip: int | None = None) -> Iterator[str]:
    """Yield the lines of the receipt of an import."""
    word = "imported already" if receipt.replayed else "imported"
    part = f", part {receipt.part}" if receipt.part else ""
    part = f", in {len(receipt.months)} parts" if receipt.months else part
    place = "" if receipt.replaces is None else f" in place of #{receipt.replaces}"
    yield (
        f"{word}: {file} as {receipt.tournament}{part} (#{receipt.report_position}){place}: "
        f"{counted(receipt.entrants, 'entrant')}, {_size(receipt.games, receipt.rounds)}"
    )
    for month in receipt.months:
        size = _size(month.games, month.rounds)
        yield f"  part {month.part} (#{month.position}): {month.start} to {month.end}, {size}"
    for player, name in receipt.new_players:
        yield f"  registered {identities.show(player)} {name}"
    yield from _changed(receipt.differences, receipt.ended)
    for warning in receipt.warnings:
        yield f"  warning: {warning}"
    yield f"  file {receipt.file}"
    if slip is not None:
        yield f"  import slip {slip}"


def summary_line(receipts: Sequence[ImportReceipt], refused: int, passed_over: int) -> str:
    """Return a summary of several imports: files imported, refused, passed over."""
    again = sum(receipt.replayed for receipt in receipts)
    games = sum(receipt.games for receipt in receipts if not receipt.replayed)
    return (
        f"{counted(len(receipts) - again, 'file')} imported ({counted(games, 'game')}), "
        f"{again} imported before, {refused} refused"
        + (f", {passed_over} passed over" if passed_over else "")
    )


def receipt_about(file: str, receipt: ImportReceipt, slip: int | None) -> dict[str, Any]:
    """Return the receipt of an import as data."""
    names = ("tournament", "report_position", "replaces", "part", "entrants", "games", "rounds")
    players = receipt.new_players
    return {
        **{name: getattr(receipt, name) for name in names},
        "parts": [part._asdict() for part in receipt.months],
        "new_players": [{"player": identities.show(key), "name": name} for key, name in players],
        "changed": [line.strip() for line in _changed(receipt.differences, receipt.ended)],
        "file": file,
        "sha256": receipt.file,
        "import_slip": slip,
        "problems": [asdict(problem) for problem in receipt.warnings],
    }


def _size(games: int, rounds: int) -> str:
    return f"{counted(games, 'game')}, {counted(rounds, 'round')}"


def preview_lines(file: str, preview: Preview) -> Iterator[str]:
    """Yield the lines of the preview of an import."""
    if preview.receipt is not None:
        yield from receipt_lines(file, preview.receipt)
        return
    report = preview.report
    word = "would replace the report of" if preview.differences else "would be imported as"
    yield (
        f"checked, nothing recorded: {file} {word} {preview.tournament}: "
        f"{counted(len(report.entrants), 'entrant')}, "
        f"{_size(len(report.games), report.number_of_rounds)}"
    )
    for number, part in enumerate(preview.months, 1):
        size = _size(len(part.games), part.number_of_rounds)
        yield f"  part {number}: {part.start} to {part.end}, {size}"
    for name in preview.new_players:
        yield f"  would register {name}"
    yield from _changed(preview.differences, preview.ended)
    for warning in preview.warnings:
        yield f"  warning: {warning}"


def _changed(differences: Sequence[Difference], ended: Sequence[int]) -> Iterator[str]:
    for difference in differences:
        yield f"  {difference_words(difference)}"
    for position in ended:
        yield f"  the correction #{position} ends with the report it corrected"


def difference_words(difference: Difference) -> str:
    """Return the wording of a difference between two reports."""
    number, before, after = difference.number, difference.before, difference.after
    where = f"round {difference.round}, " if difference.round else ""
    about, _, change = difference.kind.partition("-")
    if about == "entrant":
        return f"entrant {number} {difference.what}: {change}"
    if about in ("game", "bye"):
        return f"{where}{_side(after if change == 'added' else before, number)}: {change}"
    match change:
        case "person":
            was, now = _player(before), _player(after)
            return f"entrant {number} {difference.what}: another person, was {was}, is {now}"
        case "words" | "detail":
            at = f"entrant {number}, " if change == "words" else where
            field = _FIELDS.get(difference.what, difference.what.replace("_", " "))
            was, now = _value(difference.what, before), _value(difference.what, after)
            return f"{at}{field}: was {was}, is {now}"
    return f"{where}other {change}: was {_side(before, number)}, is {_side(after, number)}"


def _player(player: object) -> str:
    return identities.show(player) if isinstance(player, int) else "nobody"


def _value(what: str, value: object) -> str:
    if value is None:
        return "nothing"
    return f"{int(str(value)) / 2:.1f}" if what == "points_halves" else str(value)


def _side(side: object, number: int) -> str:
    if isinstance(side, Pairing):
        return f"{side.white}-{side.black} {side.white_result}:{side.black_result}"
    return f"bye {side} of {number}"


def carried_lines(file: str, receipt: CarryReceipt) -> Iterator[str]:
    """Yield the lines of the receipt of a carry-over."""
    replayed = all(request.replayed for request in receipt.receipts)
    first, last = receipt.receipts[0].first_position, receipt.receipts[-1].last_position
    yield (
        f"{'carried over already' if replayed else 'carried over'}: {file} into {receipt.pool} "
        f"({positions(first, last)}): {counted(receipt.players, 'rating')}, "
        f"{counted(receipt.newcomer_rows, 'row')} of newcomers, "
        f"{counted(len(receipt.new_players), 'player')} registered"
    )


def listed_lines(file: str, receipt: ListReceipt) -> Iterator[str]:
    """Yield the lines of the receipt of a recorded list."""
    word = "recorded already" if receipt.replayed else "recorded"
    options = receipt.options
    first, last = receipt.receipts[0].first_position, receipt.receipts[-1].last_position
    yield (
        f"{word}: {file} as list {options.list} of {options.body} "
        f"({positions(first, last)}): {counted(receipt.file_rows, 'row')}, "
        f"{counted(receipt.players, 'player')} of the register"
    )
    for warning in receipt.warnings:
        yield f"  warning: {warning}"
    yield f"  file {receipt.file}"


def checked_lines(checked: Checked, written: Path | None) -> Iterator[str]:
    """Yield the lines of a preview, or the path of the map written."""
    if checked.preview is not None:
        yield from preview_lines(checked.file, checked.preview)
    elif written is not None:
        yield map_line(written)


def map_line(path: Path) -> str:
    """Name the file with the map to be filled in."""
    return f"map to fill in, for --map: {path}"


def slip_lines(slip: FullSlip) -> Iterator[str]:
    """Yield the lines of an import slip."""
    yield f"import slip {slip.slip}: {slip.outcome}"
    yield f"  file {slip.file_name}"
    yield f"  SHA-256 {slip.file}"
    yield f"  handed in {instant_text(slip.handed_in)}"
    if slip.tournament:
        at = "" if slip.position is None else f" (#{slip.position})"
        yield f"  tournament {slip.tournament}{at}"
    for line in slip.lines:
        yield from (f"  {part}" for part in line.splitlines())


def carried_notes(carried: CarriedOver, on: date) -> Iterator[str]:
    """Yield notes on columns missing from a carried-over list, with the consequences."""
    yield from carried.receipt.notes
    if carried.masters:
        have = counted(carried.masters, "player has", "players have")
        yield (
            f"{have} the K of who once reached {carried.master_mark}, but a "
            "lower rating: a list does not tell their peak, and without it the first list prints "
            "another K; to keep it carry over a CSV file with peak and games"
        )
    if (year := carried.incomplete_year) is not None:
        yield (
            f"histories begin on {on} and do not hold {year} whole: its end takes no points "
            f"from who was idle, and annuls nobody; to have that, carry over on {year}-01-01"
        )


def late_lines(entries: LateEntries) -> Iterator[str]:
    """Yield players whose initial rating became known after a closing."""
    named = ", ".join(map(identities.show, entries.players))
    yield (
        f"  {entries.pool}: known now, after a list was sealed on which they stand: the entry of "
        f"{named}; the next list books what that changes"
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


def closed_list_words(effect: KeptList | PoolWarning) -> str:
    """Return the wording for a closed list that stays, with the list that books the correction."""
    if isinstance(effect, PoolWarning):
        more = f" [{effect.article}]" if effect.article else f"; {effect.remedy}"
        return f"warning, {effect.pool}: {effect.says}{more}"
    opens = f"list {effect.booked_on}" if effect.booked_on else "the first open list"
    return f"list {effect.period} of {effect.pool} stays as sealed; booked on {opens}"
