"""Import slips: numbered without gaps, read as written, refused where too large."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from ledger import limits
from ledger.errors import BadEvent, LimitExceeded
from ledger.store.ledger import Ledger
from ledger.store.slips import Slip, Slips
from tests.support.processes import running, write_slips
from tests.support.store_facts import SLIP, START, digest

TAKEN = Slip(START + 1, "Città.trf", digest(b"x"), "complete", "T-000001", 7)


@pytest.fixture
def slips(ledger: Ledger) -> Slips:
    """The slips of a ledger."""
    return Slips(ledger.engine)


def test_slips_are_numbered_from_one(slips):
    """Read as written, the newest first."""
    assert [slips.write(slip) for slip in (SLIP, TAKEN, SLIP)] == [1, 2, 3]
    assert slips.read(1) == replace(SLIP, number=1)
    assert slips.read(2) == replace(TAKEN, number=2)
    assert slips.all(2) == [replace(SLIP, number=3), replace(TAKEN, number=2)]
    assert len(slips.all()) == 3


def test_there_is_no_slip_of_another_number(slips):
    """Before the first and after the last."""
    assert slips.all() == []
    slips.write(SLIP)
    assert (slips.read(0), slips.read(2)) == (None, None)


def test_many_threads_get_numbers_of_their_own(slips):
    """No number twice, none left out."""
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(slips.write, [SLIP] * 40))
    assert sorted(found) == list(range(1, 41))


def test_many_processes_get_numbers_of_their_own(new_ledger, address):
    """As with several imports at once."""
    with running(write_slips, *((address, SLIP, 15) for _ in range(3))):
        pass
    numbers = [slip.number for slip in Slips(new_ledger.engine).all(100)]
    assert numbers == list(range(45, 0, -1))


@pytest.mark.parametrize(
    "wrong",
    [
        {"file_name": "a\0b"},
        {"file_name": "a\udcffb"},
        {"file_name": "a\x1b[2Jb"},
        {"file_name": "a\u202eb"},
        {"file": "x"},
        {"outcome": "perhaps"},
        {"words": "not JSON"},
        {"words": ""},
        {"tournament": "T\0"},
        {"tournament": "T\n"},
    ],
    ids=str,
)
def test_a_slip_that_could_not_be_kept_as_it_is_is_refused(slips, wrong: dict[str, Any]):
    """On both databases alike, before anything is written."""
    with pytest.raises(BadEvent):
        slips.write(replace(SLIP, **wrong))
    assert slips.all() == []


def test_slips_have_limits(slips, monkeypatch):
    """The words, the name of the file, the tournament: on the limit and above."""
    monkeypatch.setattr(limits, "SLIP_BYTES", 10)
    small = replace(SLIP, words='"12345678"')
    slips.write(small)
    assert slips.write(replace(small, file_name="x" * 255, tournament="T" * 200)) == 2
    for wrong in ({"words": '"1234567é"'}, {"file_name": "x" * 256}, {"tournament": "T" * 201}):
        with pytest.raises(LimitExceeded):
            slips.write(replace(small, **wrong))  # type: ignore[arg-type]


def test_slips_can_be_erased(slips, ledger):
    """Slips are words about persons, not events."""
    slips.write(SLIP)
    with ledger.engine.begin() as connection:
        connection.execute(text("UPDATE import_slip SET words = '[]', file_name = ''"))
    assert slips.read(1) == replace(SLIP, number=1, words="[]", file_name="")


def test_the_database_knows_the_outcomes(slips, ledger):
    """By a constraint with a name."""
    slips.write(SLIP)
    with ledger.engine.begin() as connection, pytest.raises(DBAPIError, match="outcome_known"):
        connection.execute(text("UPDATE import_slip SET outcome = 'x'"))
