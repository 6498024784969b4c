"""A tick closes and publishes by the policies, once, in order, pool by pool."""

from datetime import date

import pytest

from ledger import columns
from ledger.events.counting import ExemptionGranted, TournamentCancelled
from ledger.events.outside_play import MalusApplied
from ledger.events.pool import ListScheduled, PeriodClosed
from ops.answers import open_decisions
from ops.closings.recordings import CloseList, ReprintList
from tests.oracles.world import Adjustment
from tests.support.closing_service import FIDE, a_service, at
from tests.support.pending_tournaments import record_scene
from tests.support.recording import adjusted, adopt, record
from tests.support.two_disciplines import INTERNATIONAL, ITALIAN
from tests.support.two_pools import BLITZ, RAPID


@pytest.fixture
def service(tmp_path):
    """A service with a pool and no policy."""
    with a_service(str(tmp_path / "ledger")) as made:
        made.open()
        yield made


def test_without_a_policy_nothing_closes_by_itself(service):
    done = service.tick("2025-08-05 10:00")
    assert (done.closed, service.closed()) == ([], [])
    (row,) = done.rows
    assert (row.period, row.state, row.policy) == ("2025-08", "by-hand", "none")


@pytest.mark.parametrize(
    ("now", "closed"),
    [
        ("2025-07-31 23:59", []),
        ("2025-08-01 00:00", ["2025-08"]),
        ("2025-08-01 00:01", ["2025-08"]),
    ],
)
def test_a_list_is_closed_from_the_due_instant_on(service, now, closed):
    service.set()
    service.tick(now)
    assert service.closed() == closed


def test_a_second_tick_closes_nothing_more(service):
    service.set()
    first, second = service.tick("2025-08-01 00:00"), service.tick()
    assert [(one.pool, one.period) for one in first.closed] == [(FIDE, "2025-08")]
    assert (second.closed, second.rows[0].state) == ([], "coming")
    assert service.closed() == ["2025-08"]


def test_a_new_printing_is_no_second_closing_of_the_slot(service):
    """The publication is recorded by a person; until then the first printing stays published."""
    service.set(publish=True)
    service.tick("2025-08-01 00:00")
    decided = Adjustment(1, 2000, 2100, 0)
    record(service.ledger, "adjust", adjusted(decided, FIDE))
    ReprintList(pool=FIDE, period="2025-08").record(service.house)
    later = service.tick("2025-08-02 00:00")
    assert (later.closed, later.published, later.rows[0].state) == ([], [], "coming")
    assert [one.period for one in service.tick("2025-09-01 00:00").closed] == ["2025-09"]


def test_the_service_records_as_an_actor_of_its_own(service):
    service.set()
    (closed,) = service.tick("2025-08-01 00:00").closed
    stored = service.ledger.read.at([closed.receipt.last_position])
    assert [recorded.decoded().recorded_by for recorded in stored.values()] == ["schedule"]


def test_the_policy_is_that_of_the_due_day(service):
    """A policy from 1 September on closes no list of August, however late."""
    service.set(in_force_from=date(2025, 9, 1))
    service.tick("2025-09-02 00:00")
    assert service.closed() == []
    CloseList(pool=FIDE, period="2025-08").record(service.house)
    service.tick()
    assert service.closed() == ["2025-08", "2025-09"]


def test_by_hand_ends_what_an_earlier_policy_closed(service):
    service.set()
    service.set(mode="by-hand", in_force_from=date(2025, 9, 1))
    service.tick("2025-09-02 00:00")
    assert service.closed() == ["2025-08"]


def test_of_two_policies_of_one_day_the_later_recorded_holds(service):
    service.set()
    service.set(mode="by-hand")
    service.tick("2025-08-01 00:00")
    assert service.closed() == []


# ------------------------------------------------------------------------------------------- hold


