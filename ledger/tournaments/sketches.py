"""Tournaments compared by days, players and games.

Two tournaments are *equal* if days and games are. They are *alike* if their days overlap, and most
of the players and half of the games of the smaller one are in both. Who meets the same people on
other days plays another tournament. Colours count where both sides know them: a return game has the
other colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Wide
from ledger.events.report import RESULTS, ReportColumns
from ledger.events.report import Games as ReportedGames
from ledger.register.merges import Merge, kept_player
from ledger.sentences import Count, Position, Sentence
from ledger.tournaments.current_report import CurrentReport, Games, Reported
from ledger.tournaments.report import Game

NEAR_DAYS: Final = 7
"""How far apart the first days, and the last days, of tournaments that are alike may stand.

Days corrected by more are looked for where they were reported.
"""

MOST: Final = 80
HALF: Final = 50
"""Shares in per cent: of the players, or games, of the smaller of two tournaments."""

FEWEST_PLAYERS: Final = 2

_LETTERS: Final = {code: at for at, code in enumerate(RESULTS)}


class Same(NamedTuple):
    """A recorded tournament that is equal to another one, or like it."""

    tournament: str
    position: int
    """Of its report."""
    start: date
    end: date
    shared_players: int
    shared_games: int
    equal: bool = False
    """Whether days and all games are the same."""

    @property
    def says(self) -> Sentence:
        """The tournament, its days, and what both have in common."""
        return Sentence(
            "{tournament} ({event}), {start} to {end}: {players} and {games} in common",
            tournament=self.tournament,
            event=Position(self.position),
            start=self.start,
            end=self.end,
            players=Count(self.shared_players, "player"),
            games=Count(self.shared_games, "game"),
        )


class Keys(NamedTuple):
    """Games as numbers made of players and results, in growing order: 8 bytes each."""

    with_colours: Wide
    without_colours: Wide
    coloured: bool
    """Whether the colours of all games are known."""

    def compared(self, coloured: bool) -> Wide:
        """Return the games with or without colours."""
        return self.with_colours if coloured else self.without_colours


@dataclass(frozen=True, slots=True)
class Outline:
    """Days and players of a tournament, or of a part of one."""

    tournament: str
    start: date
    end: date
    players: Wide
    """Register numbers of the entrants, each once, in growing order."""

    def meets(self, other: Outline, shared: int) -> bool:
        """Return whether tournaments with these parts may be the same; `shared` are their players.

        Half of the players and days within NEAR_DAYS are enough, for entrants may have been
        reassigned, and days corrected, since.
        """
        if max((self.start - other.end).days, (other.start - self.end).days) > NEAR_DAYS:
            return False
        return bool(may_share(shared, min(len(self.players), len(other.players))))

    def shares(self, other: Outline) -> int:
        """Count the common players."""
        return len(np.intersect1d(self.players, other.players, assume_unique=True))

    def many_of(self, players: int, other: Outline) -> bool:
        """Return whether so many common players are enough for tournaments that are alike."""
        enough = _enough(players, self.players, other.players, MOST)
        return enough and players >= FEWEST_PLAYERS


@dataclass(frozen=True, slots=True)
class Sketch(Outline):
    """What two tournaments, or parts of them, are compared by."""

    position: int
    """Of the report."""
    games: Keys

    def same(self, other: Sketch) -> Same | None:
        """Return the overlap with another tournament; None if the two are different."""
        if not self.overlaps(other):
            return None
        coloured = self.games.coloured and other.games.coloured
        own, others = self.games.compared(coloured), other.games.compared(coloured)
        players, games = self.shares(other), _shared(own, others)
        days = (self.start, self.end) == (other.start, other.end)
        if days and np.array_equal(own, others) and (len(own) or self._same_players(other)):
            equal = True
        elif self.many_of(players, other) and _enough(games, own, others, HALF):
            equal = False
        else:
            return None
        return Same(other.tournament, other.position, other.start, other.end, players, games, equal)

    def overlaps(self, other: Outline) -> bool:
        """Return whether the days overlap, and begin and end at about the same time."""
        apart = (abs((self.start - other.start).days), abs((self.end - other.end).days))
        return self.start <= other.end and other.start <= self.end and max(apart) <= NEAR_DAYS

    def _same_players(self, other: Outline) -> bool:
        return len(self.players) > 0 and np.array_equal(self.players, other.players)


def may_share(shared: Any, fewer: Any) -> Any:
    """Return whether common players are half of those of the smaller tournament; also of columns.

    Half is enough for tournaments that may be the same: entrants may have been reassigned since.
    """
    return (shared > 0) & (100 * shared >= HALF * fewer)


def _enough(shared: int, one: Wide, other: Wide, percent: int) -> bool:
    return 100 * shared >= percent * min(len(one), len(other))


def _shared(one: Wide, other: Wide) -> int:
    """Count the common elements, a repeated one as often as both have it."""
    (own, times), (others, other_times) = (np.unique(x, return_counts=True) for x in (one, other))
    _, at, there = np.intersect1d(own, others, assume_unique=True, return_indices=True)
    return int(np.minimum(times[at], other_times[there]).sum())


def of_file(start: date, end: date, players: Sequence[int], games: Sequence[Game] = ()) -> Sketch:
    """Return the sketch of a file; `players` are the entrants' register numbers, in their order."""
    white = np.array([game.white for game in games], dtype=np.int64)
    black = np.array([game.black for game in games], dtype=np.int64)
    of_white = "".join(game.white_result for game in games)
    of_black = "".join(game.black_result for game in games)
    coloured = all(game.colours for game in games)
    numbers = np.array(players, dtype=np.int64)
    keys = _keys(numbers, white, black, of_white, of_black, coloured=coloured)
    return Sketch("", start, end, np.unique(numbers), -1, keys)


