"""The tables beside the ledger, changed value by value: no answer and no list changes.

What answers come from is held to digests in the ledger. A change is passed over (nothing that is
asked rests on it), or named in one line, and what was changed is made anew; never answered, sealed
or ended with a trace.
"""

import random
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, MetaData, and_, select, text
from structlog.testing import capture_logs

from ledger.errors import LedgerError
from ledger.store import drivers
from ledger.store.faults import Fault
from ledger.store.ledger import Ledger
from ops.answers import explanation as documents
from ops.answers.player_ratings import player_rating
from ops.answers.rating_lists import basis, rating_list
from ops.closings.recordings import CloseList
from ops.house import House
from ops.players.history import rating_history
from ops.upkeep.verify_ledger import verify
from projections.official import Official, furthest_head, sheets, snapshot, tables
from projections.official.sheets import Line, Sheet
from projections.queries import PoolQuery
from tests.support.counts import FULL
from tests.support.recording import LONG_AFTER
from tests.support.seasons import DRAUGHTS, FIDE, Season, brought_in

SAMPLE = Season("", {}, 0, 0)
ROWS = 6 if FULL else 1
"""So many rows of each table, and blocks of each sheet, are changed in every column."""
VERIFIED = 4 if FULL else 10
"""One change in so many, drawn by lot, is verified, too."""
FEWEST = 340 if FULL else 60
"""Changes beside each season."""
PLAYERS = 3 if FULL else 1
CONTROL = "nothing"
UNUSED = {
    CONTROL,
    "progress name",
    "progress version",
    "progress row gone",
    "earlier_state position",
    "earlier_state row gone",
    "state_part stays",
    "furthest_head id",
    "furthest_head row gone",
}
"""What may be missing or say otherwise beside a ledger, unnamed.

A projection is made anew as by another version; an earlier state without a manifest is none, and
the ledger answers in its place; a furthest head is evidence that may be deleted.
"""

Change = Callable[[Engine], str]
"""Changes something in a projection; returns what."""


# ------------------------------------------------------------------------------------------- asking


@contextmanager
def track(address: str) -> Iterator[Official]:
    with Ledger.open(address, LONG_AFTER) as ledger:
        official = Official(ledger)
        try:
            yield official
        finally:
            official.close()


def answers(address: str) -> dict[str, Any]:
    """Return the answers about some players of each pool, and the list each pool would seal."""
    found: dict[str, Any] = {}
    with track(address) as official:
        official.catch_up()
        found["to record in"] = furthest_head.refuse_older(official.track.ledger)
        for name in official.track.facts.pools:
            pool = PoolQuery(official.track, name)
            last = pool.lists()[-1].number
            for number in (last, last // 2) if FULL else (last,):
                found |= of_list(pool, pool.lists()[number].period)
            found[f"{name} next"] = next_list(official, name)
    return found


def of_list(pool: PoolQuery, period: str) -> dict[str, Any]:
    row = pool.list_of(period)
    listed = rating_list(pool, row, None)
    found: dict[str, Any] = {f"{pool.name} {period} list": listed}
    found[f"{pool.name} {period}"] = basis(pool, row)
    for player in range(1, PLAYERS + 1):
        asked = f"{pool.name} {period} {player}"
        found[f"{asked} rating"] = player_rating(pool, player, row)
        found[f"{asked} history"] = rating_history(pool, player, row)
        found[f"{asked} explained"] = explained(pool, player, row)
    return found


def explained(pool: PoolQuery, player: int, row: Any) -> Any:
    try:
        return documents.explanation(pool, player, row)
    except LedgerError as refusal:
        return str(refusal)


def next_list(official: Official, pool: str) -> Any:
    try:
        house = House(official.track.ledger, official)
        return CloseList(pool=pool).compose(house).result.event
    except LedgerError as refusal:
        return str(refusal)


# ----------------------------------------------------------------------------------------- changing


def rows_of(engine: Engine, table: Any) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(select(table).order_by(*table.primary_key.columns)).all())


