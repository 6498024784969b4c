"""A report in place of another: differences are named, corrections of the old report end."""

from dataclasses import replace

import pytest
from msgspec import structs

from ledger.errors import Refused
from ledger.events.appeals import AppealDecided
from ledger.events.counting import GameExcluded, TournamentRefused
from ledger.events.tournament import Details, TournamentDetailsCorrected
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.comparing import Difference, Pairing
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.previous_report import NothingDiffers
from ledger.intake.import_report.receipts import AlreadyReported
from ledger.store.requests import NewEvent, Request
from ledger.tournaments.recorded_report import NothingReported
from tests.support import report_files
from tests.support.pool_ledgers import chess, payload, types
from tests.support.received_reports import (
    FIRST_REPORT,
    FOUR,
    OLD,
    T,
    changes,
    corrected,
    reassigned,
    record,
    refused_for,
    replaced,
    replacing,
    warned,
    with_round,
    won,
)
from tests.support.recorded_reports import recorded_report
from tests.support.report_files import Player, players
from tests.support.tentative_ledgers import in_memory


@pytest.fixture
def ledger(ledger):
    """The ledger with the report of T-000001 at position 5."""
    import_report(ledger, OLD, chess())
    return ledger


def test_a_replacement_is_one_event_that_supersedes_the_first(ledger):
    receipt = replaced(ledger, won(1, 1))
    assert types(ledger, 6) == ["report-replaced"]
    assert (receipt.tournament, receipt.replaces, receipt.report_position) == (T, 5, 6)
    assert payload(ledger, 6).replaces == 5
    old, new = (ledger.read.at([at])[at].decoded() for at in (5, 6))
    assert new.supersedes == old.event_id
    assert ledger.read.document(receipt.file) == won(1, 1)
    assert recorded_report(ledger.read, T).games[0].white_result == "1"


def test_results_and_colours_are_told_by_round_and_start_number(ledger):
    """With the resulting totals and places."""
    told = changes(ledger, with_round(1, [(4, 1, "½-½"), (2, 3, "1-0")]))
    assert [
        (difference.number, difference.what, difference.before, difference.after)
        for difference in told[:5]
    ] == [
        (1, "rank", "1", "2"),
        (2, "points_halves", "3", "4"),
        (2, "rank", "2", "1"),
        (3, "points_halves", "3", "2"),
        (3, "rank", "3", "4"),
    ]
    games = [difference for difference in told if difference.round]
    assert games == [
        Difference("other-colours", 1, 1, "", Pairing(1, 4, "=", "="), Pairing(4, 1, "=", "=")),
        Difference("other-result", 1, 2, "", Pairing(2, 3, "=", "="), Pairing(2, 3, "1", "0")),
    ]


def test_byes_are_told(ledger):
    """A game becomes two byes, and a bye another bye."""
    told = changes(ledger, with_round(1, [(1, 4, "½-½"), (2, "H"), (3, "Z")]))
    rounds = [
        (difference.kind, difference.number, difference.before, difference.after)
        for difference in told
        if difference.round
    ]
    gone = Pairing(2, 3, "=", "=")
    assert rounds == [
        ("game-gone", 2, gone, None),
        ("bye-added", 2, None, "H"),
        ("bye-added", 3, None, "Z"),
    ]
    told = changes(ledger, with_round(1, [(1, 4, "½-½"), (2, "F"), (3, "Z")]))
    assert ("other-bye", 2, "H", "F") in [
        (difference.kind, difference.number, difference.before, difference.after)
        for difference in told
    ]


def test_entrants_added_and_gone_are_told(ledger):
    five = [*FOUR.players[:3], players(5)[4]]
    swapped: list[list[report_files.Pairing]] = [
        [(1, 5, "½-½"), (2, 3, "½-½")],
        [(5, 3, "½-½"), (2, 1, "½-½")],
        [(2, 5, "½-½"), (3, 1, "½-½")],
    ]
    told = changes(ledger, replace(FOUR, players=five, rounds=swapped).trf16())
    assert [
        (difference.kind, difference.number, difference.what, difference.before, difference.after)
        for difference in told[:2]
    ] == [
        ("entrant-gone", 4, "Player004, Dario", 4, None),
        ("entrant-added", 5, "Player005, Elena", None, 5),
    ]
    assert types(ledger, 6) == ["players-registered", "report-replaced"]


def test_an_entrant_who_was_another_person_is_told(ledger):
    other = Player(2, "Zeno, Aldo", fide_id="77", rating=1990)
    people = [FOUR.players[0], other, *FOUR.players[2:]]
    told = changes(ledger, replace(FOUR, players=people).trf16())
    assert told == (Difference("other-person", 0, 2, "Zeno, Aldo", 2, 5),)


