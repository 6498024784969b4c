"""Ledgers for the service as a program: the sample season in both databases, with a key."""

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from ledger.store import integrity
from ledger.store.ledger import Ledger
from tests.support.command import done
from tests.support.made_once import made_once
from tests.support.recorders import LEAGUE_DETAILS, Acknowledged, connection, content
from tests.support.served import office_key

UNLIMITED = {
    "LEDGER_KEY_REQUESTS_PER_MINUTE": "1000000",
    "LEDGER_ADDRESS_REQUESTS_PER_MINUTE": "1000000",
}
WITHOUT_SCHEDULE = {**UNLIMITED, "LEDGER_SCHEDULE_INSIDE": "false"}
"""Settings of a service without limits of requests; also without scheduled work."""


def sample_in(address: str, sample: Path, temporary: pytest.TempPathFactory) -> str:
    """Bring the sample season to an address; return the key of an actor with the right to
    record.
    """
    if "://" not in address:
        shutil.copy(sample, address)
    else:
        dump = made_once(temporary, "sample-dump", lambda folder: _dumped(sample, folder))
        done("restore", dump, "--ledger", address)
    return office_key(address)


def _dumped(sample: Path, folder: Path) -> Path:
    done("dump", "--to", folder / "sample.jsonl", "--ledger", sample)
    return folder / "sample.jsonl"


def announce_league(url: str, key: str) -> None:
    """Announce the league of the games of the recorders."""
    with connection(key) as http:
        answer = http.post(f"{url}/v1/tournaments", json=LEAGUE_DETAILS)
        assert answer.status_code == 201, answer.text


def check_recorded(address: str, acknowledged: Sequence[Acknowledged]) -> int:
    """Check each recording in the ledger: once, at the positions of the answer.

    All recordings since the first acknowledged one are of these. Returns how many events.
    """
    first = min(one.positions[0] for one in acknowledged)
    with Ledger.open(address) as ledger:
        assert list(integrity.faults(ledger.engine)) == []
        facts = {event.position: event.decoded().payload for event in ledger.read.events(first)}
    found = {position: content(fact) for position, fact in facts.items()}
    for one in acknowledged:
        at = found.get(one.positions[0])
        assert at == one.recording.content, f"{one} was acknowledged and is lost: {at}"
    times = Counter(found.values())
    del times[None]
    assert times == Counter(one.recording.content for one in acknowledged), "recorded twice"
    return len(found)
