"""A rulebook: all editions of one regulation, its calendar, and how its lists are made up.

The engine knows rulebooks only through what stands here: data and a calendar, no formula.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from projections.rulebooks import numbers, sources
from projections.rulebooks.consulted import Consulted, Entering
from projections.rulebooks.counting import with_counting
from projections.rulebooks.grammar import Edition, Values, columns_of
from projections.rulebooks.side_files import BINDING, WORDS, with_side_file
from projections.rulebooks.taking_over import kept_by


class OutsideRulebook(LookupError):
    """A day before the first edition that is in force."""


class Basis(Enum):
    """Which ratings a tournament is played with."""

    IN_FORCE_AT_START = "the list in force when the tournament began"
    PREVIOUS_STEP = "the standings after the step before"


class Books(Enum):
    """What must have happened to a tournament by the cut-off of the list that books it."""

    ENDED = "ended"
    RECEIVED = "received"


class Force(Enum):
    """What puts a list in force."""

    LIST_DATE = "its date"
    PUBLICATION = "its publication"


@dataclass(frozen=True, slots=True)
class Announced:
    """A list day as announced: issue day and cut-off."""

    issue_day: date
    cut_off: date


@dataclass(frozen=True, slots=True)
class Due:
    """A period about to be closed: its days."""

    period: str
    list_date: date
    cut_off: date
    last_official_day: date
    closes_after: date
    """The day that must have ended in the pool's zone before the list may be sealed."""


class Calendar(Protocol):
    """When lists come, and what they book."""

    @property
    def announced(self) -> bool:
        """Tell whether list days are announced one by one."""
        ...

    def check(self, period: str) -> None:
        """Raise ValueError unless a list may bear this name."""
        ...

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:
        """Give the days of a period. Raises ValueError: what is wrong, and what to do."""
        ...

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:
        """Give the period that follows; None where it is not announced yet."""
        ...

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:
        """Give the days of a list that is announced. Raises ValueError where they cannot be."""
        ...

    def latest(self, period: str) -> date | None:
        """Give the last day that a list may bear by its name; None: any that is announced."""
        ...


@dataclass(frozen=True, slots=True)
class ListColumn:
    """One column of a list document: what it shows, in how many digits or as which letter."""

    name: str
    width: int
    letters: str = ""
    """Letters for the values 0, 1, …; none: a number."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """One kind of line: the UNIT column of its points, and the denominator they stand over."""

    kind: str
    column: str
    per: int = 1


@dataclass(frozen=True, slots=True)
class TurnEcho:
    """How a TURN column is recorded: under which name of an event, and by which article.

    What the event has room for is told: the year that ended, the points of each player.
    """

    event: str
    article: str


@dataclass(frozen=True, slots=True)
class TournamentEcho:
    """How a UNIT column of points beside play is recorded: by which article, as which events."""

    article: str
    granted: str
    """The name of the event of points given,"""
    withdrawn: str
    """and of those taken back where a tournament is corrected."""


@dataclass(frozen=True, slots=True)
class TakenRegister:
    """Where it is kept what was taken at the ends of years: state fields, and a number."""

    years: str
    """The years, as a set."""
    taken: str
    """The points so far."""
    limit: str
    """The number of points that may be taken in all."""
    carried: str
    """The column of ratings carried over that tells what was taken before histories begin."""


@dataclass(frozen=True, slots=True)
class CountedBeside:
    """When the turn of a year asks in which years players had valid events in pools looked at.

    Then its TURN columns find them under `WORD_counted_years`; otherwise nothing stands there.
    """

    number: str
    """A number of the edition,"""
    word: str
    """and the word that asks, where it is that."""
    years: str
    """The number of years it looks back, that which ends included."""


FIRST_YEAR_OF_SETS = 2000
"""The year of bit 0 in a set of years; earlier ones stand there too, for no text asks for them."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a walk: from a rating to another, at one coefficient."""

    start: Fraction
    end: Fraction
    coefficient: int


@dataclass(frozen=True, slots=True)
class Correctable:
    """What a unit booked on a closed list came to: the columns that its correction compares.

    A correction is booked on the next list (`next-list`): new less booked, in whole points.
    """

    change: str
    """UNIT: the change of a rated player, as published."""
    games: str
    """UNIT: his counted games."""
    entry: str
    """UNIT: the rating of who was not on the list before; 0 is none. Without a name, and without
    the next two, who enters is a unit like any other, from a rating that was given to him."""
    entry_games: str
    """UNIT: the games with which he enters."""
    pooled: str
    """WAITING: results that count towards a first rating."""
    tournaments: str = ""
    """UNIT: his tournaments, where they are counted."""
    per: int = 1
    """The denominator of the change."""


