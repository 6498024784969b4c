"""The log of `eventsourcing`, run by the Python of the peers' environment: prints seconds.

peers/bin/python ops/bench/peer_log.py COUNT
"""

import sys
import tempfile
from pathlib import Path
from time import process_time

from eventsourcing.application import Application  # type: ignore[import-not-found]
from eventsourcing.domain import Aggregate  # type: ignore[import-not-found]


class Tournament(Aggregate):  # type: ignore[misc] # the package is not here
    """A competition with games as events."""

    class Played(Aggregate.Event):  # type: ignore[misc] # the package is not here
        """A game."""

        white: int
        black: int
        white_result: str
        black_result: str


def scan(count: int) -> float:
    """Write a log into SQLite; scan and decode the whole log; return the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": str(Path(folder) / "log"),
        }
        app = Application(env=kept)
        for _ in range(count // 100):
            app.save(_tournament())
        start = process_time()
        read = _scanned(app)
        took = process_time() - start
        assert read == count // 100 * 100
        app.close()
    return took


def _tournament() -> Tournament:
    tournament = Tournament()
    for white in range(99):
        tournament.trigger_event(
            Tournament.Played, white=white, black=white + 1, white_result="1", black_result="0"
        )
    return tournament


def _scanned(app: Application, page: int = 1_000) -> int:
    first, read = 1, 0
    while found := app.recorder.select_notifications(start=first, limit=page):
        for notification in found:
            app.mapper.to_domain_event(notification)
        read += len(found)
        first = found[-1].id + 1
    return read


if __name__ == "__main__":
    sys.stdout.write(f"{scan(int(sys.argv[1]))}\n")
