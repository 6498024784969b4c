"""Tournaments probably recorded twice: same players, days and results.

A file saved anew, or in another format, has another digest and would be rated a second time.
Players and games tell: two real tournaments of the same people in the same week, one rapid and one
blitz, have other results. Reports count as they were last submitted, without the corrections of
single results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

import numpy as np

from ledger import columns
from ledger.columns import Wide
from ledger.events.games import SheetCompleted
from ledger.events.report import RESULTS, ReportPartSubmitted, ReportReplaced, TournamentSubmitted
from ledger.store.reading import Reader
from ledger.time_limit import check_time
from ledger.tournaments.current_report import Reported, reported_in
from ledger.tournaments.folding import fold
from ledger.tournaments.report import Game
from ledger.wording import counted

NEAR_DAYS: Final = 7
"""How far apart the first days, and the last days, of one tournament may stand in two files."""

SHARE_PERCENT: Final = 80
"""Of the players and of the games of the smaller one, how many both must have."""

FEWEST_PLAYERS: Final = 2

_TYPES: Final = tuple(
    kind.TYPE for kind in (TournamentSubmitted, ReportPartSubmitted, ReportReplaced, SheetCompleted)
)


class Same(NamedTuple):
    """A recorded tournament, with the number of players and games shared with another."""

    tournament: str
    position: int
    """Of its report."""
    start: date
    end: date
    shared_players: int
    shared_games: int

    def __str__(self) -> str:
        return (
            f"{self.tournament} (#{self.position}), {self.start} to {self.end}: "
            f"{counted(self.shared_players, 'player')} and "
            f"{counted(self.shared_games, 'game')} in common"
        )


@dataclass(frozen=True, slots=True)
class Sketch:
    """Days, players and games of a tournament, for comparison: 8 bytes a player and a game."""

    tournament: str
    position: int
    start: date
    end: date
    players: Wide
    games: Wide

    def same(self, other: Sketch) -> Same | None:
        """Return the overlap with another tournament; None if the two are different."""
        if not (_near(self.start, other.start) and _near(self.end, other.end)):
            return None
        players, enough = _shared(self.players, other.players)
        games, as_many = _shared(self.games, other.games)
        if not enough or players < FEWEST_PLAYERS or not as_many:
            return None
        return Same(other.tournament, other.position, other.start, other.end, players, games)


def likely_same_tournaments(
    read: Reader, start: date, end: date, players: Sequence[int], games: Sequence[Game] = ()
) -> list[Same]:
    """Return the recorded tournaments probably equal to a report, likeliest first.

    `players` are the entrants' register numbers, in their order; without `games` the players alone
    tell. Cost: one look at the days of all reports (no bodies), then the reports that ended within
    NEAR_DAYS of `end`.
    """
    numbers = np.array(players, dtype=np.int64)
    keys = _game_keys(
        numbers,
        np.array([game.white for game in games], dtype=np.int64),
        np.array([game.black for game in games], dtype=np.int64),
        "".join(game.white_result for game in games),
        "".join(game.black_result for game in games),
    )
    asked = Sketch("", -1, start, end, np.unique(numbers), keys)
    near = timedelta(days=NEAR_DAYS)
    matches = []
    for position, recorded in read.found_at(read.valid_between(_TYPES, end - near, end + near)):
        same = asked.same(_sketch(position, reported_in(recorded)))
        if same and fold(read.stream(f"tournament-{same.tournament}")).current(position):
            matches.append(same)
    return sorted(matches, key=lambda same: (-same.shared_players, -same.shared_games, same))


def same_tournaments(read: Reader) -> list[tuple[Sketch, Same]]:
    """Return pairs of recorded, probably equal tournaments, earlier first.

    One pass over all events; what is kept of each tournament is its sketch.
    """
    sketches = sorted(_all(read), key=lambda sketch: (sketch.start, sketch.position))
    by_player: dict[int, list[int]] = defaultdict(list)
    matches = []
    for index, sketch in enumerate(sketches):
        check_time()
        for other in sorted(_meeting(sketch, sketches, by_player)):
            first, second = sorted((sketches[other], sketch), key=lambda some: some.position)
            same = first.same(second)
            if same is not None:
                matches.append((first, same))
        for player in sketch.players.tolist():
            by_player[player].append(index)
    return sorted(matches, key=lambda pair: (pair[0].position, pair[1].position))


def _meeting(
    sketch: Sketch, sketches: Sequence[Sketch], by_player: dict[int, list[int]]
) -> set[int]:
    """Return the indices of earlier tournaments near in days with a player in common."""
    indices: set[int] = set()
    for player in sketch.players.tolist():
        for index in reversed(by_player[player]):
            if not _near(sketches[index].start, sketch.start):
                break
            indices.add(index)
    return indices


def _all(read: Reader) -> list[Sketch]:
    matches: dict[str, dict[int, Sketch]] = defaultdict(dict)
    for recorded in read.events():
        if recorded.type not in _TYPES:
            continue
        report = reported_in(recorded)
        reports = matches[report.tournament]
        if report.replaces is not None:
            gone = [part for part, sketch in reports.items() if sketch.position == report.replaces]
            if not gone:
                continue  # it names a report that fell already, and has no effect
            del reports[gone[0]]
        reports[report.part or 0] = _sketch(recorded.position, report)
    return [
        Sketch(
            tournament,
            min(part.position for part in parts.values()),
            min(part.start for part in parts.values()),
            max(part.end for part in parts.values()),
            np.unique(np.concatenate([part.players for part in parts.values()])),
            np.unique(np.concatenate([part.games for part in parts.values()])),
        )
        for tournament, parts in matches.items()
        if parts
    ]


def _sketch(position: int, report: Reported) -> Sketch:
    players = columns.read(report.entrants.player, columns.PLAYER).astype(np.int64)
    games = report.games
    white, black = (columns.read(side, columns.NUMBER) for side in (games.white, games.black))
    keys = _game_keys(players, white, black, games.white_result, games.black_result)
    return Sketch(report.tournament, position, report.start, report.end, np.unique(players), keys)


def _game_keys(players: Wide, white: Any, black: Any, white_result: str, black_result: str) -> Wide:
    key = players[white] * 10**columns.PLAYER + players[black]
    for results in (white_result, black_result):
        key = key * len(RESULTS) + np.array([RESULTS.index(code) for code in results], np.int64)
    return np.unique(key)


def _shared(one: Wide, other: Wide) -> tuple[int, bool]:
    """Count the common elements; the flag: whether the smaller set shares enough."""
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared, 100 * shared >= SHARE_PERCENT * min(len(one), len(other))


def _near(one: date, other: date) -> bool:
    return abs((one - other).days) <= NEAR_DAYS
