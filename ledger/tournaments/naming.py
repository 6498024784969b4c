"""Players named by events: in columns of register numbers, or through a corrected game or entrant.

Lists of other bodies name the whole register and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from ledger import columns
from ledger.events.report import EntrantReassigned
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.current_report import EventPart, RecordedReport
from ledger.tournaments.folding import CORRECTIONS, after
from ledger.tournaments.report_from_columns import players_of

TOO_MANY: Final = frozenset({"external-list-recorded.v1"})
"""Types of events that name the whole register."""


class Naming(NamedTuple):
    """A player, and the position of an event about the player."""

    player: int
    position: int


class _Rows(msgspec.Struct):
    player: str


class _Named(msgspec.Struct):
    player: str | int | None = None
    """A column of register numbers, or a single number."""
    entrants: _Rows | None = None
    newcomers: _Rows | None = None
    white: int | None = None
    black: int | None = None
    """The players of a game recorded alone."""


class _OfAGame(msgspec.Struct):
    report: int
    game: int | None = None


_named: Final = msgspec.json.Decoder(EventPart[_Named])
_of_a_game: Final = msgspec.json.Decoder(EventPart[_OfAGame])


def namings(read: Reader, events: Iterable[Recorded]) -> Iterator[Naming]:
    """Yield the players named by some events, in no order.

    A correction of a game and a decision about a game name its two players, as reported or as
    reassigned before; a reassigned entrant names the new player and the former one.
    """
    corrections: dict[str, set[int]] = {}
    for recorded in events:
        if recorded.type in TOO_MANY:
            continue
        for player in sorted(_in_columns(recorded)):
            yield Naming(player, recorded.position)
        if recorded.type in CORRECTIONS:
            corrections.setdefault(recorded.stream, set()).add(recorded.position)
    for stream, positions in corrections.items():
        yield from _by_corrections(read.stream(stream), positions)


def _in_columns(recorded: Recorded) -> set[int]:
    payload = _named.decode(recorded.body).payload
    players: set[int] = set()
    for column in (
        payload.player,
        payload.entrants,
        payload.newcomers,
        payload.white,
        payload.black,
    ):
        if isinstance(column, int):
            players.add(column)
        elif column:
            text = column if isinstance(column, str) else column.player
            players.update(columns.read(text, columns.PLAYER).tolist())
    return players


def _by_corrections(stream: Iterable[Recorded], positions: set[int]) -> Iterator[Naming]:
    known = RecordedReport()
    for recorded in stream:
        before, known = known, after(known, recorded)
        if recorded.position in positions:
            if recorded.type == EntrantReassigned.TYPE and known.corrections[-1].before:
                yield Naming(int(known.corrections[-1].before), recorded.position)
            for player in _who_played(before, recorded):
                yield Naming(player, recorded.position)


def _who_played(known: RecordedReport, recorded: Recorded) -> tuple[int, ...]:
    try:
        payload = _of_a_game.decode(recorded.body).payload
    except msgspec.ValidationError:  # about the tournament as a whole
        return ()
    current = known.current(payload.report)
    if current is None or payload.game is None:
        return ()
    players, games = players_of(current), current.reported.games
    if payload.game >= len(games.white_result):
        return ()
    sides = (columns.read(side, columns.NUMBER) for side in (games.white, games.black))
    return tuple(players[int(side[payload.game])] for side in sides)
