"""Replaced reports and parts on the booking lists, typed as an operator types them."""

import json
import re
from dataclasses import replace
from datetime import date

import pytest

from ledger.store import integrity
from ledger.store.ledger import Ledger
from projections.official import Official
from projections.queries import PoolQuery
from tests.support.begun_ledgers import begun
from tests.support.command import done
from tests.support.kept_state import closings_in
from tests.support.list_files import COMBINED, fixed
from tests.support.received_reports import T
from tests.support.recorded_reports import recorded_report
from tests.support.report_files import Tournament, players, round_robin
from tests.support.verified_worlds import verify

CHESS = "fide-standard"
FOUR = Tournament(
    players(4),
    round_robin(4, "1-0"),
    start=date(2025, 9, 5),
    round_dates=[date(2025, 9, day) for day in (5, 6, 7)],
)
RIGHT = replace(FOUR, rounds=round_robin(4, "0-1"))
LONG = Tournament(
    players(4),
    [*round_robin(4, "1-0"), *round_robin(4, "½-½")],
    start=date(2025, 9, 5),
    end=date(2025, 10, 5),
    round_dates=[*FOUR.round_dates, *(date(2025, 10, day) for day in (3, 4, 5))],
)
SAID = ("--set", "registered_on=2025-07-01", "--set", "received_on=2025-09-08")


@pytest.fixture
def started(tmp_path):
    """Make a ledger with a pool, the law, and the list of September; yield a way to type
    commands.
    """

    def start(name="ratings"):
        address = tmp_path / f"{name}.ledger"

        def typed(*words):
            return done(*words, "--ledger", address)

        rows = [
            f'{player.fide_id},"{player.name}",ITA,{player.sex},{player.birth},{player.rating},20,50,'
            f"{player.rating},2025-08,,,,"
            for player in players(4)
        ]
        (tmp_path / "carried.csv").write_text(
            "number,name,federation,sex,birth_year,rating,k,games,peak,last_counted,"
            "pool_ended,pool_games,pool_rating_sum,pool_points\n" + "\n".join(rows) + "\n"
        )
        begun(
            address,
            "init --origin test.example --zone Europe/Rome",
            f"pool open {CHESS} --first-period 2025-10",
            f"pool adopt {CHESS} 2024-03-01",
            f"pool adopt {CHESS} 2025-10-01",
        )
        carried = ("--on", "2025-09-01", "--source", "September", "--register-new")
        typed("pool", "carry-over", CHESS, tmp_path / "carried.csv", *carried)
        return address, typed

    return start


@pytest.fixture
def written(tmp_path):
    """Write a report to a file."""

    def write(table, name="report.trf"):
        (tmp_path / name).write_bytes(table.trf16())
        return tmp_path / name

    return write


def digests(address):
    """Give the digests of the closed lists; nothing is at fault."""
    with Ledger.open(str(address)) as ledger:
        assert list(integrity.faults(ledger.engine)) == []
        assert verify(ledger).faults == []
        return [closing.list_digest for closing in closings_in(ledger, CHESS)]


def bookings(address):
    """Return the number of the list and the position of each booked report."""
    with Ledger.open(str(address)) as ledger:
        official = Official(ledger)
        try:
            official.catch_up()
            found = PoolQuery(official.track, CHESS).bookings_of(T)
            return sorted((row.number, row.position) for row in found)
        finally:
            official.close()


def one_report(started, written, name, table):
    """Return the list of a ledger with a single report."""
    address, typed = started(name)
    typed("tournament", "import", written(table), "--pool", CHESS, *SAID)
    typed("list", "close", CHESS, "2025-10")
    return digests(address)


def test_the_next_list_rests_on_the_new_report_alone(started, written):
    """A list is the same, byte for byte, whether the right report came at once or second.

    Reading `received_first`: a report put right long after is not a late one.
    """
    address, typed = started()
    typed("tournament", "import", written(FOUR), "--pool", CHESS, *SAID)
    typed("tournament", "import", written(RIGHT), "--replaces", T)
    typed("list", "close", CHESS, "2025-10")
    assert digests(address) == one_report(started, written, "right", RIGHT)
    assert digests(address) != one_report(started, written, "wrong", FOUR)


def test_a_report_that_came_back_counts_once(started, written):
    """Wrong, right, wrong, right again: the last report stands."""
    address, typed = started()
    typed("tournament", "import", written(FOUR), "--pool", CHESS, *SAID)
    for table in (RIGHT, FOUR, RIGHT):
        typed("tournament", "import", written(table), "--replaces", T)
    typed("list", "close", CHESS, "2025-10")
    assert digests(address) == one_report(started, written, "right", RIGHT)


def test_a_report_that_a_closed_list_booked_is_replaced_and_the_list_stays(started, written):
    """The next list books only the differences of the new report."""
    address, typed = started()
    typed("tournament", "import", written(FOUR), "--pool", CHESS, *SAID)
    typed("list", "close", CHESS, "2025-10")
    (sealed,) = digests(address)
    typed("tournament", "import", written(RIGHT), "--replaces", T)
    typed("list", "close", CHESS, "2025-11")
    assert digests(address)[0] == sealed
    assert len(bookings(address)) == 1
    told = typed("player", "explain", CHESS, "1-3", "2025-11")
    assert "line: correction" in told
    assert "list 2025-10, which stays as sealed, computed again as corrected" in told


