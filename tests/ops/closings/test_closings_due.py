"""Reasons to wait for a closing: each check, green and not, and the rows of all pools in order."""

from datetime import date, timedelta

import pytest
from msgspec import structs

from ledger.clock import instant_text
from ledger.errors import Refused
from ledger.events.pool import ClosingPolicySet, ListScheduled, PoolOpened
from ledger.events.report import ReportPartSubmitted
from ledger.sentences import plain
from ledger.store.requests import Document
from ops.appeals.recordings import DecideAppeal, FileAppeal, SuspendEffect
from ops.closings.closing_checklist import VERIFIED_WITHIN_US
from ops.closings.closings_due import closings_due
from ops.doors.documents import answer_document
from ops.house import reading
from ops.upkeep.background_runs import Run, keep
from projections.official.shared import SharedOfficial
from projections.official.stopping import ReplayStopped
from tests.support.closing_service import FIDE, a_service, at
from tests.support.recording import adopt, record, submission
from tests.support.two_pools import BLITZ, RAPID
from tests.support.worlds import carried_over, federation, games, rated, tournament


@pytest.fixture
def service(tmp_path):
    """A service on the due day, with a pool under the policy hold."""
    with a_service(str(tmp_path / "ledger")) as made:
        made.open()
        made.set(mode="hold", publish=True, deadline_days=3)
        made.clock.now = at("2025-08-01 00:00")
        yield made


def wrong(service, pool: str = FIDE) -> dict[str, tuple[str, ...]]:
    """The checks not green, with tournaments or lists concerned."""
    (row,) = closings_due(service.house, pool=pool).rows
    return {item.check: item.where for item in row.checks if not item.green}


def test_a_list_due_with_nothing_missing_is_ready(service):
    row = service.row()
    assert (row.state, row.period, row.list_date) == ("ready", "2025-08", date(2025, 8, 1))
    assert (row.policy, row.publish, row.waits_for) == ("hold", True, ())
    assert row.due_at == at("2025-08-01 00:00")
    assert row.deadline == at("2025-08-04 00:00")
    assert [item.check for item in row.checks] == [
        "law",
        "carry-over",
        "undecided-tournaments",
        "undecided-entries",
        "undecided-games",
        "outside-rulebook",
        "other-lists",
        "missing-reports",
        "missing-parts",
        "same-events",
        "similar-events",
        "open-appeals",
        "suspended-effects",
        "open-proposals",
        "rules-compared",
    ]


def test_before_its_day_a_list_is_coming_and_a_tick_does_not_compute_it(service):
    """A person who asks is told of the waiting conditions as on the day."""
    on_the_day = [item.check for item in service.row().checks]
    service.clock.now = at("2025-07-31 23:59")
    row = service.row()
    assert (row.state, [item.check for item in row.checks]) == ("coming", on_the_day)
    (row,) = service.tick().rows
    assert [item.check for item in row.checks] == [
        "law",
        "carry-over",
        "missing-reports",
        "missing-parts",
        "open-appeals",
        "suspended-effects",
        "open-proposals",
        "rules-compared",
    ]


# ---------------------------------------------------------------------------------------- reports


@pytest.mark.parametrize(
    ("end", "missing"), [("2025-07-28", ()), ("2025-07-29", ()), ("2025-07-30", None)]
)
def test_a_tournament_that_ended_by_the_cut_off_should_have_a_report(service, end, missing):
    """The cut-off of the list of 1 August is 29 July."""
    service.announce("A", "2025-07-20", end)
    found = wrong(service)
    assert found == ({} if missing is None else {"missing-reports": ("A",)})


def parts(service, last: bool) -> None:
    """Record a report in two parts, the second with or without the mark of the last."""
    service.announce("A", "2025-07-01", "2025-07-20")
    for part, (start, end) in enumerate((("07-01", "07-10"), ("07-11", "07-20")), start=1):
        played = tournament("A", f"2025-{start}", f"2025-{end}", games(1, "2 1"))
        file = Document("report", f"part {part}".encode())
        report = submission(played, file.digest)
        said = {name: getattr(report, name) for name in report.__struct_fields__}
        said |= {"part": part, "last_part": last and part == 2}
        fact = ReportPartSubmitted(**said)
        record(service.ledger, f"part {part}", fact, documents=[file])


@pytest.mark.parametrize("last", [True, False])
def test_a_report_in_parts_should_have_its_last_part(service, last):
    parts(service, last)
    assert wrong(service) == ({} if last else {"missing-parts": ("A",)})


# -------------------------------------------------------------------------------- law, carry-over


def opened(service, pool: str, *, last_part: bool = True) -> None:
    """Open a pool without any adopted edition."""
    said = PoolOpened(pool=pool, rulebook=FIDE, zone="Europe/Rome", first_period="2025-08")
    record(service.ledger, f"open {pool}", said)
    carried = carried_over(federation([rated(1, 2000)]), FIDE)
    record(
        service.ledger, f"carry {pool}", structs.replace(carried, pool=pool, last_part=last_part)
    )
    service.set(pool=pool)


def test_the_list_date_should_be_covered_by_an_adopted_edition(service):
    opened(service, "other")
    assert service.row("other").state == "refused"
    assert wrong(service, "other") == {"law": ()}
    adopt(service.ledger, "other", "2024-03-01", law=FIDE)
    assert service.row("other").state == "ready"


def test_the_ratings_should_be_carried_over_to_the_last_part(service):
    opened(service, "other", last_part=False)
    adopt(service.ledger, "other", "2024-03-01", law=FIDE)
    assert wrong(service, "other") == {"carry-over": ()}
    assert service.row("other").state == "refused"


# ------------------------------------------------------------------------------------ verification


