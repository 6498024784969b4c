"""The report of an announced tournament: the announcement holds, and is not asked for
again.

Each test announces `FOUR`, the small tournament, as T-000001 at position 3 of its ledger.
"""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from ledger.events.counting import TournamentCancelled, TournamentRefused, TournamentReinstated
from ledger.events.report import ReportPartSubmitted
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.receipts import AlreadyReported
from ledger.intake.import_report.same_event import EventRecorded
from tests.support.pool_ledgers import CHESS, DRAUGHTS, chess, payload, types
from tests.support.received_reports import (
    FOUR,
    LONG,
    OLD,
    T,
    meanwhile,
    record,
    refused_for,
    warned,
    won,
)
from tests.support.recorded_reports import recorded_report
from tests.support.tentative_ledgers import in_memory

START, END = date(2026, 1, 10), date(2026, 1, 12)
BARE = b"\r\n".join(
    line for line in OLD.split(b"\r\n") if line[:3] not in (b"012", b"022", b"032", b"042", b"052")
)
"""The report without name, place, federation and days."""
UNDATED = replace(FOUR, round_dates=()).trf16()


def announced(ledger, **said):
    """T-000001 is announced as in the file, with the changes of a test."""
    fact: dict[str, Any] = {
        "tournament": T,
        "name": FOUR.name,
        "place": "Torino",
        "federation": "ITA",
        "pools": (CHESS,),
        "start": START,
        "end": END,
        "registered_on": date(2025, 12, 1),
        "pairing_system": "Individual: Round-Robin",
        "time_control": "5400+30",
    }
    return record(ledger, TournamentRegistered(**fact | said))


def of(**said):
    return ImportOptions(**{"of": T, "register_new": True, **said})


def told(ledger, data, options):
    """Import a file that must be refused; return the reason."""
    before = ledger.read.head()
    with pytest.raises(ReportRefused) as refusal:
        import_report(ledger, data, options)
    assert ledger.read.head() == before
    return "\n".join(refused_for(refusal.value))


def test_a_whole_report_becomes_that_of_the_announced_tournament(ledger):
    """No second registration: the announcement stays the only source."""
    announced(ledger)
    receipt = import_report(ledger, OLD, of())
    assert types(ledger) == ["tournament-registered", "players-registered", "tournament-submitted"]
    assert (receipt.tournament, receipt.report_position, receipt.part) == (T, 5, None)
    assert payload(ledger, 5).time_control == "5400+30"


def test_the_same_import_again_gives_the_first_receipt(ledger):
    announced(ledger)
    first = import_report(ledger, OLD, of())
    again = import_report(ledger, OLD, of())
    assert again.replayed
    assert again.report_position == first.report_position
    with in_memory(ledger) as tentative:
        checked = import_report(tentative, OLD, of())
    assert checked.report_position == first.report_position


def test_what_the_file_leaves_out_is_taken_from_the_announcement(ledger):
    announced(ledger)
    import_report(ledger, BARE, of())
    report = recorded_report(ledger.read, T)
    assert (report.name, report.place, report.federation) == (FOUR.name, "Torino", "ITA")
    assert (report.start, report.end) == (START, END)


def test_an_announced_day_settles_what_two_digits_of_year_leave_open(ledger):
    """10.01.12 is a day of 2010 or of 2012."""
    announced(ledger, start=date(2012, 1, 10), end=date(2012, 1, 10))
    unclear = UNDATED.replace(b"2026/01/10", b"10.01.12").replace(b"2026/01/12", b"10.01.12")
    with pytest.raises(ReportRefused, match="2010-01-12 or 2012-01-10"):
        import_report(ledger, unclear, chess())
    import_report(ledger, unclear, of())
    assert recorded_report(ledger.read, T).start == date(2012, 1, 10)


def test_an_announced_day_that_is_corrected_meanwhile_settles_it(ledger):
    """The file is read again."""
    days = {"start": date(2012, 1, 10), "end": date(2012, 1, 10)}
    announced(ledger, **days, registered_on=date(2009, 12, 1))
    other = Details(start=date(2010, 1, 12), end=date(2010, 1, 12))
    meant = TournamentDetailsCorrected(tournament=T, details=other, by="us")
    unclear = UNDATED.replace(b"2026/01/10", b"10.01.12").replace(b"2026/01/12", b"10.01.12")
    import_report(ledger, unclear, of(), meanwhile(lambda: record(ledger, meant)))
    assert recorded_report(ledger.read, T).start == date(2010, 1, 12)


