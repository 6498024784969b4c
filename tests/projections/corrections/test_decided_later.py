"""Elo UISP: players with an unknown entry rating at a closing, and their later ratings."""

from collections.abc import Iterator
from datetime import date

import pytest

from ledger.events.counting import TournamentRefused
from ledger.events.entering import EntryRatingTaken
from projections.queries import findings
from projections.queries.explain import explain
from projections.queries.findings.entries import players_known_since
from projections.rulebooks.uisp import entering
from tests.support.recording import following
from tests.support.spoiling import reassigned, result_corrected
from tests.support.uisp_events import (
    NEW,
    Q1,
    Q2,
    Q4,
    TOO,
    an_office_of,
    decide,
    event,
    lines,
    ratings,
    say,
)
from tests.support.uisp_office import UISP, Office
from tests.support.verified_worlds import verify

BOOKS = (UISP, "uisp-exact")


@pytest.fixture(params=BOOKS)
def office(tmp_path, request) -> Iterator[Office]:
    """1 to 4 have 1500; 5 and 6 have no rating, and no list is at hand."""
    with an_office_of(str(tmp_path / "ledger"), request.param) as made:
        yield made
        assert verify(made.ledger).faults == []


def fide(office: Office, month: str, **rating: int) -> None:
    """Record FIDE's list of a month, on which players 5 (`new`) and 6 (`too`) may stand."""
    listed = {
        player: rating[name] for name, player in (("new", NEW), ("too", TOO)) if name in rating
    }
    office.lists("fide", f"{month}-01", standard=listed)


def entry(office: Office, player: int, period: str) -> tuple[int, date | None]:
    """Return the entry rating of a player, and the day of the lists asked, or to be asked."""
    state = office.state(player, period)
    day = state.get("entry_day", 0)
    return state.get("entry_rating", 0), date.fromordinal(day) if day else None


# ------------------------------------------------------------------------------------- the reading


def test_reading_decided_later_a_decision_revises_the_units_of_the_closed_list(office):
    """5 lost to 1, who beat 2 too: 2 of 2 against .53 + .50: 30 with K 30, 15 were booked."""
    office.submit(event("A", "2025-08-05", 1, "5 1 2 1"))
    office.closed(Q4)
    decide(office, NEW, 1480)
    office.closed(Q1)
    assert ratings(office, 1, Q4, Q1) == [1515, 1530]
    assert lines(office, 1, Q1) == [("correction", 15)]
    assert ratings(office, NEW, Q4, Q1) == [0, 1465]  # .47: .5
    assert lines(office, NEW, Q1) == [("entry", 1480), ("correction", -15)]
    assert ratings(office, 2, Q4, Q1) == [1485, 1485]
    state = office.state(NEW, Q1)
    assert (state["entry_step"], state["games"], state["tournaments_played"]) == (
        entering.DECIDED,
        1,
        1,
    )


def test_reading_decided_later_a_list_recorded_later_likewise_and_its_derived_event(office):
    office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    fide(office, "2025-08", new=1620)
    office.closed(Q1)
    assert ratings(office, NEW, Q4, Q1) == [0, 1620 - 21]  # .66: .7
    assert ratings(office, 1, Q4, Q1) == [1500, 1500 + 21]  # .34: .3
    (recorded,) = office.ledger.read.of_type(EntryRatingTaken.TYPE)
    taken = recorded.decoded().payload
    assert (taken.period, taken.list, taken.player, taken.rating) == (
        Q1,
        "2025-08-01",
        "00000005",
        "1620",
    )


def test_reading_decided_later_he_enters_by_the_first_tournament_not_by_the_second(office):
    """A7: FIDE's list of October is at hand, but the first game was in August: that list
    is asked.
    """
    office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    fide(office, "2025-10", new=1750)
    office.submit(event("B", "2025-10-10", 2, "5 1"))
    office.closed(Q1)
    assert entry(office, NEW, Q1) == (0, date(2025, 8, 5))
    assert ratings(office, 2, Q1) == [1500]
    fide(office, "2025-08", new=1620)
    office.closed(Q2)
    assert entry(office, NEW, Q2) == (1620, date(2025, 8, 5))
    assert ratings(office, NEW, Q2) == [1620 - 21 - 21]
    assert [ratings(office, player, Q2) for player in (1, 2)] == [[1521], [1521]]
    assert lines(office, NEW, Q2) == [("entry", 1620), ("correction", -21), ("correction", -21)]


