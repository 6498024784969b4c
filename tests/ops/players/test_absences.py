"""Players suspended, reinstated and dead: contradictions refused, and the answers
about absences.
"""

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
from ops.house import House
from ops.players.people import player_overview
from ops.players.recordings import (
    MergePlayer,
    RecordDeath,
    ReinstatePlayer,
    SuspendPlayer,
    WithdrawDeath,
)
from ops.trails.player_trail import player_trail
from ops.trails.questions import ShowTrail
from tests.support.command import done
from tests.support.grounds import on_article
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
    done = on_article(
        house, "12", SuspendPlayer(player=LUCA, first_day=JANUARY, last_day=JUNE, **BY)
    )
    body = stored(house, done.receipt)
    assert body.payload == PlayerSuspended(
        player=1, first=JANUARY, last=JUNE, by="fsi", article="12"
    )
    assert body.valid_on == JANUARY
    assert days(house) == [(JANUARY, JUNE)]
    again = on_article(
        house, "12", SuspendPlayer(player=LUCA, first_day=JANUARY, last_day=JUNE, **BY)
    )
    assert again.receipt.first_position == done.receipt.first_position


def test_a_reinstatement_supersedes_the_suspension_and_ends_it(house):
    receipt = SuspendPlayer(player=LUCA, first_day=JANUARY, **BY).record(house).receipt
    done = ReinstatePlayer(player=LUCA, on=MARCH, **BY).record(house)
    body, suspended = stored(house, done.receipt), receipt.first_position
    assert body.supersedes == house.read.at([suspended])[suspended].event_id
    assert body.payload == PlayerSuspensionLifted(
        player=1, suspension=suspended, on=MARCH, by="fsi"
    )
    assert days(house) == [(JANUARY, date(2026, 2, 28))]
    again = ReinstatePlayer(player=LUCA, on=MARCH, **BY).record(house)
    assert again.receipt.first_position == done.receipt.first_position
    SuspendPlayer(player=LUCA, first_day=MARCH, **BY).record(house)
    assert days(house)[1:] == [(MARCH, None)]


def test_a_suspension_lifted_on_its_first_day_has_no_day_and_can_be_decided_anew(house):
    first = SuspendPlayer(player=LUCA, first_day=JANUARY, last_day=JUNE, **BY).record(house).receipt
    ReinstatePlayer(player=LUCA, on=JANUARY, **BY).record(house)
    assert not absences(house.read).suspensions[1][0].overlaps(JANUARY, JUNE)
    second = (
        SuspendPlayer(player=LUCA, first_day=JANUARY, last_day=JUNE, **BY).record(house).receipt
    )
    assert second.first_position > first.first_position
    refusal("not-suspended", ReinstatePlayer(player=LUCA, on=date(2026, 7, 1), **BY).record, house)


def test_contradicting_suspensions_are_refused(house):
    SuspendPlayer(player=LUCA, first_day=JANUARY, last_day=JUNE, **BY).record(house)
    for first, last in ((date(2025, 12, 1), JANUARY), (JUNE, None), (MARCH, MARCH)):
        says = refusal(
            "suspended-already",
            SuspendPlayer(player=LUCA, first_day=first, last_day=last, **BY).record,
            house,
        )
        assert "suspended from 2026-01-01 to 2026-06-30 by fsi" in says
    SuspendPlayer(player=LUCA, first_day=date(2026, 7, 1), **BY).record(house)
    SuspendPlayer(
        player=LUCA, first_day=date(2025, 12, 1), last_day=date(2025, 12, 31), **BY
    ).record(house)
    refusal(
        "days-contradict",
        SuspendPlayer(player=MARIA, first_day=JUNE, last_day=MARCH, **BY).record,
        house,
    )
    refusal(
        "days-contradict",
        SuspendPlayer(player=MARIA, first_day=date(1974, 12, 31), **BY).record,
        house,
    )
    says = refusal("not-suspended", ReinstatePlayer(player=MARIA, on=MARCH, **BY).record, house)
    assert "was never suspended" in says


def test_another_reinstatement_of_the_same_suspension_is_refused(house):
    SuspendPlayer(player=LUCA, first_day=JANUARY, last_day=JUNE, **BY).record(house)
    ReinstatePlayer(player=LUCA, on=MARCH, **BY).record(house)
    refusal("lifted-already", ReinstatePlayer(player=LUCA, on=MARCH, by="other").record, house)


def test_a_death_is_recorded_once_and_withdrawn(house):
    died = on_article(house, "10.2", RecordDeath(player=MARIA, on=JANUARY, **BY)).receipt
    fact = PlayerDied(player=2, on=JANUARY, by="fsi", article="10.2")
    assert stored(house, died).payload == fact
    again = RecordDeath(player=MARIA, on=JANUARY, **BY).record(house).receipt
    assert again.first_position == died.first_position
    says = refusal("died-already", RecordDeath(player=MARIA, on=MARCH, **BY).record, house)
    assert "died on 2026-01-01" in says
    refusal("days-contradict", SuspendPlayer(player=MARIA, first_day=MARCH, **BY).record, house)
    gone = WithdrawDeath(player=MARIA, **BY).record(house).receipt
    body = stored(house, gone)
    assert body.payload == PlayerDeathWithdrawn(player=2, death=died.first_position, by="fsi")
    assert body.supersedes is not None
    assert absences(house.read).deaths == {}
    assert (
        WithdrawDeath(player=MARIA, **BY).record(house).receipt.first_position
        == gone.first_position
    )
    assert (
        RecordDeath(player=MARIA, on=JANUARY, **BY).record(house).receipt.first_position
        > gone.first_position
    )


def test_impossible_days_of_death_are_refused(house):
    refusal("days-contradict", RecordDeath(player=MARIA, on=date(1974, 12, 31), **BY).record, house)
    refusal("day-to-come", RecordDeath(player=MARIA, on=date(2026, 3, 2), **BY).record, house)
    refusal("no-death", WithdrawDeath(player=MARIA, **BY).record, house)


def test_suspension_and_death_of_a_merged_number_are_of_the_kept_player(house):
    SuspendPlayer(player=MARIA, first_day=JANUARY, last_day=JUNE, **BY).record(house)
    RecordDeath(player=MARIA, on=MARCH, **BY).record(house)
    MergePlayer(kept=LUCA, player=MARIA, **BY).record(house)
    known = absences(house.read)
    assert (days(house), known.deaths[1].on) == ([(JANUARY, JUNE)], MARCH)
    before = absences(house.read, house.read.head().next_position - 2)
    assert list(before.suspensions) == [2]


def test_register_and_trail_show_them(house):
    at = on_article(
        house, "12", SuspendPlayer(player=LUCA, first_day=JANUARY, **BY)
    ).receipt.first_position
    ReinstatePlayer(player=LUCA, on=MARCH, **BY).record(house)
    RecordDeath(player=LUCA, on=MARCH, **BY).record(house)
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


def test_a_receipt_is_said_in_the_language_of_the_reader(house, monkeypatch):
    monkeypatch.setenv("LEDGER_LANG", "it")
    days = ("--first-day", "2026-01-01", "--by", "fsi", "--ledger", house.ledger.address)
    said = done("player", "suspend", LUCA, *days)
    assert said.startswith(
        f"registrata la sospensione di {LUCA} dal 1° gennaio 2026, fino a revoca"
    )