def test_a_list_is_held_until_the_checklist_is_green(service):
    service.set(mode="hold")
    service.announce("A", "2025-07-05", "2025-07-06")
    (row,) = service.tick("2025-08-01 00:00").rows
    assert (row.state, tuple(map(str, row.waits_for))) == (
        "held",
        ("1 tournament past the end without a report: A",),
    )
    service.tick("2025-08-20 00:00")
    assert service.closed() == []
    record(service.ledger, "cancel", TournamentCancelled(tournament="A", by="qc"))
    service.tick()
    assert service.closed() == ["2025-08"]


def test_a_league_of_four_months_that_needs_a_decision_is_held(service):
    """Article 4: reported whole, until the body decides."""
    service.set(mode="hold")
    record_scene(service.ledger, FIDE, "league", date(2025, 7, 2), days=120)
    (row,) = service.tick("2025-12-01 00:00").rows
    assert service.closed() == ["2025-08", "2025-09", "2025-10", "2025-11"]
    assert (row.state, tuple(map(str, row.waits_for))) == (
        "held",
        ("1 tournament needs a decision: league",),
    )
    exempted = ExemptionGranted(tournament="league", article="4", by="fide-qc")
    record(service.ledger, "exempt", exempted)
    service.tick()
    assert service.closed()[-1] == "2025-12"


@pytest.mark.parametrize(
    ("now", "closed"),
    [
        ("2025-08-02 23:59", []),
        ("2025-08-03 00:00", ["2025-08"]),
        ("2025-08-03 00:01", ["2025-08"]),
    ],
)
def test_a_list_is_held_at_most_until_the_deadline(service, now, closed):
    """Two days from the due day on: the first and the second of August."""
    service.set(mode="hold", deadline_days=2)
    service.announce("A", "2025-07-05", "2025-07-06")
    service.tick(now)
    assert service.closed() == closed


def test_a_held_list_is_computed_again_only_after_a_new_event(service, monkeypatch):
    service.set(mode="hold")
    service.announce("A", "2025-07-05", "2025-07-06")
    computed = []
    real = open_decisions.computed

    def counted(*given):
        computed.append(given)
        return real(*given)

    monkeypatch.setattr(open_decisions, "computed", counted)
    service.tick("2025-08-01 00:00")
    service.tick("2025-08-01 00:01")
    assert len(computed) == 1
    service.announce("B", "2025-07-05", "2025-07-06")
    service.tick("2025-08-01 00:02")
    assert len(computed) == 2


# ---------------------------------------------------------------------------------------- catch up


def test_after_downtime_every_list_is_closed_with_everything_recorded_by_now(service):
    service.set(publish=True)
    done = service.tick("2025-11-05 09:00")
    periods = ["2025-08", "2025-09", "2025-10", "2025-11"]
    assert service.closed() == [one.period for one in done.closed] == periods
    taken = [fact.through_position for fact in service.facts(FIDE, PeriodClosed)]
    positions = [one.receipt.first_position for one in done.closed]
    assert taken == [position - 1 for position in positions]
    assert service.published() == dict.fromkeys(periods, "2025-11-05")


def test_pools_of_one_body_close_in_order_also_after_downtime(tmp_path):
    with a_service(str(tmp_path / "ledger")) as service:
        for pool in (FIDE, RAPID, BLITZ):
            service.open(pool)
        for pool, mode in ((BLITZ, "hold"), (RAPID, "proceed"), (FIDE, "hold")):
            service.set(pool=pool, mode=mode)
        done = service.tick("2025-10-02 00:00")
    assert [(one.period, one.pool) for one in done.closed] == [
        (period, pool)
        for period in ("2025-08", "2025-09", "2025-10")
        for pool in (FIDE, RAPID, BLITZ)
    ]
    assert done.alarms == []


@pytest.mark.parametrize("mode", ["hold", "proceed"])
def test_a_pool_waits_for_the_pool_before_it(tmp_path, mode):
    """Rapid chess closes after standard chess, which nobody closes."""
    with a_service(str(tmp_path / "ledger")) as service:
        service.open(FIDE)
        service.open(RAPID)
        service.set(pool=RAPID, mode=mode)
        rows = {row.pool: row for row in service.tick("2025-08-01 00:00").rows}
        assert rows[RAPID].state == "refused"
        assert "fide-standard closes its list of 2025-08-01 first" in str(rows[RAPID].waits_for[0])
        CloseList(pool=FIDE, period="2025-08").record(service.house)
        service.tick()
        assert service.closed(RAPID) == ["2025-08"]


