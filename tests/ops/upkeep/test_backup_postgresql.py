"""PostgreSQL: the guide's commands dump a ledger and restore it into a fresh cluster."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from ledger.store import guards, integrity
from ledger.store.ledger import Ledger
from ops.cli.exits import REFUSED
from projections.official import furthest_head
from tests.support import varied_ledger
from tests.support.command import done, run
from tests.support.counts import FULL
from tests.support.new_ledgers import begun
from tests.support.postgres import PostgresServer, find_binaries, initialise, start_on_free_port
from tests.support.postgres import watched_folder as a_folder
from tests.support.shown_pages import ROOT
from tests.support.store_facts import SetClock, request

pytestmark = pytest.mark.waits

POOL = ("--pool", "uisp", "--set", "name=Open")
DAYS = ("--set", "start=2026-05-01", "--set", "end=2026-05-03")
ROLES = 2
"""The first commands of the guide make the roles, once for a cluster."""
TIMES = 5 if FULL else 1
GUIDE = (ROOT / "ops" / "guide" / "operator.md").read_text()


@pytest.fixture(scope="module")
def fresh_cluster():
    """A second, empty server."""
    binaries = find_binaries()
    with a_folder(binaries) as folder:
        initialise(binaries, folder)
        yield start_on_free_port(binaries, folder)


def guide_commands() -> list[str]:
    """Return the commands of PostgreSQL's programs in the guide, in order."""
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if not line.startswith("#")]


def type_in(command: str, old: PostgresServer, new: PostgresServer, database: str, folder: Path):
    """Type a command of the guide, with the example names replaced by those of the test."""
    for example, name in (
        ("postgresql://ledger_owner@old-server/ratings", plain(old.url(database))),
        ("postgresql://postgres@new-server/postgres", plain(new.url("postgres"))),
        ("ratings.dump", str(folder / "ratings.dump")),
    ):
        command = command.replace(example, name)
    path = f"{new.binaries}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        shlex.split(command),
        env={**os.environ, "PATH": path},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, f"{command}: {ran.stderr}"


def plain(url: str) -> str:
    """Return a URL in the form for PostgreSQL's own programs."""
    return url.replace("postgresql+psycopg", "postgresql")


@pytest.mark.parametrize("time", range(TIMES))
def test_a_dump_is_restored_into_a_fresh_cluster(
    postgres_server, postgres_database, fresh_cluster, tmp_path, time
):
    """Same chain and head, all guards, the rights of the application; appends go on."""
    name = postgres_database.rpartition("/")[2]
    with begun(postgres_database, "example.org", "UTC", SetClock()) as ledger:
        varied_ledger.fill(ledger)
        for number in range(time):
            ledger.append(request(f"n{number}"))
        head, events = ledger.read.head(), list(ledger.read.events())
    commands = guide_commands()
    for command in commands[ROLES if time else 0 :]:
        type_in(command, postgres_server, fresh_cluster, name, tmp_path)
    with Ledger.open(fresh_cluster.url(name), SetClock()) as restored:
        assert restored.read.head() == head
        assert list(restored.read.events()) == events
        assert list(integrity.faults(restored.engine)) == []
        with pytest.raises(DBAPIError, match="append-only"), restored.engine.begin() as connection:
            connection.execute(text("UPDATE event SET type = 'x'"))
    with Ledger.open(fresh_cluster.url(name, "ledger_app"), SetClock()) as as_app:
        assert as_app.append(request("new")).first_position == head.next_position
        with as_app.engine.connect() as connection:
            guards.check(connection)
    ran = run("restore", "--accept-older", "--ledger", fresh_cluster.url(name, "ledger_app"))
    assert (ran.code, "owner" in ran.err) == (REFUSED, True), ran
    done("restore", "--accept-older", "--ledger", fresh_cluster.url(name))
    app = ("--ledger", fresh_cluster.url(name, "ledger_app"))
    assert run("tournament", "announce", *POOL, *DAYS, *app).err == ""
    with Ledger.open(app[1]) as as_app:
        last = as_app.read.head().next_position - 1
        assert furthest_head.furthest(as_app.engine) == (last, as_app.read.head().chain_hash)
    fresh_cluster.drop_database(name)


def test_a_backup_of_postgresql_is_refused_with_the_guide_s_commands(postgres_database):
    """Both commands, as in the guide."""
    Ledger.create(postgres_database, "example.org", "UTC").close()
    ran = run("backup", "--to", "ratings.dump", "--ledger", postgres_database)
    assert ran.code == REFUSED
    for command in guide_commands()[ROLES:]:
        assert command.partition(" postgresql:")[0].partition(" --dbname")[0] in ran.err
