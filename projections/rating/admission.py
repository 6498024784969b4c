"""What is told of tournaments, as columns: one row for each, for the articles about what counts.

Only what a rulebook asks for is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import ENTRY, GAME, TOURNAMENT, Edition
from projections.rulebooks.engine.game import played
from projections.rulebooks.engine.months import index_of
from projections.state import competence
from projections.state.competence import EXCLUDED, EXEMPT, GAME_EXEMPT, VOID
from projections.state.reports import About, Decided, Report

Columns = dict[str, Any]


def of_games(part: Batch) -> Columns:
    """Give what the GAME and ENTRY columns of a part's edition take about its tournaments.

    Raises KeyError where a TOURNAMENT column rests on something that is not told in reports.
    """
    edition = part.edition
    given = _one_by_one(part)
    needed = edition.needed(TOURNAMENT, [GAME, ENTRY])
    direct = edition.outside([GAME, ENTRY], ())
    if needed:
        facts = told(edition, part.reports, edition.outside([TOURNAMENT], needed) | direct)
        sheet = edition.evaluate([TOURNAMENT], facts, needed)
        given |= {name: sheet[name] for name in {*needed, *facts}}
    return given


def told(edition: Edition, reports: Sequence[Report], asked: frozenset[str]) -> Columns:
    """Give facts about tournaments by name, of those asked for: one row for each report."""
    about = _abouts(reports)
    found: Columns = {}
    for name in asked & _PLAIN.keys():
        found[name] = _sparse(about[name], _PLAIN[name])
    for name in asked & _TEXTS.keys():
        found[name] = np.array(about[_TEXTS[name]], dtype=object)
    if "received_month" in asked:
        found["received_month"] = _months(about["received_on"])
    for name in asked & _TOLD.keys():
        kind, read = _TOLD[name]
        found[name] = np.array(read(reports), dtype=kind)
    found |= _decided(edition, reports, asked)
    return {name: values for name, values in found.items() if name in asked}


Reports = Sequence[Report]


def _abouts(reports: Reports) -> dict[str, tuple[Any, ...]]:
    """Give what is told beside the reports, field by field."""
    rows = [structs.astuple(each.about) for each in reports]
    names = About.__struct_fields__
    return dict(zip(names, zip(*rows, strict=True) if rows else ((),) * len(names), strict=True))


def _sparse(values: tuple[Any, ...], kind: type) -> NDArray[Any]:
    """Give a column that is mostly nothing: laid out value by value only where there is any."""
    return np.array(values, dtype=kind) if any(values) else np.zeros(len(values), dtype=kind)


def _months(days: tuple[date | None, ...]) -> NDArray[np.int64]:
    """Give months as indices; 0 is not told."""
    month = {day: index_of(day) if day else 0 for day in set(days)}
    return np.array([month[day] for day in days], dtype=np.int64)


def _lead_days(reports: Reports) -> list[int]:
    days = [(each.begins, each.about.registered_on) for each in reports]
    return [(begins - day).days if day else 0 for begins, day in days]


_MATCH: Final = 2
"""So many players play a match: that all meet all makes no round robin of it."""


def _meetings(report: Report) -> int:
    """Give how often each entrant met each other in games really played.

    0 where not all did equally often, or some game was not played; -1 before play.
    """
    entrants, games = len(report.player) // columns.PLAYER, report.game_count
    pairs = entrants * (entrants - 1) // 2
    if not games:
        return -1
    if entrants <= _MATCH or games % pairs:
        return 0
    white, black = (
        columns.read(side, columns.NUMBER) for side in (report.games.white, report.games.black)
    )
    met = np.minimum(white, black) * entrants + np.maximum(white, black)
    times = np.unique(met, return_counts=True)[1]
    results = columns.codes(report.games.white_result), columns.codes(report.games.black_result)
    alike = len(times) == pairs and bool((times == times[0]).all())
    return int(times[0]) if alike and bool(played(*results).all()) else 0


def _decided(edition: Edition, reports: Reports, asked: frozenset[str]) -> Columns:
    """Give what was decided about tournaments; for most nothing was."""
    some = [(at, each) for at, each in enumerate(reports) if each.about.decided]
    found: Columns = {}
    for name in asked:
        if name in VOID or name.startswith(EXEMPT):
            found[name] = np.zeros(len(reports), dtype=bool)
            for at, report in some:
                found[name][at] = _holds(edition, report.about.decided, name)
    return found


def _holds(edition: Edition, decided: Sequence[Decided], name: str) -> bool:
    """Tell whether a fact about a whole tournament holds by what was decided."""
    if name in VOID:
        return competence.is_void(edition, decided, name)
    of_all = [each for each in decided if each.game < 0 and not each.player]
    return any(competence.lifts(edition, each, name.removeprefix(EXEMPT)) for each in of_all)


_PLAIN: Final[Mapping[str, type]] = {
    "hybrid": bool,
    "online": bool,
    "norms_possible": bool,
    "announced_as_rated": bool,
    "match_games": np.int64,
}
"""Facts that stand in announcements as they are."""

_TEXTS: Final = {
    "time_control_text": "time_control",
    "pairing_system_text": "pairing_system",
}
"""Facts that are texts as they were told, "" where nothing was: each law reads them its own way."""

_TOLD: Final[Mapping[str, tuple[type, Callable[[Reports], list[Any]]]]] = {
    "announced_weight_over": (np.int64, lambda all_: [each.about.weight[0] for each in all_]),
    "announced_weight_under": (np.int64, lambda all_: [each.about.weight[1] for each in all_]),
    "registered": (bool, lambda all_: [each.about.registered_on is not None for each in all_]),
    "lead_days": (np.int64, _lead_days),
    "duration_days": (np.int64, lambda all_: [(each.end - each.start).days + 1 for each in all_]),
    "in_parts": (bool, lambda all_: [each.part > 0 for each in all_]),
    "ended_month": (np.int64, lambda all_: [index_of(each.end) for each in all_]),
    "official": (bool, lambda all_: [each.official for each in all_]),
    "meetings": (np.int64, lambda all_: [_meetings(each) for each in all_]),
}
"""What reports tell: by name, the kind of number, and where it stands."""


def _one_by_one(part: Batch) -> Columns:
    """Give what was decided about single games; a single False where nothing was."""
    some = [(at, report) for at, report in enumerate(part.reports) if report.about.decided]
    decided = [(at, each) for at, report in some for each in report.about.decided if each.game >= 0]
    games = part.edition.asked_as(EXCLUDED, GAME_EXEMPT)
    return {name: _of_sides(part, name, decided) for name in games}


SomeDecided = Sequence[tuple[int, Decided]]
"""Decisions, each with the index of its tournament."""


def _of_sides(part: Batch, name: str, decided: SomeDecided) -> NDArray[np.bool_]:
    """Mark the sides of the games that decisions are about: of two the later holds."""
    marks = {
        int(part.first_game[at]) + each.game: mark
        for at, each in decided
        if (mark := _mark(part.edition, each, name)) is not None
    }
    if not any(marks.values()):
        return np.zeros((), dtype=bool)
    found = np.zeros(2 * part.games, dtype=bool)
    for game, mark in marks.items():
        found[[game, game + part.games]] = mark
    return found


def _mark(edition: Edition, decided: Decided, name: str) -> bool | None:
    """Tell whether a fact about games holds by a decision; None where it is about another."""
    if name == EXCLUDED:
        return competence.excludes(edition, decided)
    return competence.lifts(edition, decided, name.removeprefix(GAME_EXEMPT)) or None