def test_reading_decided_later_an_earlier_tournament_that_came_later_changes_nothing(office):
    """As if known in time: with Q4 the player would have entered by August, and kept the rating."""
    office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    office.submit(event("B", "2025-07-10", 2, "5 1"), received="2025-10-10")
    fide(office, "2025-07", new=1560)
    office.closed(Q1)
    assert entry(office, NEW, Q1) == (0, date(2025, 8, 5))
    fide(office, "2025-08", new=1620)
    office.closed(Q2)
    assert entry(office, NEW, Q2) == (1620, date(2025, 8, 5))
    assert lines(office, NEW, Q2) == [("entry", 1620), ("correction", -21), ("correction", -21)]


def test_who_comes_onto_a_closed_list_by_a_correction_without_a_list_at_hand(office):
    """4 was 5: 1 loses the booked game, and has the game again when 1600 is known."""
    at = office.submit(event("A", "2025-08-05", 1, "4 1"))
    office.closed(Q4)
    say(office, reassigned("A", 1, NEW), at)
    assert office.unmet(office.close(Q1)) == ["A"]
    office.publish(Q1, "2026-01-05")
    assert ratings(office, NEW, Q1) == [0]
    assert ratings(office, 4, Q4, Q1) == [1485, 1500]
    assert ratings(office, 1, Q4, Q1) == [1515, 1500]
    fide(office, "2025-08", new=1600)
    assert office.unmet(office.close(Q2)) == []
    assert ratings(office, 1, Q2) == [1518]  # .36: .4
    assert ratings(office, NEW, Q2) == [1600 - 18]  # .64: .6


def test_of_two_who_need_a_decision_the_one_who_is_decided_enters(office):
    """Their game counts when both are known: until then the other goes on waiting."""
    office.submit(event("A", "2025-08-05", NEW, "1 1 6 1"))
    assert office.unmet(office.close(Q4)) == ["A", "A"]
    office.publish(Q4, "2025-10-05")
    decide(office, NEW, 1500)
    assert office.unmet(office.close(Q1)) == ["A"]
    office.publish(Q1, "2026-01-05")
    assert ratings(office, NEW, Q1) == [1515]
    decide(office, TOO, 1500)
    assert office.unmet(office.close(Q2)) == []
    assert ratings(office, NEW, Q2) == [1530]
    assert ratings(office, TOO, Q2) == [1485]
    assert lines(office, NEW, Q2) == [("correction", 15)]


# ------------------------------------------------------------------------------ what is said of it


ASKED = (
    "needs a decision I.5: it is not known whether the player is on the FIDE list of the first "
    "day of their first tournament: needs a decision"
)
SINCE = "I.3: the player's entry rating was not known when list 2025-Q4 was sealed"


def test_findings_say_what_is_to_be_decided_and_which_list_books_it(office):
    office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    said = findings.of_tournament(office.pool(), "A")
    assert {finding.kind for finding in said} == {"needs a decision"}
    assert office.findings("A")[0] == ASKED
    assert str(said[0].remedy).endswith(
        "list 2025-Q4 stays as sealed, the next one books what that changes"
    )
    decide(office, NEW, 1500)
    assert players_known_since(office.pool()) == [NEW]
    assert office.findings("A") == [
        f"open {SINCE}, but is since: the next list books what it changes"
    ]
    office.closed(Q1)
    assert office.findings("A") == [f"later {SINCE}: what it changes is booked on list 2026-Q1"]
    assert players_known_since(office.pool()) == []
    told = [
        f"{finding.kind} {finding.article}: {finding.says}"
        for finding in findings.of_player(office.pool(), NEW)
    ]
    assert told[-1] == office.findings("A")[0]


def test_findings_ask_for_whom_a_correction_brought_before_the_next_list_is_sealed(office):
    at = office.submit(event("A", "2025-08-05", 1, "4 1"))
    office.closed(Q4)
    assert office.findings("A") == []
    say(office, reassigned("A", 1, NEW), at)
    assert office.findings("A")[0] == ASKED
    assert ASKED.partition(": ")[2] in [str(e.says) for e in findings.of_player(office.pool(), NEW)]
    office.closed(Q1)
    assert office.findings("A")[0] == ASKED
    decide(office, NEW, 1500)
    assert players_known_since(office.pool()) == [NEW]
    assert f"open {SINCE}, but is since: the next list books what it changes" in office.findings(
        "A"
    )


