"""A flipped bit of a SQLite file is found, refused in words, or changes nothing.

The file is written while nobody has it open, as a disk would damage it between two commands.
"""

import csv
import re
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from ledger.store.ledger import Ledger
from ledger.store.schema import metadata
from ops.cli import checking
from ops.cli.declared import show
from ops.cli.exits import DAMAGED, DONE, FOUND, REFUSED
from ops.cli.shared_options import Reading, Reporting
from ops.lists.questions import ShowList
from ops.players.questions import ShowRating
from ops.sample import commands
from tests.support.begun_ledgers import begun
from tests.support.command import Ran, called, run
from tests.support.counts import FULL

FLIPS = 1_002 if FULL else 54
"""In three parts: of the ledger alone, of the ledger with a file beside it, of that file."""
VERIFIED = 1 if FULL else 4
"""One flip in so many of the file beside it is verified, too."""
SEED = 16
CHESS, PLAYER = "fide-standard", "fide:99000463"
FOLDER = commands.FOLDER / CHESS
ROWS = 12
"""Lines of the list that is carried over."""
IN_WORDS = re.compile(r"(refused|damaged): .+")


class World(NamedTuple):
    """A whole ledger: bytes, bytes of the files beside, rows of the tables, answers."""

    data: bytes
    beside: bytes
    """The file of answers that is kept beside it."""
    tables: dict[str, list[str]]
    rating: Ran
    list: Ran


def commands_of(folder: Path) -> list[str]:
    """Return the commands to import a list, a report, and to close the next list."""
    before = folder / "before.csv"
    lines = (FOLDER / "carried-over-2025-09.csv").read_text("utf-8").splitlines(keepends=True)
    before.write_text("".join(lines[:ROWS]), "utf-8")
    report = FOLDER / "2025-09-21-sociale-pontemare.trf"
    return [
        "init --origin example.org",
        f"pool open {CHESS} --first-period 2025-10",
        f"pool adopt {CHESS} 2025-10-01",
        f"pool carry-over {CHESS} {before} --on 2025-09-01 --source list --register-new",
        f"tournament import {report} --pool {CHESS} --register-new --set received_on=2025-09-22 "
        "--set unrated=all",
        f"list close {CHESS} 2025-10",
        f"list publish {CHESS} 2025-10 --on 2025-10-01",
    ]


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> World:
    folder = tmp_path_factory.mktemp("flips")
    address = folder / "whole.ledger"
    begun(address, *commands_of(folder))
    answers = [rating(address), whole_list(address)]
    assert [ran.code for ran in [*answers, verified(address)]] == [DONE] * 3
    tables = contents(address)
    assert 0 < len(tables["event"]) < 100
    beside = address.with_name(f"{address.name}.projections")
    return World(address.read_bytes(), beside.read_bytes(), tables, *answers)


def rating(address: Path) -> Ran:
    reading = Reading(ledger=str(address), format="csv")
    return called(lambda: show(ShowRating(pool=CHESS, player=PLAYER), reading))


def whole_list(address: Path) -> Ran:
    reading = Reading(ledger=str(address), format="csv")
    return called(lambda: show(ShowList(pool=CHESS, limit=0), reading))


def contents(address: Path) -> dict[str, list[str]]:
    """Return every row of every table but the slips, as nothing in the log binds the slips."""
    with Ledger.open(str(address)) as ledger, ledger.engine.connect() as connection:
        return {
            name: sorted(repr(tuple(row)) for row in connection.execute(table.select()))
            for name, table in metadata.tables.items()
            if name != "import_slip"
        }


def verified(address: Path) -> Ran:
    return called(lambda: checking.verify(reporting=Reporting(ledger=str(address))))


def is_told(ran: Ran) -> bool:
    """Return whether a refusal is in words: a known exit code, a single line, no trace."""
    return ran.code in (REFUSED, DAMAGED) and bool(IN_WORDS.fullmatch(ran.err.strip()))


def put(folder: Path, data: bytes, beside: bytes = b"") -> Path:
    """Write a ledger of these bytes, and the file of answers beside, or none."""
    for path in folder.iterdir():
        path.unlink()
    address = folder / "flipped.ledger"
    address.write_bytes(data)
    if beside:
        address.with_name(f"{address.name}.projections").write_bytes(beside)
    return address


def flipped(data: bytes, bit: int) -> bytes:
    damaged = bytearray(data)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


def without_names(answer: Ran) -> list[dict[str, str]]:
    """Return an answer without the names of persons: `verify` checks these."""
    return [row | {"name": ""} for row in csv.DictReader(answer.out.splitlines())]


