"""Why a player's row differs between two lists: of one history, or of two tracks or moments.

Two histories are followed list by list. Where the change of a player on a list is another one, the
causes are facts that one history knows and the other does not: late reports, corrections,
decisions; or ratings that differ for such a cause: the player's own, or an entrant's. What
depends on a rating differs with it, as the increase of March 2024: a line of the calculation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import msgspec

from ledger.register import identities
from ledger.sentences import Position, Sentence
from ledger.store.numbering import TOURNAMENTS
from ops.answers.causes_on_lists import Causes, DecisionTaken, causes_of
from ops.answers.differing_ratings import differing_ratings
from projections.queries import PoolQuery, RatingList, State
from projections.queries.corrections import concerns
from projections.queries.explain import explain
from projections.queries.explain.sheets import Line

Kind = Literal[
    "played",
    "late-report",
    "correction",
    "decision",
    "year-end",
    "line",
    "own-rating",
    "entrant",
    "earlier-list",
    "law",
    "unexplained",
]


class ChangeCause(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cause of a difference: a fact on one side alone, or a consequence of such a fact."""

    kind: Kind
    list: str
    """The list on which it acts."""
    about: str = ""
    """The tournament, the entrant, the decision, the year, the earlier list; the kind of line, the
    column of the list."""
    position: Position | None = None
    """Of the event."""
    says: Sentence | None = None
    """What the rulebook says of a line."""
    rated_on: str = ""
    """The list with the other rating, after its pool where it is another one."""
    rated_alone: bool = False
    """Whether the entrant is rated on that list in one history alone."""
    name: str = ""
    """Of the tournament that the cause is about; empty: of none."""


_IN_EVERY_SUM = ("play", "rounding", "correction", "deviation")  # with causes of their own


def causes_between(
    earlier: tuple[PoolQuery, RatingList], later: tuple[PoolQuery, RatingList], player: int
) -> tuple[ChangeCause, ...]:
    """Return the causes of the differences of a player between two lists, in order of lists.

    Empty where the player has no difference, or none with a known cause.
    """
    (one, first), (other, second) = earlier, later
    if (one.track, one.known) == (other.track, other.known):
        return tuple(_within(one, player, first, second))
    common = min(first.number, second.number)
    found = list(_Histories(one, other, player).causes(common))
    longer, last = earlier if first.number > common else later
    found += _within(longer, player, longer.lists()[common], last)
    return tuple(found)


def _within(
    pool: PoolQuery, player: int, first: RatingList, last: RatingList
) -> Iterator[ChangeCause]:
    """Yield the causes on the lists after the first of two lists, up to the last."""
    if first.number >= last.number:
        return
    changes = pool.changes(player, last.number, first.number + 1)
    causes = causes_of(pool, player, changes)
    found = [
        cause
        for number in sorted(causes)
        for cause in _of_list(pool, player, pool.lists()[number], causes[number])
    ]
    # No list booked anything: the law or the calendar alone.
    yield from found or [ChangeCause("law", last.period)]


def _of_list(pool: PoolQuery, player: int, on: RatingList, causes: Causes) -> Iterator[ChangeCause]:
    for played in causes.tournaments:
        yield ChangeCause("played", on.period, played.tournament)
    for decision in causes.decisions:
        yield _decided(decision, on.period)
    for ended in causes.years_ended:
        yield ChangeCause("year-end", on.period, str(ended.year))
    for line in _lines(pool, player, on).values():
        if line.points and line.kind not in _IN_EVERY_SUM:
            yield ChangeCause("line", on.period, line.kind, says=line.says)


def _decided(decision: DecisionTaken, on: str) -> ChangeCause:
    """Return a decision as a cause; a decision about a tournament is a correction."""
    kind: Kind = "correction" if decision.tournament else "decision"
    return ChangeCause(kind, on, decision.tournament or decision.event, decision.position)


def _lines(pool: PoolQuery, player: int, on: RatingList) -> dict[str, Line]:
    """Return the lines of a change by kind; the last of each kind, with all its points."""
    found: dict[str, Line] = {}
    for unit in explain(pool, player, on).units:
        for line in unit.lines:
            so_far = found[line.kind].points if line.kind in found else 0
            found[line.kind] = msgspec.structs.replace(line, points=line.points + so_far)
    return found


@dataclass(frozen=True)
class _Histories:
    """The histories of a player on two tracks, or as known at two moments."""

    one: PoolQuery
    other: PoolQuery
    player: int

    @property
    def pools(self) -> tuple[PoolQuery, PoolQuery]:
        """The pool in both histories."""
        return self.one, self.other

    def causes(self, last: int) -> Iterator[ChangeCause]:
        """Yield the causes list by list, up to a list."""
        changes = [pool.changes(self.player, last) for pool in self.pools]
        steps = [_steps(states) for states in changes]
        both = zip(self.pools, changes, strict=True)
        causes = [causes_of(pool, self.player, states) for pool, states in both]
        before = ""
        for number in sorted({*steps[0], *steps[1]}):
            if steps[0].get(number) == steps[1].get(number):
                continue
            booked = [by_list.get(number, Causes()) for by_list in causes]
            of_list = _OnList(self, number, booked, first=not before)
            found = list(dict.fromkeys(of_list.causes()))
            period = self.one.lists()[number].period
            inherited: Kind = "earlier-list" if before else "unexplained"
            yield from found or [ChangeCause(inherited, period, before)]
            before = period

    @property
    def later_known(self) -> PoolQuery:
        """The pool in the history that knows more events."""
        return max(self.pools, key=lambda pool: pool.known)

    @cached_property
    def known(self) -> list[int]:
        """By list, the position up to which both histories know the facts."""
        both = zip(self.one.lists(), self.other.lists(), strict=False)
        return [min(one.horizon.facts, other.horizon.facts) for one, other in both]


