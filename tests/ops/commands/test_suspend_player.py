"""Players suspended, reinstated and dead: contradictions refused, and what is shown of them."""

from datetime import date
from typing import Any

import pytest

from ledger.errors import Refused
from ledger.events.persons import (
    PlayerDeathWithdrawn,
    PlayerDied,
    PlayerSuspended,
    PlayerSuspensionLifted,
)
from ledger.register import identities
from ledger.register.absences import absences
from ops.answers.people import player_overview
from ops.answers.player_trail import player_trail
from ops.commands.merge_players import merge_players
from ops.commands.suspend_player import (
    record_death,
    reinstate_player,
    suspend_player,
    withdraw_death,
)
from ops.house import House
from ops.trails.questions import ShowTrail
from tests.support.command import done
from tests.support.people import enter, person
from tests.support.pool_ledgers import opened

LUCA, MARIA = (identities.show(number) for number in (1, 2))
BY: dict[str, Any] = {"by": "fsi"}
JANUARY, MARCH, JUNE = date(2026, 1, 1), date(2026, 3, 1), date(2026, 6, 30)


@pytest.fixture
def house(tmp_path):
    """A register with two players; today is 1 March 2026."""
    with opened(str(tmp_path / "ledger.db")) as ledger:
        enter(ledger, person("Bianchi, Luca", 1980, "m"), person("Rossi, Maria", 1975, "w"))
        yield House(ledger)


def refusal(code, ask, *words, **options):
    with pytest.raises(Refused) as refused:
        ask(*words, **options)
    assert refused.value.code == code
    return str(refused.value)


def stored(house, receipt):
    return house.read.at([receipt.first_position])[receipt.first_position].decoded()


def days(house, player=1):
    return [(one.first, one.last) for one in absences(house.read).suspensions.get(player, ())]


def test_a_suspension_is_a_fact_of_the_register(house):
    done = suspend_player(house, LUCA, first=JANUARY, last=JUNE, **BY, article="12")
    body = stored(house, done.receipt)
    assert body.payload == PlayerSuspended(
        player=1, first=JANUARY, last=JUNE, by="fsi", article="12"
    )
    assert body.valid_on == JANUARY
    assert days(house) == [(JANUARY, JUNE)]
    again = suspend_player(house, LUCA, first=JANUARY, last=JUNE, **BY, article="12")
    assert again.receipt.first_position == done.receipt.first_position


def test_a_reinstatement_supersedes_the_suspension_and_ends_it(house):
    receipt = suspend_player(house, LUCA, first=JANUARY, **BY).receipt
    done = reinstate_player(house, LUCA, on=MARCH, **BY)
    body, suspended = stored(house, done.receipt), receipt.first_position
    assert body.supersedes == house.read.at([suspended])[suspended].event_id
    assert body.payload == PlayerSuspensionLifted(
        player=1, suspension=suspended, on=MARCH, by="fsi"
    )
    assert days(house) == [(JANUARY, date(2026, 2, 28))]
    again = reinstate_player(house, LUCA, on=MARCH, **BY)
    assert again.receipt.first_position == done.receipt.first_position
    suspend_player(house, LUCA, first=MARCH, **BY)
    assert days(house)[1:] == [(MARCH, None)]


def test_a_suspension_lifted_on_its_first_day_has_no_day_and_can_be_decided_anew(house):
    first = suspend_player(house, LUCA, first=JANUARY, last=JUNE, **BY).receipt
    reinstate_player(house, LUCA, on=JANUARY, **BY)
    assert not absences(house.read).suspensions[1][0].overlaps(JANUARY, JUNE)
    second = suspend_player(house, LUCA, first=JANUARY, last=JUNE, **BY).receipt
    assert second.first_position > first.first_position
    refusal("not-suspended", reinstate_player, house, LUCA, on=date(2026, 7, 1), **BY)


def test_contradicting_suspensions_are_refused(house):
    suspend_player(house, LUCA, first=JANUARY, last=JUNE, **BY)
    for first, last in ((date(2025, 12, 1), JANUARY), (JUNE, None), (MARCH, MARCH)):
        says = refusal(
            "suspended-already", suspend_player, house, LUCA, first=first, last=last, **BY
        )
        assert "suspended from 2026-01-01 to 2026-06-30 by fsi" in says
    suspend_player(house, LUCA, first=date(2026, 7, 1), **BY)
    suspend_player(house, LUCA, first=date(2025, 12, 1), last=date(2025, 12, 31), **BY)
    refusal("days-contradict", suspend_player, house, MARIA, first=JUNE, last=MARCH, **BY)
    refusal("days-contradict", suspend_player, house, MARIA, first=date(1974, 12, 31), **BY)
    says = refusal("not-suspended", reinstate_player, house, MARIA, on=MARCH, **BY)
    assert "never suspended" in says


