"""What changed a player's rating on each list: tournaments, decisions, and ends of years."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from ledger.events.counting import ExemptionGranted
from projections.again import waiting
from projections.again.recounted import booked as closed_booking
from projections.answers import ListRow, Pool, State
from projections.answers.corrected_by import corrected_by
from projections.answers.corrections import is_rated_by, taken
from projections.answers.recounts import recounts
from projections.facts.corrections import told
from projections.findings.concerned import concerns
from projections.findings.corrections import changes_nothing
from projections.steps.corrected import POOL


class TournamentPlayed(msgspec.Struct, frozen=True):
    """A tournament that a list rated for a player."""

    tournament: str
    name: str
    points: int | None
    """By how much it moved the rating, where each is rated by itself."""

    def __str__(self) -> str:
        """Return it in words."""
        points = "" if self.points is None else f" ({self.points:+d})"
        return f"{self.tournament} {self.name}{points}"


class DecisionTaken(msgspec.Struct, frozen=True):
    """An event by which somebody decided, corrected or carried over what a list rests on."""

    position: int
    event: str
    """Its type, without the version."""
    tournament: str
    """The one it is about; "" where it is about none."""
    decided_by: str
    article: str

    def __str__(self) -> str:
        """Return it in words."""
        by = f"by {self.decided_by}" if self.decided_by else ""
        about = " ".join(each for each in (self.event, self.tournament, by) if each)
        return f"#{self.position} {about}" + (f", {self.article}" if self.article else "")


class YearEnded(msgspec.Struct, frozen=True):
    """The end of a year that moved a rating."""

    year: int
    points: int

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.year} ({self.points:+d})"


class Causes(msgspec.Struct, frozen=True):
    """What changed a player's rating on one list."""

    tournaments: tuple[TournamentPlayed, ...] = ()
    decisions: tuple[DecisionTaken, ...] = ()
    years_ended: tuple[YearEnded, ...] = ()


@dataclass(slots=True)
class _Found:
    """What is found of one list; decisions as pairs of position and tournament."""

    tournaments: list[TournamentPlayed] = field(default_factory=list)
    decided: list[tuple[int, str]] = field(default_factory=list)
    years: list[YearEnded] = field(default_factory=list)


def causes_of(pool: Pool, player: int, changes: Sequence[State]) -> dict[int, Causes]:
    """Return what changed a player's rating, by the number of the list.

    `changes` are those of the player's standing, as `Pool.changes` gives them. A tournament is
    named although no game of the player counted in it. Decisions are those that the list took into
    account: about its tournaments and the player's part in them, about the rating itself, about
    closed lists that it corrects.
    """
    lists = {row.number: row for row in pool.lists()}
    found: dict[int, _Found] = {}
    rated = False
    for number in dict.fromkeys(state.number for state in changes):
        states = [state for state in changes if state.number == number]
        found[number] = _of_list(pool, player, lists, number, states)
        if not rated and number and any(state.rating for state in states):
            found[number].decided += _entry(pool, player, lists[number])
        rated = rated or any(state.rating for state in states)
    return _read(pool, found)


def _of_list(
    pool: Pool, player: int, lists: dict[int, ListRow], number: int, states: Sequence[State]
) -> _Found:
    if not number:
        return _Found(decided=[(position, "") for position in _carried(pool, player)])
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
    changes = waiting.changes_decided(pool, player, on).values()
    found.decided += [(position, "") for each in changes for position in each.positions]
    found.years = [
        YearEnded(turned.year, moved[turned.place])
        for turned in pool.turns_on(number)
        if moved.get(turned.place)
    ]
    return found


def _carried(pool: Pool, player: int) -> Iterator[int]:
    """Yield the events that carried a player's rating over."""
    for carried in pool.facts.carried:
        if player in carried.column("player"):
            yield carried.position


def _entry(pool: Pool, player: int, on: ListRow) -> list[tuple[int, str]]:
    """Return the decision about the rating with which a player entered on a list, if any."""
    decided = (each.position for each in pool.facts.decisions if each.player == player)
    return [(each, "") for each in [e for e in decided if e <= on.through_position][-1:]]


def _about_tournament(
    pool: Pool, player: int, tournament: str, on: ListRow
) -> Iterator[tuple[int, str]]:
    """Yield what a list knew of corrections and decisions that concern a player's part."""
    if tournament not in pool.official.facts.corrected:
        return
    stream = pool.official.ledger.read.stream(f"tournament-{tournament}")
    story = told(stream, on.through_position)
    for each in story.corrections:
        holds = not (each.no_effect or each.ended) and is_rated_by(each)
        mine = holds and _is_for(each.payload, player) and concerns(story, each, player)
        if mine and changes_nothing(pool, story, each) is None:
            yield each.position, tournament


def _is_for(said: object, player: int) -> bool:
    """Tell whether a decision is for everybody, or for one player."""
    return not isinstance(said, ExemptionGranted) or said.player in (None, player)


def _about_closed_lists(
    pool: Pool, player: int, on: ListRow, before: ListRow
) -> Iterator[tuple[int, str]]:
    """Yield what corrected a player's part in closed lists, where a list booked that."""
    known = (before.through_position, on.through_position)
    units = (each.unit for each in taken(pool, player, on.number))
    numbers = [unit.number for unit in units if unit.kind != POOL]
    numbers += [closed_booking(pool, each).number for each in recounts(pool, player, on.number)]
    for number in dict.fromkeys(numbers):
        for corrected in corrected_by(pool, player, number, *known):
            for position in corrected.positions:
                yield position, corrected.tournament


def _read(pool: Pool, found: dict[int, _Found]) -> dict[int, Causes]:
    """Read who decided, of all lists at once."""
    positions = {position for each in found.values() for position, _ in each.decided}
    events = pool.official.ledger.read.at(sorted(positions))
    decisions = {}
    for position, event in events.items():
        said = event.decoded().payload
        by, article = (str(getattr(said, name, "") or "") for name in ("by", "article"))
        decisions[position] = (event.type.partition(".")[0], by, article)

    def decided(pairs: Iterable[tuple[int, str]]) -> Iterator[DecisionTaken]:
        for position, tournament in sorted(set(pairs)):
            kind, by, article = decisions[position]
            yield DecisionTaken(position, kind, tournament, by, article)

    return {
        number: Causes(tuple(each.tournaments), tuple(decided(each.decided)), tuple(each.years))
        for number, each in found.items()
    }
