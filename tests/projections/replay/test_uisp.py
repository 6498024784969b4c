"""Elo UISP in a real ledger: receipts, publication, entry ratings, derived events, worksheets."""

from datetime import date
from fractions import Fraction
from itertools import permutations

import pytest

from ledger.clock import end_of_day
from ledger.events.counting import GameExcluded, TournamentCancelled, TournamentRefused
from ledger.events.entering import EntryRatingTaken
from ledger.events.pool import (
    EntryCapitalDecided,
    ParameterSet,
    RatingsAnnulled,
)
from ledger.events.tournament import Details, TournamentDetailsCorrected
from ledger.sentences import Remedy
from ops.closings.close_period import TooEarly
from ops.closings.recordings import CloseList
from ops.events import record_decision
from ops.house import House
from projections.queries import findings
from projections.replay import derived_events
from projections.rulebooks.uisp import entering
from projections.state.reports import Announcement
from tests.support.recording import following, record
from tests.support.uisp_office import UISP, an_office
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import text_of
from tests.support.worlds import games, rated, tournament

NEW, TOO = 3, 4
"""Two players without a UISP rating."""


@pytest.fixture
def office(tmp_path):
    """1 and 2 have 1500; 3 and 4 have no rating."""
    carried = [rated(1, 1500), rated(2, 1500)]
    with an_office(str(tmp_path / "ledger"), carried, (NEW, TOO)) as made:
        yield made


def won(name: str, day: str, end: str = "", *, by: int = 1, over: int = 2):
    """A game won by the first player."""
    return tournament(name, day, end or day, games(by, f"{over} 1"))


# ------------------------------------------------------------------------ I.2 receipts and cut-offs


@pytest.mark.parametrize(
    ("received", "q4", "q1"),
    [("2025-09-24", 1515, 1515), ("2025-09-25", 1515, 1515), ("2025-09-26", 1500, 1515)],
)
def test_article_i_2_a_tournament_is_on_the_list_that_was_open_when_it_came(
    office, received, q4, q1
):
    """Issued on 5 October: received by 25 September, whenever played."""
    office.submit(won("A", "2025-08-01"), received=received)
    office.closed("2025-Q4")
    office.closed("2026-Q1")
    assert [office.rating(1, period) for period in ("2025-Q4", "2026-Q1")] == [q4, q1]


def test_article_i_2_the_finding_says_which_cut_off_was_missed(office):
    office.submit(won("A", "2025-08-01"), received="2025-09-26")
    office.closed("2025-Q4")
    office.closed("2026-Q1")
    (found,) = office.findings("A")
    assert found == (
        "later I.2: cut-off missed: it was received on 2025-09-26, list 2025-Q4 takes what was "
        "received by 2025-09-25; booked on 2026-Q1"
    )


def test_article_i_2_what_came_in_time_but_was_recorded_late_is_an_office_error(office):
    office.closed("2025-Q4")
    office.submit(won("A", "2025-08-01"), received="2025-09-20")
    why = (
        "office error: received in time, on 2025-09-20, but recorded after list 2025-Q4 was sealed"
    )
    assert office.findings("A") == [
        f"open I.2: {why}; the next list books it",
        "open I.2: not on a list yet: the first after 2025-Q4 takes it whose cut-off is not before "
        "its receipt, 2025-09-20",
    ]
    office.closed("2026-Q1")
    assert office.findings("A") == [f"later I.2: {why}; booked on 2026-Q1"]


@pytest.mark.parametrize(("corrected", "rating"), [("2025-09-25", 1515), ("2025-09-26", 1500)])
def test_article_i_2_a_day_of_receipt_that_was_wrong_is_corrected(office, corrected, rating):
    office.submit(won("A", "2025-08-01"), received="2025-10-02" if rating > 1500 else "")
    details = Details(received_on=date.fromisoformat(corrected))
    said = TournamentDetailsCorrected(tournament="A", details=details, by="uisp-chess")
    record(office.ledger, "the right day", said)
    office.close("2025-Q4")
    assert office.rating(1, "2025-Q4") == rating
    assert verify(office.ledger).faults == []