def joined(parts: Sequence[Sketch]) -> Sketch:
    """Return the parts of a tournament as one."""
    keys = [part.games for part in parts]
    games = Keys(
        np.sort(np.concatenate([key.with_colours for key in keys])),
        np.sort(np.concatenate([key.without_colours for key in keys])),
        all(key.coloured for key in keys),
    )
    return Sketch(
        parts[0].tournament,
        min(part.start for part in parts),
        max(part.end for part in parts),
        np.unique(np.concatenate([part.players for part in parts])),
        min(part.position for part in parts),
        games,
    )


def of_part(part: CurrentReport, merged: Mapping[int, Merge]) -> list[Sketch]:
    """Return the sketches of a report: as recorded, and as corrected if it was.

    A merged number is the kept player.
    """
    recorded, days = of_columns(part.reported, merged, part.position), (part.start, part.end)
    if not (part.results or part.players) and days == (recorded.start, recorded.end):
        return [recorded]
    corrected = part.player(), part.games()
    return [recorded, _sketch(recorded.tournament, part.position, days, *corrected, merged)]


def of_columns(
    report: ReportColumns | Reported, merged: Mapping[int, Merge], position: int = -1
) -> Sketch:
    """Return the sketch of a report event, recorded or to be recorded."""
    days, stated = (report.start, report.end), (report.entrants.player, report.games)
    return _sketch(report.tournament, position, days, *stated, merged)


def numbers_of(player: str, merged: Mapping[int, Merge]) -> Wide:
    """Return the register numbers of a column, those of merged players replaced."""
    numbers = columns.read(player, columns.PLAYER).astype(np.int64)
    if merged:
        numbers = np.array([kept_player(merged, n) for n in numbers.tolist()], dtype=np.int64)
    return numbers


def _sketch(
    tournament: str,
    position: int,
    days: tuple[date, date],
    player: str,
    games: Games | ReportedGames,
    merged: Mapping[int, Merge],
) -> Sketch:
    numbers = numbers_of(player, merged)
    white, black = (columns.read(side, columns.NUMBER) for side in (games.white, games.black))
    results = (games.white_result, games.black_result)
    keys = _keys(numbers, white, black, *results, coloured="-" not in games.colours)
    return Sketch(tournament, *days, np.unique(numbers), position, keys)


def _keys(
    players: Wide,
    white: NDArray[np.integer],
    black: NDArray[np.integer],
    white_result: str,
    black_result: str,
    *,
    coloured: bool,
) -> Keys:
    of_white, of_black = players[white], players[black]
    won, lost = (
        np.array([_LETTERS[code] for code in results], dtype=np.int64)
        for results in (white_result, black_result)
    )
    swap = of_white > of_black
    low, high = np.minimum(of_white, of_black), np.maximum(of_white, of_black)
    without = _key(low, high, np.where(swap, lost, won), np.where(swap, won, lost))
    return Keys(np.sort(_key(of_white, of_black, won, lost)), np.sort(without), coloured)


def _key(one: Wide, other: Wide, result: Wide, other_result: Wide) -> Wide:
    pair: Wide = one * 10**columns.PLAYER + other
    return (pair * len(RESULTS) + result) * len(RESULTS) + other_result
