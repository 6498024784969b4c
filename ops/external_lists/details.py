"""Details of persons on another body's list, compared with the register of a day."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Generic, Literal, NamedTuple, TypeVar, get_args

from ledger.intake.formats.rating_list.rows import ExternalRow
from ledger.register.people import Details
from ledger.register.words import NO_WORDS, Titles, words_on
from ledger.spelling import folded
from ledger.store.reading import Reader
from ops.external_lists.files import Detail

DETAILS: Final[tuple[Detail, ...]] = get_args(Detail)


Printed = Literal[Detail, "sex"]
"""Details that are compared. The sex is registered for all time, so a list cannot change it."""

What_co = TypeVar("What_co", bound=Printed, covariant=True)


class DetailDiffers(NamedTuple, Generic[What_co]):
    """A detail of a registered player, unlike that on a list; "" is none."""

    what: What_co
    player: int
    number: str
    """Of the other body."""
    ours: str
    theirs: str


def told_by(row: ExternalRow) -> dict[Detail, str]:
    """Return the details that a list prints of a player; "" is none."""
    return _details(row.name, row.federation, row.titles)


def details_differing(
    read: Reader, people: Details, day: date, rows: Sequence[tuple[int, ExternalRow]]
) -> Iterator[DetailDiffers[Detail]]:
    """Yield the details of players, by register number, that differ on a list.

    Words are as of a day, as `people` are. Players with erased words are left out. Names are equal
    but for accents, signs, capitals and the order of words; other titles but for their order.
    """
    words = words_on(read, [player for player, _ in rows], day)
    for player, row in rows:
        known = words.get(player, NO_WORDS)
        if known is NO_WORDS:
            continue
        ours = _details(known.name, people[player].federation, known.titles)
        for what, theirs in told_by(row).items():
            if _key(what, ours[what]) != _key(what, theirs):
                yield DetailDiffers(what, player, row.number, ours[what], theirs)


def sexes_differing(
    people: Details, rows: Sequence[tuple[int, ExternalRow]]
) -> Iterator[DetailDiffers[Printed]]:
    """Yield the players who are women on one side only: a list may print no more than a flag w."""
    for player, row in rows:
        ours = people[player].sex
        if (ours == "w") != (row.sex == "w"):
            yield DetailDiffers("sex", player, row.number, ours, row.sex)


def _details(name: str, federation: str, titles: Titles) -> dict[Detail, str]:
    return dict(zip(DETAILS, (name, federation, *titles), strict=True))


def _key(what: Detail, text: str) -> str:
    """Return what is compared of a detail."""
    if what == "name":
        return folded(text)
    return ",".join(sorted(text.upper().split(",")))
