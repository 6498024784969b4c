"""The tournaments of a pool, and where each stands."""

from datetime import date

import pytest

from ledger.errors import Refused
from ledger.events.counting import TournamentCancelled, TournamentRefused, TournamentReinstated
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ops.answers.answer import stated
from ops.cli.exits import REFUSED
from ops.house import House
from ops.tournaments.corrections import AnnulReport, ReinstateReport
from ops.tournaments.questions import ListTournaments
from ops.tournaments.register import tournaments_of
from projections.queries import PoolQuery
from tests.support import category_desk
from tests.support.chess_desk import at_a_desk, part
from tests.support.command import done, run
from tests.support.recording import submit
from tests.support.worlds import (
    FIDE,
    PAIR,
    RUBELE,
    federation,
    games,
    tournament,
    won,
)

AUGUST, SEPTEMBER = "2025-08", "2025-09"
TODAY = date(2025, 10, 5)


def announced(name: str, start: str, end: str) -> TournamentRegistered:
    return TournamentRegistered(
        tournament=name, name=f"Open {name}", pools=(FIDE,), federation="ITA",
        start=date.fromisoformat(start), end=date.fromisoformat(end),
    )  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    """Booked: A, and B, refused by an actor without the right. Refused: C, before and
    after August.

    Announced: D. Cancelled: E. Waiting: F, and the second part of G, whose first is booked.
    """
    with at_a_desk(str(tmp_path / "ledger")) as made:
        for name in "ABC":
            submit(made.ledger, won(name, "2025-07-05", "2025-07-06"), FIDE)
        made.record(announced("D", "2025-10-01", "2025-10-02"))
        made.record(announced("E", "2025-10-03", "2025-10-04"))
        made.record(TournamentCancelled(tournament="E", by="organiser"))
        months = announced("G", "2025-07-10", "2025-08-20")
        first = tournament("G", "2025-07-10", "2025-07-11", games(1, "3 1"))
        made.record(months, part(first, 1))
        made.close(AUGUST)
        made.record(TournamentRefused(tournament="B", by="my-club"))
        made.record(TournamentRefused(tournament="C", by="fide-qc"))
        second = tournament("G", "2025-08-19", "2025-08-20", games(1, "3 1"))
        made.record(part(second, 2, last=True))
        submit(made.ledger, won("F", "2025-08-05", "2025-08-06"), FIDE)
        yield made


def answered(pool, today=TODAY, **asked):
    return tournaments_of([pool], ListTournaments(**asked), today)


def found(desk, known: int | None = None, **asked) -> dict[str, tuple[str, ...]]:
    answer = answered(desk.pool(known), **asked)
    return {row.tournament: (row.state, *row.lists) for row in answer.rows}


def test_numbers_of_one_day_follow_one_another_past_six_digits(desk):
    for name in ("T-1000000", "T-999999", "T-000002"):
        desk.record(announced(name, "2025-12-01", "2025-12-02"))
    assert list(found(desk))[:3] == ["T-000002", "T-999999", "T-1000000"]


def test_each_tournament_stands_in_one_state_with_the_lists_that_booked_it(desk):
    """Those with the latest end come first."""
    assert list(found(desk).items()) == [
        ("E", ("cancelled",)),
        ("D", ("announced",)),
        ("G", ("waiting", AUGUST)),
        ("F", ("waiting",)),
        ("A", ("booked", AUGUST)),
        ("B", ("booked", AUGUST)),
        ("C", ("refused", AUGUST)),
    ]


def test_a_tournament_of_which_every_report_is_annulled_is_neither_booked_nor_waiting(desk):
    """A was booked, F waits; the remaining part of G still waits for a list."""
    house, before = House(desk.ledger, desk.official), desk.ledger.read.head().next_position - 1
    first, *_ = desk.pool().tournament_history("G").current
    for name, report in (("A", None), ("F", None), ("G", first)):
        AnnulReport(tournament=name, by="fide-qc", report=report).record(house)
    states = {name: state for name, (state, *_) in found(desk).items()}
    assert [states[name] for name in "AFG"] == ["annulled", "annulled", "waiting"]
    assert found(desk, state="annulled") == {"F": ("annulled",), "A": ("annulled", AUGUST)}
    assert "".join(found(desk, state="booked")) == "B"
    desk.close(SEPTEMBER)
    assert found(desk)["A"] == ("annulled", AUGUST)
    assert found(desk, known=before)["A"] == ("booked", AUGUST)
    ReinstateReport(tournament="A", by="fide-qc").record(house)
    assert found(desk)["A"] == ("booked", AUGUST)


