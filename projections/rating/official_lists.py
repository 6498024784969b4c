"""The lists of the official track, as the revised track looks at them.

The rating body decided about ratings as they were published, and everybody saw from these whether a
tournament would count: decisions and admission rest on official lists on both tracks.

* Reading `decided_change`: a corrected rating acts on the list that took it, as the difference
  between the two ratings, but never to less than one point. It acts only where it acted
  officially, on a player who is listed.
* Reading `decided_annulment`: an annulment has no rating to start from. It holds on the list that
  took it for whatever rating the player has there, also if the player has one on the revised track
  alone: the body decided that the player has none.
* Reading `decided_entry`: an entry rating by decision holds for the entry that it was taken for,
  also if the list of this entry was closed before; that entry uses it up.
* Reading `admitted_officially`: admission by ratings (registration, thinking time, matches, round
  robins) goes by those officially in force when the tournament began, guests included.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from projections.rating.layout import Batch
from projections.rating.source import OfficialRatings, OtherPool
from projections.rating.standings import Standings
from projections.state.adjustments import AS_LISTED, BY_POINTS, Adjustment, DecidedChange, Decision
from projections.state.closed_list import Closed
from projections.state.merges import Names

LEAST = 1
"""An adjusted rating is no lower: 0 would take the player off the list."""

WITHOUT_EFFECT = 10_000
"""Start of an adjustment without effect: a rating that no player has."""


@dataclass(frozen=True, slots=True)
class OfficialLists:
    """The closed lists of the official track, with their ratings."""

    closed: Sequence[Closed]
    standings: Standings
    """After the last of them."""
    others: Callable[[], Mapping[str, OtherPool]]
    """Returns the other pools on the official track, by word of the rulebook."""
    names: Names = field(default_factory=dict)
    """The merged numbers as known now."""

    def ratings(self, part: Batch, number: int) -> OfficialRatings:
        """Return the ratings of the entries of a part on a list of the revised track."""
        listed = self.standings.ratings_of(number - 1, part.player)
        elsewhere = {word: other.at_start(part) for word, other in self.others().items()}
        return OfficialRatings(self.standings.at_start(part), listed, elsewhere)

    @property
    def carriers(self) -> dict[int, int]:
        """The merged numbers whose rating goes on, with the kept players.

        Also of a merge that the next list takes in.
        """
        rating, found = list(self.standings.state).index("rating"), dict[int, int]()
        taken = {(joined.kept, joined.merged): joined for joined in self.standings.joins}
        for merged, kept in self.names.items():
            joined = taken.get((kept, merged))
            if joined is not None:
                goes_on = joined.carrier == merged and joined.merged_state[rating] > 0
            else:
                goes_on = self._listed(merged) and not self._listed(kept)
            if goes_on and kept not in found.values():
                found[merged] = kept
        return found

    def _listed(self, player: int) -> bool:
        return self.standings.rating_of(len(self.closed), player) > 0

    def first_list(self, decision: Decision) -> int:
        """Return the number of the first list on which an entry waited for a decision."""
        before = range(first_list(self.closed, decision) - 1, 0, -1)
        listed = (number for number in before if self.standings.rating_of(number, decision.player))
        return next(listed, 0) + 1

    def changes(
        self, decided: Mapping[int, DecidedChange], number: int, listed: Callable[[int], int]
    ) -> dict[int, DecidedChange]:
        """Return decisions about ratings as they act on a list of the revised track, by player.

        `listed` returns the revised rating of a player on the list before. Decisions about a merged
        number whose rating went on are about the kept player.
        """
        found = {}
        for player, change in decided.items():
            adjustment, now = change.adjustment, self.carriers.get(player, player)
            if adjustment is not None and adjustment.before not in (AS_LISTED, BY_POINTS):
                acted = self.standings.rating_of(number - 1, player) == adjustment.before
                adjustment = _acting_on(adjustment, listed(now), acted=acted)
            found[now] = structs.replace(change, adjustment=adjustment)
        return found


def first_list(closed: Sequence[Closed], decision: Decision) -> int:
    """Return the number of the first list that takes a decision, closed or to come."""
    taken = (one.number for one in closed if one.event.through_position >= decision.position)
    return next(taken, len(closed) + 1)


def _acting_on(adjustment: Adjustment, rating: int, *, acted: bool) -> Adjustment:
    """Return an adjustment as it acts on another rating."""
    if not acted or bool(rating) != bool(adjustment.before):
        return structs.replace(adjustment, before=WITHOUT_EFFECT)
    if not adjustment.before or not adjustment.after:
        return structs.replace(adjustment, before=rating)
    after = max(rating + adjustment.after - adjustment.before, LEAST)
    return structs.replace(adjustment, before=rating, after=after)