# ------------------------------------------------------------------------------------- publication


@pytest.fixture
def quarters(tmp_path):
    """A UISP pool: lists are closed ten days before the issue day."""
    with a_service(str(tmp_path / "ledger")) as service:
        service.open_quarters()
        yield service


def test_a_list_is_published_on_its_list_date_not_when_it_is_closed(quarters):
    quarters.issue("2025-Q4", date(2025, 10, 5))
    quarters.set(pool="uisp", publish=True)
    assert len(quarters.tick("2025-09-26 00:00").closed) == 1
    assert quarters.published("uisp") == {}
    quarters.tick("2025-10-04 23:59")
    assert quarters.published("uisp") == {}
    done = quarters.tick("2025-10-05 00:00")
    assert [(one.pool, one.period) for one in done.published] == [("uisp", "2025-Q4")]
    assert quarters.published("uisp") == {"2025-Q4": "2025-10-05"}
    assert quarters.tick().published == []


def test_a_list_closed_by_a_person_is_published_by_the_policy_too(service):
    service.set(mode="hold", publish=True)
    service.announce("A", "2025-07-05", "2025-07-06")
    service.clock.now = at("2025-08-01 09:00")
    CloseList(pool=FIDE, period="2025-08").record(service.house)
    assert service.row().to_publish == ("2025-08",)
    service.tick()
    assert service.published() == {"2025-08": "2025-08-01"}


# -------------------------------------------------------------------------------------- draughts


def announced(service, pool: str, period: str, day: date, cut_off: date) -> None:
    """Announce the days of a list."""
    said = ListScheduled(pool=pool, period=period, issue_day=day, cut_off=cut_off)
    record(service.ledger, f"{pool} {period}", said)


@pytest.fixture
def draughts(tmp_path):
    """Both disciplines: the international list of winter comes ten days before the Italian list."""
    with a_service(str(tmp_path / "ledger")) as service:
        for pool, day in ((ITALIAN, date(2026, 1, 20)), (INTERNATIONAL, date(2026, 1, 10))):
            service.open(pool, first="winter")
            adopt(service.ledger, pool, "2008-01-01")
            announced(service, pool, "winter", day, date(2025, 12, 31))
        yield service


def test_draughts_pools_close_by_their_days_over_the_end_of_a_year(draughts):
    for pool in (ITALIAN, INTERNATIONAL):
        draughts.set(pool=pool, mode="hold")
    assert draughts.tick("2025-12-31 23:59").closed == []
    done = draughts.tick("2026-01-01 00:00")
    assert [one.pool for one in done.closed] == [INTERNATIONAL, ITALIAN]
    assert [row.state for row in done.rows] == ["not-announced"] * 2
    for pool in (ITALIAN, INTERNATIONAL):
        announced(draughts, pool, "2027", date(2027, 1, 20), date(2027, 1, 10))
    assert len(draughts.tick("2027-01-11 00:00").closed) == 2
    malus = draughts.facts(ITALIAN, MalusApplied)
    assert [columns.read(fact.player, columns.PLAYER).tolist() for fact in malus] == [[1, 2]]


def test_an_earlier_list_that_the_next_one_looks_at_is_waited_for(draughts):
    draughts.set(pool=ITALIAN, mode="hold")
    draughts.tick("2026-01-01 00:00")
    row = draughts.row(ITALIAN)
    assert (row.state, tuple(map(str, row.waits_for))) == (
        "held",
        (f"1 earlier list of another pool not closed: {INTERNATIONAL} winter",),
    )
    CloseList(pool=INTERNATIONAL, period="winter").record(draughts.house)
    draughts.tick()
    assert draughts.closed(ITALIAN) == ["winter"]
