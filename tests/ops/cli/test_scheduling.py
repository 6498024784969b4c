"""Scheduled closings as typed by a person: a policy, the due lists, a tick, a service."""

import os
import signal
import subprocess
import sys

import pytest

from ledger.sentences import plain
from ops.cli.exits import FOUND, REFUSED
from ops.cli.scheduling import _alarm
from ops.schedule.alarms import Alarm
from tests.support.closing_service import FIDE, a_service
from tests.support.command import done, run
from tests.support.receivers import a_receiver

pytestmark = pytest.mark.waits

POLICY = ("--in-force-from", "2025-07-01", "--by", "commission")


@pytest.fixture
def address(tmp_path):
    """A ledger with a pool of August 2025 on, years ago by now."""
    made = tmp_path / "ledger"
    with a_service(str(made)) as service:
        service.open()
    return made


def sets(address, *words):
    return done("pool", "set-closing-policy", FIDE, *words, *POLICY, "--ledger", address)


def test_a_policy_is_recorded_once(address):
    assert sets(address, "hold", "--deadline-days", "3", "--publish") == (
        "closing policy of fide-standard from 2025-07-01: hold at most 3 days, and publish (#6)\n"
    )
    assert "(#6, already recorded)" in sets(address, "hold", "--deadline-days", "3", "--publish")


def test_a_policy_set_back_is_a_new_event(address):
    first, other, back = (sets(address, mode) for mode in ("hold", "proceed", "hold"))
    assert "hold until the checklist is green (#6)" in first
    assert "proceed (#7)" in other
    assert "hold until the checklist is green (#8)" in back
    assert "(#8, already recorded)" in sets(address, "hold")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((FIDE, "proceed", "--deadline-days", "3"), "a deadline belongs to hold, not to proceed"),
        ((FIDE, "hold", "--deadline-days", "0"), "deadline_days"),
        ((FIDE, "by-hand", "--publish"), "by-hand publishes nothing by itself"),
        (("nowhere", "proceed"), "there is no pool 'nowhere'"),
    ],
)
def test_a_policy_that_contradicts_itself_is_refused(address, words, reason):
    ran = run("pool", "set-closing-policy", *words, *POLICY, "--ledger", address)
    assert (ran.code, ran.out) == (REFUSED, "")
    assert reason in ran.err


def test_show_names_what_is_due_and_records_nothing(address):
    shown = run("schedule", "show", "--format", "json", "--ledger", address).document
    (row,) = shown["rows"]
    assert (row["pool"], row["period"], row["state"]) == (FIDE, "2025-08", "by-hand")
    assert shown["about"]["known_to"] == 5
    assert "a person closes it" in done("schedule", "show", FIDE, "--ledger", address)
    assert done("schedule", "show", "--format", "csv", "--ledger", address).count("\n") == 2
    assert "(#6)" in sets(address, "proceed")


def test_show_refuses_an_unknown_pool(address):
    assert "there is no pool 'x'" in run("schedule", "show", "x", "--ledger", address).err


def test_a_tick_closes_publishes_and_sends(address, tmp_path):
    sets(address, "proceed", "--publish")
    with a_receiver(tmp_path) as receiver:
        hook = receiver.webhook()
        settings = tmp_path / "ledger.toml"
        settings.touch(0o600)
        settings.write_text(
            f'[[webhooks]]\nname = "board"\nurl = "{hook.url}"\nsecret = "{hook.secret.reveal()}"\n'
            f'ca_file = "{hook.ca_file}"\nprivate_addresses = true\n'
        )
        tick = ("schedule", "tick", "--settings", settings, "--ledger", address)
        out = done(*tick)
    assert out.startswith("closed fide-standard 2025-08 (#7)\n")
    assert "published fide-standard 2025-08 (#8)\n" in out
    assert "fide-standard" in out.splitlines()[-2]
    sent = len(receiver.received)
    assert out.endswith(f"{sent} new notices, {min(sent, 50)} sent\n")
    assert "closed" not in done("schedule", "tick", "--ledger", address)


def test_a_tick_with_an_alarm_has_an_exit_code_of_its_own(address):
    sets(address, "hold")
    done(
        "tournament", "announce", "--pool", FIDE, "--set", "name=A", "--set", "start=2025-07-05",
        "--set", "end=2025-07-06", "--ledger", address,
    )  # fmt: skip
    ran = run("schedule", "tick", "--format", "json", "--ledger", address)
    assert ran.code == FOUND
    assert ran.document["about"]["closed"] == []
    (warning,) = ran.document["warnings"]
    assert warning.startswith("held-past-list-date fide-standard: 2025-08: 1 tournament past")


def test_an_alarm_names_its_pool_and_none_where_it_has_none():
    late = "2026-02: fide-standard closes its list first"
    assert [
        _alarm(Alarm("clock-wrong", plain("the clock is 3 days behind"))),
        _alarm(Alarm("closing-refused", plain(late), "fide-blitz")),
        _alarm(Alarm("held-past-list-date", plain("2026-02: one report is late"), "fide-blitz")),
    ] == [
        "clock-wrong: the clock is 3 days behind",
        f"closing-refused fide-blitz: {late}",
        "held-past-list-date fide-blitz: 2026-02: one report is late",
    ]


def test_the_table_of_closings_is_shorter_than_csv_and_has_seconds(address):
    """Nothing a person waits for is lost."""
    sets(address, "hold", "--publish")
    show = ("schedule", "show", "--ledger", address)
    heading, row, *_ = done(*show).splitlines()
    assert ("cut off" in heading, "publish" in heading) == (False, False)
    assert "2025-07-31T22:00:00Z" in row
    assert "hold, publish" in row
    first, values, *_ = done(*show, "--format", "csv").splitlines()
    assert "cut_off" in first
    assert "2025-07-31T22:00:00.000000Z" in values


@pytest.mark.parametrize(
    ("text", "reason"),
    [("colour = 1", "colour"), ("not toml", "ledger.toml"), (None, "ledger.toml")],
)
def test_wrong_settings_are_refused(address, tmp_path, text, reason):
    settings = tmp_path / "ledger.toml"
    if text is not None:
        settings.write_text(text)
    for command in ("tick", "run"):
        ran = run("schedule", command, "--settings", settings, "--ledger", address)
        assert ran.code == REFUSED
        assert reason in ran.err


def test_the_schedule_takes_an_administrator_where_a_key_is_given(address, monkeypatch):
    """Other roles close lists by hand, under the id of the actor."""
    for actor, role in (("anna", "rating-officer"), ("ugo", "administrator")):
        done("actor", "add", actor, "--role", role, "--by", "body", "--ledger", address)
        out = run("key", "create", actor, "--format", "json", "--ledger", address).document
        monkeypatch.setenv("LEDGER_KEY", out["about"]["text"])
        codes = {
            run("schedule", what, "--ledger", address).code for what in ("tick", "resume-notices")
        }
        assert codes == ({REFUSED} if actor == "anna" else {0})
        monkeypatch.delenv("LEDGER_KEY")


def test_resuming_without_a_restoration_changes_nothing(address):
    out = done("schedule", "resume-notices", "--ledger", address)
    assert out == "0 silenced notices wait to be sent again\n"


def test_the_service_closes_until_it_is_stopped_and_ends_well(address):
    sets(address, "proceed")
    program = "from ops.cli import main; main()"
    words = [sys.executable, "-c", program, "schedule", "run", "--ledger", str(address)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any("list_closed" in line for line in process.stderr)
        os.kill(process.pid, signal.SIGTERM)
        process.stderr.read()
        assert process.wait(60) == 0
