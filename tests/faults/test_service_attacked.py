"""An attack from an address leaves another address undisturbed.

With default settings. LEDGER_TEST_FULL=1: a minute, a process that may open 1 024 files, and 99 of
100 answers to the second address within a second, on two quiet processors; otherwise two seconds,
without a look at times.
"""

import json
import time
from functools import partial

from ops.bench.worlds import CHESS, World
from ops.bench.writing import write
from tests.support.attackers import attacking
from tests.support.counts import FULL
from tests.support.mixed_load import resident_kilobytes
from tests.support.second_address import asking, processor_seconds
from tests.support.serving import PROGRAM, running, running_forked, until
from tests.support.soaking import written

SECONDS = 60 if FULL else 2
WORLD = World(CHESS, 10_000, 24, 200_000) if FULL else World(CHESS, 2_000, 6, 10_000)
MOST_SECONDS = 1.0
"""For 99 of 100 answers."""
IDLE_AFTER_SECONDS = 5.0
IDLE_SHARE = 0.05
"""Of a processor, for a service that does nothing."""
MOST_MEGABYTES = 256
"""By which the process may grow."""
INVENTED = "verification_found_faults"
"""The reports of the world have no files."""
LIMITED = ("bash", "-c", 'ulimit -n 1024; exec "$@"', "limited")
started = partial(running, program=(*LIMITED, *PROGRAM)) if FULL else running_forked

LISTS = f"/v1/pools/{CHESS.pool}/lists"
PLAYER = f"/v1/pools/{CHESS.pool}/players/1110-2"


def questions(first, last):
    """The questions of the attackers, and of the second address."""
    attack = (f"{LISTS}/{first}/compare/{last}?causes=true", f"{LISTS}/{last}.csv")
    quiet = (
        f"{PLAYER}/rating",
        f"{LISTS}/{last}?limit=50",
        f"{PLAYER}/history",
        f"{PLAYER}/lists/{last}/explanation",
        "/v1/pools",
    )
    return attack, quiet


def is_idle(pid):
    """Whether the service does nothing for half a second."""
    before = processor_seconds(pid)
    time.sleep(0.5)
    return bool(processor_seconds(pid) - before < IDLE_SHARE / 2)


def test_a_second_address_is_answered_while_one_does_its_worst(
    tmp_path, capsys, record_testsuite_property
):
    periods = [period.name for period in WORLD.each_period()]
    address = tmp_path / "world.ledger"
    write(WORLD, address).close()
    attack, quiet = questions(periods[0], periods[-1])
    with started(tmp_path, "--ledger", address) as service:
        pid = service.process.pid
        with asking(service.host, service.port, quiet) as second:
            until(lambda: second.answers["ready 200"] > 0, service)
            before = resident_kilobytes(pid)
            with attacking(service.port, SECONDS, attack) as attackers:
                counts, _ = attackers.communicate()
            ended = time.monotonic()
        grown = (resident_kilobytes(pid) - before) // 1_000
        until(lambda: is_idle(pid), service)
        idle_after = time.monotonic() - ended
        assert service.end() == 0
    line = f"p99 {second.p99:.3f} s, {grown} MB, idle after {idle_after:.1f} s: {counts}"
    record_testsuite_property("attack", line)
    with capsys.disabled():
        written(line)
    slow = () if FULL else ("question 503",)  # other tests may have the processors
    assert {*second.answers}.difference(slow) == {"question 200", "ready 200"}, second.answers
    lines = [json.loads(line) for line in service.log.read_text().splitlines()]
    assert {line["event"] for line in lines if line["level"] == "error"} <= {INVENTED}
    assert grown < MOST_MEGABYTES
    assert idle_after < IDLE_AFTER_SECONDS
    assert not FULL or second.p99 < MOST_SECONDS
    for kind in ("body 413", "body 401", "uploads broken off", "silent connections closed"):
        assert json.loads(counts)[kind], kind
