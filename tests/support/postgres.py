"""A real PostgreSQL server for the tests: a server for each pytest worker, on another
port.

The server syncs to disk as in production (the store refuses fsync=off). It lives in a folder under
/tmp, or in memory where `ops/test` says so, and is stopped and removed by a small watcher process
as soon as the tests' process is gone, however it ended.
"""

import os
import random
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, LiteralString

import psycopg
import pytest
from psycopg import sql

OLDEST_VERSION = 15
SUPERUSER = "postgres"

# Outside the range from which the system takes ports for outgoing connections: a server that a test
# has stopped finds its port still free when it starts again.
PORTS = range(20_000, 30_000)

# In the watcher, standard input ends when the tests' process ends: no number of a process to trust.
WATCHER = 'read -r _; "$0/pg_ctl" stop --silent --mode immediate --pgdata "$1/data"; rm -rf "$1"'


class NoServer(Exception):
    """PostgreSQL cannot run here; the message says why."""


@dataclass(frozen=True)
class PostgresServer:
    """A running server. Every role may connect to every database without a password."""

    host: str
    port: int
    binaries: Path
    folder: Path

    def url(self, database: str, role: str = SUPERUSER) -> str:
        """Where SQLAlchemy finds the database, connecting as the role."""
        return f"postgresql+psycopg://{role}@{self.host}:{self.port}/{database}"

    def create_database(self, name: str) -> None:
        """Create an empty database, owned by the superuser."""
        self._execute("CREATE DATABASE {}", name)

    def copy_database(self, source: str, name: str) -> None:
        """Create a database as a copy of another, without connections."""
        self._execute("CREATE DATABASE {} TEMPLATE {}", name, source)

    def drop_database(self, name: str) -> None:
        """Drop the database, breaking the connections a test left open."""
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def is_running(self) -> bool:
        """Return whether the server's process exists; starting `pg_ctl status` takes longer."""
        try:
            first_line = (self.folder / "data" / "postmaster.pid").read_text().partition("\n")[0]
            return Path(f"/proc/{int(first_line)}/comm").read_text().startswith("postgres")
        except (FileNotFoundError, ProcessLookupError, ValueError):
            return False

    def start(self) -> None:
        """Start the server, recover after an immediate stop, return when the server answers."""
        if self.is_running():
            return
        log = self.folder / "log"
        options = f"-p {self.port}"
        started = self._control("start", "--wait", "--log", str(log), "--options", options)
        if started.returncode != 0:
            end_of_log = log.read_text()[-2000:] if log.exists() else ""
            raise RuntimeError(f"PostgreSQL did not start: {started.stderr}{end_of_log}")

    def stop(self, mode: Literal["smart", "fast", "immediate"] = "fast") -> None:
        """Stop the server: `smart` waits for clients, `fast` drops clients, `immediate` is a
        crash.
        """
        if self.is_running():
            self._control("stop", "--wait", "--mode", mode).check_returncode()

    @contextmanager
    def as_standby(self) -> Iterator[None]:
        """Run the server as a standby, which reads only; afterwards as before."""
        signal = self.folder / "data" / "standby.signal"
        self.stop()
        signal.touch()
        try:
            self.start()
            yield
        finally:
            self.stop()
            signal.unlink()
            self.start()

    def _execute(self, statement: LiteralString, *names: str) -> None:
        with psycopg.connect(
            host=self.host, port=self.port, user=SUPERUSER, dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    def _control(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        data = str(self.folder / "data")
        return run([self.binaries / "pg_ctl", *arguments, "--pgdata", data], self.folder)


def find_binaries() -> Path:
    """Return the folder of the server's programs: in PATH, or the newest installed by Debian."""
    in_path = shutil.which("postgres")
    folders = [Path(in_path).resolve().parent] if in_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version_of, reverse=True)
    found = [folder for folder in folders if version_of(folder) >= OLDEST_VERSION]
    if not found:
        raise NoServer(
            f"no PostgreSQL server, version {OLDEST_VERSION} or newer: apt-get install postgresql"
        )
    return found[0]


def version_of(folder: Path) -> int:
    """Return the major version of the server in the folder; 0 where incomplete."""
    if not all((folder / name).exists() for name in ("postgres", "initdb", "pg_ctl")):
        return 0
    command = [str(folder / "postgres"), "--version"]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    version = re.search(r"\d+", answer.stdout)
    return int(version[0]) if version else 0


def identity() -> dict[str, Any]:
    """Return the user of the server: root is refused, so root uses the user `postgres`."""
    if os.getuid() != 0:
        return {}
    return {"user": SUPERUSER, "group": SUPERUSER, "extra_groups": []}


def environment() -> dict[str, str]:
    """Nothing of the caller's PG* variables, and messages in English."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}


def run(command: list[Path | str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program of the server as the server's user, in a folder open to the user."""
    return subprocess.run(
        command,
        check=False,  # "not running" is an answer too
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        **identity(),
    )


@contextmanager
def watched_folder(binaries: Path) -> Iterator[Path]:
    """Make a folder for the server, removed together with the server at the end in any case."""
    # By name: the path of the server's socket must stay short and enterable by its user.
    place = os.environ.get("LEDGER_TEST_MEMORY", "/tmp")  # noqa: S108 - mkdtemp names what lies in it
    folder = Path(tempfile.mkdtemp(prefix="ledger-postgres-", dir=place))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, SUPERUSER, SUPERUSER)
    except LookupError:
        folder.rmdir()
        raise NoServer(f"PostgreSQL does not run as root, and no user {SUPERUSER!r}") from None
    watcher = subprocess.Popen(
        ["sh", "-c", WATCHER, binaries, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env=environment(),
        start_new_session=True,  # an interrupt from the keyboard is for the tests, not for it
        **identity(),
    )
    try:
        yield folder
    finally:
        watcher.communicate()


def initialise(binaries: Path, folder: Path) -> None:
    """Initialise the files of a new server; unsynced, since nothing rests on the files before the
    start.
    """
    options = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
    data = folder / "data"
    run(
        [binaries / "initdb", *options, f"--username={SUPERUSER}", f"--pgdata={data}"], folder
    ).check_returncode()
    settings = {
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": folder,
        "max_connections": 200,
        "timezone": "UTC",
        "log_timezone": "UTC",
    }
    with (data / "postgresql.conf").open("a") as file:
        file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())


def start_on_free_port(binaries: Path, folder: Path, attempts: int = 4) -> PostgresServer:
    """Start the server; for a taken port try another."""
    server = PostgresServer("127.0.0.1", random.choice(PORTS), binaries, folder)
    try:
        server.start()
    except RuntimeError:
        if attempts == 1:
            raise
        return start_on_free_port(binaries, folder, attempts - 1)
    return server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A running server; a test may stop the server and leave the server stopped."""
    try:
        binaries = find_binaries()
        with watched_folder(binaries) as folder:
            initialise(binaries, folder)
            yield start_on_free_port(binaries, folder)
    except NoServer as reason:
        pytest.skip(str(reason))


@pytest.fixture
def postgres_database(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of a fresh, empty database, as the owner (a superuser)."""
    name = f"test_{secrets.token_hex(8)}"
    postgres_server.start()
    postgres_server.create_database(name)
    yield postgres_server.url(name)
    if postgres_server.is_running():
        postgres_server.drop_database(name)


if __name__ == "__main__":
    # ops/test asks in this way whether a server must be installed.
    try:
        find_binaries()
    except NoServer as reason:
        raise SystemExit(str(reason)) from None