def test_a_pool_that_was_not_opened_had_no_tournaments(desk):
    assert not found(desk, known=0)


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({"state": "announced"}, "D"),
        ({"state": "waiting"}, "GF"),
        ({"state": "booked"}, "AB"),
        ({"state": "refused"}, "C"),
        ({"state": "cancelled"}, "E"),
        ({"list": AUGUST}, "GABC"),
        ({"list": AUGUST, "state": "waiting"}, "G"),
        ({"since": date(2025, 10, 2)}, "ED"),
        ({"since": date(2025, 10, 3)}, "E"),
        ({"until": date(2025, 8, 6)}, "FABC"),
        ({"until": date(2025, 7, 5)}, ""),
    ],
)
def test_a_filter_leaves_the_others_out(desk, asked, names):
    assert "".join(found(desk, **asked)) == names


def test_announced_ones_that_are_over_have_no_report(desk):
    """The last day itself is not over; E was called off."""
    assert "".join(found(desk, today=date(2025, 10, 2), without_report=True)) == ""
    assert "".join(found(desk, today=date(2025, 10, 3), without_report=True)) == "D"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("open d", "D"),
        ("OPÈN", "EDG"),
        ("siena", "D"),
        ("sien op", "D"),
        ("firenze", ""),
        ("pen", ""),
        ("open siena 4", ""),
    ],
)
def test_words_of_name_and_place_as_corrected(desk, text, names):
    for place in ("Firenze", "Siena"):
        details = Details(place=place)
        desk.record(TournamentDetailsCorrected(tournament="D", details=details, by="organiser"))
    assert "".join(found(desk, text=text)) == names


def test_a_place_is_as_known_then(desk):
    before = desk.pool().known
    details = Details(place="Siena")
    desk.record(TournamentDetailsCorrected(tournament="D", details=details, by="organiser"))
    assert "".join(found(desk, text="siena")) == "D"
    assert "".join(found(desk, before, text="siena")) == ""


def test_what_came_since_the_last_search_counts(desk):
    """A new name; then a place beside it; the name stays."""
    assert "".join(found(desk, text="open")) == "EDG"
    before = desk.pool().known
    for details in (Details(name="Torneo"), Details(place="Siena")):
        desk.record(TournamentDetailsCorrected(tournament="D", details=details, by="organiser"))
        assert "".join(found(desk, text="open")) == "EG"
        assert "".join(found(desk, text="torneo")) == "D"
    assert "".join(found(desk, text="torneo siena")) == "D"
    assert "".join(found(desk, before, text="torneo")) == ""
    assert "".join(found(desk, before, text="open")) == "EDG"


def test_a_text_without_words_is_refused(desk):
    with pytest.raises(Refused, match="write words of a name or a place"):
        found(desk, text=" -- ")


def test_days_of_which_the_last_comes_first_are_refused(desk):
    """An empty answer would read as if nothing had been played."""
    with pytest.raises(Refused, match="2025-08-05 comes before since 2025-08-06"):
        found(desk, since=date(2025, 8, 6), until=date(2025, 8, 5))


def test_pages_follow_each_other(desk):
    pages = [list(found(desk, limit=3, page=page)) for page in (1, 2, 3, 4)]
    assert pages == [["E", "D", "G"], ["F", "A", "B"], ["C"], []]
    about = answered(desk.pool(), limit=3, page=2).about
    assert stated(about) == {"tournaments": 7, "known_to": desk.pool().known, "next_page": 3}
    assert answered(desk.pool(), limit=7).about.next_page is None


def test_a_page_asks_only_the_lists_that_could_have_booked_what_is_on_it(desk, monkeypatch):
    """Not every list: a page of an old ledger costs the same as a page of a young ledger."""
    for name, month in (("H", 8), ("I", 9), ("K", 10)):
        submit(desk.ledger, won(name, f"2025-{month:02}-05", f"2025-{month:02}-06"), FIDE)
        desk.close(f"2025-{month + 1:02}")
    asked = []
    bookings = PoolQuery.bookings

    def counted(pool, number, player=None):
        asked.append(number)
        return bookings(pool, number, player)

    monkeypatch.setattr(PoolQuery, "bookings", counted)
    assert found(desk, state="booked", limit=1) == {"K": ("booked", "2025-11")}
    assert asked == [4]
    assert found(desk, state="announced") == {"D": ("announced",)}
    assert asked == [4]


def test_what_is_recorded_moves_a_tournament_on(desk):
    """Reinstated, the tournament is booked again; the next list takes waiting tournaments; as
    known before, nothing changes.
    """
    known = desk.pool().known
    desk.record(TournamentReinstated(tournament="C", by="fide-qc"))
    moved = Details(start=date(2025, 7, 4))
    desk.record(TournamentDetailsCorrected(tournament="A", details=moved, by="body"))
    desk.close(SEPTEMBER)
    assert found(desk, list=SEPTEMBER) == {
        "G": ("booked", AUGUST, SEPTEMBER), "F": ("booked", SEPTEMBER),
    }  # fmt: skip
    assert found(desk)["A"] == found(desk)["C"] == ("booked", AUGUST)
    assert found(desk, known)["C"] == ("refused", AUGUST)
    assert found(desk, known)["F"] == ("waiting",)


