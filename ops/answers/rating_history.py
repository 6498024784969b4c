"""A player's ratings list by list, each with its causes: tournaments, decisions, ends of years."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec

from ledger.events.counting import ExemptionGranted
from ops.answers import categories
from ops.answers.answer import Answer, Change, Position
from ops.answers.player_ratings import shown_columns
from ops.answers.rating_lists import Force, basis, force, in_force_from, printed_from
from ops.answers.replaced_printings import ReplacedPrinting, replaced_printings
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList, State
from projections.queries.corrections import (
    affects_lists,
    concerns,
    corrected_by,
    corrected_units,
    joined_on,
    recounts,
)
from projections.queries.findings.corrections import changes_nothing
from projections.queries.merges_on_lists import merges_on
from projections.queries.recompute.corrected_competitions import closed_booking
from projections.queries.recompute.rows import changes_decided
from projections.rating.corrected import BOOKED, POOL, VOID


class TournamentPlayed(msgspec.Struct, frozen=True):
    """A tournament rated for a player by a list."""

    tournament: str
    name: str
    points: int | None
    """Change of the rating by this tournament; None: the rulebook rates a period as a whole."""


class DecisionTaken(msgspec.Struct, frozen=True):
    """An event with a decision, a correction or a rating carried over, taken in by a list."""

    position: Position
    event: str
    """Type of the event, without the version."""
    tournament: str
    """The tournament it concerns; empty: none."""
    decided_by: str
    article: str


class YearEnded(msgspec.Struct, frozen=True):
    """The end of a year with a change of the rating."""

    year: int
    points: int


class CorrectionBooked(msgspec.Struct, frozen=True):
    """A correction of a closed list, or, in a chain, of a tournament."""

    kind: Literal["points", "void"]
    """`void`: the first rating of a list is annulled."""
    points: Fraction | None
    of: str
    """The closed list, or the tournament."""


class HistoryRow(msgspec.Struct, frozen=True):
    """A list on which a player's rating or history changed, in its last printing."""

    list: str
    printing: int | None
    """None: the ratings carried over."""
    replaced_printings: tuple[ReplacedPrinting, ...]
    """The printings that this one replaced; also where only one of them changed the rating."""
    in_force_from: date | None
    force: Force
    rating: int | None
    change: Change | None
    games: int
    k: int | None
    games_so_far: int | None
    peak: int | None
    category: str | None
    title: str | None
    corrected: tuple[CorrectionBooked, ...]
    tournaments: tuple[TournamentPlayed, ...]
    decisions: tuple[DecisionTaken, ...]
    years_ended: tuple[YearEnded, ...]


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
    about its tournaments and the player's games, about the rating itself, about closed lists.
    """
    lists = pool.lists()
    found: dict[int, _Found] = {}
    rated = False
    for number in dict.fromkeys(state.number for state in changes):
        states = [state for state in changes if state.number == number]
        found[number] = _of_list(pool, player, lists, number, states)
        if not rated and number and any(state.rating for state in states):
            known = lists[number].through_position
            entries = [entry for entry in pool.facts.decisions if entry.player == player]
            positions = [entry.position for entry in entries if entry.position <= known]
            found[number].decided += [(position, "") for position in positions[-1:]]
        rated = rated or any(state.rating for state in states)
    return _read(pool, found)


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


def _read(pool: PoolQuery, found: dict[int, _Found]) -> dict[int, Causes]:
    positions = {position for causes in found.values() for position, _ in causes.decided}
    events = pool.official.ledger.read.at(sorted(positions))
    decisions = {}
    for position, event in events.items():
        said = event.decoded().payload
        by, article = (str(getattr(said, name, "") or "") for name in ("by", "article"))
        decisions[position] = (event.type.partition(".")[0], by, article)

    def decided(pairs: Iterable[tuple[int, str]]) -> Iterator[DecisionTaken]:
        for position, tournament in sorted(set(pairs)):
            kind, by, article = decisions[position]
            yield DecisionTaken(Position(position), kind, tournament, by, article)

    return {
        number: Causes(tuple(one.tournaments), tuple(decided(one.decided)), tuple(one.years))
        for number, one in found.items()
    }


def rating_history(
    pool: PoolQuery, player: int, until: RatingList, as_of: date | None = None
) -> Answer[HistoryRow]:
    """Return the lists with a change for a player, oldest first; `until` is the list of a day.

    A new printing can be published after the next list came into force: it is never in force, and
    the next list, which has its rating first, stands in the history too.
    """
    lists = pool.lists()
    held = categories.on_day(pool, player, until.in_force_from)
    changes = pool.changes(player, until.number)
    corrections, causes = _corrections(pool, player, changes), causes_of(pool, player, changes)
    earlier = replaced_printings(pool, player, until)
    first = _first_in_force(pool, earlier, until)
    rows: list[HistoryRow] = []
    before = 0
    for number, state, games in _by_list(pool, player, changes, (*earlier, *first.values())):
        row = lists[number]
        late = number in first and printed_from(pool, row) != NOT_IN_FORCE
        since = row.in_force_from if force(pool, row) == "in force" else date.min
        of_list = categories.held_before(held, since)
        change = Change(state.rating - before) if before and state.rating else None
        of_causes = causes.get(number, Causes())
        rows.append(
            HistoryRow(
                row.period,
                row.printing if row.number else None,
                earlier.get(number, ()),
                None if late else in_force_from(pool, row),
                "never in force" if late else force(pool, row),
                state.rating or None,
                change,
                games,
                *shown_columns(state),
                of_list.category,
                of_list.title,
                tuple(corrections.get(number, ())),
                of_causes.tournaments,
                of_causes.decisions,
                of_causes.years_ended,
            )
        )
        before = state.rating
    return Answer(basis(pool, until, as_of), tuple(rows))


def _first_in_force(pool: PoolQuery, reprinted: Iterable[int], until: RatingList) -> dict[int, int]:
    """Return by reprinted list the list that came into force before its last printing, if any."""
    lists = pool.lists()[: until.number + 1]
    found = {}
    for number in reprinted:
        day = printed_from(pool, lists[number])
        for later in lists[number + 1 :]:
            if force(pool, later) == "in force" and later.in_force_from <= day:
                found[number] = later.number
                break
    return found


def _corrections(
    pool: PoolQuery, player: int, changes: Sequence[State]
) -> dict[int, list[CorrectionBooked]]:
    """Return the corrections of a player's closed lists, by the number of the booking list."""
    lists = pool.lists()
    found: dict[int, list[CorrectionBooked]] = {}
    for corrected in corrected_units(pool, player):
        unit, of_list = corrected.unit, lists[corrected.unit.number].period
        if unit.kind == BOOKED:
            points = Fraction(unit.due_points - unit.booked_points)
            found.setdefault(corrected.on, []).append(CorrectionBooked("points", points, of_list))
        elif unit.kind == VOID:
            found.setdefault(corrected.on, []).append(CorrectionBooked("void", None, of_list))
    moved = {(state.number, state.place): state.moved for state in changes}
    for recount in recounts(pool, player):
        points = Fraction(moved.get((recount.on, recount.place), 0))
        if points:
            booked = CorrectionBooked("points", points, recount.tournament)
            found.setdefault(recount.on, []).append(booked)
    return found


def _by_list(
    pool: PoolQuery, player: int, changes: Sequence[State], further: Iterable[int]
) -> Iterator[tuple[int, State, int]]:
    """Yield a player's last state on each list, with the games of the whole list.

    `further` lists stand among them, where the player's state is that of the list before.
    """
    last: dict[int, State] = {}
    games: dict[int, int] = {}
    for state in changes:
        last[state.number] = state
        games[state.number] = games.get(state.number, 0) + state.games
    for number in further:
        last.setdefault(number, pool.state(player, number))
    for number, state in sorted(last.items()):
        yield number, state, games.get(number, 0)
