"""Wrong clocks: comparisons and corrections."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from ledger import limits
from ledger.clock import (
    ClockAhead,
    ClockBehind,
    ClockDiffers,
    ClockJumped,
    ClockWasWrong,
    MachineClock,
    microseconds,
)
from ledger.errors import BadEvent
from ledger.events.opening import ClockCorrected
from ledger.export.jsonl import BadDump
from ledger.export.restoring import check, restore
from ledger.export.whole import dump
from ledger.store import incarnation, integrity
from ledger.store.clock_checks import Instants
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Receipt, Request
from tests.support.store_facts import START, SetClock, event, request
from tests.support.tampering import unguarded

MINUTE = 60_000_000
DAY = 24 * 60 * MINUTE
LIMIT = limits.CLOCK_DIFFERENCE_US
CENTURY = 36_525 * DAY


@dataclass
class Machine:
    """A machine with a wall clock that can be set while time passes."""

    wall: int = START
    steady: int = 7_000_000
    clock: MachineClock = field(init=False)

    def __post_init__(self) -> None:
        """Start the program."""
        self.start()

    def start(self, *, is_right: bool = False) -> MachineClock:
        """Start the program again, without memory of the clock before."""
        self.clock = MachineClock(
            is_right=is_right, wall=lambda: self.wall, steady=lambda: self.steady
        )
        return self.clock

    def wait(self, microseconds: int) -> None:
        """Let time pass."""
        self.wall += microseconds
        self.steady += microseconds


@pytest.fixture
def machine() -> Machine:
    """A machine with a right clock."""
    return Machine()


@pytest.fixture
def kept(tmp_path, machine) -> Iterator[Ledger]:
    """A SQLite ledger opened with the machine's clock."""
    address = str(tmp_path / "ledger.db")
    with Ledger.create(address, "example.org", "UTC", machine.clock) as made:
        yield made


def correction(first: int, last: int, true_until: int) -> Request:
    """A request that corrects the clock."""
    said = ClockCorrected(first=first, last=last, true_until=true_until)
    return Request(f"clock:{first}:{last}:{true_until}", (NewEvent(said),))


def written(ledger: Ledger) -> bytes:
    """The ledger, dumped."""
    out = io.BytesIO()
    dump(ledger.engine, out.write)
    return out.getvalue()


class TestLimitAheadOfTheLastEvent:
    """62 days, or the limit in the first event of the ledger."""

    @pytest.mark.parametrize("days", [1, 61, 62])
    def test_up_to_the_limit_the_clock_is_believed(self, kept, machine, days):
        machine.wait(days * DAY)
        assert kept.append(request("a")).recorded_at == START + days * DAY

    @pytest.mark.parametrize("ahead", [62 * DAY + 1, 400 * DAY, CENTURY])
    def test_beyond_it_nothing_is_recorded(self, kept, machine, ahead):
        machine.wait(ahead)
        with pytest.raises(ClockAhead, match=r"62 days.*add clock_is_right"):
            kept.append(request("a"))
        assert kept.read.head().next_position == 1

    def test_who_answers_for_the_clock_is_believed(self, kept, machine):
        machine.wait(400 * DAY)
        kept.clock = machine.start(is_right=True)
        assert kept.append(request("a")).recorded_at == machine.wall

    @pytest.mark.parametrize(("days", "taken"), [(3, True), (4, False)])
    def test_a_ledger_sets_its_own_limit(self, tmp_path, machine, days, taken):
        address = str(tmp_path / "own.db")
        with Ledger.create(address, "a.b", "UTC", machine.clock, clock_limit_days=3) as ledger:
            machine.wait(days * DAY)
            assert isinstance(ledger.append_many([request("a")])[0], Receipt) == taken

    @pytest.mark.parametrize("days", [0, limits.CLOCK_LIMIT_MOST_DAYS + 1])
    def test_a_limit_out_of_bounds_is_refused(self, tmp_path, days):
        with pytest.raises(BadEvent, match="clock_limit_days"):
            Ledger.create(str(tmp_path / "own.db"), "a.b", "UTC", clock_limit_days=days)

    def test_the_first_receipt_comes_again_whatever_the_clock_shows(self, kept, machine):
        kept.append(request("a"))
        machine.wait(CENTURY)
        assert kept.append(request("a")).replayed