def test_a_list_that_only_took_points_back_is_among_those_of_a_tournament(desk):
    """C was refused after August, so September corrects C; B by an actor without the right."""
    desk.close(SEPTEMBER)
    rows = answered(desk.pool(), list=SEPTEMBER).rows
    assert [(row.tournament, row.state, row.lists, row.corrected_on) for row in rows] == [
        ("G", "booked", (AUGUST, SEPTEMBER), ()),
        ("F", "booked", (SEPTEMBER,), ()),
        ("C", "refused", (AUGUST,), (SEPTEMBER,)),
    ]
    assert found(desk, list=SEPTEMBER, state="refused") == {"C": ("refused", AUGUST)}
    every = answered(desk.pool()).rows
    assert [row.tournament for row in every if row.corrected_on] == ["C"]
    desk.record(TournamentReinstated(tournament="C", by="fide-qc"))
    desk.close("2025-10")
    (again,) = answered(desk.pool(), list="2025-10").rows
    assert (again.state, again.corrected_on) == ("booked", (SEPTEMBER, "2025-10"))
    shown = done("tournament", "list", FIDE, "--list", "2025-10", "--ledger", desk.ledger.address)
    assert "2025-08, corrected on 2025-09, corrected on 2025-10" in shown


def test_in_a_chain_too(tmp_path):
    """Elo-Rubele books everything after the tournament anew."""
    days = [("L1", date(2025, 3, 31)), ("L2", date(2025, 6, 30))]
    world = federation([*PAIR], periods=("L1", "L2"), on=date(2025, 1, 1))
    at = str(tmp_path / "ledger")
    with category_desk.at_a_desk(at, world, RUBELE, days) as draughts:
        for name in "AB":
            draughts.submit(won(name, "2025-02-01", "2025-02-01"))
        draughts.close("L1")
        draughts.say(TournamentRefused(tournament="A", by="ctf"))
        draughts.close("L2")
        (row,) = answered(draughts.pool(), list="L2").rows
        assert (row.tournament, row.state) == ("A", "refused")
        assert (row.lists, row.corrected_on) == (("L1",), ("L2",))


def test_the_command_lists_them_and_one_is_shown_as_before(desk):
    where = ("--ledger", desk.ledger.address)
    shown = done("tournament", "list", FIDE, "--list", AUGUST, "--state", "booked", *where)
    assert "Tournament A" in shown
    assert "Tournament F" not in shown
    document = run("tournament", "list", "--limit", "1", "--format", "json", *where).document
    (row,) = document["rows"]
    assert (row["pool"], row["tournament"], row["end"]) == (FIDE, "E", "2025-10-04")
    assert document["about"] == {"tournaments": 7, "known_to": desk.pool().known, "next_page": 2}
    assert "reports of A\n" in done("tournament", "show", "A", *where)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere",), "there is no pool 'nowhere'"),
        ((FIDE, "--list", "2030-01"), "no list '2030-01' is closed"),
        (("--list", AUGUST), "name the pool of the list"),
        ((FIDE, "--page", "0"), "pages are counted from 1"),
        ((FIDE, "--limit", "-1"), "0 for all"),
    ],
)
def test_what_has_no_answer_is_refused(desk, words, says):
    ran = run("tournament", "list", *words, "--ledger", desk.ledger.address)
    assert ran.code == REFUSED
    assert says in ran.err


def test_a_row_has_place_federation_players_and_rounds_as_known(desk):
    """Of parts: each player once, all rounds; before a report neither is known."""
    before = desk.ledger.read.head().next_position - 1
    details = Details(place="Fiume")
    desk.record(TournamentDetailsCorrected(tournament="G", details=details, by="fide-qc"))

    def told(known=None):
        rows = answered(desk.pool(known)).rows
        return {
            row.tournament: (row.place, row.federation, row.players, row.rounds) for row in rows
        }

    assert told()["G"] == ("Fiume", "ITA", 2, 2)
    assert told()["A"][2:] == (2, 1)
    assert told()["D"] == (None, "ITA", None, None)
    assert told(before)["G"][0] is None


def test_a_page_of_tournaments_is_read_in_as_many_statements_as_one(desk, monkeypatch):
    read = type(desk.ledger.read)
    plain = read._rows_of

    def statements(limit):
        made, pool = [], desk.pool()

        def counted(*of):
            made.append(of)
            return plain(*of)

        monkeypatch.setattr(read, "_rows_of", counted)
        answered(pool, limit=limit, state="booked")
        monkeypatch.undo()
        return len(made)

    assert statements(1) == statements(50)
