"""Facts of tournaments as columns, a row a tournament, for the articles about what counts.

Only what a rulebook asks for is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import ENTRY, GAME, TOURNAMENT
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.game import played
from projections.rulebooks.engine.months import index_of
from projections.state import competence
from projections.state.competence import EXCLUDED, EXEMPT, GAME_EXEMPT, VOID
from projections.state.reports import About, Decided, Report

Columns = dict[str, Any]


def of_games(part: Batch) -> Columns:
    """Return the tournament facts of a part that the GAME and ENTRY columns take.

    Raises KeyError for a TOURNAMENT column with an input that no report has.
    """
    edition = part.edition
    given = _one_by_one(part)
    needed = edition.needed(TOURNAMENT, [GAME, ENTRY])
    direct = edition.outside([GAME, ENTRY], ())
    if needed:
        facts = tournament_facts(
            edition, part.reports, edition.outside([TOURNAMENT], needed) | direct
        )
        sheet = edition.evaluate([TOURNAMENT], facts, needed)
        given |= {name: sheet[name] for name in {*needed, *facts}}
    return given


def tournament_facts(edition: Edition, reports: Sequence[Report], asked: frozenset[str]) -> Columns:
    """Return the facts of tournaments asked for by name, a row a report."""
    about = _abouts(reports)
    found: Columns = {}
    for name in asked & _PLAIN.keys():
        empty: NDArray[Any] = np.zeros(len(reports), dtype=_PLAIN[name])  # nearly always
        found[name] = np.array(about[name], dtype=_PLAIN[name]) if any(about[name]) else empty
    for name in asked & _TEXTS.keys():
        found[name] = np.array(about[_TEXTS[name]], dtype=object)
    if "received_month" in asked:
        month = {day: index_of(day) if day else 0 for day in set(about["received_on"])}
        found["received_month"] = np.array([month[day] for day in about["received_on"]], np.int64)
    for name in asked & _TOLD.keys():
        kind, read = _TOLD[name]
        found[name] = np.array(read(reports), dtype=kind)
    found |= _decided(edition, reports, asked)
    return {name: values for name, values in found.items() if name in asked}


Reports = Sequence[Report]


def _abouts(reports: Reports) -> dict[str, tuple[Any, ...]]:
    rows = [structs.astuple(report.about) for report in reports]
    names = About.__struct_fields__
    return dict(zip(names, zip(*rows, strict=True) if rows else ((),) * len(names), strict=True))


def _lead_days(reports: Reports) -> list[int]:
    days = [(report.begins, report.about.registered_on) for report in reports]
    return [(begins - day).days if day else 0 for begins, day in days]


_MATCH: Final = 2
"""So many players play a match: that all meet all makes no round robin of it."""


def _meetings(report: Report) -> int:
    """Return how often each entrant met each other entrant in played games.

    0 for unequal numbers or an unplayed game; -1 before play.
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
    """Return the decisions about whole tournaments."""
    some = [(at, report) for at, report in enumerate(reports) if report.about.decided]
    found: Columns = {}
    for name in asked:
        if name in VOID or name.startswith(EXEMPT):
            found[name] = np.zeros(len(reports), dtype=bool)
            for at, report in some:
                found[name][at] = _holds(edition, report.about.decided, name)
    return found


def _holds(edition: Edition, decided: Sequence[Decided], name: str) -> bool:
    """Return whether a decision makes a fact of a whole tournament true."""
    if name in VOID:
        return competence.is_void(edition, decided, name)
    of_all = [decision for decision in decided if decision.game < 0 and not decision.player]
    return any(
        competence.lifts(edition, decision, name.removeprefix(EXEMPT)) for decision in of_all
    )


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
    "announced_weight_over": (np.int64, lambda all_: [report.about.weight[0] for report in all_]),
    "announced_weight_under": (np.int64, lambda all_: [report.about.weight[1] for report in all_]),
    "registered": (bool, lambda all_: [report.about.registered_on is not None for report in all_]),
    "lead_days": (np.int64, _lead_days),
    "duration_days": (
        np.int64,
        lambda all_: [(report.end - report.start).days + 1 for report in all_],
    ),
    "in_parts": (bool, lambda all_: [report.part > 0 for report in all_]),
    "ended_month": (np.int64, lambda all_: [index_of(report.end) for report in all_]),
    "official": (bool, lambda all_: [report.official for report in all_]),
    "meetings": (np.int64, lambda all_: [_meetings(report) for report in all_]),
}
"""What reports tell: by name, the kind of number, and where it stands."""


def _one_by_one(part: Batch) -> Columns:
    """Return the decisions about single games; shape () without any."""
    decided = [
        (at, decision)
        for at, report in enumerate(part.reports)
        for decision in report.about.decided
        if decision.game >= 0
    ]
    games = part.edition.asked_as(EXCLUDED, GAME_EXEMPT)
    return {name: _of_sides(part, name, decided) for name in games}


def _of_sides(part: Batch, name: str, decided: Sequence[tuple[int, Decided]]) -> NDArray[np.bool_]:
    """Mark both sides of the games of decisions; a later decision replaces an earlier one.

    `decided` are decisions, each with the index of its tournament.
    """
    marks = {
        int(part.first_game[at]) + decision.game: mark
        for at, decision in decided
        if (mark := _mark(part.edition, decision, name)) is not None
    }
    if not any(marks.values()):
        return np.zeros((), dtype=bool)
    found = np.zeros(2 * part.games, dtype=bool)
    for game, mark in marks.items():
        found[[game, game + part.games]] = mark
    return found


def _mark(edition: Edition, decided: Decided, name: str) -> bool | None:
    """Return the value of a fact by a decision; None: the decision has another subject."""
    if name == EXCLUDED:
        return competence.excludes(edition, decided)
    return competence.lifts(edition, decided, name.removeprefix(GAME_EXEMPT)) or None
