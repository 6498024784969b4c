"""A ledger made again, or restored, beside the kept projection of the former ledger."""

import io
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from ledger.export.restoring import restore
from ledger.export.whole import dump
from ledger.store import drivers
from ledger.store.ledger import Ledger
from projections.queries import PoolQuery
from tests.oracles.world import World
from tests.support.kept_state import lists_of
from tests.support.recording import (
    LONG_AFTER,
    a_ledger,
    begin,
    close_all,
    following,
    record_before,
)
from tests.support.verified_worlds import verify
from tests.support.worlds import (
    FIDE,
    closings,
    digests,
    federation,
    games,
    rated,
    ratings,
    tournament,
)

PERIODS = ("2025-08", "2025-09", "2025-10")


def world_of(played: str) -> World:
    """Make two players of 2000 who meet in July 2025; 1 wins (`2 1`) or loses (`2 0`)."""
    met = tournament("A", "2025-07-05", "2025-07-10", games(1, played))
    return federation([rated(1, 2000), rated(2, 2000)], [met], periods=PERIODS)


WON, LOST = world_of("2 1"), world_of("2 0")


def close_first(address: str, world: World, lists: int) -> None:
    """Make a ledger in which the game is reported and so many lists are closed and kept."""
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE)
        if lists == 0:
            record_before(ledger, world, FIDE, 0)
        close_all(ledger, official, replace(world, periods=PERIODS[:lists]), FIDE)
        official.catch_up()


def lines_of(address: str) -> bytes:
    """All lines of a ledger."""
    written: list[bytes] = []
    with Ledger.open(address) as ledger:
        dump(ledger.engine, written.append)
    return b"".join(written)


def remove(address: Path) -> None:
    """Take a ledger away without the files beside the ledger."""
    for end in ("", "-wal", "-shm"):
        Path(f"{address}{end}").unlink(missing_ok=True)


def close_rest(address: str, world: World, lists: int) -> list[dict[str, object]]:
    """Close the open lists and read all lists; return the logged lines."""
    missing = replace(world, tournaments=() if lists == 0 else world.tournaments)
    with (
        capture_logs() as logged,
        Ledger.open(address, LONG_AFTER) as ledger,
        following(ledger) as official,
    ):
        sealed = close_all(ledger, official, missing, FIDE, first=lists)
        assert all(event.closing for event in sealed)
        official.catch_up()
        expected = closings(world, FIDE)
        assert lists_of(ledger, FIDE) == digests(expected)
        pool = PoolQuery(official.track, FIDE)
        found = [pool.state(1, number).rating for number in (1, 2, 3)]
        assert found == ratings(expected, 1)
        assert verify(ledger).faults == []
    return [dict(entry) for entry in logged if entry["log_level"] == "warning"]


def warned(position: int) -> list[dict[str, object]]:
    """Return the only warning that a kept state, up to a position, is of another history."""
    said = {"event": "projection_of_another_history", "log_level": "warning"}
    return [said | {"position": position}]


def kept_of(address: str) -> int:
    """The position up to which a ledger is kept."""
    with Ledger.open(address) as ledger, following(ledger) as official:
        return official.store.position()


@pytest.mark.parametrize("lists", [0, 1, 2])
def test_a_ledger_restored_where_another_stood_is_followed_anew(tmp_path, lists):
    """The restored ledger ends before, at, and after the position kept of the other: the same
    game, but lost.
    """
    address, other = tmp_path / "P.ledger", tmp_path / "other.ledger"
    close_first(str(other), LOST, lists)
    close_first(str(address), WON, 1)
    kept = kept_of(str(address))
    remove(address)
    restore(str(address), io.BytesIO(lines_of(str(other))))
    assert close_rest(str(address), LOST, lists) == warned(kept)


def test_an_older_state_put_back_is_followed_anew(tmp_path):
    """A list closed after the copy was made is not closed in the copy."""
    address, backup = tmp_path / "P.ledger", tmp_path / "backup.ledger"
    close_first(str(backup), WON, 0)
    shutil.copy(backup, address)
    close_rest(str(address), WON, 0)
    kept = kept_of(str(address))
    remove(address)
    shutil.copy(backup, address)
    assert close_rest(str(address), WON, 0) == warned(kept)


def test_a_ledger_restored_from_its_own_lines_goes_on_from_what_is_kept(tmp_path):
    """The same events, and some more: nothing is made anew."""
    address, later = tmp_path / "P.ledger", tmp_path / "later.ledger"
    close_first(str(later), WON, 2)
    close_first(str(address), WON, 1)
    kept = kept_of(str(address))
    remove(address)
    restore(str(address), io.BytesIO(lines_of(str(later))))
    with Ledger.open(str(address)) as ledger, following(ledger) as official:
        assert official.track.facts.position == kept >= 0
    assert close_rest(str(address), WON, 2) == []


@pytest.mark.parametrize("lists", [0, 1, 2])
def test_on_postgresql_too_a_restored_ledger_is_followed_anew(tmp_path, postgres_database, lists):
    """The tables of the ledger are made again; the schema of the projections was left."""
    other = tmp_path / "other.ledger"
    close_first(str(other), LOST, lists)
    close_first(postgres_database, WON, 1)
    kept = kept_of(postgres_database)
    engine = drivers.engine(postgres_database)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    restore(postgres_database, io.BytesIO(lines_of(str(other))))
    assert close_rest(postgres_database, LOST, lists) == warned(kept)
