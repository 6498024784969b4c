"""Actors and keys at the command line, and a command line that acts with a key."""

import os
import stat

import pytest

from ledger.store.ledger import Ledger
from tests.support.command import done, run

CHESS = "fide-standard"
TOURNAMENT = [
    *("tournament", "announce", "--pool", CHESS, "--set", "name=Open"),
    *("--set", "start=2026-05-01", "--set", "end=2026-05-03"),
]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A ledger with two pools, an administrator and a submitter."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ledger"))
    done("init", "--origin", "example.org")
    for pool in (CHESS, "fide-rapid"):
        done("pool", "open", pool, "--first-period", "2026-05")
    done("actor", "add", "ada", "--name", "Ada Verdi", "--role", "administrator", "--by", "council")
    done(
        *("actor", "add", "club", "--kind", "body", "--role", "submitter"),
        *("--pool", CHESS, "--by", "council"),
    )
    return tmp_path


def key_of(actor, *limits):
    """The text of a new key."""
    return done("key", "create", actor, *limits).splitlines()[-1].strip()


def recorders(here):
    with Ledger.open(str(here / "ledger")) as ledger:
        return [recorded.recorded_by for recorded in ledger.read.events()]


def refused(*words):
    """Run a command and check the refusal; return the code, with nothing recorded."""
    ran = run(*words, "--format", "json")
    assert ran.code == 3, ran
    assert ran.document["recorded"] == []
    return ran.document["refusals"][0]["code"]


def test_without_a_key_the_command_line_is_local(here):
    done(*TOURNAMENT)
    assert {*recorders(here)} == {"local"}


def test_with_a_key_it_acts_as_the_actor_of_the_key(here, monkeypatch):
    monkeypatch.setenv("LEDGER_KEY", key_of("club"))
    done(*TOURNAMENT)
    assert recorders(here)[-1] == "club"


def test_with_a_key_it_may_do_what_the_actor_may(here, monkeypatch):
    monkeypatch.setenv("LEDGER_KEY", key_of("club"))
    elsewhere = ["fide-rapid" if word == CHESS else word for word in TOURNAMENT]
    before = recorders(here)
    assert refused(*elsewhere) == "not-allowed"
    assert refused("actor", "grant", "club", "auditor", "--by", "council") == "not-allowed"
    assert refused("actor", "disable", "ada", "--by", "council") == "not-allowed"
    assert refused("key", "create", "club") == "not-allowed"
    assert refused("key", "revoke", "000000000000") == "not-allowed"
    assert run("key", "list").code == run("actor", "list").code == 3
    assert recorders(here) == before


def test_an_administrator_manages_actors_and_keys_with_a_key(here, monkeypatch):
    monkeypatch.setenv("LEDGER_KEY", key_of("ada"))
    done("actor", "grant", "club", "auditor", "--by", "council")
    assert recorders(here)[-1] == "ada"
    club = key_of("club", "--role", "auditor", "--pool", CHESS)
    assert "auditor" in done("key", "list", "club")
    done("key", "revoke", club.split("_")[1])
    assert refused(*TOURNAMENT) == "not-allowed"


def test_an_import_is_recorded_and_slipped_under_the_actor_of_the_key(here, monkeypatch):
    monkeypatch.setenv("LEDGER_KEY", key_of("club"))
    (here / "empty.trf").write_bytes(b"")
    assert run("tournament", "import", "empty.trf", "--pool", CHESS).code == 3
    shown = done("tournament", "slips", "--format", "csv").splitlines()
    assert dict(zip(*(line.split(",") for line in shown), strict=True))["handed_in_by"] == "club"


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_key_can_be_in_a_private_file(here, monkeypatch, mode):
    file = here / "key"
    file.write_text(f"{key_of('club')}\n")
    file.chmod(mode)
    monkeypatch.setenv("LEDGER_KEY", str(file))
    done(*TOURNAMENT)
    assert recorders(here)[-1] == "club"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666, 0o610, 0o700 | stat.S_IRGRP])
def test_a_file_that_others_may_read_is_refused(here, monkeypatch, mode):
    file = here / "key"
    file.write_text(key_of("club"))
    file.chmod(mode)
    monkeypatch.setenv("LEDGER_KEY", str(file))
    assert refused(*TOURNAMENT) == "key-file-open"


def test_a_folder_is_no_file_of_a_key(here, monkeypatch):
    folder = here / "folder"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("LEDGER_KEY", str(folder))
    assert refused(*TOURNAMENT) == "key-file-open"


def test_a_file_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setenv("LEDGER_KEY", "nowhere")
    assert refused(*TOURNAMENT) == "file-not-usable"


@pytest.mark.parametrize("text", ["rl_", "rl_000000000000_" + "A" * 43])
def test_a_wrong_key_is_refused(monkeypatch, text):
    monkeypatch.setenv("LEDGER_KEY", text)
    assert refused(*TOURNAMENT) == "key-unknown"
    assert run("list", "show", CHESS).code == 3


def test_an_empty_variable_is_no_key(here, monkeypatch):
    monkeypatch.setenv("LEDGER_KEY", "")
    done(*TOURNAMENT)
    assert recorders(here)[-1] == "local"


def test_the_key_of_a_disabled_actor_is_refused(here, monkeypatch):
    text = key_of("club")
    assert "1 key revoked" in done("actor", "disable", "club", "--by", "council")
    monkeypatch.setenv("LEDGER_KEY", text)
    assert refused(*TOURNAMENT) == "key-revoked"


def test_the_free_text_option_is_gone():
    ran = run(*TOURNAMENT, "--recorded-by", "Anna")
    assert ran.code == 2
    assert "--recorded-by" in ran.err


def test_what_was_granted_and_withdrawn_is_shown_in_order():
    done("actor", "grant", "club", "committee", "--by", "council")
    done("actor", "withdraw", "club", "committee", "--by", "assembly")
    lines = done("actor", "show", "club", "--format", "csv").splitlines()
    assert [line.split(",")[1:4] for line in lines[1:]] == [
        ["granted", "submitter", CHESS],
        ["granted", "committee", ""],
        ["withdrawn", "committee", ""],
    ]
    assert lines[-1].endswith(",assembly,local,no")


def test_a_restored_ledger_needs_new_keys(here):
    key_of("club")
    done("dump", "--to", "dump.jsonl")
    done("backup", "--to", "copy.ledger")
    for file in ("dump.jsonl", "copy.ledger"):
        said = done("restore", file, "--ledger", f"{file}.again")
        assert "API keys are not restored: make them anew with `ledger key create ACTOR`" in said
        [key] = run("key", "list", "--format", "json", "--ledger", f"{file}.again").document["rows"]
        assert (key["actor"], key["state"]) == ("club", "closed")
        assert "Ada Verdi" in done("actor", "list", "--ledger", f"{file}.again")
    assert "club" in done("key", "list", "--ledger", "copy.ledger")


def test_a_ledger_with_actors_is_proved_and_an_actor_without_an_event_is_a_fault(here):
    assert "0 faults" in done("verify")
    with Ledger.open(os.environ["LEDGER"]) as ledger, ledger.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO actor VALUES ('eve', 'person', 'Eve', NULL)")
    assert "fault: actor eve" in run("verify").out
