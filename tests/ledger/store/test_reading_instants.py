"""The last position before an instant: found by halving, also where a clock went back."""

from sqlalchemy import event as listening

from ledger.events.opening import ClockCorrected
from ledger.store.requests import NewEvent, Request
from tests.support.store_facts import START, event, request

AHEAD = 1_000_000


def corrected(first: int, last: int, until: int) -> Request:
    said = ClockCorrected(first=first, last=last, true_until=until)
    return Request(f"correct {first}", (NewEvent(said),))


def test_it_is_the_last_of_all_events_recorded_before(ledger, clock):
    """Before, on and after each instant; twice a clock was ahead and was corrected."""
    for key, now in (("a", 10), ("b", 20), ("c", AHEAD), ("d", AHEAD + 10)):
        clock.now = START + now
        ledger.append(request(key, event(f"{key}1"), event(f"{key}2")))
    clock.now = START + 30
    ledger.append(corrected(5, 8, START + 30))
    for key, now in (("e", 40), ("f", 2 * AHEAD)):
        clock.now = START + now
        ledger.append(request(key))
    clock.now = START + 50
    ledger.append(corrected(11, 11, START + 50))
    ledger.append(request("g"))
    instants = [(each.recorded_at, each.position) for each in ledger.read.events()]
    assert [instant for instant, _ in instants] != sorted(instant for instant, _ in instants)
    for instant in {instant + around for instant, _ in instants for around in (-1, 0, 1)}:
        before = [position for at, position in instants if at < instant]
        assert ledger.read._position_before(instant) == max(before, default=-1)


def test_an_old_ledger_is_asked_as_few_times_as_a_young_one(ledger, clock):
    """Twice as many events take a single further halving."""
    asked: list[str] = []
    listening.listen(ledger.engine, "before_cursor_execute", lambda *said: asked.append(said[2]))

    def statements(events: int) -> int:
        while (count := ledger.read.head().next_position) < events:
            clock.now += 10
            ledger.append_many([request(f"k{count + more}") for more in range(events - count)])
        asked.clear()
        assert ledger.read.position_at(START + 1) == 0
        return len(asked)

    young = statements(64)
    assert statements(128) == young + 1
    assert statements(512) == young + 3