class TestJumpsOfARunningProgram:
    """The wall clock beside a clock that nobody sets."""

    @pytest.mark.parametrize("jump", [LIMIT, -LIMIT])
    def test_up_to_five_minutes_a_jump_is_bridged(self, kept, machine, jump):
        machine.wall += jump
        kept.append(request("a"))

    @pytest.mark.parametrize("jump", [LIMIT + 1, -LIMIT - 1])
    def test_beyond_them_nothing_is_recorded(self, kept, machine, jump):
        machine.wall += jump
        with pytest.raises(ClockJumped, match="300 s"):
            kept.append(request("a"))
        assert kept.read.head().next_position == 1

    def test_a_program_that_waited_or_slept_goes_on(self, kept, machine):
        machine.wait(30 * DAY)
        kept.append(request("a"))

    def test_a_program_started_again_after_the_clock_was_set_goes_on(self, kept, machine):
        machine.wall += 60 * MINUTE
        kept.clock = machine.start()
        kept.append(request("a"))

    def test_the_clock_of_this_machine_has_not_jumped(self):
        assert abs(MachineClock().jump_us()) < MINUTE


class TestClockOfTheServer:
    """PostgreSQL returns the time of the server with the head row."""

    @pytest.fixture
    def served(self, postgres_database) -> Iterator[Ledger]:
        with Ledger.create(
            postgres_database, "example.org", "UTC", Machine(true_now()).clock
        ) as made:
            yield made

    @pytest.mark.parametrize("minutes", [-4, 4])
    def test_a_small_difference_is_bridged(self, served, minutes):
        served.clock = Machine(true_now() + minutes * MINUTE).clock
        served.append(request("a"))

    @pytest.mark.parametrize(("minutes", "side"), [(-6, "behind"), (6, "ahead of"), (600, "ahead")])
    def test_beyond_five_minutes_nothing_is_recorded(self, served, minutes, side):
        served.clock = Machine(true_now() + minutes * MINUTE).clock
        with pytest.raises(ClockDiffers, match=f"{side}.*server"):
            served.append(request("a"))
        assert served.read.head().next_position == 1

    def test_who_answers_for_the_clock_is_believed(self, served):
        served.clock = Machine(true_now() + 60 * MINUTE).start(is_right=True)
        served.append(request("a"))

    def test_no_ledger_begins_with_such_a_difference(self, postgres_database):
        wrong = Machine(true_now() + 60 * MINUTE).clock
        with pytest.raises(ClockDiffers):
            Ledger.create(postgres_database, "example.org", "UTC", wrong)
        with Ledger.create(postgres_database, "example.org", "UTC"):
            pass  # nothing was left of the first


def true_now() -> int:
    """The instant by the clock that the server shares with this test."""
    return microseconds(datetime.now(UTC))


@pytest.fixture
def wrong(ledger, clock) -> Ledger:
    """#1 of noon, #2 and #3 of a clock a century ahead; the clock is right again, an hour later."""
    for key, ahead in (("a", 0), ("b", CENTURY), ("c", CENTURY + MINUTE)):
        clock.now = START + 60 * MINUTE + ahead
        ledger.append(request(key))
    clock.now = START + 120 * MINUTE
    return ledger


