"""Players named by events: in columns of register numbers, or through a corrected game or entrant.

Lists of other bodies name the whole register and are left out.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, cast

import msgspec

from ledger import columns
from ledger.events.report import EntrantReassigned
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.current_report import RecordedReport
from ledger.tournaments.folding import CORRECTIONS, after
from ledger.tournaments.report_from_columns import players_of

TOO_MANY: Final = frozenset({"external-list-recorded.v1"})
"""Types of events that name the whole register."""

FIELDS: Final = ("player", "white", "black", "kept", "merged")
"""Fields with register numbers: columns, or the number of one player."""


class Naming(NamedTuple):
    """A player, and the position of an event about the player."""

    player: int
    position: int


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
    payload = _payload(recorded)
    columns_of = [payload.get(name) for name in FIELDS]
    columns_of += [payload[name]["player"] for name in ("entrants", "newcomers") if name in payload]
    players: set[int] = set()
    for column in columns_of:
        if isinstance(column, int):  # one player
            players.add(column)
        elif column:
            players.update(columns.read(column, columns.PLAYER).tolist())
    return players


def _payload(recorded: Recorded) -> dict[str, Any]:
    return cast(dict[str, Any], msgspec.json.decode(recorded.body)["payload"])


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
    payload = _payload(recorded)
    game, current = payload.get("game"), known.current(payload.get("report"))
    if current is None or game is None or game >= len(current.reported.games.white_result):
        return ()
    players, games = players_of(current), current.reported.games
    sides = (columns.read(side, columns.NUMBER) for side in (games.white, games.black))
    return tuple(players[int(side[game])] for side in sides)
