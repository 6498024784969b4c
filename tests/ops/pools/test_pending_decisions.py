"""The decisions that wait in a pool: all questions of the findings, and nothing else."""

from datetime import date, timedelta
from typing import Any

import pytest

from ledger.events.counting import ExemptionGranted, TournamentRefused
from ledger.events.pool import ParameterSet
from ledger.events.tournament import TournamentRegistered
from ledger.register import identities
from ledger.store.requests import Document
from ops.answers.closing_conditions import UnmetCondition
from ops.cli.exits import REFUSED
from ops.house import Fixed, House
from ops.pools.pending_decisions import pending_decisions
from projections.finding import UNDECIDED
from projections.queries import PoolQuery, findings
from tests.support import category_desk
from tests.support.chess_desk import NO_FILE, at_a_desk
from tests.support.command import done, run
from tests.support.recording import record, submission
from tests.support.two_pools import RAPID, Pools, pools_of
from tests.support.uisp_office import an_office
from tests.support.worlds import (
    FIDE,
    PAIR,
    RUBELE,
    federation,
    games,
    rated,
    tournament,
    won,
)

AUGUST, SEPTEMBER = "2025-08", "2025-09"


def announced(name: str, day: str, **facts) -> TournamentRegistered:
    """An announcement in time and complete, with something otherwise."""
    start = date.fromisoformat(day)
    usual: dict[str, Any] = {
        "name": f"Open {name}", "pools": (FIDE,), "start": start, "end": start,
        "registered_on": start - timedelta(days=30), "time_control": "5400+30",
        "announced_as_rated": True,
    }  # fmt: skip
    return TournamentRegistered(tournament=name, **usual | facts)


Asked = tuple[str, str, str, str, str]


def asked_by_findings(pool: PoolQuery, *tournaments: str) -> list[Asked]:
    """Return the open questions in the findings of some tournaments, in turn."""
    return sorted(
        (
            each.about,
            _shown(each.player),
            each.article,
            str(each.says),
            str(each.remedy),
        )
        for name in tournaments
        for each in findings.of_tournament(pool, name)
        if each.kind == UNDECIDED
    )


def _shown(player: int | None) -> str:
    return identities.show(player) if player else ""


def rows_of(pool: PoolQuery) -> list[UnmetCondition]:
    """Return the open decisions of a pool, and the further unmet conditions."""
    house = House(pool.official.ledger, Fixed(pool.official))
    rows = pending_decisions(house, pool).rows
    return [row for row in rows if row.check.startswith(("undecided", "proposed"))]


def pending(pool: PoolQuery) -> list[Asked]:
    rows = rows_of(pool)
    return sorted(
        (row.about, row.player, row.article, str(row.says), str(row.remedy or "")) for row in rows
    )


def where(pool: PoolQuery) -> dict[str, str]:
    return {row.about: row.where for row in rows_of(pool)}


@pytest.fixture
def desk(tmp_path):
    """Asked about: A, announced; B, C and late D, reported. Nothing is asked about E and F."""
    with at_a_desk(str(tmp_path / "ledger")) as made:
        made.record(announced("A", "2025-11-01", hybrid=True))
        for name, facts in (
            ("B", {"hybrid": True}),
            ("C", {"time_control": "29/6000:2000"}),
            ("E", {}),
        ):
            played = won(name, "2025-07-05", "2025-07-05")
            made.record(announced(name, "2025-07-05", **facts), submission(played, NO_FILE))
        late = won("D", "2025-12-05", "2025-12-05")
        made.record(announced("D", "2025-12-05", hybrid=True), submission(late, NO_FILE))
        made.record(announced("F", "2025-11-02", hybrid=True))
        made.record(TournamentRefused(tournament="F", by="fide-qc"))
        yield made


def test_it_is_what_the_findings_of_each_tournament_ask(desk):
    assert pending(desk.pool()) == asked_by_findings(desk.pool(), *"ABCDEF")
    assert where(desk.pool()) == {
        "A": "announced", "B": "next list", "C": "next list", "D": "later list",
    }  # fmt: skip
    (first,) = (row for row in rows_of(desk.pool()) if row.about == "A")
    assert (first.name, first.remedies[0].use_case) == ("Open A", "decide-exemption-granted")


def test_what_is_decided_or_booked_waits_no_more_and_what_is_known_later_did_not_wait(desk):
    known = desk.pool().known
    desk.record(ExemptionGranted(tournament="A", article="0.2 hybrid", by="fide-qc"))
    desk.record(TournamentRefused(tournament="B", by="fide-qc"))
    assert where(desk.pool()) == {"C": "next list", "D": "later list"}
    desk.close(AUGUST)
    assert where(desk.pool()) == {"D": "later list"}
    assert sorted(where(desk.pool(known))) == ["A", "B", "C", "D"]


def test_entries_of_closed_lists_wait_until_they_are_known(tmp_path):
    with an_office(str(tmp_path / "ledger"), [rated(1, 1500)], (2,)) as office:
        office.submit(tournament("A", "2025-08-05", "2025-08-06", games(1, "2 1")))
        before = pending(office.pool())
        assert before == asked_by_findings(office.pool(), "A")
        opponents = {(row.player, row.opponents) for row in rows_of(office.pool())}
        assert (identities.show(1), (f"{identities.show(2)} (erased)",)) in opponents
        office.closed("2025-Q4")
        assert where(office.pool()) == {"A": "closed list"}
        assert pending(office.pool()) == asked_by_findings(office.pool(), "A")
        office.lists("fide", "2025-08-01", standard={2: 1600})
        assert pending(office.pool()) == []