def other(value: Any, draw: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw.choice((-1, 1))
    if not value:
        return "1" if isinstance(value, str) else b"1"
    if isinstance(value, str):
        at = draw.randrange(len(value))
        return value[:at] + ("1" if value[at] != "1" else "2") + value[at + 1 :]
    changed = value
    while content(changed) == content(value):
        at = draw.randrange(len(value))
        changed = value[:at] + bytes([value[at] ^ (1 << draw.randrange(8))]) + value[at + 1 :]
    return changed


def content(value: bytes) -> bytes:
    """Return the content of bytes: compressed data with another bit may hold the same."""
    try:
        return zlib.decompress(value)
    except zlib.error:
        return value


def columns_changed(engine: Engine, draw: random.Random) -> Iterator[Change]:
    """Every column of some rows of every table; and these rows deleted."""
    beside = MetaData()
    beside.reflect(engine)
    for table in beside.sorted_tables:
        keys = [key.name for key in table.primary_key.columns]
        rows = rows_of(engine, table)
        taken = {tuple(getattr(row, key) for key in keys) for row in rows}
        for row in draw.sample(rows, min(ROWS, len(rows))):
            key = {name: getattr(row, name) for name in keys}
            where = and_(*(table.c[name] == value for name, value in key.items()))
            for column in table.columns:
                value = other(getattr(row, column.name), draw)
                while column.name in key and (*{**key, column.name: value}.values(),) in taken:
                    value = other(value, draw)
                statement = table.update().where(where).values({column.name: value})
                yield doing(f"{table.name} {column.name}", statement)
            yield doing(f"{table.name} row gone", table.delete().where(where))


def doing(what: str, statement: Any) -> Change:
    def change(engine: Engine) -> str:
        with engine.begin() as connection:
            connection.execute(text("PRAGMA ignore_check_constraints = ON"))
            connection.execute(statement)
        return what

    return change


def inside_blocks(engine: Engine, draw: random.Random) -> Iterator[Change]:
    """Change a number in each column of some blocks of each sheet, under the old or a new
    digest.

    With a new digest the manifest names it too: everything beside the ledger agrees.
    """
    records = rows_of(engine, tables.record)
    manifests = [(record, sheets.Manifest(record.manifest)) for record in records]
    lines = [(record, line) for record, manifest in manifests for line in manifest.lines]
    for name in sorted({line.sheet for _, line in lines}):
        of_sheet = [(record, line) for record, line in lines if line.sheet == name]
        for record, line in draw.sample(of_sheet, min(ROWS, len(of_sheet))):
            for column in block(engine, line).columns:
                for consistent in (False, True):
                    yield number_changed(record, line, column, consistent, draw)


def block(engine: Engine, line: Line) -> Sheet:
    found = tables.block.c.digest == line.digest
    with engine.connect() as connection:
        return sheets.decoded(connection.execute(select(tables.block).where(found)).one().bytes)


def number_changed(
    record: Any, line: Line, column: str, consistent: bool, draw: random.Random
) -> Change:
    def change(engine: Engine) -> str:
        was = block(engine, line)
        data = Sheet({**was.columns, column: one_changed(was.columns[column], draw)}).encoded()
        digest = sheets.digest_of(data) if consistent else line.digest
        manifest = record.manifest.replace(line.digest.encode(), digest.encode())
        here, blocks = tables.record.c, tables.block.c
        with engine.begin() as connection:
            connection.execute(
                tables.block.delete().where(blocks.digest.in_([digest, line.digest]))
            )
            connection.execute(tables.block.insert().values(digest=digest, bytes=data))
            changed = tables.record.update().where(here.position == record.position)
            connection.execute(changed.values(manifest=manifest))
        return f"{line.sheet} {column}"

    return change


def one_changed(values: Any, draw: random.Random) -> Any:
    at = draw.randrange(len(values))
    if isinstance(values, list):
        return [*values[:at], other(values[at] or "x", draw), *values[at + 1 :]]
    changed = values.copy()
    changed.reshape(-1)[draw.randrange(changed.size)] += draw.choice((-1, 1))
    return changed


def inside_the_state(engine: Engine, draw: random.Random) -> Iterator[Change]:
    """Change a number, text or blob inside each part, alone and with the digests."""
    for part in present_parts(engine):
        for _ in range(ROWS):
            for consistent in (False, True):
                yield part_changed(part, consistent, draw.randrange(1 << 30))


def present_parts(engine: Engine) -> dict[str, str]:
    """Return the digests of the parts of the state, by name."""
    (manifest,) = (r.manifest for r in rows_of(engine, tables.progress) if r.name == "official")
    return snapshot.part_names(manifest)


def part_changed(part: str, consistent: bool, seed: int) -> Change:
    def change(engine: Engine) -> str:
        draw = random.Random(seed)
        digest = present_parts(engine)[part]
        (row,) = (row for row in rows_of(engine, tables.state_part) if row.digest == digest)
        was, is_column = row.bytes, part.count("/") > 1
        data = other(was, draw) if is_column else packed_otherwise(was, draw)
        manifest = rows_of(engine, tables.progress)[0].manifest
        if consistent:
            manifest = manifest.replace(
                sheets.digest_of(was).encode(), sheets.digest_of(data).encode()
            )
        with engine.begin() as connection:
            here = tables.state_part.update().where(tables.state_part.c.digest == digest)
            named = sheets.digest_of(data) if consistent else digest
            connection.execute(here.values(digest=named, bytes=data))
            connection.execute(tables.progress.update().values(manifest=manifest))
        return f"inside {part}"

    return change


def packed_otherwise(data: bytes, draw: random.Random) -> bytes:
    return msgspec.msgpack.encode(leaf_changed(msgspec.msgpack.decode(data, strict=False), draw))


def leaf_changed(value: Any, draw: random.Random) -> Any:
    """Return a structure with a changed value, drawn at random; unchanged without values."""
    if isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        draw.shuffle(keys)
        for key in keys:
            if (changed := leaf_changed(value[key], draw)) != value[key]:
                if isinstance(value, dict):
                    return {**value, key: changed}
                return [*value[:key], changed, *value[key + 1 :]]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int) or (isinstance(value, str | bytes) and value):
        return other(value, draw)
    return value


