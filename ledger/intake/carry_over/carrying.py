"""Carry-over of the ratings with which a pool begins, from a CSV file or another body's list.

The file is checked as a whole before anything is recorded. It becomes one request, or several
where it is very long; repeating it takes up where it stopped and gives the first receipts again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from typing import ClassVar, Final

from ledger import canonical, columns
from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.pool import PeriodClosed, RatingsCarriedOver
from ledger.events.register import PlayersRegistered
from ledger.intake.carry_over.carried_lists import (
    FromList,
    check_births,
    differing_titles,
    note_of_titles,
    players_learned,
    take_rows,
)
from ledger.intake.carry_over.carried_rows import (
    CarriedRow,
    CarryOptions,
    PackedRows,
    carried_columns,
    read_carried,
)
from ledger.intake.formats.manual_facts import check_id, check_pool, check_scheme
from ledger.intake.formats.problems import LONGEST_VALUE, Place, Problems, ReportRefused
from ledger.intake.formats.rating_list.reading import Progress
from ledger.intake.formats.rows import COMPLETE_IT
from ledger.intake.formats.text import INSTEAD, seen
from ledger.intake.people.claims import REGISTER_THEM
from ledger.intake.people.registering import Person, Salts, learning, registration
from ledger.intake.recording import append_composed
from ledger.register import identities
from ledger.register.merges import merges
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request, Subject, new_salt

PART_BLOCKS: Final = 5
"""Blocks of rows in one request: even if all are new players, their events stay within
REQUEST_BYTES."""


class CarryOverRefused(ReportRefused):
    """The file cannot be carried over; `problems` lists everything wrong with the file."""

    WHAT: ClassVar[Sentence] = Sentence("carry-over")


class HistoriesBegun(Refused):
    """A list of the pool is closed: ratings come from games now."""


class CarriedOverAlready(Refused):
    """The pool holds ratings carried over from another file, or with other options."""


@dataclass(frozen=True, slots=True)
class CarryReceipt:
    """Result of a carry-over: a receipt for each request."""

    pool: str
    file: str
    """SHA-256 of the file."""
    receipts: tuple[Receipt, ...]
    players: int
    """Players with a rating, or with the history of one."""
    newcomer_rows: int
    new_players: int
    notes: tuple[Sentence, ...] = ()
    """Rows and columns of a list left out, with reasons."""

    @property
    def replayed(self) -> bool:
        """Whether everything was recorded before."""
        return all(receipt.replayed for receipt in self.receipts)


def carry_over(
    ledger: Ledger,
    pool: str,
    data: bytes,
    options: CarryOptions,
    salts: Salts = new_salt,
    *,
    waits: bool = True,
) -> CarryReceipt:
    """Record the ratings of a CSV file as the first ratings of a pool.

    Columns number, name, rating, and any of federation, sex, birth_year, k, games, peak,
    last_counted, malus, inactive (yes or no); where newcomers wait for a first rating (`waits`), of
    them pool_ended, pool_games, pool_rating_sum, pool_points. The same file with the same options
    again gives the first receipts. Raises CarryOverRefused with everything that is wrong with the
    file and the options; HistoriesBegun, CarriedOverAlready for a pool that has begun.
    """
    problems = Problems()
    _check(ledger.read, pool, options, problems)
    rows = PackedRows()
    if identities.is_scheme(options.number_scheme):
        rows = PackedRows(read_carried(data, options, problems, waits=waits))
    file = sha256(data).hexdigest()
    carry = _Carry(ledger.read, pool, file, options, rows, PackedRows(), salts)
    return _carried(ledger, carry, problems)


def carry_over_list(
    ledger: Ledger,
    pool: str,
    listed: FromList,
    options: CarryOptions,
    salts: Salts = new_salt,
    progress: Progress | None = None,
) -> CarryReceipt:
    """Record the ratings of another body's list as the first ratings of a pool.

    Taken are rated players: those of the register, with `register_new` all of the federation asked
    for. K is as printed; a list tells neither games so far nor peaks. Repeats and raises like
    `carry_over`; a year of birth that contradicts the register is refused.
    """
    problems, read = Problems(), ledger.read
    _check(read, pool, options, problems)
    selected = take_rows(read, listed, options, problems, progress)
    rows = selected.rows
    carry = _Carry(read, pool, selected.file, options, rows, selected.unrated, salts, listed)
    if not all(carry.receipts()):
        for block, known in carry.known():
            check_births(read, block, known, problems)
    receipt = _carried(ledger, carry, problems)
    differing = sum(
        differing_titles(read, block, known, options.on) for block, known in carry.known()
    )
    of_titles = (note_of_titles(differing),) if differing else ()
    return replace(receipt, notes=(*selected.notes, *of_titles))


def _carried(ledger: Ledger, carry: _Carry, problems: Problems) -> CarryReceipt:
    if problems.refused or not all(carry.receipts()):
        _identify(carry, problems)
    if problems.refused:
        raise CarryOverRefused(problems.all())
    receipts = tuple(
        receipt or append_composed(ledger, partial(carry.request, number))
        for number, receipt in enumerate(carry.receipts(), 1)
    )
    players = newcomer_rows = new_players = 0
    for receipt in receipts:
        for recorded in ledger.read.events(receipt.first_position, receipt.last_position):
            fact = recorded.decoded().payload
            rows = len(fact.player) // columns.PLAYER
            new_players += rows * (recorded.type == PlayersRegistered.TYPE)
            if isinstance(fact, RatingsCarriedOver):
                players += rows
                waiting = fact.newcomers
                newcomer_rows += len(waiting.player) // columns.PLAYER if waiting else 0
    return CarryReceipt(carry.pool, carry.file, receipts, players, newcomer_rows, new_players)


def _check(read: Reader, pool: str, options: CarryOptions, problems: Problems) -> None:
    check_id("pool", pool, problems)
    check_pool(read, pool, problems)
    check_id("recorded by", options.recorded_by, problems)
    check_scheme(options.number_scheme, problems)
    source = seen(options.source)
    if not 0 < len(source) <= LONGEST_VALUE or INSTEAD in source:
        expected = Sentence(
            "where the ratings come from, at most {most} characters", most=LONGEST_VALUE
        )
        problems.refuse(Place("source"), source, expected, Sentence("write it anew"))


def _identify(carry: _Carry, problems: Problems) -> None:
    """Refuse rows of nobody, and two numbers of one player."""
    options, merged = carry.options, {merge.kept for merge in merges(carry.read).values()}
    numbers = dict[int, str]()
    """By player, the first number; only who was merged with another has several."""
    newcomers = dict[str, int]()
    """By number, the first line: only newcomers have several."""
    for block, known in carry.known():
        for row in block:
            number, player = row.number, known.get(row.number)
            place = Place("number", row.line)
            again = row.newcomer and newcomers.setdefault(number, row.line) != row.line
            if not number or again:
                continue
            if player in merged and numbers.setdefault(player, number) != number:
                expected = Sentence(
                    "one number a player ({number} is the same player)", number=numbers[player]
                )
                problems.refuse(place, number, expected, Sentence("keep one of the two"))
            elif player is None and not options.register_new:
                expected = Sentence(
                    "a number of {scheme} that the register knows", scheme=options.number_scheme
                )
                problems.refuse(place, f"{number}, {row.person.name}", expected, REGISTER_THEM)
            elif player is None and not row.person.name:
                expected = Sentence("a name, Last, First")
                problems.refuse(place._replace(field="name"), "", expected, COMPLETE_IT)


@dataclass(frozen=True)
class _Carry:
    """A carry-over: composes each part anew from the current state of the ledger."""

    read: Reader
    pool: str
    file: str
    options: CarryOptions
    rows: PackedRows
    unrated: PackedRows
    """Players to be registered alone; they come behind the rows."""
    salts: Salts
    listed: FromList | None = None

    def known(self) -> Iterator[tuple[Sequence[CarriedRow], Mapping[str, int]]]:
        """Yield the rows block by block, with the players of the register by number."""
        for rows in (self.rows, self.unrated):
            for block in map(rows.block, range(rows.blocks)):
                numbers = list({row.number: None for row in block if row.number})
                scheme = self.options.number_scheme
                yield block, identities.holders(self.read, scheme, numbers)

    @cached_property
    def key(self) -> str:
        """Key of the requests, without the number of the part."""
        options = {**asdict(self.options), "source": seen(self.options.source), "pool": self.pool}
        options |= {"listed": self.listed.identity()} if self.listed else {}
        return f"carry-over:{self.file}:{canonical.digest(options)}:"

    def receipts(self) -> list[Receipt | None]:
        """Return the receipt of each part; None for a part not recorded yet."""
        known = {receipt.key: receipt for receipt in self.read.requests(self.key)}
        blocks = self.rows.blocks + self.unrated.blocks
        numbers = range(1, -(-blocks // PART_BLOCKS) + 1)
        return [known.get(f"{self.key}{number}") for number in numbers]

    def request(self, number: int) -> Request:
        """Compose a part, from 1. Raises HistoriesBegun, CarriedOverAlready."""
        version, last = self._pool_version(), identities.last(self.read)
        first = PART_BLOCKS * (number - 1)
        facts, subjects = self._events(range(first, first + PART_BLOCKS), last.player)
        new = {"register": last.version} if subjects else {}
        return Request(
            key=f"{self.key}{number}",
            events=tuple(NewEvent(fact) for fact in facts),
            fingerprint=sha256(self.key.encode()).digest(),
            expected={f"pool-{self.pool}": version, **new},
            recorded_by=self.options.recorded_by,
            subjects=tuple(subjects),
        )

    def _events(self, blocks: range, last_player: int) -> tuple[list[Fact], list[Subject]]:
        """Return registrations, titles and ratings of some blocks, with the words of players."""
        scheme, rated = self.options.number_scheme, self.rows.blocks
        facts: list[Fact] = []
        subjects: list[Subject] = []
        given = dict[str, int]()
        """The new players of this part by number."""
        next_player = last_player + 1
        for at in blocks[: rated + self.unrated.blocks - blocks.start]:
            rows = self.rows.block(at) if at < rated else self.unrated.block(at - rated)
            numbers = list({row.number: None for row in rows})
            players = identities.holders(self.read, scheme, numbers)
            players |= {number: given[number] for number in numbers if number in given}
            new: dict[str, Person] = {}
            learned = players_learned(self.read, rows, players, self.options.on)
            for row in rows:
                if row.number not in players:
                    new.setdefault(row.number, row.person)
            if new:
                registered, words = registration([*new.values()], next_player, scheme, self.salts)
                facts.append(registered)
                subjects += words
                next_player += len(words)
                own = {subject.numbers[scheme]: subject.player for subject in words}
                given, players = given | own, players | own
            if learned:
                changed, words = learning(learned, self.options.on, self.salts)
                facts.append(changed)
                subjects += words
            if at < rated:
                carried = RatingsCarriedOver(
                    pool=self.pool,
                    on=self.options.on,
                    source=seen(self.options.source),
                    part=at + 1,
                    last_part=at + 1 == rated,
                    **carried_columns(rows, players),
                )
                facts.append(carried)
        return facts, subjects

    def _pool_version(self) -> int:
        stream = f"pool-{self.pool}"
        version = self.read.stream_version(stream)
        remedy = Remedy("decide-ratings-adjusted", pool=self.pool)
        closed = self.read.last_in_stream(stream, PeriodClosed.TYPE)
        if closed is not None:
            raise HistoriesBegun(
                Sentence(
                    "{pool} has a closed list ({event}): ratings are carried over before the first "
                    "closing; what was wrong then is adjusted",
                    pool=self.pool,
                    event=Position(closed.position),
                ),
                field="pool",
                found=self.pool,
                expected=Sentence("a pool without a closed list"),
                remedy=remedy,
            )
        carried = self.read.last_in_stream(stream, RatingsCarriedOver.TYPE)
        own = self.read.requests(self.key)
        if carried is not None and not any(
            receipt.first_position <= carried.position <= receipt.last_position for receipt in own
        ):
            raise CarriedOverAlready(
                Sentence(
                    "{pool} holds ratings carried over from another file or with other options "
                    "({event}): a pool begins once; adjust what is wrong",
                    pool=self.pool,
                    event=Position(carried.position),
                ),
                field="pool",
                found=self.pool,
                expected=Sentence("a pool without ratings carried over"),
                remedy=remedy,
            )
        return version