def test_a_worksheet_shows_the_games_of_the_report_that_stands(started, written):
    """Rounds and addresses are of the new report, and so are the corrections since."""
    _, typed = started()
    typed("tournament", "import", written(FOUR), "--pool", CHESS, *SAID)
    typed("list", "close", CHESS, "2025-10")
    first, _, third = RIGHT.rounds
    shorter = replace(FOUR, rounds=[third, first], round_dates=FOUR.round_dates[:2])
    (new, *_) = re.findall(
        r"\(#(\d+)\)", typed("tournament", "import", written(shorter), "--replaces", T)
    )
    typed(
        "tournament",
        "correct",
        "result",
        T,
        "2:1",
        "--white",
        "=",
        "--black",
        "=",
        "--by",
        "arbiter",
    )
    typed("list", "close", CHESS, "2025-11")
    document = json.loads(typed("player", "explain", CHESS, "1-3", "2025-11", "--format", "json"))
    (unit,) = document["corrected"]
    (played,) = unit["corrected"]["tournaments"]
    games = [(game["round"], game["address"], game["result"]) for game in played["games"]]
    assert games == [(1, f"#{new}#0", "0"), (2, f"#{new}#2", "=")]
    assert [game.get("corrected_by") for game in played["games"]] == [None, int(new) + 1]


def test_the_receipt_of_a_replacement_can_be_had_after_the_list(started, written):
    """To repeat is harmless, a closed list or not."""
    _, typed = started()
    typed("tournament", "import", written(FOUR), "--pool", CHESS, *SAID)
    typed("tournament", "import", written(RIGHT), "--replaces", T)
    typed("list", "close", CHESS, "2025-10")
    told = typed("tournament", "import", written(RIGHT), "--replaces", T)
    assert told.startswith(f"imported already: report.trf as {T}")


def test_a_guest_of_the_new_report_is_rated_by_a_list_recorded_before(started, written, tmp_path):
    """The correction equals the list as closed with the guest known."""
    (*_, guest) = players(5)
    with_guest = replace(FOUR, players=players(5), rounds=round_robin(5, "1-0"), round_dates=[])
    row = {"ID Number": guest.fide_id, "Name": guest.name, "SRtng": f"{guest.rating}"}
    (tmp_path / "theirs").write_bytes(fixed(COMBINED, row))
    of_list = ("--issuer", "fide", "--list", "2025-09", "--list-date", "2025-09-01")
    said = (*SAID[:2], "--set", "received_on=2025-09-10")

    def start(name):
        address, typed = started(name)
        typed("external-list", "record", tmp_path / "theirs", *of_list)
        return address, typed

    address, typed = start("late")
    typed("tournament", "import", written(FOUR), "--pool", CHESS, *SAID)
    typed("list", "close", CHESS, "2025-10")
    typed("tournament", "import", written(with_guest), "--replaces", T, "--register-new")
    typed("list", "close", CHESS, "2025-11")
    late = explained(typed, "2025-11")
    digests(address)
    typed("rebuild")
    assert explained(typed, "2025-11") == late
    _, typed_at_once = start("at once")
    typed_at_once(
        "tournament", "import", written(with_guest), "--pool", CHESS, "--register-new", *said
    )
    typed_at_once("list", "close", CHESS, "2025-10")
    (unit,) = explained(typed_at_once, "2025-10")["units"]
    (corrected,) = late["corrected"]
    assert games_of(corrected["corrected"]) == games_of(unit)
    assert guest.rating in [game["opponent_rating"]["value"] for game in games_of(unit).values()]
    assert late["new"] == unit["after"]


def explained(typed, period):
    """Give the explanation of a rating of the first player."""
    return json.loads(typed("player", "explain", CHESS, "1-3", period, "--format", "json"))


def games_of(unit):
    """Give the columns of the games of a unit by opponent."""
    (played,) = unit["tournaments"]
    return {game["opponent"]: game["cells"] for game in played["games"]}


def in_parts(typed, report):
    """Report a long tournament month by month out of a single file."""
    first = ("--part", "1", "--rounds", "1-3", "--set", "event_end=2025-10-05")
    typed("tournament", "import", report, "--pool", CHESS, *SAID, *first)
    typed(
        "tournament", "import", report, "--of", T, "--part", "2", "--rounds", "4-6", "--last-part"
    )


def test_parts_are_booked_on_the_lists_of_their_months(started, written):
    address, typed = started()
    in_parts(typed, written(LONG))
    typed("list", "close", CHESS, "2025-10")
    (first,) = bookings(address)
    typed("list", "close", CHESS, "2025-11")
    assert bookings(address) == [first, (first[0] + 1, first[1] + 1)]
    assert len(set(digests(address))) == 2


def test_one_part_can_be_replaced_after_the_list_of_the_other(started, written):
    """The part booked by a list stays unchanged; export joins both."""
    address, typed = started()
    in_parts(typed, written(LONG))
    typed("list", "close", CHESS, "2025-10")
    new = replace(LONG, rounds=[*round_robin(4, "1-0"), *round_robin(4, "0-1")])
    words = ("tournament", "import", written(new), "--replaces", T, "--rounds", "4-6", "--part")
    told = typed(*words, "2")
    assert f"imported: report.trf as {T}, part 2" in told
    typed("list", "close", CHESS, "2025-11")
    assert len(bookings(address)) == 2
    with Ledger.open(str(address)) as ledger:
        report = recorded_report(ledger.read, T)
    assert [game.white_result for game in report.games] == ["1"] * 6 + ["0"] * 6
    assert (report.start, report.end, report.number_of_rounds) == (LONG.start, LONG.end, 6)
