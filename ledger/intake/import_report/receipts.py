"""Keys, receipts and slips of imports, and files imported before.

A slip states the answer to a file. It is no fact of the ledger: a refused file records nothing, and
the slip proves that it was handed in. Like problems, slips may name persons; they can be erased.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from ledger import columns, limits
from ledger.errors import Damaged, Refused
from ledger.events.report import ReportFact, ReportReplaced
from ledger.intake.formats.problems import Problem, ReportRefused
from ledger.intake.import_report.comparing import Difference
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.people.registering import new_players
from ledger.kept_sentences import as_kept, from_kept
from ledger.sentences import Input, Position, Remedy, Sentence, Value, plain
from ledger.store.reading import Reader
from ledger.store.requests import Receipt
from ledger.store.slips import Slip
from ledger.tournaments.recorded_report import counted_pools
from ledger.visible import escaped, escaped_lines


class AlreadyReported(Refused):
    """The file is already the report of a tournament, taken with other options."""

    def __init__(self, tournament: str, position: int) -> None:
        self.tournament, self.position = tournament, position
        where = Sentence("known")
        if tournament:
            where = Sentence(
                "the report of tournament {tournament} ({event})",
                tournament=tournament,
                event=Position(position),
            )
        super().__init__(
            Sentence(
                "this file is already {where}, with other options; nothing was recorded: "
                "to change what was recorded of it, replace the report instead; where the "
                "tournament counts for another pool by itself, announce it there, and import the "
                "file again with {of} that tournament",
                where=where,
                of=Input("of"),
            ),
            field="file",
            found=tournament,
            expected=Sentence("a file that is no report yet"),
            remedy=Remedy("import-report", file=None, replaces=tournament or "TOURNAMENT"),
        )


class PartReceipt(NamedTuple):
    """A part of a divided report."""

    part: int
    position: int
    start: date
    end: date
    games: int
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReceipt(Receipt):
    """Receipt of an import. A repetition (`replayed`) has no warnings."""

    tournament: str
    report_position: int
    file: str
    """SHA-256 of the file."""
    entrants: int
    games: int
    rounds: int
    new_players: tuple[tuple[int, str], ...]
    """Register number and name."""
    warnings: tuple[Problem, ...] = ()
    part: int | None = None
    replaces: int | None = None
    """Position of the replaced report."""
    differences: tuple[Difference, ...] = ()
    """Differences from the replaced report; () on a repetition."""
    ended: tuple[int, ...] = ()
    """Positions of the corrections that ended with the report that was replaced."""
    months: tuple[PartReceipt, ...] = ()
    """Of a report divided by months: its parts; `report_position` is that of the last."""


class Remarks(NamedTuple):
    """Warnings of a composed import, and its differences from another report."""

    warnings: tuple[Problem, ...] = ()
    differences: tuple[Difference, ...] = ()
    """Differences from the report that is replaced."""
    ended: tuple[int, ...] = ()
    """Positions of the corrections that end with the report that is replaced."""


@dataclass(frozen=True)
class Inputs:
    """File and (checked) options of an import, which identify a repetition."""

    data: bytes
    options: ImportOptions

    @cached_property
    def file(self) -> str:
        """SHA-256 of the file, in hex."""
        return sha256(self.data).hexdigest()

    def key(self, replaced: int | None) -> str:
        """Return the key of the request; a report that comes back has another than at first."""
        key = f"import:{self.file}:{self.options.digest}"
        return key if replaced is None else f"{key}:{replaced}"

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of the inputs, compared by the store; never of the composed events."""
        return sha256(f"{self.file}\n{self.options.digest}".encode()).digest()

    def first_receipt(self, read: Reader, standing: int | None = None) -> Receipt | None:
        """Return the receipt of this import; of the `standing` report for a replacement.

        Raises AlreadyReported where the file is the report of another tournament, or of its own
        under other options without replacing it. It may be that of two which count apart, where
        the second was announced as one of its own.
        """
        is_known_file = read.document(self.file) is not None  # it comes with the request: first
        earlier, options = read.requests(f"import:{self.file}:"), self.options
        for receipt in earlier:
            same_key = receipt.key == self.key(None)
            if options.replaces is not None:
                is_replacement = receipt.key.startswith(self.key(None))
                same_key = is_replacement and receipt.last_position == standing
            if same_key:
                return receipt
        of = options.of if options.begins_announced else None
        for receipt in earlier:
            first = described(read, receipt)
            apart = of is not None and counted_pools(read, of).isdisjoint(
                counted_pools(read, first.tournament)
            )
            if first.tournament != options.target and not apart:
                raise AlreadyReported(first.tournament, first.report_position)
        if is_known_file and not earlier:
            raise AlreadyReported("", -1)
        return None


