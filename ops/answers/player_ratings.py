"""A player's rating on a day, and the history of ratings with the causes of each change."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec

from ledger.register import identities
from ops.answers import categories
from ops.answers.answer import Answer, Change
from ops.answers.rating_causes import DecisionTaken, TournamentPlayed, YearEnded, causes_of
from ops.answers.rating_lists import Force, basis, force, in_force_from
from projections.queries import PoolQuery, RatingList, State
from projections.queries.corrections import corrected_units, recounts
from projections.steps.corrected import BOOKED, VOID


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating on a list; None: no rating, or no such column in the pool."""

    player: str
    name: str
    rating: int | None
    k: int | None
    games_so_far: int | None
    peak: int | None
    category: str | None
    title: str | None
    list: str
    in_force_from: date | None
    force: Force


class CorrectionBooked(msgspec.Struct, frozen=True):
    """A correction of a closed list, or, in a chain, of a tournament."""

    kind: Literal["points", "void"]
    """`void`: the first rating of a list is annulled."""
    points: Fraction | None
    of: str
    """The closed list, or the tournament."""


class HistoryRow(msgspec.Struct, frozen=True):
    """A list on which a player's rating or history changed."""

    list: str
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


def player_rating(
    pool: PoolQuery, player: int, row: RatingList, as_of: date | None = None
) -> Answer[PlayerRating]:
    """Return a player's rating on a list, with the category on a day."""
    state = pool.state(player, row.number)
    found = categories.held(categories.on_day(pool, player, as_of), player)
    rating = PlayerRating(
        identities.show(player),
        identities.names(pool.official.ledger.read, [player]).get(player, ""),
        state.rating or None,
        *_columns(state),
        found.category,
        found.title,
        row.period,
        in_force_from(pool, row),
        force(pool, row),
    )
    return Answer(basis(pool, row, as_of), (rating,))


def rating_history(pool: PoolQuery, player: int, until: RatingList) -> Answer[HistoryRow]:
    """Return the lists with a change for a player, oldest first."""
    lists = pool.lists()
    held = categories.on_day(pool, player, until.in_force_from)
    changes = pool.changes(player, until.number)
    corrections, causes = _corrections(pool, player, changes), causes_of(pool, player, changes)
    rows: list[HistoryRow] = []
    before = 0
    for number, state, games in _by_list(changes):
        row = lists[number]
        since = row.in_force_from if force(pool, row) == "in force" else date.min
        of_list = categories.held_before(held, since)
        change = Change(state.rating - before) if before and state.rating else None
        rows.append(
            HistoryRow(
                row.period,
                in_force_from(pool, row),
                force(pool, row),
                state.rating or None,
                change,
                games,
                *_columns(state),
                of_list.category,
                of_list.title,
                tuple(corrections.get(number, ())),
                causes[number].tournaments,
                causes[number].decisions,
                causes[number].years_ended,
            )
        )
        before = state.rating
    return Answer(basis(pool, until), tuple(rows))


def _columns(state: State) -> tuple[int | None, int | None, int | None]:
    fields = state.fields
    return fields.get("k"), fields.get("games"), fields.get("peak")


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


def _by_list(changes: Sequence[State]) -> Iterator[tuple[int, State, int]]:
    """Yield a player's last state on each list, with the games of the whole list."""
    last: dict[int, State] = {}
    games: dict[int, int] = {}
    for state in changes:
        last[state.number] = state
        games[state.number] = games.get(state.number, 0) + state.games
    for number, state in sorted(last.items()):
        yield number, state, games[number]
