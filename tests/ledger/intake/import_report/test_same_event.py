"""An event already on record, in a file of another name, is not recorded a second time."""

from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256

import pytest

from ledger.events.counting import ReportAnnulled, ReportCompared, TournamentRefused
from ledger.events.register import PlayersMerged
from ledger.intake.formats.problems import ANOTHER_EVENT
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.same_event import EventRecorded
from tests.support.pool_ledgers import CHESS, chess, open_pool
from tests.support.received_reports import (
    FIRST_REPORT,
    FOUR,
    LONG,
    OLD,
    T,
    corrected,
    part,
    reassigned,
    record,
    refusal,
    replacing,
    warned,
    won,
)
from tests.support.report_files import players
from tests.support.spoiling import details_corrected
from tests.support.tentative_ledgers import in_memory

ANEW = replace(FOUR, name="Saved anew")
"""The event of OLD, in another file."""
CHESS_REPORT = chess()
ANOTHER = chess(another_event=True)


def about_tournaments(receipt):
    return [warning for warning in warned(receipt) if warning.startswith("tournament: ")]


def told(ledger, table, options=CHESS_REPORT):
    """Import a file for an event on record; return the tournament that the refusal names."""
    before = ledger.read.head()
    with pytest.raises(EventRecorded) as refused:
        import_report(ledger, table.trf16(), options)
    assert ledger.read.head() == before
    return refused.value.recorded.tournament


def test_reading_recorded_once_a_file_saved_anew_is_refused(ledger):
    import_report(ledger, OLD, chess())
    assert refusal(ledger, ANEW.trf16(), chess()) == (
        'tournament: found "Saved anew", expected an event that is not on record; the same '
        "players, days and results are those of T-000001 (#5); if it is another event, say so: "
        "another_event"
    )
    with pytest.raises(EventRecorded) as refused:
        import_report(ledger, ANEW.trf16(), chess())
    refusing = [one for one in refused.value.problems if one.severity == "refused"]
    assert [problem.answer for problem in refusing] == [ANOTHER_EVENT]


def test_who_says_that_it_is_another_event_is_believed(ledger):
    import_report(ledger, OLD, chess())
    receipt = import_report(ledger, ANEW.trf16(), ANOTHER)
    assert (receipt.tournament, about_tournaments(receipt)) == ("T-000002", [])
    (event,) = ledger.read.at([receipt.report_position]).values()
    assert event.decoded().payload.another_event
    again = import_report(ledger, ANEW.trf16(), chess())
    assert (again.replayed, again.report_position) == (True, receipt.report_position)


def test_the_word_is_kept_only_where_it_answers_something(ledger):
    """A confirmation given always could not tell later equals apart."""
    receipt = import_report(ledger, OLD, ANOTHER)
    (event,) = ledger.read.at([receipt.report_position]).values()
    assert not event.decoded().payload.another_event


def test_a_preview_refuses_as_the_import_does(ledger):
    import_report(ledger, OLD, chess())
    with in_memory(ledger) as tentative:
        assert told(tentative, ANEW) == T


def test_other_players_are_another_event(ledger):
    import_report(ledger, OLD, chess())
    others = [replace(player, fide_id=f"7{player.number}") for player in players(4)]
    receipt = import_report(ledger, replace(FOUR, players=others).trf16(), chess())
    assert about_tournaments(receipt) == []


def test_another_result_makes_it_alike_and_that_is_a_warning(ledger):
    import_report(ledger, OLD, chess())
    receipt = import_report(ledger, won(1, 1), chess())
    assert about_tournaments(receipt) == [
        'tournament: found "Open d\'inverno", expected a tournament that is not on record; this '
        "may be T-000001 (#5), 2026-01-10 to 2026-01-12: 4 players and 5 games in common; "
        "compare the two; a corrected report replaces the first one: replaces T-000001; if it "
        "is another event, say so: another_event"
    ]


@pytest.mark.parametrize("copies", [2, 3, 4])
def test_at_most_three_are_named(ledger, copies):
    for round_, white in ((1, 1), (1, 2), (2, 3), (2, 2))[:copies]:
        import_report(ledger, won(round_, white), ANOTHER)
    receipt = import_report(ledger, OLD, chess())
    assert len(about_tournaments(receipt)) == min(copies, 3)


def test_a_replacement_is_no_second_event(ledger):
    import_report(ledger, OLD, chess())
    assert about_tournaments(import_report(ledger, won(1, 1), replacing())) == []


def test_a_replacement_with_the_games_of_another_tournament_is_refused(ledger):
    import_report(ledger, OLD, chess())
    import_report(ledger, won(1, 1), chess())
    assert told(ledger, ANEW, replacing(replaces="T-000002")) == T


@pytest.mark.parametrize("file", [OLD, won(1, 1)])
def test_a_report_counts_as_recorded_and_as_corrected(ledger, file):
    """Whichever of the two the file saved anew has."""
    import_report(ledger, OLD, chess())
    record(ledger, corrected(0, "10"))
    table = replace(FOUR, name="Saved anew")
    if file != OLD:
        first = [(*table.rounds[0][0][:2], "1-0"), *table.rounds[0][1:]]
        table = replace(table, rounds=[first, *table.rounds[1:]])
    assert told(ledger, table) == T


