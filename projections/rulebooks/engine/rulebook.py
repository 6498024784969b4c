"""A rulebook: all editions of one regulation, and how rating lists are made with them.

The engine knows a regulation through this page alone: data and names of columns, no formula.

A new federation is one folder with one line in `rulebooks.MODULES`. The folder holds
`edition_YYYY_MM_DD.py` and `.toml` for each edition (`loading.load_edition`) and, in `__init__.py`,
`RULEBOOK = Rulebook(…)`. Fields without a default are required, `booking` and `worksheet` too. A
part is stated whole, and every column named in a field must exist in an edition:

    booking         which tournaments a list counts, and which a tournament column excludes
    worksheet       columns shown when a rating is explained
    first_ratings   initial ratings that come from lists or fixed points
    corrections     of closed lists: FrozenCorrections (a period at once), ChainedCorrections
    year_end        a step on 31 December (chained ratings only)
    other_pools     ratings of other pools that columns read
    external_lists  ratings of other bodies that columns read

Other columns are read by their names (`READ_BY_NAME`); formulas to take over are in `engine.game`.
Loading fails with `IncompleteRulebook`, which names the field, the column and its level.

Parameters that are neither columns nor numbers are facts: of a step (`rating`), of games and
entries (`rating.parts`), of tournaments (`rating.admission`). A decision has an effect only where a
column takes its fact: `DECISIONS` are required, others are in `rating.NOT_CHANGED`.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cached_property
from itertools import chain
from operator import add, or_
from pathlib import Path
from typing import Any, Final

from ledger.sentences import Sentence, plain
from projections.rulebooks.engine import sources
from projections.rulebooks.engine.calendars import Calendar
from projections.rulebooks.engine.columns import ENTRY, GAME, LISTED, UNIT, Level
from projections.rulebooks.engine.correction_terms import ChainedCorrections, FrozenCorrections
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.external_lists import ExternalLists, FirstRatings
from projections.rulebooks.engine.terms import (
    ADD,
    MAXIMUM,
    OWN,
    OWN_OR_OTHER,
    UNION,
    AppealTerms,
    Basis,
    BodyParameter,
    Booking,
    Force,
    Join,
    LineKind,
    ListColumn,
    OtherPools,
    PointsEvent,
    Worksheet,
    YearEndTerms,
    named_columns,
    names,
)

READ_BY_NAME: Final[Mapping[Level, tuple[str, ...]]] = {
    GAME: (
        *("counts", "own_rating", "opponent_rating", "difference"),
        *("expected_score_hundredths", "score_hundredths", "game_difference_hundredths"),
    ),
    ENTRY: ("counted_games", "entry_difference_hundredths"),
    UNIT: ("period_games",),
}
"""Columns that every edition has: replay and explanations read them by these names."""

STATE_READ: Final = ("rating", "games")
"""State fields that every rulebook has."""

DECISIONS: Final = ("adjusted", "decided_points", "refused", "cancelled", "game_excluded")
"""Facts from decisions: a column of every edition takes each, so that no decision is lost."""


class OutsideRulebook(LookupError):
    """A day before the first edition in force, or an unknown name of a rulebook or edition."""

    def __init__(
        self,
        message: str | Sentence,
        *,
        field: str = "",
        found: object = "",
        expected: str | Sentence = "",
    ) -> None:
        """Keep what is said to people, and the same as data: field, value, expected values."""
        self.words, self.expected = plain(message), plain(expected)
        super().__init__(str(self.words))
        self.field, self.found = field, str(found)


def before_coverage(rulebook: str, first: date, day: date) -> OutsideRulebook:
    """Return the refusal of a day before the first edition of a regulation."""
    words = Sentence("{rulebook}: coverage begins on {first}, not on {day}", rulebook=rulebook)
    expected = Sentence("{first} or later", first=first)
    return OutsideRulebook(
        words.about(first=first, day=day), field="day", found=day, expected=expected
    )


class IncompleteRulebook(TypeError):
    """A rulebook or an edition lacks a column or a state field that is read."""


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """All editions of one regulation for one kind of pool."""

    name: str
    title: str
    short_title: str
    """The name of its lists among people, such as FIDE standard."""
    number_scheme: str
    """The body whose numbers of players the lists print: these numbers are public."""
    editions: tuple[Edition, ...]
    calendar: Calendar
    basis: Basis
    chained: bool
    """Whether a rating is recomputed after each event; otherwise once for each list."""
    state: Mapping[str, str] = names(UNIT)
    """State fields of a player between lists, and the UNIT columns that renew them."""
    list_columns: tuple[ListColumn, ...]
    layout: str
    lines: tuple[LineKind, ...] = names(UNIT)
    """Parts of a rating change: the lines of a step add up to new less old."""
    base: str
    """UNIT column or fact that the lines start from."""
    entry: str = names(UNIT, default="rating")
    """UNIT column that chooses the initial rating, or none."""
    entry_reason: str = names(ENTRY, default="")
    """ENTRY column with the reason for an initial rating."""
    own_rating: str = names(ENTRY)
    """ENTRY column that chooses a player's own rating in a tournament."""
    lapses: tuple[str, ...] = names(LISTED, default=())
    """LISTED columns that become true, list after list, for a player without counted games."""
    scope_article: str = ""
    """The article with the first day of an edition."""
    printed: Mapping[str, str] = names(UNIT, default_factory=dict)
    """State fields that a list prints for the next, and the UNIT columns that chose them."""
    carried: Mapping[str, str] = field(default_factory=dict)
    """State fields computed by CARRIED columns where histories begin."""
    shown_elsewhere: tuple[str, ...] = ()
    """State fields, at most 127, that other pools read from lists of this one."""
    category: str = ""
    """State field in `shown_elsewhere`: the category reached, never lost; in a chain only. Where
    the body limits how long a category is kept, other pools read the category still kept."""
    joins: Mapping[str, Join] = field(default_factory=dict)
    """How each state field of two merged players joins; required with corrections."""
    wide: frozenset[str] = frozenset()
    """State fields of 64 bits; the others have 32."""
    points_events: Mapping[str, PointsEvent] = field(default_factory=dict)
    """UNIT columns of points outside play that a closing records as events."""
    body_parameters: Mapping[str, BodyParameter] = field(default_factory=dict)
    """Numbers that the body may set, and their permitted values."""
    appeals: Mapping[str, AppealTerms] = field(default_factory=dict)
    """Kinds of appeals that the regulation rules."""
    terms: str = ""
    """Whose terms are said in sentences shared by all systems: a context of the catalogue of
    words; "": those of chess."""
    least_rating: str = ""
    """Number of the edition: no event leaves a rating below it."""
    in_force_by: Force = Force.LIST_DATE
    in_force_article: str = ""
    closes_after: tuple[str, ...] = ()
    """Rulebooks whose pools close a list of the same date first."""
    undated_editions: frozenset[str] = frozenset()
    """Editions without a first day in their text: the body sets it when it adopts them."""
    booking: Booking
    worksheet: Worksheet
    first_ratings: FirstRatings | None = None
    corrections: FrozenCorrections | ChainedCorrections | None = None
    """How corrections of closed lists are booked; None: they are not."""
    year_end: YearEndTerms = field(default_factory=YearEndTerms)
    other_pools: OtherPools = field(default_factory=OtherPools)
    external_lists: ExternalLists = field(default_factory=ExternalLists)

    def __post_init__(self) -> None:
        """Check that columns and state fields that are read exist. Raises IncompleteRulebook."""
        parts = (named_columns(getattr(self, part.name), f"{part.name}.") for part in fields(self))
        missing = [
            f"{where}: no edition has the {level.value} column {name!r}"
            for where, level, name in chain(named_columns(self), *parts)
            if not any(edition.has(level, name) for edition in self.editions)
        ]
        missing += [
            f"edition {edition.name} has no {level.value} column {name!r}"
            for edition in self.editions
            for level, names_read in READ_BY_NAME.items()
            for name in names_read
            if not edition.has(level, name)
        ]
        missing += [
            f"edition {edition.name}: no column takes {fact!r}, so decisions would have no effect"
            for edition in self.editions
            for fact in DECISIONS
            if fact not in edition.asked
        ]
        missing += [f"state: no field {name!r}" for name in STATE_READ if name not in self.state]
        missing += [
            f"joins: state field {name!r} does not say how two players join"
            for name in self.state
            if self.corrections and name not in self.joins
        ]
        if missing:
            raise IncompleteRulebook(f"rulebook {self.name} is incomplete: {'; '.join(missing)}")

    def edition(self, name: str) -> Edition:
        """Return an edition by its name, such as 2024-03-01. Raises OutsideRulebook."""
        for edition in self.editions:
            if edition.name == name:
                return edition
        known = [edition.name for edition in self.editions]
        raise OutsideRulebook(
            Sentence(
                "{rulebook} has no edition {found}: there are {known}",
                rulebook=self.name,
                found=repr(name),
                known=known,
            ),
            field="edition",
            found=name,
            expected=", ".join(known),
        )

    def joined(self, own: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
        """Return the state of two merged players; `own` is of the one whose rating goes on."""
        by_rule: Mapping[Join, Callable[[int, int], int]] = {
            ADD: add,
            MAXIMUM: max,
            OWN: lambda of_own, _: of_own,
            OWN_OR_OTHER: lambda of_own, of_other: of_own or of_other,
            UNION: or_,
        }
        rows = zip(self.state, own, other, strict=True)
        return tuple(by_rule[self.joins[name]](*values) for name, *values in rows)

    @property
    def whole_article(self) -> str:
        """Article that forbids reports in parts; "": they are permitted."""
        column = self.booking.whole_reports
        return self.editions[-1].columns[column].article if column else ""

    @property
    def corrected(self) -> bool:
        """Whether corrections of closed lists are booked."""
        return self.corrections is not None

    @property
    def correction_article(self) -> str:
        """Article under which corrections are booked; "": none are."""
        return self.corrections.article if self.corrections else ""

    @property
    def frozen_corrections(self) -> FrozenCorrections | None:
        """How corrections are booked where a list rates a whole period; None in a chain."""
        return self.corrections if isinstance(self.corrections, FrozenCorrections) else None

    @property
    def chained_corrections(self) -> ChainedCorrections:
        """How corrections are booked in a chain. Raises LookupError elsewhere."""
        if isinstance(self.corrections, ChainedCorrections):
            return self.corrections
        raise LookupError(f"{self.name} books no corrections of a chain")

    @property
    def corrected_columns(self) -> tuple[str, ...]:
        """UNIT columns stored for every competition of a chain, to correct it later."""
        chain = self.corrections
        return tuple(chain.compared) if isinstance(chain, ChainedCorrections) else ()

    @cached_property
    def booked_columns(self) -> frozenset[str]:
        """Columns that booking a list needs; the others are for readers."""
        always = {"period_games", "accepted", "goes_on_waiting", "moved", self.entry_reason}
        entry = self.first_ratings.columns if self.first_ratings else ()
        corrected = {*self.corrected_columns, self.base} if self.corrected_columns else set()
        return frozenset({*self.state.values(), *self.points_events, *entry, *always, *corrected})

    @cached_property
    def compared(self) -> frozenset[str]:
        """UNIT and WAITING columns that a correction of a closed list compares."""
        terms = self.frozen_corrections
        assert terms is not None
        columns = (terms.change, terms.games, terms.entry, terms.entry_games, terms.pooled)
        return frozenset({*columns, terms.tournaments} - {""})

    @cached_property
    def entry_fields(self) -> dict[str, str]:
        """State fields that store the initial rating, by their UNIT columns."""
        columns = self.first_ratings.columns if self.first_ratings else ()
        return {column: name for name, column in self.state.items() if column in columns}

    @cached_property
    def code_digest(self) -> str:
        """SHA-256 of all files of the engine and the regulation: information, not law."""
        root = Path(__file__).parents[1]
        package = str(self.editions[0].module.__name__).removeprefix(f"{sources.PACKAGE}.")
        folders = ("engine", package.partition(".")[0])
        paths = (path for folder in folders for path in (root / folder).rglob("*.*"))
        digest = hashlib.sha256()
        for path in sorted(path for path in paths if path.suffix in {".py", ".toml"}):
            name = path.relative_to(root).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()


def in_force(adopted: Iterable[tuple[date, Any]], day: date) -> Any:
    """Return the value adopted last on or before a day; None before the first."""
    in_order = [
        (since, index, value) for index, (since, value) in enumerate(adopted) if since <= day
    ]
    return max(in_order, key=lambda adoption: adoption[:2])[2] if in_order else None
