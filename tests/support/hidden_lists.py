"""Lists and printings of the sample season seen by the office alone, pool by pool.

Each world is a ledger in which everything is recorded but the closings; `close` seals the hidden
list, or the hidden printing, of a pool, and records what rests on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from ledger import columns
from ledger.clock import microseconds
from ledger.events.pool import ListPublished, RatingsAdjusted
from ledger.intake.import_report.options import ImportOptions
from ledger.store.grounds import StatedGrounds
from ledger.store.requests import NewEvent, Request
from ops.closings.recordings import CloseList, ReprintList
from ops.house import House
from ops.sample import commands
from ops.tournaments import importing as reports
from ops.tournaments.corrections import CorrectResult
from tests.support.both_doors import Pool
from tests.support.private_facts import (
    CHESS,
    DRAUGHTS,
    hand_in,
    publish_revised,
    schedule_unpublished,
)

CHESS_PLAYERS: Final = ("fide:99000981", "fide:99001055")
DRAUGHTS_PLAYERS: Final = ("fid:X01364", "fid:X01480")
WAITING_OF_CHESS, WAITING_OF_DRAUGHTS = "T-000022", "T-000023"
CORRECTED: Final = {
    CHESS: {"#48#0": ("=", "="), "#48#1": ("=", "=")},
    DRAUGHTS: {"#85#0": ("=", "="), "#85#12": ("0", "1")},
}
"""Games of these players by report, with other results: X01480 has another category with them."""
FILE: Final = "2025-03-09-gara-valbruna.trf"


@dataclass(frozen=True)
class World:
    """The questions about each pool, the hidden list of each, and the instant of the questions."""

    pools: tuple[Pool, ...]
    hidden: Mapping[str, str]
    now: int
    printing: int = 1


def _at(year: int, month: int, day: int) -> int:
    return microseconds(datetime(year, month, day, 12, tzinfo=UTC))


UNPUBLISHED: Final = World(
    (
        Pool(CHESS, ("2026-02", "2026-03"), CHESS_PLAYERS, (WAITING_OF_CHESS, "T-000013")),
        Pool(
            DRAUGHTS,
            ("2025-07-05", "2025-12-05"),
            DRAUGHTS_PLAYERS,
            (WAITING_OF_DRAUGHTS, "T-000021"),
        ),
    ),
    {CHESS: "2026-04", DRAUGHTS: "2026-03-01"},
    _at(2026, 2, 28),
)
"""Lists that are closed, and neither published nor in force."""

PRINTED_AGAIN: Final = World(
    (
        Pool(CHESS, ("2026-02", "2026-03"), CHESS_PLAYERS, ("T-000013",)),
        Pool(DRAUGHTS, ("2025-07-05", "2025-12-05"), DRAUGHTS_PLAYERS, ("T-000021",)),
    ),
    {CHESS: "2026-03", DRAUGHTS: "2025-12-05"},
    _at(2026, 3, 20),
    printing=2,
)
"""New printings of the last lists, which are not published."""


def begin(house: House, world: World) -> None:
    """Record public facts: reports counted by the hidden lists, or corrections.

    Revised ratings are public: what the hidden list shows of them stays hidden too.
    """
    publish_revised(house, [pool.name for pool in world.pools])
    if world is UNPUBLISHED:
        schedule_unpublished(house)
        hand_in(house)
        _hand_in_draughts(house)
        return
    for pool in world.pools:
        for game, results in CORRECTED[pool.name].items():
            CorrectResult(
                tournament=pool.tournaments[0],
                game=game,
                white=results[0],
                black=results[1],
                by="fsi",
            ).record(house)


def _hand_in_draughts(house: House) -> None:
    """Hand in a tournament of draughts, not yet counted by a list."""
    text = (Path(commands.__file__).parent / DRAUGHTS / FILE).read_text()
    text = text.replace("Gara di Valbruna", "Gara di Fontegelo")
    text = text.replace("2025/03", "2026/02").replace("25/03", "26/02")
    given = {"registered_on": "2026-01-10", "received_on": "2026-02-12", "weight": "1"}
    facts = {**given, "announced_as_rated": "true"}
    options = ImportOptions(
        pools=(DRAUGHTS,), facts=facts, number_scheme="fid", recorded_by=house.by
    )
    file = reports.ReportFile("gara-fontegelo.trf", text.encode())
    reports.import_file(house, file, reports.with_rulebooks(house, options))


def close(house: House, world: World, pool: str) -> int:
    """Seal the hidden list or printing of a pool; return the position of the closing.

    What rests on it follows: a publication on a day to come, and an adjustment of a rating on it.
    """
    period = world.hidden[pool]
    if world.printing == 1:
        CloseList(pool=pool, period=period).record(house)
    else:
        house.ledger.grounds = StatedGrounds("printed again")
        ReprintList(pool=pool, period=period).record(house)
        house.ledger.grounds = None
    house.catch_up()
    sealed = house.official.facts.pools[pool].closed[-1]
    listed = house.official.closed_list(sealed.event).values
    player, rating = (int(listed[name][0]) for name in ("player", "rating"))
    numbers = {"player": columns.write([player], columns.PLAYER)}
    change = {"before": rating, "after": rating + 1}
    numbers |= {name: columns.write([value], columns.RATING) for name, value in change.items()}
    facts = (
        ListPublished(pool=pool, period=period, printing=world.printing, published_on=TO_COME),
        RatingsAdjusted(pool=pool, by="fsi", **numbers),
    )
    house.append(lambda: Request(f"on {pool}", tuple(map(NewEvent, facts))))
    house.catch_up()
    return sealed.position


TO_COME: Final = date(2026, 3, 25)


def shown(house: House, pool: str) -> list[int | str]:
    """The ratings and the digest of the last list of a pool, in the last printing."""
    sealed = house.official.facts.pools[pool].closed[-1].event
    ratings: list[int] = house.official.closed_list(sealed).values["rating"].tolist()
    return [*ratings, sealed.list_digest]
