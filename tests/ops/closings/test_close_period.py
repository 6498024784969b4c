"""Closing a period: once, in order, not too early; two at the same time make one list.

What is closed is the ledger's; how a list is computed is in test_replay.
"""

import threading
from dataclasses import replace
from datetime import date

import msgspec
import pytest

from ledger import clock
from ledger.errors import Refused
from ledger.events.outside_play import BonusGranted
from ledger.events.pool import ListScheduled, RulebookAdopted
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.close_period import (
    PeriodAlreadyClosed,
    TooEarly,
)
from ops.closings.next_list import WrongPeriod
from ops.closings.recordings import CloseList
from ops.closings.sealing import Sealed
from ops.commands.composed import Recorded
from ops.house import House
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.state.law import LawChanged
from tests.oracles import random_worlds
from tests.support.chess_desk import WORLD
from tests.support.kept_state import closings_in
from tests.support.recording import (
    LONG_AFTER,
    a_ledger,
    begin,
    clock_at,
    close_all,
    following,
    record,
    record_before,
    submit,
)
from tests.support.worlds import (
    FIDE,
    RUBELE,
    carried_over,
    federation,
    games,
    rated,
    tournament,
)


@pytest.fixture
def ledger(tmp_path):
    """A ledger in which July is played and nothing is closed."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        record_before(made, WORLD, FIDE, 0)
        yield made


@pytest.fixture
def official(ledger):
    with following(ledger) as official:
        yield official


# ------------------------------------------------------------------------------------------ closing


def test_a_closing_records_what_was_taken_and_keeps_the_list(ledger, official):
    last = ledger.read.head().next_position - 1
    sealed = CloseList(pool=FIDE).record(House(ledger, official))
    event = sealed.result.event
    assert (event.pool, event.period, event.printing) == (FIDE, "2025-08", 1)
    assert (event.list_date, event.cut_off) == (date(2025, 8, 1), date(2025, 7, 29))
    assert (event.through_position, event.rows) == (last, 3)
    assert list(event.numbers_digests) == ["2024-03-01"]
    assert (sealed.receipt.last_position, sealed.result.tournaments, sealed.result.outside) == (
        last + 1,
        1,
        0,
    )
    assert ledger.read.document(event.list_digest) is not None
    assert closings_in(ledger, FIDE) == [event]


def test_tournaments_outside_the_rulebook_are_counted(ledger, official):
    submit(ledger, tournament("OLD", "2025-06-20", "2025-07-05", games(1, "2 1")), FIDE)
    sealed = CloseList(pool=FIDE).record(House(ledger, official))
    assert (sealed.result.tournaments, sealed.result.outside) == (2, 1)


def test_a_dry_run_records_nothing_and_comes_to_the_same(ledger, official):
    head = ledger.read.head()
    tried = CloseList(pool=FIDE).compose(House(ledger, official)).result
    assert ledger.read.head() == head
    assert CloseList(pool=FIDE).record(House(ledger, official)).result.event == tried.event


def test_a_closing_may_leave_out_what_came_last(ledger, official):
    before = ledger.read.head().next_position - 1
    submit(ledger, tournament("B", "2025-07-06", "2025-07-11", games(1, "2 1")), FIDE)
    first = CloseList(pool=FIDE, through=before).record(House(ledger, official))
    assert (first.result.event.through_position, first.result.tournaments) == (before, 1)
    second = CloseList(pool=FIDE).record(House(ledger, official))
    assert second.result.tournaments == 1


def test_bonuses_of_a_list_are_recorded_with_it(tmp_path):
    """As derived events, in the same request as the closing."""
    world = random_worlds.rubele_world(1)
    days = random_worlds.rubele_list_days(world)
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, world, RUBELE, days)
        with following(made) as official:
            close_all(made, official, world, RUBELE)
        events = made.read.stream(f"pool-{RUBELE}")
    derived_events = [each.decoded().payload for each in events if each.type == BonusGranted.TYPE]
    assert {event.ground for event in derived_events} == {"rule"}
    assert {event.period for event in derived_events} <= {period for period, _ in days}
    given = [
        (event.player[at : at + 8], event.points[4 * at // 8 :][:4])
        for event in derived_events
        for at in range(0, len(event.player), 8)
    ]
    assert len(given) == len({player for player, _ in given})  # one bonus each in the one year
    assert {points for _, points in given} == {"0010"}


# ------------------------------------------------------------------------------- again and in order


def test_closing_again_gives_the_first_receipt(ledger, official):
    first = CloseList(pool=FIDE, period="2025-08").record(House(ledger, official))
    head = ledger.read.head()
    through = first.result.event.through_position
    for again in (
        CloseList(pool=FIDE, period="2025-08").record(House(ledger, official)),
        CloseList(pool=FIDE, period="2025-08", through=through).record(House(ledger, official)),
    ):
        assert again.receipt == replace(first.receipt, replayed=True)
        assert again.result.event == first.result.event
    assert ledger.read.head() == head


@pytest.mark.parametrize("shift", [-1, 1])
def test_closing_again_with_other_inputs_is_refused(ledger, official, shift):
    first = CloseList(pool=FIDE, period="2025-08").record(House(ledger, official))
    through = first.result.event.through_position
    asked = CloseList(pool=FIDE, period="2025-08", through=through + shift)
    with pytest.raises(PeriodAlreadyClosed, match="what came later is on the next list"):
        asked.record(House(ledger, official))


@pytest.mark.parametrize("wrong", ["2025-07", "2025-09", "2026-08", "august"])
def test_only_the_next_period_may_be_closed(ledger, official, wrong):
    with pytest.raises(WrongPeriod, match=f"the next list to close is 2025-08, not {wrong}"):
        CloseList(pool=FIDE, period=wrong).record(House(ledger, official))
    assert closings_in(ledger, FIDE) == []


@pytest.mark.parametrize("shift", [-1, 1])
def test_a_position_outside_the_period_is_refused(ledger, official, shift):
    """Before the last closing, or not recorded yet."""
    closed = CloseList(pool=FIDE).record(House(ledger, official)).result
    first = closed.event.through_position
    last = ledger.read.head().next_position - 1
    with pytest.raises(Refused, match=f"is not between #{first} and #{last}"):
        CloseList(pool=FIDE, through=first - 1 if shift < 0 else last + 1).record(
            House(ledger, official)
        )


def test_an_unknown_pool_is_refused_and_the_known_are_named(ledger, official):
    with pytest.raises(Refused, match="there is no pool 'fide-rapid'; opened are: fide-standard"):
        CloseList(pool="fide-rapid").record(House(ledger, official))


def test_a_list_that_is_not_announced_is_refused(tmp_path):
    world = federation([rated(1, 2000)], periods=("june",))
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, world, RUBELE)
        with (
            following(made) as official,
            pytest.raises(WrongPeriod, match="no list june is announced"),
        ):
            CloseList(pool=RUBELE).record(House(made, official))


def test_after_the_last_announced_list_there_is_none_to_close(tmp_path):
    world = federation([rated(1, 2000)], periods=("june",))
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, world, RUBELE, [("june", date(2025, 8, 1))])
        with following(made) as official:
            CloseList(pool=RUBELE).record(House(made, official))
            with pytest.raises(WrongPeriod, match="no list after june is announced"):
                CloseList(pool=RUBELE).record(House(made, official))


def test_a_list_before_the_first_edition_is_refused(tmp_path):
    world = federation([rated(1, 2000)], periods=("2024-02",), on=date(2024, 1, 1))
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, world, FIDE)
        with (
            following(made) as official,
            pytest.raises(OutsideRulebook, match="coverage begins on 2024-03-01"),
        ):
            CloseList(pool=FIDE).record(House(made, official))


def test_numbers_other_than_those_adopted_close_nothing(tmp_path):
    """A number was edited after the adoption: no list until the number is restored."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        document = Document("edition", b"other numbers")
        adopted = RulebookAdopted(
            pool=FIDE,
            edition="2024-03-01",
            numbers_digest="0" * 64,
            in_force_from=date(2024, 3, 1),
            document=document.digest,
        )
        record(made, "other numbers", adopted, documents=[document])
        with following(made) as official, pytest.raises(LawChanged, match="restore the numbers"):
            CloseList(pool=FIDE).record(House(made, official))
        assert closings_in(made, FIDE) == []