def test_article_i_2_late_publication_moves_no_cut_off(office):
    office.submit(won("A", "2025-09-10"), received="2025-09-26")
    office.closed("2025-Q4", published="2025-11-30")
    assert office.rating(1, "2025-Q4") == 1500


def test_article_i_2_no_list_is_closed_before_its_cut_off_has_ended(office):
    ends = end_of_day(date(2025, 9, 25), "Europe/Rome")
    office.ledger.clock = lambda: ends - 1
    with pytest.raises(TooEarly, match="not before 2025-09-25 has ended in Europe/Rome"):
        CloseList(pool=UISP).compose(House(office.ledger, office.official))
    office.ledger.clock = lambda: ends
    assert (
        CloseList(pool=UISP).compose(House(office.ledger, office.official)).result.period
        == "2025-Q4"
    )


def test_article_i_2_what_began_before_histories_is_told_what_can_be_done(office):
    """Histories begin on 5 July: the ratings are not at hand, whenever received."""
    office.submit(won("A", "2025-07-04"), received="2025-07-10")
    (before, _) = findings.of_tournament(office.pool(), "A")
    assert str(before.says).endswith("began on 2025-07-04, before histories begin on 2025-07-05")
    assert str(before.remedy).startswith("begin the pool, in a new ledger")
    office.closed("2025-Q4")
    (booked,) = findings.of_tournament(office.pool(), "A")
    assert list(booked.remedy.remedies()) == [Remedy("decide-ratings-adjusted", pool=UISP)]


# --------------------------------------------------------------------------- I.3, I.4 which ratings


def test_article_i_3_ratings_are_frozen_for_the_whole_quarter(office):
    """Both tournaments with 1500 against 1500: +15 and +15."""
    office.submit(won("A", "2025-07-10"))
    office.submit(won("B", "2025-08-10"))
    office.closed("2025-Q4")
    assert office.rating(1, "2025-Q4") == 1530
    assert office.state(1, "2025-Q4")["tournaments_played"] == 2


@pytest.mark.parametrize(
    ("start", "rating"),
    [("2025-10-11", 1530), ("2025-10-12", 1527), ("2025-10-13", 1527)],
)
def test_article_i_4_a_list_is_in_force_from_its_publication(office, start, rating):
    """1.5 of 2: with 1500 against 1500 P - PA is .5, so +15; with 1515 against 1485 .4, so +12."""
    office.submit(won("A", "2025-08-01"))
    office.closed("2025-Q4", published="2025-10-12")
    twice = tournament("B", start, "2025-10-20", games(1, "2 1 2 ="))
    office.submit(twice)
    office.closed("2026-Q1")
    assert office.rating(1, "2026-Q1") == rating
    explained = office.explained(1, "2026-Q1")
    (sheet,) = explained.units[0].tournaments
    assert sheet.list_used.period == ("carried over" if rating == 1530 else "2025-Q4")
    assert verify(office.ledger).faults == []


def test_article_i_4_a_list_that_is_never_published_is_never_in_force(office):
    office.submit(won("A", "2025-08-01"))
    office.close("2025-Q4")
    assert office.rating(1, "2025-Q4") == 1515
    pool = office.pool()
    assert pool.list_in_force(date(2025, 12, 1)).period == "carried over"
    position = office.publish("2025-Q4", "2025-10-12")
    assert office.pool().list_in_force(date(2025, 12, 1)).period == "2025-Q4"
    assert office.pool(position - 1).list_in_force(date(2025, 12, 1)).period == "carried over"