def test_a_share_that_is_not_known_waits_also_when_a_list_has_booked_the_event(tmp_path):
    """Whole and 50 % are known; refused, the event waits no more."""
    days = [("L1", date(2025, 3, 31)), ("L2", date(2025, 6, 30))]
    world = federation([*PAIR], periods=("L1", "L2"), on=date(2025, 1, 1))
    at = str(tmp_path / "ledger")
    with category_desk.at_a_desk(at, world, RUBELE, days) as draughts:
        for name, weight in (("A", "3/4"), ("B", "1/2"), ("C", "1")):
            said = announced(name, "2025-02-01", pools=(RUBELE,), weight=weight)
            file = Document("report", name.encode())
            report = submission(won(name, "2025-02-01", "2025-02-01"), file.digest)
            record(draughts.ledger, name, said, report, documents=[file])
        assert pending(draughts.pool()) == asked_by_findings(draughts.pool(), *"ABC")
        assert where(draughts.pool()) == {"A": "next list"}
        draughts.close("L1")
        assert where(draughts.pool()) == {"A": "closed list"}
        assert pending(draughts.pool()) == asked_by_findings(draughts.pool(), *"ABC")
        draughts.say(TournamentRefused(tournament="A", by="ctf"))
        assert where(draughts.pool()) == {}


def test_a_category_that_is_proposed_waits_for_the_committee(tmp_path):
    world = federation([*PAIR, rated(3, 1600)])
    with category_desk.at_a_desk(str(tmp_path / "ledger"), world, FIDE) as chess:
        chess.set_ladder("committee", (("Third", 0), ("Second", 1500), ("First", 2005)))
        chess.submit(won("A", "2025-07-05", "2025-07-06"))
        chess.close(AUGUST)
        rows = rows_of(chess.pool())
        assert {(row.player, str(row.says).partition(" ")[0]) for row in rows} == {
            (identities.show(number), name)
            for number, name in ((1, "First"), (2, "Second"), (3, "Second"))
        }
        assert {row.where for row in rows} == {"category"}
        chess.award(1, "First", "2025-08-10")
        left = [row.player for row in rows_of(chess.pool())]
        assert left == [identities.show(2), identities.show(3)]
        chess.set_ladder("permanent", since="2025-09-01")
        assert rows_of(chess.pool()) == []


def test_a_first_rating_that_rests_on_what_no_public_text_tells_waits_for_the_body(tmp_path):
    """Rapid chess of 2015, more than one half: before the list, and after a list without a game."""
    on = date(2015, 1, 1)
    others = [rated(number, 1800, k=20) for number in (2, 3, 4, 5, 6)]
    with pools_of(str(tmp_path / "ledger"), 6) as pools:
        pools.open(FIDE, [rated(2, 1800)], first="2015-02", on=on, since="2014-07-01")
        pools.open(RAPID, others, first="2015-02", on=on, since="2014-07-01")
        played = [*games(1, "2 1 3 1 4 1 5 1 6 0"), *games(2, "3 = 4 = 5 =")]
        event = tournament("A", "2015-01-10", "2015-01-11", played)
        pools.submit(event, RAPID, time_control="900+10")
        for period in ("2015-02", "2015-03"):
            (row,) = _of_players(pools)
            assert (row.where, row.about, row.player) == ("next list", period, identities.show(1))
            assert str(row.says).endswith("so the games wait for a first rating: needs a decision")
            assert "points_each_half_point_to_2021" in str(row.remedy)
            pools.close(period, FIDE, RAPID)
        name = "points_each_half_point_to_2021"
        said = ParameterSet(
            pool=RAPID, name=name, in_force_from=date(2015, 4, 1), by="b", value=10, unit="points"
        )
        record(pools.ledger, "set", said)
        assert _of_players(pools) == []


def _of_players(pools: Pools) -> list[UnmetCondition]:
    """Return the decisions about players that wait in rapid chess."""
    pools.official.catch_up()
    return [row for row in rows_of(PoolQuery(pools.official.track, RAPID)) if row.player]


def test_the_command_shows_them(desk):
    asked = ("pool", "pending", FIDE, "--ledger", desk.ledger.address)
    shown = done(*asked)
    assert "A Open A" in shown
    rows = run(*asked, "--format", "json").document["rows"]
    assert {(row["where"], row["about"]) for row in rows} >= {
        ("announced", "A"),
        ("later list", "D"),
    }
    ran = run("pool", "pending", "nowhere", "--ledger", desk.ledger.address)
    assert ran.code == REFUSED


def test_a_ledger_in_which_nothing_waits_says_so(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        record(made.ledger, "nothing", announced("E", "2025-11-01"))
        assert "nothing" in done("pool", "pending", FIDE, "--ledger", made.ledger.address)


def test_without_law_for_the_next_list_the_law_is_what_it_waits_for(tmp_path):
    """An empty list would look like an answer."""
    address = tmp_path / "ledger"
    done("init", "--ledger", address)
    done("pool", "open", FIDE, "--first-period", "2025-08", "--ledger", address)
    asked = ("pool", "pending", FIDE, "--ledger", address, "--format", "json")
    (row,) = run(*asked).document["rows"]
    assert (row["check"], row["stops"]) == ("law", "everybody")
    assert row["remedy"] == "`ledger pool adopt fide-standard EDITION`"
