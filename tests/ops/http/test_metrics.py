"""Metrics: text for Prometheus, with the numbers of the ledger."""

import re
from typing import get_args

import pytest
from msgspec import structs
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import insert

from ledger.store.ledger import Ledger
from ledger.store.schema import notice
from ops.http.metrics import METRICS, Metrics
from ops.http.request_log import RequestLog
from ops.http.service import Service
from ops.http.watch import Watch
from ops.upkeep.background_runs import Kind, Run, keep
from ops.upkeep.service_state import service_state
from projections.official.shared import SharedOfficial
from tests.support.asgi import asked
from tests.support.command import done
from tests.support.served import settings_of
from tests.support.shown_pages import ROOT

HOUR_US = 3_600_000_000


def samples(text):
    """The samples of an exposition by name and labels."""
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


@pytest.fixture
def state(copy):
    """The state of a ledger two hours after a verification with a fault."""
    with Ledger.open(str(copy)) as ledger:
        now = ledger.clock()
        keep(ledger, Run("verification", now, now, "faults", 3, 88))
        keep(ledger, Run("tick", now, now, "good", position=88))
        rows = [(40, "waiting"), (41, "waiting"), (42, "given-up"), (39, "begun")]
        row = {"recipient": "office", "attempts": 0, "next_try": now}
        with ledger.engine.begin() as connection:
            states = [{"position": position, "state": state, **row} for position, state in rows]
            connection.execute(insert(notice), states)
        with Ledger.open(str(copy), lambda: now + 2 * HOUR_US) as later:
            track = SharedOfficial(later)
            yield service_state(later, track)
            track.close()


def test_the_state_of_the_ledger_is_told_in_numbers(state):
    found = samples(Metrics().exposition(state))
    assert found["ledger_head_position",] == 88
    assert found["ledger_events_not_applied",] == found["ledger_stopped_pools",] == 0
    assert found["ledger_notices", "waiting"] == 2
    assert found["ledger_notices", "given-up"] == 1
    assert found["ledger_verification_age_seconds",] == 2 * 3_600
    assert found["ledger_verification_faults",] == 3
    assert found["ledger_verification_good",] == 0
    assert found["ledger_tick_age_seconds",] == 2 * 3_600
    assert (found["ledger_tick_good",], found["ledger_tick_alarms",]) == (1, 0)
    assert ("ledger_backup_age_seconds",) not in found
    closed = {key[1]: value for key, value in found.items() if "last_closing" in key[0]}
    assert set(closed) == {"fide-standard", "rubele-italiana"}
    assert all(value > 1_600_000_000 for value in closed.values())


def test_the_events_that_answers_lack_are_counted(state):
    found = samples(Metrics().exposition(structs.replace(state, applied=state.head - 3)))
    assert found["ledger_events_not_applied",] == 3


def test_the_guide_has_the_name_and_the_meaning_of_every_metric(state):
    metrics = Metrics()
    metrics.refused("unknown-pool")
    metrics.answered("GET", "/v1/pools", 200, 0.02)
    runs = {kind: Run(kind, 0, 0, "good") for kind in get_args(Kind)}
    text = metrics.exposition(structs.replace(state, runs=runs)).decode()
    families = text_string_to_metric_families(text)
    exposed = {
        (family.name + "_total" * (family.type == "counter"), family.documentation.lower())
        for family in families
        if not family.name.endswith("_created")
    }
    page = (ROOT / "ops" / "guide" / "service.md").read_text().lower()
    assert set(re.findall(r"^\| `(ledger_\w+)` \| .*? \| (.*) \|$", page, re.M)) == exposed


def test_answers_appends_and_refusals_are_counted(state):
    metrics = Metrics()
    metrics.answered("GET", "/v1/pools", 200, 0.02)
    metrics.answered("GET", "/v1/pools", 404, 0.02)
    metrics.appended(0.003)
    metrics.refused("unknown-pool")
    metrics.refused("unknown-pool")
    found = samples(metrics.exposition(state))
    assert found["ledger_answers_total", "/v1/pools", "200", "GET"] == 1
    assert found["ledger_answer_seconds_count", "/v1/pools"] == 2
    assert found["ledger_answer_seconds_bucket", "/v1/pools", "0.01"] == 0
    assert found["ledger_answer_seconds_bucket", "/v1/pools", "0.025"] == 2
    assert found["ledger_append_seconds_count",] == 1
    assert found["ledger_refused_requests_total", "unknown-pool"] == 2


def test_without_the_ledger_its_state_is_missing_and_nothing_else():
    found = samples(Metrics().exposition(None))
    assert found["ledger_reachable",] == 0
    assert ("ledger_head_position",) not in found
    assert ("ledger_append_seconds_count",) in found


def test_what_the_service_answers_is_counted(copy):
    with Service(settings_of(copy)) as service:

        async def nothing(_scope, _receive, _send):
            raise AssertionError

        watched = RequestLog(Watch(nothing, service), METRICS)
        _, _, before = asked(watched, "GET", "/metrics")
        changed = ("fid:X02060", "--on", "2026-01-01", "--federation", "FRA")
        done("player", "change", *changed, "--ledger", copy)
        status, headers, after = asked(watched, "GET", "/metrics")
    assert (status, headers["content-type"][:24]) == (200, "text/plain; version=0.0.")
    was, now = samples(before), samples(after)
    route = ("ledger_answers_total", "/metrics", "200", "GET")
    assert now[route] == was.get(route, 0) + 1
    assert now["ledger_head_position",] == was["ledger_head_position",] + 1
    assert now["ledger_events_not_applied",] == 0
