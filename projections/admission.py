"""What is told of tournaments, as columns: one row for each, for the articles about what counts.

Only what a rulebook asks for is laid out. A time control is read once for each text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from projections.layout import Part
from projections.reports import Decided, Report
from projections.rulebooks.fide_games import ADMITTED, EXCLUDED
from projections.rulebooks.fide_time import time_control
from projections.rulebooks.grammar import ENTRY, GAME, TOURNAMENT, Edition

Columns = dict[str, Any]

_EXEMPT: Final = "exempt_"
_BODIES: Final = "bodies_"
_TIMES: Final = {"thinking_seconds", "game_seconds", "control_moves"}


def of_games(part: Part) -> Columns:
    """Give what the GAME and ENTRY columns of a part's edition take about its tournaments.

    Raises KeyError where a TOURNAMENT column rests on something that is not told in reports.
    """
    edition = part.edition
    asked = edition.asked
    given: Columns = {"tournament": part.tournament}
    if "game_decided" in asked:
        given["game_decided"] = _game_decided(part)
    needed = edition.needed(TOURNAMENT, [GAME, ENTRY])
    direct = edition.outside([GAME, ENTRY], ())
    if needed:
        facts = told(edition, part.reports, edition.outside([TOURNAMENT], needed) | direct)
        sheet = edition.evaluate([TOURNAMENT], facts, needed)
        given |= {name: sheet[name] for name in {*needed, *facts}}
    return given


def told(edition: Edition, reports: Sequence[Report], asked: frozenset[str]) -> Columns:
    """Give facts about tournaments by name, of those asked for: one row for each report."""
    found: Columns = {}
    if asked & _TIMES:
        found |= _times(reports)
    for name in asked & _TOLD.keys():
        kind, read = _TOLD[name]
        found[name] = np.array(read(reports), dtype=kind)
    for name in asked:
        if name.startswith(_EXEMPT):
            found[name] = _exempt(edition, reports, name.removeprefix(_EXEMPT))
    return {name: values for name, values in found.items() if name in asked}


Reports = Sequence[Report]


def _months(reports: Reports) -> list[int]:
    days = [each.about.received_on for each in reports]
    return [day.year * 12 + day.month - 1 if day else 0 for day in days]


def _lead_days(reports: Reports) -> list[int]:
    days = [(each.begins, each.about.registered_on) for each in reports]
    return [(begins - day).days if day else 0 for begins, day in days]


def _has(kind: str) -> Callable[[Reports], list[bool]]:
    """Tell for which tournaments something was decided; for most nothing was."""
    return lambda reports: [
        bool(each.about.decided) and any(one.kind == kind for one in each.about.decided)
        for each in reports
    ]


_ROUND_ROBINS: Final = (
    "round robin",
    "round-robin",
    "roundrobin",
    "all-play-all",
    "all play all",
    "berger",
    "girone",
    "italiana",
)
_DOUBLE: Final = ("double", "doppi", "andata e ritorno")


def _says(*words: str) -> Callable[[Reports], list[bool]]:
    """Tell whether the pairing system is said in one of some ways."""

    def read(reports: Reports) -> list[bool]:
        said = [each.about.pairing_system.lower() for each in reports]
        return [any(word in text for word in words) for text in said]

    return read


def _told_otherwise(reports: Reports) -> list[bool]:
    """Tell whether a pairing system is said that is no round robin."""
    round_robin = _says(*_ROUND_ROBINS)(reports)
    pairs = zip(reports, round_robin, strict=True)
    return [bool(each.about.pairing_system) and not said for each, said in pairs]


_TOLD: Final[Mapping[str, tuple[type, Callable[[Reports], list[Any]]]]] = {
    "registered": (bool, lambda all_: [each.about.registered_on is not None for each in all_]),
    "lead_days": (np.int64, _lead_days),
    "duration_days": (np.int64, lambda all_: [(each.end - each.start).days + 1 for each in all_]),
    "in_parts": (bool, lambda all_: [each.part > 0 for each in all_]),
    "received_month": (np.int64, _months),
    "ended_month": (np.int64, lambda all_: [e.end.year * 12 + e.end.month - 1 for e in all_]),
    "hybrid": (bool, lambda all_: [each.about.hybrid for each in all_]),
    "online": (bool, lambda all_: [each.about.online for each in all_]),
    "official": (bool, lambda all_: [each.official for each in all_]),
    "norms_possible": (bool, lambda all_: [each.about.norms_possible for each in all_]),
    "announced_as_rated": (bool, lambda all_: [each.about.announced_as_rated for each in all_]),
    "match_games": (np.int64, lambda all_: [each.about.match_games for each in all_]),
    "round_robin": (bool, _says(*_ROUND_ROBINS)),
    "told_otherwise": (bool, _told_otherwise),
    "double": (bool, _says(*_DOUBLE)),
    "refused": (bool, _has("refused")),
    "cancelled": (bool, _has("cancelled")),
}
"""What reports tell: by name, the kind of number, and where it stands."""


def _times(reports: Sequence[Report]) -> Columns:
    """Give seconds on 60 moves of the side with less, of both together, moves of the first control.

    0 is not told, or not readable.
    """
    texts = [each.about.time_control for each in reports]
    read = {text: time_control(text) for text in set(texts)}
    rows = {
        text: (each.seconds_on_60, each.game_seconds, each.first_control_moves)
        if each
        else (0,) * 3
        for text, each in read.items()
    }
    found = np.array([rows[text] for text in texts], dtype=np.int64).reshape(len(texts), 3)
    names = ("thinking_seconds", "game_seconds", "control_moves")
    return {name: found[:, at] for at, name in enumerate(names)}


def _exempt(edition: Edition, reports: Sequence[Report], suffix: str) -> NDArray[np.bool_]:
    """Tell for which tournaments the competent body made an exception from an article."""
    exempt = np.zeros(len(reports), dtype=bool)
    decided = [(at, each) for at, each in enumerate(reports) if each.about.decided]
    for at, report in decided:
        exempt[at] = any(
            each.game < 0 and not each.player and lifts(edition, each, suffix)
            for each in report.about.decided
        )
    return exempt


def lifts(edition: Edition, decided: Decided, suffix: str) -> bool:
    """Tell whether a decision is an exception from an article (`0_2_1`) by a body it names.

    An exception from 0.2 is one from 0.2.1 too.
    """
    if decided.kind != "exempted":
        return False
    article, bodies = suffix.replace("_", "."), edition.numbers.get(_BODIES + suffix, "")
    meant = article == decided.article or article.startswith(f"{decided.article}.")
    return meant and decided.by in bodies.split()


def exemptible(edition: Edition) -> list[str]:
    """Give the articles (`0_2_1`) from which bodies may make exceptions."""
    return [name.removeprefix(_BODIES) for name in edition.numbers if name.startswith(_BODIES)]


def _game_decided(part: Part) -> NDArray[np.int8]:
    """Give for each side what was decided about its game; a single 0 where nothing was.

    Of two decisions the later holds; an exception for a game admits it.
    """
    decided = [
        (int(part.first_game[at]) + each.game, mark)
        for at, report in enumerate(part.reports)
        for each in report.about.decided
        if each.game >= 0 and (mark := _mark(part.edition, each))
    ]
    if not decided:
        return np.zeros((), dtype=np.int8)
    found = np.zeros(2 * part.games, dtype=np.int8)
    for game, mark in decided:
        found[[game, game + part.games]] = mark
    return found


def _mark(edition: Edition, decided: Decided) -> int:
    if decided.kind == "exempted":
        return ADMITTED * any(lifts(edition, decided, each) for each in exemptible(edition))
    return EXCLUDED if decided.kind == "excluded" else ADMITTED
