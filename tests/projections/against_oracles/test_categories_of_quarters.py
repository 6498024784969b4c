"""Categories where publication puts a list in force: bulletins, corrections, decisions by day."""

from collections.abc import Iterator

import pytest

from ledger import columns
from ledger.events.counting import TournamentRefused
from ledger.events.pool import RatingsAdjusted
from ops.players import outlook
from tests.oracles.world import Tournament
from tests.support.answer_rows import fields
from tests.support.category_desk import Desk
from tests.support.spoiling import result_corrected
from tests.support.uisp_office import ISSUES, UISP, Office, an_office
from tests.support.verified_worlds import verify
from tests.support.worlds import games, rated, tournament

Q4, Q1, Q2 = ISSUES
LADDER = (("Third", 0), ("Second", 1510), ("First", 1550), ("Hon", None), ("Emer", None))


@pytest.fixture
def office(tmp_path) -> Iterator[Office]:
    """1 to 4 have 1500."""
    address = str(tmp_path / "ledger")
    with an_office(address, [rated(player, 1500) for player in (1, 2, 3, 4)]) as made:
        yield made
        assert verify(made.ledger).faults == []


@pytest.fixture
def desk(office) -> Desk:
    """Make the same pool, asked about categories: a reached category is kept."""
    found = Desk(office.ledger, office.official, UISP)
    found.set_ladder("permanent", LADDER, since="2025-07-05")
    return found


def event(name: str, day: str, text: str) -> Tournament:
    return tournament(name, day, day, games(1, text))


# ------------------------------------------------------------------------------------- what rests


def test_a_promotion_by_a_correction_names_the_tournament_and_what_corrects_it(office, desk):
    at = office.submit(event("A", "2025-08-01", "2 0"))
    office.closed(Q4)
    corrected = desk.say(result_corrected("A", 0, "10")(at))
    office.submit(event("B", "2025-10-20", "3 ="))
    office.closed(Q1)
    assert desk.told(Q1) == [
        f"1 promoted Third to Second by B A #{corrected}",
    ]


def test_a_lowering_by_a_refusal_names_the_tournament_and_the_refusal(office, desk):
    desk.set_ladder("follows", LADDER, since="2025-07-06")
    office.submit(event("A", "2025-08-01", "2 1"))
    office.closed(Q4)
    refused = desk.say(TournamentRefused(tournament="A", by="the-body"))
    office.closed(Q1)
    assert desk.told(Q1) == [f"1 lowered Second to Third by A #{refused}"]


def test_a_lowering_by_a_change_of_permanence_names_the_decision(office, desk):
    for name, day, text in (("A", "2025-08-01", "2 1"), ("B", "2025-10-20", "2 0")):
        office.submit(event(name, day, text))
    office.closed(Q4)
    office.closed(Q1)
    assert desk.category(1) == "Second"
    decided = desk.set_ladder("follows", LADDER, since="2026-02-01")
    office.closed(Q2)
    assert [each for each in desk.told(Q2) if "lowered" in each] == [
        f"1 lowered Second to Third by #{decided}"
    ]


def test_a_promotion_names_what_lists_booked_that_never_were_in_force(office, desk):
    office.submit(event("A", "2025-08-01", "2 1"))
    office.close(Q4)
    office.submit(event("B", "2025-10-20", "3 1"))
    office.close(Q1)
    office.publish(Q1, "2026-01-07")
    assert desk.told(Q1) == ["1 promoted Third to Second by A B"]


# --------------------------------------------------------------------------------- the day it holds


def test_a_bulletin_not_published_yet_takes_in_decisions_up_to_its_own_day(office, desk):
    office.close(Q4)
    desk.award(1, "Hon", "2025-10-04")
    desk.award(2, "Hon", ISSUES[Q4].isoformat())
    desk.award(3, "Hon", "2030-01-01")
    assert [change.player for change in desk.of_list(Q4)] == [1, 2]
    office.publish(Q4, "2025-10-07")
    assert [change.player for change in desk.of_list(Q4)] == [1, 2]


def test_a_bulletin_not_published_yet_is_of_the_law_of_its_day(office, desk):
    office.submit(event("A", "2025-08-01", "2 1"))
    office.close(Q4)
    desk.set_ladder("permanent", (("Low", 0), ("High", 1600)), since="2027-01-01")
    assert desk.told(Q4) == ["1 promoted Third to Second by A"]


def test_a_bulletin_has_every_award_and_withdrawal_by_day(office, desk):
    office.closed(Q4)
    given = [
        desk.award(2, "Hon", "2025-10-10"),
        desk.award(2, "Emer", "2025-10-12"),
        desk.withdraw(2, "Hon", "2025-10-20"),
    ]
    office.closed(Q1)
    assert desk.told(Q1) == [
        f"2 awarded none to Hon by #{given[0]}",
        f"2 awarded Hon to Emer by #{given[1]}",
        f"2 withdrawn Emer to Emer by #{given[2]}",
    ]


def test_what_an_unpublished_list_would_bring_follows_those_closed_before_it(office, desk):
    office.submit(event("A", "2025-08-01", "2 1"))
    office.close(Q4)
    office.submit(event("B", "2025-10-20", "3 1 4 1 2 1"))
    office.close(Q1)
    assert desk.told(Q4) == ["1 promoted Third to Second by A"]
    assert desk.told(Q1) == ["1 promoted Second to First by B"]