class TestCorrection:
    """`clock-corrected` closes the matter, on both databases."""

    def test_until_then_every_append_is_refused_with_the_remedy(self, wrong):
        for key in "xyz":
            with pytest.raises(ClockBehind, match="correct-clock"):
                wrong.append(request(key))
        assert wrong.append(request("c")).replayed

    def test_it_carries_the_earlier_instant_and_the_next_ones_grow_again(self, wrong, clock):
        corrected = wrong.append(correction(2, 3, clock.now))
        assert (corrected.first_position, corrected.recorded_at) == (4, clock.now)
        assert wrong.append(request("d")).recorded_at == clock.now + 1
        assert list(integrity.faults(wrong.engine)) == []

    def test_it_comes_again_with_its_first_receipt(self, wrong, clock):
        asked = correction(2, 3, clock.now)
        first = wrong.append(asked)
        clock.now += MINUTE
        again = wrong.append(asked)
        assert (again.replayed, again.first_position) == (True, first.first_position)

    def test_in_one_commit_others_may_come_before_and_after(self, wrong, clock):
        asked = [request("x"), correction(2, 3, clock.now), request("y")]
        before, corrected, after = wrong.append_many(asked)
        assert isinstance(before, ClockBehind)
        assert isinstance(corrected, Receipt)
        assert isinstance(after, Receipt)
        assert after.recorded_at == corrected.recorded_at + 1

    def test_events_of_the_same_commit_can_be_named(self, ledger, clock):
        """Instants of rows not yet stored are known, too."""
        clock.now += MINUTE
        asked = [request("a"), request("b"), correction(1, 1, START + MINUTE - 1), request("c")]
        assert [type(answer) for answer in ledger.append_many(asked)] == [Receipt] * 4
        assert list(integrity.faults(ledger.engine)) == []

    @pytest.mark.parametrize(
        ("first", "last", "minutes", "reason"),
        [
            (2, 4, 120, "#4 is not recorded yet: the last event is #3"),
            (2, 2, 120, "the last event, #3, is later than the clock too"),
            (3, 3, 120, "#2 is later than the clock too"),
            (2, 3, 121, "the events were recorded before this instant"),
            (2, 3, 60, "the events were recorded after #1"),
        ],
    )
    def test_one_that_cannot_be_true_is_refused(self, wrong, first, last, minutes, reason):
        with pytest.raises(BadEvent, match=reason):
            wrong.append(correction(first, last, START + minutes * MINUTE))
        assert wrong.read.head().next_position == 4

    def test_events_that_are_not_later_need_none(self, ledger, clock):
        ledger.append(request("a"))
        clock.now += MINUTE
        with pytest.raises(BadEvent, match="#1 is not later than the instant given"):
            ledger.append(correction(1, 1, clock.now))

    def test_nothing_stands_beside_it_in_a_request(self, wrong, clock):
        said = ClockCorrected(first=2, last=3, true_until=clock.now)
        with pytest.raises(BadEvent, match="a request of its own"):
            wrong.append(Request("two", (NewEvent(said), event("2026-02"))))

    def test_its_positions_stand_in_order(self):
        with pytest.raises(BadEvent, match="#2, comes before the first, #3"):
            ClockCorrected(first=3, last=2, true_until=0)

    def test_a_clock_still_wrong_cannot_correct(self, kept, machine):
        """A year after #0 is beyond the limit, as for any event."""
        machine.wait(CENTURY)
        kept.clock = machine.start(is_right=True)
        kept.append(request("a"))
        machine.wait(400 * DAY - CENTURY)
        kept.clock = machine.start()
        with pytest.raises(ClockAhead, match="400 days"):
            kept.append(correction(1, 1, machine.wall))
        machine.wait(-390 * DAY)
        kept.clock = machine.start()
        kept.append(correction(1, 1, machine.wall))

    def test_a_copy_is_restored_before_its_clock_is_corrected(self, wrong, clock):
        """Else a ledger of which only the copy is left could not be had again."""
        restored = incarnation.begin(wrong.engine, clock, by="local")
        wrong.append(correction(2, restored.last_position, clock.now))
        wrong.append(request("d"))
        assert list(integrity.faults(wrong.engine)) == []

    def test_a_ledger_that_began_with_a_wrong_clock_is_corrected(self, tmp_path):
        clock = SetClock(START + CENTURY)
        with Ledger.create(str(tmp_path / "l.db"), "a.b", "UTC", clock) as ledger:
            clock.now = START
            ledger.append(correction(0, 0, START))
            ledger.append(request("a"))
            assert list(integrity.faults(ledger.engine)) == []
            assert ledger.read.true_instant(0) == START