def test_other_words_ratings_and_totals_are_told(ledger):
    people = [replace(FOUR.players[0], name="Player001, Annamaria", rating=1999, title="WFM")]
    told = changes(ledger, replace(FOUR, players=[*people, *FOUR.players[1:]]).trf16())
    assert [(difference.what, difference.before, difference.after) for difference in told] == [
        ("name", "Player001, Anna", "Player001, Annamaria"),
        ("title", None, "WFM"),
        ("rating", "2000", "1999"),
    ]


def test_details_are_told(ledger):
    changed = replace(
        FOUR,
        time_control="60 min",
        round_dates=[*FOUR.round_dates[:2], FOUR.round_dates[1]],
        extra={"102": "Rossi", "112": ["Bianchi", "Verdi"]},
    )
    told = changes(ledger, changed.trf16())
    assert [
        (difference.round, difference.what, difference.before, difference.after)
        for difference in told
    ] == [
        (0, "time_control", "90 min + 30 s", "60 min"),
        (0, "chief_arbiter", None, "Rossi"),
        (0, "deputies", None, "Bianchi, Verdi"),
        (3, "day", "2026-01-12", "2026-01-11"),
    ]


def test_a_file_without_time_control_leaves_that_of_the_tournament(ledger):
    lines = won(1, 1).splitlines(keepends=True)
    told = changes(ledger, b"".join(line for line in lines if not line.startswith(b"122")))
    assert told
    assert "time_control" not in {difference.what for difference in told}
    assert recorded_report(ledger.read, T).time_control == "90 min + 30 s"


def test_corrections_of_the_old_report_end_and_are_named(ledger):
    """Corrected results are compared; a correction repeated in the new file is no difference."""
    ends = [record(ledger, corrected(0, "10")), record(ledger, reassigned(3, 4))]
    days = record(
        ledger,
        TournamentDetailsCorrected(tournament=T, details=Details(end=FOUR.round_dates[1]), by="us"),
    )
    receipt = replaced(ledger, won(1, 1))
    assert receipt.ended == (ends[0], ends[1], days)
    assert [(difference.what, difference.before) for difference in receipt.differences] == [
        ("end", "2026-01-11")
    ]


def test_decisions_about_its_games_end_and_are_named_those_about_the_tournament_hold(ledger):
    record(ledger, TournamentRefused(tournament=T, by="us"))
    ends = record(ledger, GameExcluded(tournament=T, report=5, game=0, by="us"))
    record(ledger, GameExcluded(tournament=T, report=5, game=99, by="us"))  # there is none
    assert replaced(ledger, won(1, 1)).ended == (ends,)


def test_the_end_of_a_correction_that_an_appeal_caused_is_warned_of(ledger):
    """Without a warning for other corrections: the file may be better."""
    record(ledger, corrected(1, "01"))
    decided = AppealDecided(appeal="A-000001", pool="p", outcome="upheld", by="us")
    facts = (NewEvent(decided), NewEvent(corrected(0, "10")))
    position = ledger.append(Request("decision", facts)).last_position
    (warning,) = warned(replaced(ledger, OLD))
    assert f"the correction #{position}, caused by the decision of appeal A-000001" in warning


def test_a_file_that_says_what_stands_is_refused(ledger):
    with pytest.raises(NothingDiffers) as refused:
        replaced(ledger, OLD)
    assert str(refused.value) == (
        "the file is the same report as the current one of T-000001 (#5), as corrected: "
        "there is nothing to replace"
    )
    record(ledger, corrected(0, "10"))
    before = ledger.read.head()
    with pytest.raises(NothingDiffers):
        replaced(ledger, won(1, 1))
    assert ledger.read.head() == before


def test_the_first_file_takes_its_place_back_from_a_correction(ledger):
    """The file is kept already; the printed results differ from the corrected results."""
    record(ledger, corrected(0, "10"))
    receipt = replaced(ledger, OLD)
    assert (receipt.replaces, receipt.ended) == (5, (6,))
    assert recorded_report(ledger.read, T).games[0].white_result == "="


def test_the_same_replacement_again_gives_the_first_receipt(ledger):
    first = replaced(ledger, won(1, 1))
    again = replaced(ledger, won(1, 1))
    assert again == replace(first, replayed=True, warnings=(), differences=(), ended=())
    with in_memory(ledger) as tentative:
        assert import_report(tentative, won(1, 1), replacing()) == again
    assert ledger.read.head().next_position == 7


def test_the_same_file_under_other_options_differs_in_nothing(ledger):
    replaced(ledger, won(1, 1))
    with pytest.raises(NothingDiffers):
        replaced(ledger, won(1, 1), recorded_by="u-17")


