"""The ledgers of the questions, in groups; each comes out the same in every run.

    season-*       the sample seasons
    office         the sample with private facts: lists, an appeal, a proposal that few may see
    after-*        the sample after the examples of a noun were recorded
    reprinted      a new printing that is sealed and not published
    deviating      a recorded deviation
    stopped        a pool whose replay stops
    previews-*     each example of a noun as a preview, then recorded; nothing else is asked
    worlds-*       worlds of a kind, drawn from a seed

The seasons are of the past: `RECORDED_AT` is after their last lists.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from ledger.clock import microseconds
from ledger.store.ledger import Ledger
from ops.closings.recordings import RecordDeviation
from ops.doors.circumstances import Circumstances
from ops.house import House, open_house
from ops.http import examples
from ops.http.addresses import NOUNS
from tests.oracles.same_lists.driving.drive import driven
from tests.oracles.same_lists.driving.law import SEASONS, season
from tests.oracles.same_lists.running import season_name
from tests.oracles.same_lists.worlds import KINDS, kind_of, world_of
from tests.support import private_facts
from tests.support.changed_samples import CHANGES, Change, with_deviating_list
from tests.support.each_door import ADDRESSES
from tests.support.recording import LONG_AFTER
from tests.support.two_persons import propose_sample
from tests.support.two_pools import FIDE, OTHER, pools_of, stop
from tests.support.without_chance import without_chance
from tests.support.worlds import games, tournament

WORLDS: Final = 60
"""So many worlds, from seed 0 on."""
RECORDED_AT: Final = microseconds(datetime(2026, 11, 10, 12, tzinfo=UTC))
"""When a season is recorded."""
ASKED_AT: Final = microseconds(datetime(2027, 1, 4, 12, tzinfo=UTC))
"""When it is asked: in the next year, so that the last event and the present differ."""

OFFICE, PREVIEWS = "office", "previews"
HALF: Final = (0, 2)
RECORDED: Final = ("closings", "tournaments", "decisions", "players", "appeals")
"""Nouns after whose examples the sample is asked."""

Make = Callable[[Path], int]
"""Records a ledger at an address; returns the instant at which it is asked."""


class Source(NamedTuple):
    """A ledger to be asked."""

    make: Make
    change: Change | None = None
    """What is changed once there are actors with roles."""
    examples: tuple[str, ...] = ()
    """Addresses whose examples are recorded before it is asked."""
    previews: bool = False
    """Whether the previews of these recordings are asked, and nothing else."""
    most: int = 4
    """At most so many players and tournaments of a pool are asked about."""
    part: tuple[int, int] = (0, 1)
    """Which part of the questions is asked, and of how many."""
    by_everybody: bool = True
    """Whether everybody asks the first question of each address."""
    of_the_program: bool = False
    """Whether it is also asked what does not depend on a ledger."""


def groups() -> dict[str, list[Source]]:
    """Return the ledgers of each group, by name."""
    nouns = [noun.replace("_", "-") for noun in NOUNS]
    found = {season_name(name): [Source(partial(_season, name), most=6)] for name in SEASONS}
    found[OFFICE] = [Source(_office, most=2, of_the_program=True)]
    for noun in RECORDED:
        assert noun in nouns
        found[f"after-{noun}"] = [Source(_sample, examples=_recordings(noun), part=HALF)]
    found["reprinted"] = [Source(_sample, examples=("reprint-list",))]
    found["deviating"] = [Source(_deviating)]
    found["stopped"] = [Source(_stopped)]
    found |= {f"{PREVIEWS}-{noun}": previews for noun in nouns if (previews := _previews(noun))}
    for kind in KINDS:
        seeds = [seed for seed in range(WORLDS) if kind_of(seed) == kind]
        found[f"worlds-{kind}"] = [_of_world(seed) for seed in seeds]
    return found


def _recordings(noun: str) -> tuple[str, ...]:
    names = (name for name in examples.of_nouns([noun]) if name not in CHANGES)
    return tuple(name for name in names if ADDRESSES[name].records)


def _previews(noun: str) -> list[Source]:
    """Return the sample, and a changed sample for each example that needs changes."""
    recordings = _recordings(noun)
    plain = [Source(_sample, examples=recordings, previews=True)] if recordings else []
    changed = [
        Source(_sample, CHANGES[name], (name,), previews=True)
        for name in examples.of_nouns([noun])
        if name in CHANGES and issubclass(ADDRESSES[name].asks, Circumstances)
    ]
    return [*plain, *changed]


def _of_world(seed: int) -> Source:
    """Return a world with a third of the questions; worlds of a kind take the thirds in turn."""
    turn = seed // len(KINDS)
    return Source(partial(_world, seed), most=3, part=(turn % 3, 3), by_everybody=turn == 0)


# ----------------------------------------------------------------------------- how each is made


@cache
def _recorded_season(name: str) -> bytes:
    with TemporaryDirectory() as folder, without_chance(RECORDED_AT):
        return season(name, Path(folder) / "x.ledger").read_bytes()


def _season(name: str, address: Path) -> int:
    address.write_bytes(_recorded_season(name))
    address.chmod(0o600)
    return ASKED_AT


_sample: Final = partial(_season, "")


def _office(address: Path) -> int:
    _sample(address)
    with (
        without_chance(RECORDED_AT),
        Ledger.open(str(address)) as ledger,
        House(ledger, by=private_facts.OFFICE) as house,
    ):
        private_facts.schedule_unpublished(house)
        private_facts.hand_in(house)
        private_facts.appeal(house)
        private_facts.close_unpublished(house)
        private_facts.leave(house)
        propose_sample(address)
    return private_facts.NOON


def _deviating(address: Path) -> int:
    _sample(address)
    with without_chance(RECORDED_AT):
        with_deviating_list(address)
        with Ledger.open(str(address)) as ledger:
            RecordDeviation(
                pool=FIDE, period="2026-04", cause="a single list without games"
            ).record(House(ledger))
    return ASKED_AT


def _stopped(address: Path) -> int:
    with pools_of(str(address), 3) as pools:
        stop(pools)
        pools.submit(tournament("B", "2025-08-05", "2025-08-10", games(1, "2 0")), FIDE, OTHER)
        pools.close("2025-08", OTHER)
        pools.close("2025-09", OTHER)
    return LONG_AFTER()


def _world(seed: int, address: Path) -> int:
    """Record a world. Half of the worlds are asked on the day before the last list."""
    with TemporaryDirectory() as folder, without_chance(LONG_AFTER()):
        driven(world_of(seed).write(Path(folder)), address)
    return _before_last_list(address) if seed // len(KINDS) % 2 else LONG_AFTER()


def _before_last_list(address: Path) -> int:
    with open_house(str(address)) as house:
        house.catch_up()
        days = [
            closed.event.list_date
            for pool in house.official.facts.pools.values()
            for closed in pool.closed[-1:]
        ]
    day: date = max(days) - timedelta(days=1)
    return microseconds(datetime.combine(day, time(12), UTC))
