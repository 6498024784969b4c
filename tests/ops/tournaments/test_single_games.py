"""Games recorded individually, and the sheets by which a list counts such games."""

import json
from collections.abc import Iterator
from datetime import date

import pytest
from msgspec import structs

from ledger.errors import Refused
from ledger.events.counting import GameExcluded
from ledger.events.games import GamePlayed, SheetCompleted
from ledger.register import identities
from ops.closings.recordings import CloseList
from ops.commands.closed_list_effects import KeptList
from ops.doors.remedies import as_command
from ops.doors.uploads import Upload
from ops.events.record_decisions import LinesRefused
from ops.house import House
from ops.tournaments.corrections import CorrectDetails, CorrectEntrant, CorrectResult
from ops.tournaments.recording_games import GameRecordedAlready
from ops.tournaments.recordings import AddGames, CompleteSheet
from tests.support.chess_desk import Desk
from tests.support.command import done, run
from tests.support.league import RECEIVED, League, a_league, announced
from tests.support.recorded_reports import recorded_report
from tests.support.recording import a_ledger, begin, following, record
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS, RUBELE, federation, rated


@pytest.fixture
def league(tmp_path) -> Iterator[League]:
    with a_league(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


def of_file(league, data):
    """Record the games of a file."""
    told = AddGames(tournament="L-1", source="match", file=Upload("games.jsonl", data))
    return told.record(House(league.official.track.ledger, league.official))


def test_a_game_counts_when_its_sheet_is_complete(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.close()
    assert league.rating(1) == 2000
    league.complete()
    league.close(PERIODS[1])
    assert (league.rating(1, PERIODS[1]), league.rating(2, PERIODS[1])) == (2010, 1990)


def test_a_sheet_books_what_a_part_of_a_report_with_the_same_games_books(tmp_path):
    """To the byte: the list documents of two ledgers have the same digest."""
    sealed = []
    with a_league(str(tmp_path / "one by one")) as league:
        league.game(3, 4, "=-=", "2025-07-12", round=2)
        league.game(1, 2, "1-0", "2025-07-05", round=1)
        league.game(1, 4, "0-1", "2025-07-12", round=1)
        sheet = league.complete()
        sealed.append(league.close().event.list_digest)
    with a_league(str(tmp_path / "as a report")) as league:
        league.submit(sheet)
        sealed.append(league.close().event.list_digest)
    assert sealed[0] == sealed[1]


def test_a_sheet_of_an_event_on_record_needs_the_word_that_it_is_another(tmp_path):
    """The games came in as a report of their own before the sheet is complete."""
    with a_league(str(tmp_path / "as a report")) as league:
        league.game(1, 2, "1-0", "2025-07-05")
        sheet = league.complete()
    with a_league(str(tmp_path / "ledger")) as league:
        record(league.ledger, "another", announced("L-2"))
        league.submit(sheet, "L-2")
        league.game(1, 2, "1-0", "2025-07-05")
        with pytest.raises(Refused, match="days are those of L-2") as refused:
            league.complete()
        (reason,) = refused.value.refusals()
        assert reason.code == "event-recorded"
        assert reason.remedy is not None
        typed = as_command(reason.remedy).strip("`")
        assert typed == (
            f"ledger tournament complete-sheet L-1 2025-07 --received-on {RECEIVED} --another-event"
        )
        done(*typed.split()[1:], "--ledger", league.address)
        league.official.catch_up()
        (recorded,) = league.ledger.read.of_type(SheetCompleted.TYPE)
        assert recorded.decoded().payload.another_event


def test_on_one_day_a_player_has_one_game_a_round(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.game(2, 1, "1-0", "2025-07-05", again=True)
    league.game(3, 4, "1-0", "2025-07-05")
    rounds = league.complete().rounds
    assert [(each.on, each.games) for each in rounds] == [
        (date(2025, 7, 5), 2),
        (date(2025, 7, 5), 1),
    ]


def test_a_later_game_of_the_month_corrects_what_a_closed_list_counted(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.complete()
    league.close()
    late = league.game(1, 3, "1-0", "2025-07-20")
    assert late.result.extended[0].received_on == RECEIVED
    assert late.result.lists == (KeptList(FIDE, "2025-08", "2025-09"),)
    league.close(PERIODS[1])
    assert league.rating(1) == 2010
    assert (league.rating(1, PERIODS[1]), league.rating(3, PERIODS[1])) == (2020, 1990)
    asked = (FIDE, identities.show(1))
    where = ("--ledger", league.address)
    assert f"#{late.receipt.last_position} sheet completed" in done(
        "player", "history", *asked, *where
    )
    assert "correction" in done("player", "explain", *asked, PERIODS[1], *where)


def test_before_a_list_is_closed_a_later_game_joins_its_sheet(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.complete()
    assert league.game(1, 3, "1-0", "2025-07-04").result.lists == ()
    league.close()
    assert (league.rating(1), league.rating(3)) == (2020, 1990)


def test_a_longer_sheet_keeps_corrections_exclusions_and_addresses(league):
    """The result corrected, the game excluded and the entrant corrected are all recorded before."""
    for white, black, day in ((1, 2, "07-05"), (3, 4, "07-06"), (2, 4, "07-07")):
        league.game(white, black, "1-0", f"2025-{day}")
    first = league.complete()
    at = league.ledger.read.last_in_stream("tournament-L-1", SheetCompleted.TYPE).position
    CorrectResult(tournament="L-1", game=f"#{at}#0", white="0", black="1", by="the-body").record(
        House(league.ledger, league.official)
    )
    excluded = GameExcluded(tournament="L-1", report=at, game=1, by="fide-qc", article="5")
    record(league.ledger, "exclude", excluded)
    (longer,) = league.game(1, 3, "1-0", "2025-07-01").result.extended
    assert longer.games.white_result.startswith(first.games.white_result)
    assert longer.played.startswith(first.played)
    league.close()
    # 1 lost to 2 and beat 3; 3 lost to 1 alone, for 3 against 4 is excluded; 2 beat 1 and 4
    assert [league.rating(player) for player in (1, 2, 3, 4)] == [2000, 2020, 1990, 1990]


def test_a_game_is_corrected_by_the_address_it_had_on_a_shorter_sheet(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.complete()
    at = league.ledger.read.last_in_stream("tournament-L-1", SheetCompleted.TYPE).position
    league.game(1, 3, "1-0", "2025-07-01")
    CorrectResult(tournament="L-1", game=f"#{at}#0", white="0", black="1", by="the-body").record(
        House(league.ledger, league.official)
    )
    league.close()
    assert [league.rating(player) for player in (1, 2, 3)] == [2000, 2010, 1990]


def test_a_player_whose_entrant_was_somebody_else_may_play_a_later_game(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.complete()
    CorrectEntrant(
        tournament="L-1", start_number=1, player=identities.show(3), by="the-body"
    ).record(House(league.ledger, league.official))
    league.game(1, 4, "1-0", "2025-07-06")
    league.close()
    assert [league.rating(player) for player in (1, 2, 3, 4)] == [2010, 1990, 2010, 1990]


def test_the_same_words_give_the_first_receipt(league):
    first = league.game(1, 2, "1-0", "2025-07-05").receipt
    again = league.game(1, 2, "1-0", "2025-07-05").receipt
    assert again.replayed
    assert again.first_position == first.first_position


@pytest.mark.parametrize(
    ("white", "black", "score", "round_"),
    [(1, 2, "0-1", 3), (2, 1, "1-0", 3), (2, 1, "=-=", 3)],
)
def test_a_second_game_of_the_same_players_day_and_round_is_refused(
    league, white, black, score, round_
):
    at = league.game(1, 2, "1-0", "2025-07-05", round=3).receipt.first_position
    with pytest.raises(GameRecordedAlready, match=rf"#{at}\b.*again"):
        league.game(white, black, score, "2025-07-05", round=round_)
    one_more = league.game(white, black, score, "2025-07-05", round=round_, again=True)
    assert one_more.result.games[0].again
    league.game(white, black, score, "2025-07-05", round=4)
    league.game(white, black, score, "2025-07-06", round=3)


@pytest.mark.parametrize(
    ("day", "announced"),
    [("2025-07-01", ""), ("2025-09-30", ""), ("2025-06-30", "start"), ("2025-10-01", "end")],
)
def test_a_game_outside_the_announced_days_is_refused_until_they_are_corrected(
    league, day, announced
):
    if announced:
        with pytest.raises(
            Refused, match=f"correct-details tournament=L-1 set={announced}={day}"
        ) as refused:
            league.game(1, 2, "1-0", day)
        assert refused.value.code == "day-outside-tournament"
        days = {announced: day}
        CorrectDetails(tournament="L-1", set=days, by="arbiters").record(
            House(league.ledger, league.official)
        )
    assert league.game(1, 2, "1-0", day).receipt


def test_every_wrong_line_of_a_file_is_told_and_nothing_recorded(league):
    one, two = identities.show(1), identities.show(2)
    good = {
        "white": one, "black": two, "white_result": "1", "black_result": "0",
        "played_on": "2025-07-05",
    }  # fmt: skip
    lines = [
        good,
        good,
        good | {"black": "99-9"},
        good | {"black": one},
        good | {"black_result": "1", "played_on": "2025-07-06"},
        good | {"played_on": "2031-01-01"},
        good | {"colour": "red"},
        good | {"played_on": "2025-06-30"},
        good | {"again": True},
    ]
    data, line = "\n".join(map(json.dumps, lines)).encode(), json.dumps(good).encode()
    before = league.ledger.read.head().next_position
    with pytest.raises(LinesRefused) as refused:
        of_file(league, data)
    assert [number for number, _ in refused.value.problems] == [3, 4, 5, 6, 7, 8]
    with pytest.raises(LinesRefused) as refused:
        of_file(league, b"\n".join([line, line]))
    assert [number for number, _ in refused.value.problems] == [2]
    assert league.ledger.read.head().next_position == before


def test_a_file_of_games_is_recorded_once(league):
    lines = [
        {"white": identities.show(1), "black": identities.show(2), "white_result": "1",
         "black_result": "0", "played_on": "2025-07-05"},
        {"white": identities.show(2), "black": identities.show(1), "white_result": "=",
         "black_result": "=", "played_on": "2025-07-05", "again": True},
    ]  # fmt: skip
    data = "\n".join(map(json.dumps, lines)).encode()
    first = of_file(league, data).receipt
    assert first.last_position - first.first_position == 1
    assert of_file(league, data).receipt.replayed


def test_a_tournament_has_a_report_or_single_games(league, tmp_path):
    league.game(1, 2, "1-0", "2025-07-05")
    sheet = league.complete()
    record(league.ledger, "other", announced("L-2"))
    league.submit(sheet, "L-2")
    with pytest.raises(Refused, match="has a report"):
        league.game(1, 2, "1-0", "2025-07-05", tournament="L-2")
    path = tmp_path / "report.trf"
    path.write_text("012 League\n", encoding="ascii")
    ran = run("tournament", "import", path, "--of", "L-1", "--ledger", league.address)
    assert ran.code == 3
    assert "recorded one by one" in ran.err


def test_where_a_tournament_is_rated_as_one_its_sheet_takes_all_games(tmp_path):
    """Elo-Rubele: a win and a loss of equals change no rating; a further win, recorded
    late, does.
    """
    days = [("december", date(2025, 12, 1)), ("january", date(2026, 1, 1))]
    world = federation([rated(1, 3000), rated(2, 3000)], periods=tuple(name for name, _ in days))
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, world, RUBELE, days)
        record(ledger, "league", announced(pool=RUBELE))
        league = League(ledger.address, ledger, official)
        league.game(1, 2, "1-0", "2025-07-05")
        league.game(2, 1, "1-0", "2025-08-05")
        with pytest.raises(Refused, match="rates a tournament as one"):
            league.complete()
        asked = CompleteSheet(tournament="L-1", received_on=date(2025, 9, 1))
        sheet = asked.record(House(ledger)).result
        assert (sheet.part, sheet.month, len(sheet.games.white)) == (None, None, 8)
        ratings = []
        for period, _ in days:
            CloseList(pool=RUBELE, period=period).record(House(ledger, official))
            desk = Desk(ledger, official)
            ratings.append([desk.rating(player, period, RUBELE) for player in (1, 2)])
            if period == "december":
                league.game(1, 2, "1-0", "2025-09-05")
        assert ratings[0] == [3010, 3010]  # the bonus of the year (VI.11) alone
        assert ratings[1][0] > 3010 > ratings[1][1]
        assert verify(ledger).faults == []


def test_a_sheet_that_says_otherwise_than_its_games_is_a_fault(tmp_path):
    with a_league(str(tmp_path / "ledger")) as league:
        league.game(1, 2, "1-0", "2025-07-05")
        sheet = league.complete()
        games = structs.replace(sheet.games, white_result="0", black_result="1")
        other = structs.replace(sheet, month="2025-08", part=2, games=games)
        at = record(league.ledger, "other", other)
        one, two = identities.show(1), identities.show(2)
        (fault,) = verify(league.ledger).faults
        assert str(fault.place) == f"event {at}, game 0"
        assert (str(fault.found), str(fault.expected)) == (
            f"{one} 0, {two} 1",
            "a game that was recorded",
        )


def test_the_entrants_of_a_sheet_have_the_names_of_the_register(league):
    league.game(1, 2, "1-0", "2025-07-05")
    league.complete()
    report = recorded_report(league.ledger.read, "L-1")
    assert [each.name for each in report.entrants] == [identities.ERASED] * 2  # nobody named them
    assert [each.points_halves for each in report.entrants] == [2, 0]


def test_the_commands_record_a_game_complete_its_sheet_and_say_so(league):
    where = ("--ledger", league.address)
    game = (
        "tournament", "add-game", "L-1", "--source", "league", "--white", identities.show(1),
        "--black", identities.show(2), "--white-result", "1", "--black-result", "0",
        "--played-on", "2025-07-05", *where,
    )  # fmt: skip
    assert "recorded 1 game of L-1" in done(*game)
    assert "already recorded" in done(*game)
    other = [word.replace("2025-07-05", "2025-07-09") for word in game]
    completed = (
        "tournament",
        "complete-sheet",
        "L-1",
        "2025-07",
        "--received-on",
        "2025-08-01",
        *where,
    )
    assert "completed: L-1, 2025-07" in done(*completed)
    assert "already recorded" in done(*completed)
    assert "the sheet of 2025-07, which was complete, is corrected" in done(*other)
    assert "sheet completed" in done("tournament", "show", "L-1", *where)
    done(*(word.replace("2025-07-05", "2025-08-02") for word in game))
    shown = run("tournament", "show", "L-1", *where, "--format", "json").document
    assert shown["waiting_games"] == 1


def test_a_game_says_who_met_whom_where_and_when(league):
    (fact,) = league.game(1, 2, "1-0", "2025-07-05", round=3).result.games
    assert fact == GamePlayed(
        tournament="L-1",
        pool=FIDE,
        source="league",
        round=3,
        played_on=date(2025, 7, 5),
        white=1,
        black=2,
        white_result="1",
        black_result="0",
    )
    assert fact.stream() == "sheet-L-1:2025-07"
