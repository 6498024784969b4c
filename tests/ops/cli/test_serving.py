"""`ledger serve` for an operator: start, answers, refusals, end."""

import json
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.command import run
from tests.support.serving import children, command_of, running, until

pytestmark = pytest.mark.waits

PATH = "/v1/pools/fide-standard/players/fide:99000463/rating"
PERSON = "Gravuzzago"


def lines(service):
    """The lines of the log of a service."""
    return [json.loads(line) for line in service.log.read_text().splitlines()]


def test_one_process_answers_and_ends_well(copy, tmp_path):
    with running(tmp_path, "--ledger", copy) as service:
        assert service.host == "127.0.0.1"
        answer = httpx.get(f"{service.url}{PATH}", timeout=60)
        assert answer.status_code == 200
        assert PERSON in answer.text
        assert httpx.get(f"{service.url}/health/ready", timeout=60).json()["status"] == "ready"
        assert "ledger_head_position 88.0" in httpx.get(f"{service.url}/metrics", timeout=60).text
        httpx.get(f"{service.url}/v1/pools/{PERSON}/lists", params={"q": PERSON})
        assert service.end() == 0
    events = [line["event"] for line in lines(service)]
    assert events[0] == "answering"
    assert events[-1] == "stopped"
    assert PERSON not in service.log.read_text()


def test_processes_end_when_their_supervisor_crashes(copy, tmp_path):
    with running(tmp_path, "--ledger", copy, "--workers", "2") as service:
        workers = children(service.process.pid)
        service.process.send_signal(signal.SIGSEGV)
        assert service.process.wait() == -signal.SIGSEGV
        assert "Fatal Python error: Segmentation fault" in service.log.read_text()
        for worker in workers:
            while "spawn_main" in command_of(worker):
                time.sleep(0.01)


def test_a_request_in_flight_is_answered_before_the_service_ends(copy, tmp_path):
    waiting = (sys.executable, "-m", "tests.support.waiting_address", str(tmp_path))
    with running(tmp_path, "--ledger", copy, program=waiting) as service:
        with ThreadPoolExecutor(1) as threads:
            asked = threads.submit(httpx.get, f"{service.url}/v1/waiting", timeout=60)
            until((tmp_path / "begun").exists, service)
            service.process.terminate()
            until(lambda: refuses(service), service)
            assert service.process.poll() is None
            (tmp_path / "go").touch()
            assert asked.result().json()["rows"] == [{"word": "done"}]
        assert service.process.wait() == 0
    assert lines(service)[-1]["event"] == "stopped"


def refuses(service):
    """Whether the service takes no more connections."""
    try:
        socket.create_connection((service.host, service.port)).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--ledger", "nowhere.ledger"), "no ledger here"),
        (("--host", "ratings.example.org"), "an IP address, e.g. 127.0.0.1"),
        (("--workers", "0"), "workers (--workers): found 0"),
        (("--settings", "nowhere.toml"), "No such file"),
    ],
)
def test_what_cannot_be_served_is_refused_before_a_process_starts(
    copy, tmp_path, monkeypatch, words, says
):
    monkeypatch.chdir(tmp_path)
    ran = run("serve", *(() if "--ledger" in words else ("--ledger", copy)), *words)
    assert (ran.code, ran.out) == (3, "")
    assert says in ran.err


def test_a_port_in_use_is_refused(copy):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("serve", "--ledger", copy, "--port", str(port))
    assert ran.code == 3
    assert f"127.0.0.1 port {port} cannot be used" in ran.err