def test_article_i_4_a_finding_says_that_the_list_was_not_published_in_time(office):
    office.closed("2025-Q4", published="2025-10-12")
    office.submit(won("A", "2025-10-11"))
    office.submit(won("B", "2025-10-12"))
    office.submit(won("C", "2025-10-04"))
    office.close("2026-Q1")
    assert office.findings("A") == [
        "warning I.4: list 2025-Q4 of 2025-10-05 was not published, or not known to be, when it"
        " began: played with the list carried over"
    ]
    said = [*office.findings("B"), *office.findings("C")]
    assert not [text for text in said if text.startswith("warning")]


def test_article_i_4_who_stands_only_on_a_list_not_in_force_keeps_his_entry_rating(office):
    """The player enters with 1440 and loses 15 on the list of October, which is published late."""
    office.none_on_any_list("2025-08", "2025-10")
    office.submit(won("A", "2025-08-01", over=NEW))
    office.closed("2025-Q4", published="2025-12-01")
    office.submit(won("B", "2025-10-20", over=NEW))
    office.closed("2026-Q1")
    (sheet,) = office.explained(NEW, "2026-Q1").units[0].tournaments
    assert sheet.cells["rating_used"].value == 1440
    assert (
        str(sheet.cells["rating_used"].why)
        == "I.4, I.5: the player's list was not in force when the tournament began: the entry "
        "rating"
    )
    assert office.rating(NEW, "2025-Q4") < 1440
    assert verify(office.ledger).faults == []


# -------------------------------------------------------------------------------- I.5 entry ratings


def worksheet(office, player: int, period: str) -> str:
    """Return a player's worksheet, as written."""
    return text_of(office.pool(), player, period)


def taken(office) -> list[tuple[str | None, str | None, date | None, str, str]]:
    """Return the recorded entry ratings: body, list, day, player, rating."""
    found = office.ledger.read.of_type(EntryRatingTaken.TYPE)
    said = [event.decoded().payload for event in found]
    return [(entry.body, entry.list, entry.list_date, entry.player, entry.rating) for entry in said]


def test_article_i_5_who_enters_does_so_from_the_list_in_force_then(office):
    """On FIDE's list of August with 1620, 1700 on that of September: the player begins in
    August.
    """
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.lists("fide", "2025-09-01", standard={NEW: 1700})
    office.submit(won("A", "2025-08-31", "2025-09-02", over=NEW))
    office.close("2025-Q4")
    state = office.state(NEW, "2025-Q4")
    assert (state["entry_rating"], state["entry_step"]) == (1620, entering.FIDE)
    assert date.fromordinal(state["entry_day"]) == date(2025, 8, 31)
    assert taken(office) == [("fide", "2025-08-01", date(2025, 8, 1), "00000003", "1620")]