def test_another_reinstatement_of_the_same_suspension_is_refused(house):
    suspend_player(house, LUCA, first=JANUARY, last=JUNE, **BY)
    reinstate_player(house, LUCA, on=MARCH, **BY)
    refusal("lifted-already", reinstate_player, house, LUCA, on=MARCH, by="other")


def test_a_death_is_recorded_once_and_withdrawn(house):
    died = record_death(house, MARIA, on=JANUARY, **BY, article="10.2").receipt
    fact = PlayerDied(player=2, on=JANUARY, by="fsi", article="10.2")
    assert stored(house, died).payload == fact
    again = record_death(house, MARIA, on=JANUARY, **BY).receipt
    assert again.first_position == died.first_position
    says = refusal("died-already", record_death, house, MARIA, on=MARCH, **BY)
    assert "died on 2026-01-01" in says
    refusal("days-contradict", suspend_player, house, MARIA, first=MARCH, **BY)
    gone = withdraw_death(house, MARIA, **BY).receipt
    body = stored(house, gone)
    assert body.payload == PlayerDeathWithdrawn(player=2, death=died.first_position, by="fsi")
    assert body.supersedes is not None
    assert absences(house.read).deaths == {}
    assert withdraw_death(house, MARIA, **BY).receipt.first_position == gone.first_position
    assert record_death(house, MARIA, on=JANUARY, **BY).receipt.first_position > gone.first_position


def test_impossible_days_of_death_are_refused(house):
    refusal("days-contradict", record_death, house, MARIA, on=date(1974, 12, 31), **BY)
    refusal("day-to-come", record_death, house, MARIA, on=date(2026, 3, 2), **BY)
    refusal("no-death", withdraw_death, house, MARIA, **BY)


def test_suspension_and_death_of_a_merged_number_are_of_the_kept_player(house):
    suspend_player(house, MARIA, first=JANUARY, last=JUNE, **BY)
    record_death(house, MARIA, on=MARCH, **BY)
    merge_players(house, LUCA, MARIA, **BY)
    known = absences(house.read)
    assert (days(house), known.deaths[1].on) == ([(JANUARY, JUNE)], MARCH)
    before = absences(house.read, house.read.head().next_position - 2)
    assert list(before.suspensions) == [2]


def test_register_and_trail_show_them(house):
    at = suspend_player(house, LUCA, first=JANUARY, **BY, article="12").receipt.first_position
    reinstate_player(house, LUCA, on=MARCH, **BY)
    record_death(house, LUCA, on=MARCH, **BY)
    (shown,) = player_overview(house, LUCA).rows
    (row,) = shown.suspensions
    assert (shown.deaths[0].on, row.position, row.article, row.lifted) == (MARCH, at, "12", at + 1)
    rows = player_trail(house, ShowTrail(player=LUCA)).rows
    assert [(one.kind, one.valid_on) for one in rows][1:] == [
        ("suspension", JANUARY),
        ("suspension", MARCH),
        ("death", MARCH),
    ]


def test_the_commands_are_typed(house):
    address = str(house.ledger.engine.url.database)
    words = ("--by", "fsi", "--ledger", address)
    said = done("player", "suspend", LUCA, "--first-day", "2026-01-01", *words)
    assert f"suspended {LUCA} from 2026-01-01 until it is lifted" in said
    shown = done("player", "suspend", LUCA, "--first-day", "2025-01-01", "--last-day",
                 "2025-02-01", "--preview", *words)  # fmt: skip
    assert "preview" in shown
    assert len(days(house)) == 1
    assert "lifts #" in done("player", "reinstate", LUCA, "--on", "2026-02-01", *words)
    assert "death" in done("player", "died", LUCA, "--on", "2026-02-11", *words)
    assert "2026-02-11" in done("player", "show", LUCA, "--ledger", address)
    assert "withdrew" in done("player", "withdraw-death", LUCA, *words)
