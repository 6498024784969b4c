"""Division into groups: FID technical rules, chapter VII, article 2.1, tables 23 and 24.

No rulebook of ratings: it says who plays whom, before play. A row of a column is one event. An
edition holds for the events of its day and after.
"""

from collections.abc import Sequence
from datetime import date

from projections.rulebooks.engine.columns import TOURNAMENT, Columns
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.loading import load_editions
from projections.rulebooks.engine.rulebook import before_coverage, in_force

NAME = "fid-groups"

EDITIONS = load_editions(NAME, __name__, ("2008-01-01", "2016-01-01"))


def edition_on(day: date) -> Edition:
    """Return the edition in force on a day. Raises OutsideRulebook before the first."""
    found: Edition | None = in_force(((date.fromisoformat(e.name), e) for e in EDITIONS), day)
    if found is None:
        raise before_coverage(NAME, date.fromisoformat(EDITIONS[0].name), day)
    return found


def divided(edition: Edition, entrants: int, lowest: int, turns: int, groups: int) -> Columns:
    """Divide an event. `lowest` are the entrants of the lowest category; `groups` from 2.

    Raises OffTheTable for a number of turns that table 23 does not have.
    """
    facts = {"entrants": entrants, "lowest": lowest, "turns": turns, "groups": groups}
    return edition.evaluate([TOURNAMENT], facts)


def sizes(sheet: Columns, groups: int) -> list[int]:
    """Return the sizes of the groups, the first group first."""
    larger, least = int(sheet["larger_lower_groups"]), int(sheet["lower_group"])
    lower = [least + (at < larger) for at in range(groups - 1)]
    return [int(sheet["first_group"]), *lower]


def by_capital(capitals: Sequence[int]) -> list[int]:
    """VII.2.1. Return the places of entrants in the order in which groups are filled.

    Reading `by_capital`: the tables divide events of the Elo-Rubele system and do not say by what;
    by the capital at the beginning, higher first, equal ones in the order of the entries.
    """
    return sorted(range(len(capitals)), key=lambda at: -capitals[at])