@dataclass(frozen=True, slots=True)
class Recountable:
    """What a player's part in a competition of a chain came to: what its correction compares.

    The correction is a step of its own (RECOUNT columns) on the next list. Facts of each row, NAME
    being a UNIT column that is compared: `booked_NAME`, all that lists booked of it so far,
    `corrected_NAME`, what it comes to; `then_NAME` and `then_play`, what was booked of it when the
    deviation last was what it is now, if it ever was (`came_back`); before any list it was none.
    """

    deviation: str
    """UNIT: what a capital is walked by."""
    games: str
    """UNIT: his counted games."""
    years: str
    """State: the years in which he had such, as a set."""
    points: Mapping[str, str]
    """UNIT columns of points besides the walk, and the RECOUNT columns of how much more."""
    more_deviation: str
    more_games: str
    """RECOUNT: how much more of both."""
    base: str
    """RECOUNT: the capital it starts from."""
    walked: str
    """RECOUNT: the walk over thresholds."""
    renews: Mapping[str, str]
    """State fields, and the RECOUNT columns that renew them."""
    lines: tuple[LineKind, ...]
    """What a rating changes by; they add up to new less old."""
    shown: tuple[str, ...]
    """The RECOUNT columns a worksheet shows before them."""

    @property
    def kept(self) -> dict[str, str]:
        """Give the UNIT columns compared, and the RECOUNT columns of how much more of each."""
        return {self.deviation: self.more_deviation, self.games: self.more_games, **self.points}


Legs = Callable[[Mapping[str, Any], int, int], list[Leg]]
"""Gives the legs of a walk from the numbers, the rating before, and the exact one after."""


Concerned = Callable[[date, Values], Values]
"""Gives, for a list date and birth years by register number, whom the list changes anyway."""


def nobody_else(list_date: date, birth_year: Values) -> Values:  # noqa: ARG001 - one of its kind
    """Give nobody: a list changes only who played."""
    return np.zeros(len(birth_year), dtype=bool)