# ------------------------------------------------------------------------ where a committee decides


@pytest.fixture
def committee(tmp_path, request) -> Iterator[tuple[Office, Desk]]:
    """1 has 1500, 2 has 1560, 3 has 1515; 5 stands on FIDE's list of August with 1620."""
    carried = [rated(1, 1500), rated(2, 1560), rated(3, 1515)]
    with an_office(str(tmp_path / "ledger"), carried, (5,)) as office:
        office.lists("fide", "2025-08-01", standard={5: 1620})
        desk = Desk(office.ledger, office.official, UISP)
        desk.set_ladder("committee", LADDER, since=request.param)
        yield office, desk


@pytest.mark.parametrize("committee", ["2025-07-05", "2025-08-20"], indirect=True)
def test_reading_proposed_once_who_enters_or_was_carried_over_is_proposed_on_his_first_list(
    committee,
):
    """3 loses the carried-over category before the list; 5 loses some points, and is
    listed higher.
    """
    office, desk = committee
    office.submit(event("A", "2025-08-05", "5 = 3 1"))
    proposed = {
        player: [
            row["category"]
            for row in fields(outlook.player_outlook(desk.pool(), player))
            if row["what"] == "proposed"
        ]
        for player in (1, 2, 3, 5)
    }
    assert proposed == {1: ["Second"], 2: ["First"], 3: [], 5: ["First"]}
    office.close(Q4)
    (at,) = [row.position for row in desk.pool().facts.carried]
    told = ["1 proposed Third to Second by A", f"2 proposed Third to First by #{at}"]
    assert sorted(desk.told(Q4)) == [*told, "5 proposed Third to First by A"]
    office.publish(Q4, "2025-10-07")
    assert sorted(desk.told(Q4)) == [*told, "5 proposed Third to First by A"]
    assert {desk.category(player) for player in (1, 2, 3, 5)} == {"Third"}
    office.submit(event("B", "2025-10-20", "2 ="))
    office.closed(Q1)
    assert desk.told(Q1) == []


@pytest.mark.parametrize("committee", ["2025-07-05"], indirect=True)
def test_an_outlook_says_where_a_committee_decides_that_an_award_alone_counts(committee):
    office, desk = committee
    office.closed(Q4)
    (said,) = [
        row["says"]
        for row in fields(outlook.player_outlook(desk.pool(), 2))
        if row["what"] == "reached, not held"
    ]
    assert str(said) == (
        "provisional: 1560 points reach it; held by award alone; passing 1550 anew, from below it, "
        "proposes it again"
    )


# ------------------------------------------------------------------------------------ looking ahead


def ahead(desk: Desk, player: int) -> list[tuple[str, object, str, str]]:
    """Return the corrections, adjustments and promotions of a player in an outlook, each with the
    list and the words.
    """
    found = fields(outlook.player_outlook(desk.pool(), player))
    told = [row for row in found if row["what"].split()[0] in ("correction", "adjustment")]
    told += [row for row in found if row["what"] == "promoted"]
    return [
        (row["what"], row["points"] or row["category"], row["list"], str(row["says"]))
        for row in told
    ]


def test_an_outlook_names_a_correction_with_its_points_and_what_brings_it(office, desk):
    at = office.submit(event("A", "2025-08-01", "2 0"))
    office.closed(Q4)
    corrected = desk.say(result_corrected("A", 0, "10")(at))
    assert ahead(desk, 1)[0] == (
        "correction",
        30,
        Q1,
        f"provisional: corrected since a closed list booked it, by #{corrected}",
    )


def test_an_outlook_names_what_the_body_decided_about_the_rating(office, desk):
    office.closed(Q4)
    who, before, after = (
        columns.write([1], columns.PLAYER),
        columns.write([1500], columns.RATING),
        columns.write([1505], columns.RATING),
    )
    said = RatingsAdjusted(pool=UISP, player=who, before=before, after=after, by="the-body")
    at = desk.say(said)
    assert ahead(desk, 1) == [
        ("adjustment", 5, Q1, f"provisional: decided, event #{at}"),
    ]


def test_an_outlook_gives_a_promotion_to_the_closed_list_that_brings_it(office, desk):
    office.submit(event("A", "2025-08-01", "2 1"))
    office.close(Q4)
    assert ahead(desk, 1) == [
        ("promoted", "Second", Q4, "provisional, from Third: 1515 points, by A"),
    ]
    office.submit(event("B", "2025-10-20", "3 1 4 1 2 1"))
    assert [(what, value, on) for what, value, on, _ in ahead(desk, 1)] == [
        ("promoted", "Second", Q4),
        ("promoted", "First", Q1),
    ]


def test_an_outlook_says_of_a_list_not_published_what_its_bulletin_says(office, desk):
    """Thresholds set for a day after the day of the list move neither outlook nor bulletin."""
    office.submit(event("A", "2025-08-01", "2 1"))
    office.close(Q4)
    higher = (("Third", 0), ("Middle", 1505), ("Second", 1520), ("First", 1550))
    desk.set_ladder("permanent", higher, since="2025-10-08")
    assert desk.told(Q4) == ["1 promoted Third to Second by A"]
    assert [(what, value, on) for what, value, on, _ in ahead(desk, 1)] == [
        ("promoted", "Second", Q4)
    ]
