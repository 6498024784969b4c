"""What answers rest on: the type of `about` of each family of answers.

An answer that rests on nothing recorded has a plain `About`. What is None, or empty by default, is
left out of the document. Types of a single answer stand beside its rows.
"""

from datetime import date
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from ledger.sentences import Position, Sentence
from ops.access.personal_data import NAME

Force = Literal["in force", "not published", "never in force"]
"""`never in force`: published when a newer list was in force."""

A = TypeVar("A", bound=Struct)


class Note(Struct, frozen=True, omit_defaults=True):
    """A remark on the list of an answer."""

    kind: Literal["not-published", "never-in-force", "newer-not-published", "later-may-hold"]
    lists: tuple[str, ...] = ()
    """Lists closed and not published; the list in force on the day of publication."""
    published_on: date | None = None


class About(Struct, frozen=True, omit_defaults=True):
    """What an answer rests on."""

    IN_TITLE: ClassVar[tuple[str, ...]] = ()
    """Fields that the title or the rows of a table say: the line below it leaves them out."""


class Known(About, frozen=True, kw_only=True):
    """An answer from the ledger."""

    known_to: Position
    """The last event known."""


class AboutPage(Known, frozen=True, kw_only=True):
    """A page of an answer."""

    next_page: int | None = None
    """None: this is the last page."""


class AboutEvents(Known, frozen=True, kw_only=True):
    """A page of an answer in the order of recording."""

    next: Position | None = None
    """The first event of the next page; None: there is none."""


class AboutPool(Known, frozen=True):
    """An answer from a pool."""

    pool: str


class AboutTrack(AboutPool, frozen=True):
    """An answer from a track of a pool."""

    track: Literal["official", "revised"]


class ListBasis(AboutPool, frozen=True):
    """The list of an answer."""

    list: str
    in_force_from: date | None
    """None: never in force, or not yet."""
    force: Force
    track: Literal["official", "revised"]
    as_of: date | None = None
    """The day asked about."""
    printing: int | None = None
    """None: the ratings carried over."""
    editions: tuple[str, ...] = ()
    """Editions by which the list was computed."""
    sealed_by: Position | None = None
    """The closing event; None: computed, on another track than the official one."""
    digest: str = ""
    """SHA-256 of the header and the block lines of the sealed document."""


class AboutList(ListBasis, frozen=True, kw_only=True):
    """An answer from a list."""

    note: Note | None = None


class AboutPlayer(AboutList, frozen=True, kw_only=True):
    """An answer about a player on a list."""

    IN_TITLE = ("player", "name")

    player: str
    """The register number on the list: the player's, or one merged since."""
    name: Annotated[str, NAME]
    merged: Sentence | None = None
    """The merge of the number asked about into another player."""


class ListHead(Struct, frozen=True, kw_only=True):
    """The days of a list, the lists beside it, and how many players it has; None: there is none."""

    list_date: date
    cut_off: date | None
    """The last day of what the list counts; None: the ratings carried over."""
    list_before: str | None
    list_after: str | None
    replaced_on: date | None
    """The day from which a newer list is in force."""
    next_list: str | None
    """The next list to close."""
    next_list_date: date | None
    next_cut_off: date | None
    listed: int
    """Players on the list, selected or not."""
    inactive: int | None
    """None: the list does not show it, as in the next three."""
    entered: int | None
    """Players who were not on the list before; None: there is none before."""
    departed: int | None
    turned_inactive: int | None
    turned_active: int | None
    has_categories: bool
    """Whether the pool has categories on the day of the list: it has a bulletin of promotions."""
    has_penalties: bool
    """Whether the regulation takes points at the end of an idle year."""
    public_revised: bool
    """Whether everybody may see the list on the revised track, by the policy of the pool."""


class RatingInterval(Struct, frozen=True):
    """How many selected players have a rating from one to another, both included."""

    lower: int
    upper: int
    players: int


class AboutSelection(AboutList, frozen=True, kw_only=True):
    """An answer about the selected players of a list."""

    federation: str = ""
    sex: str = ""
    age: str = ""
    category: str = ""
    activity: str = ""
    """`active` or `inactive`."""
    born: str = ""
    search: str = ""
    players: int
    """Selected players, on all pages."""


class AboutListPage(AboutSelection, frozen=True, kw_only=True):
    """A page of the selected players of a list."""

    next_page: int | None = None
    """None: this is the last page."""
    head: ListHead
    distribution: tuple[RatingInterval, ...]
    """Of the selected players."""


class AboutCarriedIn(About, frozen=True, kw_only=True):
    """An answer about a day before the ledger, from a list with a stated day."""

    pool: str
    list: str
    track: Literal["official", "revised"]
    basis: str
    """`carried in`."""
    source: Sentence
    stated_day: date
    file: str
    """SHA-256 of the file; empty: not known."""
    recorded: Position
    """The event that recorded the list."""
    known_here_from: date
    """Day on which it was recorded, in the zone of the pool."""
    says: Sentence
    as_of: date | None = None
    """The day asked about."""
    note: Note | None = None


class AboutCarriedInPage(AboutCarriedIn, frozen=True, kw_only=True):
    """A page of the selected players of a list carried in."""

    federation: str = ""
    sex: str = ""
    age: str = ""
    category: str = ""
    activity: str = ""
    """`active` or `inactive`."""
    born: str = ""
    search: str = ""
    players: int
    """Selected players, on all pages."""
    next_page: int | None = None
    """None: this is the last page."""


class AboutEdition(About, frozen=True, kw_only=True):
    """An answer from an edition of a rulebook."""

    edition: str
    numbers_digest: str


def widened(kind: type[A], about: Struct, **further: Any) -> A:
    """Return what an answer rests on with further fields, as a wider type."""
    return kind(**asdict(about), **further)
