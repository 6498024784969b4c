"""A world written into a ledger as users' reports are: through the same append, in full bodies.

Only what the events do not hold is left out: the files of the reports and the words about persons
behind the commitments, which are random here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np

from ledger.clock import microseconds
from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.pool import ListPublished, ListScheduled, PoolOpened, RatingsCarriedOver
from ledger.events.register import PlayersRegistered
from ledger.events.report import Entrants, Games, Round, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.bench.their_lists import their_lists
from ops.bench.worlds import Period, Tournament, World, digits
from ops.commands import adopt_edition, close_period
from ops.house import House
from projections.official import Following, Official
from projections.rulebooks import rulebook
from projections.rulebooks.engine.terms import Force

_PART: Final = 10_000
"""Players in one event."""
_TOGETHER: Final = 200
"""Reports in one transaction."""


class SetClock:
    """A clock set by hand: worlds run far into the future."""

    def __init__(self, day: date) -> None:
        """Stand at noon of a day."""
        self.put(day)

    def put(self, day: date) -> None:
        """Stand at noon of a day, UTC."""
        self.instant = microseconds(datetime.combine(day, time(12), UTC))

    def __call__(self) -> int:
        """Return the instant."""
        return self.instant


class Unkept(Official):
    """The official track in memory, enough for a closing, without a projection file."""

    def __init__(self, ledger: Ledger) -> None:
        Following.__init__(self, ledger)

    def catch_up(self, batch: int = 2_000, progress: object = None) -> None:  # noqa: ARG002
        """Read the events recorded since."""
        for recorded in self.ledger.read.events(self.facts.position + 1, chunk=batch):
            self.take(recorded)


def write(world: World, path: Path) -> Ledger:
    """Write a world into a new ledger, every period closed; return the open ledger."""
    clock = SetClock(world.begin)
    ledger = Ledger.create(str(path), "bench.example", "UTC", clock)
    official = Unkept(ledger)
    _begin(ledger, world)
    for period in world.each_period():
        clock.put(period.list_date - timedelta(days=1))
        _write_reports(ledger, world, period)
        clock.put(period.list_date)
        close_period.close(House(ledger, official), world.kind.pool, period.name)
        if rulebook(world.kind.pool).in_force_by is Force.PUBLICATION:
            said = ListPublished(
                pool=world.kind.pool, period=period.name, published_on=period.list_date
            )
            _alone(ledger, f"publish:{period.name}", said)
    return ledger


def append(ledger: Ledger, requests: Sequence[Request]) -> None:
    """Append requests in a transaction. Raises the first refusal."""
    for answer in ledger.append_many(requests):
        if isinstance(answer, Refused):
            raise answer


def _begin(ledger: Ledger, world: World) -> None:
    """Register the players, open the pool, adopt its editions, carry ratings over."""
    pool = world.kind.pool
    players = np.arange(1, world.players + 1)
    for start in range(0, world.players, _PART):
        _alone(ledger, f"players:{start}", _registered(world, players[start : start + _PART]))
    lists = world.lists()
    opened = PoolOpened(pool=pool, rulebook=pool, zone="UTC", first_period=lists[0][0])
    _alone(ledger, f"open:{pool}", opened)
    law = rulebook(pool)
    for edition in law.editions:
        if edition.name not in law.undated_editions:
            adopt_edition.adopt(House(ledger), pool, edition.name, None)
    if world.kind.months > 1:
        for name, day in lists:
            cut_off = day - timedelta(days=world.kind.closing_days)
            said = ListScheduled(pool=pool, period=name, issue_day=day, cut_off=cut_off)
            _alone(ledger, f"list:{name}", said)
    for start in range(0, len(world.carried), _PART):
        _alone(ledger, f"carry:{start}", _carried(world, world.carried[start : start + _PART]))
    if law.external_lists.consulted:
        for listed in their_lists(world):
            _alone(ledger, f"theirs:{listed.body}:{listed.list}", listed)


def _alone(ledger: Ledger, key: str, fact: Fact) -> None:
    ledger.append(Request(key, (NewEvent(fact),)))


def _registered(world: World, players: np.ndarray) -> PlayersRegistered:
    rows = len(players)
    return PlayersRegistered(
        player=digits(players, 8).decode(),
        birth_year=digits(world.birth_year[players], 4).decode(),
        sex="-" * rows,
        federation="ITA" * rows,
        commitment=_commitments(_chance(int(players[0])), rows),
    )


def _carried(world: World, players: np.ndarray) -> RatingsCarriedOver:
    rows, rating = len(players), digits(world.strength[players], 4).decode()
    return RatingsCarriedOver(
        pool=world.kind.pool,
        on=world.begin,
        source="a synthetic list",
        player=digits(players, 8).decode(),
        rating=rating,
        games=digits(world.games_before[players], 4).decode(),
        peak=rating,
        k="00" * rows,
        last_counted="000000" * rows,
    )


def _write_reports(ledger: Ledger, world: World, period: Period) -> None:
    requests: list[Request] = []
    for request in _requests(world, period):
        requests.append(request)
        if len(requests) == _TOGETHER:
            append(ledger, requests)
            requests.clear()
    append(ledger, requests)


def _requests(world: World, period: Period) -> Iterator[Request]:
    chance = _chance(f"{world.seed} {period.name}")
    for tournament in period.tournaments:
        facts = _announced(world, tournament), _submitted(tournament, chance)
        fingerprint = sha256(tournament.id.encode()).digest()
        yield Request(f"report:{tournament.id}", tuple(map(NewEvent, facts)), fingerprint)


def _announced(world: World, each: Tournament) -> TournamentRegistered:
    return TournamentRegistered(
        tournament=each.id,
        name=f"Open {each.id}",
        place="Torino",
        federation="ITA",
        pools=(world.kind.pool,),
        start=each.start,
        end=each.end,
        registered_on=each.start,
        time_control=each.time_control,
        online=each.online,
    )


def _submitted(each: Tournament, chance: random.Random) -> TournamentSubmitted:
    games = len(each.white_result) // each.rounds
    return TournamentSubmitted(
        tournament=each.id,
        received_on=each.end,
        file=chance.randbytes(32).hex(),
        start=each.start,
        end=each.end,
        time_control=each.time_control,
        entrants=Entrants(
            player=each.player,
            number=each.number,
            rating=each.rating,
            commitment=_commitments(chance, each.entrants),
        ),
        rounds=tuple(
            Round(games=games, on=min(each.end, each.start + timedelta(turn)))
            for turn in range(each.rounds)
        ),
        games=Games(
            white=each.white,
            black=each.black,
            white_result=each.white_result,
            black_result=each.black_result,
        ),
    )


def _commitments(chance: random.Random, rows: int) -> str:
    return chance.randbytes(32 * rows).hex()


def _chance(seed: int | str) -> random.Random:
    """Return the same random numbers each time: worlds need no secrecy."""
    return random.Random(seed)  # noqa: S311 - no secrecy