def test_a_reassigned_entrant_counts_as_who_played(ledger):
    import_report(ledger, OLD, chess())
    stranger = replace(FOUR.players[0], name="Stranger, A", fide_id="90000777")
    other = replace(FOUR, players=[stranger, *FOUR.players[1:]], start=date(2025, 3, 1))
    import_report(ledger, replace(other, round_dates=()).trf16(), chess())
    record(ledger, reassigned(0, 5))
    assert told(ledger, replace(ANEW, players=other.players)) == T


@pytest.mark.parametrize("days", [-7, -3, 3, 7])
def test_days_corrected_by_up_to_a_week_are_the_days_of_the_event(ledger, days):
    """Also where the reported and the corrected days have none in common."""
    dated = [day + timedelta(days) for day in FOUR.round_dates]
    moved = replace(FOUR, start=FOUR.start + timedelta(days), round_dates=dated)
    import_report(ledger, moved.trf16(), chess())
    start, end = FOUR.round_dates[0], FOUR.round_dates[-1]
    record(ledger, details_corrected(T, start=start, end=end)(FIRST_REPORT))
    assert told(ledger, ANEW) == T


def test_a_merged_player_is_the_kept_one(ledger):
    import_report(ledger, OLD, chess())
    twin = replace(FOUR.players[0], name="Twin, A", fide_id="90000777")
    file = replace(ANEW, players=[twin, *FOUR.players[1:]])
    with in_memory(ledger) as tentative:
        assert import_report(tentative, file.trf16(), chess()).tournament == "T-000002"
    other = replace(FOUR, players=file.players, start=date(2025, 3, 1), round_dates=())
    import_report(ledger, other.trf16(), chess())
    record(ledger, PlayersMerged(kept=1, merged=5, by="fsi"))
    assert told(ledger, file) == T


def test_a_whole_file_is_compared_with_the_parts_on_record(ledger):
    import_report(ledger, LONG.trf16(), part(1, "1-3"))
    import_report(ledger, LONG.trf16(), part(2, "4-6", last_part=True))
    assert told(ledger, replace(LONG, name="Whole")) == T


def test_the_last_part_makes_a_whole_that_is_on_record(ledger):
    import_report(ledger, replace(LONG, name="Whole").trf16(), chess())
    in_parts = [part(1, "1-3"), part(2, "4-6", of="T-000002", last_part=True)]
    (alike,) = about_tournaments(import_report(ledger, LONG.trf16(), in_parts[0]))
    assert "this may be T-000001" in alike
    assert told(ledger, LONG, in_parts[1]) == T


def test_reading_counted_elsewhere_pools_apart_count_an_event_apart(ledger):
    open_pool(ledger, "fide-rapid")
    import_report(ledger, OLD, chess())
    receipt = import_report(ledger, ANEW.trf16(), chess(pools=("fide-rapid",)))
    (warning,) = about_tournaments(receipt)
    assert "this may be T-000001" in warning
    both = chess(pools=(CHESS, "fide-rapid"))
    assert told(ledger, replace(FOUR, name="For both"), both) == T


def test_reading_counted_elsewhere_an_event_announced_anew_after_a_refusal(ledger):
    import_report(ledger, OLD, chess())
    record(ledger, TournamentRefused(tournament=T, by="us"))
    (warning,) = about_tournaments(import_report(ledger, ANEW.trf16(), chess()))
    assert "this may be T-000001" in warning


def test_an_annulled_report_is_as_if_it_had_not_been_handed_in(ledger):
    receipt = import_report(ledger, OLD, chess())
    record(ledger, ReportAnnulled(tournament=T, report=receipt.report_position, by="us"))
    assert about_tournaments(import_report(ledger, ANEW.trf16(), chess())) == []


def decided(ledger, event, table=ANEW):
    """Record a decision about the reported event."""
    file = sha256(table.trf16()).hexdigest()
    record(ledger, ReportCompared(tournament=T, file=file, event=event, by="fsi"))


def test_the_last_decision_of_a_body_holds(ledger):
    import_report(ledger, OLD, chess())
    decided(ledger, "same")
    file = sha256(ANEW.trf16()).hexdigest()
    refused = (
        'tournament: found "Saved anew", expected another event than T-000001: fsi decided '
        "otherwise; if that was wrong: decide-report-compared tournament=T-000001 "
        f"file={file} event=another by=none"
    )
    assert refusal(ledger, ANEW.trf16(), chess()) == refused
    assert refusal(ledger, ANEW.trf16(), ANOTHER) == refused
    decided(ledger, "another")
    receipt = import_report(ledger, ANEW.trf16(), chess())
    assert (receipt.tournament, about_tournaments(receipt)) == ("T-000002", [])


def test_who_is_told_that_an_alike_event_is_the_same_cannot_record_it(ledger):
    import_report(ledger, OLD, chess())
    first = [(*FOUR.rounds[0][0][:2], "1-0"), *FOUR.rounds[0][1:]]
    alike = replace(FOUR, rounds=[first, *FOUR.rounds[1:]])
    decided(ledger, "same", alike)
    assert "fsi decided otherwise" in refusal(ledger, alike.trf16(), ANOTHER)
