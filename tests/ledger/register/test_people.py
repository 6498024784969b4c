"""The register's events about players, folded: the last word holds."""

from datetime import date

import pytest

from ledger.events.register import (
    PlayerDetailsChanged,
    PlayerDetailsCorrected,
    PlayersRegistered,
)
from ledger.register.people import Described, details
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Request
from tests.support.pool_ledgers import opened


@pytest.fixture
def ledger(tmp_path):
    """A ledger with three registered players: the first corrected, the second moved."""
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
    known = details(ledger.read)
    assert [known[player] for player in (1, 2, 3)] == [
        Described("SMR", "m", 1975),
        Described("FRA", "w", 1990),
        Described("ITA", "", 2011),
    ]


@pytest.mark.parametrize(
    ("through", "expected"),
    [(2, Described()), (3, Described("ITA", "m", 1975)), (4, Described("SMR", "m", 1975))],
)
def test_the_register_is_told_as_known_at_a_position(ledger, through, expected):
    """Before, on and after the event that moved player 1."""
    assert details(ledger.read, through)[1] == expected


def test_of_an_unknown_number_nothing_is_known(ledger):
    """Even where an event names the number, such as 4."""
    known = details(ledger.read)
    assert [number in known for number in (-1, 0, 1, 3, 4)] == [False, False, True, True, False]
    assert known[4] == Described()


@pytest.mark.parametrize(
    ("day", "federation"),
    [(date(2025, 12, 31), "ITA"), (date(2026, 1, 1), "SMR"), (date(2026, 1, 2), "SMR")],
)
def test_what_changed_from_a_day_on_holds_from_that_day(ledger, day, federation):
    """The day before, on and after; a wrong detail was wrong from the start."""
    known = details(ledger.read, as_of=day)
    assert known[1].federation == federation
    assert known[2].birth_year == 1990


@pytest.mark.parametrize("through", [2, 3, 4])
def test_days_between_two_changes_share_their_details(ledger, through):
    """Before, at and after the position of the change; before, on and after the day."""
    days = [date(2025, 12, 30), date(2025, 12, 31), date(2026, 1, 1), date(2026, 1, 2)]
    found = [details(ledger.read, through, day) for day in days]
    assert found[0] is found[1]
    assert found[2] is found[3]
    for on_day, day in zip(found, days, strict=True):
        whole = details(Reader(ledger.engine), through, day)
        assert [on_day[player] for player in range(5)] == [whole[player] for player in range(5)]


def test_an_empty_register_knows_nobody(tmp_path):
    with opened(str(tmp_path / "empty.db")) as empty:
        assert details(empty.read)[1] == Described()
