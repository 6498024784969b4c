"""Columns of the games and entries of a part of a step."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from projections.rating import admission
from projections.rating.layout import Batch, Chosen
from projections.rulebooks.engine.columns import ENTRY, GAME, UNIT, WAITING, Columns, Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook

_PLAYED: Final = (GAME, ENTRY)
_IN_A_CHAIN: Final = (GAME, ENTRY, UNIT)

_IF_ASKED: Final = frozenset({"edition_month", "game", "entrants", "pairings", "started", "void"})
"""Facts of a part that only some texts ask for."""


def beforehand(
    part: Batch,
    unit: Values,
    wanted: frozenset[str],
    given: Mapping[str, Values],
    given_of_units: Mapping[str, Values],
) -> Batch:
    """Return a batch with all columns computed that do not rest on ratings at start.

    Waves cut from the batch keep these columns. Each entry is a unit. `wanted` are the columns of
    the waves, `given` and `given_of_units` facts of entries and of units: one row each, or one
    value for all; those of units stay with the waves.
    """
    edition, of_parts = part.edition, _of_parts(part.edition, wanted)
    facts = {**_arrays(part), **given, **given_of_units, "unit": unit, "units": len(unit)}
    facts |= _asked_facts(part, edition.outside(_PLAYED, of_parts) - facts.keys())
    alone = edition.resting_on(facts, _IN_A_CHAIN, of_parts)
    sheet = edition.evaluate(_IN_A_CHAIN, facts, alone)
    units = {name for name in alone if edition.columns[name].level is UNIT}
    return replace(
        part,
        beforehand={name: sheet[name] for name in alone - units},
        of_units={**given_of_units, **{name: sheet[name] for name in units}},
        chosen=Chosen({name: sheet.choices[name] for name in wanted & sheet.choices.keys()}),
    )


class Fixing(NamedTuple):
    """Entries that fix the entry rating of a player, and the columns computed for this."""

    entries: NDArray[np.bool_]
    """Mask of entries; shape (entries,)."""
    found: Mapping[str, Values]
    """Columns and facts of the part that stand in the place of those of their names."""


def fixing(law: Rulebook, part: Batch, start: Values) -> Fixing:
    """Find the entries without a rating that fix the entry rating of a player."""
    unrated = np.asarray(start) == 0
    name = law.first_ratings.fixes if law.first_ratings else ""
    if not name:
        return Fixing(unrated, {})
    found = _leading_to(part, name) if unrated.any() else {}
    entries = found[name] & unrated if found else unrated
    return Fixing(entries, {**found, name: entries})


def _leading_to(part: Batch, name: str) -> dict[str, Values]:
    """Return a column computed from reports alone, with all inputs."""
    facts = _arrays(part)
    given = _asked_facts(part, part.edition.outside(_PLAYED, [name], facts) - facts.keys())
    rests_on = part.edition.resting_on(facts | given, _PLAYED, [name])
    sheet = part.edition.evaluate(_PLAYED, facts | given, rests_on)
    return given | {name: sheet[name] for name in rests_on}


def _of_parts(list_edition: Edition, wanted: frozenset[str]) -> frozenset[str]:
    needed = list_edition.needed(ENTRY, [WAITING, UNIT])
    return _all_of(wanted, needed, list_edition.waiting)


@cache
def _all_of(
    wanted: frozenset[str], needed: frozenset[str], waiting: tuple[str, ...]
) -> frozenset[str]:
    return wanted.union(needed, waiting, ["waits"])


def played(
    list_edition: Edition,
    part: Batch,
    unit: Values,
    rating_at_start: Values,
    about: Mapping[str, Any],
    wanted: frozenset[str],
) -> Columns:
    """Compute a part from the ratings at start and the facts of its units."""
    facts = {**about, **_arrays(part), "unit": unit, "rating_at_start": rating_at_start}
    if wanted:
        wanted = _of_parts(list_edition, wanted)
        facts |= part.beforehand
    asked = part.edition.outside(_PLAYED, wanted, facts) - facts.keys()
    return part.edition.evaluate(_PLAYED, facts | _asked_facts(part, asked), wanted)


def _arrays(part: Batch) -> dict[str, Any]:
    return {
        "entry": part.entry,
        "opponent_entry": part.opponent_entry,
        "result": part.result,
        "opponent_result": part.opponent_result,
        "entries": len(part.player),
        "tournament": part.tournament,
        "tournaments": len(part.reports),
    }


def _asked_facts(part: Batch, asked: frozenset[str]) -> dict[str, Any]:
    found = {name: getattr(part, name) for name in _IF_ASKED & asked}
    return found if asked <= found.keys() else found | admission.of_games(part)
