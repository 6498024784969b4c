"""Who takes part in an event that is divided, and in which group each plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from ledger.errors import Refused
from ledger.register import identities
from ops.answers.groups import APART, MOST_PLAYERS, Division, group_rows
from ops.answers.tournament_games import Tournament
from ops.commands import announced_entrants
from projections.explain.cross_table import Entrant
from projections.explain.cross_table import played as of_report
from projections.queries import PoolQuery
from projections.rulebooks.elo_rubele import groups as fid_groups


@dataclass(frozen=True, slots=True)
class ListedEntrant:
    """An entrant as he is listed: by his capital, under a category where there are any."""

    player: str
    name: str
    capital: int
    category: str
    lowest: bool


def taking_part(
    pool: PoolQuery, of: Tournament | None, file: Path | None, on: date | None
) -> tuple[tuple[Entrant, ...], date]:
    """Give the entrants of a report, or of a file, and the day of play."""
    if of is not None:
        if not of.history.current:
            raise Refused(
                f"{of.id} is announced, and no report says who takes part: --entrants",
                code="entrants-needed",
                field="entrants",
            )
        table = of_report(pool, of.history, of.id)[0]
        return table.entrants, on or table.report.begins
    assert file is not None
    day = announced_entrants.day_or_today(pool, on)
    return announced_entrants.before_play(
        pool, announced_entrants.in_file(file), day, MOST_PLAYERS
    ).entrants, day


def of_lowest(found: Sequence[Entrant]) -> int:
    """Give how many are of the lowest category."""
    return sum(each.category == 0 for each in found)


def listed(pool: PoolQuery, found: Sequence[Entrant]) -> tuple[ListedEntrant, ...]:
    """Give entrants as they are listed, in the order given."""
    names = identities.names(pool.official.ledger.read, [each.player for each in found])
    categories = pool.law.editions[-1].numbers.get("categories", ())
    return tuple(
        ListedEntrant(
            identities.show(each.player),
            names[each.player],
            each.rating,
            "" if each.category is None else categories[each.category][0],
            each.category == 0,
        )
        for each in found
    )


def members(
    division: Division, found: Sequence[ListedEntrant]
) -> Iterator[tuple[str, ListedEntrant]]:
    """Give each entrant with his group, the first group first, the group apart last."""
    apart = [each for each in found if division.apart and each.lowest]
    others = [each for each in found if not (division.apart and each.lowest)]
    order = fid_groups.by_capital([each.capital for each in others])
    for row in group_rows(division):
        if row["from"] is not None:
            for place in order[row["from"] - 1 : row["to"]]:
                yield row["group"], others[place]
    for place in fid_groups.by_capital([each.capital for each in apart]):
        yield APART, apart[place]