class TestQuestionsAboutInstants:
    """Positions stay the order; an instant about which a wrong clock recorded is uncertain."""

    @pytest.fixture
    def corrected(self, wrong, clock) -> Ledger:
        """#4 corrects #2 and #3, of 61 to 90 minutes in truth; #5 comes a day later."""
        wrong.append(correction(2, 3, START + 90 * MINUTE))
        clock.now += DAY
        wrong.append(request("d"))
        return wrong

    @pytest.mark.parametrize(
        ("minutes", "position"),
        [(0, -1), (1, 0), (60, 0), (91, 3), (119, 3), (121, 4), (119 + 1440, 4), (121 + 1440, 5)],
    )
    def test_certain_instants_are_answered(self, corrected, minutes, position):
        assert corrected.read.position_at(START + minutes * MINUTE) == position

    @pytest.mark.parametrize("offset", [60 * MINUTE + 2, 75 * MINUTE, 90 * MINUTE])
    def test_uncertain_ones_are_refused_with_the_positions(self, corrected, offset):
        with pytest.raises(ClockWasWrong, match=r"#1; possibly: up to #3") as refused:
            corrected.read.position_at(START + offset)
        assert (refused.value.known, refused.value.last) == (1, 3)

    def test_the_bounds_are_exact(self, corrected):
        assert corrected.read.position_at(START + 60 * MINUTE + 1) == 1
        assert corrected.read.position_at(START + 90 * MINUTE + 1) == 3

    def test_years_that_only_the_wrong_clock_showed_are_after_everything(self, corrected):
        assert corrected.read.position_at(START + CENTURY // 2) == 5
        assert corrected.read.position_at(START + 2 * CENTURY) == 5

    def test_an_event_has_the_instant_by_which_it_was_recorded(self, corrected):
        instants = [corrected.read.true_instant(position) for position in (1, 2, 3, 4)]
        assert instants == [START + minutes * MINUTE for minutes in (60, 90, 90, 120)]
        assert corrected.read.true_instant(99) == -1

    def test_an_event_of_an_earlier_instant_keeps_it(self, ledger, clock):
        """The clock went wrong after the first named event."""
        for key, instant in (("a", 0), ("b", 70 * MINUTE), ("c", CENTURY)):
            clock.now = START + instant
            ledger.append(request(key))
        clock.now = START + 120 * MINUTE
        ledger.append(correction(2, 3, START + 90 * MINUTE))
        instants = [ledger.read.true_instant(position) for position in (2, 3)]
        assert instants == [START + 70 * MINUTE, START + 90 * MINUTE]

    def test_events_that_kept_growing_are_corrected_too(self, ledger, clock):
        """Two hours ahead, noticed when the true time had passed the last instant."""
        for key, minutes in (("a", 0), ("b", 130), ("c", 140), ("d", 200)):
            clock.now = START + minutes * MINUTE
            ledger.append(request(key))
        ledger.append(correction(2, 3, START + 30 * MINUTE))
        assert ledger.read.position_at(START + 31 * MINUTE) == 3
        with pytest.raises(ClockWasWrong):
            ledger.read.position_at(START + 20 * MINUTE)
        assert ledger.read.position_at(START + 199 * MINUTE) == 3
        assert list(integrity.faults(ledger.engine)) == []

    def test_two_corrections_stand_beside_each_other(self, corrected, clock):
        clock.now += CENTURY
        corrected.append(request("e"))
        clock.now += 60 * MINUTE - CENTURY
        corrected.append(correction(6, 6, clock.now))
        with pytest.raises(ClockWasWrong, match="#5; possibly: up to #6"):
            corrected.read.position_at(clock.now)
        assert corrected.read.position_at(clock.now + 1) == 7
        assert list(integrity.faults(corrected.engine)) == []


class TestEvidence:
    """`verify` and dumps hold instants to the same rule as the append."""

    def test_a_dump_of_a_corrected_ledger_is_restored_and_verified(self, wrong, clock, tmp_path):
        wrong.append(correction(2, 3, clock.now))
        wrong.append(request("d"))
        data = written(wrong)
        restore(str(tmp_path / "again.db"), io.BytesIO(data))
        with Ledger.open(str(tmp_path / "again.db"), clock) as again:
            assert list(integrity.faults(again.engine)) == []
            assert again.append(request("e")).recorded_at == clock.now + 2
            assert again.read.position_at(clock.now + 1) == 4

    def test_only_a_correction_may_carry_an_earlier_instant(self, ledger, clock, monkeypatch):
        """The control: where the append lets any event go back, both checks say so."""
        clock.now += DAY
        ledger.append(request("a"))
        clock.now -= 60 * MINUTE
        monkeypatch.setattr("ledger.store.appending._stamp", lambda *_: clock.now)
        monkeypatch.setattr(limits, "CLOCK_BEHIND_US", DAY)
        ledger.append(request("b"))
        (fault,) = integrity.faults(ledger.engine)
        assert str(fault.place) == "event 2"
        assert str(fault.expected) == f"more than {START + DAY}"
        with pytest.raises(Exception, match="contradicts itself"):
            written(ledger)

    @pytest.mark.parametrize("field_name", ["first", "true_until"])
    def test_a_false_correction_is_a_fault(self, wrong, clock, monkeypatch, field_name):
        """A correction that an append refuses is a fault where recorded all the same."""
        said = {"first": 2, "last": 3, "true_until": clock.now}
        said[field_name] += {"first": 1, "true_until": 1}[field_name]
        with monkeypatch.context() as patched:
            patched.setattr("ledger.store.appending._clock_refusal", lambda *_: None)
            wrong.append(correction(**said))
        (fault,) = integrity.faults(wrong.engine)
        assert str(fault.place) == "event 4"

    def test_two_requests_of_one_instant_are_a_fault(self, ledger, clock):
        """Instants grow strictly."""
        ledger.append(request("a"))
        ledger.append(request("b"))
        with unguarded(ledger.engine) as connection:
            connection.exec_driver_sql(
                "UPDATE event SET recorded_at = recorded_at - 1 WHERE position = 2"
            )
        places = {str(fault.place) for fault in integrity.faults(ledger.engine)}
        assert "event 2" in places

    def test_a_dump_with_an_earlier_instant_is_refused(self, wrong, clock):
        wrong.append(correction(2, 3, clock.now))
        lines = written(wrong).splitlines(keepends=True)
        check(io.BytesIO(b"".join(lines)))
        changed = [
            line.replace(b'"true_until":%d' % clock.now, b'"true_until":1') for line in lines
        ]
        with pytest.raises(BadDump, match="recorded after #1"):
            check(io.BytesIO(b"".join(changed)))


def test_the_events_of_a_request_share_its_instant():
    instants = Instants()
    assert instants.problem_with(0, START, None, begins=True) is None
    assert instants.problem_with(1, START, None, begins=False) is None
    found = instants.problem_with(2, START + 1, None, begins=False)
    assert str(found) == f"{START}, that of its request"