def is_same(answer: Ran, whole: Ran) -> bool:
    return answer.code == DONE and without_names(answer) == without_names(whole)


@pytest.mark.parametrize("has_beside", [False, True], ids=["alone", "with what is kept beside it"])
def test_a_flipped_bit_is_found_or_refused_in_words_or_changes_nothing(world, tmp_path, has_beside):
    named, beside = 0, world.beside if has_beside else b""
    for bit in Random(SEED).sample(range(8 * len(world.data)), FLIPS // 3):
        address = put(tmp_path, flipped(world.data, bit), beside)
        answer, ran = rating(address), verified(address)
        assert is_same(answer, world.rating) or is_told(answer), (bit, answer)
        assert ran.code in (DONE, FOUND) or is_told(ran), (bit, ran)
        if ran.code == DONE:
            answers = answer.out, whole_list(address).out
            assert answers == (world.rating.out, world.list.out), bit
            assert contents(address) == world.tables, bit
        named += ran.code != DONE
    assert named > FLIPS // 9


def test_a_flipped_bit_of_what_is_kept_beside_changes_no_answer(world, tmp_path):
    """The answers are made anew from the ledger, and the log says so."""
    told = 0
    used = [at for at, byte in enumerate(world.beside) if byte]
    draw = Random(SEED)
    bits = [8 * at + draw.randrange(8) for at in draw.sample(used, FLIPS // 3)]
    for number, bit in enumerate(bits):
        address = put(tmp_path, world.data, flipped(world.beside, bit))
        answer = rating(address)
        assert (answer.code, answer.out) == (DONE, world.rating.out), (bit, answer)
        lines = answer.err.splitlines()
        assert all(" event=projection_" in line for line in lines), (bit, answer)
        told += bool(lines)
        if number % VERIFIED == 0:
            put(tmp_path, world.data, flipped(world.beside, bit))
            assert verified(address).code in (DONE, FOUND), bit
    assert told


def test_a_damaged_type_of_a_column_kept_beside_changes_no_answer(world, tmp_path):
    """SQLite repeats the type in answers, where no program can decode the type."""
    typed, damaged = b"\tname TEXT NOT", b"\tname TEXT\xa0NOT"
    assert typed in world.beside
    address = put(tmp_path, world.data, world.beside.replace(typed, damaged))
    answer = rating(address)
    assert (answer.code, answer.out) == (DONE, world.rating.out)
    assert "projection_cannot_be_read_and_is_made_anew" in answer.err


RATING, LIST = ["player", "rating", CHESS, PLAYER], ["list", "show", CHESS, "--limit", "0"]
DAMAGES = {
    "a column of a table": (rb"next_position INTEGER", rb"next_positiom INTEGER", RATING),
    "the words of a table": (rb"CREATE TABLE ledger_head", b"\xe1REATE TABLE ledger_head", RATING),
    "the name of a table": (rb"tableledger_head", b"table\xe1edger_head", RATING),
    "a day of an event": (rb"submitted\.v12025", b"submitted.v1\xb2025", RATING),
    "the type of an event": (rb"list-published\.v12025", rb"list-publisled.v12025", RATING),
    "the keys of a name": (rb'"name":"Galvi', rb'"nbme":"Galvi', LIST),
    "the kind of a name, text for bytes": (rb'\x02(.{16}\{"name":"Galvi)', b"\x03\\1", LIST),
    "the keys of a slip": (rb'"sentence"', rb'"sentfnce"', ["tournament", "slips"]),
    "the end of an index": (rb"standard(\x04\t\x18)", rb"standarc\1", ["verify"]),
}
"""What is damaged: the bytes, those in their place, the command that meets them."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_kind_of_damage_is_told_in_words(world, tmp_path, damage):
    before, after, words = DAMAGES[damage]
    damaged, times = re.subn(before, after, world.data, flags=re.DOTALL)
    assert times > 0
    assert len(damaged) == len(world.data)
    ran = run(*words, "--ledger", put(tmp_path, damaged))
    if words == ["verify"]:
        assert ran.code == FOUND
        assert "fault: pages: found row 10 missing from index" in ran.out
    else:
        assert ran.code == DAMAGED
        assert is_told(ran), ran.err


def test_tables_beside_whose_names_cannot_be_read_are_made_anew(world, tmp_path):
    damaged = world.beside.replace(b"tableprogress", b"table\xf0rogress")
    assert damaged != world.beside
    answer = rating(put(tmp_path, world.data, damaged))
    assert (answer.code, answer.out) == (DONE, world.rating.out)
    assert "event=projection_cannot_be_read_and_is_made_anew" in answer.err
