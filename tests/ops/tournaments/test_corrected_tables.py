"""The change of a player in a table of chess, as booked and as corrected since the list."""

import sys
from fractions import Fraction

import pytest

from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import Details, TournamentDetailsCorrected
from ops.answers.tournament_games import read_tournament
from ops.tournaments.cross_table import of_tournament
from ops.tournaments.cross_table_document import documents
from ops.tournaments.cross_table_rows import rows
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_units
from projections.queries.explain.cross_table import played
from projections.rating import rate
from projections.tracks.revised import revised
from tests.support.chess_desk import at_a_desk
from tests.support.recording import submit
from tests.support.worlds import FIDE, games, tournament

DAYS = ("2025-07-05", "2025-07-06")
DRAWN = {"white_result": "=", "black_result": "=", "by": "fide-qc"}


@pytest.fixture
def desk(tmp_path):
    """1 beats 2 and draws with 3, all of 2000; on list 2025-08."""
    with at_a_desk(str(tmp_path / "ledger")) as made:
        submit(made.ledger, tournament("A", *DAYS, games(1, "2 1 3 =")), FIDE)
        yield made


def report_of(desk, name="A"):
    (report,) = desk.pool().tournament_history(name).current
    return report


def draw(desk, name="A"):
    """Correct the game of 1 against 2 to a draw."""
    desk.record(ResultCorrected(tournament=name, report=report_of(desk, name), game=0, **DRAWN))


def table_of(desk, name="A"):
    pool = desk.pool()
    found = of_tournament(pool, read_tournament(pool.official.ledger.read, name, pool.known))
    (table,) = documents(pool, found, before=False).tables
    return table


def changes(desk, name="A"):
    """Booked and corrected change by player."""
    entrants = table_of(desk, name).entrants
    return {int(one.player[0]): (one.change, one.corrected_change) for one in entrants}


def revised_changes(desk, name="A"):
    """The change of each player on the revised track."""
    pool = PoolQuery(revised(desk.official.track).track, FIDE)
    (table,) = played(pool, pool.tournament_history(name), name)
    return {one.entrant.player: one.change for one in table.outcomes}


def test_a_change_as_corrected_stands_beside_the_booked_one(desk):
    """As on the revised track; player 3 did not meet the corrected result."""
    desk.close("2025-08")
    assert changes(desk) == {1: (10, None), 2: (-10, None), 3: (0, None)}
    draw(desk)
    assert changes(desk) == {1: (10, 0), 2: (-10, 0), 3: (0, None)}
    assert revised_changes(desk) == {1: 0, 2: 0, 3: 0}
    row = rows(table_of(desk))[1]
    assert [str(row[name]) for name in ("change", "corrected_change")] == ["-10", "0"]


def test_a_correction_before_the_list_changes_what_is_booked(desk):
    draw(desk)
    desk.close("2025-08")
    assert changes(desk) == {1: (0, None), 2: (0, None), 3: (0, None)}
    assert "corrected_change" not in rows(table_of(desk))[0]


def test_the_next_list_books_the_difference_of_both_changes(desk):
    """Of two tournaments of the list a single tournament was corrected."""
    submit(desk.ledger, tournament("B", *DAYS, games(1, "2 1")), FIDE)
    desk.close("2025-08")
    draw(desk)
    desk.close("2025-09")
    difference = {
        one: after - before for one, (before, after) in changes(desk).items() if after is not None
    }
    assert changes(desk, "B") == {1: (10, None), 2: (-10, None)}
    units = [found.unit for found in corrected_units(desk.pool(), on=2)]
    booked = {unit.player: Fraction(unit.due - unit.booked, unit.per) for unit in units}
    assert difference == booked == {1: -10, 2: 10}


def test_article_8_3_3_k_is_that_of_the_corrected_number_of_games(desk):
    """42 games with K 16; without the 19 games removed by corrections K is 20 again."""
    for name in "BC":
        submit(desk.ledger, tournament(name, *DAYS, games(1, " ".join(["2 1"] * 20))), FIDE)
    desk.close("2025-08")
    assert changes(desk, "B")[1] == (16 * 10, None)
    report = report_of(desk, "B")
    forfeit = {"white_result": "+", "black_result": "-", "by": "fide-qc"}
    for game in range(19):
        desk.record(ResultCorrected(tournament="B", report=report, game=game, **forfeit))
    assert changes(desk, "B")[1] == (16 * 10, 20 * Fraction(1, 2))
    assert revised_changes(desk, "B")[1] == 10


def test_another_entrant_has_the_change_that_the_reported_one_loses(desk):
    submit(desk.ledger, tournament("B", *DAYS, games(1, "2 1")), FIDE)
    desk.close("2025-08")
    fact = EntrantReassigned(
        tournament="B", report=report_of(desk, "B"), entrant=1, player=3, by="fide-qc"
    )
    desk.record(fact)
    assert changes(desk, "B") == {1: (10, None), 2: (-10, 0)}
    (other,) = table_of(desk, "B").corrected_entrants
    assert (other.player[0], other.corrected_change) == ("3", -10)
    assert revised_changes(desk, "B") == {1: 10, 3: -10}


def test_a_tournament_that_counts_no_more_has_no_change_and_says_why(desk):
    desk.close("2025-08")
    elsewhere = Details(pools=("fide-rapid",))
    desk.record(TournamentDetailsCorrected(tournament="A", details=elsewhere, by="fide-qc"))
    assert changes(desk) == {1: (10, 0), 2: (-10, 0), 3: (0, None)}
    assert "no longer announced for fide" in str(table_of(desk).about.booked)


def test_a_tournament_is_computed_again_only_if_it_was_corrected(desk):
    submit(desk.ledger, tournament("B", *DAYS, games(1, "2 1")), FIDE)
    desk.close("2025-08")
    draw(desk)
    assert [rated_for(desk, name) for name in "BA"] == [1, 2]


def rated_for(desk, name):
    """How many steps are rated for a table."""
    pool, found = desk.pool(), []

    def called(frame, event, _):
        if event == "call" and frame.f_code is rate.__code__:
            found.append(frame)

    sys.setprofile(called)
    try:
        played(pool, pool.tournament_history(name), name)
    finally:
        sys.setprofile(None)
    return len(found)
