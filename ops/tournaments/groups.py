"""The division of a draughts event into groups: sizes, members, worksheet, possible divisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import msgspec
import numpy as np

from ledger.errors import Refused
from ledger.expected import from_to
from ledger.register import identities
from ledger.sentences import Count, Input, Sentence, tabled
from ops.answers.answer import out_of_range, wrong_value
from ops.answers.tournament_games import Tournament
from ops.tournaments.cross_table import before_play, day_or_today
from projections.queries import PoolQuery
from projections.queries.explain import cross_table
from projections.queries.explain.entrants import Entrant
from projections.rulebooks.elo_rubele import groups as fid_groups
from projections.rulebooks.engine.columns import Column, Columns
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.numbers import OffTheTable
from projections.rulebooks.engine.titles import title

MOST_PLAYERS: Final = 9_999
MOST_GROUPS: Final = 99
APART: Final = "apart"
"""Name of the group of the lowest category."""
AS_IN_TABLE_24: Final = range(2, 7)
"""Numbers of groups among which one is chosen."""


class Step(msgspec.Struct, frozen=True):
    """A step of the worksheet."""

    step: Sentence
    value: int
    unit: str
    article: str
    says: Sentence
    """Clause of the rule that applied, or the sentence of the rule."""


class Group(msgspec.Struct, frozen=True):
    """A group, with the first and last place by capital (None: the group apart)."""

    group: str
    players: int
    first: int | None
    last: int | None


class GroupMember(msgspec.Struct, frozen=True):
    """An entrant with the capital at the beginning and the group."""

    group: str
    player: str
    name: str
    capital: int
    category: str


class Choice(msgspec.Struct, frozen=True):
    """A possible or impossible number of groups, as in table 24."""

    groups: int
    sizes: tuple[int, ...] | None
    """None: impossible."""
    apart: int
    critical_number: int
    increase: int
    first_group_at_most: int
    least_players: int
    needed_players: int


@dataclass(frozen=True, slots=True)
class Event:
    """An event to be divided."""

    entrants: int
    lowest: int
    """Entrants of the lowest category."""
    turns: int

    def check(self) -> None:
        """Refuse numbers out of range."""
        if not 1 <= self.entrants <= MOST_PLAYERS:
            raise out_of_range("entrants", self.entrants, 1, MOST_PLAYERS)
        if not 0 <= self.lowest <= self.entrants:
            problem = Sentence("from 0 to {players}, the players in all", players=self.entrants)
            raise wrong_value("lowest", self.lowest, problem, from_to(0, self.entrants))


@dataclass(frozen=True, slots=True)
class Division:
    """An event divided into groups."""

    edition: Edition
    event: Event
    groups: int
    sheet: Columns

    @property
    def apart(self) -> int:
        """Size of the group apart; 0: none."""
        return int(self.sheet["group_apart"]) if "group_apart" in self.edition.columns else 0

    @property
    def least(self) -> int:
        """Least size of a group by the Italo-Swiss system for the number of turns."""
        return int(self.sheet["least_players"])

    @property
    def apart_is_small(self) -> bool:
        """Whether the group apart is below the least size and needs another system."""
        return 0 < self.apart < self.least

    @property
    def possible(self) -> bool:
        """Whether every group has the least size."""
        return bool(self.sheet["divided_players"] >= self.sheet["needed_players"])

    @property
    def sizes(self) -> list[int]:
        """Sizes of the groups, the first group first."""
        return fid_groups.sizes(self.sheet, self.groups)

    def steps(self) -> tuple[Step, ...]:
        """Return the worksheet."""
        return tuple(
            Step(
                title(name),
                int(np.ravel(self.sheet[name])[0]),
                rule.unit,
                rule.article,
                self._clause(name) or tabled(rule.sentence),
            )
            for name, rule in _in_order(self.edition).items()
        )

    def rows(self) -> tuple[Group, ...]:
        """Return the groups, the group apart last."""
        rows, first = [], 1
        for number, size in enumerate(self.sizes, start=1):
            rows.append(Group(str(number), size, first, first + size - 1))
            first += size
        if self.apart:
            rows.append(Group(APART, self.apart, None, None))
        return tuple(rows)

    def _clause(self, name: str) -> Sentence | None:
        return self.sheet.why(name, 0).says if name in self.sheet.choices else None


def _in_order(edition: Edition) -> dict[str, Column]:
    """Return the columns in the order of the text, each after the columns used by it."""
    found: dict[str, Column] = {}

    def take(name: str) -> None:
        for need in edition.columns[name].needs:
            if need in edition.columns and need not in found:
                take(need)
        found.setdefault(name, edition.columns[name])

    for name in edition.columns:
        take(name)
    return found


def divide(edition: Edition, event: Event, groups: int) -> Division:
    """Divide an event. Raises Refused for an impossible division, naming possible ones."""
    event.check()
    found = _division(edition, event, groups)
    if not found.possible:
        players, needed = int(found.sheet["divided_players"]), int(found.sheet["needed_players"])
        article = edition.columns["needed_players"].article
        others = list(_possible(edition, event, groups))
        if not others and event.entrants >= found.least:
            others = [Sentence("one group, undivided")]
        problem = Sentence(
            "{players} make no {groups} of {turns}: each has {least} at least, so {needed} in all "
            "({article}); {instead}",
            players=Count(players, "player"),
            groups=Count(groups, "group"),
            turns=Count(event.turns, "turn"),
            least=found.least,
            needed=needed,
            article=tabled(article),
            instead=Sentence("possible: {others}", others=others)
            if others
            else Sentence("too few for a single one"),
        )
        raise Refused(problem, code="division-impossible", field="groups", found=groups)
    return found


def _division(edition: Edition, event: Event, groups: int) -> Division:
    if not 2 <= groups <= MOST_GROUPS:  # noqa: PLR2004 - one group is no division
        problem = Sentence("a division has from 2 to {most} groups", most=MOST_GROUPS)
        raise wrong_value("groups", groups, problem, from_to(2, MOST_GROUPS))
    sheet = fid_groups.divided(edition, event.entrants, event.lowest, event.turns, groups)
    return Division(edition, event, groups, sheet)


def _possible(edition: Edition, event: Event, groups: int) -> Iterator[Sentence]:
    """Yield possible divisions with fewer groups, or with fewer turns."""
    fewer = [number for number in range(2, groups) if _division(edition, event, number).possible]
    if fewer:
        yield _groups_of(fewer[-1], event.turns)
    for turns in range(event.turns - 1, 0, -1):
        try:
            other = _division(edition, Event(event.entrants, event.lowest, turns), groups)
        except OffTheTable:
            return
        if other.possible:
            yield _groups_of(groups, turns)
            return


def _groups_of(groups: int, turns: int) -> Sentence:
    return Sentence(
        "{groups} of {turns}", groups=Count(groups, "group"), turns=Count(turns, "turn")
    )


def choices(edition: Edition, event: Event) -> tuple[Choice, ...]:
    """Return the numbers of groups of table 24, possible or not."""
    event.check()
    divisions = [_division(edition, event, groups) for groups in AS_IN_TABLE_24]
    return tuple(
        Choice(
            division.groups,
            tuple(division.sizes) if division.possible else None,
            division.apart,
            *(int(division.sheet[name]) for name in Choice.__struct_fields__[3:]),
        )
        for division in divisions
    )


def later_group_apart(edition: Edition, event: Event) -> tuple[Edition, str] | None:
    """Return the later edition and article by which the lowest category would play apart."""
    for later in fid_groups.EDITIONS:
        rule = later.columns.get("group_apart")
        if rule is None or "group_apart" in edition.columns:
            continue
        if event.lowest >= later.numbers["apart_from"]:
            return later, rule.article
    return None


def taking_part(
    pool: PoolQuery, of: Tournament | None, texts: Sequence[str], on: date | None
) -> tuple[tuple[Entrant, ...], date]:
    """Return the entrants of a report, or of typed players, and the day of play.

    Raises Refused for a tournament without a report.
    """
    if of is None:
        day = day_or_today(pool, on)
        return before_play(pool, texts, day, MOST_PLAYERS).entrants, day
    if not of.history.current:
        problem = Sentence(
            "{tournament} is announced, and no report says who takes part: name them ({input})",
            tournament=of.id,
            input=Input("entrants"),
        )
        raise Refused(problem, code="entrants-needed", field="entrants")
    table = cross_table.played(pool, of.history, of.id)[0]
    return table.entrants, on or table.report.begins


def members(
    pool: PoolQuery, division: Division, entrants: Sequence[Entrant]
) -> tuple[GroupMember, ...]:
    """Return each entrant with the group, the first group first, the group apart last."""
    names = identities.names(pool.official.ledger.read, [entrant.player for entrant in entrants])
    categories = pool.law.editions[-1].numbers.get("categories", ())
    apart = [one for one in entrants if division.apart and one.category == 0]
    others = [one for one in entrants if not (division.apart and one.category == 0)]
    in_order, lowest = _by_capital(others), _by_capital(apart)
    of_groups = [
        (group.group, entrant)
        for group in division.rows()
        for entrant in (lowest if group.first is None else in_order[group.first - 1 : group.last])
    ]
    return tuple(
        GroupMember(
            group,
            identities.show(entrant.player),
            names[entrant.player],
            entrant.rating,
            "" if entrant.category is None else categories[entrant.category][0],
        )
        for group, entrant in of_groups
    )


def _by_capital(entrants: Sequence[Entrant]) -> list[Entrant]:
    order = fid_groups.by_capital([entrant.rating for entrant in entrants])
    return [entrants[place] for place in order]