def test_article_i_5_reading_a7_the_first_tournament_by_start_decides_for_all_of_them(office):
    """Recorded in the other order; the opponent in September meets 1620 too (A8)."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.lists("fide", "2025-09-01", standard={NEW: 1700})
    office.submit(won("B", "2025-09-05", over=NEW))
    office.submit(won("A", "2025-08-05", by=2, over=NEW))
    office.close("2025-Q4")
    for player in (1, NEW):
        sheets = {
            each.tournament: each
            for unit in office.explained(player, "2025-Q4").units
            for each in unit.tournaments
        }
        (game,) = sheets["B"].games
        ratings = (game.cells["own_rating"].value, game.cells["opponent_rating"].value)
        assert ratings == ((1500, 1620) if player == 1 else (1620, 1500))
    assert verify(office.ledger).faults == []


def test_article_i_5_on_none_of_the_lists_it_is_1440(office):
    office.none_on_any_list("2025-08")
    office.submit(won("A", "2025-08-31", over=NEW))
    office.close("2025-Q4")
    assert taken(office) == [(None, None, None, "00000003", "1440")]
    assert office.state(NEW, "2025-Q4")["entry_step"] == entering.FIXED
    assert office.rating(NEW, "2025-Q4") == 1428


@pytest.mark.parametrize(("since", "entered"), [("2025-08-30", 1250), ("2025-09-01", 1440)])
def test_article_i_5_reading_entry_points_another_figure_is_set_by_the_body(office, since, entered):
    """Reading `entry_points`: for players who begin from that day on; this player began on
    31 August.
    """
    fact = ParameterSet(
        pool=UISP, name="entry_points", value=1250, unit="points", by="uisp-chess",
        in_force_from=date.fromisoformat(since),
    )  # fmt: skip
    record_decision.record(House(office.ledger), fact)
    office.none_on_any_list("2025-08")
    office.submit(won("A", "2025-08-31", over=NEW))
    office.close("2025-Q4")
    assert taken(office) == [(None, None, None, "00000003", str(entered))]
    said = "entry points 1250, set by uisp-chess from 2025-08-30 on"
    (unit,) = office.explained(NEW, "2025-Q4").units
    assert (said in str(unit)) is (entered == 1250)
    assert verify(office.ledger).faults == []


def test_article_i_5_reading_disputed_who_did_not_come_enters_by_his_next_tournament(office):
    """Reading `disputed`: 1620 in August, without a game; 1700 in November."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.submit(tournament("A", "2025-08-05", "2025-08-05", games(1, "3 + 2 1")))
    assert office.unmet(office.close("2025-Q4")) == []
    office.publish("2025-Q4", "2025-10-05")
    assert taken(office) == []
    assert "entry_rating" not in office.state(NEW, "2025-Q4")
    office.lists("fide", "2025-11-01", standard={NEW: 1700})
    office.submit(won("B", "2025-11-05", over=NEW))
    office.closed("2026-Q1")
    assert office.state(NEW, "2026-Q1")["entry_rating"] == 1700
    assert office.rating(NEW, "2026-Q1") == 1700 - 21  # against 1515: .74
    assert [row[1] for row in taken(office)] == ["2025-11-01"]


@pytest.mark.parametrize("said", [TournamentRefused, TournamentCancelled])
def test_article_i_5_reading_disputed_a_tournament_that_was_not_received_is_none(office, said):
    """Refused or called off before the closing: the next by start decides."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620, TOO: 1620})
    office.lists("fide", "2025-09-01", standard={NEW: 1700, TOO: 1700})
    office.submit(won("A", "2025-08-05", over=NEW))
    office.submit(won("B", "2025-08-06", over=TOO))
    office.submit(won("C", "2025-09-05", over=NEW))
    for name in ("A", "B"):
        record(office.ledger, f"not {name}", said(tournament=name, by="uisp-chess", article="I.2"))
    office.close("2025-Q4")
    assert office.state(NEW, "2025-Q4")["entry_rating"] == 1700
    assert "entry_rating" not in office.state(TOO, "2025-Q4")
    assert [(row[1], row[3]) for row in taken(office)] == [("2025-09-01", "00000003")]
    (refused, booked) = office.explained(NEW, "2025-Q4").units[0].tournaments
    assert str(refused.cells["entry_step"].why).startswith(
        "I.5: not the player's first tournament: no game"
    )
    assert booked.cells["rating_used"].value == 1700
    assert verify(office.ledger).faults == []


def test_article_i_5_reading_disputed_a_game_that_is_excluded_is_as_one_not_played(office):
    office.lists("fide", "2025-09-01", standard={NEW: 1700})
    at = office.submit(won("A", "2025-08-05", over=NEW))
    office.submit(won("B", "2025-09-05", over=NEW))
    excluded = GameExcluded(tournament="A", report=at, game=0, by="uisp-chess", article="I.6")
    record(office.ledger, "exclude", excluded)
    office.close("2025-Q4")
    assert office.state(NEW, "2025-Q4")["entry_rating"] == 1700


def test_article_i_5_reading_a7_a_tournament_without_a_k_is_his_first_all_the_same(office):
    """The tournament was disputed, though nothing is rated (II.2): the list of August decides."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.lists("fide", "2025-09-01", standard={NEW: 1700})
    office.submit(won("A", "2025-08-05", over=NEW), time="1+0")
    office.submit(won("B", "2025-09-05", over=NEW))
    office.close("2025-Q4")
    assert office.state(NEW, "2025-Q4")["entry_rating"] == 1620


