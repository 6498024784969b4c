"""A bonus by decision: awarded to a player, withdrawn, and the effect on lists."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from ledger import columns
from ledger.errors import BadEvent, Refused
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.events.pool import RatingsAdjusted, RatingsAnnulled
from ledger.register.identities import show
from ledger.store.ledger import Ledger
from ledger.store.requests import Receipt
from ops.closings.recordings import CloseList
from ops.closings.sealing import Sealed
from ops.commands.composed import Recorded
from ops.events import record_decision
from ops.house import House
from ops.players.recordings import GrantBonus, WithdrawBonus
from projections.official import Official
from projections.queries import PoolQuery, findings
from projections.queries.explain import explain
from tests.support.command import run
from tests.support.grounds import on_article
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import text_of
from tests.support.worlds import FIDE, PERIODS, RUBELE, federation, rated, won

UISP = "uisp"
LISTS = {
    FIDE: PERIODS[:2],
    UISP: ("2025-Q4", "2026-Q1"),
    RUBELE: ("2025-12-01", "2026-03-01"),
}
DAYS = {
    FIDE: (),
    UISP: [("2025-Q4", date(2025, 10, 5)), ("2026-Q1", date(2026, 1, 5))],
    RUBELE: [("2025-12-01", date(2025, 12, 1)), ("2026-03-01", date(2026, 3, 1))],
}
BY, ACT = "the-body", "act 12 of 2025"


@dataclass
class Office:
    """A ledger with two players of 3000, or of 2000 where chess is played."""

    ledger: Ledger
    official: Official
    book: str

    def grant(self, player: int = 1, points: int = 10, act: str = ACT) -> Receipt:
        told = GrantBonus(player=show(player), pool=self.book, points=points, by=BY)
        receipt: Receipt = on_article(House(self.ledger), act, told).receipt
        return receipt

    def withdraw(self, granted: Receipt, player: int = 1, by: str = BY) -> Receipt:
        at = granted.first_position
        told = WithdrawBonus(player=show(player), pool=self.book, granted=at, by=by)
        receipt: Receipt = on_article(House(self.ledger), ACT, told).receipt
        return receipt

    def close(self, index: int = 0) -> Recorded[Sealed]:
        return CloseList(pool=self.book, period=LISTS[self.book][index]).record(
            House(self.ledger, self.official)
        )

    @property
    def pool(self) -> PoolQuery:
        self.official.catch_up()
        return PoolQuery(self.official.track, self.book)

    def rating(self, player: int = 1, index: int = 0) -> int:
        asked = self.pool
        return asked.state(player, asked.list_of(LISTS[self.book][index]).number).rating

    def lines(self, player: int = 1, index: int = 0) -> list[tuple[str, int]]:
        """Return the lines of a player's change other than zero."""
        asked = self.pool
        explained = explain(asked, player, asked.list_of(LISTS[self.book][index]))
        lines = [line for unit in explained.units for line in unit.lines]
        return [(line.kind, int(line.points)) for line in lines if line.points]


@contextmanager
def at_an_office(address: str, book: str) -> Iterator[Office]:
    rating = 3000 if book == RUBELE else 2000
    world = federation([rated(1, rating), rated(2, rating), rated(3, rating)], periods=LISTS[book])
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, book, DAYS[book])
        yield Office(ledger, official, book)


@pytest.fixture(params=[FIDE, UISP, RUBELE])
def office(request, tmp_path) -> Iterator[Office]:
    with at_an_office(str(tmp_path / "ledger"), request.param) as made:
        yield made
        assert verify(made.ledger).faults == []


def test_the_next_list_adds_the_points_in_a_line_of_their_own(office):
    before = office.pool.state(1, 0).rating
    office.grant()
    office.close()
    assert office.rating() == before + 10
    assert office.lines() == [("bonus by decision", 10)]


def test_bonuses_of_one_player_add_up_beside_what_is_played(office):
    """Two acts for one player; the player also plays, where a game changes a rating at once."""
    office.grant(points=10)
    office.grant(points=5, act="act 13 of 2025")
    office.close()
    assert office.lines() == [("bonus by decision", 15)]


def test_taken_back_before_the_list_it_leaves_no_trace_on_it(office, tmp_path):
    office.withdraw(office.grant())
    digest = office.close().result.event.list_digest
    with at_an_office(str(tmp_path / "without"), office.book) as without:
        assert without.close().result.event.list_digest == digest


def test_taken_back_after_the_list_the_next_one_takes_it(office):
    before = office.pool.state(1, 0).rating
    granted = office.grant()
    office.close()
    office.withdraw(granted)
    office.close(1)
    assert (office.rating(), office.rating(index=1)) == (before + 10, before)
    assert office.lines(index=1) == [("bonus by decision", -10)]


