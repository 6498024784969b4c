"""The numbers of players agree with the committed words, on either database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from ledger import canonical
from ledger.store import integrity, kept
from ledger.store.ledger import Ledger
from ledger.store.snapshots import snapshot
from tests.support import varied_ledger


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """The sample: 801 is player 1, 902 and fid 2 player 2, 80571 player 571."""
    varied_ledger.fill(ledger)
    return ledger


def places(ledger: Ledger, *statements: str) -> list[str]:
    """Where something is found once the tables were changed."""
    with ledger.engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    return [str(fault.place) for fault in integrity.faults(ledger.engine)]


def at(*players: int) -> list[str]:
    """The places of some players' numbers."""
    return [f"number of subject {player}" for player in players]


def test_the_numbers_of_the_sample_are_those_of_its_words(filled):
    """The control."""
    assert places(filled) == []


@pytest.mark.parametrize(
    ("statement", "players"),
    [
        ("UPDATE subject_number SET player = 571 WHERE number = '801'", (1, 571)),
        ("UPDATE subject_number SET player = 3 WHERE number = '801'", (1, 3)),
        ("UPDATE subject_number SET number = '802' WHERE number = '801'", (1,)),
        ("UPDATE subject_number SET scheme = 'fia' WHERE number = '801'", (1, 1)),
        ("INSERT INTO subject_number VALUES ('fide', '800', 1)", (1,)),
        ("INSERT INTO subject_number VALUES ('fide', '802', 1)", (1,)),
        ("INSERT INTO subject_number VALUES ('fide', '5', 3)", (3,)),
        ("DELETE FROM subject_number WHERE number = '801'", (1,)),
        ("DELETE FROM subject_number WHERE player = 2", (2, 2)),
    ],
)
def test_numbers_that_words_do_not_say_and_words_without_their_numbers_are_found(
    filled, statement, players
):
    """Moved, changed, put in, taken out, left behind: once for each scheme."""
    assert places(filled, statement) == at(*players)


@pytest.mark.parametrize(("player", "numbers"), [(571, 1), (2, 2)])
def test_numbers_without_words_are_found_beside_the_missing_words(filled, player, numbers):
    """Words and numbers are erased together, or not at all."""
    found = places(filled, f"DELETE FROM subject WHERE player = {player}")
    assert found == [f"subject {player}", *at(*[player] * numbers)]


def test_numbers_exchanged_between_players_are_found(filled):
    """Each stands once, but for somebody else."""
    other = "CASE player WHEN 1 THEN 571 ELSE 1 END"
    change = f"UPDATE subject_number SET player = {other} WHERE number IN ('801', '80571')"
    assert places(filled, change) == at(1, 571)


def test_numbers_are_looked_at_page_by_page(filled, monkeypatch):
    """Pages of a single number, of two and of all: nothing is missed at the edges."""
    for size in (1, 2, 3, 4):
        monkeypatch.setattr(kept, "_PAGE", size)
        with snapshot(filled.engine) as connection:
            players = [stored.player for stored in kept.stored_words(connection)]
        assert players == [1, 2, 571]
    monkeypatch.setattr(kept, "_PAGE", 1)
    assert places(filled, "DELETE FROM subject_number") == at(1, 2, 2, 571)


@pytest.mark.parametrize("body", [b"", b"x", b"\xff", b"7", b"{}", b'{"numbers":7}', b"[" * 9_999])
def test_words_that_say_nothing_of_numbers_claim_none(body):
    assert kept.claimed(body) == {}


NUMBERS = st.lists(
    st.tuples(st.sampled_from(["fide", "fid"]), st.sampled_from("123"), st.integers(1, 3)),
    max_size=4,
    unique=True,
)


@given(NUMBERS, NUMBERS)
def test_a_balance_agrees_exactly_where_both_sides_are_the_same(said, stands):
    balance = kept.Balance()
    for scheme, number, player in said:
        balance.add_words(player, canonical.encode({"numbers": {scheme: number}}))
    for row in stands:
        balance.subtract(*row)
    assert balance.agrees() == (set(said) == set(stands))
