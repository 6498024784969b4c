"""Random requests over all systems: a preview has the digests of the later recording."""

import re
import shutil
from collections import Counter
from copy import copy
from datetime import date, timedelta
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from ledger import columns
from ledger.errors import Refused
from ledger.events.counting import (
    GameExcluded,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.pool import RatingsAdjusted, RatingsAnnulled
from ledger.register import identities
from ops.answers.tournament_games import read_tournament
from ops.closings.recordings import CloseList, ScheduleList
from ops.commands.previewed import Token, preview_of, record_as_previewed
from ops.events.decide import decide
from ops.house import open_house
from ops.players.recordings import ChangePlayer, CorrectPlayer, GrantBonus
from ops.tournaments.corrections import CorrectDetails, CorrectEntrant, CorrectResult
from projections.official import snapshot
from projections.rulebooks.engine.rulebook import OutsideRulebook
from tests.support.counts import FULL, SEED
from tests.support.grounds import on_article
from tests.support.seasons import SEASONS, brought_in
from tests.support.tentative_ledgers import with_next

REQUESTS = 334 if FULL else 3
"""Requests of each season: of the three together 1 000 in a full run."""

CLOSES = 12
"""The next list of a pool is closed after each so many requests."""

BY = {"by": "body"}
RESULTS = (("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+"))
OF_TOURNAMENT = (TournamentRefused, TournamentCancelled, TournamentReinstated)


class Requests:
    """Random requests about the contents of a season."""

    def __init__(self, house, seed):
        """Look up the contents."""
        self.random = Random(seed)
        self.pools = sorted(house.official.facts.pools)
        self.players = list(range(1, identities.last(house.read).player + 1))
        streams = house.read.streams("tournament-")
        self.tournaments = [name.removeprefix("tournament-") for name, _ in streams]

    def next(self, house):
        """A request, not yet recorded: a function of a house."""
        makes = (
            self._result, self._result, self._result, self._entrant, self._details,
            self._tournament, self._game, self._person, self._bonus, self._ratings,
        )  # fmt: skip
        return self.random.choice(makes)(house)

    def _one(self, house):
        """Choose a tournament, and the address of a game."""
        tournament = self.random.choice(self.tournaments)
        current = read_tournament(house.read, tournament).history.current
        reports = [(at, report) for at, report in current.items() if report.game_count]
        if not reports:
            return tournament, 0, 0
        position, report = self.random.choice(reports)
        return tournament, position, self.random.randrange(report.game_count)

    def _result(self, house):
        tournament, report, game = self._one(house)
        result = self.random.choice(RESULTS)
        address = f"#{report}#{game}"
        white, black = result
        return CorrectResult(
            tournament=tournament, game=address, white=white, black=black, **BY
        ).record

    def _entrant(self, house):
        tournament, report, _ = self._one(house)
        number, player = self.random.randint(1, 8), self.random.choice(self.players)
        told = {"tournament": tournament, "start_number": number, "report": report, **BY}
        return CorrectEntrant(player=identities.show(player), **told).record

    def _details(self, house):
        tournament, *_ = self._one(house)
        day = date(2018, 1, 1) + timedelta(days=self.random.randrange(2_000))
        given = self.random.choice(({"place": "Elsewhere"}, {"received_on": str(day)}))
        return CorrectDetails(tournament=tournament, set=given, **BY).record

    def _tournament(self, house):
        kind, (tournament, *_) = self.random.choice(OF_TOURNAMENT), self._one(house)
        return lambda h: decide(h, kind(tournament=tournament, article="4", **BY))

    def _game(self, house):
        tournament, report, game = self._one(house)
        where = {"tournament": tournament, "report": report, "game": game}
        fact = GameExcluded(**where, article="4", by="body")
        return lambda h: decide(h, fact)

    def _person(self, _house):
        player = identities.show(self.random.choice(self.players))
        wanted: dict[str, Any] = {
            "federation": self.random.choice(("ITA", "FRA", "SUI")),
            "name": self.random.choice((None, "Other, Name")),
        }
        if self.random.random() < 0.5:
            return lambda h: CorrectPlayer(player=player, **wanted, by="body").record(h)
        day = date(2020, 1, 1) + timedelta(days=self.random.randrange(1_000))
        return lambda h: ChangePlayer(player=player, **wanted, on=day).record(h)

    def _bonus(self, _house):
        pool, player = self.random.choice(self.pools), self.random.choice(self.players)
        points = self.random.randint(1, 30)
        told = GrantBonus(player=identities.show(player), pool=pool, points=points, **BY)
        return lambda h: on_article(h, "4", told)

    def _ratings(self, house):
        name, player = self.random.choice(self.pools), self.random.choice(self.players)
        standings = house.official.replay(name).begun()
        ratings = standings.ratings[len(standings.since) - 1]
        before = int(ratings[player]) if player < len(ratings) else 0
        one = columns.write([player], columns.PLAYER)
        if self.random.random() < 0.3:
            return lambda h: decide(h, RatingsAnnulled(pool=name, player=one, by="body"))
        values = before, max(0, before + self.random.randint(-40, 40))
        was, now = (columns.write([value], columns.RATING) for value in values)
        adjusted = partial(RatingsAdjusted, pool=name, player=one, before=was, after=now)
        return lambda h: decide(h, adjusted(**BY))


def state_of(official):
    """The digest of facts and standings."""
    return snapshot.write(official.facts, official.standings()).digest


def next_digest(house, pool):
    """Return the digest of the next list of a pool, closed in memory; "" where closing fails."""
    number = len(house.official.facts.pools[pool].closed)
    try:
        return with_next(house.official, pool).lists()[number + 1].digest
    except OutsideRulebook:
        return ""


def previewed(house, work, pool):
    """Return token, state and digest of the next list of a pool in a preview; or the refusal."""
    with house.tentatively() as tentative:
        try:
            work(tentative)
            tentative.catch_up()
        except Refused as refusal:
            return refusal
        state = state_of(tentative.official)
        digest = next_digest(tentative, pool)
    with house.tentatively() as tentative:
        work(tentative)
        return preview_of(tentative).about.token, state, digest


def recorded(house, token, work):
    """Record as previewed; return the state afterwards."""
    other = copy(house)
    other.ledger = copy(house.ledger)
    record_as_previewed(other, Token.read(token))
    work(other)
    return state_of(house.catch_up())


def closed(house, pool):
    """Return the digest of the next list, really closed; None where no list is due."""
    try:
        return CloseList(pool=pool).record(house).result.event.list_digest
    except (Refused, OutsideRulebook):
        return None


def announce(house, pools):
    """Announce the next lists of pools with lists of no fixed day."""
    for name, month in product(pools, range(1, 9)):
        if name.startswith("rubele"):
            day = date(2026, month, 15)
            ScheduleList(
                pool=name,
                period=str(day),
                issue_day=day,
                cut_off=day - timedelta(days=1),
                source="x",
            ).record(house)


@pytest.mark.parametrize("season", SEASONS, ids=lambda season: season.name)
def test_a_preview_has_the_digests_of_its_recording(season, tmp_path_factory, tmp_path):
    """The state, the next list in memory, and the next list really closed."""
    address = shutil.copy(brought_in(tmp_path_factory, season.name), tmp_path / "random.ledger")
    done: Counter[str] = Counter()
    with open_house(str(address)) as house:
        house.ledger.values_are_right = True
        requests = Requests(house, f"{SEED} {season.name}")
        announce(house, requests.pools)
        while done["recorded"] < REQUESTS:
            work, pool = requests.next(house), requests.random.choice(requests.pools)
            before = state_of(house.catch_up()), house.read.head()
            shown = previewed(house, work, pool)
            if isinstance(shown, Refused):
                with pytest.raises(type(shown), match=re.escape(str(shown))):
                    work(house)
                continue
            token, state, digest = shown
            assert (state_of(house.official), house.read.head()) == before
            if token is None:  # recorded already
                continue
            assert recorded(house, token, work) == state
            with house.tentatively() as tentative:
                assert next_digest(tentative, pool) == digest
            done["recorded"] += 1
            if done["recorded"] % CLOSES == 1 and (listed := closed(house, pool)):
                assert listed == digest
                done["closed"] += 1
    assert done["closed"] or not FULL, done
