"""Names, federations and titles of another body's list, taken into the register at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from ledger import canonical, limits
from ledger.intake.external_list.matching import FirstRows
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.rating_list.reading import ListFile, ListRefused
from ledger.intake.people.registering import Learned, learning
from ledger.register import identities
from ledger.register.identities import is_scheme
from ledger.register.merges import merges
from ledger.register.people import details
from ledger.register.words import WordsErased
from ledger.store.requests import NewEvent, Receipt, Request, commitment, new_salt
from ops.answers.rating_lists import BLOCK_ROWS
from ops.commands.composed import Composed, record_or_propose
from ops.external_lists.details import DETAILS, DetailDiffers, details_differing
from ops.external_lists.files import Detail
from ops.external_lists.recordings import TakeDetails
from ops.house import House


@dataclass(frozen=True, slots=True)
class ListDetails:
    """The details of registered players that a list prints otherwise than the register."""

    file: str
    """SHA-256 of the list."""
    rows: int
    differing: tuple[DetailDiffers[Detail], ...]
    """By player. What the list leaves empty is not among them: it takes nothing away."""


@dataclass(frozen=True, slots=True)
class DetailsTaken:
    """The details taken from a list; without a receipt there was nothing to record."""

    found: ListDetails
    receipt: Receipt | None


class NewDetails(msgspec.Struct, frozen=True):
    """New details of a player, by what they are."""

    player: int
    texts: dict[Detail, str]


def take_details(house: House, asked: TakeDetails) -> DetailsTaken:
    """Record the details that a list prints otherwise than the register, as valid from a day on.

    Raises ListRefused with all that is wrong with the file, Proposed where it takes two persons.
    """
    found = list_details(house, asked)
    if not found.differing:
        return DetailsTaken(found, None)
    compose = partial(composed, house, asked, found)
    done = record_or_propose(house, compose, under_lock=False, proposal=asked.as_proposal)
    return DetailsTaken(found, done.receipt)


def list_details(house: House, asked: TakeDetails) -> ListDetails:
    """Compare a list with the register as of a day. Raises ListRefused."""
    with asked.file.opened() as file:
        return _list_details(house, asked, file)


def _list_details(house: House, asked: TakeDetails, file: Path) -> ListDetails:
    read, written, on, problems = house.read, asked.written(), asked.on, Problems()
    known = read.numbers_of(written.scheme) if is_scheme(written.scheme) else {}
    merged, people, only = merges(read), details(read, as_of=on), asked.detail or DETAILS
    listed = ListFile(file, written, problems, house.progress)
    rows = (
        (player, row)
        for row in listed.rows()
        for player in (known.get(row.number),)
        if player is not None and player not in merged
    )
    first_rows, differing = FirstRows(problems), list[DetailDiffers[Detail]]()
    once = (one for one in rows if first_rows.includes(*one))
    while part := [*islice(once, BLOCK_ROWS)]:
        found = details_differing(read, people, on, part)
        differing += (one for one in found if one.theirs and one.what in only)
    listed.check_month(on, on.isoformat())
    if problems.refused:
        raise ListRefused(problems.all())
    in_order = sorted(differing, key=lambda one: one.player)
    return ListDetails(listed.digest, listed.count, tuple(in_order))


def composed(house: House, asked: TakeDetails, found: ListDetails) -> Composed[ListDetails]:
    """Compose the change of the details that differ.

    Raises Refused for a player whose words are erased; LimitExceeded.
    """
    new, on = tuple(_by_player(found)), asked.on
    version = identities.last(house.read).version  # before the words are read
    kept = house.read.subjects([one.player for one in new])
    learned = [_learned(one, kept.get(one.player)) for one in new]
    parts = [
        learning(learned[first : first + limits.EVENT_PLAYERS], on, new_salt)
        for first in range(0, len(learned), limits.EVENT_PLAYERS)
    ]
    before = [commitment(*kept[one.player]) for one in new]
    said = {"on": on.isoformat(), "new": msgspec.to_builtins(new), "before": before}
    digest = canonical.digest(said)
    request = Request(
        f"take-details:{digest}",
        tuple(NewEvent(changed) for changed, _ in parts),
        fingerprint=bytes.fromhex(digest),
        expected={identities.STREAM: version},
        subjects=tuple(subject for _, subjects in parts for subject in subjects),
    )
    return Composed(request, found)


def _by_player(found: ListDetails) -> Iterator[NewDetails]:
    texts: dict[int, dict[Detail, str]] = {}
    for one in found.differing:
        texts.setdefault(one.player, {})[one.what] = one.theirs
    return (NewDetails(player, of_one) for player, of_one in sorted(texts.items()))


def _learned(new: NewDetails, kept: tuple[bytes, bytes] | None) -> Learned:
    if kept is None:
        raise WordsErased(new.player)
    words = {what.replace("-", "_"): text for what, text in new.texts.items()}
    federation = words.pop("federation", "")
    return Learned(new.player, kept[1], words=words, federation=federation)
