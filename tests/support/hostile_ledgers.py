"""The sample with harmful names: of every player, and of tournaments, places and bodies."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from sqlalchemy import select, update

from ledger.store.ledger import Ledger
from ledger.store.schema import subject
from tests.support.counts import FULL
from tests.support.hostile import TEXTS
from tests.support.private_facts import CHESS, report
from tests.support.served import Client, office_key, served, with_keys

WORDS = ("name", "committee", "title", "women_title", "other_titles", "online_title")
"""Words about a player that are texts."""


@contextmanager
def served_hostile(sample: Path, folder: Path) -> Iterator[Client]:
    """Serve a copy of the sample with such names to an auditor."""
    keyed = with_keys(sample, folder)
    with Ledger.open(keyed.address) as ledger:
        _rename_players(ledger)
    assert _record(keyed.address) > 50
    with served(keyed.address, key=keyed.keys["auditor"]) as client:
        yield client


def _rename_players(ledger: Ledger) -> None:
    """Change the words of all players, past every check of a recording."""
    texts = cycle(TEXTS)
    with ledger.engine.begin() as connection:
        for player, body in connection.execute(select(subject.c.player, subject.c.body)).all():
            words = json.loads(body) | {name: next(texts) for name in WORDS}
            row = update(subject).where(subject.c.player == player)
            connection.execute(row.values(body=json.dumps(words).encode()))


def _record(address: str) -> int:
    """Record each text as the name of a tournament, a place and a body; count the accepted ones."""
    key = office_key(address)
    with served(address, key=key) as client:
        statuses = [
            client.post(path, json=body).status_code
            for number, text in [*enumerate(TEXTS)][:: 1 if FULL else 6]
            for path, body in _requests(number, text)
        ]
        files = [
            client.post(
                f"/v1/reports?pool={CHESS}&set=unrated%3D25",
                content=_file(number),
                headers={"Content-Type": "application/octet-stream"},
            ).status_code
            for number in range(0, len(TEXTS), len(TEXTS) // (8 if FULL else 2))
        ]
    assert {*statuses, *files} <= {201, 400, 422}
    return statuses.count(201) + files.count(201)


def _requests(number: int, text: str) -> list[tuple[str, dict[str, object]]]:
    days = {"start": "2026-05-01", "end": "2026-05-31"}
    details = {"name": text, "place": TEXTS[-number], **days}
    return [
        ("/v1/tournaments", {"tournament": f"X-{number}", "pool": [CHESS], "set": details}),
        (
            "/v1/decisions/body-named",
            {"actor": "fsi", "name": text, "in_force_from": "2014-01-01", "by": "fsi"},
        ),
    ]


def _file(number: int) -> bytes:
    """Return a report with such texts as names, as far as columns hold them."""
    lines, texts = [], cycle(text for text in TEXTS[number:] if "\n" not in text)
    for line in report().decode().splitlines():
        if line[:3] in ("012", "022", "102"):
            lines.append(f"{line[:4]}{next(texts)[:60]}")
        elif line[:3] == "001":
            lines.append(f"{line[:14]}{next(texts)[:33]:33}{line[47:]}")
        else:
            lines.append(line)
    return "\n".join(lines).encode()
