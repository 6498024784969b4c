"""A rulebook: all editions of one regulation, its calendar, and how its lists are made up.

The engine knows rulebooks only through what stands here: data and a calendar, no formula.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from projections.rulebooks.engine import sources
from projections.rulebooks.engine.calendars import Calendar
from projections.rulebooks.engine.columns import Edition
from projections.rulebooks.engine.external_lists import Consulted, Entering
from projections.rulebooks.engine.terms import (
    Basis,
    Books,
    Concerned,
    Correctable,
    CountedBeside,
    Force,
    LeftOpen,
    Legs,
    LineKind,
    ListColumn,
    Recountable,
    TakenRegister,
    TournamentEcho,
    TurnEcho,
    nobody_else,
)


class OutsideRulebook(LookupError):
    """A day before the first edition that is in force; or a name that no rulebook has."""

    def __init__(
        self, message: str, *, field: str = "", found: object = "", expected: str = ""
    ) -> None:
        """Say it for people, and the same as data."""
        super().__init__(message)
        self.field, self.found, self.expected = field, str(found), expected


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
    category: str = ""
    """Of these, the category that ratings have come to, kept for good; in a chain only. Where the
    body set how long one is kept, that is another than the one held, which pools beside see."""
    turned: Mapping[str, str] = field(default_factory=dict)
    """State fields that the turn of a year renews, and their TURN columns. With any, the turn of a
    year is a step of its own in the chain: on 31 December, after all events ended by then."""
    turn_lines: tuple[LineKind, ...] = ()
    """What a rating changes by at the turn of a year: TURN columns."""
    turn_echoes: Mapping[str, TurnEcho] = field(default_factory=dict)
    """TURN columns that a closing records as events."""
    counted_beside: CountedBeside | None = None
    """When the turn of a year looks at the years counted in pools beside."""
    left_open: Mapping[str, LeftOpen] = field(default_factory=dict)
    """Numbers that the body may set otherwise, and as what."""
    least: str = ""
    """The number below which an event leaves nobody, where a text knows one."""
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
    rated_as_one: str = ""
    """The TOURNAMENT column that finds a report in parts, where a tournament is rated as one; ""
    where its report may come in parts."""
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
    guests: tuple[Consulted, ...] = ()
    """Lists of other bodies that rate players whom no list of the pool contains: the first that has
    a rating holds. Under such a rating the ENTRY fact `guest` is true (see `rating.guests`)."""
    entering: Entering | None = None
    """How first ratings come about, where a list or fixed points give them."""
    closes_after: tuple[str, ...] = ()
    """Rulebooks whose pools close a list of the same date first."""
    first_day_set: frozenset[str] = frozenset()
    """Editions whose first day no text tells: the body sets it when it adopts them."""
    unapproved: str = ""
    """The TOURNAMENT column of which count without an approval they need, where there is one."""
    withheld: str = ""
    """The TOURNAMENT column of findings that, while it asks for a decision, lets a list book less
    of a tournament than was played; a closing names those."""
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
        raise OutsideRulebook(
            f"{self.name} has no edition {name!r}: there are {known}",
            field="edition",
            found=name,
            expected=known,
        )

    @property
    def whole_article(self) -> str:
        """Give the article by which a report comes whole; "" where it may come in parts."""
        return self.editions[-1].columns[self.rated_as_one].article if self.rated_as_one else ""

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


def in_force(adopted: Iterable[tuple[date, Any]], day: date) -> Any:
    """Give what was adopted last on or before a day; None before the first."""
    held = [(since, index, what) for index, (since, what) in enumerate(adopted) if since <= day]
    return max(held, key=lambda each: each[:2])[2] if held else None
