"""A world of files: the ratings carried over and every report as users bring them in.

The register comes from a CSV file, each report from a TRF file, through the use cases of the
office. So everything in such a ledger can be proved: files, words about persons, commitments.
"""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ledger import columns
from ledger.intake.import_report.options import ImportOptions
from ledger.store.ledger import Ledger
from ops.bench.worlds import Period, Tournament, World
from ops.bench.writing import SetClock, Unkept
from ops.closings.recordings import CloseList, PublishList
from ops.doors.uploads import Upload
from ops.external_lists.recordings import CarryOver
from ops.house import House
from ops.pools.recordings import AdoptEdition, OpenPool
from ops.tournaments.importing import ReportFile, import_file
from projections.rulebooks import rulebook

_SYLLABLES: Final = [f"{one}{other}" for one in "bcdfglmnprstvz" for other in ("a", "e", "io")]
_HALVES: Final = {"1": 2, "+": 2, "=": 1, "0": 0, "-": 0}
"""Half points of a result."""


def write(world: World, address: Path | str) -> Ledger:
    """Write a world of chess into a new ledger, every period closed; return the open ledger."""
    clock = SetClock(world.begin - timedelta(days=2))
    ledger = Ledger.create(str(address), "bench.example", "UTC", clock)
    official, pool = Unkept(ledger), world.kind.pool
    house = House(ledger, official)
    OpenPool(pool=pool, first_period=world.lists()[0][0]).record(house)
    law = rulebook(pool)
    for edition in law.editions:
        if edition.name not in law.undated_editions:
            AdoptEdition(pool=pool, edition=edition.name).record(house)
    clock.put(world.begin)
    with TemporaryDirectory() as folder:
        carried = Path(folder) / "carried.csv"
        carried.write_text(_carried(world), "utf-8")
        rows = Upload.at(carried)
        CarryOver(pool=pool, file=rows, on=world.begin, source="a list", register_new=True).record(
            house
        )
    for period in world.each_period():
        clock.put(period.list_date - timedelta(days=1))
        for file, options in reports(world, period):
            import_file(house, file, options)
        clock.put(period.list_date)
        CloseList(pool=pool, period=period.name).record(house)
        PublishList(pool=pool, period=period.name).record(house)
    return ledger


def reports(world: World, period: Period) -> Iterator[tuple[ReportFile, ImportOptions]]:
    """Yield the TRF file of each tournament of a period, and how it is taken."""
    for tournament in period.tournaments:
        options = ImportOptions(
            pools=(world.kind.pool,),
            register_new=True,
            facts={"received_on": tournament.end.isoformat(), "unrated": "all"},
        )
        data = trf(world, tournament).encode()
        yield ReportFile(f"{tournament.id}.trf", data), options


def number_of(player: int) -> int:
    """Return the number of FIDE that a player has."""
    return 100_000_000 + player


def name_of(player: int) -> str:
    """Return a name that no other of the first four million players has."""
    families, each = len(_SYLLABLES) ** 3, len(_SYLLABLES)
    family = player % families
    parts = (family // each**2, family // each % each, family % each)
    given = f"{_SYLLABLES[player // families % each]}{_SYLLABLES[family % each]}"
    return f"{''.join(_SYLLABLES[at] for at in parts).capitalize()}, {given.capitalize()}"


def _carried(world: World) -> str:
    text = StringIO()
    text.write("number,name,federation,sex,birth_year,rating,k,games,peak,last_counted\n")
    for player in world.carried.tolist():
        year, rating = world.birth_year[player] or "", world.strength[player]
        text.write(f'{number_of(player)},"{name_of(player)}",ITA,m,{year or ""},{rating},20,')
        text.write(f"{world.games_before[player]},{rating},\n")
    return text.getvalue()


def trf(world: World, tournament: Tournament) -> str:
    """Return the report of a tournament in TRF16."""
    entrants = columns.read(tournament.entrants.player, columns.PLAYER).tolist()
    games, rounds = tournament.games, world.kind.rounds
    white, black = (
        columns.read(side, columns.NUMBER).tolist() for side in (games.white, games.black)
    )
    of_round = len(white) // rounds
    cells = [["  0000 - Z"] * rounds for _ in entrants]
    halves = [0] * len(entrants)
    for at, won in enumerate(zip(games.white_result, games.black_result, strict=True)):
        one, other, turn = white[at], black[at], min(at // of_round, rounds - 1)
        cells[one][turn] = f"  {other + 1:4d} w {won[0]}"
        cells[other][turn] = f"  {one + 1:4d} b {won[1]}"
        halves[one] += _HALVES[won[0]]
        halves[other] += _HALVES[won[1]]
    days = [min(tournament.end, tournament.start + timedelta(turn)) for turn in range(rounds)]
    lines = [
        f"012 Open {tournament.id}",
        "022 Torino",
        "032 ITA",
        f"042 {tournament.start:%Y/%m/%d}",
        f"052 {tournament.end:%Y/%m/%d}",
        f"062 {len(entrants)}",
        "092 Individual: Swiss-System",
        "102 Bianchi, Bruno",
        f"132 {'':87}{''.join(f'{day:%y/%m/%d}  ' for day in days)}".rstrip(),
        f"222 {tournament.time_control}",
    ]
    ranks = sorted(range(len(entrants)), key=lambda row: -halves[row])
    rank_of = {row: rank for rank, row in enumerate(ranks, 1)}
    for row, player in enumerate(entrants):
        points = f"{halves[row] // 2}.{5 * (halves[row] % 2)}"
        lines.append(
            f"001 {row + 1:4d} m    {name_of(player):33} {'':4} ITA {number_of(player):11d} "
            f"{'':10} {points:>4} {rank_of[row]:4d}{''.join(cells[row])}"
        )
    return "\n".join(lines) + "\n"
