"""Differences between our list and the body's: their causes, and how they are accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger import columns, limits
from ledger.errors import Refused
from ledger.events.pool import RatingsAdjusted
from ledger.intake.external_list.recorded_lists import ExternalList
from ledger.intake.formats.rating_list.rows import SINGLE
from ledger.register import identities
from ledger.store.requests import Receipt
from ledger.wording import counted
from ops.commands.record_decision import record
from ops.house import House
from projections.queries import PoolQuery, RatingList

RATING: Final = "rating"
ONLY_OURS: Final = "only ours"
ONLY_THEIRS: Final = "only theirs"
NOT_REGISTERED: Final = "not in the register"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing on which the lists differ about one player; 0 is none."""

    what: str
    player: int
    """Register number; 0 where the register does not know him."""
    number: str
    ours: int
    theirs: int
    cause: str = ""
    name: str = ""
    """As their list has it, of who is not in the register."""
    beside: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What else differs on his row: ours and theirs by name."""


def with_causes(
    pool: PoolQuery,
    row: RatingList,
    differences: Sequence[Difference],
    before: ExternalList | None,
    kind: str = "",
) -> list[Difference]:
    """Say why, as far as it can be told.

    `before` is the body's own list before this one, where it is recorded; `kind` is the rating
    meant on it.
    """
    players = [each.player for each in differences if each.what == RATING]
    held = pool.states(players, row.number - 1)
    bases = {player: held[player].rating for player in players if player in held}
    causes = _Causes(pool, row, bases, _ratings(before, kind))
    return [replace(each, cause=causes.of(each)) for each in differences]


def _ratings(before: ExternalList | None, kind: str) -> dict[int, int]:
    """Give the ratings of a recorded list by player; none where it does not tell which."""
    if before is None:
        return {}
    plain = [name for name in before.values if name.partition("_")[0] == name != "inactive"]
    names = [name for name in (kind, SINGLE) if name in plain] or (plain if len(plain) == 1 else [])
    if not names:
        return {}
    ratings = before.values[names[0]].tolist()
    return dict(zip(before.players.tolist(), ratings, strict=True))


@dataclass(frozen=True)
class _Causes:
    """What differences are explained by."""

    pool: PoolQuery
    row: RatingList
    bases: Mapping[int, int]
    """Our ratings on the list before."""
    theirs_before: Mapping[int, int]

    def of(self, difference: Difference) -> str:
        """Give the cause of a difference in words; "" where it is what it says."""
        if difference.what != RATING:
            return _plain(difference)
        causes = [
            *self._later(difference),
            *self._base(difference),
            *_games(difference),
            *_k(difference),
        ]
        if causes:
            return "; ".join(causes)
        if abs(difference.theirs - difference.ours) == 1:
            return "one point: a rounding, or the rating before"
        return "the lists do not tell"

    def _later(self, each: Difference) -> Iterable[str]:
        """Find a correction that this list of ours could not hold yet."""
        for later in self.pool.facts.adjustments:
            by = later.after - later.before
            is_later = later.position > self.row.through_position
            if later.player == each.player and is_later and by == each.theirs - each.ours:
                yield f"equals the adjustment recorded later (#{later.position})"

    def _base(self, each: Difference) -> Iterable[str]:
        ours, theirs = self.bases.get(each.player, 0), self.theirs_before.get(each.player, 0)
        if ours and theirs and ours != theirs:
            yield f"the lists before differ already: theirs {theirs}, ours {ours}"


def _games(each: Difference) -> Iterable[str]:
    ours, theirs = each.beside.get("games", (0, 0))
    both = f"they counted {counted(theirs, 'game')}, we {ours}"
    if theirs > ours:
        yield f"{both}: a report is missing here or late"
    elif ours > theirs:
        yield f"{both}: a report is missing there or late"


def _k(each: Difference) -> Iterable[str]:
    if "k" in each.beside:
        ours, theirs = each.beside["k"]
        yield f"K printed differs: theirs {theirs}, ours {ours}"


def _plain(difference: Difference) -> str:
    if difference.what == ONLY_OURS and not difference.number:
        return "the register holds no number of this player by which to find him on theirs"
    return {
        NOT_REGISTERED: "no player of the register has this number",
        ONLY_OURS: "theirs has no rating of this player",
        ONLY_THEIRS: "ours has no rating of this player",
        "birth year": "as registered, and as their list has it",
    }.get(difference.what, "")


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Who decides that the body's ratings hold, on which article."""

    by: str
    article: str | None = None
    recorded_by: str = "local"


def accepted(differences: Sequence[Difference], players: Sequence[int] | None) -> list[Difference]:
    """Give the ratings to be adjusted, in the order of players.

    Of players named also those who stand on one of the two lists only; None: all ratings that
    differ. Raises Refused where there is none of a player named.
    """
    named = (RATING, ONLY_OURS, ONLY_THEIRS)
    wanted = [each for each in differences if each.what in (named if players else (RATING,))]
    if players:
        missing = set(players) - {each.player for each in wanted}
        for player in sorted(missing):
            raise Refused(
                f"player {identities.show(player)}: the ratings do not differ",
                code="nothing-differs",
                field="accept",
                found=identities.show(player),
            )
        wanted = [each for each in wanted if each.player in set(players)]
    return sorted(wanted, key=lambda each: each.player)


def accept(
    house: House, pool: str, chosen: Sequence[Difference], acceptance: Acceptance
) -> list[Receipt]:
    """Record the body's ratings as adjustments of ours, in parts of at most 10 000 players.

    Accepting the same again gives the first receipts. Raises Refused where the present rating is
    not the one of the list compared, or where an adjustment waits for the next list.
    """
    receipts = []
    for start in range(0, len(chosen), limits.EVENT_PLAYERS):
        part = chosen[start : start + limits.EVENT_PLAYERS]
        fact = RatingsAdjusted(
            pool=pool,
            player=columns.write((each.player for each in part), columns.PLAYER),
            before=columns.write((each.ours for each in part), columns.RATING),
            after=columns.write((each.theirs for each in part), columns.RATING),
            by=acceptance.by,
            article=acceptance.article,
        )
        receipts.append(record(house, fact, by=acceptance.recorded_by))
    return receipts
