"""A pool with a stopped replay: the others go on, and so does the stopped pool once the cause is
mended.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from structlog.testing import capture_logs

from ledger.store.requests import Document
from ops.cli.exits import DAMAGED, DONE, FOUND
from ops.closings.recordings import CloseList, RecordDeviation
from ops.house import House
from projections.official import Official
from projections.official.stopping import ListDiffers, ReplayStopped
from projections.official.track import Track
from projections.queries import PoolQuery
from projections.state.closed_list import Horizon
from tests.support.command import run
from tests.support.kept_state import a_rebuild_makes_the_same, closings_in
from tests.support.recording import following, record, submission
from tests.support.two_pools import FIDE, OTHER, RAPID, STRONG, Pools, pools_of, stop
from tests.support.verified_worlds import verify
from tests.support.worlds import carried_over, federation, games, tournament

FIRST, SECOND = "2025-08", "2025-09"
WON_AGAIN = tournament("B", "2025-08-05", "2025-08-10", games(1, "2 1"))
ELSEWHERE = tournament("C", "2025-08-05", "2025-08-10", games(1, "2 0"))
CAUSE = "replay of fide-standard stopped at event .*: list 2025-08 .* does not reproduce"


@dataclass
class Office(Pools):
    """Three pools; the first closed by wrong code."""

    stops_at: int

    def again(self) -> Track:
        """Return the official track, as another process takes it up."""
        self.official.close()
        self.official = Official(self.ledger)
        return self.official.catch_up()


@pytest.fixture
def office(tmp_path) -> Iterator[Office]:
    with pools_of(str(tmp_path / "ledger"), 3) as pools:
        stop(pools)
        pools.official.catch_up()
        stops_at = pools.official.track.facts.position
        pools.submit(WON_AGAIN, FIDE)
        pools.submit(ELSEWHERE, OTHER)
        with following(pools.ledger) as official:
            yield Office(pools.ledger, official, stops_at)


def test_the_other_pools_are_closed_and_answered(office):
    office.close(FIRST, OTHER)
    office.close(SECOND, OTHER)
    assert office.official.track.stopped.keys() == {FIDE}
    assert [rating_list.period for rating_list in office.pool(OTHER).lists()[1:]] == [FIRST, SECOND]
    assert office.rating(1, SECOND, OTHER) == 2391


def test_questions_to_the_pool_that_stopped_are_refused_with_the_cause(office):
    office.official.catch_up()
    for _ in range(2):
        with pytest.raises(ListDiffers, match=CAUSE) as stopped:
            PoolQuery(office.official.track, FIDE)
        assert stopped.value.position == office.stops_at
        with pytest.raises(ListDiffers, match=CAUSE):
            CloseList(pool=FIDE, period=SECOND).record(House(office.ledger, office.official))


def test_a_pool_that_looks_at_it_is_not_closed_and_told_the_cause(office):
    """Rapid ratings rest on standard ratings, with a closed list that does not come out again."""
    with pytest.raises(ListDiffers, match=CAUSE):
        office.close(FIRST, RAPID)
    with pytest.raises(ListDiffers, match=CAUSE):
        office.official.track.replay(RAPID).surroundings.pools_at(
            Horizon.at(office.official.track.facts.position)
        )


def test_each_process_comes_to_the_stop_again_and_tells_it(office):
    """No state after the stop is kept or recorded: the standings are not known."""
    with capture_logs() as logs:
        office.close(FIRST, OTHER)
        office.official.catch_up()
        kept = office.official.store.position()
        assert office.again().stopped.keys() == {FIDE}
        with pytest.raises(ReplayStopped, match=CAUSE) as stopped:
            office.pool(FIDE)
    assert stopped.value.position == office.stops_at
    alarms = [each for each in logs if each["event"] == "replay_stopped"]
    assert {(alarm["pool"], alarm["position"]) for alarm in alarms} == {(FIDE, office.stops_at)}
    assert kept < office.stops_at
    assert closings_in(office.ledger, OTHER)[-1].state_digest is None


def test_verify_names_the_pool_that_stopped_and_proves_the_others(office):
    office.close(FIRST, OTHER)
    verified = verify(office.ledger)
    (fault,) = verified.faults
    assert str(fault.place) == f"event {office.stops_at}"
    assert "replay of fide-standard stopped" in str(fault.found)
    assert verified.lists == 1


@pytest.mark.parametrize("closed_meanwhile", [(), (FIRST,), (FIRST, SECOND)])
def test_a_pool_whose_cause_is_mended_goes_on_as_after_a_clean_rebuild(office, closed_meanwhile):
    for period in closed_meanwhile:
        office.close(period, OTHER)
    cause = "differences of 600 points counted"
    done = RecordDeviation(pool=FIDE, period=FIRST, cause=cause).record(House(office.ledger))
    assert done.result == 2
    office.close(SECOND, FIDE)
    assert office.again().stopped == {}
    assert [rating_list.period for rating_list in office.pool(FIDE).lists()[1:]] == [FIRST, SECOND]
    a_rebuild_makes_the_same(office.official)


def test_news_that_mend_nothing_leave_it_where_it_stopped(office):
    office.close(FIRST, OTHER)
    office.official.catch_up()
    said = carried_over(federation([STRONG]), FIDE)
    record(office.ledger, "carried over again", said)
    assert office.again().stopped[FIDE].position == office.stops_at
    office.close(SECOND, OTHER)
    assert office.again().stopped.keys() == {FIDE}


def test_an_event_of_no_pool_that_cannot_be_taken_in_stops_all(office):
    """A report of an unregistered tournament; nothing afterwards is answered."""
    file = Document("report", b"unregistered")
    unknown = submission(tournament("Z", "2025-08-05", "2025-08-10", games(1, "2 1")), file.digest)
    position = record(office.ledger, "unregistered", unknown, documents=[file])
    for _ in range(2):
        with pytest.raises(ReplayStopped, match=f"^replay stopped at event #{position}: 'Z'"):
            office.official.catch_up()
    assert [str(fault.place) for fault in verify(office.ledger).faults] == [f"event {position}"]


def test_commands_name_the_pool_that_stopped(office):
    """`verify` and `rebuild` too; questions about another pool are answered."""
    office.close(FIRST, OTHER)
    at = ["--ledger", office.ledger.address]
    stopped = f"stopped: replay of fide-standard stopped at event #{office.stops_at}: list 2025-08"
    assert run("list", "show", OTHER, FIRST, *at).code == DONE
    for words in (["list", "show", FIDE, FIRST], ["list", "close", FIDE, SECOND], ["rebuild"]):
        refused = run(*words, *at)
        assert refused.code == DAMAGED
        assert stopped in refused.err
    verified = run("verify", *at)
    assert verified.code == FOUND
    assert "replay of fide-standard stopped" in verified.out