@pytest.mark.parametrize(
    ("age", "outcome", "green"),
    [
        (VERIFIED_WITHIN_US - 1, "good", True),
        (VERIFIED_WITHIN_US, "good", True),
        (VERIFIED_WITHIN_US + 1, "good", False),
        (0, "faults", False),
        (0, "failed", False),
    ],
)
def test_a_verification_should_be_recent_and_end_well(service, age, outcome, green):
    ended = service.clock.now - age
    keep(service.ledger, Run("verification", ended, ended, outcome))
    assert wrong(service) == ({} if green else {"verification": ()})
    (row,) = service.tick().rows
    assert len(service.closed()) == green
    assert row.state == ("coming" if green else "held")


# ------------------------------------------------------------------------------------------- rows


def test_the_rows_are_in_the_order_of_closing(service):
    for pool in (BLITZ, RAPID):
        service.open(pool)
    rows = closings_due(service.house).rows
    assert [(row.pool, row.state) for row in rows] == [
        (FIDE, "ready"),
        (RAPID, "by-hand"),
        (BLITZ, "by-hand"),
    ]
    assert str(rows[1].waits_for[0]) == "a person closes it"
    assert "fide-standard closes its list of 2025-08-01 first" in str(rows[1].waits_for[1])


def test_a_pool_without_announced_days_comes_last_with_the_reason(service):
    service.open("uisp", first="2025-Q4")
    row = closings_due(service.house).rows[-1]
    assert (row.pool, row.state, row.period) == ("uisp", "not-announced", "")
    assert "the issue day of 2025-Q4 is not announced" in str(row.waits_for[0])


def test_announced_days_that_contradict_the_list_before_are_named(service):
    service.open("rubele-italiana", first="a")
    day, cut_off = date(2025, 6, 30), date(2025, 6, 29)
    scheduled = ListScheduled(pool="rubele-italiana", period="a", issue_day=day, cut_off=cut_off)
    record(service.ledger, "schedule", scheduled)
    row = service.row("rubele-italiana")
    assert row.state == "not-announced"
    (waits,) = map(str, row.waits_for)
    assert "list date 2025-06-30 is not after that of the last list, 2025-07-01" in waits


def test_a_pool_whose_replay_stopped_is_shown_as_stopped_beside_the_others(service):
    service.official.catch_up()
    service.open("other", law=FIDE)
    service.official.catch_up()
    service.official.track.stopped["other"] = ReplayStopped(9, plain("a list differs"), "other")
    rows = {row.pool: row for row in closings_due(service.house).rows}
    assert rows["other"].state == "stopped"
    assert tuple(map(str, rows["other"].waits_for)) == (
        "replay of other stopped at event #9: a list differs",
    )
    assert rows[FIDE].state == "ready"


def test_an_unknown_pool_is_refused(service):
    with pytest.raises(Refused, match="there is no pool 'nowhere'"):
        closings_due(service.house, pool="nowhere")


def test_without_every_trial_only_what_a_decision_needs_is_computed(service):
    service.open(RAPID)
    service.clock.now = at("2025-08-04 00:00")  # the deadline of standard chess
    rows = closings_due(service.house, every_trial=False).rows
    computed = [any(item.check == "undecided-entries" for item in row.checks) for row in rows]
    assert computed == [False, False]
    assert [row.state for row in rows] == ["ready", "by-hand"]


def test_the_document_has_instants_days_and_the_whole_checklist(service):
    row = answer_document(closings_due(service.house))["rows"][0]
    assert row["due_at"] == instant_text(at("2025-08-01 00:00"))
    assert row["list_date"] == "2025-08-01"
    assert {"check": "carry-over", "green": True, "says": "complete"}.items() <= row["checks"][
        1
    ].items()


def test_the_answer_at_a_fixed_position_is_the_same(service):
    """As a service asks for many threads: also the trial run changes nothing."""
    ended = service.clock.now
    keep(service.ledger, Run("verification", ended, ended, "good"))
    expected = closings_due(service.house)
    shared = SharedOfficial(service.ledger)
    for _ in range(2):
        with reading(shared) as house:
            assert closings_due(house) == expected
    shared.close()
    assert service.tick().closed


def test_a_closing_announced_for_a_day_that_has_not_ended_is_not_due(service):
    service.clock.now -= timedelta(seconds=1) // timedelta(microseconds=1)
    assert service.row().state == "coming"


def appeal_against(service, pool: str = FIDE) -> None:
    """File an appeal against the first policy of a pool."""
    contested = service.ledger.read.last_of_type(ClosingPolicySet.TYPE)
    filing = FileAppeal(
        pool=pool, kind="decision", contested=contested, notified="2025-08-01", source="letter"
    )
    filing.record(service.house)


def test_an_open_appeal_is_counted_until_it_is_decided(service):
    appeal_against(service)
    assert wrong(service) == {"open-appeals": ("A-000001",)}
    assert service.row().state == "held"
    DecideAppeal(appeal="A-000001", outcome="withdrawn", by="committee").record(service.house)
    assert wrong(service) == {}
    assert service.row().state == "ready"


@pytest.mark.parametrize(("effect", "state"), [("named", "ready"), ("holds", "held")])
def test_a_suspension_holds_the_closing_under_every_policy_if_the_committee_says_so(
    service, effect, state
):
    service.set(mode="proceed", in_force_from=date(2025, 7, 2))
    appeal_against(service)
    SuspendEffect(appeal="A-000001", effect=effect, by="committee").record(service.house)
    row = service.row()
    assert row.state == state
    item = next(item for item in row.checks if item.check == "suspended-effects")
    assert (item.green, item.where) == (effect == "named", ("A-000001",))
    SuspendEffect(appeal="A-000001", effect="lifted", by="committee").record(service.house)
    assert service.row().state == "ready"
    assert service.tick().closed
