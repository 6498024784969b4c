"""Events of the streams `pool-P`: a pool, its law, its lists; categories and titles awarded."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import (
    Article,
    By,
    Count,
    Digest,
    Id,
    Name,
    Number,
    PlayersDecision,
    PoolFact,
)
from ledger.events.pool_kinds import ClosingMode
from ledger.sentences import Input, Sentence

Period = Annotated[Id, Meta(description="the list, e.g. 2025-11")]
Ground = Literal["rule", "decision"]

_NamedNumbers = Annotated[tuple[tuple[Name, Count | None], ...], Meta(min_length=1, max_length=100)]


class PoolOpened(PoolFact, frozen=True, kw_only=True):
    """A pool begins."""

    TYPE = "pool-opened.v1"

    rulebook: Annotated[Id, Meta(description="the regulation, e.g. fide-standard")]
    zone: Annotated[str, Meta(description="time zone of its days, e.g. Europe/Rome")]
    first_period: Period
    beside: Annotated[Id | None, Meta(description="the other pool its rulebook looks at")] = None


class PoolZoneCorrected(PoolFact, frozen=True, kw_only=True):
    """Correction of a pool opened in a time zone that does not exist: the zone that holds."""

    TYPE = "pool-zone-corrected.v1"

    zone: Annotated[str, Meta(description="time zone of its days, e.g. Europe/Rome")]


class RulebookAdopted(PoolFact, frozen=True, kw_only=True):
    """An edition is in force for a pool, with the digest of its numbers."""

    TYPE = "rulebook-adopted.v1"
    DAY = "in_force_from"
    DOCUMENT = ("document", "edition")

    edition: Annotated[Id, Meta(description="the edition, by the day it came into force")]
    numbers_digest: Digest
    in_force_from: date
    document: Annotated[Digest, Meta(description="the edition as kept, formulas too")]


class ParameterSet(PoolFact, frozen=True, kw_only=True):
    """The body sets a parameter left open by the regulation: a value, a word, or rows."""

    TYPE = "parameter-set.v1"
    DAY = "in_force_from"

    name: Annotated[Id, Meta(description="what is set, e.g. categories")]
    value: Annotated[int, Meta(ge=0, lt=1 << 53, description="a whole number")] | None = None
    word: Annotated[Id | None, Meta(description="one of the words a rule knows")] = None
    rows: Annotated[_NamedNumbers | None, Meta(description="names with a number or null")] = None
    unit: Annotated[Name | None, Meta(description="of its numbers, e.g. points")] = None
    in_force_from: Annotated[date, Meta(description="first day on which it counts")]
    by: By
    article: Article | None = None

    def __post_init__(self) -> None:
        values = [value for value in (self.value, self.word, self.rows) if value is not None]
        if len(values) != 1:
            raise BadEvent(
                Sentence(
                    "exactly one of {inputs} is needed",
                    inputs=[Input(name) for name in ("value", "word", "rows")],
                )
            )
        if (self.unit is None) == (self.word is None):
            raise BadEvent(Sentence("numbers need a unit, a word has none"))


class NewcomerRows(base.Structure, frozen=True, kw_only=True):
    """Results of players not rated yet, from before the histories begin; a row for each month."""

    player: base.PlayerColumn
    ended: base.MonthColumn
    games: base.NumberColumn
    rating_sum: Annotated[str, Meta(description="sums of opponents' ratings", extra={"width": 8})]
    half_points: base.NumberColumn

    def __post_init__(self) -> None:
        base.digits(self, "player", "ended", "games", "rating_sum", "half_points")


class RatingsCarriedOver(PoolFact, frozen=True, kw_only=True):
    """Histories begin here: until the first closing this is the list in force from `on`."""

    TYPE = "ratings-carried-over.v1"
    DAY = "on"

    on: date
    source: Annotated[Name, Meta(description="the list the ratings come from")]
    player: base.PlayerColumn
    rating: base.RatingColumn
    games: Annotated[base.NumberColumn, Meta(description="counted games so far, at most 9999")]
    peak: Annotated[base.RatingColumn, Meta(description="highest published rating so far")]
    k: Annotated[str, Meta(description="K as printed; 00 is to be worked out", extra={"width": 2})]
    last_counted: Annotated[base.MonthColumn, Meta(description="list that booked the last game")]
    malus: Annotated[
        str | None, Meta(description="points taken for idle years so far", extra={"width": 4})
    ] = None
    active: Annotated[
        str | None, Meta(description="1: active on the list, 0: not known", extra={"width": 1})
    ] = None
    newcomers: NewcomerRows | None = None
    part: Number = 1
    last_part: Annotated[bool, Meta(description="no list is closed before the last part")] = True

    def __post_init__(self) -> None:
        optional = ("malus", "active")
        base.players(self, *(name for name in optional if getattr(self, name) is None))


class RatingsAdjusted(PlayersDecision, frozen=True, kw_only=True):
    """The rating body corrects ratings. `before` must be the present rating; `after` 0 unlists."""

    TYPE = "ratings-adjusted.v1"

    before: base.RatingColumn
    after: base.RatingColumn


class RatingsAnnulled(PlayersDecision, frozen=True, kw_only=True):
    """Ratings cease: the players have no rating on the next list."""

    TYPE = "ratings-annulled.v1"

    period: Period | None = None
    ground: Annotated[Ground, Meta(description="rule: a derived event")] = "decision"


class AdjustmentWithdrawn(PlayersDecision, frozen=True, kw_only=True):
    """An adjustment or annulment of ratings is withdrawn: as if it had not been decided.

    Before the next closing it never acts; afterwards the opposite points come on the next list.
    The envelope's `supersedes` names the withdrawn event.
    """

    TYPE = "adjustment-withdrawn.v1"

    withdraws: Annotated[Count, Meta(description="position of the adjustment or annulment")]
    before: Annotated[
        base.RatingColumn, Meta(description="ratings before the withdrawn decision, 4 digits each")
    ]


class EntryCapitalDecided(PlayersDecision, frozen=True, kw_only=True):
    """The competent body decides with which rating players enter a pool."""

    TYPE = "entry-capital-decided.v1"

    rating: base.RatingColumn


class ListScheduled(PoolFact, frozen=True, kw_only=True):
    """Announcement of the day of a list and of the cut-off."""

    TYPE = "list-scheduled.v1"
    DAY = "issue_day"

    period: Period
    issue_day: date
    cut_off: Annotated[date, Meta(description="last day on which what it books may have ended")]
    source: Name | None = None

    def __post_init__(self) -> None:
        if self.cut_off > self.issue_day:
            raise BadEvent(
                Sentence(
                    "cut-off {cut_off} is after the issue day {issue_day}",
                    cut_off=self.cut_off,
                    issue_day=self.issue_day,
                )
            )


class ClosingPolicySet(PoolFact, frozen=True, kw_only=True):
    """The body decides whether the service closes lists of a pool by itself, from a day on.

    `hold` waits for a green checklist, at most until the deadline; `proceed` closes when the list
    is due; `by-hand` leaves every closing to a person, as without a policy.
    """

    TYPE = "closing-policy-set.v1"
    DAY = "in_force_from"

    in_force_from: Annotated[date, Meta(description="for lists due on this day or later")]
    mode: ClosingMode
    deadline_days: (
        Annotated[int, Meta(ge=1, lt=367, description="hold so many days from the due day on")]
        | None
    ) = None
    publish: Annotated[bool, Meta(description="the service publishes what is closed")]
    by: By

    def __post_init__(self) -> None:
        if self.deadline_days is not None and self.mode != "hold":
            raise BadEvent(Sentence("a deadline belongs to hold, not to {mode}", mode=self.mode))
        if self.publish and self.mode == "by-hand":
            raise BadEvent(Sentence("by-hand publishes nothing by itself"))


class PeriodClosed(PoolFact, frozen=True, kw_only=True):
    """A list is sealed with everything due up to `through_position`.

    The last closed list of a pool may be sealed once more, as a new printing: with everything known
    now, and with the lists of other pools that its first printing saw.
    """

    TYPE = "period-closed.v1"
    DAY = "list_date"
    DOCUMENT = ("list_digest", "list")
    FOLLOWS = ("state_digest",)

    period: Period
    printing: Number = 1
    list_date: date
    cut_off: date
    through_position: Count
    layout: Annotated[Id, Meta(description="layout of the list document")]
    list_digest: Digest
    record_digest: Annotated[
        Digest, Meta(description="of the manifest of the rows behind the list: history, bookings")
    ]
    state_digest: Annotated[
        Digest | None, Meta(description="of the state from which the next list is computed")
    ] = None
    rows: Count
    numbers_digests: Annotated[
        dict[Id, Digest], Meta(description="edition: digest of its numbers, of all in use")
    ]
    code_digest: Annotated[Digest, Meta(description="of the rulebook's files; information only")]
    lists_through: Annotated[
        Count | None,
        Meta(description="of a new printing: last position of lists of other pools that it sees"),
    ] = None
    in_force_from: Annotated[
        date | None,
        Meta(description="of a new printing: its first day; by default that of its publication"),
    ] = None

    def __post_init__(self) -> None:
        if self.printing == 1 and (self.lists_through, self.in_force_from) != (None, None):
            raise BadEvent(
                Sentence(
                    "{inputs}: only a new printing has them, the first has none",
                    inputs=[Input(name) for name in ("lists_through", "in_force_from")],
                )
            )
        if self.in_force_from is not None and self.in_force_from < self.list_date:
            raise BadEvent(
                Sentence(
                    "in force from {first}, before the list: {list_date}",
                    first=self.in_force_from,
                    list_date=self.list_date,
                )
            )


class ListPublished(PoolFact, frozen=True, kw_only=True):
    """A sealed list is published."""

    TYPE = "list-published.v1"
    DAY = "published_on"

    period: Period
    printing: Number = 1
    published_on: date


class CategoryDecided(PlayersDecision, frozen=True, kw_only=True):
    """Common fields of the award and the withdrawal of a category."""

    DAY = "on"

    on: Annotated[date, Meta(description="the day from which it holds")]
    category: Annotated[Name, Meta(description="a category or title of the pool's law")]


class CategoryAwarded(CategoryDecided, frozen=True, kw_only=True):
    """Players receive a category or a title by decision, until a withdrawal."""

    TYPE = "category-awarded.v1"


class CategoryWithdrawn(CategoryDecided, frozen=True, kw_only=True):
    """Players lose a category or title; the category held before remains."""

    TYPE = "category-withdrawn.v1"
