"""Metrics for Prometheus: counts of the service, and the state of the ledger.

With several workers each keeps its counts in a file of a folder that `ledger serve` makes
(prometheus_client's multiprocess mode, by the variable PROMETHEUS_MULTIPROC_DIR): whichever worker
answers `/metrics` adds them up. The state is read from the ledger when it is asked for, so it is
the same from every worker.
"""

import os
from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from ops.upkeep.service_state import ServiceState

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Variable with the folder of the counts of all workers."""

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_SECOND: Final = 1_000_000
_ANSWERS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_APPENDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)


class Metrics:
    """Counts of a process, in a separate registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._answers = Counter(
            "ledger_answers",
            "Requests answered",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "ledger_answer_seconds",
            "Time until the last byte of an answer",
            ("route",),
            registry=self._registry,
            buckets=_ANSWERS,
        )
        self._appends = Histogram(
            "ledger_append_seconds",
            "Time until a request was recorded or refused by the store",
            registry=self._registry,
            buckets=_APPENDS,
        )
        self._refused = Counter(
            "ledger_refused_requests",
            "Refused requests by the code of the first refusal",
            ("code",),
            registry=self._registry,
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self._answers.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def appended(self, seconds: float) -> None:
        """Count an append."""
        self._appends.observe(seconds)

    def refused(self, code: str) -> None:
        """Count a refused request."""
        self._refused.labels(code).inc()

    def exposition(self, state: ServiceState | None) -> bytes:
        """Return all metrics as text, without the state of an unreadable ledger."""
        counts = self._registry
        if os.environ.get(FOLDER):
            counts = CollectorRegistry()
            MultiProcessCollector(counts)  # type: ignore[no-untyped-call]
        of_state = CollectorRegistry()
        of_state.register(_Collected([*_families(state)]))
        return generate_latest(counts) + generate_latest(of_state)


METRICS: Final = Metrics()
"""The counts of this process."""


class _Collected(Collector):
    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def _families(state: ServiceState | None) -> Iterator[Metric]:
    yield _gauge(
        "ledger_reachable", "Whether the state of the ledger could be read", state is not None
    )
    if state is None:
        return
    yield _gauge("ledger_head_position", "Position of the last event", state.head)
    not_applied = state.head - state.applied
    yield _gauge("ledger_events_not_applied", "Events that answers lack", not_applied)
    yield _gauge("ledger_stopped_pools", "Pools whose replay stopped", len(state.stopped))
    yield _gauge(
        "ledger_pools_rules_not_compared",
        "Pools whose rules nobody compared with the text within 120 days",
        len(state.not_compared),
    )
    closings = GaugeMetricFamily(
        "ledger_last_closing_timestamp_seconds", "When the last list was closed", labels=["pool"]
    )
    for pool, instant in state.last_closings.items():
        closings.add_metric([pool], instant / _SECOND)
    yield closings
    notices = GaugeMetricFamily("ledger_notices", "Notices in the outbox", labels=["state"])
    for state_of, number in state.notices.items():
        notices.add_metric([state_of], number)
    yield notices
    yield from _of_runs(state)


def _of_runs(state: ServiceState) -> Iterator[Metric]:
    """Yield the age of the last verification, backup and tick, and the faults or alarms found."""
    for kind, run in sorted(state.runs.items()):
        age = max(0, state.now - run.ended_at) / _SECOND
        yield _gauge(f"ledger_{kind}_age_seconds", f"Time since the end of the last {kind}", age)
        good = run.outcome == "good"
        yield _gauge(f"ledger_{kind}_good", f"Whether the last {kind} ended well", good)
    for kind, found in (("verification", "faults"), ("tick", "alarms")):
        if kind in state.runs:
            name, text = f"ledger_{kind}_{found}", f"Number of {found} of the last {kind}"
            yield _gauge(name, text, state.runs[kind].faults)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=float(value))