# ------------------------------------------------------------------------------------------ trying


@cache
def template(address: str) -> dict[str, Any]:
    return answers(address)


@pytest.fixture(scope="module", params=[SAMPLE, FIDE, DRAUGHTS] if FULL else [SAMPLE])
def season(request, tmp_path_factory) -> str:
    """A ledger with everything kept beside."""
    made = brought_in(tmp_path_factory, request.param.name)
    own = tmp_path_factory.mktemp("own") / "season.ledger"
    shutil.copy(made, own)
    with track(str(own)) as official:
        official.catch_up()
        furthest_head.keep(official.track.ledger)
    return str(own)


@pytest.fixture(scope="module")
def changes(season) -> list[Change]:
    draw = random.Random(20261122)
    engine = drivers.engine(f"{season}.projections")
    kinds = (columns_changed, inside_blocks, inside_the_state)
    found = [change for kind in kinds for change in kind(engine, draw)]
    engine.dispose()
    return found


def tried(season: str, copy: Path, change: Change, *, is_verified: bool = False) -> str:
    """Make a change in a copy, and ask everything; return the changed value."""
    shutil.copy(season, copy)
    shutil.copy(f"{season}.projections", f"{copy}.projections")
    engine = drivers.engine(f"{copy}.projections")
    what = change(engine)
    engine.dispose()
    if is_verified:
        found = verified(copy)
        assert all(fault.derived or str(fault.place) == "head" for fault in found)
        assert found or what in UNUSED, what
    with capture_logs() as logs:
        assert answers(str(copy)) == template(season), what
    for name in (copy, Path(f"{copy}.projections")):
        name.unlink()
    assert logs or not what.startswith("furthest_head ") or what in UNUSED, what
    return f"{what}: {'named' if logs else 'no answer rests on it'}"


def verified(copy: Path) -> list[Fault]:
    with Ledger.open(str(copy), LONG_AFTER) as ledger, capture_logs():
        return verify(House(ledger)).faults


def test_no_answer_and_no_list_changes(season, changes, tmp_path):
    """The control, no change at all, is passed over by all, and named by nothing."""
    copy, draw = tmp_path / "c.ledger", random.Random(20261127)
    assert tried(season, copy, lambda _: CONTROL, is_verified=True).endswith("rests on it")
    told = [
        tried(season, copy, change, is_verified=draw.randrange(VERIFIED) == 0) for change in changes
    ]
    assert len(told) >= FEWEST
    assert sum(each.endswith("named") for each in told) > len(told) // 3


def test_a_changed_rating_that_everything_beside_agrees_with_is_not_sealed(season, tmp_path):
    """The rating of the first player in the standings, with every digest beside the ledger."""

    def one_more(engine: Engine) -> str:
        standings = min(part for part in present_parts(engine) if part.startswith("standings/"))
        return part_changed(standings, True, 7)(engine)

    assert tried(season, tmp_path / "c.ledger", one_more).endswith("named")


def test_a_projection_that_cannot_be_opened_is_named_and_made_anew(season, tmp_path):
    copy, beside = tmp_path / "c.ledger", tmp_path / "c.ledger.projections"
    shutil.copy(season, copy)
    beside.symlink_to(tmp_path / "gone" / "c.ledger.projections")
    with capture_logs() as logs:
        assert answers(str(copy)) == template(season)
    assert [log["event"] for log in logs].count("projection_cannot_be_read_and_is_made_anew") == 1
    assert not beside.is_symlink()


@pytest.mark.parametrize("kept", ["cut", "no database", "empty", "zeros"])
def test_a_projection_that_cannot_be_read_is_named_and_made_anew(season, tmp_path, kept):
    copy, beside = tmp_path / "c.ledger", tmp_path / "c.ledger.projections"
    shutil.copy(season, copy)
    data = Path(f"{season}.projections").read_bytes()
    beside.write_bytes(
        {
            "cut": data[: len(data) // 2],
            "no database": b"no database at all\n" * 500,
            "empty": b"",
            "zeros": bytes(8192),
        }[kept]
    )
    with capture_logs() as logs:
        assert answers(str(copy)) == template(season)
    assert kept == "empty" or any("anew" in log["event"] for log in logs)
