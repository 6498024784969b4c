"""A pool of Italian draughts with a few events, merges and separations, by hand."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from fractions import Fraction

from ledger.events.register import PlayersMerged, PlayersSeparated
from projections.official import Official
from projections.queries.explain import explain
from projections.queries.explain.sheets import Explanation
from tests.support.chess_desk import Desk
from tests.support.counts import FULL
from tests.support.kept_state import state_of
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.verified_worlds import verify
from tests.support.worlds import RUBELE, federation, games, rated, tournament

DAYS = [(f"2014-{month:02d}", date(2014, month, 28)) for month in (3, 6, 9, 12)]
MARCH, JUNE, SEPTEMBER, DECEMBER = LISTS = tuple(name for name, _ in DAYS)
RATED = range(1, 17)
UNRATED = (20, 21)
EXPLAINED = (*RATED, *UNRATED) if FULL else (1, 2, 3, 9, 20)
"""The players whose ratings are explained at the end."""


class Chain(Desk):
    """A ledger of Italian draughts with four lists in 2014."""

    def play(self, name: str, day: str, player: int, text: str) -> int:
        """Return an event of a day, of a player against others."""
        return submit(self.ledger, tournament(name, day, day, games(player, text)), RUBELE)

    def merge(self, kept: int, merged: int) -> int:
        return self.record(PlayersMerged(kept=kept, merged=merged, by="fid"))

    def separate(self, merge: int, kept: int, merged: int) -> int:
        return self.record(PlayersSeparated(merge=merge, kept=kept, merged=merged, by="fid"))

    def shut(self, *periods: str) -> None:
        for period in periods:
            self.close(period, pool=RUBELE)

    def capitals(self, player: int, *periods: str) -> list[int]:
        return [self.rating(player, period, RUBELE) for period in periods]

    def explained(self, player: int, period: str) -> Explanation:
        pool = self.pool(name=RUBELE)
        return explain(pool, player, pool.list_of(period))

    def lines(self, player: int, period: str) -> list[tuple[str, Fraction | int]]:
        units = self.explained(player, period).units
        return [(line.kind, line.points) for unit in units for line in unit.lines]


@contextmanager
def a_chain(
    address: str,
    days: Sequence[tuple[str, date]] = tuple(DAYS),
    since: date = date(2014, 1, 1),
    last_counted: str | None = None,
) -> Iterator[Chain]:
    """Sixteen players of 2000, and two without a capital; carried over from a day.

    `last_counted` is the month of the last valid event of 2.

    Afterwards every list is verified, a rebuild comes out the same, and ratings are explained.
    """
    people = [rated(each, 2000) for each in RATED if each != 2]
    people.insert(1, rated(2, 2000, last_counted=last_counted))
    periods = tuple(name for name, _ in days)
    world = federation(people, periods=periods, on=since, newcomers=UNRATED)
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, RUBELE, list(days))
        made = Chain(ledger, official, RUBELE)
        yield made
        for row in made.pool(name=RUBELE).lists()[1:]:
            for player in EXPLAINED:
                made.explained(player, row.period)
        assert verify(ledger).faults == []
        official.catch_up()
        other = Official(ledger)
        try:
            other.rebuild()
            assert state_of(other.track) == state_of(official.track)
        finally:
            other.close()
