"""A tournament in a further file is noticed by players and games."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from ledger.events.report import ReportFact, ReportReplaced
from ledger.intake.import_report.importing import import_report
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Request
from ledger.tournaments import sketches
from ledger.tournaments.same_tournaments import said_of, same_as, same_tournaments
from tests.support.pool_ledgers import chess, opened
from tests.support.reader_messages import accepted
from tests.support.received_reports import LONG, part, replacing
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
    """Find tournaments with the players of these numbers."""
    report = accepted(tournament.trf16())
    who = who or [entrant.number for entrant in report.entrants]
    asked = sketches.of_file(report.start, report.end, who, report.games)
    return same_as(ledger.read, [asked])


def test_what_came_since_the_last_question_is_found_too(recorded):
    """In memory as from the tables, whichever weeks were asked about before."""
    likes = []
    for number, days in enumerate((0, 3, 6, 7, 9, 14)):
        moved = replace(TEN, name=f"Open {number}", start=TEN.start + timedelta(days))
        for asked in (moved, TEN):
            report = accepted(asked.trf16())
            sketch = sketches.of_file(report.start, report.end, [*range(1, 11)], report.games)
            likes.append(same_as(recorded.read, [sketch]))
            assert likes[-1] == same_as(Reader(recorded.engine), [sketch]), number
        options = chess(facts={"received_on": "2026-02-20"}, another_event=True)
        import_report(recorded, moved.trf16(), options)
    assert [len(found) for found in likes] == [1, 1, 2, 2, 3, 3, 4, 4, 3, 5, 2, 5]


def changed(games, table=TEN):
    """The tournament with another result in the first games."""
    old = [pairing for pairings in table.rounds for pairing in pairings]
    new = iter([(*game[:2], "1-0") for game in old[:games]] + old[games:])
    return replace(table, rounds=[[next(new) for _ in pairings] for pairings in table.rounds])


def test_the_same_results_under_another_name_are_noticed(recorded):
    (same,) = found(recorded, replace(TEN, name="Another"))
    assert (
        str(same.says)
        == "T-000001 (#5), 2026-01-10 to 2026-01-18: 10 players and 45 games in common"
    )
    assert same.equal


@pytest.mark.parametrize(("days", "near"), [(6, True), (7, True), (8, False), (9, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_moved_by_days_an_event_is_not_equal_and_by_more_than_a_week_not_like(
    recorded, days, near, sign
):
    moved = replace(TEN, start=TEN.start + sign * timedelta(days))
    assert [same.equal for same in found(recorded, moved)] == [False] * near


def test_a_league_that_meets_some_days_later_is_another_event(ledger):
    """The same people and results, each time on another day."""
    one_day = Tournament(players(4), [[(1, 2, "1-0"), (3, 4, "1-0")]], start=date(2026, 1, 10))
    import_report(ledger, one_day.trf16(), chess())
    assert found(ledger, replace(one_day, start=date(2026, 1, 13))) == []
    (same,) = found(ledger, one_day)
    assert same.equal


@pytest.mark.parametrize(("shared", "enough"), [(7, False), (8, True), (9, True)])
def test_eight_players_of_ten_are_enough(recorded, shared, enough):
    """Of 45 games the eight play 21, 28 and 36 among themselves."""
    who = [*range(1, shared + 1), *range(90, 100 - shared)]
    assert bool(found(recorded, TEN, who)) is enough


@pytest.mark.parametrize(("games", "enough"), [(1, True), (22, True), (23, False), (45, False)])
def test_of_45_games_half_must_be_the_same(recorded, games, enough):
    assert [same.equal for same in found(recorded, changed(games))] == [False] * enough


@pytest.mark.parametrize("games", range(7))
def test_with_another_result_in_half_of_six_games_an_event_is_like(ledger, games):
    four = Tournament(players(4), round_robin(4), start=date(2026, 1, 10))
    import_report(ledger, four.trf16(), chess())
    likes = found(ledger, changed(games, four))
    assert [same.equal for same in likes] == ([games == 0] if games <= 3 else [])


def test_a_return_game_is_another_game(recorded):
    """The colours the other way round, and the results as before: no game is the same."""
    turned = [[(int(game[1]), game[0], "½-½") for game in some] for some in TEN.rounds]
    assert found(recorded, replace(TEN, rounds=turned)) == []


def test_one_player_in_common_is_never_a_tournament(ledger):
    """Also where a single player is half of all, and there are no games to compare."""
    import_report(ledger, replace(TEN, rounds=TEN.rounds[:1]).trf16(), chess())
    asked = sketches.of_file(TEN.start, TEN.start, [1])
    assert same_as(ledger.read, [asked]) == []


def test_all_pairs_on_record_are_found(recorded):
    """The same again; five players, other results, half a year later are others."""
    for number, other in enumerate(
        (
            TEN,
            Tournament(players(10)[:5], round_robin(5, "0-1")),
            replace(TEN, rounds=round_robin(10, "1-0")),
            replace(TEN, start=date(2025, 7, 10)),
        )
    ):
        data = replace(other, name=f"Other {number}").trf16()
        options = chess(facts={"received_on": "2026-02-01"}, another_event=True)
        import_report(recorded, data, options)
    pairs = same_tournaments(recorded.read)
    assert [(first.tournament, same.tournament) for first, same in pairs] == [
        ("T-000001", "T-000002")
    ]


def test_the_word_of_a_part_is_about_all_that_was_recorded_before_it(ledger):
    """Part 1 of T-000001, then T-000002, then part 2 with the games of T-000002."""
    last = replace(LONG, rounds=LONG.rounds[3:], start=date(2026, 2, 1), round_dates=())
    import_report(ledger, LONG.trf16(), part(1, "1-3"))
    import_report(ledger, last.trf16(), chess())
    assert said_of(ledger.read, "T-000001", "T-000002") is None
    import_report(ledger, LONG.trf16(), part(2, "4-6", last_part=True, another_event=True))
    assert said_of(ledger.read, "T-000001", "T-000002") == "another"


def test_a_report_in_place_of_one_that_fell_already_is_none(recorded):
    """Neither for a new report nor among all: the standing report is compared."""
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
    assert found(ledger, TEN) == []
