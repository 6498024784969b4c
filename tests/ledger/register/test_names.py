"""Names of all players, brought up to date by the events of the register alone."""

import numpy as np
import pytest
from sqlalchemy import delete

from ledger.events.register import PersonalDataErased, PlayersRegistered
from ledger.register.name_index import name_index
from ledger.register.names import names_of_all
from ledger.register.people import details
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Request, Subject, commitment
from ledger.store.schema import subject
from tests.support.pool_ledgers import opened

SALT = b"0" * 16


@pytest.fixture
def ledger(tmp_path):
    with opened(str(tmp_path / "ledger.db")) as made:
        register(made, {1: "Rossi, Maria", 2: "D'Angelo, José"})
        yield made


def register(ledger, names):
    """Register players of these numbers."""
    people = [
        Subject(player, SALT, f'{{"name":"{name}"}}'.encode()) for player, name in names.items()
    ]
    fact = PlayersRegistered(
        player="".join(f"{player:08}" for player in names),
        birth_year="1990" * len(names),
        sex="w" * len(names),
        federation="ITA" * len(names),
        commitment="".join(commitment(one.salt, one.body) for one in people),
    )
    ledger.append(Request(f"register {sorted(names)}", (NewEvent(fact),), subjects=tuple(people)))


def test_words_begin_so_in_any_order_whatever_the_accents(ledger):
    names = names_of_all(ledger.read)
    assert names.keys == {1: " rossi maria", 2: " dangelo jose"}
    index = name_index(ledger.read)
    assert [index.beginning(text) for text in ("mar ROS", "jo", "osé", "ssi", "", "-")] == [
        *([1], [2], [], [], [], [])
    ]


def test_names_come_in_their_order_and_the_erased_last(ledger):
    register(ledger, {3: "Bianchi, Luca", 4: "Verdi, Ada"})
    with ledger.engine.begin() as connection:
        connection.execute(delete(subject).where(subject.c.player == 3))
    names = names_of_all(ledger.read)
    players = np.array([1, 2, 3, 4, 9])
    assert names.place_of(players).tolist() == [1, 0, 3, 2, 3]
    assert names_of_all(ledger.read) is names


def test_registered_and_erased_players_come_with_the_next_version(ledger):
    """Nothing else is read; an earlier reader finds the earlier version."""
    before = names_of_all(ledger.read)
    register(ledger, {3: "Bianchi, Luca"})
    after = names_of_all(ledger.read)
    assert after.keys == {**before.keys, 3: " bianchi luca"}
    with ledger.engine.begin() as connection:
        connection.execute(delete(subject).where(subject.c.player == 1))
    gone = PersonalDataErased(player="00000001", by="the-council")
    ledger.append(Request("erase", (NewEvent(gone),)))
    erased = names_of_all(ledger.read)
    assert sorted(erased.keys) == [2, 3]
    assert erased.mark.version == after.mark.version + 1
    assert before.keys.keys() == {1, 2}


def test_details_since_a_version_are_those_read_anew(ledger):
    before = details(ledger.read)
    register(ledger, {5: "Bianchi, Luca"})
    after, anew = details(ledger.read), details(Reader(ledger.engine))
    assert (after.mark, len(before.sex)) == (anew.mark, 3)
    for name in ("birth_year", "sex", "federation"):
        assert getattr(after, name).tolist() == getattr(anew, name).tolist()
    assert 5 in after
    assert 5 not in before
