"""A copy in the ledger's place opens no key before somebody on the server says so.

Copies: an older file put back by `cp` or with everything beside it, a backup, a dump of PostgreSQL.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ledger.store.api_keys import Secrets
from ledger.store.ledger import Ledger
from ops.cli.exits import REFUSED
from tests.support.command import Ran, done, run
from tests.support.postgres import PostgresServer

CLUB, OFFICER = "club-12", "officer-7"
OPENED = ("actor", "list")
"""A question that an administrator may ask."""


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request, tmp_path, monkeypatch):
    """A new ledger with an administrator and a club; commands know the path."""
    address = str(tmp_path / "x.ledger")
    if request.param == "postgresql":
        address = request.getfixturevalue("postgres_database")
    made_at(address, monkeypatch)
    return address


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The same in a file."""
    return Path(made_at(str(tmp_path / "x.ledger"), monkeypatch))


def made_at(address: str, monkeypatch) -> str:
    monkeypatch.setenv("LEDGER", address)
    monkeypatch.delenv("LEDGER_KEY", raising=False)
    done("init", "--origin", "example.org")
    done("actor", "add", OFFICER, "--role", "administrator", "--by", "council")
    done("actor", "add", CLUB, "--kind", "body", "--role", "submitter", "--by", "council")
    return address


def new_key(actor: str = OFFICER) -> tuple[str, str]:
    """Make a key; return the id and the text."""
    [text] = re.findall(r"rl_\S+", done("key", "create", actor))
    return text.split("_")[1], text


def shown(text: str, monkeypatch) -> Ran:
    """Ask with a key."""
    with monkeypatch.context() as patch:
        patch.setenv("LEDGER_KEY", text)
        return run(*OPENED)


def is_closed(text: str, monkeypatch) -> bool:
    """Whether a key is refused as closed; otherwise the key opens."""
    ran = shown(text, monkeypatch)
    assert (ran.code, "is closed, because a copy" in ran.err) in {(0, False), (REFUSED, True)}, ran
    return ran.code == REFUSED


def put_back(older: Path, ledger: Path, *beside: str) -> None:
    """Put an older file in the ledger's place, after removing the ledger and files of the
    same name.
    """
    for end in ("", "-wal", "-shm", *beside):
        Path(f"{ledger}{end}").unlink(missing_ok=True)
    shutil.copy(older, ledger)


def test_an_older_file_opens_no_key_and_once_accepted_only_those_named(file, tmp_path, monkeypatch):
    """A revoked key and a withdrawn role come back with the file: the roles are named."""
    (kept, opens), (ended, revived) = new_key(), new_key(CLUB)
    shutil.copy(file, tmp_path / "older")
    done("key", "revoke", ended)
    done("actor", "withdraw", CLUB, "submitter", "--by", "council")
    put_back(tmp_path / "older", file)
    assert is_closed(opens, monkeypatch)
    assert is_closed(revived, monkeypatch)
    said = done("restore", "--accept-older")
    assert f"    {CLUB}: submitter\n    {OFFICER}: administrator\n" in said
    assert "`ledger key reopen KEY`" in said
    assert is_closed(opens, monkeypatch)
    assert is_closed(revived, monkeypatch)
    assert f"opened again: {kept} of {OFFICER} (#" in done("key", "reopen", kept)
    assert not is_closed(opens, monkeypatch)
    assert is_closed(revived, monkeypatch)
    assert "no key was closed" in done("key", "reopen", kept)


@pytest.mark.parametrize("copied", ["cp", "backup"])
def test_an_older_file_without_its_answers_opens_no_key(file, tmp_path, monkeypatch, copied):
    """Nothing beside shows the loss: the file lies in another folder than at the making of
    the key.
    """
    _, text = new_key()
    if copied == "cp":
        shutil.copy(file, tmp_path / "older")
    else:
        done("backup", "--to", tmp_path / "older")
    put_back(tmp_path / "older", file, ".projections")
    assert is_closed(text, monkeypatch)
    ran = run("key", "reopen", "--all-closed")
    assert (ran.code, "`ledger restore --accept-older`" in ran.err) == (REFUSED, True), ran
    done("restore", "--accept-older")
    done("key", "reopen", "--all-closed")
    assert not is_closed(text, monkeypatch)


def test_a_folder_put_back_whole_opens_no_key(tmp_path, monkeypatch):
    """The answers beside the ledger agree with the file: both are equally old."""
    folder = tmp_path / "data"
    folder.mkdir()
    made_at(str(folder / "x.ledger"), monkeypatch)
    _, text = new_key()
    shutil.copytree(folder, tmp_path / "older")
    done("actor", "grant", CLUB, "auditor", "--by", "council")
    shutil.rmtree(folder)
    shutil.copytree(tmp_path / "older", folder)
    assert is_closed(text, monkeypatch)


def test_a_ledger_that_was_not_copied_goes_on_with_its_keys(ledger, monkeypatch):
    _, text = new_key()
    for _ in range(2):
        done("actor", "grant", CLUB, "auditor", "--by", "council")
        assert not is_closed(text, monkeypatch)
    done("rebuild")
    assert not is_closed(text, monkeypatch)