def described(read: Reader, receipt: Receipt) -> ImportReceipt:
    """Describe an import from the stored events."""
    stored = read.at(list(range(receipt.first_position, receipt.last_position + 1)))
    facts = {position: recorded.decoded().payload for position, recorded in stored.items()}
    reports = {at: fact for at, fact in facts.items() if isinstance(fact, ReportFact)}
    parts = tuple(
        PartReceipt(
            fact.part or 0,
            position,
            fact.start,
            fact.end,
            len(fact.games.white_result),
            len(fact.rounds),
        )
        for position, fact in reports.items()
    )
    facts_of_parts = list(reports.values())
    first, report = facts_of_parts[0], facts_of_parts[-1]
    return ImportReceipt(
        **asdict(receipt),
        tournament=report.tournament,
        report_position=receipt.last_position,
        file=report.file,
        entrants=len(report.entrants.number) // columns.NUMBER,
        games=sum(part.games for part in parts),
        rounds=sum(part.rounds for part in parts),
        new_players=new_players(read, stored.values()),
        part=report.part,
        replaces=first.replaces if isinstance(first, ReportReplaced) else None,
        months=parts if len(parts) > 1 else (),
    )


_LONGEST_WORDS: Final = 10_000
"""Characters of a refusal that is no list of problems."""


class SlipLine(msgspec.Struct, frozen=True):
    """A line of an import slip: what the file was told."""

    code: str
    """That of the refusal, or `warning`."""
    says: Sentence


def complete_slip(name: str, receipt: ImportReceipt, instant: int) -> Slip:
    """Return the slip of an accepted file; a repetition has the first positions."""
    return Slip(
        instant=instant,
        file_name=escaped(name)[: limits.FILE_NAME_CHARACTERS],
        file=receipt.file,
        outcome="complete",
        tournament=receipt.tournament,
        first_position=receipt.first_position,
        words=_words(_line(warning, "") for warning in receipt.warnings),
    )


def refused_slip(
    name: str, data: bytes, refusal: Refused, instant: int, tournament: str | None = None
) -> Slip:
    """Return the slip of a refused file; `tournament` is the intended tournament."""
    if isinstance(refusal, ReportRefused) and refusal.problems:
        lines = [_line(problem, refusal.code) for problem in refusal.problems]
    else:
        whole = str(refusal)
        says = refusal.words if len(whole) <= _LONGEST_WORDS else plain(whole[:_LONGEST_WORDS])
        lines = [SlipLine(refusal.code, says)]
    return Slip(
        instant=instant,
        file_name=escaped(name)[: limits.FILE_NAME_CHARACTERS],
        file=sha256(data).hexdigest(),
        outcome="refused",
        tournament=escaped(tournament)[: limits.ID_CHARACTERS] if tournament else None,
        words=_words(lines),
    )


def _line(problem: Problem, refused: str) -> SlipLine:
    """Return the line of a problem; `refused` is the code of a fault."""
    if problem.severity == "refused":
        return SlipLine(refused, Sentence("refused: {problem}", problem=problem.says))
    return SlipLine("warning", Sentence("warning: {problem}", problem=problem.says))


def _words(lines: Iterable[SlipLine]) -> str:
    """Return lines as JSON text: codes, templates and values, without invisible characters."""
    kept = [{"code": line.code, "says": as_kept(line.says)} for line in lines]
    return json.dumps(_visible(kept), ensure_ascii=False)


def _visible(kept: Any) -> Any:
    match kept:
        case str():
            return escaped_lines(kept)
        case list():
            return [_visible(one) for one in kept]
        case dict():
            return {name: _visible(one) for name, one in kept.items()}
    return kept


def lines_of_slip(slip: Slip) -> tuple[SlipLine, ...]:
    """Return the lines of a slip, a line for each problem. Raises Damaged."""
    try:
        lines = msgspec.json.decode(slip.words, type=tuple[SlipLine, ...], dec_hook=_sentence)
        [str(line.says) for line in lines]  # every value that a template names is there
    except (msgspec.MsgspecError, ValueError, LookupError, AssertionError) as error:
        raise Damaged(
            Sentence(
                "the words of import slip {slip} cannot be read ({error}): {verify} names what was "
                "changed; restore the ledger from a backup or a dump",
                slip=slip.number,
                error=str(error),
                verify=Remedy("verify-ledger"),
            )
        ) from error
    return lines


def _sentence(_kind: type, kept: Any) -> Value:
    return from_kept(kept)
