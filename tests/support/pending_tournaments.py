"""Chess tournaments with a single open decision, each on other days."""

from datetime import date, timedelta
from typing import Any, Final

from msgspec import structs

from ledger import columns
from ledger.events.base import Fact
from ledger.events.counting import TournamentCancelled
from ledger.events.report import Entrants, ReportPartSubmitted, Round
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from tests.oracles.world import World
from tests.support.chess_desk import fields
from tests.support.recording import record, submission
from tests.support.worlds import PAIR, federation, games, rated, tournament

BEST: Final = 3
"""A player of 2800."""

NEWCOMERS: Final = tuple(range(4, 13))

WORLD: Final[World] = federation(
    [*PAIR, rated(BEST, 2800)], newcomers=NEWCOMERS, on=date(2025, 1, 1)
)
"""1 and 2 of 2000 and one of 2800 on the list of January 2025, and nine without a rating."""

SCENES: Final[dict[str, dict[str, Any]]] = {
    "registered-late": {"lead": 0},
    "registered-late-for-the-best": {"lead": 10, "players": (1, 2, BEST)},
    "hybrid": {"hybrid": True},
    "cancelled": {"cancelled": True},
    "early-first-control": {"time_control": "20/5400:900"},
    "long-day": {"rounds": 40},
    "long": {"days": 45},
    "late-and-official": {"official_event": True, "received": 150},
    "round-robin": {"pairing_system": "Round Robin", "players": (1, 2, *NEWCOMERS)},
    "nothing": {},
}
"""What is otherwise than usual in each."""


def record_scenes(ledger: Ledger, pool: str, first: date) -> None:
    """Record all scenes, the first from a day on, the others ten days apart."""
    for at, (name, facts) in enumerate(SCENES.items()):
        record_scene(ledger, pool, name, first + timedelta(10 * at), **facts)


def record_scene(
    ledger: Ledger,
    pool: str,
    name: str,
    start: date,
    *,
    lead: int = 60,
    days: int = 1,
    rounds: int = 1,
    received: int = 0,
    players: tuple[int, ...] = (1, 2),
    cancelled: bool = False,
    reported: bool = True,
    part: int | None = None,
    another_event: bool = False,
    **announced: Any,
) -> None:
    """Record a tournament with a report; 1 beats 2, and the others came without a game.

    Without a report, or with a part that is not the last one, where that is asked for.
    """
    end = start + timedelta(days)
    usual: dict[str, Any] = {"time_control": "5400+30", "announced_as_rated": True}
    said: list[Fact] = [
        TournamentRegistered(
            tournament=name, name=f"Open {name}", pools=(pool,), start=start, end=end,
            registered_on=start - timedelta(lead), **usual | announced,
        )
    ]  # fmt: skip
    if cancelled:
        said.append(TournamentCancelled(tournament=name, by="organiser"))
    if not reported:
        record(ledger, name, *said)
        return
    file = Document("report", name.encode())
    played = tournament(name, str(start), str(end), games(1, "2 1"))
    report = structs.replace(
        submission(played, file.digest),
        rounds=tuple(Round(games=int(at == 0), on=start) for at in range(rounds)),
        received_on=end + timedelta(received),
        entrants=_entrants(players),
        another_event=another_event,
    )
    as_part = ReportPartSubmitted(**fields(report) | {"part": part}) if part else report
    record(ledger, name, *said, as_part, documents=[file])


def _entrants(players: tuple[int, ...]) -> Entrants:
    return Entrants(
        player=columns.write(players, columns.PLAYER),
        number=columns.write(range(1, len(players) + 1), columns.NUMBER),
        rating=columns.write([0] * len(players), columns.RATING),
        commitment="0" * columns.COMMITMENT * len(players),
    )