def test_reports_can_give_way_to_each_other_for_ever(ledger):
    """Old, new, old, new, old: each replaces the last, and each can be repeated."""
    for at, file in enumerate([won(1, 1), OLD, won(1, 1), OLD], FIRST_REPORT + 1):
        receipt = replaced(ledger, file)
        assert (receipt.replayed, receipt.report_position, receipt.replaces) == (False, at, at - 1)
        again = replaced(ledger, file)
        assert (again.replayed, again.report_position) == (True, at)
    ids = [event.decoded().event_id for event in ledger.read.events(FIRST_REPORT)]
    assert len(set(ids)) == 5
    assert recorded_report(ledger.read, T).games[0].white_result == "="


def test_the_first_import_again_gives_its_receipt_though_it_was_replaced(ledger):
    replaced(ledger, won(1, 1))
    again = import_report(ledger, OLD, chess())
    assert (again.replayed, again.report_position) == (True, FIRST_REPORT)


def test_the_report_of_another_tournament_is_refused(ledger):
    other = replace(FOUR, name="Another").trf16()
    import_report(ledger, other, chess(another_event=True))
    with pytest.raises(AlreadyReported, match="the report of tournament T-000002"):
        replaced(ledger, other)
    with pytest.raises(AlreadyReported, match="the report of tournament T-000001"):
        replaced(ledger, OLD, replaces="T-000002")


def test_a_file_that_replaced_a_report_is_no_new_tournament(ledger):
    replaced(ledger, won(1, 1))
    with pytest.raises(AlreadyReported, match=r"tournament T-000001 \(#6\)"):
        import_report(ledger, won(1, 1), chess())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"replaces": "T-000009"}, "there is no tournament 'T-000009': correct its number"),
        ({"part": 1}, "T-000001 has no part 1; its parts: none"),
    ],
)
def test_what_is_not_there_cannot_be_replaced(ledger, options, message):
    before = ledger.read.head()
    with pytest.raises(Refused, match=message):
        replaced(ledger, won(1, 1), **options)
    assert ledger.read.head() == before


def test_a_tournament_without_a_report_has_none_to_replace(ledger):
    record(ledger, structs.replace(payload(ledger, 4), tournament="announced"))
    with pytest.raises(NothingReported, match="no report yet: import-report"):
        replaced(ledger, won(1, 1), replaces="announced")


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"pools": ("fide-standard",)}, "pool"),
        ({"tournament": "torino"}, "tournament"),
        ({"of": T, "part": 2}, "of"),
        ({"last_part": True, "part": 1}, "last part"),
        ({"facts": {"weight": "1/2"}}, "weight (given by hand)"),
        ({"replaces": "no id"}, "replaces"),
        ({"replaces": ""}, "replaces"),
    ],
)
def test_options_of_a_new_tournament_do_not_go_with_a_replacement(ledger, said, field):
    before = ledger.read.head()
    with pytest.raises(Refused) as refused:
        replaced(ledger, won(1, 1), **said)
    assert isinstance(refused.value, ReportRefused), refused.value
    assert field in [str(problem.field) for problem in refused.value.problems]
    assert refused_for(refused.value)
    assert ledger.read.head() == before


def test_a_file_that_names_another_event_is_warned_of(ledger):
    """The number may be mistyped: then everything differs."""
    rounds = [FOUR.rounds[0], [(2, 1, "½-½"), (3, 4, "½-½")], FOUR.rounds[2]]
    other = replace(FOUR, name="Festival", place="Ivrea", rounds=rounds)
    receipt = replaced(ledger, other.trf16())
    assert warned(receipt) == [
        'name: found "Festival", expected Open d\'inverno, as it was registered; '
        "check that it is this tournament; a report changes neither name nor place",
        'place: found "Ivrea", expected Torino, as it was registered; '
        "check that it is this tournament; a report changes neither name nor place",
    ]


def test_a_check_tells_the_differences_and_records_nothing(ledger):
    before = ledger.read.head()
    record_ends = record(ledger, corrected(1, "10"))
    with in_memory(ledger) as tentative:
        preview = import_report(tentative, won(1, 1), replacing())
    assert preview.tournament == T
    assert preview.ended == (record_ends,)
    assert {difference.kind for difference in preview.differences} == {
        "other-words",
        "other-result",
    }
    assert ledger.read.head().next_position == before.next_position + 1
    assert ledger.read.requests("import:") == ledger.read.requests(
        f"import:{payload(ledger, 5).file}"
    )


def test_a_day_of_receipt_given_with_a_replacement_is_said_to_be_none(ledger):
    """The day of the first complete report stays; a wrong day is corrected."""
    receipt = replaced(ledger, won(1, 1), facts={"received_on": "2026-02-28"})
    which = "the first complete report has its day"
    (told,) = [warning for warning in receipt.warnings if which in str(warning.expected)]
    assert told.found == "2026-02-28"