def test_the_worksheet_names_who_decided_it_and_where(office):
    at = office.grant().first_position
    office.close()
    text = text_of(office.pool, 1, LISTS[office.book][0])
    assert f"by the-body, event #{at}" in text


def test_the_same_words_are_the_same_bonus_until_a_list_took_it(office):
    first = office.grant()
    assert office.grant().replayed
    office.close()
    again = office.grant()
    assert not again.replayed
    assert again.first_position > first.first_position


def test_what_cannot_be_is_refused(office):
    granted = office.grant()
    for points in (0, -7):
        with pytest.raises(Refused, match="one point at least"):
            office.grant(2, points)
    with pytest.raises(BadEvent):
        office.grant(2, 10_000)
    with pytest.raises(Refused, match="is no bonus by decision"):
        office.withdraw(granted, 2)
    office.withdraw(granted)
    assert office.withdraw(granted).replayed
    with pytest.raises(Refused, match="taken back already"):
        office.withdraw(granted, by="other")


def test_beside_a_won_game_both_count(tmp_path):
    with at_an_office(str(tmp_path / "ledger"), FIDE) as office:
        submit(office.ledger, won("T-1", "2025-07-05", "2025-07-10"), FIDE)
        at = office.grant().first_position
        office.close()
        assert office.rating() == 2020
        assert office.lines() == [("play", 10), ("bonus by decision", 10)]
        history = run("player", "history", FIDE, show(1), "--ledger", office.ledger.address).out
        assert f"#{at} bonus granted" in history


def test_an_annulled_rating_takes_no_bonus_and_the_finding_says_so(office):
    office.grant()
    column = columns.write([1], columns.PLAYER)
    annulled = RatingsAnnulled(pool=office.book, player=column, by="the-body")
    record_decision.record(House(office.ledger), annulled)
    office.close()
    assert office.rating() == 0
    found = "\n".join(str(each.says) for each in findings.of_player(office.pool, 1))
    assert "not all points of a bonus decided are given" in found
    with pytest.raises(Refused, match="no rating"):
        office.grant(points=5)


def test_article_vi_6_what_is_taken_back_leaves_the_minimum_capital(tmp_path):
    """105 and 20 are 125; corrected to 110, of which 20 cannot be taken."""
    world = federation([rated(1, 105), rated(2, 3000)], periods=LISTS[RUBELE])
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, world, RUBELE, DAYS[RUBELE])
        office = Office(ledger, official, RUBELE)
        granted = office.grant(points=20)
        office.close()
        adjusted = RatingsAdjusted(
            pool=RUBELE, player="00000001", before="0125", after="0110", by="the-body"
        )
        record_decision.record(House(ledger), adjusted)
        office.withdraw(granted)
        office.close(1)
        assert (office.rating(), office.rating(index=1)) == (125, 100)
        assert office.lines(index=1) == [("adjustment", -15), ("bonus by decision", -10)]


def test_the_commands_give_and_take_back(sample, tmp_path):
    shutil.copy(sample, tmp_path / "ledger")
    who = ("fide:99000463", "--pool", FIDE, "--by", "the-body", "--article", "act 12")
    where = ("--ledger", tmp_path / "ledger", "--format", "json")
    given = run("player", "bonus", "grant", *who, "--points", "7", *where).document
    at = given["recorded"][0]["first_position"]
    assert given["about"]["points"] == 7
    taken = run("player", "bonus", "withdraw", *who, "--granted", f"#{at}", *where).document
    assert taken["about"] == given["about"] | {"granted": f"#{at}"}


def test_a_bonus_larger_than_any_is_a_slip(sample, tmp_path):
    """With 9000 points the next list could not be written."""
    shutil.copy(sample, tmp_path / "ledger")
    who = ("fide:99000463", "--pool", FIDE, "--by", "the-body", "--article", "act 12")
    ran = run("player", "bonus", "grant", *who, "--points", "9000", "--ledger", tmp_path / "ledger")
    assert (ran.code, "9000 is not plausible, expected 1 to 2000 points" in ran.err) == (3, True)


@pytest.mark.parametrize(
    "fields",
    [
        {"ground": "rule", "by": "the-body"},
        {"ground": "decision"},
        {"ground": "decision", "by": "the-body", "period": "2025-08"},
    ],
)
def test_the_ground_of_a_bonus_asks_for_what_goes_with_it(fields):
    said: dict[str, Any] = {"pool": FIDE, "player": "00000001", "points": "0010", "article": "1"}
    with pytest.raises(BadEvent, match="a bonus by rule names list and tournament"):
        BonusGranted(**said, **fields)


def test_a_bonus_taken_back_by_decision_is_named():
    said: dict[str, Any] = {"pool": FIDE, "player": "00000001", "points": "0010", "article": "1"}
    with pytest.raises(BadEvent, match="names the bonus"):
        BonusWithdrawn(**said, ground="decision", by="the-body")
