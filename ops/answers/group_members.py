"""The entrants of an event that is divided, each with the group."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ops.answers.cross_table import before_play, day_or_today
from ops.answers.groups import APART, MOST_PLAYERS, Division
from ops.answers.tournament_games import Tournament
from projections.explain import cross_table
from projections.explain.cross_table import Entrant
from projections.queries import PoolQuery
from projections.rulebooks.elo_rubele import groups as fid_groups


class GroupMember(msgspec.Struct, frozen=True):
    """An entrant with the capital at the beginning and the group."""

    group: str
    player: str
    name: str
    capital: int
    category: str


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
        problem = f"{of.id} is announced, and no report says who takes part: --entrants"
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
    found: list[tuple[str, Entrant]] = []
    order = fid_groups.by_capital([entrant.rating for entrant in others])
    for group in division.rows():
        if group.first is not None:
            places = order[group.first - 1 : group.last]
            found += [(group.group, others[place]) for place in places]
    found += [
        (APART, apart[at]) for at in fid_groups.by_capital([entrant.rating for entrant in apart])
    ]
    return tuple(
        GroupMember(
            group,
            identities.show(entrant.player),
            names[entrant.player],
            entrant.rating,
            "" if entrant.category is None else categories[entrant.category][0],
        )
        for group, entrant in found
    )
