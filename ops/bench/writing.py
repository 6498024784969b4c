"""A world written into a ledger as users' reports are: through the same append, in full bodies.

Only what the events do not hold is left out: the files of the reports and the words about persons
behind the commitments, which are random here.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from ledger.clock import microseconds
from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import ListPublished, ListScheduled, PoolOpened, RatingsCarriedOver
from ledger.events.register import PlayersRegistered
from ledger.events.report import Round, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.bench.worlds import Numbers, Period, World, digits, months_on, random_words
from ops.closings.recordings import CloseList
from ops.house import House
from ops.pools.recordings import AdoptEdition
from projections.official.advance import Advance, beginning
from projections.official.track import Track
from projections.rulebooks import rulebook
from projections.rulebooks.engine.terms import Force

_PART: Final = 10_000
"""Players in one event."""
_TOGETHER: Final = 200
"""Reports in one transaction."""

FIDE, ITALIA = ("standard", "rapid", "blitz"), ("standard", "rapid")
"""The columns of each body's lists."""

_SHARE: Final = 0.25
"""Of the unrated on each column."""
_STEP: Final = 7
"""Points by which a rating of FIDE's moves in a month, up and down again in a year."""


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


class Unkept:
    """The official track in memory, enough for a closing, without a projection file."""

    def __init__(self, ledger: Ledger) -> None:
        self.track = beginning(ledger)

    def catch_up(self, *, progress: object = None) -> Track:  # noqa: ARG002 - as other sources
        """Read the events recorded since."""
        read = self.track.ledger.read
        self.track = Advance(self.track).take_all(read.events(self.track.facts.position + 1))
        return self.track


def write(world: World, address: Path | str) -> Ledger:
    """Write a world into a new ledger, every period closed; return the open ledger."""
    clock = SetClock(world.begin)
    ledger = Ledger.create(str(address), "bench.example", "UTC", clock)
    official = Unkept(ledger)
    _begin(ledger, world)
    for period in world.each_period():
        clock.put(period.list_date - timedelta(days=1))
        following = requests(world, period)
        while together := list(islice(following, _TOGETHER)):
            for answer in ledger.append_many(together):
                assert not isinstance(answer, Refused)
        clock.put(period.list_date)
        CloseList(pool=world.kind.pool, period=period.name).record(House(ledger, official))
        if rulebook(world.kind.pool).in_force_by is Force.PUBLICATION:
            pool, day = world.kind.pool, period.list_date
            published = ListPublished(pool=pool, period=period.name, published_on=day)
            _alone(ledger, f"publish:{period.name}", published)
    return ledger


def _begin(ledger: Ledger, world: World) -> None:
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
            AdoptEdition(pool=pool, edition=edition.name).record(House(ledger))
    if world.kind.months > 1:
        for name, day in lists:
            cut_off = day - timedelta(days=world.kind.closing_days)
            scheduled = ListScheduled(pool=pool, period=name, issue_day=day, cut_off=cut_off)
            _alone(ledger, f"list:{name}", scheduled)
    for start in range(0, len(world.carried), _PART):
        _alone(ledger, f"carry:{start}", _carried(world, world.carried[start : start + _PART]))
    if law.external_lists.consulted:
        for listed in _external_lists(world):
            _alone(ledger, f"theirs:{listed.body}:{listed.list}", listed)


def _alone(ledger: Ledger, key: str, fact: Fact) -> None:
    ledger.append(Request(key, (NewEvent(fact),)))


def _registered(world: World, players: Numbers) -> PlayersRegistered:
    rows = len(players)
    return PlayersRegistered(
        player=digits(players, 8).decode(),
        birth_year=digits(world.birth_year[players], 4).decode(),
        sex="-" * rows,
        federation="ITA" * rows,
        commitment=random_words(int(players[0])).randbytes(32 * rows).hex(),
    )


def _carried(world: World, players: Numbers) -> RatingsCarriedOver:
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


def requests(world: World, period: Period) -> Iterator[Request]:
    """Yield the requests that record the tournaments of a period, each with its report."""
    for tournament in period.tournaments:
        start, end = tournament.start, tournament.end
        announced = TournamentRegistered(
            tournament=tournament.id,
            name=f"Open {tournament.id}",
            place="Torino",
            federation="ITA",
            pools=(world.kind.pool,),
            start=start,
            end=end,
            registered_on=start,
            time_control=tournament.time_control,
            online=tournament.online,
        )
        games, rounds = tournament.games, range(world.kind.rounds)
        of_round = len(games.white_result) // len(rounds)
        digest = sha256(tournament.id.encode())
        submitted = TournamentSubmitted(
            tournament=tournament.id,
            start=start,
            end=end,
            received_on=end,
            file=digest.hexdigest(),
            time_control=tournament.time_control,
            entrants=tournament.entrants,
            rounds=tuple(
                Round(games=of_round, on=min(end, start + timedelta(turn))) for turn in rounds
            ),
            games=games,
        )
        events = (NewEvent(announced), NewEvent(submitted))
        yield Request(f"report:{tournament.id}", events, digest.digest())


# ---------------------------------------------------------------------------- lists of other bodies


def _external_lists(world: World) -> Iterator[ExternalListRecorded]:
    """Yield the lists from which newcomers enter: the Italian list, then FIDE's of each month.

    Who is not rated when histories begin is in each column by chance; in FIDE's the rating moves
    from month to month.
    """
    players = np.setdiff1d(np.arange(1, world.players + 1), world.carried)
    rng = np.random.default_rng([world.seed, 4])
    listed = {name: rng.random(len(players)) < _SHARE for name in FIDE}
    strength = world.strength[players]
    first = world.begin.replace(day=1)
    ratings = {name: strength * listed[name][::-1] for name in ITALIA}
    yield _listed("fsi", first, players, ratings)
    _, last = world.lists()[-1]
    months = (last.year - first.year) * 12 + last.month - first.month
    for at in range(months + 1):
        present = strength + _STEP * (at % 12)
        ratings = {name: present * listed[name] for name in FIDE}
        yield _listed("fide", months_on(first, at), players, ratings)


def _listed(
    body: str, day: date, players: Numbers, ratings: Mapping[str, Numbers]
) -> ExternalListRecorded:
    some = np.any(list(ratings.values()), axis=0)
    return ExternalListRecorded(
        body=body,
        list=day.isoformat()[:7],
        list_date=day,
        file="0" * 64,
        file_rows=len(players),
        player=digits(players[some], 8).decode(),
        values={name: digits(values[some], 4).decode() for name, values in ratings.items()},
    )
