"""Causes of the changes of a player's rating, list by list: tournaments, decisions, year ends."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from ledger.actors.bodies import decider
from ledger.events.counting import ExemptionGranted
from ledger.events.pool import RatingsCarriedOver
from ledger.sentences import NO_SENTENCE, Position
from ledger.store.recorded import Recorded
from ops.access.personal_data import BodyName
from projections.queries import PoolQuery, RatingList, State
from projections.queries.corrections import (
    affects_lists,
    concerns,
    corrected_by,
    corrected_units,
    joined_on,
    recounts,
)
from projections.queries.explain import explain
from projections.queries.explain.sheets import Exact, Line
from projections.queries.findings.corrections import changes_nothing
from projections.queries.merges_on_lists import merges_on
from projections.queries.recompute.corrected_competitions import closed_booking
from projections.queries.recompute.rows import changes_decided, decided_entries
from projections.rating.corrected import POOL
from projections.state.law import Law
from projections.state.pool import printed


class TournamentPlayed(msgspec.Struct, frozen=True):
    """A tournament rated for a player by a list."""

    tournament: str
    name: str
    points: Exact | None
    """Change of the rating by this tournament; None: without a rating before, or not asked for.

    Where a list rates a whole period, alone with everything else on the list: before rounding."""


class DecisionTaken(msgspec.Struct, frozen=True):
    """An event with a decision, a correction or a rating carried over, taken in by a list."""

    position: Position
    event: str
    """Type of the event, without the version."""
    tournament: str
    """The tournament it concerns; empty: none."""
    decided_by: str
    decided_by_name: BodyName
    """Name of the body on the day of the decision."""
    article: str


class YearEnded(msgspec.Struct, frozen=True):
    """The end of a year with a change of the rating."""

    year: int
    points: int


class Causes(msgspec.Struct, frozen=True):
    """Causes of the change of a player's rating on a list."""

    tournaments: tuple[TournamentPlayed, ...] = ()
    decisions: tuple[DecisionTaken, ...] = ()
    years_ended: tuple[YearEnded, ...] = ()


@dataclass(slots=True)
class _Found:
    """Causes on a list before the events are read; a decision is (position, tournament)."""

    tournaments: list[TournamentPlayed] = field(default_factory=list)
    decided: list[tuple[int, str]] = field(default_factory=list)
    years: list[YearEnded] = field(default_factory=list)


def causes_of(pool: PoolQuery, player: int, changes: Sequence[State]) -> dict[int, Causes]:
    """Return the causes of the changes of a player's rating, by the number of the list.

    `changes` are the player's states as `PoolQuery.changes` gives them. A tournament is named also
    if no game of the player counted in it. Decisions are those that the list took into account:
    about its tournaments and the player's games, about the rating itself or with which rating the
    player enters, about closed lists.
    """
    lists = pool.lists()
    found: dict[int, _Found] = {}
    for number in dict.fromkeys(state.number for state in changes):
        states = [state for state in changes if state.number == number]
        found[number] = _of_list(pool, player, lists, number, states)
    return _read(pool, found)


def lines_without_causes(
    pool: PoolQuery, player: int, on: RatingList, *, ceased: bool, unexplained: bool
) -> tuple[Line, ...]:
    """Return the lines of a player's change on a list for which there is no cause.

    By the law alone, as the increase of March 2024; by a recorded deviation; the end of a rating
    (`ceased`); of a change without any cause (`unexplained`) all. Other lists are not computed.
    """
    kinds = _kinds_by_law(pool, player, on)
    deviates = printed(on.period, on.printing) in pool.facts.recorded_anew
    if not (kinds or deviates or ceased or unexplained):
        return ()
    lines = (line for unit in explain(pool, player, on).units for line in unit.lines)
    return tuple(
        line for line in lines if unexplained or line.kind in {*kinds, "deviation", "exit"}
    )


def _kinds_by_law(pool: PoolQuery, player: int, on: RatingList) -> list[str]:
    """Return the kinds of lines that the law can add to a player's rating on a list."""
    kinds = [kind for kind in pool.law.lines if kind.by_law]
    if not kinds:
        return []
    edition = Law(pool.facts, on.law_known).edition_of_list(on.list_date)
    born = pool.official.facts.years_of(np.array([player]), on.through_position)
    if not edition.also_concerned(on.list_date, born)[0]:
        return []
    return [kind.kind for kind in kinds if kind.column in edition.columns]