@pytest.mark.parametrize(
    ("said", "file", "hand"),
    [
        ({"start": date(2026, 1, 9)}, 'found "2026-01-10", expected 2026-01-09, as announced', {}),
        ({"end": date(2026, 1, 13)}, 'found "2026-01-12", expected 2026-01-13, as announced', {}),
        ({}, 'found "yes", expected no, as announced', {"official_event": "yes"}),
        ({"hybrid": True}, 'found "no", expected yes, as announced', {"hybrid": "false"}),
        ({}, 'expected 2025-12-01, as announced', {"registered_on": "2025-11-30"}),
        ({}, 'found "3600", expected 5400+30, as announced', {"time_control": "3600"}),
        ({}, 'expected "Individual: Round-Robin", as announced', {"pairing_system": "Swiss"}),
        ({}, 'found "1/2", expected 1, as announced', {"weight": "1/2"}),
        ({"match_games": 8}, 'found "9", expected 8, as announced', {"match_games": "9"}),
    ],
)  # fmt: skip
def test_what_contradicts_the_announcement_is_refused_with_both_values(ledger, said, file, hand):
    announced(ledger, **said)
    why = told(ledger, OLD, of(facts=hand))
    assert file in why
    assert "if the announcement is wrong: correct-details tournament=T-000001 set=" in why


def test_the_remedy_lets_the_report_in(ledger):
    """Either the announcement is corrected, or the announced day is given by hand."""
    announced(ledger, start=date(2026, 1, 9))
    assert "if it is right, give it: set start=2026-01-09" in told(ledger, OLD, of())
    corrected = TournamentDetailsCorrected(tournament=T, details=Details(start=START), by="us")
    record(ledger, corrected)
    assert import_report(ledger, OLD, of()).tournament == T


def test_the_announced_day_given_by_hand_wins_over_the_file(ledger):
    announced(ledger, start=date(2026, 1, 9))
    import_report(ledger, OLD, of(facts={"start": "2026-01-09"}))
    assert recorded_report(ledger.read, T).start == date(2026, 1, 9)


def test_what_says_the_same_is_taken(ledger):
    announced(ledger)
    facts = {"official_event": "false", "registered_on": "2025-12-01", "time_control": "5400+30"}
    assert import_report(ledger, OLD, of(pools=(CHESS,), facts=facts)).tournament == T


def test_another_pool_is_refused(ledger):
    announced(ledger)
    why = told(ledger, OLD, of(pools=(DRAUGHTS,)))
    assert 'pools (given by hand): found "rubele-italiana", expected fide-standard' in why


def test_another_encoded_time_control_in_the_file_is_refused(ledger):
    announced(ledger)
    encoded = OLD.replace(b"122 90 min + 30 s", b"122 600+5")
    assert 'time_control: found "600+5", expected 5400+30, as announced' in told(
        ledger, encoded, of()
    )


def test_other_words_are_warned_of_and_the_announced_ones_hold(ledger):
    """A name, a place, a time control in words: no rating rests on the spelling."""
    announced(ledger, name="Open di prova", place="Ivrea")
    warnings = "\n".join(warned(import_report(ledger, OLD, of())))
    for warning in ("name: found", 'place: found "Torino", expected Ivrea', "time_control: found"):
        assert warning in warnings
    assert (
        "the announced one holds; if it is wrong: correct-details tournament=T-000001" in warnings
    )
    report = recorded_report(ledger.read, T)
    assert (report.name, report.place, report.time_control) == ("Open di prova", "Ivrea", "5400+30")


def test_a_time_control_that_was_not_announced_is_the_reports(ledger):
    announced(ledger, time_control=None)
    receipt = import_report(ledger, OLD, of(facts={"time_control": "3600+30"}))
    assert not [warning for warning in warned(receipt) if "time_control" in warning]
    assert payload(ledger, 5).time_control == "3600+30"


def test_a_fact_of_the_announcement_that_was_not_announced_is_recorded_there(ledger):
    """By hand the fact would be lost with the report: refused. In the file the fact is taken."""
    announced(ledger, pairing_system=None)
    why = told(ledger, OLD, of(facts={"pairing_system": "Swiss"}))
    state_it = "state it there: correct-details tournament=T-000001"
    assert f"{state_it} set=pairing_system=Swiss" in why
    warnings = "\n".join(warned(import_report(ledger, OLD, of())))
    assert "pairing_system: found" in warnings
    assert f"{state_it} set=pairing_system=" in warnings


def test_a_cancelled_tournament_has_no_report(ledger):
    """The reading `cancelled_has_none`."""
    announced(ledger)
    record(ledger, TournamentCancelled(tournament=T, by="us"))
    why = told(ledger, OLD, of())
    assert "expected a tournament that takes place; it was cancelled (#4, by us)" in why
    assert "if it was played after all, first: decide-tournament-reinstated" in why