def test_a_key_made_in_a_copy_opens_there(file, tmp_path, monkeypatch):
    _, before = new_key()
    monkeypatch.setenv("LEDGER", str(shutil.copy(file, tmp_path / "copy")))
    _, text = new_key()
    assert is_closed(before, monkeypatch)
    assert not is_closed(text, monkeypatch)


def test_a_dump_of_postgresql_put_back_opens_no_key(
    postgres_server, postgres_database, tmp_path, monkeypatch
):
    """The answers kept beside are restored with the dump: nothing else shows the age."""
    made_at(postgres_database, monkeypatch)
    (kept, opens), (ended, revived) = new_key(), new_key(CLUB)
    of_postgresql(postgres_server, "pg_dump", "--format=custom", f"--file={tmp_path / 'dump'}",
                  plain(postgres_database))  # fmt: skip
    done("key", "revoke", ended)
    done("actor", "withdraw", CLUB, "submitter", "--by", "council")
    into = ("--clean", "--if-exists", "--exit-on-error", f"--dbname={plain(postgres_database)}")
    of_postgresql(postgres_server, "pg_restore", *into, str(tmp_path / "dump"))
    assert is_closed(opens, monkeypatch)
    assert is_closed(revived, monkeypatch)
    assert f"    {CLUB}: submitter\n" in done("restore", "--accept-older")
    assert is_closed(revived, monkeypatch)
    done("key", "reopen", kept)
    assert not is_closed(opens, monkeypatch)
    assert is_closed(revived, monkeypatch)


def plain(url: str) -> str:
    """Return a URL in the form for PostgreSQL's own programs."""
    return url.replace("postgresql+psycopg", "postgresql")


def of_postgresql(server: PostgresServer, program: str, *words: str) -> None:
    path = f"{server.binaries}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [str(server.binaries / program), *words],
        env={**os.environ, "PATH": path},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr


def test_a_restored_ledger_names_the_roles_and_opens_no_key_of_before(file, tmp_path, monkeypatch):
    """A dump holds no secrets: nothing to open again."""
    key, text = new_key()
    done("dump", "--to", tmp_path / "dump.jsonl")
    said = done("restore", tmp_path / "dump.jsonl", "--ledger", tmp_path / "again")
    assert f"    {OFFICER}: administrator\n" in said
    monkeypatch.setenv("LEDGER", str(tmp_path / "again"))
    assert "is no API key of this ledger" in shown(text, monkeypatch).err
    ran = run("key", "reopen", key)
    assert (ran.code, "has no secret in this copy" in ran.err) == (REFUSED, True)


def test_a_revoked_key_is_not_opened_again(file):
    key, _ = new_key()
    done("key", "revoke", key)
    done("restore", "--accept-older")
    ran = run("key", "reopen", key)
    assert (ran.code, f"the key {key} has ended" in ran.err) == (REFUSED, True)
    assert "no key was closed" in done("key", "reopen", "--all-closed")


def test_only_the_server_itself_opens_keys_again(file, monkeypatch):
    """Not an administrator with a key, made after the restoration."""
    key, _ = new_key(CLUB)
    done("restore", "--accept-older")
    _, administrator = new_key()
    monkeypatch.setenv("LEDGER_KEY", administrator)
    ran = run("key", "reopen", key)
    assert (ran.code, "do it on the server" in ran.err) == (REFUSED, True)


def test_a_secret_added_beside_the_ledger_opens_nothing(ledger, monkeypatch):
    """A row of a key never made: neither the actor nor the limits are in the row."""
    key, text = new_key()
    with Ledger.open(ledger) as opened, opened.engine.begin() as connection:
        of_other = "SELECT '000000000000', secret_sha256, place FROM api_key"
        connection.exec_driver_sql(f"INSERT INTO api_key {of_other}")
    ran = shown(text.replace(key, "000000000000"), monkeypatch)
    assert (ran.code, "is no API key of this ledger" in ran.err) == (REFUSED, True)
    assert not is_closed(text, monkeypatch)


def test_only_the_keys_named_open_in_another_place(ledger):
    (key, _), (other, _) = new_key(), new_key(CLUB)
    with Ledger.open(ledger) as opened:
        secrets = Secrets(opened.engine)
        here = secrets.all()[other].place
        secrets.move([key], "elsewhere")
        assert {each.id: each.place for each in secrets.all().values()} == {
            key: "elsewhere",
            other: here,
        }


def test_keys_made_opened_and_revoked_are_events_without_a_secret(ledger, tmp_path):
    """The events name key, actor and limits; no byte is the secret or the digest."""
    key, text = new_key(CLUB)
    with Ledger.open(ledger) as opened:
        digest = Secrets(opened.engine).all()[key].sha256
    done("restore", "--accept-older")
    done("key", "reopen", key)
    done("key", "revoke", key)
    done("dump", "--to", tmp_path / "dump.jsonl")
    written = (tmp_path / "dump.jsonl").read_text()
    kinds = re.findall(r"api-key-\w+", written)
    assert list(dict.fromkeys(kinds)) == ["api-key-made", "api-key-reopened", "api-key-revoked"]
    assert key in written
    assert text[-43:] not in written
    assert digest.hex() not in written
    assert ", 0 faults" in done("verify")
