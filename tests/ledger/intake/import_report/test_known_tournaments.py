"""A report whose games are on record already is taken, with a warning that says where."""

from dataclasses import replace

import pytest

from ledger.intake.import_report.importing import import_report
from tests.support.pool_ledgers import chess
from tests.support.received_reports import FOUR, OLD, replacing, warned, won
from tests.support.report_files import players
from tests.support.tentative_ledgers import in_memory


def about_tournaments(receipt):
    return [each for each in warned(receipt) if each.startswith("tournament: ")]


def test_the_same_games_in_a_file_saved_anew_are_warned_of(ledger):
    import_report(ledger, OLD, chess())
    receipt = import_report(ledger, replace(FOUR, name="Saved anew").trf16(), chess())
    assert about_tournaments(receipt) == [
        'tournament: found "Saved anew", expected a tournament that is not on record; this may be '
        "T-000001 (#5), 2026-01-10 to 2026-01-12: 4 players and 6 games in common; "
        "compare the two; a corrected report replaces the first one: --replaces T-000001"
    ]


def test_a_check_warns_as_the_import_does(ledger):
    import_report(ledger, OLD, chess())
    file = replace(FOUR, name="Saved anew").trf16()
    with in_memory(ledger) as tentative:
        checked = import_report(tentative, file, chess())
    assert list(map(str, checked.warnings)) == warned(import_report(ledger, file, chess()))


def test_other_players_are_another_tournament(ledger):
    import_report(ledger, OLD, chess())
    others = [replace(each, fide_id=f"7{each.number}") for each in players(4)]
    assert (
        about_tournaments(import_report(ledger, replace(FOUR, players=others).trf16(), chess()))
        == []
    )


def test_a_replacement_is_no_second_tournament(ledger):
    import_report(ledger, OLD, chess())
    assert about_tournaments(import_report(ledger, won(1, 1), replacing())) == []


@pytest.mark.parametrize("copies", [2, 3, 4])
def test_at_most_three_are_named(ledger, copies):
    for name in "ABCD"[:copies]:
        import_report(ledger, replace(FOUR, name=name).trf16(), chess())
    told = about_tournaments(import_report(ledger, OLD, chess()))
    assert len(told) == min(copies, 3)
