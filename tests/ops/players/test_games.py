"""The games of a player: newest first, against an opponent, on a list, as lists used them."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from ledger.errors import Refused
from ledger.register import identities
from ledger.store.requests import Document
from ops.answers.asked_players import number_on
from ops.house import House, open_house
from ops.players.games import PlayerGame
from ops.players.questions import ListGames
from ops.tournaments.corrections import AnnulReport, CorrectEntrant, CorrectResult
from ops.trails.lists import variation_of
from projections.queries import NotCovered
from projections.queries.explain import explain
from tests.support.chess_desk import replacement
from tests.support.command import run
from tests.support.league import League, a_league
from tests.support.recording import record, submit
from tests.support.seasons import DRAUGHTS, FIDE, UISP
from tests.support.worlds import FIDE as POOL
from tests.support.worlds import PERIODS, tournament
from tests.support.worlds import games as pairings

FIRST, SECOND, THIRD, FOURTH = map(identities.show, (1, 2, 3, 4))
HALF = Fraction(1, 2)


@pytest.fixture
def league(tmp_path) -> Iterator[League]:
    with a_league(str(tmp_path / "ledger")) as made:
        yield made


def asked(league: League, player: str = FIRST, **inputs: Any):
    league.official.catch_up()
    house = House(league.ledger, league.official)
    return ListGames(player=player, **inputs).answer(house)


def played(league: League, name: str, month: int, text: str) -> int:
    days = f"2025-{month:02}-05", f"2025-{month:02}-10"
    return submit(league.ledger, tournament(name, *days, pairings(1, text)), POOL)


def test_games_stand_newest_first_from_the_side_of_the_player(league):
    played(league, "T-1", 7, "2 1 3 =")
    league.game(4, 1, "1-0", "2025-07-05", round=2)
    single, *of_report = asked(league).rows
    assert (single.colour, single.opponent, single.result) == ("black", identities.show(4), "0")
    assert [(one.opponent, one.result) for one in of_report] == [(THIRD, "="), (SECOND, "1")]
    assert all(one.colour == "white" and one.counted == () for one in of_report)


def test_the_player_is_named(league):
    about = asked(league, SECOND).about
    names = identities.names(league.official.track.ledger.read, [2])
    assert (about.player, about.name) == (SECOND, names[2])


def test_a_page_names_the_older_report_where_the_next_one_begins(league):
    at = [played(league, f"T-{month}", month, "2 1 3 =") for month in (5, 6, 7)]
    first = asked(league, limit=3)
    assert [one.recorded for one in first.rows] == [at[2], at[2], at[1], at[1]]
    rest = asked(league, limit=3, first=str(first.about.next))
    assert [one.recorded for one in rest.rows] == [at[0], at[0]]
    assert rest.about.next is None


def test_games_against_an_opponent_of_a_tournament_and_on_a_list(league):
    older, newer = (played(league, f"T-{month}", month, "2 1 3 =") for month in (6, 7))
    league.close()
    assert {one.opponent for one in asked(league, opponent=SECOND).rows} == {SECOND}
    assert {one.recorded for one in asked(league, tournament="T-6").rows} == {older}
    assert {one.recorded for one in asked(league, list=PERIODS[0], pool=POOL).rows} == {
        older,
        newer,
    }
    with pytest.raises(Refused, match="no tournament 'T-9'"):
        asked(league, pool=POOL, list=PERIODS[0], tournament="T-9")
    with pytest.raises(NotCovered, match="no list"):
        asked(league, list=PERIODS[1])
    with pytest.raises(Refused, match="name the player"):
        ListGames(opponent=SECOND).answer(House(league.ledger, league.official))


def test_all_games_of_a_list_are_found_by_its_reports(league):
    at = played(league, "T-1", 7, "2 1 3 =")
    league.game(4, 1, "1-0", "2025-07-05")
    league.complete()
    league.close()
    played(league, "T-2", 8, "2 1")
    league.official.catch_up()
    house = House(league.ledger, league.official)
    found = ListGames(list=PERIODS[0]).answer(house).rows
    assert [one.tournament for one in found] == ["T-1", "T-1", "L-1"]
    assert found[0].address == f"#{at}#0"


def test_a_list_keeps_what_it_used_of_a_game_that_was_corrected_later(league):
    at = played(league, "T-1", 7, "2 1 3 =")
    league.close()
    house = House(league.ledger, league.official)
    CorrectResult(tournament="T-1", game=f"#{at}#0", white="0", black="1", by="the-body").record(
        house
    )
    (game,) = asked(league, opponent=SECOND).rows
    assert (game.result, game.reported_white_result, game.corrected is None) == ("0", "1", False)
    (counted,) = game.counted
    assert (counted.list, counted.counts, counted.score) == (PERIODS[0], True, 1)
    (game,) = asked(league, opponent=SECOND, track="revised").rows
    (counted,) = game.counted
    assert (counted.list, counted.counts, counted.score) == (PERIODS[0], True, 0)


def test_a_game_is_of_the_list_that_first_counted_it_and_not_of_one_that_corrected_it(league):
    at = played(league, "T-1", 7, "2 1 3 =")
    league.close()
    house = House(league.ledger, league.official)
    CorrectResult(tournament="T-1", game=f"#{at}#0", white="0", black="1", by="the-body").record(
        house
    )
    played(league, "T-2", 8, "4 1")
    league.close(PERIODS[1])
    assert [one.tournament for one in asked(league, list=PERIODS[1]).rows] == ["T-2"]
    (game,) = asked(league, opponent=SECOND).rows
    assert (game.booked, [one.list for one in game.counted]) == (
        {POOL: PERIODS[0]},
        [PERIODS[0]],
    )


def corrected_on(league, **inputs):
    """Return, by opponent, the lists with corrections of the game."""
    return {one.opponent: one.corrected_on for one in asked(league, **inputs).rows}


def test_a_game_names_the_lists_that_took_its_corrections(league):
    """Two corrections of a game on two lists, and another before the list; the other game none."""
    at = played(league, "T-1", 7, "2 1 3 =")
    house = House(league.ledger, league.official)
    CorrectResult(tournament="T-1", game=f"#{at}#1", white="1", black="0", by="the-body").record(
        house
    )
    league.close()
    assert corrected_on(league) == {SECOND: {}, THIRD: {}}
    CorrectResult(tournament="T-1", game=f"#{at}#0", white="0", black="1", by="the-body").record(
        house
    )
    assert corrected_on(league) == {SECOND: {}, THIRD: {}}
    league.close(PERIODS[1])
    CorrectResult(tournament="T-1", game=f"#{at}#0", white="=", black="=", by="the-body").record(
        house
    )
    league.close(PERIODS[2])
    assert corrected_on(league) == {SECOND: {POOL: (PERIODS[1], PERIODS[2])}, THIRD: {}}
    shown = run("game", "list", "--player", FIRST, "--ledger", league.address).out
    assert f"; corrected on {POOL} {PERIODS[1]}; corrected on {POOL} {PERIODS[2]}" in shown


def test_a_game_names_the_list_that_took_a_correction_of_its_entrants(league):
    played(league, "T-1", 7, "2 1 3 =")
    league.close()
    house = House(league.ledger, league.official)
    CorrectEntrant(
        tournament="T-1", start_number=2, player=identities.show(4), by="the-body"
    ).record(house)
    league.close(PERIODS[1])
    assert corrected_on(league) == {FOURTH: {POOL: (PERIODS[1],)}, THIRD: {}}


@pytest.mark.parametrize("takes", ["annulled", "replaced"])
def test_every_game_names_the_list_that_took_another_report_or_none(league, takes):
    at = played(league, "T-1", 7, "2 1 3 =")
    league.close()
    if takes == "annulled":
        AnnulReport(tournament="T-1", by="the-body").record(House(league.ledger, league.official))
    else:
        file = Document("report", b"once more")
        won = tournament("T-1", "2025-07-05", "2025-07-10", pairings(1, "2 1 3 1"))
        again = structs.replace(replacement(won, at), file=file.digest)
        record(league.ledger, "once more", again, documents=[file])
    assert corrected_on(league) == {SECOND: {}, THIRD: {}}
    league.close(PERIODS[1])
    taken = {POOL: (PERIODS[1],)}
    assert corrected_on(league) == {SECOND: taken, THIRD: taken}


def test_a_list_names_the_opponent_whom_it_counted_in_place_of_another(league):
    played(league, "T-1", 7, "2 1 3 =")
    league.close()
    house = House(league.ledger, league.official)
    CorrectEntrant(
        tournament="T-1", start_number=2, player=identities.show(4), by="the-body"
    ).record(house)
    (game,) = asked(league, opponent=FOURTH).rows
    assert [(one.score, one.other_opponent) for one in game.counted] == [(1, SECOND)]
    (game,) = asked(league, opponent=THIRD).rows
    assert [(one.score, one.other_opponent) for one in game.counted] == [(HALF, None)]
    (game,) = asked(league, opponent=FOURTH, track="revised").rows
    assert [one.other_opponent for one in game.counted] == [None]
    shown = run("game", "list", "--player", FIRST, "--ledger", league.address).out
    assert f"{POOL} {PERIODS[0]}: 2000 against 2000, change +10, counted against {SECOND}" in shown


def test_a_game_of_a_replaced_report_is_found_by_its_opponent(league):
    at = played(league, "T-1", 7, "2 1 3 =")
    league.close()
    file = Document("report", b"once more")
    exchanged = tournament("T-1", "2025-07-05", "2025-07-10", pairings(1, "3 0 2 1 4 1"))
    again = structs.replace(replacement(exchanged, at), file=file.digest)
    record(league.ledger, "once more", again, documents=[file])
    rows = {one.opponent: one for one in asked(league).rows}
    assert {who: [one.score for one in game.counted] for who, game in rows.items()} == {
        SECOND: [1],
        THIRD: [HALF],
        FOURTH: [],
    }


def test_a_game_of_a_sheet_extended_later_is_found_by_its_index(league):
    league.game(1, 4, "1-0", "2025-07-05")
    league.game(1, 3, "0-1", "2025-07-06")
    league.complete()
    league.close()
    league.game(1, 2, "=-=", "2025-07-07")
    league.complete()
    found = {one.opponent: [of.score for of in one.counted] for one in asked(league).rows}
    assert found == {FOURTH: [1], THIRD: [0], SECOND: []}


@pytest.mark.parametrize("season", [FIDE, UISP, DRAUGHTS])
def test_each_game_was_used_as_on_the_worksheet_of_its_list(ledger_of, season):
    seen = 0
    with open_house(str(ledger_of(season))) as house:
        for player in range(1, identities.last(house.read).player + 1, 30):
            found = ListGames(player=identities.show(player), limit=0).answer(house).rows
            games = tuple(one for one in found if isinstance(one, PlayerGame))
            on_worksheets = dict(_on_worksheets(house, games, player))
            for game in games:
                for counted in game.counted:
                    shown = structs.astuple(counted)
                    assert shown == on_worksheets[counted.pool, counted.list, game.address]
                    seen += counted.counts
    assert seen > 20


def _on_worksheets(house: House, games: tuple[PlayerGame, ...], player: int):
    """Games by pool, list and address, read from whole explanations."""
    for name, period in {at for game in games for at in game.booked.items()}:
        pool = house.pool(name)
        on = pool.list_of(period)
        for unit in explain(pool, number_on(pool, player, on), on).units:
            for sheet in unit.tournaments:
                for game in sheet.games:
                    cell = {name: cell.value for name, cell in game.cells.items()}
                    own, other, counts = cell["own_rating"], cell["opponent_rating"], cell["counts"]
                    of_all = pool.law.worksheet.coefficient
                    yield (
                        (name, period, game.address),
                        (
                            *(name, period, bool(counts)),
                            None if counts else game.cells["counts"].why,
                            *(own or None, other or None, None, cell["score_hundredths"]),
                            cell["expected_score_hundredths"] if own and other else None,
                            cell["game_difference_hundredths"] * unit.cells[of_all].value
                            if unit.before and of_all
                            else None,
                            variation_of(pool, unit, sheet),
                        ),
                    )


def test_the_command_writes_what_the_list_used(league):
    played(league, "T-1", 7, "2 1 3 =")
    league.close()
    shown = run("game", "list", "--player", FIRST, "--ledger", league.address)
    assert f"{POOL} {PERIODS[0]}: 2000 against 2000, change" in shown.out
