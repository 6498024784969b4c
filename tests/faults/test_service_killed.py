"""`kill -9` of the service while clients record: acknowledged events are recorded, and
once.

Clients repeat what was not acknowledged with the same key, after the service is started again.
Quick, one kill on each database; LEDGER_TEST_FULL=1 tries 30 and 15, LEDGER_TEST_SOAK=1
200 and 100. Each kill depends on the seed and its number only.
"""

import json
import shutil
import signal
import time
from collections import Counter
from contextlib import ExitStack
from random import Random

import pytest

from ops.house import open_house
from ops.tournaments.corrections import AnnounceTournament
from tests.support.command import done
from tests.support.counts import FROM, FULL, SEED, SOAK
from tests.support.recorders import CHESS, Acknowledged, connection, recorders, recording
from tests.support.service_ledgers import (
    UNLIMITED,
    WITHOUT_SCHEDULE,
    announce_league,
    check_recorded,
    sample_in,
)
from tests.support.serving import children, running, running_forked
from tests.support.soaking import report

pytestmark = pytest.mark.waits

KILLS = {
    "sqlite": 200 if SOAK else 30 if FULL else 1,
    "postgresql": 100 if SOAK else 15 if FULL else 1,
}
WORKERS_KILLED = 60 if SOAK else 6 if FULL else 1
ACKNOWLEDGED, SECONDS = 20, 0.02
"""The service is killed after up to so many acknowledgements, and up to so much later."""

BETWEEN = 0.05 if FULL else 0.15
"""Seconds between two recordings of a client: a worker takes a second to start in place of another,
and clients without a pause would keep both processors busy until then."""

A_KILL = 1_000_000
"""Numbers of recordings between two kills."""


@pytest.fixture(params=KILLS)
def address(request, tmp_path):
    """Where a ledger can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    return request.getfixturevalue("postgres_database")


def test_nothing_acknowledged_is_lost_and_nothing_is_recorded_twice(
    address, sample, tmp_path, tmp_path_factory, record_testsuite_property
):
    key = sample_in(address, sample, tmp_path_factory)
    counts: Counter[str] = Counter()
    kind = "postgresql" if "://" in address else "sqlite"
    service = ExitStack()

    def start():
        run = running if FULL else running_forked
        return service.enter_context(run(tmp_path, "--ledger", address, **WITHOUT_SCHEDULE))

    with service:
        started = start()
        announce_league(started.url, key)
        for kill in range(FROM, KILLS[kind]):
            random = Random(f"{SEED}-{kill}")
            with recorders(started.url, key, kill * A_KILL) as clients:
                clients.wait(1 + random.randrange(ACKNOWLEDGED))
                time.sleep(random.uniform(0, SECONDS))
                started.process.kill()
                service.close()
                started = start()
                clients.url = started.url
                clients.wait(4)
            check_recorded(address, clients.acknowledged)
            counts["acknowledged"] += len(clients.acknowledged)
            counts["stored unacknowledged"] += sum(one.replayed for one in clients.acknowledged)
            report(f"kills {kind}", kill + 1, KILLS[kind], counts)
        assert started.end() == 0
    done("verify", "--ledger", address)
    record_testsuite_property(f"service kills {kind}", f"{KILLS[kind]}: {dict(counts)}")


def test_a_killed_worker_is_replaced_and_nothing_is_lost(sample, tmp_path, tmp_path_factory):
    address, settings = str(tmp_path / "ledger.db"), tmp_path / "service.toml"
    key = sample_in(address, sample, tmp_path_factory)
    settings.write_text(f'ledger = "{address}"\nworkers = 2\nschedule_inside = false\n')
    run = running if FULL else running_forked
    with run(tmp_path, "--settings", settings, **UNLIMITED) as service:
        announce_league(service.url, key)
        for kill in range(FROM, WORKERS_KILLED):
            random = Random(f"{SEED}-worker-{kill}")
            with recorders(service.url, key, kill * A_KILL, between_seconds=BETWEEN) as clients:
                clients.wait(8 + random.randrange(ACKNOWLEDGED))
                service.kill_a_worker(random.randrange(2))
                clients.wait(20)
            check_recorded(address, clients.acknowledged)
            report("kills of workers", kill + 1, WORKERS_KILLED, clients.answers)
        assert len(children(service.process.pid)) == 2
        with connection(key) as http:
            counts = http.get(f"{service.url}/metrics").text
        assert 'ledger_answers_total{method="POST",route="/v1/tournaments' in counts
        assert service.end() == 0
    events = [json.loads(line) for line in service.log.read_text().splitlines()]
    exits = [event["exit"] for event in events if event.get("alarm") == "process-died"]
    assert exits == [-signal.SIGKILL] * (WORKERS_KILLED - FROM)
    done("verify", "--ledger", address)


def test_a_lost_recording_and_a_double_one_are_caught(sample, tmp_path):
    """The negative control: an answer without event, and an event without answer."""
    copy, acknowledged = shutil.copy(sample, tmp_path / "ledger.db"), []
    with open_house(str(copy)) as house:
        for asked in map(recording, (0, 3, 6)):
            head = house.read.head().next_position
            AnnounceTournament(pool=(CHESS,), set=asked.body["set"]).record(house)
            acknowledged.append(Acknowledged(asked, (head, head), replayed=False))
    check_recorded(str(copy), acknowledged)
    with pytest.raises(AssertionError, match="recorded twice"):
        check_recorded(str(copy), acknowledged[:2])
    acknowledged[1] = acknowledged[1]._replace(positions=(head + 1, head + 1))
    with pytest.raises(AssertionError, match="was acknowledged and is lost"):
        check_recorded(str(copy), acknowledged)
