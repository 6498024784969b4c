"""A player's ratings list by list, each with its causes: tournaments, decisions, ends of years."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from ledger.register import identities
from ledger.sentences import Change
from ops.answers import categories
from ops.answers.abouts import AboutList, AboutPlayer, widened
from ops.answers.answer import Answer, check_limit
from ops.answers.asked_players import about_player, number_on
from ops.answers.causes_on_lists import (
    Causes,
    DecisionTaken,
    TournamentPlayed,
    YearEnded,
    causes_of,
    lines_without_causes,
)
from ops.answers.player_ratings import RatedOnList, rated_on
from ops.answers.rating_lists import basis, chosen, force, printed_from
from ops.players.replaced_printings import ReplacedPrinting, replaced_printings
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList, State
from projections.queries.corrections import corrected_units, recounts
from projections.queries.explain.sheets import Line
from projections.queries.explain.used import points_on
from projections.rating.corrected import BOOKED, VOID


class CorrectionBooked(msgspec.Struct, frozen=True):
    """A correction of a closed list, or, in a chain, of a tournament."""

    kind: Literal["points", "void"]
    """`void`: the first rating of a list is annulled."""
    points: Fraction | None
    of: str
    """The closed list, or the tournament."""


class HistoryRow(RatedOnList, frozen=True, kw_only=True):
    """A list on which a player's rating or history changed, in its last printing."""

    replaced_printings: tuple[ReplacedPrinting, ...]
    """The replaced printings, also where only a replaced one changed the rating."""
    change: Change | None
    games: int
    corrected: tuple[CorrectionBooked, ...]
    tournaments: tuple[TournamentPlayed, ...]
    decisions: tuple[DecisionTaken, ...]
    years_ended: tuple[YearEnded, ...]
    lines: tuple[Line, ...]
    """Lines of the calculation without such a cause, as the increase of March 2024."""


def history_asked(
    pool: PoolQuery, player: str, as_of: date | None, last: int | None = None
) -> Answer[HistoryRow, AboutPlayer]:
    """Return the history of a player as typed, up to the list of a day; `last`: of so many lists.

    Raises BadPlayerId, UnknownPlayer.
    """
    check_limit(last)
    pool, on = chosen(pool, None, as_of)
    asked = identities.registered(pool.official.ledger.read, player)
    number = number_on(pool, asked, on)
    found = rating_history(pool, number, on, as_of, last)
    return Answer(about_player(found.about, pool, asked, number), found.rows)


def rating_history(
    pool: PoolQuery,
    player: int,
    until: RatingList,
    as_of: date | None = None,
    last: int | None = None,
    *,
    computed: int | None = None,
) -> Answer[HistoryRow, AboutList]:
    """Return the lists with a change for a player, oldest first; `until` is the list of a day.

    With `last` only so many of them, the newest. For the points of several tournaments a list is
    computed again: the newest `computed` of them, or (None) all. A new printing can be published
    after the next list came into force: it is never in force, and the next list, which has its
    rating first, stands in the history too.
    """
    lists = pool.lists()
    held = categories.on_day(pool, player, until.in_force_from)
    changes = pool.changes(player, until.number)
    earlier = replaced_printings(pool, player, until)
    first = _first_in_force(pool, earlier, until)
    every = [*_by_list(pool, player, changes, (*earlier, *first.values()))]
    shown = every[-last:] if last else every
    before = every[-last - 1][1].rating if last and last < len(every) else 0
    numbers = {number for number, *_ in shown}
    causes = causes_of(pool, player, [state for state in changes if state.number in numbers])
    corrections = _corrections(pool, player, changes)
    rows: list[HistoryRow] = []
    for number, state, games in shown:
        row = lists[number]
        late = number in first and printed_from(pool, row) != NOT_IN_FORCE
        since = row.in_force_from if force(pool, row) == "in force" else date.min
        rated = rated_on(pool, row, player, state, categories.held_before(held, since))
        if late:
            rated = replace(rated, in_force_from=None, force="never in force")
        change = Change(state.rating - before) if before and state.rating else None
        of_causes, corrected = causes.get(number, Causes()), corrections.get(number, [])
        lines = _lines(pool, player, row, (before, state), of_causes, corrected)
        rows.append(
            widened(
                HistoryRow,
                rated,
                replaced_printings=earlier.get(number, ()),
                change=change,
                games=games,
                corrected=tuple(corrected),
                tournaments=of_causes.tournaments,
                decisions=of_causes.decisions,
                years_ended=of_causes.years_ended,
                lines=lines,
            )
        )
        before = state.rating
    if not pool.law.chained:
        rows = _with_points(pool, player, rows, len(rows) if computed is None else computed)
    return Answer(basis(pool, until, as_of), tuple(rows))


def _with_points(
    pool: PoolQuery, player: int, rows: Sequence[HistoryRow], computed: int
) -> list[HistoryRow]:
    """Return the rows with the points of each tournament, where a list rates a whole period.

    A tournament that is the only cause has the whole change; the newest `computed` of the other
    lists are computed again.
    """
    found: list[HistoryRow] = []
    for row in reversed(rows):
        played = row.tournaments
        if played and row.change is not None:
            if len(played) == 1 and not _other_causes(row):
                played = (replace(played[0], points=int(row.change)),)
            elif computed:
                computed -= 1
                points = points_on(pool, player, pool.list_of(row.list))
                played = tuple(replace(one, points=points[one.tournament].pop(0)) for one in played)
        found.append(replace(row, tournaments=played))
    return found[::-1]


def _other_causes(row: HistoryRow) -> bool:
    return bool(row.corrected or row.decisions or row.years_ended or row.lines)


def _lines(
    pool: PoolQuery,
    player: int,
    on: RatingList,
    change: tuple[int, State],
    causes: Causes,
    corrected: Sequence[CorrectionBooked],
) -> tuple[Line, ...]:
    """Return the lines of a change for which a history has no other cause."""
    before, state = change
    if not on.number or state.number != on.number:
        return ()
    ceased = bool(before) and not state.rating
    unexplained = before != state.rating and not (causes != Causes() or corrected)
    return lines_without_causes(pool, player, on, ceased=ceased, unexplained=unexplained)


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
