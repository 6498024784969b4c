"""New facts of a report about known persons are kept, found and proved."""

from dataclasses import replace

import pytest

from ledger.intake.formats.manual_facts import ManualFacts
from ledger.intake.formats.problems import Problems
from ledger.intake.import_report.composing import Context, compose
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.receipts import Inputs
from ledger.intake.people.entrants import identify
from ledger.intake.people.recognising import Matching
from ledger.register.identities import find, last
from ledger.store.requests import NO_STREAM, new_salt
from ledger.tournaments.report import NationalNumber
from tests.support.people import forget, numbers_of
from tests.support.pool_ledgers import chess, types, words
from tests.support.reader_messages import accepted
from tests.support.report_files import Tournament, players, round_robin

FOUR = Tournament(players(4), round_robin(4))


def taken_in(ledger, tournament):
    """Record a report with the number FRA X1 for the first player."""
    data = tournament.trf16()
    report = accepted(data)
    first = replace(report.entrants[0], national=(NationalNumber("FRA", "X1", 0),))
    report = replace(report, entrants=(first, *report.entrants[1:]))
    stands, problems = last(ledger.read), Problems()
    roll = identify(ledger.read, report.entrants, Matching(), problems)
    assert not problems.refused
    new = {"tournament-T-000009": NO_STREAM}
    days = (report.start, report.end)
    given = ManualFacts(registered_on=report.start)
    around = Context(given, "T-000009", report.end, roll, stands, new, days)
    ledger.append(compose(Inputs(data, chess()), [report], around, new_salt))


@pytest.mark.at_fault
def test_a_number_learned_is_one_to_be_found_by(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    before = words(ledger.read.subjects([1])[1])
    taken_in(ledger, replace(FOUR, name="B"))
    assert types(ledger, 6) == [
        "player-details-changed",
        "tournament-registered",
        "tournament-submitted",
    ]
    assert find(ledger.read, "fra:X1") == 1
    assert numbers_of(ledger, 1) == {"fide": "90000007", "fra": "X1"}
    after = words(ledger.read.subjects([1])[1])
    assert after == before | {"numbers": {"fide": "90000007", "fra": "X1"}}


@pytest.mark.at_fault
def test_what_the_file_said_is_kept_and_can_be_erased(ledger):
    """Words and numbers go; the register number stays, and new words would be somebody new."""
    import_report(ledger, FOUR.trf16(), chess())
    assert words(ledger.read.reported_names(5)[0])["name"] == "Player001, Anna"
    forget(ledger, 1)
    receipt = import_report(ledger, replace(FOUR, name="B").trf16(), chess())
    assert receipt.new_players == ((5, "Player001, Anna"),)
