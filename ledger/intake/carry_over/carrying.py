"""Carry-over of the ratings with which a pool begins, from a CSV file or another body's list.

The file is checked as a whole before anything is recorded. It becomes one request, or several
where it is very long; repeating it takes up where it stopped and gives the first receipts again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from typing import ClassVar, Final

from ledger import canonical, columns, limits
from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.pool import PeriodClosed, RatingsCarriedOver
from ledger.intake.carry_over.carried_lists import (
    FromList,
    check_births,
    notes_of_titles,
    players_learned,
    take_rows,
)
from ledger.intake.carry_over.carried_rows import (
    CarriedRow,
    CarryOptions,
    carried_columns,
    read_carried,
)
from ledger.intake.formats.manual_facts import check_id, check_pool, check_scheme
from ledger.intake.formats.problems import LONGEST_VALUE, Place, Problems, ReportRefused
from ledger.intake.formats.rating_list.reading import Progress
from ledger.intake.formats.rows import COMPLETE_IT
from ledger.intake.formats.text import INSTEAD, seen
from ledger.intake.people.claims import REGISTER_THEM
from ledger.intake.people.registering import Person, Salts, learning, new_players, registration
from ledger.intake.recording import append_composed
from ledger.register import identities
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request, Subject, new_salt

PART_ROWS: Final = 5 * limits.EVENT_PLAYERS
"""Rows in one request: even if all are new players, their events stay within REQUEST_BYTES."""


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
    new_players: tuple[tuple[int, str], ...]
    """Register number and name."""
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
    rows: tuple[CarriedRow, ...] = ()
    if identities.is_scheme(options.number_scheme):
        rows = read_carried(data, options, problems, waits=waits)
    carry = _Carry(ledger.read, pool, sha256(data).hexdigest(), options, rows, salts)
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
    problems = Problems()
    _check(ledger.read, pool, options, problems)
    known = {}
    if identities.is_scheme(options.number_scheme):
        known = ledger.read.numbers_of(options.number_scheme)
    selected = take_rows(listed, options, known, problems, progress)
    carry = _Carry(ledger.read, pool, selected.file, options, selected.rows, salts, listed)
    if not all(carry.receipts()):
        check_births(ledger.read, selected.rows, known, problems)
    receipt = _carried(ledger, carry, problems)
    of_titles = notes_of_titles(ledger.read, selected.rows, known, options.on)
    return replace(receipt, notes=(*selected.notes, *of_titles))


def _carried(ledger: Ledger, carry: _Carry, problems: Problems) -> CarryReceipt:
    if problems.refused or not all(carry.receipts()):
        _identify(ledger.read, carry.rows, carry.options, problems)
    if problems.refused:
        raise CarryOverRefused(problems.all())
    receipts = tuple(
        receipt or append_composed(ledger, partial(carry.request, number))
        for number, receipt in enumerate(carry.receipts(), 1)
    )
    stored = [
        recorded
        for receipt in receipts
        for recorded in ledger.read.events(receipt.first_position, receipt.last_position)
    ]
    facts = [recorded.decoded().payload for recorded in stored]
    carried = [fact for fact in facts if isinstance(fact, RatingsCarriedOver)]
    waiting = [ratings.newcomers.player for ratings in carried if ratings.newcomers]
    return CarryReceipt(
        pool=carry.pool,
        file=carry.file,
        receipts=receipts,
        players=sum(len(ratings.player) for ratings in carried) // columns.PLAYER,
        newcomer_rows=sum(map(len, waiting)) // columns.PLAYER,
        new_players=new_players(ledger.read, stored),
    )


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


def _identify(
    read: Reader, rows: Sequence[CarriedRow], options: CarryOptions, problems: Problems
) -> None:
    first_rows = {row.number: row for row in reversed(rows) if row.number}
    known = identities.holders(read, options.number_scheme, list(first_rows))
    numbers: dict[int, str] = {}
    for number, row in sorted(first_rows.items(), key=lambda item: item[1].line):
        place, player = Place("number", row.line), known.get(number)
        if player is not None and numbers.setdefault(player, number) != number:
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
    rows: tuple[CarriedRow, ...]
    salts: Salts
    listed: FromList | None = None

    @cached_property
    def key(self) -> str:
        """Key of the requests, without the number of the part."""
        options = {**asdict(self.options), "source": seen(self.options.source), "pool": self.pool}
        options |= {"listed": self.listed.identity()} if self.listed else {}
        return f"carry-over:{self.file}:{canonical.digest(options)}:"

    def receipts(self) -> list[Receipt | None]:
        """Return the receipt of each part; None for a part not recorded yet."""
        known = {receipt.key: receipt for receipt in self.read.requests(self.key)}
        numbers = range(1, -(-len(self.rows) // PART_ROWS) + 1)
        return [known.get(f"{self.key}{number}") for number in numbers]

    def request(self, number: int) -> Request:
        """Compose a part, from 1. Raises HistoriesBegun, CarriedOverAlready."""
        version, last = self._pool_version(), identities.last(self.read)
        facts, subjects = self._events(PART_ROWS * (number - 1), last.player)
        new = {"register": last.version} if subjects else {}
        return Request(
            key=f"{self.key}{number}",
            events=tuple(NewEvent(fact) for fact in facts),
            fingerprint=sha256(self.key.encode()).digest(),
            expected={f"pool-{self.pool}": version, **new},
            recorded_by=self.options.recorded_by,
            subjects=tuple(subjects),
        )

    def _events(self, first: int, last_player: int) -> tuple[list[Fact], list[Subject]]:
        """Return registrations, titles and ratings from a row on, with the words of players."""
        scheme, size = self.options.number_scheme, limits.EVENT_PLAYERS
        part = self.rows[first : first + PART_ROWS]
        numbers = list({row.number: None for row in part})
        players = identities.holders(self.read, scheme, numbers)
        facts: list[Fact] = []
        subjects: list[Subject] = []
        next_player = last_player + 1
        for start in range(0, len(part), size):
            rows = part[start : start + size]
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
                players |= {subject.numbers[scheme]: subject.player for subject in words}
            if learned:
                changed, words = learning(learned, self.options.on, self.salts)
                facts.append(changed)
                subjects += words
            carried = RatingsCarriedOver(
                pool=self.pool,
                on=self.options.on,
                source=seen(self.options.source),
                part=(first + start) // size + 1,
                last_part=first + start + size >= len(self.rows),
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
