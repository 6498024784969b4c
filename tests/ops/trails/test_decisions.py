"""The public register of decisions and corrections, and the trails of tournaments and pools."""

from datetime import date

import pytest
from msgspec import structs
from sqlalchemy import event

from ledger.errors import Refused
from ledger.events.appeals import AppealFiled
from ledger.events.catalogue import DEFINITIONS
from ledger.events.outside_play import BonusGranted
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ops.access.actors import PUBLIC
from ops.answers.corrected_games import CorrectedGame
from ops.doors.documents import answer_document
from ops.events.sentences import SAYS
from ops.house import House
from ops.trails import decisions as register
from ops.trails.decisions import ConcernedList, decisions
from ops.trails.questions import ListDecisions, ShowPoolTrail, ShowTournamentTrail
from ops.trails.stream_trails import pool_trail, tournament_trail
from tests.support.command import done
from tests.support.correcting_desk import at_a_desk
from tests.support.recording import record
from tests.support.worlds import FIDE, PERIODS


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def house_of(desk) -> House:
    desk.official.catch_up()
    house = House(desk.ledger, desk.official)
    house.actor = PUBLIC
    return house


def rows(desk, **asked):
    return decisions(house_of(desk), ListDecisions(**asked)).rows


def adjusted(desk, key: str, player: int = 1) -> int:
    change = {"before": "2000", "after": "2030"}
    fact = RatingsAdjusted(pool=FIDE, player=f"{player:08d}", by="qc", article="7.1", **change)
    return record(desk.ledger, key, fact)


def by_rule(desk, key: str) -> None:
    """Record a bonus in the way of a closing."""
    fact = BonusGranted(
        pool=FIDE, player="00000001", points="0010", article="1", ground="rule",
        period=PERIODS[0], tournament="T-1",
    )  # fmt: skip
    record(desk.ledger, key, fact)


def test_the_register_names_body_article_and_lists_and_no_person(desk):
    """A correction after a list was closed concerns the next list."""
    desk.close()
    desk.result(f"#{desk.report}#0", "0", "1", article="6.5")
    decided = adjusted(desk, "adjusted")
    after, before = rows(desk)[:2]
    assert [after.position, before.position] == [decided, decided - 1]
    assert (before.kind, before.decided_by, before.article) == ("correction", "the-body", "6.5")
    assert before.lists == (ConcernedList(FIDE, None),)
    assert (str(after.says), after.kind) == ("Ratings adjusted: 1 player", "decision")
    desk.close(PERIODS[1])
    assert rows(desk)[0].lists == (ConcernedList(FIDE, PERIODS[1]),)
    text = str(answer_document(decisions(house_of(desk), ListDecisions())))
    assert identities.show(1) not in text
    assert "00000001" not in text


def test_what_a_closing_computed_is_no_decision(desk):
    """A bonus by rule stands in the ledger beside the list, not in the register."""
    by_rule(desk, "bonus")
    assert rows(desk, kind="decision") == ()


def test_the_register_is_filtered_and_paged(desk, monkeypatch):
    last = [adjusted(desk, f"adjusted {n}", n) for n in (1, 2, 3)]
    desk.result(f"#{desk.report}#0", "0", "1")
    assert [row.position for row in rows(desk, kind="decision")] == last[::-1]
    assert [row.kind for row in rows(desk, kind="correction")] == ["correction"]
    assert rows(desk, since=date(2999, 1, 1)) == ()
    assert rows(desk, pool=FIDE) == rows(desk)
    pages, before = [], None
    while True:
        page = decisions(house_of(desk), ListDecisions(limit=1, before=before))
        pages += [row.position for row in page.rows]
        before = page.about.next
        if before is None:
            break
    assert pages == [row.position for row in rows(desk)]
    monkeypatch.setattr(register, "LOOKED_AT", 1)
    short = decisions(house_of(desk), ListDecisions(limit=1, kind="decision", pool=FIDE))
    assert short.about.next is not None


