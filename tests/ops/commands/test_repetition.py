"""A repeated decision: recorded once, and anew after an opposite decision in between."""

import os
from datetime import date

import pytest

from ledger.store.ledger import Ledger
from projections.categories.ladder import Ladder
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.categories import first_on_or_after
from tests.support.command import done, run
from tests.support.report_files import Tournament, players, round_robin

T = "T-000001"
GAME = ("--tournament", T, "--report", "9", "--game", "0")
DAY = date(2025, 10, 11)
CARRIED = """number,name,federation,sex,birth_year,rating
{0},"Player001, An",ITA,w,1995,1500
{1},"Player002, Bo",ITA,m,2001,1500
"""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A pool of Elo UISP with a first list, of one tournament, closed and published."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    played = Tournament(
        players(2),
        round_robin(2, "1-0"),
        start=DAY,
        end=DAY,
        time_control="5400+30",
    )
    (tmp_path / "open.trf").write_bytes(played.trf16())
    numbers = [each.number for each in played.players]
    (tmp_path / "carried.csv").write_text(CARRIED.format(*numbers), encoding="utf-8")
    done("init", "--origin", "example.org")
    done("pool", "open", "uisp", "--first-period", "2026-Q1", "--adopt")
    carry = ("--on", "2025-10-05", "--source", "list of October", "--register-new")
    done("pool", "carry-over", "uisp", tmp_path / "carried.csv", *carry)
    for period, day in (("2026-Q1", "2026-01-05"), ("2026-Q2", "2026-04-05")):
        done("list", "schedule", "uisp", period, "--issue-day", day)
    given = ("--pool", "uisp", "--register-new", "--set", "received_on=2025-11-01")
    done("tournament", "import", tmp_path / "open.trf", *given)
    done("list", "close", "uisp", "2026-Q1")
    done("list", "publish", "uisp", "2026-Q1")


def said(kind: str, *words: str, by: str = "uisp-chess") -> str:
    return done("event", "record", kind, *words, "--by", by)


def position(receipt: str) -> int:
    """Return the position of the event in a receipt."""
    return int(receipt.partition("(#")[2].partition(")")[0].partition(",")[0])


def test_a_tournament_refused_reinstated_and_refused_again_is_refused(desk):
    of = ("--tournament", T)
    first = said("tournament-refused", *of)
    assert "stays as sealed; booked on list 2026-Q2" in first
    assert "already recorded" in said("tournament-refused", *of)
    back = said("tournament-reinstated", *of)
    again = said("tournament-refused", *of)
    assert position(first) < position(back) < position(again)
    assert "already recorded" not in again
    assert "already recorded" in said("tournament-refused", *of)
    done("list", "close", "uisp", "2026-Q2")
    rows = run("player", "rating", "uisp", "1-3", "--format", "json").document["rows"]
    assert rows[0]["rating"] == 1500


def test_a_repetition_says_nothing_of_lists(desk):
    """The repetition recorded nothing for a list to book."""
    said("tournament-refused", "--tournament", T)
    assert len(said("tournament-refused", "--tournament", T).splitlines()) == 1


SET = ("--pool", "uisp", "--in-force-from", "2026-05-01", "--name")


def categories(least: int) -> str:
    rows = f'[["NC",0],["Third",{least}],["Hon",null]]'
    return said("parameter-set", *SET, "categories", "--unit", "points", "--rows", rows)


def ladder(day: date) -> Ladder:
    """The categories in force on a day to come."""
    with Ledger.open(os.environ["LEDGER"]) as ledger:
        official = Official(ledger)
        official.catch_up()
        found = first_on_or_after(PoolQuery(official.track, "uisp"), day)
        official.close()
    return found


def test_of_what_is_set_from_one_day_the_last_holds(desk):
    said("parameter-set", *SET, "permanence", "--word", "permanent")
    first, other, again = (categories(least) for least in (1500, 1600, 1500))
    assert position(first) < position(other) < position(again)
    assert "already recorded" in categories(1500)
    assert ladder(date(2026, 5, 1)).categories == (("NC", 0), ("Third", 1500))


def test_a_title_awarded_withdrawn_and_awarded_again_is_held(desk):
    """All of the same day; an award of a held title is a repetition."""
    said("parameter-set", *SET, "permanence", "--word", "permanent")
    categories(1700)
    of = ("--pool", "uisp", "--player", "1-3", "--on", "2026-05-02", "--category", "Hon")
    first, back, again = (
        said(kind, *of) for kind in ("category-awarded", "category-withdrawn", "category-awarded")
    )
    assert position(first) < position(back) < position(again)
    assert "already recorded" in said("category-awarded", *of)
    assert "Hon" in done("player", "categories", "uisp", "1-3")


def test_a_game_excluded_and_admitted_is_excluded_again(desk):
    """As before; without an exclusion nothing is admitted, and the receipt says so."""
    admit = ("game-admitted", *GAME, "--article", "I.6")
    nothing = said(*admit)
    assert "booked on" not in nothing
    assert "warning, uisp: the admission of a game by uisp-chess lifts nothing" in nothing
    first = said("game-excluded", *GAME)
    assert "booked on list 2026-Q2" in first
    back = said(*admit)
    assert "booked on list 2026-Q2" in back
    again = said("game-excluded", *GAME)
    assert position(nothing) < position(first) < position(back) < position(again)
    assert "already recorded" in said("game-excluded", *GAME)


def test_what_changes_nothing_is_booked_on_no_list(desk):
    """Another body refuses a refused tournament; an exception from a rule without exceptions."""
    said("tournament-refused", "--tournament", T)
    other = said("tournament-refused", "--tournament", T, by="another")
    assert "booked on" not in other
    assert "warning, uisp: the refusal by another changes nothing: it is so already" in other
    exception = said("exemption-granted", "--tournament", T, "--article", "I.6")
    assert "booked on" not in exception
    assert "warning, uisp: the exception from I.6 by uisp-chess lifts nothing" in exception