def _names_known(pool: PoolQuery, number: int) -> int:
    """Return the position up to which a list knows merges; -1: the ratings carried over know none.

    The ratings carried over of the revised track know all.
    """
    if pool.track == "revised" and not number:
        return pool.known
    return pool.lists()[number].through_position


def _steps(states: Sequence[State]) -> dict[int, tuple[Any, ...]]:
    """Return by list the change of each field of a player's state; without a change, nothing."""
    found: dict[int, tuple[Any, ...]] = {}
    before: Mapping[str, int] = {}
    by_list: dict[int, State] = {state.number: state for state in states}
    for number, state in sorted(by_list.items()):
        step = {name: value - before.get(name, 0) for name, value in state.fields.items()}
        if any(step.values()):
            found[number] = tuple(sorted(step.items()))
        before = state.fields
    return found


@dataclass(frozen=True)
class _OnList:
    """A list on which the change of a player is another one in two histories."""

    both: _Histories
    number: int
    booked: Sequence[Causes]
    """The causes of the change in each history."""
    first: bool
    """Whether it is the first such list."""

    @property
    def period(self) -> str:
        return self.both.one.lists()[self.number].period

    def causes(self) -> Iterator[ChangeCause]:
        """Yield the causes: facts first, then differing ratings."""
        found = [*self._tournaments(), *self._decisions(), *self._merges()]
        found += [*self._years_of_birth(), *self._year_ends()]
        yield from found
        yield from self._differing_lines()
        if not found:
            yield from self._inputs()

    def _years_of_birth(self) -> Iterator[ChangeCause]:
        for corrected in self.both.other.official.facts.years_corrected:
            later = corrected.position > self.both.known[self.number]
            if later and corrected.player == self.both.player:
                yield self._cause("correction", "birth-year", corrected.position)

    def _cause(self, kind: Kind, about: str = "", position: int | None = None) -> ChangeCause:
        return ChangeCause(
            kind, self.period, about, None if position is None else Position(position)
        )

    def _tournaments(self) -> Iterator[ChangeCause]:
        """Yield late reports, and corrections unknown to one history."""
        pools, latest = self.both.pools, self.both.later_known.known
        for tournament in self._played:
            booked = [one.number for pool in pools for one in pool.bookings_of(tournament)]
            known = self.both.known[min(booked, default=self.number)]
            history = self.both.other.tournament_history(tournament, latest)
            for position in sorted(set(history.roots.values())):
                if position > known:
                    yield self._cause("late-report", tournament, position)
            for correction in history.corrections:
                later = correction.position > known and not correction.no_effect
                if later and concerns(history, correction, self.both.player):
                    yield self._cause("correction", tournament, correction.position)

    @cached_property
    def _tournaments_booked(self) -> tuple[set[str], set[str]]:
        """The tournaments of the player on the list, in each history."""
        booked = (pool.bookings(self.number, self.both.player) for pool in self.both.pools)
        one, other = ({booking.tournament for booking in bookings} for bookings in booked)
        return one, other

    @property
    def _played(self) -> list[str]:
        """The tournaments of the player on the list, in either history."""
        return sorted(set.union(*self._tournaments_booked), key=TOURNAMENTS.order)

    def _decisions(self) -> Iterator[ChangeCause]:
        one, other = (
            {decision.position: decision for decision in causes.decisions} for causes in self.booked
        )
        for position in sorted(one.keys() ^ other.keys()):
            yield _decided(one.get(position) or other[position], self.period)

    def _merges(self) -> Iterator[ChangeCause]:
        """Yield the merges and separations of the player known to one history alone.

        They are causes on the first list that differs, and on lists with games of both numbers.
        """
        one, other = self._tournaments_booked
        if not self.first and one == other:
            return
        earlier, later = sorted(_names_known(pool, self.number) for pool in self.both.pools)
        for merge in self.both.later_known.facts.merges:
            concerned = self.both.player in (merge.kept, merge.merged)
            if concerned and merge.holds_at(earlier) != merge.holds_at(later):
                position = merge.position if merge.holds_at(later) else merge.until
                event = self.both.later_known.official.ledger.read.at([position])[position]
                about = event.type.partition(".")[0]
                yield self._cause("decision", about, position)

    def _year_ends(self) -> Iterator[ChangeCause]:
        one, other = (set(causes.years_ended) for causes in self.booked)
        for year in sorted({ended.year for ended in one ^ other}):
            yield self._cause("year-end", str(year))

    def _differing_lines(self) -> Iterator[ChangeCause]:
        one, other = (
            _lines(pool, self.both.player, pool.lists()[self.number]) for pool in self.both.pools
        )
        for kind in dict.fromkeys((*one, *other)):
            if kind in _IN_EVERY_SUM:
                continue
            points = [lines[kind].points if kind in lines else 0 for lines in (one, other)]
            if points[0] != points[1]:
                says = (one.get(kind) or other[kind]).says
                yield ChangeCause("line", self.period, kind, says=says)

    def _inputs(self) -> Iterator[ChangeCause]:
        """Yield differing ratings: the player's own, and the ratings of entrants met.

        Those of all other entrants only where none of these differs.
        """
        known, player = self.both.known[self.number], self.both.player
        found = [
            rating
            for tournament in self._played
            for rating in differing_ratings(self.both.pools, tournament, self.number, known, player)
        ]
        for rating in [rating for rating in found if rating.near] or found:
            kind: Kind = "own-rating" if rating.player == player else "entrant"
            who = "" if kind == "own-rating" else identities.show(rating.player)
            where = rating.where
            yield ChangeCause(kind, self.period, who, rated_on=where.list, rated_alone=where.alone)
