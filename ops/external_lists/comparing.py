"""Our closed list compared with another body's list, row by row."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from operator import attrgetter
from typing import Final, Literal

import msgspec
import numpy as np

from ledger.errors import Refused
from ledger.intake.external_list.matching import FirstRows
from ledger.intake.external_list.recorded_lists import last_list_before
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.rating_list.reading import (
    ListFile,
    ListRefused,
    Progress,
    rating_in,
)
from ledger.intake.formats.rating_list.rows import ExternalRow
from ledger.register import identities
from ledger.register.identities import is_scheme
from ledger.sentences import Position, Sentence
from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.answers.persons import details_on
from ops.answers.rating_lists import BLOCK_ROWS, basis
from ops.external_lists.causes import Cause, Difference, What, with_causes
from ops.external_lists.details import (
    DetailDiffers,
    Printed,
    details_differing,
    sexes_differing,
    told_by,
)
from ops.external_lists.files import Compared
from projections.queries import PoolQuery, RatingList
from projections.queries.printed import sealed_list

MOST_UNREGISTERED: Final = 1_000
"""Listed players without a register number; further players are only counted."""


_ON_ONE_SIDE: Final = frozenset({"only-ours", "only-theirs", "not-registered"})
"""Differences in which one side has no rating of the player."""


@dataclass
class Reconciliation:
    """The result of a comparison."""

    pool: str
    period: str
    file: str = ""
    rows: int = 0
    equal: int = 0
    unregistered: int = 0
    differences: list[Difference] = field(default_factory=list)
    """By player; those not in the register first, in the order of the file."""
    details: list[DetailDiffers[Printed]] = field(default_factory=list)
    """Names, federations, titles and sexes, by player."""

    @property
    def found(self) -> int:
        """Number of differences."""
        listed = sum(one.what == "not-registered" for one in self.differences)
        return len(self.differences) - listed + self.unregistered + len(self.details)


def reconcile(pool: PoolQuery, asked: Compared, progress: Progress | None = None) -> Reconciliation:
    """Compare a sealed list with the body's own.

    Raises ListRefused with everything that is wrong with the file, NotCovered where no such list
    is closed.
    """
    row, written = pool.list_of(asked.period), asked.written()
    if not row.number:
        problem = Sentence("{pool}: the ratings carried over are not a closed list", pool=pool.name)
        raise Refused(problem, code="no-list", field="period", found=pool.name)
    scheme = written.scheme
    known = pool.official.ledger.read.numbers_of(scheme) if is_scheme(scheme) else {}
    comparing = _Comparing(pool, row, asked, known)
    problems = Problems()
    with asked.file.opened() as path:
        file = ListFile(path, written, problems, progress)
        comparing.take(file.rows(), problems)
    ours = Sentence("our list {list}, in force from {day}", list=row.period, day=row.list_date)
    file.check_month(row.list_date, ours)
    if problems.refused:
        raise ListRefused(problems.all())
    return comparing.result(file)


class _Comparing:
    """A comparison in progress: their list row by row, ours by player."""

    def __init__(
        self, pool: PoolQuery, row: RatingList, asked: Compared, known: dict[str, int]
    ) -> None:
        self._pool, self._row = pool, row
        self._body, self._kind = asked.issuer, asked.kind or ""
        self._federation = (asked.federation or "").upper()
        last = pool.official.facts.players  # who came since the projection caught up is not asked
        self._known = {number: player for number, player in known.items() if player <= last}
        self._ours = sealed_list(pool, row).values
        self._at = np.full(pool.official.facts.players + 1, -1, dtype=np.int64)
        self._at[self._ours["player"]] = np.arange(len(self._ours["player"]))
        self._listed = np.zeros(len(self._at), dtype=np.bool_)
        self._people = details_on(pool, row.list_date)
        self._told: set[Printed] = set()
        self._found = Reconciliation(pool.name, row.period)

    def take(self, rows: Iterator[ExternalRow], problems: Problems) -> None:
        """Compare their rows with ours; a second row of a player goes to `problems`."""
        column, first_rows = None, FirstRows(problems)
        registered: list[tuple[int, ExternalRow]] = []
        for row in rows:
            if column is None:
                column = rating_in(row.values, self._kind, problems)
            player = self._known.get(row.number)
            if player is None:
                self._not_registered(row, row.values.get(column, 0))
            elif first_rows.includes(player, row):
                self._listed[player] = True
                self._found.differences += self._compare(player, row, column)
                registered.append((player, row))
            if len(registered) == BLOCK_ROWS:
                self._compare_details(registered)
                registered = []
        self._compare_details(registered)
        found = self._found
        found.details = [one for one in found.details if one.what in self._told]
        differing = {one.player for one in found.differences if one.player}
        differing |= {one.player for one in found.details}
        found.equal = int(np.count_nonzero(self._listed)) - len(differing)

    def result(self, file: ListFile) -> Reconciliation:
        """Add the players on our list only, and the causes; return all in the order of players."""
        numbers = {player: number for number, player in self._known.items()}
        missing = ~self._listed[self._ours["player"]]
        for at in np.flatnonzero(missing).tolist():
            player, rating = int(self._ours["player"][at]), int(self._ours["rating"][at])
            number = numbers.get(player, "")
            self._found.differences.append(Difference("only-ours", player, number, rating, 0))
        read = self._pool.official.ledger.read
        day = self._row.list_date - timedelta(days=1)
        before = last_list_before(read, self._body, day, self._pool.known)
        found = self._found.differences
        differences = with_causes(self._pool, self._row, found, before, self._kind)
        differences.sort(key=lambda difference: difference.player)
        details = sorted(self._found.details, key=attrgetter("player"))
        return replace(
            self._found,
            file=file.digest,
            rows=file.count,
            differences=differences,
            details=details,
        )

    def _compare_details(self, rows: Sequence[tuple[int, ExternalRow]]) -> None:
        """Compare names, federations, titles and sexes, as far as their list tells them at all."""
        day, read = self._row.list_date, self._pool.official.ledger.read
        self._told.update(what for _, row in rows for what, text in told_by(row).items() if text)
        if any(row.sex for _, row in rows):
            self._told.add("sex")
        self._found.details += details_differing(read, self._people, day, rows)
        self._found.details += sexes_differing(self._people, rows)

    def _not_registered(self, row: ExternalRow, rating: int) -> None:
        if not rating or not self._shows(row):
            return
        self._found.unregistered += 1
        if self._found.unregistered <= MOST_UNREGISTERED:
            difference = Difference("not-registered", 0, row.number, 0, rating, name=row.name)
            self._found.differences.append(difference)

    def _shows(self, row: ExternalRow) -> bool:
        """Whether a player who is not on our list is shown."""
        return not self._federation or self._federation == row.federation

    def _compare(self, player: int, row: ExternalRow, column: str) -> Iterator[Difference]:
        at, theirs = int(self._at[player]), row.values.get(column, 0)
        born = int(self._pool.official.facts.birth_year[player])
        if born and row.birth_year and born != row.birth_year:
            yield Difference("birth-year", player, row.number, born, row.birth_year)
        if at < 0 or not theirs:
            if at >= 0:
                yield Difference("only-ours", player, row.number, int(self._ours["rating"][at]), 0)
            elif theirs and self._shows(row):
                yield Difference("only-theirs", player, row.number, 0, theirs)
            return
        yield from self._values(player, row, at, column)

    def _values(self, player: int, row: ExternalRow, at: int, column: str) -> Iterator[Difference]:
        compared: tuple[tuple[What, str, str], ...] = (
            ("rating", "rating", column),
            ("k", "k", f"{column}_k"),
            ("games", "period_games", f"{column}_games"),
            ("inactive", "inactive", "inactive"),
        )
        pairs = {
            what: (int(self._ours[ours][at]), row.values[theirs])
            for what, ours, theirs in compared
            if ours in self._ours and theirs in row.values
        }
        differing = {what: pair for what, pair in pairs.items() if pair[0] != pair[1]}
        for what, pair in differing.items():
            others = {name: both for name, both in differing.items() if name != what}
            reasons = others if what == "rating" else {}
            yield Difference(what, player, row.number, *pair, others=reasons)


class DifferenceRow(msgspec.Struct, frozen=True):
    """A difference between our list and theirs about a player."""

    player: str
    """As 572-4; empty: not in the register."""
    number: str
    name: str
    what: Literal[What, Printed]
    ours: int | str | None
    theirs: int | str | None
    """Whole numbers; names, federations, titles and sexes as texts, empty for none. None: the
    player is not on the list, or has no rating there."""
    causes: tuple[Cause, ...]


class AboutReceivedList(About, frozen=True, kw_only=True):
    """Our closed list, and the list of another body."""

    pool: str
    list: str
    their_rows: int
    """Rows of their file."""
    players_equal: int
    """Players without a difference."""
    differences: Mapping[str, int]
    """How many, by `what`; also those that are not listed."""
    not_listed: int = 0
    """Players who are not in the register, beyond those in the rows."""
    file: str
    """SHA-256 of their file."""
    printing: int | None
    """Of our list."""
    editions: tuple[str, ...]
    digest: str
    known_to: Position
    """The last event known."""


def differences(pool: PoolQuery, found: Reconciliation) -> Answer[DifferenceRow, AboutReceivedList]:
    """Return the differences, with the size of the comparison."""
    every: list[Difference | DetailDiffers[Printed]] = [*found.differences, *found.details]
    by_player = sorted(every, key=attrgetter("player"))
    players = list({one.player for one in by_player if one.player})
    names = identities.names(pool.official.ledger.read, players)
    not_listed = max(0, found.unregistered - MOST_UNREGISTERED)
    counts: Counter[str] = Counter(one.what for one in by_player)
    ours = basis(pool, pool.list_of(found.period))
    about = AboutReceivedList(
        pool=found.pool,
        list=found.period,
        their_rows=found.rows,
        players_equal=found.equal,
        differences=counts + Counter({"not-registered": not_listed}),
        not_listed=not_listed,
        file=found.file,
        printing=ours.printing,
        editions=ours.editions,
        digest=ours.digest,
        known_to=ours.known_to,
    )
    return Answer(about, tuple(_row(one, names) for one in by_player))


def _row(one: Difference | DetailDiffers[Printed], names: Mapping[int, str]) -> DifferenceRow:
    if not isinstance(one, Difference):
        who = identities.show(one.player), one.number, names[one.player]
        return DifferenceRow(*who, one.what, one.ours, one.theirs, ())
    player = identities.show(one.player) if one.player else ""
    who = player, one.number, names.get(one.player, one.name)
    ours, theirs = one.ours, one.theirs
    if one.what in _ON_ONE_SIDE:
        return DifferenceRow(*who, one.what, ours or None, theirs or None, one.causes)
    return DifferenceRow(*who, one.what, ours, theirs, one.causes)
