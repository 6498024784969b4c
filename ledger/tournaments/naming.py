"""Players named by events: in columns of register numbers, or through a corrected game or entrant.

Lists of other bodies name the whole register and are left out.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.base import Fact
from ledger.events.report import EntrantReassigned, ReportReplaced
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.folding import CORRECTIONS, after
from ledger.tournaments.report import Game
from ledger.tournaments.report_from_columns import (
    games_of,
    games_reported,
    players_of,
    players_reported,
)

TOO_MANY: Final = frozenset({"external-list-recorded.v1"})
"""Types of events that name the whole register."""

FIELDS: Final = ("player", "white", "black", "kept", "merged")
"""Fields with register numbers: columns, or the number of one player."""


def namings(
    read: Reader, events: Iterable[Recorded], of: Collection[int] | None = None
) -> NDArray[np.int64]:
    """Return the players named by some events; `of` leaves out all others.

    Rows of player and position, each once, by player; shape (namings, 2). A correction of a game
    and a decision about a game name its two players, as reported or as reassigned before; a
    reassigned entrant names the new player and the former one.
    """
    corrections: dict[str, set[int]] = {}
    players, positions = [np.empty(0, np.int64)], [np.empty(0, np.int64)]

    def name(named: Sequence[int] | NDArray[Any], position: int) -> None:
        players.append(np.asarray(named, np.int64))
        positions.append(np.full(len(named), position))

    for recorded in events:
        if recorded.type in TOO_MANY:
            continue
        for column in _in_columns(_payload(recorded)):
            name(column, recorded.position)
        if recorded.type in CORRECTIONS:
            corrections.setdefault(recorded.stream, set()).add(recorded.position)
    for stream, corrected in corrections.items():
        for position, named in _by_corrections(read.stream(stream), corrected):
            name(named, position)
    found = np.stack([np.concatenate(players), np.concatenate(positions)], axis=1)
    if of is not None:
        found = found[np.isin(found[:, 0], [*of])]
    found = found[np.lexsort(found.T[::-1])]
    repeated = (found[1:] == found[:-1]).all(axis=1)
    return found[np.concatenate([np.ones(min(1, len(found)), bool), ~repeated])]


class _Players(msgspec.Struct, frozen=True):
    player: str = ""


class _Named(msgspec.Struct, frozen=True):
    """The fields of an event with register numbers: columns, or the number of one player."""

    player: str | int = ""
    white: str | int = ""
    black: str | int = ""
    kept: int | None = None
    merged: int | None = None
    entrants: _Players | None = None
    newcomers: _Players | None = None
    report: int | None = None
    game: int | None = None
    entrant: int | None = None


class _Body(msgspec.Struct, frozen=True):
    payload: _Named


_body: Final = msgspec.json.Decoder(_Body)


def _in_columns(payload: _Named) -> Iterator[Sequence[int] | NDArray[Any]]:
    """Yield the players that an event names."""
    columns_of = [getattr(payload, name) for name in FIELDS]
    columns_of += [some.player for some in (payload.entrants, payload.newcomers) if some]
    for column in columns_of:
        if isinstance(column, int):  # one player
            yield [column]
        elif column:
            yield columns.read(column, columns.PLAYER)


def _payload(recorded: Recorded) -> _Named:
    return _body.decode(recorded.body).payload


def _by_corrections(
    stream: Iterable[Recorded], positions: set[int]
) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield the positions of some corrections, with further players whom each is about."""
    known = RecordedReport()
    for recorded in stream:
        before, known = known, after(known, recorded)
        if recorded.position in positions:
            if recorded.type == EntrantReassigned.TYPE and known.corrections[-1].before:
                yield recorded.position, [int(known.corrections[-1].before)]
            yield recorded.position, _who_played(before, _payload(recorded))


def _who_played(known: RecordedReport, payload: _Named) -> tuple[int, ...]:
    game, current = payload.game, known.current(payload.report)
    if current is None or game is None or game >= len(current.reported.games.white_result):
        return ()
    players, games = players_of(current), current.reported.games
    sides = (columns.read(side, columns.NUMBER) for side in (games.white, games.black))
    return tuple(players[int(side[game])] for side in sides)


# ------------------------------------------------------------------------------ before a recording


def decided_about(read: Reader, facts: Iterable[Fact]) -> Iterator[int]:
    """Yield the players about whom some new events decide, by register number.

    A decision is an event that states the body behind it: it is about the players that it names. A
    report in the place of another one is about the entrants who come or go, and those of games that
    differ. Reports, closings and whole tournaments are about nobody in particular.
    """
    return (player for fact in facts for player in _decided_about(read, fact))


def _decided_about(read: Reader, fact: Fact) -> Iterator[int]:
    if isinstance(fact, ReportReplaced):
        replaced = _known(read, fact).current(fact.replaces)
        yield from _differing(replaced, fact) if replaced else ()
    elif getattr(fact, "by", None) is not None:
        payload = msgspec.convert(msgspec.to_builtins(fact), _Named)
        for column in _in_columns(payload):
            yield from map(int, column)
        if fact.TYPE in CORRECTIONS:
            yield from _corrected(_known(read, fact), payload)


def _known(read: Reader, fact: Fact) -> RecordedReport:
    return reduce(after, read.stream(fact.stream()), RecordedReport())


def _corrected(known: RecordedReport, payload: _Named) -> Iterator[int]:
    """Yield the players of a corrected game, and the former player of a reassigned entrant."""
    yield from _who_played(known, payload)
    current, entrant = known.current(payload.report), payload.entrant
    if current is not None and entrant is not None:
        yield from players_of(current)[entrant : entrant + 1]


def _differing(replaced: CurrentReport, fact: ReportReplaced) -> Iterator[int]:
    players = players_of(replaced), players_reported(fact)
    yield from {*players[0]} ^ {*players[1]}
    games = games_of(replaced), games_reported(fact)
    was, now = (Counter(_played(*pair)) for pair in zip(games, players, strict=True))
    for _, white, black, _ in (was - now) + (now - was):
        yield from (white, black)


def _played(
    games: Iterable[Game], players: Sequence[int]
) -> Iterator[tuple[int, int, int, tuple[str, str]]]:
    """Yield round, players of white and black, and both results of each game."""
    for game in games:
        results = game.white_result, game.black_result
        yield game.round, players[game.white], players[game.black], results
