"""A report event written anew, with every later hash, contradicts the kept file.

The control, that every report which was taken is what its file says read again, stands in the
fixture `ledger`: each test of this folder ends with it.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from typing import Any

import pytest
from sqlalchemy import update

from ledger import canonical
from ledger.intake.import_report.importing import import_report
from ledger.store import schema
from ledger.store.ledger import Ledger
from ledger.store.requests import commitment
from tests.support import pool_ledgers
from tests.support.counts import FULL
from tests.support.pool_ledgers import chess, opened
from tests.support.report_files import Tournament, players
from tests.support.tampering import forgeries, unguarded
from tests.support.team_files import NEW, ROUNDS

ARBITERS = {"102": "Bianchi, Ugo", "112": ["Neri, Ada"]}
FILE = Tournament(
    [*players(5), replace(players(6)[5], fide_id="")],
    ROUNDS,
    round_dates=[date(2026, 1, 10), date(2026, 1, 11)],
    extra={"310": NEW, **ARBITERS},
).trf16()
"""Teams, byes, a forfeit, arbiters, a player without a number."""
REPORT_AT = 5

NOT_BY_FILE = {"received_on"}
"""What is said by hand with each report, and nowhere else."""


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A ledger after the import of the file."""
    with opened(str(tmp_path_factory.mktemp("files") / "ledger.db")) as made:
        import_report(made, FILE, chess(facts={"received_on": "2026-02-01", "place": "Ivrea"}))
        assert pool_ledgers.faults(made) == []
        yield made


def rows(ledger: Ledger) -> list[dict[str, Any]]:
    """All events."""
    with ledger.engine.connect().execution_options(reading=True) as connection:
        query = schema.event.select().order_by(schema.event.c.position)
        return [dict(row._mapping) for row in connection.execute(query)]


def faults_with(ledger: Ledger, position: int, said: dict[str, Any]) -> list[str]:
    """The faults of a ledger in which an event has another body, and all hashes fit."""
    before = rows(ledger)
    try:
        with unguarded(ledger.engine) as connection:
            for change in forgeries(before, canonical.encode(said), position):
                connection.execute(change)
        return pool_ledgers.faults(ledger)
    finally:
        with unguarded(ledger.engine) as connection:
            connection.execute(schema.event.delete())
            connection.execute(schema.event.insert(), before)
            head = {"chain_hash": before[-1]["chain_hash"]}
            connection.execute(update(schema.ledger_head).values(head))


def leaves(said: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield every value of a document with the place."""
    pairs = said.items() if isinstance(said, dict) else enumerate(said)
    for key, value in pairs:
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, str(key)))
        else:
            yield (*path, str(key)), said, key


def others(path: tuple[str, ...], value: Any) -> Iterator[Any]:
    """Return other values; of a column, each row alone."""
    name = path[-1]
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif name in ("start", "end", "on", "received_on"):
        yield str(date.fromisoformat(value) + timedelta(days=1))
    elif name.endswith("_result"):
        for at, code in enumerate(value):
            for other in set("1=0+-") - {code}:
                yield f"{value[:at]}{other}{value[at + 1 :]}"
    elif "entrants" in path or "games" in path or name in ("number", "size", "member"):
        width = {"player": 8, "commitment": 64}.get(name, 4)
        for at in range(width - 1, len(value), width):
            yield f"{value[:at]}{(int(value[at], 16) + 1) % 10}{value[at + 1 :]}"
    else:
        yield from (f"{value}x", value[:-1] + ("1" if value[-1] != "1" else "2"))


def test_whatever_a_report_says_otherwise_than_its_file_is_found(taken):
    """Each field and each row of each column, by itself; the event is named each time.

    In a quick run each field, and a third of what it might say instead.
    """
    body = json.loads(rows(taken)[REPORT_AT]["body"])
    payload, tried = body["payload"], 0
    for path, holder, key in list(leaves(payload)):
        value = holder[key]
        for other in islice(others(path, value), None, None, 1 if FULL else 5):
            holder[key] = other
            found = faults_with(taken, REPORT_AT, body)
            if path[0] in NOT_BY_FILE:
                assert found == []
            else:
                assert any(f"event {REPORT_AT}" in fault for fault in found) or (
                    path[0] in ("file", "entrants") and found
                ), (path, other, found)
            tried += 1
        holder[key] = value
    assert tried > (100 if FULL else 24)
    assert pool_ledgers.faults(taken) == []


@pytest.mark.parametrize("name", ["name", "place", "federation", "start", "end", "time_control"])
def test_a_tournament_registered_with_its_report_is_what_the_file_says(taken, name):
    """Name and days: as in the file, or as given by hand."""
    body = json.loads(rows(taken)[REPORT_AT - 1]["body"])
    other = {"start": "2026-01-09", "end": "2026-01-12", "federation": "SUI"}.get(name, "else")
    body["payload"][name] = other
    [fault] = faults_with(taken, REPORT_AT - 1, body)
    assert fault.startswith(f"event {REPORT_AT}, {name} of the tournament registered with it: ")


def test_what_was_said_besides_the_file_belongs_to_the_event(taken):
    """Without these options the file reads otherwise: a missing option is noticed."""
    body = json.loads(rows(taken)[REPORT_AT]["body"])
    assert body["payload"].pop("reading") == {"given": {"place": "Ivrea"}}
    [fault] = faults_with(taken, REPORT_AT, body)
    assert "place of the tournament registered with it" in fault


def test_a_file_that_cannot_be_read_as_the_event_says_is_named(taken):
    """Another form, missing rounds, wrong months."""
    body = json.loads(rows(taken)[REPORT_AT]["body"])
    for reading in ({"form": "cross-table"}, {"rounds": [3, 4]}, {"by_month": True}):
        body["payload"]["reading"] = reading
        assert any(
            fault.startswith(f"event {REPORT_AT}, file: found a file that is not read: ")
            for fault in faults_with(taken, REPORT_AT, body)
        ), reading


def test_names_and_notes_written_anew_with_their_commitments_are_found(taken):
    """Words, salts and the event agree; the file does not."""
    body = json.loads(rows(taken)[REPORT_AT]["body"])
    other = b"{}"
    names, position = schema.reported_name, schema.reported_name.c.position
    with unguarded(taken.engine) as connection:
        change = update(names).where(position == REPORT_AT, names.c.entrant == 2)
        before = connection.execute(
            names.select().where(position == REPORT_AT, names.c.entrant == 2)
        ).one()
        connection.execute(change.values(body=other))
    column = body["payload"]["entrants"]["commitment"]
    made = commitment(bytes(before.salt), other)
    body["payload"]["entrants"]["commitment"] = f"{column[:128]}{made}{column[192:]}"
    found = faults_with(taken, REPORT_AT, body)
    assert found == [
        f"reported name {REPORT_AT}, entrant 2: found other words, expected those of the file"
    ]
    with unguarded(taken.engine) as connection:
        connection.execute(change.values(body=before.body))
    assert pool_ledgers.faults(taken) == []
