"""Mixed load on a running service with a scheduler: no error, and no growing memory.

Quick, some seconds without a look at memory; LEDGER_TEST_FULL=1 five minutes, from minute 2 on;
LEDGER_TEST_SOAK=1 an hour, from minute 10 on, while one address does its worst. Times are written,
never asserted.
"""

import json
import time
from contextlib import ExitStack

import pytest

from tests.support.attackers import attacking
from tests.support.command import done
from tests.support.counts import FULL, SEED, SOAK
from tests.support.mixed_load import Load, mixed_load
from tests.support.service_ledgers import sample_in
from tests.support.serving import running, running_forked
from tests.support.soaking import report, written

pytestmark = pytest.mark.waits

MINUTE = 60
SECONDS = 60 * MINUTE if SOAK else 5 * MINUTE if FULL else 2
FROM_SECONDS = 10 * MINUTE if SOAK else 2 * MINUTE
EVERY_SECONDS = {
    "report": 30 if SOAK else 10 if FULL else 1,
    "closing": SECONDS / 8 if FULL or SOAK else 1,
}
"""Eight lists of the sample are due: a long load closes them one after the other to its end."""
MOST_GROWTH = 0.05
KEYS_UNLIMITED = {"LEDGER_KEY_REQUESTS_PER_MINUTE": "1000000"}
ATTACKED = (
    "/v1/pools/fide-standard/lists/2025-11/compare/2026-03?causes=true",
    "/v1/pools/fide-standard/lists/2026-03.csv",
)


def test_a_mixed_load_meets_no_error_and_memory_does_not_grow(
    sample, tmp_path, tmp_path_factory, capsys, record_testsuite_property
):
    address = str(tmp_path / "ledger.db")
    key = sample_in(address, sample, tmp_path_factory)
    run = running if FULL or SOAK else running_forked
    with run(tmp_path, "--ledger", address, **KEYS_UNLIMITED) as service:
        with mixed_load(service.url, key, str(SEED), EVERY_SECONDS) as load, ExitStack() as stack:
            if SOAK:
                stack.enter_context(attacking(service.port, SECONDS, ATTACKED, pause=1))
            while (now := time.monotonic() - load.began) < SECONDS or not load.covers_all:
                assert load.wrong == []
                assert now < SECONDS + 2 * MINUTE, load.statuses
                time.sleep(0.5)
                load.measure(service.process.pid)
                report("seconds of load", int(now), SECONDS, load.statuses)
        assert load.wrong == []
        assert service.end() == 0
    lines = [json.loads(line) for line in service.log.read_text().splitlines()]
    assert [line for line in lines if line["level"] == "error"] == []
    done("verify", "--ledger", address)
    lines = [*load.times()]
    for line in lines:
        record_testsuite_property("load", line)
    with capsys.disabled():
        written("\n".join(lines))
    if FULL or SOAK:
        growth = load.growth(FROM_SECONDS, MINUTE)
        with capsys.disabled():
            written(f"growth of resident size by process: {growth}")
        assert all(share < MOST_GROWTH for share in growth.values()), growth


def test_a_growing_process_is_noticed():
    """The negative control of the measurement."""
    load = Load("", "", "", {})
    load.sizes[1] = [(second, 100_000 + 100 * second) for second in range(300)]
    load.sizes[2] = [(second, 100_000) for second in range(300)]
    growth = load.growth(120, 60)
    assert growth[1] > MOST_GROWTH
    assert growth[2] == pytest.approx(0)