@dataclass(frozen=True)
class Rulebook:
    """All editions of one regulation for one kind of pool."""

    name: str
    title: str
    number_scheme: str
    """The body whose numbers of players stand on its lists."""
    editions: tuple[Edition, ...]
    calendar: Calendar
    basis: Basis
    chained: bool
    state: Mapping[str, str]
    """State of a player between lists: field, and the UNIT column that renews it."""
    list_columns: tuple[ListColumn, ...]
    layout: str
    lines: tuple[LineKind, ...]
    """What a rating changes by: the lines of a step add up to new less old."""
    base: str
    """The UNIT column the lines start from."""
    entry: str = "rating"
    """The UNIT column that chooses the rating of who enters, or none."""
    entered: str = ""
    """The ENTRY column that chooses with what, or whence, who has no rating enters."""
    own: str = ""
    """The ENTRY column that chooses a player's own rating in a tournament."""
    lapses: tuple[str, ...] = ()
    """LISTED columns that come true, list after list, of a player who does nothing that counts."""
    shown: tuple[str, ...] = ()
    """The UNIT columns a worksheet shows between sums and lines; what decides comes first."""
    shown_entering: tuple[str, ...] = ()
    """The same for a player who had no rating before."""
    shown_of_tournaments: tuple[str, ...] = ()
    """The ENTRY columns a worksheet shows below the games of a tournament."""
    corrects: Correctable | None = None
    """How corrections of closed lists are booked, where a list rates a whole period."""
    recounts: Recountable | None = None
    """The same in a chain; with neither they are not booked, in this rulebook."""
    correction_article: str = ""
    """The article under which they are."""
    walked: str = ""
    """The UNIT column of a walk over thresholds, where the regulation has one."""
    legs: Legs | None = None
    """Gives the legs of a walk over thresholds, where the regulation has one."""
    scope_article: str = ""
    """The article that says from which day an edition holds."""
    printed: Mapping[str, str] = field(default_factory=dict)
    """State fields that a list prints for the next, and the UNIT column that chose them."""
    echoes: Mapping[str, TournamentEcho] = field(default_factory=dict)
    """UNIT columns of points outside play that a closing records as events."""
    carried: Mapping[str, str] = field(default_factory=dict)
    """State fields that CARRIED columns work out from the others where histories begin."""
    shown_beside: tuple[str, ...] = ()
    """State fields, at most 127, that pools beside may see as of a list of this one."""
    turned: Mapping[str, str] = field(default_factory=dict)
    """State fields that the turn of a year renews, and their TURN columns. With any, the turn of a
    year is a step of its own in the chain: on 31 December, after all events ended by then."""
    turn_lines: tuple[LineKind, ...] = ()
    """What a rating changes by at the turn of a year: TURN columns."""
    turn_echoes: Mapping[str, TurnEcho] = field(default_factory=dict)
    """TURN columns that a closing records as events."""
    counted_beside: CountedBeside | None = None
    """When the turn of a year looks at the years counted in pools beside."""
    left_open: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Numbers that the body may set otherwise, and the words they may be; without words a whole
    number."""
    taken_register: TakenRegister | None = None
    """What is taken at the ends of years, where a register of it is kept."""
    books: Books = Books.ENDED
    """What of a tournament the cut-off is about."""
    in_force_by: Force = Force.LIST_DATE
    """What puts its lists in force."""
    in_force_article: str = ""
    """The article that says so."""
    cut_off_article: str = ""
    """The article that says which tournaments a list takes."""
    wide: frozenset[str] = frozenset()
    """State fields that need 64 bits; the others have 32."""
    also_concerned: Concerned = nobody_else
    """Whom a list changes though he did not play."""
    looks_at: Mapping[str, str] = field(default_factory=dict)
    """Pools whose ratings its columns take: a word, and the rulebook of that pool. Under the word
    stand the facts `WORD_rating_at_start` (ENTRY) and `WORD_listed_rating` (UNIT), and likewise
    `WORD_FIELD_at_start` for each field in `looks_for`."""
    looks_for: tuple[str, ...] = ()
    """State fields of those pools (their `shown_beside`) that its columns take."""
    looks_for_awards: bool = False
    """Whether they take what those pools awarded: `WORD_award_at_start`, "" is nothing."""
    looks_entering: bool = False
    """It looks beside only for who has no rating; there may be no such pool."""
    looks_article: str = ""
    """The article by which it looks at them."""
    consults: tuple[Consulted, ...] = ()
    """Lists of other bodies that its columns take where a player enters, in their order."""
    entering: Entering | None = None
    """How first ratings come about, where a list or fixed points give them."""
    closes_after: tuple[str, ...] = ()
    """Rulebooks whose pools close a list of the same date first."""
    first_day_set: frozenset[str] = frozenset()
    """Editions whose first day no text tells: the body sets it when it adopts them."""
    exclusive: str = ""
    """Rulebooks of one such name never count the same tournament."""
    exclusive_article: str = ""
    """The article by which they do not."""
    belongs: str = ""
    """The TOURNAMENT column of whose a tournament is: 1 its own, -1 another's, 0 not told."""

    def edition(self, name: str) -> Edition:
        """Give an edition by its name. Raises OutsideRulebook."""
        for each in self.editions:
            if each.name == name:
                return each
        known = ", ".join(each.name for each in self.editions)
        raise OutsideRulebook(f"{self.name} has no edition {name!r}: there are {known}")

    @property
    def corrected(self) -> bool:
        """Tell whether corrections of closed lists are booked."""
        return self.corrects is not None or self.recounts is not None

    @property
    def recounted(self) -> Recountable:
        """Give how corrections are booked in a chain where it says so."""
        assert self.recounts is not None
        return self.recounts

    @property
    def kept_of_units(self) -> tuple[str, ...]:
        """Give the UNIT columns kept of every competition of a chain, to correct it later."""
        return tuple(self.recounts.kept) if self.recounts else ()

    @cached_property
    def kept(self) -> frozenset[str]:
        """Give the columns that booking a list needs; the rest is for readers."""
        always = {"period_games", "accepted", "goes_on_waiting", "moved", self.entered}
        entering = self.entering.columns if self.entering else ()
        of_units = {*self.kept_of_units, self.base} if self.recounts else set[str]()
        return frozenset({*self.state.values(), *self.echoes, *entering, *always, *of_units})

    @cached_property
    def compared(self) -> frozenset[str]:
        """Give the UNIT and WAITING columns that a correction of a closed list compares."""
        assert self.corrects is not None
        of = self.corrects
        named = {of.change, of.games, of.entry, of.entry_games, of.pooled, of.tournaments}
        return frozenset(named - {""})

    @cached_property
    def entry_fields(self) -> dict[str, str]:
        """Give the state fields that keep with what a player entered, by the columns of them."""
        of = self.entering
        columns = (of.rating, of.step, of.day) if of else ()
        return {column: name for name, column in self.state.items() if column in columns}

    @cached_property
    def code_digest(self) -> str:
        """Give the SHA-256 over all files its texts rest on: information, not law."""
        files: dict[str, Path] = {}
        for edition in self.editions:
            files |= sources.files_of(edition)
        digest = hashlib.sha256()
        for name, path in sorted(files.items()):
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()