def test_article_i_5_the_worksheet_of_who_needs_a_decision(office):
    office.submit(won("A", "2025-08-05", over=NEW))
    office.close("2025-Q4")
    text = worksheet(office, NEW, "2025-Q4")
    assert "not counted: I.5: the player's entry rating is not known: needs a decision" in text
    assert "rating none -> none" in text
    said = [str(finding.says) for finding in findings.of_player(office.pool(), NEW)]
    assert "the player has no counted game yet: not on the list" in said


def test_more_who_enter_than_one_event_holds_are_several_derived_events(office, monkeypatch):
    monkeypatch.setattr(derived_events, "MOST_PLAYERS", 1)
    office.none_on_any_list("2025-08")
    office.submit(won("A", "2025-08-31", by=TOO, over=NEW))
    office.close("2025-Q4")
    assert [row[3] for row in taken(office)] == ["00000003", "00000004"]
    assert verify(office.ledger).faults == []


def test_article_i_5_the_italian_list_holds_until_there_is_a_later_one(office):
    office.lists("fide", "2025-08-01", standard={})
    office.lists("fsi", "2021-01-01", standard={NEW: 999})
    office.submit(won("A", "2025-08-31", over=NEW))
    office.close("2025-Q4")
    assert taken(office) == [("fsi", "2021-01-01", date(2021, 1, 1), "00000003", "0999")]


@pytest.mark.parametrize(
    ("listed", "limit", "entered", "said"),
    [
        ("2024-09-01", 0, 999, []),
        ("2024-08-01", 0, 999, ["warning"]),
        ("2025-03-01", 6, 999, []),
        ("2025-02-01", 6, 0, ["needs a decision"] * 3),
    ],
)
def test_article_i_5_reading_lists_in_force_how_old_an_italian_list_may_be(
    office, listed, limit, entered, said
):
    """Below a year and on the limit, without a setting; six months, the month of the list
    included, once the body sets them. The player enters in August 2025.
    """
    if limit:
        fact = ParameterSet(
            pool=UISP, name="italian_list_months", value=limit, unit="months", by="uisp-chess",
            in_force_from=date(2025, 8, 31),
        )  # fmt: skip
        record_decision.record(House(office.ledger), fact)
    office.lists("fide", "2025-08-01", standard={})
    office.lists("fsi", listed, standard={NEW: 999})
    office.submit(won("A", "2025-08-31", over=NEW))
    found = [finding for finding in office.findings("A") if not finding.startswith("open")]
    assert [text.partition(" I.5")[0] for text in found] == said
    if said == ["warning"]:
        assert "the list of fsi of 2024-08-01, which told who enters, was 12 months old" in found[0]
    office.close("2025-Q4")
    assert office.rating(NEW, "2025-Q4") == (entered and 999 - 3)
    assert len(office.explained(NEW, "2025-Q4").units) == 1
    assert verify(office.ledger).faults == []


def test_reading_lists_in_force_the_day_before_it_is_set_an_older_list_holds(office):
    fact = ParameterSet(
        pool=UISP, name="italian_list_months", value=1, unit="months", by="uisp-chess",
        in_force_from=date(2025, 9, 1),
    )  # fmt: skip
    record_decision.record(House(office.ledger), fact)
    office.lists("fide", "2025-08-01", standard={})
    office.lists("fsi", "2025-01-01", standard={NEW: 999})
    office.submit(won("A", "2025-08-31", over=NEW))
    office.close("2025-Q4")
    assert len(taken(office)) == 1
    assert verify(office.ledger).faults == []