def test_a_small_page_reads_what_is_not_shown_at_once(desk):
    """Bonuses by rule are read, and are no decisions: as few statements for many bonuses."""
    counted: list[int] = []
    event.listen(desk.ledger.engine, "before_cursor_execute", lambda *_: counted.append(1))

    def statements() -> int:
        house = house_of(desk)
        counted.clear()
        assert decisions(house, ListDecisions(kind="decision", limit=1)).rows == ()
        return len(counted)

    for n in range(3):
        by_rule(desk, f"bonus {n}")
    few = statements()
    for n in range(3, 20):
        by_rule(desk, f"bonus {n}")
    assert statements() == few


def test_limits_and_pools_are_checked(desk):
    for asked in ({"limit": 0}, {"limit": 201}, {"pool": "no"}):
        with pytest.raises(Refused):
            rows(desk, **asked)


def test_the_trail_of_a_tournament_has_its_reports_and_corrections(desk):
    desk.result(f"#{desk.report}#0", "0", "1")
    found = tournament_trail(house_of(desk), ShowTournamentTrail(tournament="T-1"))
    assert [row.kind for row in found.rows] == ["announcement", "report", "correction"]
    assert all(row.says and row.link and row.player == "" for row in found.rows)
    assert isinstance(found.rows[-1].corrected, CorrectedGame)
    assert found.rows[-1].corrected.result_after == "0 - 1"
    page = tournament_trail(house_of(desk), ShowTournamentTrail(tournament="T-1", limit=1))
    assert page.about.next == found.rows[1].position
    with pytest.raises(Refused):
        tournament_trail(house_of(desk), ShowTournamentTrail(tournament="T-9"))


def test_the_trail_of_a_tournament_has_the_lists_that_booked_it_and_the_appeals_about_it(desk):
    """Counted in August; a later correction is booked in September, after an appeal about the
    tournament.
    """
    desk.close()
    corrected = desk.result(f"#{desk.report}#0", "0", "1").receipt.first_position
    filed = AppealFiled(
        appeal="A-000001",
        pool=FIDE,
        kind="decision",
        contested=corrected,
        appellant="club-7",
        capacity="organiser",
        notified_on=date(2025, 9, 1),
        source="letter",
    )
    elsewhere = structs.replace(filed, appeal="A-000002", contested=0)
    record(desk.ledger, "appeals", filed, elsewhere)
    desk.close(PERIODS[1])
    desk.official.catch_up()
    everything = House(desk.ledger, desk.official)
    asked = ShowTournamentTrail(tournament="T-1")
    entries = tournament_trail(everything, asked).rows
    assert [(entry.kind, str(entry.says)) for entry in entries[2:]] == [
        ("list", f"Counted on list {PERIODS[0]} of {FIDE}"),
        ("correction", str(entries[3].says)),
        ("appeal", "Appeal A-000001 filed"),
        ("list", f"Corrections booked on list {PERIODS[1]} of {FIDE}"),
    ]
    assert all(entry.link for entry in entries)
    assert all(entry.tournament == "T-1" for entry in entries if entry.kind == "list")
    as_known = structs.replace(asked, known_at=str(corrected))
    assert tournament_trail(everything, as_known).rows == entries[:4]


def test_the_trail_of_a_pool_has_its_law_and_its_lists_as_they_are_public(desk):
    """An unpublished list is left out for readers without the right."""
    desk.close()
    house = house_of(desk)
    shown = {row.event for row in pool_trail(house, ShowPoolTrail(pool=FIDE)).rows}
    assert {"pool-opened", "rulebook-adopted"} <= shown
    everything = House(desk.ledger, desk.official)
    whole = pool_trail(everything, ShowPoolTrail(pool=FIDE, limit=200)).rows
    closings = [row for row in whole if row.event == "period-closed"]
    assert [str(row.says)[:12] for row in closings] == [f"List {PERIODS[0]}"]


def test_every_sentence_is_of_a_type_of_events():
    assert SAYS.keys() <= {name.partition(".")[0] for name in DEFINITIONS}


def test_the_help_of_the_register_speaks_of_decisions_only():
    """Amounts booked by lists do not follow a decision, in contrast to a trail."""
    register, trail = (
        " ".join(done(*words, "--help").replace("│", " ").split())
        for words in (("event", "decisions"), ("tournament", "trail"))
    )
    assert "at most so many decisions" in register
    assert "booked" not in register
    assert "what a list booked comes with it" in trail