def test_a_cancellation_that_was_taken_back_leaves_the_report_welcome(ledger):
    announced(ledger)
    record(ledger, TournamentCancelled(tournament=T, by="us"))
    record(ledger, TournamentReinstated(tournament=T, by="us"))
    assert import_report(ledger, OLD, of()).tournament == T


def test_a_refused_tournament_has_a_report_that_is_not_rated(ledger):
    """The reading `refused_has_one`."""
    announced(ledger)
    record(ledger, TournamentRefused(tournament=T, by="fide-qc"))
    warnings = "\n".join(warned(import_report(ledger, OLD, of())))
    assert (
        "that was refused (#4, by fide-qc); its report is kept; its findings: list-findings"
        in warnings
    )


def test_a_second_report_replaces_the_first(ledger):
    announced(ledger)
    import_report(ledger, OLD, of())
    why = told(ledger, won(1, 1), of())
    assert "expected a tournament without a report; this one has #5" in why
    assert "replace it: replaces T-000001" in why


def test_the_file_of_another_tournament_is_known(ledger):
    announced(ledger)
    import_report(ledger, OLD, chess(tournament="T-000007"))
    with pytest.raises(AlreadyReported, match="T-000007"):
        import_report(ledger, OLD, of())


def test_an_announced_tournament_may_be_reported_in_parts(ledger):
    announced(ledger, start=LONG.start, end=date(2026, 2, 3))
    first = of(part=1, rounds=(1, 3), facts={"event_end": "2026-02-03"})
    import_report(ledger, LONG.trf16(), first)
    import_report(ledger, LONG.trf16(), of(part=2, rounds=(4, 6), last_part=True))
    assert types(ledger)[-2:] == ["report-part-submitted", "report-part-submitted"]
    assert isinstance(payload(ledger, 5), ReportPartSubmitted)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"part": 2, "rounds": (4, 6)}, "expected part 1: nothing is reported yet"),
        (
            {"part": 1, "rounds": (1, 3), "facts": {"event_end": "2026-02-04"}},
            'found "2026-02-04", expected 2026-02-03, as announced (#3)',
        ),
    ],
)
def test_the_parts_of_an_announced_tournament_are_checked(ledger, said, message):
    announced(ledger, start=LONG.start, end=date(2026, 2, 3))
    assert message in told(ledger, LONG.trf16(), of(**said))


@pytest.mark.parametrize(
    ("said", "warns"),
    [
        ({}, True),
        ({"name": "Un altro nome"}, True),
        ({"start": date(2026, 1, 9)}, True),
        ({"start": date(2026, 1, 9), "name": "Un altro nome"}, False),
        ({"start": date(2026, 1, 2), "end": date(2026, 1, 4)}, False),
        ({"pools": (DRAUGHTS,)}, False),
    ],
)
def test_a_new_report_that_looks_like_an_announced_tournament_is_told(ledger, said, warns):
    """The same days, or a like name on near days; a common pool."""
    announced(ledger, **said)
    warnings = "\n".join(warned(import_report(ledger, OLD, chess())))
    remedy = "compare the two; if they are the same, import this file as its report: of T-000001"
    assert (f"which has no report yet; {remedy}" in warnings) == warns


@pytest.mark.parametrize("end", ["reported", "cancelled"])
def test_nothing_is_told_of_what_awaits_no_report(ledger, end):
    announced(ledger)
    if end == "reported":
        import_report(ledger, won(1, 1), of())
    else:
        record(ledger, TournamentCancelled(tournament=T, by="us"))
    warnings = "\n".join(warned(import_report(ledger, won(2, 1), chess())))
    assert "has no report yet" not in warnings


def test_a_report_saved_anew_is_known_under_the_number_of_another(ledger):
    """As where the announced tournament was imported as another, and then again."""
    announced(ledger)
    import_report(ledger, OLD, chess(tournament="T-000007"))
    again = replace(FOUR, name="Open d'inverno 2026").trf16()
    with pytest.raises(EventRecorded) as refused:
        import_report(ledger, again, of())
    assert refused.value.recorded.tournament == "T-000007"


def test_an_announcement_is_looked_for_among_those_without_a_report(ledger):
    """Also when it came after another import, and no more when its report came."""
    import_report(ledger, LONG.trf16(), chess())
    announced(ledger, tournament="T-000009")
    assert meant(ledger, OLD)
    own = replace(FOUR, rounds=FOUR.rounds[::-1])
    import_report(ledger, own.trf16(), of(of="T-000009", another_event=True))
    assert not meant(ledger, replace(FOUR, rounds=FOUR.rounds[1:]).trf16())


def meant(ledger, data):
    """Import a report as another event; return whether an announced one is named."""
    receipt = import_report(ledger, data, chess(another_event=True))
    return any("which has no report yet" in one for one in warned(receipt))