def test_article_i_5_without_the_list_it_needs_a_decision(office):
    """That of August is recorded, the tournament began in September. Nobody's game against the
    player counts.
    """
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.submit(tournament("A", "2025-09-02", "2025-09-03", games(1, "3 1 2 1")))
    assert set(office.findings("A")[:-1]) == {
        "needs a decision I.5: 1 game: the player's entry rating is not known: needs a decision",
        "needs a decision I.5: 1 game: the opponent's entry rating is not known: needs a decision",
        "needs a decision I.5: it is not known whether the player is on the FIDE list of the "
        "first day of their first tournament: needs a decision",
    }
    (mine,) = findings.of_player(office.pool(), 1)
    assert (mine.player, mine.others) == (1, (NEW,))
    assert list(mine.remedy.remedies()) == [Remedy("decide-entry-capital-decided")]
    office.close("2025-Q4")
    assert office.rating(NEW, "2025-Q4") == 0
    assert office.rating(1, "2025-Q4") == 1515
    assert taken(office) == []


def test_article_i_5_decided_by_the_body(office):
    """A decision is no derived event."""
    decided = EntryCapitalDecided(pool=UISP, player="00000003", rating="1480", by="uisp-chess")
    record(office.ledger, "decide", decided)
    office.submit(won("A", "2025-09-02", over=NEW))
    office.close("2025-Q4")
    state = office.state(NEW, "2025-Q4")
    assert (state["entry_rating"], state["entry_step"]) == (1480, entering.DECIDED)
    assert taken(office) == []
    assert verify(office.ledger).faults == []


def test_article_i_5_frozen_an_earlier_tournament_that_comes_late_changes_nothing(office):
    """FIDE: 1620 in August, 1700 in September. August's tournament comes on the next list."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.lists("fide", "2025-09-01", standard={NEW: 1700})
    office.submit(won("B", "2025-09-05", over=NEW))
    office.closed("2025-Q4")
    office.submit(won("A", "2025-08-05", over=NEW), received="2025-10-20")
    office.closed("2026-Q1")
    assert office.state(NEW, "2026-Q1")["entry_rating"] == 1700
    (sheet,) = office.explained(NEW, "2026-Q1").units[0].tournaments
    assert sheet.cells["rating_used"].value == 1700
    assert len(taken(office)) == 1
    assert verify(office.ledger).faults == []


def test_article_i_5_a_list_recorded_after_the_closing_changes_nothing_sealed(office):
    office.none_on_any_list("2025-08")
    office.submit(won("A", "2025-08-05", over=NEW))
    digest = office.close("2025-Q4").event.list_digest
    office.lists("fide", "2025-08-02", standard={NEW: 1900})
    with following(office.ledger) as anew:
        anew.rebuild()
    assert office.pool().list_of("2025-Q4").digest == digest
    assert verify(office.ledger).faults == []


def test_article_i_5_a_stored_echo_that_says_otherwise_is_a_fault(office):
    office.none_on_any_list("2025-08")
    said = EntryRatingTaken(
        pool=UISP, period="2025-Q4", player="00000003", rating="1441", article="I.5", ground="rule"
    )
    record(office.ledger, "a false derived event", said)
    office.submit(won("A", "2025-08-05", over=NEW))
    office.close("2025-Q4")
    (fault,) = verify(office.ledger).faults
    assert str(fault.place).startswith("entries of uisp 2025-Q4")


def test_article_i_5_the_worksheet_names_the_list_of_a_rating_that_was_kept(office):
    """By FIDE's list of August; used in October, for the list of Q4 is not out yet."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.submit(won("A", "2025-08-05", over=NEW))
    office.closed("2025-Q4", published="2025-12-01")
    office.submit(won("B", "2025-10-20", over=NEW))
    office.close("2026-Q1")
    assert (
        "enters with 1620: I.5: given with the player's first tournament, and kept: "
        "fide 2025-08-01 of 2025-08-01 (standard) says 1620"
    ) in worksheet(office, NEW, "2026-Q1")


# ------------------------------------------------------------------- II.2 time controls, I.1 listed


