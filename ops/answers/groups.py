"""The division of an event into groups: its sizes, the worksheet, and what would be possible.

Who plays in which group is told by `group_entrants`, all of it written by `group_views`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.errors import Refused
from ledger.wording import counted
from ops.answers.rows import Row
from projections.rulebooks.elo_rubele import groups as fid_groups
from projections.rulebooks.engine.columns import Column, Columns, Edition
from projections.rulebooks.engine.numbers import OffTheTable

MOST_PLAYERS: Final = 9_999
MOST_GROUPS: Final = 99
APART: Final = "apart"
"""What the group of the lowest category is called."""
AS_IN_TABLE_24: Final = range(2, 7)
"""The numbers of groups that are shown where none is asked for."""


@dataclass(frozen=True, slots=True)
class Event:
    """What is to be divided."""

    entrants: int
    lowest: int
    """Of these, those of the lowest category."""
    turns: int

    def check(self) -> None:
        """Refuse what cannot be an event. Raises Refused."""
        if not 1 <= self.entrants <= MOST_PLAYERS:
            raise Refused(
                f"--players {self.entrants}: from 1 to {MOST_PLAYERS}",
                code="number-out-of-range",
                field="players",
                found=self.entrants,
                expected=f"1 to {MOST_PLAYERS}",
            )
        if not 0 <= self.lowest <= self.entrants:
            raise Refused(
                f"--lowest {self.lowest}: from 0 to {self.entrants}, the players in all",
                code="number-out-of-range",
                field="lowest",
                found=self.lowest,
                expected=f"0 to {self.entrants}",
            )


@dataclass(frozen=True, slots=True)
class Division:
    """An event divided into groups."""

    edition: Edition
    event: Event
    groups: int
    sheet: Columns

    @property
    def apart(self) -> int:
        """Give the size of the group apart; 0: there is none."""
        return int(self.sheet["group_apart"]) if "group_apart" in self.edition.columns else 0

    @property
    def least(self) -> int:
        """Give the least size of a group by the Italo-Swiss system, at so many turns."""
        return int(self.sheet["least_players"])

    @property
    def apart_is_small(self) -> bool:
        """Tell whether there is a group apart that comes to less: it needs another system."""
        return 0 < self.apart < self.least

    @property
    def possible(self) -> bool:
        """Tell whether every group comes to the least size."""
        return bool(self.sheet["divided_players"] >= self.sheet["needed_players"])

    @property
    def sizes(self) -> list[int]:
        """Give the sizes of the groups, the first one first."""
        return fid_groups.sizes(self.sheet, self.groups)

    def steps(self) -> list[Row]:
        """Give the worksheet: each step with its value, its article, and why."""
        return [
            {
                "step": name.replace("_", " "),
                "value": int(np.ravel(self.sheet[name])[0]),
                "unit": rule.unit,
                "article": rule.article,
                "says": self._why(name) or rule.sentence,
            }
            for name, rule in _in_order(self.edition).items()
        ]

    def _why(self, name: str) -> str:
        if name not in self.sheet.choices:
            return ""
        return self.sheet.why(name, 0).partition(": ")[2]


def _in_order(edition: Edition) -> dict[str, Column]:
    """Give the columns in the order of the text, each after those that it rests on."""
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
    """Divide an event. Raises Refused for an impossible division, with what would be possible."""
    event.check()
    found = _division(edition, event, groups)
    if not found.possible:
        players, needed = int(found.sheet["divided_players"]), int(found.sheet["needed_players"])
        article = edition.columns["needed_players"].article
        raise Refused(
            f"{counted(players, 'player')} make no {counted(groups, 'group')} of "
            f"{counted(event.turns, 'turn')}: each has "
            f"{found.least} at least, so {needed} in all ({article});"
            f" {_instead(edition, event, found)}",
            code="division-impossible",
            field="groups",
            found=groups,
        )
    return found


def _instead(edition: Edition, event: Event, found: Division) -> str:
    """Say what would be possible."""
    others = list(_possible(edition, event, found.groups))
    if not others and event.entrants >= int(found.sheet["least_players"]):
        others = ["one group, undivided"]
    return f"possible: {'; '.join(others)}" if others else "too few for a single one"


def _division(edition: Edition, event: Event, groups: int) -> Division:
    if not 2 <= groups <= MOST_GROUPS:  # noqa: PLR2004 - one group is no division
        raise Refused(
            f"--groups {groups}: a division has from 2 to {MOST_GROUPS} groups",
            code="number-out-of-range",
            field="groups",
            found=groups,
            expected=f"2 to {MOST_GROUPS}",
        )
    sheet = fid_groups.divided(edition, event.entrants, event.lowest, event.turns, groups)
    return Division(edition, event, groups, sheet)


def _possible(edition: Edition, event: Event, groups: int) -> Iterator[str]:
    """Give what would be possible: fewer groups, or other turns, as the text lets them be."""
    fewer = [each for each in range(2, groups) if _division(edition, event, each).possible]
    if fewer:
        yield f"{fewer[-1]} groups of {counted(event.turns, 'turn')}"
    for turns in range(event.turns - 1, 0, -1):
        try:
            other = _division(edition, Event(event.entrants, event.lowest, turns), groups)
        except OffTheTable:
            return
        if other.possible:
            yield f"{counted(groups, 'group')} of {counted(turns, 'turn')}"
            return


def choices(edition: Edition, event: Event) -> list[Row]:
    """Give a row for each number of groups that table 24 shows: its sizes, or why not."""
    event.check()
    found = [_division(edition, event, groups) for groups in AS_IN_TABLE_24]
    return [
        {
            "groups": each.groups,
            "sizes": each.sizes if each.possible else "",
            "apart": each.apart,
            "critical_number": int(each.sheet["critical_number"]),
            "increase": int(each.sheet["increase"]),
            "first_group_at_most": int(each.sheet["first_group_at_most"]),
            "least_players": int(each.sheet["least_players"]),
            "says": ""
            if each.possible
            else f"impossible: {counted(int(each.sheet['needed_players']), 'player')} needed",
        }
        for each in found
    ]


def group_rows(division: Division) -> list[Row]:
    """Give a row for each group: its players by their places in the order of capitals."""
    rows, first = [], 1
    for number, size in enumerate(division.sizes, start=1):
        rows.append({"group": str(number), "players": size, "from": first, "to": first + size - 1})
        first += size
    if division.apart:
        rows.append({"group": APART, "players": division.apart, "from": None, "to": None})
    return rows
