"""A connection that breaks: nothing recorded, or unknown; a repetition under the same key settles
the matter.
"""

import select
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, make_url, text

from ledger.errors import Damaged, OutcomeUnknown, Unavailable
from ledger.store import appended, drivers, integrity
from ledger.store.ledger import Ledger
from ledger.store.writer import GroupWriter
from tests.support.postgres import PostgresServer
from tests.support.store_facts import START, SetClock, request
from tests.support.tampering import overwrite_first_page


class Proxy:
    """Stands between client and server; breaks the connection at a COMMIT, if told to.

    With `cut` "question" the commit does not reach the server; with "answer" it does, and the
    client does not hear of it.
    """

    def __init__(self, host: str, port: int) -> None:
        self.cut = ""
        self._server = (host, port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def close(self) -> None:
        """Let nobody in any more; wait until all are gone."""
        self._door.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._door.close()

    def _start(self, target: Callable[..., None], *arguments: socket.socket) -> None:
        thread = threading.Thread(target=target, args=arguments)
        thread.start()
        self._threads.append(thread)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            self._start(self._serve, client, socket.create_connection(self._server))

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        with client, server:
            while data := self._next(client, server):
                committing = b"COMMIT\0" in data
                if committing and self.cut == "question":
                    return
                server.sendall(data)
                if committing and self.cut == "answer":
                    server.recv(1 << 16)
                    return

    @staticmethod
    def _next(client: socket.socket, server: socket.socket) -> bytes:
        """Pass on the bytes of the server until the client speaks; return the words of the
        client.
        """
        while True:
            ready, _, _ = select.select([client, server], [], [])
            if server in ready:
                answer = server.recv(1 << 16)
                if not answer:
                    return b""
                client.sendall(answer)
            if client in ready:
                return client.recv(1 << 16)


@pytest.fixture
def proxy(postgres_server: PostgresServer) -> Iterator[Proxy]:
    """A breakable way to the server."""
    made = Proxy(postgres_server.host, postgres_server.port)
    yield made
    made.close()


@pytest.fixture
def through(postgres_database: str, proxy: Proxy) -> Iterator[Ledger]:
    """A ledger in PostgreSQL, opened through the proxy."""
    Ledger.create(postgres_database, "example.org", "Europe/Rome", SetClock()).close()
    url = make_url(postgres_database).set(port=proxy.port).render_as_string()
    with Ledger.open(url, SetClock()) as opened:
        yield opened


def test_a_commit_that_did_not_arrive_is_unknown_and_the_same_key_settles_it(through, proxy):
    """Nothing was stored: the repetition stores the request."""
    proxy.cut = "question"
    with appended.observed() as so_far:
        with pytest.raises(OutcomeUnknown, match="repeat the request with the same key"):
            through.append(request("a"))
        assert so_far.in_doubt
        assert so_far.receipts == []
        proxy.cut = ""
        assert through.read.head().next_position == 1
        first = through.append(request("a"))
    assert not first.replayed
    assert so_far.receipts == [first]
    assert so_far.doubtful == []
    assert list(integrity.faults(through.engine)) == []


def test_a_commit_whose_answer_is_lost_is_unknown_and_the_same_key_settles_it(through, proxy):
    """All was stored: the repetition gets the receipt."""
    proxy.cut = "answer"
    with pytest.raises(OutcomeUnknown):
        through.append(request("a"))
    proxy.cut = ""
    assert through.read.head().next_position == 2
    assert through.append(request("a")).replayed
    assert through.read.head().next_position == 2
    assert list(integrity.faults(through.engine)) == []


@pytest.mark.parametrize("cut", ["question", "answer"])
def test_all_who_wait_for_a_commit_hear_that_it_is_unknown(through, proxy, cut):
    """Each repeats under the own key; afterwards every request is stored once."""
    asked = [request(f"k{number}") for number in range(20)]
    proxy.cut = cut
    with GroupWriter(through) as writer:
        answers = [writer.submit(each) for each in asked]
        assert all(
            isinstance(answer.exception(), OutcomeUnknown | Unavailable) for answer in answers
        )
    proxy.cut = ""
    with GroupWriter(through) as writer:
        receipts = [each.result() for each in [writer.submit(each) for each in asked]]
    assert sorted(receipt.first_position for receipt in receipts) == list(range(1, 21))
    assert through.read.head().next_position == 21
    assert list(integrity.faults(through.engine)) == []


def test_a_backend_ended_under_the_lock_records_nothing(postgres_database, clock):
    """The connection is lost before the commit: certainly nothing was recorded."""
    Ledger.create(postgres_database, "example.org", "Europe/Rome", clock).close()
    owner = drivers.engine(postgres_database)
    others = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    def killing() -> int:
        with owner.connect() as connection:
            connection.execute(text(others))
        return START

    with Ledger.open(postgres_database, clock) as ledger:
        ledger.clock = killing
        with pytest.raises(Unavailable, match="try again"):
            ledger.append(request("a"))
        ledger.clock = clock
        assert not ledger.append(request("a")).replayed
        assert ledger.read.head().next_position == 2
    owner.dispose()


def test_a_server_that_crashed_and_came_back_is_used_without_ado(
    postgres_server, postgres_database, clock
):
    """Connections from before the crash are replaced; answered requests are stored."""
    with Ledger.create(postgres_database, "example.org", "Europe/Rome", clock) as ledger:
        receipt = ledger.append(request("a"))
        postgres_server.stop("immediate")
        with pytest.raises(Unavailable):
            ledger.append(request("b"))
        postgres_server.start()
        assert ledger.append(request("a")) == replace(receipt, replayed=True)
        assert ledger.append(request("b")).first_position == 2
        assert list(integrity.faults(ledger.engine)) == []


@pytest.mark.parametrize("ledger", ["sqlite"], indirect=True)
def test_a_commit_that_sqlite_refuses_is_unknown(ledger):
    """Here an authorizer denies the COMMIT; a failing disk looks the same."""
    transaction, deny = 22, 1  # SQLITE_TRANSACTION, SQLITE_DENY

    def on_checkout(connection: Any, *_: object) -> None:
        connection.set_authorizer(
            lambda action, what, *_: deny if (action, what) == (transaction, "COMMIT") else 0
        )

    event.listen(ledger.engine, "checkout", on_checkout)
    with pytest.raises(OutcomeUnknown):
        ledger.append(request("a"))
    event.remove(ledger.engine, "checkout", on_checkout)
    assert ledger.read.head().next_position == 1
    assert not ledger.append(request("a")).replayed


def fill(ledger: Ledger) -> None:
    """Append until nothing goes in any more."""
    for number in range(10_000):
        ledger.append(request(f"k{number}"))


@pytest.mark.parametrize("ledger", ["sqlite"], indirect=True)
def test_a_full_disk_records_nothing_until_there_is_space(ledger):
    """SQLite's own limit on pages stands for the disk."""
    limit = {"pages": 0}

    def on_checkout(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {limit['pages'] or 1 << 30}")

    event.listen(ledger.engine, "checkout", on_checkout)
    limit["pages"] = 1  # as few as there are
    with pytest.raises(Unavailable, match="full"):
        fill(ledger)
    before = ledger.read.head()
    assert list(integrity.faults(ledger.engine)) == []
    limit["pages"] = 0
    assert ledger.append(request("z")).first_position == before.next_position


@pytest.mark.parametrize("ledger", ["sqlite"], indirect=True)
def test_a_page_that_cannot_be_read_is_damage_and_not_a_passing_state(ledger):
    """The requests lie on a page that is overwritten here as a failing disk would."""
    ledger.append(request("a"))
    ledger.close()
    overwrite_first_page(Path(str(ledger.engine.url.database)), "append_request")
    with pytest.raises(Damaged, match="malformed"):
        ledger.append(request("b"))
