"""Corrections of closed lists of Elo UISP: the next list's bookings, players who enter or stay."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import numpy as np
import pytest

from ledger.events.counting import GameExcluded, TournamentRefused
from ledger.events.entering import EntryRatingTaken
from ledger.events.pool import (
    EntryCapitalDecided,
    ListPublished,
    RatingsAnnulled,
)
from projections.corrections.closed_lists import ClosedLists
from projections.queries import findings
from projections.rating.corrected import BOOKED, LAPSED
from projections.rating.standings import Standings
from projections.rulebooks.uisp import entering
from tests.oracles.world import Tournament
from tests.support.recording import following, record
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.uisp_events import (
    AWAY,
    BACK,
    NEW,
    Q1,
    Q2,
    Q4,
    an_office_of,
    event,
    lines,
    ratings,
    say,
)
from tests.support.uisp_office import UISP, Office
from tests.support.verified_worlds import verify

"""Two players without a UISP rating."""


@pytest.fixture
def office(tmp_path) -> Iterator[Office]:
    """1 to 4 have 1500; 5 and 6 have no rating and stand on FIDE's list of August, 5 with 1620."""
    with an_office_of(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


# ------------------------------------------------------------------------------------- the unit


def test_reading_next_list_the_unit_is_the_player_and_the_list(office):
    """Online twice +2.5 and −2.5: 0. Without the third +5: the published points, not tenths."""
    online = {"time": "3+2", "online": True}
    for name, text in (("A", "2 1"), ("B", "3 1"), ("C", "4 0")):
        at = office.submit(event(name, "2025-08-01", 1, text), **online)
    office.closed(Q4)
    assert ratings(office, 1, Q4) == [1503]  # 1502.5
    say(office, result_corrected("C", 0, "--"), at)
    office.closed(Q1)
    assert ratings(office, 1, Q1) == [1505]  # 5 instead of 3
    assert lines(office, 1, Q1) == [("correction", 2)]
    (corrected,) = office.explained(1, Q1).corrected
    assert (corrected.kind, corrected.booked_points, corrected.due_points) == (
        BOOKED,
        3,
        5,
    )


def test_chains_telescope_and_reinstatement_is_the_inverse(office):
    at = office.submit(event("A", "2025-08-01", 1, "2 1 3 1"))
    office.closed(Q4)
    say(office, result_corrected("A", 0, "01"), at)
    office.closed(Q1)
    say(office, result_corrected("A", 0, "10"), at)
    office.closed(Q2)
    assert ratings(office, 1, Q4, Q1, Q2) == [1530, 1500, 1530]
    assert ratings(office, 2, Q4, Q1, Q2) == [1485, 1515, 1485]
    assert ratings(office, 3, Q4, Q1, Q2) == [1485] * 3


def test_a_correction_and_its_inverse_in_one_open_quarter_leave_the_list_as_without(office):
    at = office.submit(event("A", "2025-08-01", 1, "2 1 3 1"))
    office.closed(Q4)
    for fact in (
        details_corrected("A", pools=AWAY),
        result_corrected("A", 1, "=="),
        reassigned("A", 1, NEW),
        details_corrected("A", pools=BACK),
        reassigned("A", 1, 2),
        result_corrected("A", 1, "10"),
    ):
        say(office, fact, at)
    undone = office.close(Q1).event
    assert lines(office, 1, Q1) == []
    assert office.explained(1, Q1).corrected == ()
    with following(office.ledger) as other:
        assert other.track.replay(UISP) is not None
    assert undone.list_digest == without(office, event("A", "2025-08-01", 1, "2 1 3 1"))


def without(office: Office, *played: Tournament) -> str:
    """The digest of the list of January where nothing was ever wrong."""
    address = f"{office.ledger.engine.url.database}-without"
    with an_office_of(address, office.book) as other:
        for tournament in played:
            other.submit(tournament)
        other.closed(Q4)
        return other.close(Q1).event.list_digest


@pytest.mark.parametrize("book", [UISP, "uisp-exact"])
def test_reading_corrected_exactly_what_is_carried_exactly_is_corrected_exactly(tmp_path, book):
    """+2.5 twice, each on a list: 1503 and 1506, exactly 1505. Without the first: 3, or 2.5."""
    online = {"time": "3+2", "online": True}
    with an_office_of(str(tmp_path / book), book) as office:
        at = office.submit(event("A", "2025-08-01", 1, "2 1"), **online)
        office.closed(Q4)
        office.submit(event("B", "2025-10-10", 1, "3 1"), **online)
        office.closed(Q1)
        say(office, result_corrected("A", 0, "--"), at)
        office.closed(Q2)
        found = ratings(office, 1, Q4, Q1, Q2)
        assert verify(office.ledger).faults == []
        corrections = dict(lines(office, 1, Q2))
    if book == UISP:
        assert (found, corrections) == ([1503, 1506, 1503], {"correction": -3})
    else:  # 1505 less 2.5 is 1502.5
        assert found == [1503, 1505, 1503]
        assert corrections == {"correction": Fraction(-5, 2), "rounding": Fraction(1, 2)}


def test_a_time_control_put_right_corrects_every_player(office):
    """II.2: +15 with K 30, 10 with K 20; an unknown class takes everything back."""
    office.submit(event("A", "2025-08-01", 1, "2 1"))
    office.closed(Q4)
    say(office, details_corrected("A", time_control="15+10"))
    office.closed(Q1)
    say(office, details_corrected("A", time_control="1+0"))
    office.closed(Q2)
    assert ratings(office, 1, Q4, Q1, Q2) == [1515, 1510, 1500]
    assert ratings(office, 2, Q4, Q1, Q2) == [1485, 1490, 1500]


def test_a_refused_tournament_and_an_excluded_game_come_as_corrections(office):
    office.submit(event("A", "2025-08-01", 1, "2 1"))
    at = office.submit(event("B", "2025-08-02", 3, "4 1"))
    office.closed(Q4)
    say(office, lambda _: TournamentRefused(tournament="A", by="uisp-chess", article="I.2"))
    say(
        office,
        lambda at: GameExcluded(tournament="B", report=at, game=0, by="uisp-chess", article="I.6"),
        at,
    )
    office.closed(Q1)
    assert [office.rating(player, Q1) for player in (1, 2, 3, 4)] == [1500] * 4


def test_knock_on_is_not_booked_and_opponents_keep_what_they_met(office):
    """3 met 1 with the 1515 of October; the right number 1485 changes nothing for 3."""
    at = office.submit(event("A", "2025-08-01", 1, "2 1"))
    office.closed(Q4)
    office.submit(event("B", "2025-10-10", 3, "1 1 1 ="))
    office.closed(Q1)
    before = office.rating(3, Q1)
    say(office, result_corrected("A", 0, "01"), at)
    office.closed(Q2)
    assert office.rating(3, Q2) == before
    assert office.rating(1, Q2) == office.rating(1, Q1) - 30


def test_counters_take_the_corrected_facts_from_the_open_list_on(office):
    at = office.submit(event("A", "2025-08-01", 1, "2 1 3 1"))
    office.closed(Q4)
    say(office, result_corrected("A", 1, "+-"), at)
    office.closed(Q1)
    counted = [
        (state["games"], state["tournaments_played"])
        for player in (1, 3)
        for state in (office.state(player, Q4), office.state(player, Q1))
    ]
    assert counted[:2] == [(102, 1), (101, 1)]  # 100 were carried over
    assert [played for _, played in counted[2:]] == [1, 0]


def test_a_corrected_start_moves_the_list_in_force(office):
    """Reading `booked_stays`: with 1500 against 1500 .5, with 1515 against 1485 .6 (rounded)."""
    office.submit(event("A", "2025-08-01", 1, "2 1"))
    office.closed(Q4, published="2025-10-12")
    office.submit(event("B", "2025-10-11", 1, "2 1 2 ="))
    office.closed(Q1)
    first = office.rating(1, Q1)
    moved = details_corrected("B", start=date(2025, 10, 12), end=date(2025, 10, 12))
    say(office, moved)
    office.closed(Q2)
    assert (first, office.rating(1, Q2)) == (1530, 1527)
    (corrected,) = office.explained(1, Q2).corrected
    used = [
        sheet.tournaments[0].list_used.period for sheet in (corrected.booked, corrected.corrected)
    ]
    assert used == ["carried over", Q4]


def test_reading_left_the_list_a_correction_lapses_with_a_finding(office):
    at = office.submit(event("A", "2025-08-01", 1, "2 1"))
    office.closed(Q4)
    annulled = RatingsAnnulled(pool=UISP, player="00000001", by="uisp-chess")
    record(office.ledger, "annul", annulled)
    office.closed(Q1)
    say(office, result_corrected("A", 0, "=="), at)
    office.closed(Q2)
    assert ratings(office, 1, Q4, Q1, Q2) == [1515, 0, 0]
    (corrected,) = office.explained(1, Q2).corrected
    assert corrected.kind == LAPSED
    says = [str(finding.says) for finding in findings.of_player(office.pool(), 1)]
    assert any(
        sentence.startswith("lapsed: a correction of list 2025-Q4 (0 as corrected, 15")
        for sentence in says
    )
    assert office.rating(2, Q2) == 1500


# ----------------------------------------------------------------------------------- who enters


def lists_of_august(office: Office) -> None:
    """FIDE: 5 has 1620 in August and 1700 from September; on no other list is anybody."""
    nobody: dict[int, int] = {}
    office.lists("fsi", "2025-08-01", standard=nobody, rapid=nobody)
    for month in ("08", "09", "10", "11", "12"):
        rating = 1620 if month == "08" else 1700
        named = {"standard": {NEW: rating}, "rapid": nobody, "blitz": nobody}
        office.lists("fide", f"2025-{month}-01", **named)


def test_reading_always_listed_whose_only_event_falls_away_keeps_his_entry_rating(office):
    """I.1: once rated always listed; the change is taken back, the counters too."""
    lists_of_august(office)
    office.submit(event("A", "2025-08-05", NEW, "1 1 2 0"))
    office.closed(Q4)
    assert ratings(office, NEW, Q4) == [1620 - 9]  # .66 + .66 = 1.32: 1.3
    say(office, details_corrected("A", pools=AWAY))
    office.closed(Q1)
    assert ratings(office, NEW, Q1) == [1620]
    assert lines(office, NEW, Q1) == [("correction", 9)]
    state = office.state(NEW, Q1)
    assert (state["games"], state["tournaments_played"], state["entry_rating"]) == (0, 0, 1620)


def test_reading_first_by_correction_who_stood_nowhere_enters_with_the_open_list(office):
    """The entrant of August was not 4 but 5: 1620 by the list of the day; a win of two games."""
    lists_of_august(office)
    at = office.submit(event("A", "2025-08-05", 4, "1 1 2 0"))
    office.closed(Q4)
    say(office, reassigned("A", 2, NEW), at)
    office.close(Q1)
    assert ratings(office, NEW, Q4, Q1) == [0, 1620 - 9]
    assert lines(office, NEW, Q1) == [("entry", 1620), ("correction", -9)]
    state = office.state(NEW, Q1)
    assert state["entry_step"] == entering.FIDE
    assert (state["games"], state["tournaments_played"]) == (2, 1)
    assert date.fromordinal(state["entry_day"]) == date(2025, 8, 5)
    (recorded,) = office.ledger.read.of_type(EntryRatingTaken.TYPE)
    taken = recorded.decoded().payload
    assert (taken.period, taken.list, taken.player, taken.rating) == (
        Q1,
        "2025-08-01",
        "00000005",
        "1620",
    )
    assert ratings(office, 4, Q4, Q1) == [1500, 1500]


def test_reading_first_by_correction_his_tournaments_of_the_open_list_count_with_that(office):
    """Also a tournament begun before, but received later."""
    lists_of_august(office)
    at = office.submit(event("A", "2025-09-05", 4, "1 1 2 0"))
    office.closed(Q4)
    say(office, reassigned("A", 2, NEW), at)
    office.submit(event("B", "2025-08-10", NEW, "3 1"), received="2025-10-20")
    office.closed(Q1)
    (sheet,) = office.explained(NEW, Q1).units[0].tournaments
    assert sheet.cells["rating_used"].value == 1700
    assert (
        str(sheet.cells["entry_step"].why)
        == "I.5: given with the player's first tournament, and kept"
    )
    assert office.state(NEW, Q1)["entry_rating"] == 1700
    assert office.state(NEW, Q1)["tournaments_played"] == 2


def test_reading_first_by_correction_of_several_the_first_by_start(office):
    lists_of_august(office)
    later = office.submit(event("A", "2025-09-05", 4, "1 1"))
    first = office.submit(event("B", "2025-08-05", 4, "2 0"))
    office.closed(Q4)
    say(office, reassigned("A", 1, NEW), later)
    say(office, reassigned("B", 1, NEW), first)
    office.closed(Q1)
    assert office.state(NEW, Q1)["entry_rating"] == 1620


def test_a_decision_before_the_closing_lets_him_enter(office):
    at = office.submit(event("A", "2025-08-05", 4, "1 1 2 1"))
    office.closed(Q4)
    decided = EntryCapitalDecided(pool=UISP, player="00000005", rating="1500", by="uisp-chess")
    record(office.ledger, "decide", decided)
    say(office, reassigned("A", 2, NEW), at)
    office.closed(Q1)
    assert ratings(office, NEW, Q1) == [1530]
    assert office.state(NEW, Q1)["entry_step"] == entering.DECIDED


def test_reading_entry_stays_a_tournament_that_becomes_his_first_changes_no_entry(office):
    """The player entered with 1700 of September; a game in August was found out later."""
    lists_of_august(office)
    at = office.submit(event("A", "2025-08-05", 4, "1 1 2 0"))
    office.submit(event("B", "2025-09-05", NEW, "3 1"), received="2025-10-01")
    office.closed(Q4)
    office.closed(Q1)
    assert office.state(NEW, Q1)["entry_rating"] == 1700
    listed = office.rating(NEW, Q1)
    say(office, reassigned("A", 2, NEW), at)
    office.closed(Q2)
    assert office.state(NEW, Q2)["entry_rating"] == 1700
    (corrected,) = office.explained(NEW, Q2).corrected
    (played,) = corrected.corrected.tournaments
    assert played.cells["rating_used"].value == 1700
    assert lines(office, NEW, Q2) == [("correction", -15)]  # 1 of 2 against .76 + .76 = 1.52: 1.5
    assert office.rating(NEW, Q2) == listed - 15


def test_who_stood_there_without_a_game_enters_when_one_is_found_to_be_played(office):
    """I.5: by the disputed game: the tournament is the first, and the day counts for the entry."""
    lists_of_august(office)
    at = office.submit(event("A", "2025-08-05", 1, "5 + 2 1"))
    office.closed(Q4)
    assert office.state(NEW, Q4) == {}
    say(office, result_corrected("A", 0, "01"), at)
    office.closed(Q1)
    assert lines(office, NEW, Q1) == [("entry", 1620), ("correction", 9)]
    assert office.rating(NEW, Q1) == 1629


def test_who_comes_by_a_correction_without_a_game_does_not_enter(office):
    lists_of_august(office)
    at = office.submit(event("A", "2025-08-05", 4, "1 + 2 +"))
    office.closed(Q4)
    say(office, reassigned("A", 2, NEW), at)
    assert office.unmet(office.close(Q1)) == []
    assert office.state(NEW, Q1) == {}


# ----------------------------------------------------------------------------- what is kept of it


def test_a_process_that_goes_on_from_what_was_kept_and_a_rebuild_come_to_the_same(office):
    lists_of_august(office)
    at = office.submit(event("A", "2025-08-05", 4, "1 1 2 0"))
    office.closed(Q4)
    say(office, reassigned("A", 2, NEW), at)
    office.closed(Q1)
    say(office, result_corrected("A", 1, "=="), at)
    with following(office.ledger) as later:
        later.catch_up()
        kept: Standings = later.track.replay(UISP).begun()
        assert kept.entry_ratings(1, 1)[NEW] == 0
        assert kept.entry_ratings(2, 2)[NEW] == 1620
    office.closed(Q2)
    digest = office.pool().list_of(Q2).digest
    with following(office.ledger) as anew:
        anew.rebuild()
    assert office.pool().list_of(Q2).digest == digest


# ------------------------------------------------------------------------------ days of publication


@pytest.mark.parametrize("book", [UISP, "uisp-exact"])
@pytest.mark.parametrize(("said", "first", "then"), [("10-12", "10-20", 3), ("10-20", "10-12", -3)])
def test_reading_published_otherwise_what_began_meanwhile_is_booked_anew(
    tmp_path, book, said, first, then
):
    """1.5 of 2 with 1500 against 1500: .5, +15; with 1515 against 1485: .6, so .4: +12."""
    with an_office_of(str(tmp_path / "ledger"), book) as office:
        office.submit(event("A", "2025-08-01", 1, "2 1"))
        office.closed(Q4, published=f"2025-{said}")
        office.submit(event("B", "2025-10-15", 1, "2 1 2 ="))
        office.submit(event("C", "2025-10-25", 3, "4 1"))
        office.closed(Q1)
        before = office.rating(1, Q1)
        anew = ListPublished(
            pool=office.book, period=Q4, published_on=date.fromisoformat(f"2025-{first}")
        )
        at = record(office.ledger, "publish Q4 anew", anew)
        (told,) = [finding for finding in office.findings("B") if finding.startswith("open")]
        assert f"recorded since (#{at}) list" in told
        assert told.endswith("the difference is booked on the next list")
        assert not [finding for finding in office.findings("C") if finding.startswith("open")]
        office.closed(Q2)
        assert lines(office, 1, Q2) == [("correction", then)]
        assert office.rating(1, Q2) == before + then
        assert lines(office, 3, Q2) == []
        (corrected,) = office.explained(1, Q2).corrected
        sheets = (corrected.booked, corrected.corrected)
        used = [sheet.tournaments[0].list_used.period for sheet in sheets]
        assert used == (["carried over", Q4] if then < 0 else [Q4, "carried over"])
        assert [finding for finding in office.findings("B") if finding.startswith("later")]
        assert verify(office.ledger).faults == []


# -------------------------------------------------------------------------- what the body had set


@pytest.mark.parametrize(("since", "set_on"), [("2025-08-01", [6, 6]), ("2025-08-02", [0, 6])])
def test_a_closed_list_rests_on_what_the_body_had_set(office, since, set_on):
    """The day of the tournament counts, and for the list the day of the list; later
    settings do not.
    """
    office.set_months(6, since)
    at = office.submit(event("A", "2025-08-01", 1, "2 1 3 1"))
    office.closed(Q4)
    office.set_months(12, since)
    replay = office.pool().official.replay(UISP)
    assert replay.recall is not None
    closed = ClosedLists(
        replay.facts,
        replay.law.rulebook,
        replay.begun(),
        replay.recall,
        replay.surroundings,
        replay.years_at,
        {},
        lambda through: replay.begun(),
    )
    reports = replay.recall.reports([at], at)
    step = closed.compute(1, np.array([1]), reports, closed.nothing_waiting).step
    editions = [*(part.edition for part in step.parts), step.edition]
    assert [edition.numbers["italian_list_months"] for edition in editions] == set_on
