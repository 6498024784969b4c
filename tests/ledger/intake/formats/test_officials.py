"""Facts of a report beside games: totals, places, teams, points, arbiters, national numbers."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from ledger.events.report import NOT_GIVEN
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.formats.trf.reader import read_trf
from ledger.intake.import_report.importing import import_report
from ledger.store import integrity
from ledger.store.requests import commitment
from tests.support.counts import FULL
from tests.support.damaged_files import PLAYERS, TEAMS
from tests.support.pool_ledgers import chess, cut, opened, payload, words
from tests.support.received_reports import FOUR, T
from tests.support.recorded_reports import recorded_report
from tests.support.report_files import Tournament, amended, players, round_robin
from tests.support.sample_outcomes import DAYS, HEADER, samples
from tests.support.tournament_strategies import tournaments
from tests.support.written_reports import again, carried

EXAMPLES = 200 if FULL else 25
"""Drawn tournaments that are recorded; `ops/test --full` records more."""


def blanked(file, number):
    """The file without total and place of an entrant."""
    return amended(file, player=number, column=81, text=" " * 9)


def test_totals_and_places_are_columns(ledger):
    """Half points and places as printed, four digits for each entrant."""
    import_report(ledger, replace(FOUR, rounds=FOUR.rounds[:1]).trf16(), chess())
    entrants = payload(ledger, 5).entrants
    assert cut(entrants.half_points, 4) == ["0001"] * 4
    assert cut(entrants.rank, 4) == ["0001", "0002", "0003", "0004"]


def test_a_place_or_total_that_is_not_printed_is_9999(ledger):
    file = blanked(FOUR.trf16(), 2)
    import_report(ledger, file, chess(facts={"points": "ignore"}))
    entrants = payload(ledger, 5).entrants
    assert cut(entrants.rank, 4) == ["0001", "9999", "0003", "0004"]
    assert cut(entrants.half_points, 4) == ["0003", str(NOT_GIVEN), "0003", "0003"]
    told = recorded_report(ledger.read, T)
    assert [entrant.rank for entrant in told.entrants] == [1, None, 3, 4]


def test_columns_that_a_file_leaves_blank_are_empty(ledger):
    file = FOUR.trf16()
    for number in range(1, 5):
        file = blanked(file, number)
    import_report(ledger, file, chess(facts={"points": "ignore"}))
    entrants = payload(ledger, 5).entrants
    assert (entrants.half_points, entrants.rank) == ("", "")


def test_teams_make_a_team_tournament(ledger):
    import_report(ledger, TEAMS, chess())
    assert payload(ledger, 4).team is True
    teams = payload(ledger, 5).teams
    assert teams.name == ("Torino", "Forlì", "Lucca")
    assert (teams.number, teams.size) == ("000100020003", "000200020002")
    assert teams.member == "000000010002000300040005"


def test_points_for_results_are_kept_as_they_are_printed(ledger):
    """Nothing is kept of the points of a plain tournament."""
    import_report(ledger, PLAYERS, chess(facts={"points": "ignore"}))
    assert payload(ledger, 5).scoring == "W 2.0 D 1.0 L 0.0"
    import_report(ledger, FOUR.trf16(), chess())
    assert payload(ledger, ledger.read.head().next_position - 1).scoring is None


def test_arbiters_lie_in_a_note_that_the_event_commits_to(ledger):
    import_report(ledger, TEAMS, chess())
    event = ledger.read.at([5])[5]
    salt, text = ledger.read.note(event.decoded().event_id)
    assert payload(ledger, 5).officials == commitment(salt, text.encode())
    assert text == '{"chief_arbiter":"Anna","deputies":["Bruno","Carla"]}'
    assert b"Anna" not in event.body
    assert list(integrity.faults(ledger.engine)) == []


def test_without_arbiters_there_is_no_note(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    assert payload(ledger, 5).officials is None
    assert ledger.read.note(ledger.read.at([5])[5].decoded().event_id) is None


def test_national_numbers_are_words_of_the_entrant(ledger):
    import_report(ledger, PLAYERS, chess(facts={"points": "ignore"}))
    said = words(ledger.read.reported_names(5)[2])
    assert said["national"] == [{"federation": "FRA", "number": "L01", "rating": 1900}]
    assert "national" not in words(ledger.read.reported_names(5)[0])


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_an_accepted_sample_comes_out_of_the_ledger_as_it_was_read(ledger, sample):
    """Every accepted sample; refused samples record nothing."""
    facts = {**DAYS, **HEADER, "points": "ignore"}
    before = ledger.read.head()
    try:
        import_report(ledger, sample.read_bytes(), chess(facts=facts))
    except ReportRefused:
        assert ledger.read.head() == before
        return
    read = read_trf(sample.read_bytes(), {**DAYS, **HEADER}, points="ignore").accepted()
    assert recorded_report(ledger.read, T) == read
    assert again(recorded_report(ledger.read, T), "trf26") == carried(read, "trf26")
    assert list(integrity.faults(ledger.engine)) == []


def test_most_samples_are_accepted(ledger):
    """Negative control: the test above looks at reports, not only at refusals."""
    facts = {**DAYS, **HEADER}
    readings = [read_trf(sample.read_bytes(), facts, points="ignore") for sample in samples()]
    assert sum(reading.report is not None for reading in readings) >= 9


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A ledger with drawn tournaments, taken in turn."""
    with opened(str(tmp_path_factory.mktemp("drawn") / "ledger.db")) as made:
        import_report(made, Tournament(players(9), round_robin(9)).trf16(), chess())
        yield made


@settings(
    max_examples=EXAMPLES,
)
@given(table=tournaments())
def test_any_tournament_comes_out_of_the_ledger_as_it_was_read(filled, table):
    """A file drawn again is found in the same place."""
    asked = chess(facts={"points": "ignore"}, another_event=True)
    receipt = import_report(filled, table.trf16(), asked)
    read = read_trf(table.trf16(), points="ignore").accepted()
    assert recorded_report(filled.read, receipt.tournament) == read
