"""The units of systemd and the examples beside: the started commands work as written."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ops.settings import read
from tests.support.command import done
from tests.support.serving import PROGRAM, running

pytestmark = pytest.mark.waits

DEPLOY = Path(__file__).parents[3] / "ops" / "deploy"
UNITS = ("ledger", "ledger-schedule")
HARDENED = {
    "User": "ledger",
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "CapabilityBoundingSet": "",
    "UMask": "0077",
    "SystemCallFilter": "@system-service",
}


def unit(name):
    """Return a unit by sections."""
    text = (DEPLOY / f"{name}.service").read_text()
    sections = re.split(r"^\[(\w+)\]\n", text, flags=re.M)[1:]
    return {
        section: dict(re.findall(r"^(\w+)=(.*)$", body, re.M))
        for section, body in zip(sections[::2], sections[1::2], strict=True)
    }


def words(name):
    """Return the words after `ledger` in a unit."""
    program, *arguments = unit(name)["Service"]["ExecStart"].split()
    assert program == "/opt/ledger/.venv/bin/ledger"
    return arguments


@pytest.fixture
def settings(copy, tmp_path):
    """The example of settings, for a ledger of the test."""
    folder = tmp_path / "backups"
    folder.mkdir()
    text = (DEPLOY / "service.toml").read_text()
    text = text.replace("/var/lib/ledger/ratings.ledger", str(copy))
    path = tmp_path / "service.toml"
    path.write_text(text.replace("/var/backups/ledger", str(folder)))
    return path


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_hardened_and_writes_only_where_the_settings_say(name):
    service = unit(name)["Service"]
    assert {key: service[key] for key in HARDENED} == HARDENED
    example = read({"LEDGER_SETTINGS": str(DEPLOY / "service.toml"), "LEDGER_BACKUP_FOLDER": ""})
    assert example.settings.ledger.startswith(f"/var/lib/{service['StateDirectory']}/")
    folder = service["ReadWritePaths"].removeprefix("-")
    assert f'backup_folder = "{folder}"' in (DEPLOY / "service.toml").read_text()
    assert int(service["TimeoutStopSec"]) > example.settings.stop_limit_seconds
    assert service["Environment"] == "LEDGER_SETTINGS=/etc/ledger/service.toml"


def test_the_unit_of_the_service_starts_it_and_the_container_asks_whether_it_is_ready(
    settings, tmp_path
):
    assert words("ledger") == ["serve"]
    container = (DEPLOY / "Containerfile").read_text()
    (program,) = re.findall(r'^HEALTHCHECK .*"-c", "(.*)"\]$', container, re.M)
    (port,) = re.findall(r"^EXPOSE (\d+)$", container, re.M)
    with running(tmp_path, LEDGER_SETTINGS=str(settings)) as service:
        asking = program.replace(f":{port}/", f":{service.port}/")
        assert f":{service.port}/health/ready" in asking
        subprocess.run([sys.executable, "-c", asking], check=True)
        assert service.end() == 0
        after = subprocess.run([sys.executable, "-c", asking], check=False, capture_output=True)
    assert after.returncode != 0


def test_the_unit_of_the_schedule_starts_it_and_it_ends_well(settings, tmp_path):
    log = tmp_path / "schedule.jsonl"
    variables = {key: text for key, text in os.environ.items() if "LEDGER" not in key}
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*PROGRAM, *words("ledger-schedule")],
            stderr=errors,
            env={**variables, "LEDGER_SETTINGS": str(settings)},
        )
    while len(list((tmp_path / "backups").glob("*.ledger"))) < 1:
        assert process.poll() is None, log.read_text()
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait() == 0, log.read_text()
    events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    assert (events[0], events[-1]) == ("scheduled_work_started", "stopped")


def test_the_proxy_passes_no_address_for_watchers_and_a_little_more_than_the_limits():
    text = (DEPLOY / "reverse-proxy.conf").read_text()
    defaults = read({}).settings
    assert f"server 127.0.0.1:{defaults.port};" in text
    assert {"/health/", "/metrics"} <= set(re.findall(r"location (\S+) { return 404; }", text))
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", text)
    (seconds,) = re.findall(r"proxy_read_timeout (\d+)s;", text)
    assert int(megabytes) << 20 > defaults.body_limit_bytes
    assert int(seconds) > defaults.request_limit_seconds
    assert "X-Forwarded-For $remote_addr;" in text  # never what the client sent


def test_the_roles_of_postgresql_are_those_of_the_program(postgres_server, tmp_path):
    """The file is run unchanged; the owner makes a ledger, and the application only
    appends.

    The backup of the owner has all tables, also those of the application; a superuser restores it.
    """
    script = (DEPLOY / "postgresql.sql").read_text()
    psql = postgres_server.binaries / "psql"
    server = ["--host", postgres_server.host, "--port", str(postgres_server.port)]
    have_role = "SELECT 1 FROM pg_roles WHERE rolname = 'ledger_app'"
    asked = subprocess.run(
        [psql, *server, "--username=postgres", "--tuples-only", "--command", have_role],
        check=True,
        capture_output=True,
        text=True,
    )
    if asked.stdout.strip():  # of another test, on the same server
        script = script.replace("CREATE ROLE ledger_app LOGIN;", "")
    subprocess.run(
        [psql, *server, "--username=postgres", "--set=ON_ERROR_STOP=1", "--quiet"],
        input=script,
        text=True,
        check=True,
    )
    try:
        owner = postgres_server.url("ratings", "ledger_owner")
        done("init", "--ledger", owner, "--origin", "example.org")
        app = postgres_server.url("ratings", "ledger_app")
        done("pool", "open", "fide-standard", "--first-period", "2026-01", "--ledger", app)
        assert "0 faults" in done("verify", "--ledger", app)
        as_owner = ["--username=ledger_owner", "--dbname"]
        as_superuser = ["--username=postgres", "--dbname"]
        again = (
            "CREATE DATABASE ratings_again OWNER ledger_owner ENCODING 'UTF8' TEMPLATE template0"
        )
        for program, words in (
            ("pg_dump", [*as_owner, "ratings", "--format=custom", f"--file={tmp_path / 'dump'}"]),
            ("psql", ["--username=postgres", "--command", again]),
            ("pg_restore", [*as_superuser, "ratings_again", "--exit-on-error", tmp_path / "dump"]),
        ):
            command = [postgres_server.binaries / program, *server, *words]
            ran = subprocess.run(command, check=False, capture_output=True, text=True)
            assert ran.returncode == 0, ran.stderr
        restored = postgres_server.url("ratings_again", "ledger_owner")
        assert "0 faults" in done("verify", "--ledger", restored)
    finally:
        postgres_server.drop_database("ratings_again")
        postgres_server.drop_database("ratings")
        dropped = "DROP ROLE ledger_owner"
        subprocess.run(
            [psql, *server, "--username=postgres", "--command", dropped],
            check=True,
            capture_output=True,
        )