@pytest.mark.parametrize("time", [None, "1+0"])
def test_article_ii_2_without_a_class_a_tournament_is_not_rated(office, time):
    office.submit(won("A", "2025-08-01"), time=time)
    assert any(finding.startswith("not rated II.2: ") for finding in office.findings("A"))
    office.close("2025-Q4")
    assert office.rating(1, "2025-Q4") == 1500
    assert any(finding.startswith("not rated II.2: ") for finding in office.findings("A"))


WARNED = "warning II.2: its name speaks of online play, which nobody tells: taken as over the board"


@pytest.mark.parametrize(
    ("name", "online", "k", "said"),
    [
        ("Trofeo d'autunno", False, 30, []),
        ("Trofeo on-line d'autunno", False, 30, [WARNED]),
        ("Trofeo Lichess", False, 30, [WARNED]),
        ("Trofeo Lichess", True, 15, []),
        ("Trofeo di San Lichessio", False, 30, []),
    ],
)
def test_article_ii_2_reading_over_the_board_what_is_not_told(office, name, online, k, said):
    """Before the list and after; K is the whole, and the clause names the basis."""
    office.submit(won("A", "2025-08-01"), name=name, online=online)
    assert [finding for finding in office.findings("A") if "online" in finding] == said
    office.close("2025-Q4")
    assert [finding for finding in office.findings("A") if "online" in finding] == said
    (unit,) = office.explained(1, "2025-Q4").units
    cell = unit.tournaments[0].cells["k"]
    assert (cell.value, "not reported" in str(cell.why)) == (k, not online)


def test_reading_over_the_board_an_event_is_checked_before_it_is_announced(office):
    days = (date(2025, 8, 1), date(2025, 8, 2))
    intended = Announcement("Torneo online", (UISP,), official=False, days=days)
    found = findings.of_announcement(office.pool(), "A", intended)
    assert [f"{finding.kind} {finding.article}: {finding.says}" for finding in found][-1] == WARNED


def test_what_keeps_games_out_is_told_before_any_list_is_announced(office):
    """And after the last announced list was closed."""
    announced = office.pool().facts.announced
    for period in ("2026-Q1", "2026-Q2"):
        announced.pop(period)
    office.close("2025-Q4")
    office.submit(won("A", "2025-11-01", over=NEW), time=None)
    told = {finding.partition(":")[0] for finding in office.findings("A")}
    assert told == {"not rated II.2", "needs a decision I.5", "open I.2"}


def test_article_i_1_one_rating_for_all_cadences_once_rated_always_listed(office):
    """+15 with K 30, +10 with K 20, +2.5 online: 1528; then no game for a quarter."""
    office.submit(won("A", "2025-08-01"))
    office.submit(won("B", "2025-08-02"), time="15+10")
    office.submit(won("C", "2025-08-03"), time="3+2", online=True)
    office.closed("2025-Q4")
    office.closed("2026-Q1")
    assert [office.rating(1, period) for period in ("2025-Q4", "2026-Q1")] == [1528, 1528]
    assert office.rating(2, "2025-Q4") == 1473


# ------------------------------------------------------------------------------------ the worksheet


def test_the_worksheet_shows_sum_rounding_clause_and_entry(office):
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.submit(tournament("A", "2025-08-05", "2025-08-06", games(NEW, "1 1 2 =")), time="30+10")
    office.close("2025-Q4")
    explained = office.explained(NEW, "2025-Q4")
    text = worksheet(office, NEW, "2025-Q4")
    for said in (
        "own rating 1620: I.5: no rating when the tournament began: the entry rating",
        "I.5: the FIDE list in force: fide 2025-08-01 of 2025-08-01 (standard) says 1620",
        "expected points                     1.32   II.1: Sum of the percentages of the tournament",
        "expected points rounded             1.30   II.1: PA: the sum to one decimal",
        "k over the board                      30   II.2: at least 30 minutes and 10 seconds",
        "line: entry",
    ):
        assert said in text
    assert [(line.kind, line.points) for line in explained.units[0].lines] == [
        ("entry", 1620),
        ("play", 6),
    ]
    assert explained.units[0].lines[0].article == "I.5"