@pytest.mark.parametrize("decided", [False, True])
@pytest.mark.parametrize("his", ["5 1", "5 +"])
def test_findings_say_nothing_of_his_rating_where_he_could_not_enter(office, his, decided):
    """August's was refused, or the player did not come: October's asks, known or not."""
    at = office.submit(event("A", "2025-08-05", 1, f"{his} 2 1"))
    if his == "5 1":
        say(office, lambda _: TournamentRefused(tournament="A", by="the-commission"))
    office.closed(Q4)
    office.submit(event("B", "2025-10-10", 3, "5 1"))
    office.closed(Q1)
    say(office, result_corrected("A", 1, "=="), at)
    if decided:
        decide(office, NEW, 1500)
    told = findings.of_tournament(office.pool(), "A")
    assert [finding for finding in told if "entry rating" in str(finding.says)] == []
    assert players_known_since(office.pool()) == [NEW] * decided
    asked = [str(finding.says) for finding in findings.of_tournament(office.pool(), "B")]
    assert any("but is since" in each for each in asked) is decided


# ------------------------------------------------------------------------ beside other corrections


def test_what_was_booked_late_is_corrected_like_anything_else(office):
    """Chains telescope: the lost game was drawn, and was lost after all."""
    at = office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    decide(office, NEW, 1500)
    office.closed(Q1)
    say(office, result_corrected("A", 0, "=="), at)
    office.closed(Q2)
    assert ratings(office, 1, Q4, Q1, Q2) == [1500, 1515, 1500]
    assert ratings(office, NEW, Q4, Q1, Q2) == [0, 1485, 1500]


def test_a_decision_and_a_correction_between_two_closings_come_as_one(office):
    at = office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    decide(office, NEW, 1500)
    say(office, result_corrected("A", 0, "01"), at)
    office.closed(Q1)
    assert ratings(office, 1, Q4, Q1) == [1500, 1485]
    assert ratings(office, NEW, Q4, Q1) == [0, 1515]


def test_who_was_taken_out_of_his_first_tournament_is_asked_of_the_next(office):
    """5 did not play in August: October's list decides, with a rating for 5."""
    at = office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    assert entry(office, NEW, Q4) == (0, date(2025, 8, 5))
    say(office, reassigned("A", 1, 2), at)
    fide(office, "2025-10", new=1750)
    office.submit(event("B", "2025-10-10", 3, "5 0"))
    office.closed(Q1)
    assert entry(office, NEW, Q1) == (1750, date(2025, 10, 10))
    assert office.explained(NEW, Q1).units[0].tournaments[0].entered_by is not None
    assert ratings(office, 1, Q4, Q1) == [1500, 1515]


def test_who_is_taken_out_of_his_only_tournament_is_asked_of_nothing(office):
    at = office.submit(event("A", "2025-08-05", 1, "5 1"))
    office.closed(Q4)
    say(office, reassigned("A", 1, 2), at)
    assert office.unmet(office.close(Q1)) == []
    assert entry(office, NEW, Q1) == (0, None)
    assert office.official.track.replay(office.book).begun().awaiting == {}


# ----------------------------------------------------------------------------- what is kept of it


def test_every_list_is_explained_and_a_rebuild_comes_to_the_same(office):
    office.submit(event("A", "2025-08-05", 1, "5 1 6 1 2 1"))
    office.closed(Q4)
    fide(office, "2025-08", new=1620)
    office.submit(event("B", "2025-10-10", 3, "5 1 6 1"))
    office.closed(Q1)
    decide(office, TOO, 1500)
    with following(office.ledger) as later:
        later.catch_up()
        kept = later.track.replay(office.book).begun()
        assert sorted(kept.awaiting) == [1, 2]
    office.closed(Q2)
    digest = office.pool().list_of(Q2).digest
    for on in office.pool().lists()[1:]:
        for player in range(1, 7):
            explain(office.pool(), player, on)
    with following(office.ledger) as anew:
        anew.rebuild()
    assert office.pool().list_of(Q2).digest == digest
    assert office.official.track.replay(office.book).begun().awaiting == {}
