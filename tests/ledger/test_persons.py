"""What the register's events say of players, folded: the last word on each holds."""

from datetime import date

import pytest

from ledger.events.register import (
    PlayerDetailsChanged,
    PlayerDetailsCorrected,
    PlayersRegistered,
)
from ledger.persons import Person, persons, registered
from ledger.store.requests import NewEvent, Request
from tests.ledger.intake.pools import opened


@pytest.fixture
def ledger(tmp_path):
    """A ledger whose register has three players, one of them corrected, one moved."""
    facts = (
        PlayersRegistered(
            player="000000010000000200000003",
            birth_year="197500002011",
            sex="mw-",
            federation="ITAFRA---",
            commitment="0" * 192,
        ),
        PlayerDetailsChanged(
            on=date(2026, 1, 1),
            player="0000000100000002",
            federation="SMR***",
            commitment="0" * 128,
        ),
        PlayerDetailsCorrected(
            player="000000020000000300000004",
            birth_year="199099990000",
            sex="*-w",
            federation="***ITA---",
            commitment="0" * 192,
            by="the-commission",
        ),
    )
    with opened(str(tmp_path / "ledger.db")) as made:
        made.append(Request("people", tuple(NewEvent(fact) for fact in facts)))
        yield made


def test_the_last_word_holds_and_what_was_not_told_stays(ledger):
    assert persons(ledger.read, [1, 2, 3]) == {
        1: Person("SMR", "m", 1975),
        2: Person("FRA", "w", 1990),
        3: Person("ITA", "", 2011),
    }


def test_of_who_is_not_asked_nothing_is_told(ledger):
    assert persons(ledger.read, [2]).keys() == {2}


@pytest.mark.parametrize(
    ("through", "expected"), [(2, {}), (3, Person("ITA", "m", 1975)), (4, Person("SMR", "m", 1975))]
)
def test_the_register_is_told_as_known_at_a_position(ledger, through, expected):
    """Before, on and after the event that moved player 1."""
    assert persons(ledger.read, [1], through).get(1, {}) == expected


def test_of_an_unknown_number_nothing_is_known(ledger):
    known = registered(ledger.read)
    assert [number in known for number in (-1, 0, 1, 4, 5)] == [False, False, True, True, False]
    assert known[5] == Person()


def test_an_empty_register_knows_nobody(tmp_path):
    with opened(str(tmp_path / "empty.db")) as empty:
        assert persons(empty.read, [1]) == {}