# ------------------------------------------------------------------------ what holds for every list


def test_in_an_open_quarter_the_order_of_recording_does_not_matter(tmp_path):
    """Three tournaments in every order: a single list."""
    played = [
        won("A", "2025-08-05", over=NEW),
        won("B", "2025-08-07", by=2, over=1),
        won("C", "2025-08-06", "2025-08-09", by=NEW, over=2),
    ]
    found = set()
    for number, order in enumerate(permutations(played)):
        with an_office(str(tmp_path / str(number)), [rated(1, 1500), rated(2, 1500)], (NEW,)) as at:
            at.lists("fide", "2025-08-01", standard={NEW: 1620})
            for each in order:
                at.submit(each)
            found.add(at.close("2025-Q4").event.list_digest)
    assert len(found) == 1


def test_article_i_3_reading_carry_the_exact_index_goes_on_from_before_the_rounding(tmp_path):
    """Online, twice +2.5 from 1500: 1502.5 is published as 1503; then 1505, not 1506."""
    ratings = {}
    for book in (UISP, "uisp-exact"):
        with an_office(str(tmp_path / book), [rated(1, 1500), rated(2, 1500)], book=book) as at:
            at.submit(won("A", "2025-08-05"), time="3+2", online=True)
            at.closed("2025-Q4")
            at.submit(won("B", "2025-10-10"), time="3+2", online=True)
            at.closed("2026-Q1")
            ratings[book] = [at.rating(1, period) for period in ("2025-Q4", "2026-Q1")]
            lines_of = at.explained(1, "2026-Q1").units[0].lines
            rounding = {line.kind: line.points for line in lines_of}["rounding"]
            assert rounding == (Fraction(1, 2) if book == UISP else Fraction(-1, 2))
            assert verify(at.ledger).faults == []
    assert ratings == {UISP: [1503, 1506], "uisp-exact": [1503, 1505]}


def test_article_i_5_whose_rating_is_annulled_enters_anew(office):
    """1620 in August; annulled in October, so the player enters with the list of November."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.submit(won("A", "2025-08-05", over=NEW))
    office.closed("2025-Q4")
    annulled = RatingsAnnulled(pool=UISP, player="00000003", by="uisp-chess")
    record(office.ledger, "annul", annulled)
    office.closed("2026-Q1")
    assert office.state(NEW, "2026-Q1")["entry_rating"] == 0
    office.lists("fide", "2026-02-01", standard={NEW: 1800})
    office.submit(won("B", "2026-02-05", over=NEW))
    office.closed("2026-Q2")
    assert office.state(NEW, "2026-Q2")["entry_rating"] == 1800
    assert [row[-1] for row in taken(office)] == ["1620", "1800"]
    assert verify(office.ledger).faults == []


def test_article_i_5_a_tournament_of_before_the_list_counts_with_the_rating_he_entered_with(office):
    """A report that came late: the player was listed by then, but not at the start."""
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.submit(won("A", "2025-08-05", over=NEW))
    office.closed("2025-Q4")
    office.submit(won("B", "2025-08-10", over=NEW), received="2025-10-01")
    office.closed("2026-Q1")
    (game,) = office.explained(1, "2026-Q1").units[0].tournaments[0].games
    assert game.cells["opponent_rating"].value == 1620


def test_a_process_that_goes_on_from_what_was_kept_closes_the_same_list(office):
    office.lists("fide", "2025-08-01", standard={NEW: 1620})
    office.submit(won("A", "2025-08-05", over=NEW))
    office.closed("2025-Q4", published="2025-10-20")
    office.submit(won("B", "2025-10-19"))
    dry = CloseList(pool=UISP).compose(House(office.ledger, office.official)).result
    with following(office.ledger) as later:
        closed = CloseList(pool=UISP).record(House(office.ledger, later)).result
        assert closed.event.list_digest == dry.event.list_digest
