"""The feed: every game as a line, with the address and the list of the game."""

from collections.abc import Iterator
from datetime import date

import pytest

from ledger.errors import Refused
from ledger.events.games import SheetCompleted
from ledger.events.report import ResultCorrected
from ledger.register import identities
from ledger.sentences import Position
from ops.answers.answer import stated
from ops.house import House
from ops.players.recorded_games import GameLine, games
from ops.tournaments.corrections import CorrectResult
from projections.queries import UnknownPool
from tests.support.command import run
from tests.support.league import League, a_league
from tests.support.recording import submit
from tests.support.worlds import FIDE, PERIODS, tournament
from tests.support.worlds import games as pairings

LIST = {FIDE: PERIODS[0]}


@pytest.fixture
def league(tmp_path) -> Iterator[League]:
    with a_league(str(tmp_path / "ledger")) as made:
        yield made


def feed(league: League, **asked) -> tuple[GameLine, ...]:
    league.official.catch_up()
    return games(House(league.ledger, league.official), **asked).rows


def test_a_single_game_has_the_address_of_its_event_and_then_that_of_its_sheet(league):
    at = league.game(1, 2, "1-0", "2025-07-05", round=4).receipt.first_position
    (line,) = feed(league)
    assert line == GameLine(
        address=f"#{at}",
        recorded=Position(at),
        tournament="L-1",
        source="league",
        round=4,
        played_on=date(2025, 7, 5),
        white=identities.show(1),
        black=identities.show(2),
        white_result="1",
        black_result="0",
    )
    league.complete()
    (line,) = feed(league)
    assert (line.address, line.recorded) == (f"#{at + 1}#0", at)
    assert (line.round, line.booked) == (4, {})
    league.close()
    assert [line.booked for line in feed(league)] == [LIST]


def test_a_game_of_a_longer_sheet_names_the_list_that_counted_the_shorter_one(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.complete()
    league.close()
    league.game(3, 4, "1-0", "2025-07-04")
    lines = feed(league)
    sheet = league.ledger.read.last_in_stream("tournament-L-1", SheetCompleted.TYPE)
    assert [line.address for line in lines] == [f"#{sheet.position}#0", f"#{sheet.position}#1"]
    assert [line.booked for line in lines] == [LIST, LIST]


def test_the_games_of_a_report_stand_as_corrected_with_the_list_that_counted_them(league):
    played = tournament("T-1", "2025-07-05", "2025-07-10", pairings(1, "2 1 3 ="))
    at = submit(league.ledger, played, FIDE)
    CorrectResult(tournament="T-1", game=f"#{at}#0", white="0", black="1", by="the-body").record(
        House(league.ledger, league.official)
    )
    league.close()
    first, second = feed(league, tournament="T-1")
    assert (first.address, first.white_result, first.black_result) == (f"#{at}#0", "0", "1")
    assert (first.reported_white_result, first.reported_black_result) == ("1", "0")
    assert (
        first.corrected
        == league.ledger.read.last_in_stream("tournament-T-1", ResultCorrected.TYPE).position
    )
    assert (second.address, second.source, second.round) == (f"#{at}#1", "report", 1)
    assert (second.reported_white_result, second.corrected) == (None, None)
    assert first.booked == second.booked == LIST


def test_the_feed_is_asked_on_from_the_position_it_names(league):
    for day in (5, 6, 7):
        league.game(1, 2, "1-0", f"2025-07-{day:02}")
    league.official.catch_up()
    some = games(House(league.ledger, league.official), limit=2)
    assert [line.played_on.day for line in some.rows if line.played_on] == [5, 6]
    rest = games(
        House(league.ledger, league.official),
        first=some.about.next or 0,
        limit=2,
    )
    assert [line.played_on.day for line in rest.rows if line.played_on] == [7]
    assert stated(rest.about) == {"known_to": league.official.track.facts.position}


def test_the_feed_is_narrowed_to_a_pool_or_a_tournament(league):
    league.game(1, 2, "1-0", "2025-07-05")
    assert len(feed(league, pool=FIDE)) == len(feed(league, tournament="L-1")) == 1
    with pytest.raises(Refused, match="there is no tournament"):
        feed(league, tournament="L-2")
    with pytest.raises(UnknownPool):
        feed(league, pool="uisp")


def test_the_command_writes_a_line_a_game(league):
    at = league.game(1, 2, "=-=", "2025-07-05").receipt.first_position
    shown = run("game", "list", "--format", "json", "--ledger", league.address).document
    assert shown["rows"] == [
        {
            "address": f"#{at}", "recorded": at, "tournament": "L-1", "source": "league",
            "round": None, "played_on": "2025-07-05",
            "white": identities.show(1), "black": identities.show(2),
            "white_result": "=", "black_result": "=", "reported_white_result": None,
            "reported_black_result": None, "corrected": None, "booked": {},
                "corrected_on": {},
                "tournament_name": "League", "white_name": "", "black_name": "",
        }
    ]  # fmt: skip
