"""Ratings corrected or annulled by the body: the effect on the next list, and the
explanation.

Base corrections as in the calculations FIDE publishes: a period may start from another rating
than the list in force shows.
"""

from collections.abc import Iterator
from itertools import permutations

import pytest

from ledger.events.pool import RatingsAdjusted, RatingsAnnulled
from ledger.events.report import TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from projections.queries.explain import explain
from projections.queries.explain.sheets import Line
from tests.oracles.world import Tournament
from tests.support.chess_desk import NO_FILE, Desk, at_a_desk
from tests.support.event_samples import fours, players
from tests.support.recording import submission
from tests.support.worlds import FIDE, games, tournament, won

PERIOD = "2025-08"
LATER = "2025-09"
IN_JULY = ("2025-07-02", "2025-07-20")


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    """Three players of 2000 with K 20."""
    with at_a_desk(str(tmp_path / "a.ledger")) as made:
        yield made


def corrected(player: int, before: int, after: int) -> RatingsAdjusted:
    return RatingsAdjusted(
        pool=FIDE, player=players(player), before=fours(before), after=fours(after), by="body"
    )


def annulled(*numbers: int) -> RatingsAnnulled:
    return RatingsAnnulled(pool=FIDE, player=players(*numbers), by="council")


def submitted(played: Tournament) -> tuple[TournamentRegistered, TournamentSubmitted]:
    registered = TournamentRegistered(
        tournament=played.id,
        name=played.id,
        pools=(FIDE,),
        start=played.start,
        end=played.end,
        registered_on=played.start,
    )
    return registered, submission(played, NO_FILE)


def lines(desk: Desk, player: int, period: str) -> list[Line]:
    asked = desk.pool()
    (unit,) = explain(asked, player, asked.list_of(period)).units
    return list(unit.lines)


# --------------------------------------------------------------------------------- base corrections


@pytest.mark.parametrize("order", list(permutations("abc")), ids="".join)
def test_a_corrected_base_and_the_games_of_the_period_add_up_in_any_order(tmp_path, order):
    """Base 2000 corrected to 2001, and +10 from games played as 2000: 2011, in either order."""
    facts = {
        "a": submitted(won("A", *IN_JULY)),
        "b": (corrected(1, 2000, 2001),),
        "c": submitted(tournament("C", *IN_JULY, games(1, "3 ="))),
    }
    with at_a_desk(str(tmp_path / "a.ledger")) as desk:
        for name in order:
            desk.record(*facts[name])
        desk.close(PERIOD)
        assert desk.rating(1, PERIOD) == 2011
        assert (desk.rating(2, PERIOD), desk.rating(3, PERIOD)) == (1990, 2000)


def test_differences_go_by_the_list_in_force_not_by_the_corrected_base(desk):
    """A base 400 higher changes no expected score of games played before the correction."""
    desk.record(corrected(1, 2000, 2400))
    desk.record(*submitted(won("A", *IN_JULY)))
    desk.close(PERIOD)
    assert desk.rating(1, PERIOD) == 2410


def test_the_explanation_shows_the_correction_as_a_line_of_its_own(desk):
    """Play and correction stand apart, and add up to new less old."""
    desk.record(*submitted(won("A", *IN_JULY)))
    desk.record(corrected(1, 2000, 2001))
    desk.close(PERIOD)
    found = [(line.kind, int(line.points), line.article) for line in lines(desk, 1, PERIOD)]
    assert found == [("play", 10, "8.3.2 (d)"), ("adjustment", 1, "7.1")]


def test_a_correction_after_the_closing_is_the_base_of_the_next_list(desk):
    """The correction starts from the list before; the games of the period come on top."""
    desk.record(*submitted(won("A", *IN_JULY)))
    desk.close(PERIOD)
    desk.record(corrected(1, 2010, 2012))
    desk.record(*submitted(won("B", "2025-08-02", "2025-08-20")))
    desk.close(LATER)
    expected = {1: 2012 + 9, 2: 1990 - 9}  # 2010 against 1990: .53
    assert {player: desk.rating(player, LATER) for player in expected} == expected


# --------------------------------------------------------------------------------- annulled ratings


def test_reading_annulled_ratings_are_gone_from_the_next_list_and_exit_is_their_line(desk):
    """Two at once; other players stay. Older lists do not change."""
    desk.close(PERIOD)
    desk.record(annulled(1, 3))
    desk.close(LATER)
    assert [desk.rating(player, LATER) for player in (1, 2, 3)] == [0, 2000, 0]
    assert desk.rating(1, PERIOD) == 2000
    (line,) = lines(desk, 1, LATER)
    assert (line.kind, int(line.points)) == ("exit", 0)
    assert str(line.why).startswith("annulled by council, event #")


def test_reading_annulled_ratings_games_of_the_period_count_for_the_opponent_only(desk):
    """The player was rated then: the opponent's change stays, the player's own goes along."""
    desk.record(*submitted(won("A", *IN_JULY)))
    desk.record(annulled(1))
    desk.close(PERIOD)
    assert (desk.rating(1, PERIOD), desk.rating(2, PERIOD)) == (0, 1990)
    assert sum(line.points for line in lines(desk, 2, PERIOD)) == -10


@pytest.mark.parametrize("first", ["corrected", "annulled"])
def test_reading_annulled_ratings_holds_beside_a_correction(desk, first):
    """Whichever came first."""
    facts = [corrected(1, 2000, 2100), annulled(1)]
    for fact in facts if first == "corrected" else facts[::-1]:
        desk.record(fact)
    desk.close(PERIOD)
    assert desk.rating(1, PERIOD) == 0


def test_reading_annulled_ratings_the_pool_and_the_counter_begin_anew(desk):
    """Five games later a first rating of those games alone; none of the old games comes back."""
    desk.record(annulled(1))
    desk.close(PERIOD)
    again = tournament("B", "2025-08-02", "2025-08-20", games(1, "2 = 3 = 2 = 3 ="))
    desk.record(*submitted(again))
    desk.close(LATER)
    assert desk.rating(1, LATER) == 0
    desk.record(*submitted(tournament("C", "2025-09-02", "2025-09-20", games(1, "2 ="))))
    desk.close("2025-10")
    asked = desk.pool()
    state = asked.state(1, asked.list_of("2025-10").number)
    assert state.fields["games"] == 5
    assert state.fields["peak"] == 2000


def test_reading_annulled_ratings_without_a_rating_nothing_ceases(desk):
    """Named though unlisted: results waiting for a first rating go on waiting."""
    desk.record(annulled(1))
    desk.close(PERIOD)
    desk.record(*submitted(tournament("B", "2025-08-02", "2025-08-20", games(1, "2 = 3 ="))))
    desk.record(annulled(1))
    desk.close(LATER)
    three = games(1, "2 = 3 = 2 =")
    desk.record(*submitted(tournament("C", "2025-09-02", "2025-09-20", three)))
    desk.close("2025-10")
    assert desk.rating(1, "2025-10") > 0


def test_a_list_without_the_annulled_reproduces_from_the_ledger(desk):
    """A rebuild gives the same."""
    desk.record(*submitted(won("A", *IN_JULY)))
    desk.record(annulled(1))
    desk.close(PERIOD)
    desk.official.rebuild()
    assert desk.rating(1, PERIOD) == 0
