"""Players named by events: in columns of register numbers, or through a corrected game or entrant.

Lists of other bodies name the whole register and are left out.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Final, NamedTuple, cast

import msgspec
import numpy as np

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


class Naming(NamedTuple):
    """A player, and the position of an event about the player."""

    player: int
    position: int


def namings(
    read: Reader, events: Iterable[Recorded], of: Collection[int] | None = None
) -> Iterator[Naming]:
    """Yield the players named by some events, in no order; `of` leaves out most of the others.

    A correction of a game and a decision about a game name its two players, as reported or as
    reassigned before; a reassigned entrant names the new player and the former one.
    """
    corrections: dict[str, set[int]] = {}
    for recorded in events:
        if recorded.type in TOO_MANY:
            continue
        for player in sorted(_in_columns(_payload(recorded), of)):
            yield Naming(player, recorded.position)
        if recorded.type in CORRECTIONS:
            corrections.setdefault(recorded.stream, set()).add(recorded.position)
    for stream, positions in corrections.items():
        yield from _by_corrections(read.stream(stream), positions)


def _in_columns(payload: Mapping[str, Any], of: Collection[int] | None = None) -> set[int]:
    columns_of = [payload.get(name) for name in FIELDS]
    columns_of += [payload[name]["player"] for name in ("entrants", "newcomers") if name in payload]
    players: set[int] = set()
    for column in columns_of:
        if isinstance(column, int):  # one player
            players.add(column)
        elif column:
            named = columns.read(column, columns.PLAYER)
            players.update((named if of is None else named[np.isin(named, [*of])]).tolist())
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
            for player in _who_played(before, _payload(recorded)):
                yield Naming(player, recorded.position)


def _who_played(known: RecordedReport, payload: Mapping[str, Any]) -> tuple[int, ...]:
    game, current = payload.get("game"), known.current(payload.get("report"))
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
        payload = msgspec.to_builtins(fact)
        yield from _in_columns(payload)
        if fact.TYPE in CORRECTIONS:
            yield from _corrected(_known(read, fact), payload)


def _known(read: Reader, fact: Fact) -> RecordedReport:
    return reduce(after, read.stream(fact.stream()), RecordedReport())


def _corrected(known: RecordedReport, payload: Mapping[str, Any]) -> Iterator[int]:
    """Yield the players of a corrected game, and the former player of a reassigned entrant."""
    yield from _who_played(known, payload)
    current, entrant = known.current(payload.get("report")), payload.get("entrant")
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
