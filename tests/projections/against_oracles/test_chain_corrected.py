"""Sixteen years of draughts, corrected after lists booked them: every row, exactly.

Results, entrants, days, weights, whole events taken out and put back, drawn from a seed; late
reports, bonus and malus among them. Quick, one draw of years that holds every named case and lets
every control be caught; with LEDGER_TEST_FULL=1 sixty, and everything asked of all of their lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from ledger.store.ledger import Ledger
from ops.commands import close_period
from ops.house import House
from projections.explain import explain
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.corrections import recounts
from tests.oracles import rubele_corrected_cases, rubele_eras
from tests.oracles.rubele_corrections import (
    Booked,
    Change,
    Corrected,
    Play,
    Played,
    Unit,
    corrected_chain,
)
from tests.oracles.rubele_era import Era, Event
from tests.oracles.rubele_law import LAW
from tests.oracles.rubele_replay import chain_of, lists_of
from tests.support.counts import FULL
from tests.support.kept_state import a_rebuild_makes_the_same
from tests.support.recording import a_ledger, following
from tests.support.revising_years import Revising
from tests.support.verified_worlds import verify
from tests.support.years import (
    POOLS,
    Rows,
    begin,
    decide,
    differences,
    sealed_rows,
)

SEEDS: Sequence[int] = range(60) if FULL else (4,)
EVERY = 1 if FULL else 30
"""Of so many corrected ratings one is explained."""


def years(seed: int, lists: int) -> Era:
    """The years of a seed; in quick runs no more than their first lists."""
    era = rubele_eras.era(seed)
    return era if FULL else replace(era, lists=era.lists[:lists])


def record_and_revise(
    ledger: Ledger,
    era: Era,
    seed: int,
    *,
    undone: bool = False,
    minimum: dict[date, int] | None = None,
) -> Sequence[Change]:
    """Record years, correcting before each closing what lists have booked; give the changes.

    `undone`: whatever is corrected is put back before the closing.
    """
    revising = Revising(ledger, era, Random(seed))
    begin(ledger, era, minimum)
    with following(ledger) as official:
        for index, day in enumerate(era.lists):
            decide(ledger, official, era, index)
            revising.revise(index)
            if undone:
                revising.undo()
            for event in era.events:
                if event.played.recorded == index:
                    revising.submit(event)
            for pool in POOLS.values():
                close_period.close(House(ledger, official), pool, day.isoformat())
    return revising.changes


@dataclass
class Years:
    """Years recorded and corrected, and what was sealed."""

    address: str
    era: Era
    changes: Sequence[Change]
    rows: Rows

    def unlike(self, kind: type[Corrected] = Corrected) -> Iterator[str]:
        """The rows in which sealed lists and the exact calculation differ, as it comes to them."""
        chain = corrected_chain(self.era, self.changes, kind=kind)
        return differences(self.era, self.rows, lists_of(chain))


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[int, Years]:
    """Years by seed, recorded once for all tests."""
    found = {}
    for seed in SEEDS:
        era, address = rubele_eras.era(seed), str(tmp_path_factory.mktemp("years") / "ledger")
        with a_ledger(address) as ledger:
            changes = record_and_revise(ledger, era, seed)
            with following(ledger) as official:
                found[seed] = Years(address, era, changes, sealed_rows(official, era))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_years_row_for_row(played, seed):
    """Capital, category, games, points added and taken back, malus and its total."""
    assert list(played[seed].unlike()) == []


def test_the_years_hold_every_case(played):
    seen = Counter[str]()
    for each in played.values():
        seen += rubele_corrected_cases.reached(each.era, each.changes)
    assert set(rubele_corrected_cases.CASES) == {case for case, times in seen.items() if times}


def test_everything_recorded_is_what_verify_works_out(played):
    with Ledger.open(played[SEEDS[-1]].address) as ledger:
        assert verify(ledger).faults == []


def test_what_is_kept_is_what_a_rebuild_makes(played):
    with Ledger.open(played[SEEDS[-1]].address) as ledger, following(ledger) as official:
        official.catch_up()
        a_rebuild_makes_the_same(official, 37)


def test_every_rating_that_was_corrected_is_explained(played):
    """What does not come to what was booked, on either side, is damage: `explain` raises."""
    with Ledger.open(played[SEEDS[-1]].address) as ledger, following(ledger) as official:
        official.catch_up()
        explained(official)


def explained(official: Official) -> None:
    """Explain what was corrected, or some of it."""
    for name in POOLS.values():
        pool = PoolQuery(official, name)
        rows = {each.number: each for each in pool.lists()}
        some = sorted({(each.on, each.player) for each in recounts(pool)})
        assert some
        for on, player in some[::EVERY]:
            assert explain(pool, player, rows[on]).corrected


def test_reading_minimum_set_corrections_under_a_minimum_that_changes(tmp_path):
    """Events as corrected by the minimum of their day, what is due now by that of the list."""
    era, minimum = years(2, 14), {date(2010, 3, 1): 1200, date(2013, 7, 1): 400}
    law = replace(LAW, floors=((date(2008, 1, 1), 100), *minimum.items()))
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        changes = record_and_revise(ledger, era, 2, minimum=minimum)
        with following(ledger) as official:
            ours = sealed_rows(official, era)
            explained(official)
        assert verify(ledger).faults == []
    assert list(differences(era, ours, lists_of(corrected_chain(era, changes, law)))) == []
    for since in minimum:
        other = tuple((day, least + (day == since)) for day, least in law.floors)
        wrong = lists_of(corrected_chain(era, changes, replace(law, floors=other)))
        assert any(differences(era, ours, wrong)), since


def test_corrections_undone_before_the_next_closing_leave_every_list_as_without(tmp_path):
    era = years(1, 12)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        assert record_and_revise(ledger, era, 1, undone=True)
        with following(ledger) as official:
            ours = sealed_rows(official, era)
            assert not any(recounts(PoolQuery(official, name)) for name in POOLS.values())
    assert list(differences(era, ours, lists_of(chain_of(era)))) == []


def test_sqlite_and_postgresql_come_to_the_same(tmp_path: Path, postgres_database: str):
    era, found = years(2, 9), []
    for address in (str(tmp_path / "ledger"), postgres_database):
        with a_ledger(address) as ledger:
            record_and_revise(ledger, era, 2)
            with following(ledger) as official:
                rows = sealed_rows(official, era)
                pools = [PoolQuery(official, name) for name in POOLS.values()]
                found.append((rows, [recounts(pool) for pool in pools]))
    assert found[0] == found[1]
    assert any(found[0][1]), "nothing that a list had booked was corrected"


# ------------------------------------------------------------------------------------ controls


class NotTelescoped(Corrected):
    """Every correction against the event as it was booked first."""

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        first = Unit(unit.stages[:2], unit.added, unit.games)
        super().pay(event, player, first, now, added, index)
        unit.stages.append(first.stages[-1])


class PresentInputs(Corrected):
    """The event played again with the capitals held now."""

    def played_again(self, booked: Booked, event: Event, index: int) -> Played:
        standings = self.standings[event.discipline]
        now = Booked(self.count, index, booked.place, standings, event)
        return super().played_again(now, event, index)


class NothingUndone(Corrected):
    """Always walked, also where D is what it was."""

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        last = Unit(unit.stages[-1:], unit.added, unit.games)
        super().pay(event, player, last, now, added, index)
        unit.stages.append(last.stages[-1])


class BonusKept(Corrected):
    """Bonus and corrective are not touched."""

    def due(self, discipline: str, name: str, player: int, stand: dict[str, Played]) -> int:
        unit = self.events[name].units.get(player)
        return unit.added if unit else super().due(discipline, name, player, stand)


class NothingOwed(Corrected):
    """No malus comes due by a correction."""

    def owe(self, discipline: str, year: int) -> None:
        pass


class CeasedPaid(Corrected):
    """What ceased since is paid to the capital that there is."""

    def gone(self, booked: Booked, player: int) -> bool:
        return player not in self.standings[booked.event.discipline].capitals


class PlaceKept(Corrected):
    """A correction stands where its event was booked, whatever days are corrected."""

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        changes = self.standings[event.discipline].changes
        super().pay(event, player, unit, now, added, index)
        _, who, change = changes.pop()
        changes.append((self.events[event.played.id].place, who, change))


class LateByEvents(Corrected):
    """An event is late only where another one, or the end of a year, was booked after it."""

    def rate(self, event: Event, index: int) -> None:
        standings = self.standings[event.discipline]
        if not rubele_corrected_cases.late_by_correction(self, event):
            super().rate(event, index)
            return
        changes, standings.changes = standings.changes, []
        super().rate(event, index)
        standings.changes = [*changes, *standings.changes]


class NoCorrections(Corrected):
    """No correction at all."""

    def correct(self, discipline: str, index: int) -> None:
        pass


@pytest.mark.parametrize(
    "kind",
    [
        NotTelescoped,
        PresentInputs,
        NothingUndone,
        BonusKept,
        NothingOwed,
        CeasedPaid,
        PlaceKept,
        LateByEvents,
        NoCorrections,
    ],
)
def test_a_slow_calculation_that_is_spoilt_is_caught(played, kind):
    assert any(any(each.unlike(kind)) for each in played.values())
