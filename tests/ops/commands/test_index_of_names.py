"""The index of names follows the words of the register; the same on both databases."""

from collections.abc import Collection, Iterator

import pytest
from sqlalchemy import text

from ledger.register.name_index import name_index
from ledger.register.search import search
from ledger.store import integrity, name_pages
from ledger.store.ledger import Ledger
from ledger.store.name_pages import NamePage
from ledger.store.reading import Reader
from ops.house import House
from ops.players.recordings import CorrectPlayer, MergePlayer
from tests.support.people import enter, erase, forget, person
from tests.support.pool_ledgers import opened

PAGE = name_pages.PLAYERS
OF_THE_FIRST = (
    "UPDATE name_page SET signs = first.signs, keys = first.keys, crc = first.crc"
    " FROM (SELECT * FROM name_page WHERE page = 0) AS first"
)
"""All pages hold the names of the first one."""


def found(ledger: Ledger, name: str) -> list[int]:
    """Return the players found by a name."""
    return [one.person.player for one in search(ledger.read, name)]


def places(ledger: Ledger) -> list[str]:
    """Where something is at fault."""
    return [str(fault.place) for fault in integrity.faults(ledger.engine)]


def execute(ledger: Ledger, statement: str) -> None:
    """Change rows by hand."""
    with ledger.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount


@pytest.fixture(params=["sqlite", "postgresql"])
def filled(request, tmp_path) -> Iterator[Ledger]:
    """A register of two pages and a half, with a few people called Rossi."""
    people = [person(f"Verdi{number:03d}, Ada") for number in range(1, 5 * PAGE // 2)]
    people[2], people[PAGE + 2] = person("Rossi, Maria"), person("Rossi, Mario")
    sqlite = request.param == "sqlite"
    address = str(tmp_path / "ledger") if sqlite else request.getfixturevalue("postgres_database")
    with opened(address) as ledger:
        enter(ledger, *people[:PAGE])
        enter(ledger, *people[PAGE:])
        yield ledger


def test_who_is_registered_is_in_the_index_at_once(filled):
    assert found(filled, "Rossi, Maria") == [3, PAGE + 3]
    (new,) = enter(filled, person("Rossi, Marta"))
    assert found(filled, "Rossi, Marta")[0] == new
    assert places(filled) == []


def test_who_is_called_otherwise_or_erased_leaves_the_index_at_once(filled):
    CorrectPlayer(player="3-7", name="Neri, Carla", by="body").record(House(filled))
    assert found(filled, "Rossi, Maria") == [PAGE + 3]
    assert found(filled, "Neri, Carla") == [3]
    erase(filled, PAGE + 3)
    assert found(filled, "Rossi, Mario") == []
    pages = filled.read.name_pages([0, 1])
    assert not any(b"rossi" in page.keys for page in pages.values())
    assert b"carla neri" in pages[0].keys
    assert places(filled) == []


def test_merged_numbers_stay_in_the_index(filled):
    """A search names the merge beside the number."""
    MergePlayer(kept="3-7", player="259-1", by="body").record(House(filled))
    assert found(filled, "Rossi, Maria") == [3, PAGE + 3]


@pytest.mark.parametrize("gone", ["", " WHERE page = 1"])
def test_pages_that_are_dropped_change_no_answer_and_are_made_anew(filled, gone):
    before = found(filled, "Rossi, Maria")
    execute(filled, f"DELETE FROM name_page{gone}")
    with Ledger.open(filled.address, filled.clock) as again:
        assert found(again, "Rossi, Maria") == before
        assert places(again) != []
        House(again).rebuild(2_000)
        assert places(again) == []


def test_a_page_that_contradicts_the_words_changes_no_answer_and_is_named(filled):
    """A name deleted or written by hand; the words of the register hold."""
    forget(filled, 3)
    assert found(filled, "Rossi, Maria") == [PAGE + 3]
    assert places(filled) == ["subject 3"]
    enter(filled, person("Rossi, Maria"))
    execute(filled, OF_THE_FIRST)
    second, third = (f"{PAGE * page} to {PAGE * (page + 1) - 1}" for page in (1, 2))
    assert places(filled) == [
        f"index of the names of players {second}",
        f"index of the names of players {third}",
        "subject 3",
    ]
    with Ledger.open(filled.address, filled.clock) as again:
        assert found(again, "Rossi, Mario") == [PAGE + 3, 5 * PAGE // 2]
        House(again).rebuild(2_000)
    assert places(filled) == ["subject 3"]


@pytest.mark.parametrize("damage", ["signs = keys", "keys = signs"])
def test_damaged_pages_change_no_answer(filled, damage):
    execute(filled, f"UPDATE name_page SET {damage}")
    with Ledger.open(filled.address, filled.clock) as again:
        assert found(again, "Rossi, Maria") == [3, PAGE + 3]
        assert len(places(again)) == 3


def test_a_page_of_nobody_is_at_fault_if_it_names_somebody(filled):
    execute(
        filled, "INSERT INTO name_page SELECT 9, signs, keys, crc FROM name_page WHERE page = 1"
    )
    assert places(filled) == [f"index of the names of players {9 * PAGE} to {10 * PAGE - 1}"]


def test_what_is_recorded_tentatively_is_found_in_the_preview_alone(filled):
    with House(filled).tentatively() as house:
        (new,) = enter(house.ledger, person("Rossi, Marta"))
        assert found(house.ledger, "Rossi, Marta")[0] == new
    assert new not in found(filled, "Rossi, Marta")


def test_a_process_reads_the_pages_that_changed(filled, monkeypatch):
    name_index(filled.read)
    asked: list[int] = []
    read = Reader.name_pages

    def noted(self: Reader, pages: Collection[int]) -> dict[int, NamePage]:
        asked.extend(pages)
        return read(self, pages)

    monkeypatch.setattr(Reader, "name_pages", noted)
    enter(filled, person("Rossi, Marta"))
    assert found(filled, "Rossi, Marta") == [5 * PAGE // 2, 3, PAGE + 3]
    assert asked == [2]
