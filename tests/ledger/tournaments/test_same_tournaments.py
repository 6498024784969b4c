"""A tournament that comes in again, in another file, is noticed by its players and games."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from ledger.events.report import ReportFact, ReportReplaced
from ledger.intake.import_report.importing import import_report
from ledger.store.requests import NewEvent, Request
from ledger.tournaments.same_tournaments import likely_same_tournaments, same_tournaments
from tests.support.pool_ledgers import chess, opened
from tests.support.reader_messages import accepted
from tests.support.received_reports import replacing
from tests.support.report_files import Tournament, players, round_robin

TEN = Tournament(players(10), round_robin(10), start=date(2026, 1, 10))


@pytest.fixture
def ledger(tmp_path):
    with opened(str(tmp_path / "ledger.db")) as made:
        yield made


@pytest.fixture
def recorded(ledger):
    """Ten players, 45 games, 10 to 18 January 2026, as T-000001; players 1 to 10."""
    import_report(ledger, TEN.trf16(), chess())
    return ledger


def found(ledger, tournament, who=None):
    """Look for a tournament whose entrants are the players of these numbers."""
    report = accepted(tournament.trf16())
    who = who or [each.number for each in report.entrants]
    return likely_same_tournaments(ledger.read, report.start, report.end, who, report.games)


def test_the_same_results_under_another_name_are_noticed(recorded):
    (same,) = found(recorded, replace(TEN, name="Another"))
    assert str(same) == "T-000001 (#5), 2026-01-10 to 2026-01-18: 10 players and 45 games in common"


@pytest.mark.parametrize(("days", "near"), [(6, True), (7, True), (8, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_days_may_differ_by_a_week(recorded, days, near, sign):
    moved = replace(TEN, start=TEN.start + sign * timedelta(days))
    assert bool(found(recorded, moved)) is near


@pytest.mark.parametrize(("shared", "enough"), [(7, False), (8, True), (9, True)])
def test_eight_players_of_ten_are_enough(recorded, shared, enough):
    """Without games the players alone tell."""
    who = [*range(1, shared + 1), *range(90, 100 - shared)]
    same = likely_same_tournaments(recorded.read, TEN.start, date(2026, 1, 18), who)
    assert [each.shared_players for each in same] == ([shared] if enough else [])


@pytest.mark.parametrize(("changed", "enough"), [(8, True), (9, True), (10, False)])
def test_of_45_games_36_must_be_the_same(recorded, changed, enough):
    games = [pairing for pairings in TEN.rounds for pairing in pairings]
    other = iter([(*game[:2], "1-0") for game in games[:changed]] + games[changed:])
    rounds = [[next(other) for _ in pairings] for pairings in TEN.rounds]
    assert bool(found(recorded, replace(TEN, rounds=rounds))) is enough


def test_the_same_people_with_other_results_are_another_tournament(recorded):
    assert found(recorded, replace(TEN, rounds=round_robin(10, "1-0"))) == []


def test_one_player_in_common_is_never_a_tournament(recorded):
    assert likely_same_tournaments(recorded.read, TEN.start, date(2026, 1, 18), [1]) == []


def test_all_pairs_on_record_are_found(recorded):
    """The same again; five of them, other results, half a year later are others."""
    for number, other in enumerate(
        (
            TEN,
            Tournament(players(10)[:5], round_robin(5, "0-1")),
            replace(TEN, rounds=round_robin(10, "1-0")),
            replace(TEN, start=date(2025, 7, 10)),
        )
    ):
        data = replace(other, name=f"Other {number}").trf16()
        import_report(recorded, data, chess(facts={"received_on": "2026-02-01"}))
    pairs = same_tournaments(recorded.read)
    assert [(first.tournament, same.tournament) for first, same in pairs] == [
        ("T-000001", "T-000002")
    ]


def test_a_report_in_place_of_one_that_fell_already_is_none(recorded):
    """Neither for a report that comes in nor among all: the one that stands is compared."""
    first, other = 5, replace(TEN, rounds=round_robin(10, "1-0"))
    import_report(recorded, other.trf16(), replacing())
    fact = recorded.read.at([first])[first].decoded().payload
    said = {name: getattr(fact, name) for name in ReportFact.__struct_fields__}
    vain = NewEvent(ReportReplaced(replaces=first, **said))
    recorded.append(Request("too late", (vain,)))
    assert found(recorded, TEN) == []
    (same,) = found(recorded, other)
    assert same.tournament == "T-000001"
    import_report(recorded, replace(TEN, name="Another").trf16(), chess())
    assert same_tournaments(recorded.read) == []


def test_an_empty_ledger_has_none(ledger):
    assert same_tournaments(ledger.read) == []
    assert likely_same_tournaments(ledger.read, TEN.start, TEN.start, []) == []