def load_edition(
    rulebook: str,
    package: str,
    name: str,
    amends: Edition | None = None,
    waiting: Sequence[str] = (),
) -> Edition:
    """Read an edition: `edition_YYYY_MM_DD.py` and `.toml` beside it, over the one it amends.

    Its module states columns and ARTICLES and, over another edition, what of that one does not
    hold: REPEALS names columns, numbers and articles. An older text may be told by a later one:
    where it is numbered otherwise, NUMBERING gives its article for each of the later text, and
    ARTICLES stands for itself. The articles on what counts and the side files join it: see
    `counting` and `side_files`.
    """
    stem = f"edition_{name.replace('-', '_')}"
    module = importlib.import_module(f"{package}.{stem}")
    path = Path(str(module.__file__)).with_suffix(".toml")
    kept = kept_by(module, amends.bare or amends if amends else None)
    stated = numbers.load(path, kept.numbers)
    edition = Edition(
        rulebook=rulebook,
        name=name,
        module=module,
        columns={**kept.columns, **{n: kept.cite(c) for n, c in columns_of(module).items()}},
        numbers={**numbers.values(stated), "stated": stated},
        digest=numbers.digest(stated),
        articles={**kept.articles, **_articles(module)},
        waiting=tuple(waiting) or (amends.waiting if amends else ()),
        told_by=amends,
    )
    for word in (each for each in WORDS if each in BINDING):
        edition = with_side_file(edition, word)
    edition = with_counting(edition, package)
    for word in (each for each in WORDS if each not in BINDING):
        edition = with_side_file(edition, word)
    return edition


def _articles(module: ModuleType) -> Mapping[str, str]:
    articles: Mapping[str, str] = module.ARTICLES
    return articles


def in_force(adopted: Iterable[tuple[date, Any]], day: date) -> Any:
    """Give what was adopted last on or before a day; None before the first."""
    held = [(since, index, what) for index, (since, what) in enumerate(adopted) if since <= day]
    return max(held, key=lambda each: each[:2])[2] if held else None


MONTHS = 12
"""Months of a year."""


def month_number(day: date) -> int:
    """Give a month as YYYYMM."""
    return day.year * 100 + day.month


def month_index(month: Any) -> Any:
    """Give a month YYYYMM (or a column of them) as a number that grows by one a month; 0 is 0."""
    return (month // 100 * MONTHS + month % 100 - 1) * (month > 0)


@dataclass(frozen=True, slots=True)
class Monthly:
    """A list on the first of every month; tournaments that ended some days before it."""

    closing_days: int
    announced: bool = False

    def check(self, period: str) -> None:
        """Raise ValueError unless it is a month such as 2025-11."""
        self.due(period, {})

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:  # noqa: ARG002
        """Give the days of a month such as 2025-11."""
        try:
            first = date.fromisoformat(f"{period}-01")
        except ValueError as error:
            raise ValueError(f"{period!r} is not a month: write it as 2025-11") from error
        before = first - timedelta(days=1)
        return Due(period, first, first - timedelta(days=self.closing_days), before, before)

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:  # noqa: ARG002
        """Give the next month."""
        return (date.fromisoformat(f"{period}-01") + timedelta(days=31)).isoformat()[:7]

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:  # noqa: ARG002
        """Refuse: the months say when lists come."""
        raise ValueError("its regulation says when lists come; none is announced")

    def latest(self, period: str) -> date | None:
        """Give the first day of the month."""
        return self.due(period, {}).list_date


@dataclass(frozen=True, slots=True)
class AsAnnounced:
    """Lists on announced days, in the order of the days."""

    announced: bool = True

    def check(self, period: str) -> None:
        """Take any name: the list is announced under it."""

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:
        """Give the days announced for a period."""
        if period not in announced:
            raise ValueError(
                f"no list {period!r} is announced: announce it with "
                f"`ledger list-schedule POOL {period} --issue-day … --cut-off …`"
            )
        said = announced[period]
        return Due(period, said.issue_day, said.cut_off, said.cut_off, said.cut_off)

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:
        """Give the announced period with the next later issue day."""
        day = announced[period].issue_day
        later = sorted(
            (said.issue_day, name) for name, said in announced.items() if said.issue_day > day
        )
        return later[0][1] if later else None

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:  # noqa: ARG002
        """Take the days as they are said."""
        if cut_off is None:
            raise ValueError("say the last day of what is on it: --cut-off YYYY-MM-DD")
        return Announced(issue_day, cut_off)

    def latest(self, period: str) -> date | None:  # noqa: ARG002
        """Give none: names tell no days."""
        return None