def _of_list(
    pool: PoolQuery, player: int, lists: Sequence[RatingList], number: int, states: Sequence[State]
) -> _Found:
    if not number:
        carried = (event for event in pool.facts.carried if player in event.column("player"))
        return _Found(decided=[(event.position, "") for event in carried])
    on, before = lists[number], lists[number - 1]
    moved = {state.place: state.moved for state in states}
    found = _Found()
    for booked in pool.bookings(number, player):
        if booked.edition:
            name = pool.official.facts.announcements[booked.tournament].name
            points = moved.get(booked.place, 0) if pool.law.chained else None
            found.tournaments.append(TournamentPlayed(booked.tournament, name, points))
            found.decided += _about_tournament(pool, player, booked.tournament, on)
    found.decided += _about_closed_lists(pool, player, on, before)
    if any(state.rating for state in states):
        found.decided += _about_the_entry(pool, player, on)
    changes = changes_decided(pool, player, on).values()
    found.decided += [(position, "") for change in changes for position in change.positions]
    if pool.facts.merges and player in joined_on(pool, number):
        found.decided += [(position, "") for _, position in merges_on(pool, player, on)]
    found.years = [
        YearEnded(turned.year, moved[turned.place])
        for turned in pool.year_ends_on(number)
        if moved.get(turned.place)
    ]
    return found


def _about_tournament(
    pool: PoolQuery, player: int, tournament: str, on: RatingList
) -> Iterator[tuple[int, str]]:
    if tournament not in pool.official.facts.corrected:
        return
    history = pool.tournament_history(tournament, on.through_position)
    for correction in history.corrections:
        decision = correction.payload
        exempt = decision.player if isinstance(decision, ExemptionGranted) else None
        if (
            not (correction.no_effect or correction.ended)
            and affects_lists(correction)
            and exempt in (None, player)
            and concerns(history, correction, player)
            and changes_nothing(pool, history, correction) is None
        ):
            yield correction.position, tournament


def _about_the_entry(pool: PoolQuery, player: int, on: RatingList) -> Iterator[tuple[int, str]]:
    """Yield the decision that gave the rating with which a player enters on a list, if any did.

    A decision can hold without giving it: for a guest, or below the least rating of the regulation.
    """
    if pool.law.first_ratings is None:
        return
    for decision in decided_entries(pool, {player}, on.number, on.horizon).values():
        lines = [line for unit in explain(pool, player, on).units for line in unit.lines]
        if any(line.kind == "entry" and line.points == decision.rating for line in lines):
            yield decision.position, ""


def _about_closed_lists(
    pool: PoolQuery, player: int, on: RatingList, before: RatingList
) -> Iterator[tuple[int, str]]:
    known = (before.through_position, on.through_position)
    units = [correction.unit for correction in corrected_units(pool, player, on.number)]
    numbers = [unit.number for unit in units if unit.kind != POOL]
    if any(unit.kind == POOL for unit in units) and not pool.state(player, before.number).rating:
        touched = pool.touched(player, before.number)
        numbers += [number for number in touched if number]  # their results may count again
    recounted = recounts(pool, player, on.number)
    numbers += [closed_booking(pool, competition).number for competition in recounted]
    numbers += [earlier for number in numbers for earlier in _pooled_on(pool, player, number)]
    for number in dict.fromkeys(numbers):
        for corrected in corrected_by(pool, player, number, *known):
            for position in corrected.positions:
                yield position, corrected.tournament


def _pooled_on(pool: PoolQuery, player: int, number: int) -> Iterator[int]:
    """Yield the earlier lists with results of a first rating given by a list."""
    if number > 0 and not pool.state(player, number - 1).rating:
        since = pool.last_rated(player, number - 1)
        yield from (one for one in pool.touched(player, number - 1) if one > max(since, 0))


def _decision(event: Recorded, tournament: str) -> DecisionTaken:
    fact = event.decoded().payload
    by, article = (str(getattr(fact, name, "") or "") for name in ("by", "article"))
    return DecisionTaken(
        position=Position(event.position),
        event=event.type.partition(".")[0],
        tournament=tournament,
        decided_by=by,
        decided_by_name=decider(event),
        article=article,
    )


def _read(pool: PoolQuery, found: dict[int, _Found]) -> dict[int, Causes]:
    positions = {position for causes in found.values() for position, _ in causes.decided}
    carried = {one.position for one in pool.facts.carried}  # naming the whole register: not read
    events = pool.official.ledger.read.at(sorted(positions - carried))

    def decided(pairs: Iterable[tuple[int, str]]) -> Iterator[DecisionTaken]:
        for position, tournament in sorted(set(pairs)):
            if position in carried:
                yield _carried_over(position)
            else:
                yield _decision(events[position], tournament)

    return {
        number: Causes(tuple(one.tournaments), tuple(decided(one.decided)), tuple(one.years))
        for number, one in found.items()
    }


def _carried_over(position: int) -> DecisionTaken:
    event = RatingsCarriedOver.TYPE.partition(".")[0]
    return DecisionTaken(Position(position), event, "", "", NO_SENTENCE, "")
