"""Any file is recorded as read, or refused without a recording.

Quick: 25 files into a real ledger and 50 composed without being recorded. With LEDGER_TEST_FULL:
400 and 1,200; the readers' own tests try some 50,000 more (test_fuzz.py, test_fuzz_doors.py).
"""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import Refused
from ledger.intake.formats.detecting import read_report
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.receipts import AlreadyReported
from ledger.store import integrity
from tests.support.counts import FULL
from tests.support.damaged_files import FACTS, FILES, accidents
from tests.support.pool_ledgers import chess, opened
from tests.support.recorded_reports import recorded_report
from tests.support.report_files import Tournament, players, round_robin
from tests.support.tentative_ledgers import in_memory
from tests.support.tournament_strategies import tournaments
from tests.support.written_reports import again, carried

RECORDED, COMPOSED = (400, 1_200) if FULL else (25, 50)
SMALL = [path for path in FILES if len(path) < 8_000]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """A ledger that takes all files; in the end nothing is at fault."""
    with opened(str(tmp_path_factory.mktemp("fuzz") / "ledger.db")) as made:
        import_report(made, Tournament(players(9), round_robin(9)).trf16(), chess())
        yield made
        assert list(integrity.faults(made.engine)) == []


@st.composite
def damaged(draw):
    """Draw a file, of a sample or of a drawn tournament, and a few accidents."""
    whole = st.sampled_from(SMALL) | tournaments().map(lambda table: table.trf16())
    return accidents(draw, draw(whole))


def assert_recorded_as_read(ledger, tournament, read):
    """Check that the ledger tells the report as read, and that a written report reads the same."""
    told = recorded_report(ledger.read, tournament)
    if all(entrant.points_halves is None for entrant in read.entrants):
        counted = (entrant.points_halves for entrant in told.entrants)  # a file that prints none
        pairs = zip(read.entrants, counted, told.entrants, strict=True)
        entrants = tuple(
            replace(each, points_halves=halves, rank=other.rank) for each, halves, other in pairs
        )
        read = replace(read, entrants=entrants)
    assert told == read
    assert again(told, "trf26") == carried(told, "trf26")


@settings(max_examples=RECORDED)
@given(data=damaged(), facts=st.sampled_from([{}, FACTS]))
def test_a_damaged_file_is_recorded_as_it_was_read_or_not_at_all(ledger, data, facts):
    before = ledger.read.head()
    try:
        receipt = import_report(ledger, data, chess(facts={**facts, "points": "ignore"}))
    except Refused:
        assert ledger.read.head() == before
        return
    if not receipt.replayed:
        read = read_report(data, facts, points="ignore").accepted()
        assert_recorded_as_read(ledger, receipt.tournament, read)


@settings(max_examples=COMPOSED)
@given(data=damaged(), facts=st.sampled_from([{}, FACTS]), new=st.booleans())
def test_what_a_check_finds_is_what_the_import_would_find(ledger, data, facts, new):
    """Everything is composed, up to the request; nothing is recorded."""
    before, options = ledger.read.head(), chess(facts=facts, register_new=new)
    try:
        with in_memory(ledger) as tentative:
            receipt = import_report(tentative, data, options)
            if not receipt.replayed:
                read = read_report(data, facts).accepted()
                assert_recorded_as_read(tentative, receipt.tournament, read)
    except AlreadyReported:
        return
    except ReportRefused:
        pass
    assert ledger.read.head() == before


def test_both_outcomes_are_met(ledger):
    """Negative control: of the undamaged files, some are taken and some refused."""
    taken = 0
    for file in SMALL:
        try:
            with in_memory(ledger) as tentative:
                receipt = import_report(tentative, file, chess(facts={"points": "ignore"}))
        except Refused:
            continue
        taken += bool(receipt.tournament)
    assert 3 <= taken < len(SMALL)
