"""Differences between our list and another body's, with their probable causes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

from ledger.intake.external_list.recorded_lists import ExternalList
from ledger.intake.formats.rating_list.rows import SINGLE
from projections.queries import NOBODY, PoolQuery, RatingList
from projections.state.reports import NEVER

What = Literal[
    "rating", "k", "games", "inactive", "birth-year", "only-ours", "only-theirs", "not-registered"
]
"""`not-registered`: on their list, and no player of the register has the number."""


class Cause(msgspec.Struct, frozen=True, omit_defaults=True):
    """A probable cause of a difference; `ours` and `theirs` are the compared values."""

    kind: Literal[
        "later-adjustment", "earlier-lists", "games", "k", "one-point", "unknown", "no-number"
    ]
    """`later-adjustment`: the event at `position` corrected ours; `earlier-lists`: the lists before
    differ already; `no-number`: our register has no number by which to find the player."""
    ours: int = 0
    theirs: int = 0
    position: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the lists about a player; 0: no value."""

    what: What
    player: int
    """Register number; 0: not in the register."""
    number: str
    ours: int
    theirs: int
    causes: tuple[Cause, ...] = ()
    name: str = ""
    """As on their list, if not in the register."""
    others: Mapping[What, tuple[int, int]] = field(default_factory=dict)
    """Other differences of the same row: ours and theirs, by column."""


def with_causes(
    pool: PoolQuery,
    row: RatingList,
    differences: Sequence[Difference],
    before: ExternalList | None,
    kind: str = "",
) -> list[Difference]:
    """Add the probable causes.

    `before` is their recorded list before this one; `kind` names the rating meant on it.
    """
    players = [one.player for one in differences if one.what == "rating"]
    ours, theirs = pool.states(players, row.number - 1), _ratings(before, kind)
    found = []
    for one in differences:
        ratings_before = (ours.get(one.player, NOBODY).rating, theirs.get(one.player, 0))
        found.append(replace(one, causes=tuple(_causes(pool, row, one, *ratings_before))))
    return found


def _causes(
    pool: PoolQuery, row: RatingList, one: Difference, ours_before: int, theirs_before: int
) -> Iterator[Cause]:
    if one.what == "only-ours" and not one.number:
        yield Cause("no-number")
    if one.what != "rating":
        return
    causes = [
        Cause("later-adjustment", position=later.position)
        for later in pool.facts.adjustments
        if later.player == one.player
        and later.position > row.through_position
        and later.withdrawn == NEVER
        and later.after - later.before == one.theirs - one.ours
    ]
    if ours_before and theirs_before and ours_before != theirs_before:
        causes.append(Cause("earlier-lists", ours_before, theirs_before))
    if "games" in one.others:
        causes.append(Cause("games", *one.others["games"]))
    if "k" in one.others:
        causes.append(Cause("k", *one.others["k"]))
    yield from causes or [Cause("one-point" if abs(one.theirs - one.ours) == 1 else "unknown")]


def _ratings(before: ExternalList | None, kind: str) -> dict[int, int]:
    """Return the ratings of a recorded list by player; none if their kind is unclear."""
    if before is None:
        return {}
    plain = [name for name in before.values if name.partition("_")[0] == name != "inactive"]
    names = [name for name in (kind, SINGLE) if name in plain] or (plain if len(plain) == 1 else [])
    if not names:
        return {}
    ratings = before.values[names[0]].tolist()
    return dict(zip(before.players.tolist(), ratings, strict=True))
