"""Corrections as a person types the commands, and the answer about a tournament."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ledger.errors import Refused
from ledger.register import identities
from ops.answers.tournament_games import read_tournament
from ops.cli.exits import REFUSED
from ops.house import House
from ops.tournaments.corrections import CorrectResult
from ops.tournaments.questions import ShowTournament
from tests.support.command import done, run
from tests.support.correcting_desk import OPEN, Desk, at_a_desk
from tests.support.recording import submit
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


def test_the_commands_correct_show_and_refuse(desk):
    words = ("--by", "body", "--ledger", desk.address)
    game = f"#{desk.report}#0"
    said = done(
        "tournament", "correct", "result", "T-1", game, "--white", "-", "--black", "+", *words
    )
    assert f"corrected game {game}, round 1" in said
    assert f"(#{desk.report + 1})" in said
    assert "before: 1 - 0\n  now:    - - +\n" in said
    assert "already recorded" in done(
        "tournament", "correct", "result", "T-1", game, "--white", "-", "--black", "+", *words
    )
    done("tournament", "correct", "entrant", "T-1", "2", "--player", identities.show(4), *words)
    done("tournament", "correct", "details", "T-1", "--set", "end=2025-07-12", *words)
    done("list", "close", FIDE, PERIODS[0], "--ledger", desk.address)
    late = done("tournament", "correct", "details", "T-1", "--set", "end=2025-07-13", *words)
    stays = "list 2025-08 of fide-standard stays as sealed; booked on list 2025-09"
    assert late.endswith(f"  {stays}\n")
    shown = json.loads(
        done("tournament", "show", "T-1", "--format", "json", "--ledger", desk.address)
    )
    assert shown["corrections"][-1]["state"] == "holds"
    kept = {"pool": "fide-standard", "list": "2025-08", "booked_on": None}
    assert shown["corrections"][-1]["kept"] == [kept]


def test_a_tournament_is_shown_with_what_corrected_it_and_who_booked_it(desk):
    desk.result(f"#{desk.report}#0", "0", "1")
    desk.close()
    asked = ("tournament", "show", "T-1", "--ledger", desk.address)
    shown = json.loads(done(*asked, "--format", "json"))
    assert shown["details"]["end"] == "2025-07-10"
    (report,) = shown["reports"]
    (booked,) = report["booked"]
    assert (booked["pool"], booked["list"]) == ("fide-standard", "2025-08")
    assert (booked["report"], booked["sealed_by"]) == (desk.report, desk.events() - 1)
    assert f"fide-standard 2025-08 (#{desk.report} by #" in done(*asked)
    (correction,) = shown["corrections"]
    assert correction["says"] == f"game #{desk.report}#0: 1 - 0 → 0 - 1"
    assert (correction["by"], correction["state"]) == ("the-body", "holds")
    assert "reports of T-1\n" in done(*asked)
    earlier = json.loads(done(*asked, "--format", "json", "--known-at", f"#{desk.report}"))
    assert earlier["corrections"] == []
    assert earlier["reports"][0]["booked"] == []


def test_of_what_contradicts_the_last_holds_and_the_others_say_by_what_they_are_overtaken(desk):
    """A result put right twice, beside the result of another game. The tournament refused, twice,
    reinstated by an actor without the right, and by another with the right, and refused again.
    """
    desk.result(f"#{desk.report}#0", "0", "1")
    desk.result(f"#{desk.report}#1", "0", "1")
    desk.result(f"#{desk.report}#0", "=", "=")
    ledger = ("--ledger", desk.address)
    said = (
        ("refused", "fide-qc"), ("refused", "fide-qc", "--article", "8"), ("reinstated", "my-club"),
        ("reinstated", "fide-qc"), ("refused", "fide-qc", "--article", "9"),
    )  # fmt: skip
    for kind, *by in said:
        done("event", "record", f"tournament-{kind}", "--tournament", "T-1", "--by", *by, *ledger)
    shown = json.loads(done("tournament", "show", "T-1", "--format", "json", *ledger))
    stands = [each["overtaken_by"] for each in shown["corrections"]]
    assert stands[:3] == [desk.report + 3, None, None]
    first = desk.report + 4
    assert stands[3:] == [
        first + 4, first + 4, first + 4, first + 4, None,
    ]  # fmt: skip


def test_also_where_no_pool_of_the_tournament_is_open_the_last_correction_overtakes(desk):
    report = submit(desk.ledger, replace(OPEN, id="T-2"), "fide-rapid")
    desk.official.catch_up()
    house = House(desk.ledger, desk.official)
    for score in ("0", "1"), ("=", "="):
        CorrectResult(
            tournament="T-2", game=f"#{report}#0", white=score[0], black=score[1], by="the-body"
        ).record(house)
    shown = ShowTournament(tournament="T-2").answer(house).corrections
    assert [each.overtaken_by for each in shown] == [report + 2, None]


def test_the_worksheet_names_the_event_that_corrected_a_result(desk):
    position = desk.result(f"#{desk.report}#0", "0", "1").receipt.first_position
    desk.close()
    said = done("player", "explain", FIDE, identities.show(1), PERIODS[0], "--ledger", desk.address)
    assert f"as corrected by #{position} (result corrected)" in said
    assert said.count(f"result corrected by #{position}") == 1


def test_what_a_closed_list_is_corrected_by_is_told_everywhere(desk):
    """The worksheet shows the unit of then beside the unit computed again, with the articles."""
    desk.close()
    desk.result(f"#{desk.report}#0", "0", "1")
    desk.close(PERIODS[1])
    at, who = ("--ledger", desk.address), identities.show(1)
    said = done("player", "explain", FIDE, who, PERIODS[1], *at)
    assert "line: correction         -20   [7.1] list 2025-08: -10 as corrected, +10 booked" in said
    assert "list 2025-08, which stays as sealed, computed again as corrected: the diff" in said
    assert "  change                                10       -10   8.3.4: " in said
    shown = json.loads(done("player", "explain", FIDE, who, PERIODS[1], "--format", "json", *at))
    (corrected,) = shown["corrected"]
    assert (corrected["booked_points"], corrected["due_points"]) == ("10", "-10")
    assert corrected["list"]["period"] == "2025-08"
    history = json.loads(done("player", "history", FIDE, who, "--format", "json", *at))
    (booked,) = history["rows"][-1]["corrected"]
    assert (booked["points"], booked["of"]) == ("-20", "2025-08")
    later = "stays as sealed: what it changes is booked on list 2025-09"
    assert later in done("pool", "findings", FIDE, "T-1", "--format", "json", *at)
    told = json.loads(done("tournament", "show", "T-1", "--format", "json", *at))
    assert told["corrections"][0]["kept"][0]["booked_on"] == "2025-09"


def test_a_tournament_nobody_knows_is_refused(desk):
    assert run("tournament", "show", "T-9", "--ledger", desk.address).code == REFUSED
    with pytest.raises(Refused, match="there is no tournament 'T-9'"):
        read_tournament(desk.ledger.read, "T-9")
