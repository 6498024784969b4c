"""Facts of tournaments as columns, a row a tournament, for the articles about what counts.

Only what a rulebook asks for is laid out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import ENTRY, GAME, TOURNAMENT
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.game import played
from projections.rulebooks.engine.months import index_of
from projections.state import competence
from projections.state.competence import EXCLUDED, EXEMPT, GAME_EXEMPT, VOID
from projections.state.reports import Decided, Report

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
    found: Columns = {}
    for name in asked & _OF_REPORT.keys():
        kind, read, fact = _OF_REPORT[name]
        values: Iterable[Any] = map(read, reports)
        found[name] = np.fromiter(map(fact, values) if fact else values, kind, len(reports))
    return found | _decided(edition, reports, asked)


@cache  # few days for many reports
def _month(day: date | None) -> int:
    return index_of(day) if day else 0


def _lead_days(days: tuple[date, date | None]) -> int:
    begins, registered_on = days
    return begins.toordinal() - registered_on.toordinal() if registered_on else 0


def _duration_days(days: tuple[date, date]) -> int:
    start, end = days
    return end.toordinal() - start.toordinal() + 1


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


def _decided(edition: Edition, reports: Sequence[Report], asked: frozenset[str]) -> Columns:
    names = [name for name in asked if name in VOID or name.startswith(EXEMPT)]
    decided = [(at, some) for at, some in enumerate(map(_DECIDED, reports)) if some]
    found: Columns = {name: np.zeros(len(reports), dtype=bool) for name in names}
    for name, holds in found.items():
        for at, some in decided:
            holds[at] = _holds(edition, some, name)
    return found


def _holds(edition: Edition, decided: Sequence[Decided], name: str) -> bool:
    """Return whether a decision makes a fact of a whole tournament true."""
    if name in VOID:
        return competence.is_void(edition, decided, name)
    of_all = [decision for decision in decided if decision.game < 0 and not decision.player]
    return any(
        competence.lifts(edition, decision, name.removeprefix(EXEMPT)) for decision in of_all
    )


_DECIDED: Final = attrgetter("about.decided")

_OF_REPORT: Final[
    Mapping[str, tuple[type, Callable[[Report], Any], Callable[[Any], Any] | None]]
] = {
    "hybrid": (bool, attrgetter("about.hybrid"), None),
    "online": (bool, attrgetter("about.online"), None),
    "norms_possible": (bool, attrgetter("about.norms_possible"), None),
    "announced_as_rated": (bool, attrgetter("about.announced_as_rated"), None),
    "match_games": (np.int64, attrgetter("about.match_games"), None),
    "time_control_text": (object, attrgetter("about.time_control"), None),
    "pairing_system_text": (object, attrgetter("about.pairing_system"), None),
    "announced_weight_over": (np.int64, attrgetter("about.weight"), itemgetter(0)),
    "announced_weight_under": (np.int64, attrgetter("about.weight"), itemgetter(1)),
    "registered": (bool, attrgetter("about.registered_on"), bool),
    "received_month": (np.int64, attrgetter("about.received_on"), _month),
    "lead_days": (np.int64, attrgetter("begins", "about.registered_on"), _lead_days),
    "duration_days": (np.int64, attrgetter("start", "end"), _duration_days),
    "in_parts": (bool, attrgetter("part"), None),
    "ended_month": (np.int64, attrgetter("end"), _month),
    "official": (bool, attrgetter("official"), None),
    "meetings": (np.int64, _meetings, None),
}
"""Facts of a report: by name, the type, what is read of it, and what is made of that (None: it is
taken as it is). Unknown texts are ""."""


def _one_by_one(part: Batch) -> Columns:
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