def test_ratings_carried_over_in_part_only_close_nothing(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        part = msgspec.structs.replace(carried_over(WORLD, FIDE), part=2, last_part=False)
        record(made, "a part of more", part)
        with following(made) as official, pytest.raises(WrongPeriod, match="in part only"):
            CloseList(pool=FIDE).record(House(made, official))


# ---------------------------------------------------------------------------------------- too early


@pytest.mark.parametrize(
    ("now", "early"),
    [
        (clock_at(2025, 7, 30), True),  # the day before
        (clock_at(2025, 7, 31), True),  # the day that must have ended
        (lambda: clock.end_of_day(date(2025, 7, 31), "Europe/Rome") - 1, True),
        (lambda: clock.end_of_day(date(2025, 7, 31), "Europe/Rome"), False),
        (clock_at(2025, 8, 1), False),
    ],
    ids=["day before", "the day", "its last microsecond", "midnight in Rome", "day after"],
)
def test_a_list_closes_when_the_day_before_it_has_ended_in_the_pools_zone(tmp_path, now, early):
    with a_ledger(str(tmp_path / "ledger"), now) as made:
        begin(made, WORLD, FIDE)
        with following(made) as official:
            if early:
                with pytest.raises(
                    TooEarly, match=r"not before 2025-07-31 has ended in Europe/Rome"
                ):
                    CloseList(pool=FIDE).record(House(made, official))
                assert closings_in(made, FIDE) == []
            else:
                assert (
                    CloseList(pool=FIDE).record(House(made, official)).result.event.period
                    == "2025-08"
                )


@pytest.mark.parametrize(
    ("now", "early"),
    [(clock_at(2025, 7, 31), True), (clock_at(2025, 8, 1), True), (clock_at(2025, 8, 2), False)],
    ids=["day before", "the day", "day after"],
)
def test_an_announced_list_closes_when_its_cut_off_has_ended(tmp_path, now, early):
    world = federation([rated(1, 2000)], periods=("june",))
    with a_ledger(str(tmp_path / "ledger"), now) as made:
        begin(made, world, RUBELE, [("june", date(2025, 8, 1))])
        with following(made) as official:
            if early:
                with pytest.raises(TooEarly):
                    CloseList(pool=RUBELE).record(House(made, official))
            else:
                CloseList(pool=RUBELE).record(House(made, official))


# --------------------------------------------------------------------------------- at the same time


@pytest.mark.parametrize("round_of", range(3))
def test_two_closers_at_once_make_one_list(ledger, tmp_path, round_of):
    """Both get the same list; the second closer gets the first receipt."""
    both = threading.Barrier(2, timeout=60)
    told: list[Recorded[Sealed]] = []
    failed: list[BaseException] = []

    def closer() -> None:
        with Ledger.open(str(tmp_path / "ledger"), LONG_AFTER) as mine, following(mine) as official:
            official.catch_up()
            both.wait()
            try:
                told.append(CloseList(pool=FIDE, period="2025-08").record(House(mine, official)))
            except Refused as refusal:
                failed.append(refusal)

    threads = [threading.Thread(target=closer) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    (only,) = closings_in(ledger, FIDE)
    assert [each.result.event for each in told] == [only, only]
    assert told[0].receipt.last_position == told[1].receipt.last_position


def test_two_closers_of_the_next_list_whatever_it_is_called(ledger, tmp_path):
    """Without a period both close the next list: the second finds a later list, or gets the same
    receipt; no list is ever sealed twice.
    """
    both = threading.Barrier(2, timeout=60)

    def closer() -> None:
        with Ledger.open(str(tmp_path / "ledger"), LONG_AFTER) as mine, following(mine) as official:
            both.wait()
            CloseList(pool=FIDE).record(House(mine, official))

    threads = [threading.Thread(target=closer) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    periods = [each.period for each in closings_in(ledger, FIDE)]
    assert periods in (["2025-08"], ["2025-08", "2025-09"])
    with following(ledger) as official:
        official.catch_up()
        assert len(official.track.facts.pools[FIDE].closed) == len(periods)


def test_a_closing_takes_in_what_was_recorded_before_it_was_alone(
    ledger, official, tmp_path, monkeypatch
):
    """Another person announces a list between the question of due lists and the closing."""
    alone = ledger.append_under_lock

    def alone_after_another(compose):
        said = ListScheduled(
            pool=FIDE, period="2025-12", issue_day=date(2025, 8, 2), cut_off=date(2025, 8, 2)
        )
        with Ledger.open(str(tmp_path / "ledger"), LONG_AFTER) as other:
            record(other, "another", said)
        return alone(compose)

    monkeypatch.setattr(ledger, "append_under_lock", alone_after_another)
    sealed = CloseList(pool=FIDE, period="2025-08").record(House(ledger, official))
    assert sealed.receipt.last_position == sealed.result.event.through_position + 1


def test_a_fact_recorded_meanwhile_is_looked_at_again(ledger, official, tmp_path):
    """A rating is adjusted between the check and the closing: the closing decides anew, with or
    without the adjustment, but never seals a list that fails to reproduce.
    """
    stop = threading.Event()

    def writer() -> None:
        with Ledger.open(str(tmp_path / "ledger"), LONG_AFTER) as mine:
            for number in range(40):
                if stop.is_set():
                    return
                name = f"W{number}"
                submit(mine, tournament(name, "2025-07-05", "2025-07-09", games(1, "2 =")), FIDE)

    thread = threading.Thread(target=writer)
    thread.start()
    sealed = CloseList(pool=FIDE).record(House(ledger, official))
    stop.set()
    thread.join()
    with following(ledger) as again:
        again.catch_up()
        (closed,) = again.track.facts.pools[FIDE].closed
        assert closed.event == sealed.result.event
        pending = [each.position for each in again.track.facts.pools[FIDE].waiting()]
    assert all(position > sealed.result.event.through_position for position in pending)
