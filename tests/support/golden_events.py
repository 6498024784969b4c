"""The golden corpus: events as once written, for ever readable.

`python -m tests.support.golden_events` adds the samples that are not in it yet. It never changes
what is there: stored bytes are never rewritten, and these stand for them.
"""

import json
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ledger import hashing
from ledger.events.base import Fact
from ledger.events.catalogue import Body, write
from tests.support.event_samples import SAMPLES

FOLDER = Path(__file__).parents[1] / "ledger" / "events" / "golden"


@dataclass(frozen=True)
class Golden:
    """An event with the place in a ledger, the bytes, and the leaf."""

    position: int
    recorded_at: int
    stream_version: int
    body: str
    leaf_hash: str


def corpus() -> dict[str, list[Golden]]:
    """All golden events by type."""
    return {
        path.stem: [Golden(**each) for each in json.loads(path.read_text(encoding="utf-8"))]
        for path in sorted(FOLDER.glob("*.json"))
    }


def bodies(fact: Fact) -> list[bytes]:
    """Return the bytes of a sample: with as little around the fact as possible, and with
    everything.
    """
    said: dict[str, Any] = {
        "stream": fact.stream(),
        "type": fact.TYPE,
        "valid_on": fact.valid_on() or date(2026, 1, 1),
        "payload": fact,
    }
    around: dict[str, Any] = {
        "approved_by": "b.2",
        "causation": "0f" * 16,
        "supersedes": "f0" * 16,
    }
    return [
        write(Body(event_id="01" * 16, recorded_by="local", **said)),
        write(Body(event_id="10" * 16, recorded_by="actor:a-1", **said, **around)),
    ]


def golden(body: bytes, position: int) -> Golden:
    """Return an event with place and leaf."""
    recorded_at, version = 1_767_225_600_000_000 + position, 2 * position
    leaf = hashing.leaf_hash(position, recorded_at, version, hashing.body_digest(body))
    return Golden(position, recorded_at, version, body.decode(), leaf.hex())


def main() -> None:
    """Add missing samples."""
    kept = corpus()
    position = sum(map(len, kept.values()))
    for fact in SAMPLES:
        there = kept.setdefault(fact.TYPE, [])
        for body in bodies(fact):
            if body.decode() not in {external.body for external in there}:
                there.append(golden(body, position))
                position += 1
        text = json.dumps([asdict(row) for row in there], indent=1, ensure_ascii=False)
        (FOLDER / f"{fact.TYPE}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
