"""Corrections of closed lists reading by reading: the next list's bookings, and the facts left."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import pytest

from ledger.events.counting import GameAdmitted, GameExcluded, TournamentRefused
from projections.queries import findings
from projections.queries.explain import explain
from projections.queries.explain.sheets import Explanation
from projections.rating.corrected import BOOKED, LAPSED, VOID
from tests.oracles.world import Adjustment, Tournament, World
from tests.support.chess_desk import Desk, replacement
from tests.support.recording import a_ledger, adjusted, begin, following, submit
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.verified_worlds import verify
from tests.support.worlds import (
    FIDE,
    PERIODS,
    federation,
    games,
    rated,
    tournament,
)

OTHERS = [rated(number, 2000, k=20) for number in range(2, 40)]
AWAY, BACK = ("elsewhere",), (FIDE,)


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    """1 and 2 to 39 of 2000 with K 20, 40 of 1760, 41 of 1401; 50 to 52 are newcomers."""
    carried = [rated(1, 2000, k=20), *OTHERS, rated(40, 1760), rated(41, 1401, k=20)]
    world = federation(carried, newcomers=[50, 51, 52])
    with at_a_desk_of(str(tmp_path / "ledger"), world) as made:
        yield made
        assert verify(made.ledger).faults == []


@contextmanager
def at_a_desk_of(address: str, world: World) -> Iterator[Desk]:
    """A ledger with the people of a world."""
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE)
        yield Desk(ledger, official)


def event(name: str, month: int, player: int, text: str) -> Tournament:
    """A tournament within a month of 2025: of a player against others."""
    return tournament(name, f"2025-{month:02d}-05", f"2025-{month:02d}-10", games(player, text))


def score(first: int, results: str) -> str:
    """Results against as many opponents, from the first on: `score(2, "1=0")`."""
    return " ".join(f"{first + at} {each}" for at, each in enumerate(results))


def ratings(desk: Desk, player: int, lists: int) -> list[int]:
    """A player's ratings on the first lists."""
    return [desk.rating(player, period) for period in PERIODS[:lists]]


def told(desk: Desk, player: int, period: str) -> Explanation:
    """How a rating came about."""
    pool = desk.pool()
    return explain(pool, player, pool.list_of(period))


def lines(desk: Desk, player: int, period: str) -> list[tuple[str, Fraction | int]]:
    """The lines of a rating."""
    return [
        (line.kind, line.points) for unit in told(desk, player, period).units for line in unit.lines
    ]


def away(desk: Desk, name: str) -> int:
    """Let a tournament not count for the pool."""
    return desk.record(details_corrected(name, pools=AWAY)(0))


# ------------------------------------------------------------------------------------ the unit


def two_of_eighteen(desk: Desk) -> None:
    """1 plays 18 games with +1.50 and 18 with +2.20 on the list of August."""
    submit(desk.ledger, event("A", 7, 1, score(2, "111" + "=" * 15)), FIDE)
    second = score(20, "1111" + "=" * 13)
    submit(desk.ledger, event("B", 7, 1, f"{second} 40 1"), FIDE)
    desk.close("2025-08")


def test_a_unit_is_the_list_not_the_tournament(desk):
    """K 20 and 36 games give K 19 and +70; without the second +30 at K 20: so −40, not −41.8."""
    two_of_eighteen(desk)
    away(desk, "B")
    desk.close("2025-09")
    assert ratings(desk, 1, 2) == [2070, 2030]
    assert lines(desk, 1, "2025-09") == [("correction", -40)]
    (corrected,) = told(desk, 1, "2025-09").corrected
    cells = [
        (sheet.cells["k"].value, sheet.cells["change"].value)
        for sheet in (corrected.booked, corrected.corrected)
    ]
    assert cells == [(19, 70), (20, 30)]
    assert corrected.kind == BOOKED


def test_chains_telescope_and_reinstatement_is_the_inverse(desk):
    """Reading `facts_differ`: each correction starts from the result of the last."""
    two_of_eighteen(desk)
    away(desk, "B")
    desk.close("2025-09")
    desk.record(result_corrected("A", 0, "01")(desk_report(desk, "A")))
    desk.close("2025-10")
    desk.record(result_corrected("A", 0, "10")(desk_report(desk, "A")))
    desk.record(details_corrected("B", pools=BACK)(0))
    desk.close("2025-11")
    assert ratings(desk, 1, 4) == [2070, 2030, 2010, 2070]


def desk_report(desk: Desk, name: str) -> int:
    """The position of a tournament's report."""
    return desk.pool().bookings_of(name)[0].position


def test_a_correction_and_its_inverse_in_one_open_period_leave_the_list_as_without(desk):
    two_of_eighteen(desk)
    at = desk_report(desk, "A")
    for fact in (
        details_corrected("B", pools=AWAY)(0),
        result_corrected("A", 2, "--")(at),
        reassigned("A", 0, 39)(at),
        details_corrected("B", pools=BACK)(0),
        reassigned("A", 0, 1)(at),
        result_corrected("A", 2, "10")(at),
    ):
        desk.record(fact)
    desk.close("2025-09")
    assert lines(desk, 1, "2025-09") == []
    assert told(desk, 1, "2025-09").corrected == ()


def test_a_decision_about_a_game_comes_as_a_correction_of_both_its_players(desk):
    at = submit(desk.ledger, event("A", 7, 1, "2 1 3 ="), FIDE)
    desk.close("2025-08")
    desk.record(GameExcluded(tournament="A", report=at, game=0, by="fide-fpl", article="5.1"))
    desk.close("2025-09")
    assert [ratings(desk, player, 2) for player in (1, 2, 3)] == [
        [2010, 2000],
        [1990, 2000],
        [2000, 2000],
    ]
    desk.record(GameAdmitted(tournament="A", report=at, game=0, by="fide-fpl", article="5.1"))
    desk.close("2025-10")
    assert [desk.rating(player, "2025-10") for player in (1, 2)] == [2010, 1990]


def test_a_tournament_refused_after_its_list_takes_back_every_change(desk):
    submit(desk.ledger, event("A", 7, 1, "2 1 3 ="), FIDE)
    desk.close("2025-08")
    desk.record(TournamentRefused(tournament="A", by="fide-qc", article="0.4"))
    desk.close("2025-09")
    assert [ratings(desk, player, 2) for player in (1, 2)] == [[2010, 2000], [1990, 2000]]


def test_an_entrant_reassigned_gives_and_takes(desk):
    at = submit(desk.ledger, event("A", 7, 1, "2 1"), FIDE)
    desk.close("2025-08")
    desk.record(reassigned("A", 0, 5)(at))
    desk.close("2025-09")
    assert [ratings(desk, player, 2) for player in (1, 5, 2)] == [
        [2010, 2000],
        [2000, 2010],
        [1990, 1990],
    ]


def test_a_new_report_books_what_differs(desk):
    played = event("A", 7, 1, "2 1 3 =")
    at = submit(desk.ledger, played, FIDE)
    desk.close("2025-08")
    desk.record(replacement(event("A", 7, 1, "2 0 3 ="), at))
    desk.close("2025-09")
    assert [ratings(desk, player, 2) for player in (1, 2, 3)] == [
        [2010, 1990],
        [1990, 2010],
        [2000, 2000],
    ]


def test_corrected_days_move_the_list_in_force_not_the_unit(desk):
    """Reading `booked_stays`: played before the list of August, with the ratings of July."""
    submit(desk.ledger, event("A", 7, 1, "2 1 3 1"), FIDE)
    desk.close("2025-08")
    submit(desk.ledger, event("B", 8, 1, "4 1"), FIDE)
    desk.close("2025-09")
    before = told(desk, 1, "2025-09").units[0].tournaments[0].cells["rating_used"].value
    moved = {"start": event("B", 7, 1, "").start, "end": event("B", 12, 1, "").end}
    desk.record(details_corrected("B", **moved)(0))
    desk.close("2025-10")
    (corrected,) = told(desk, 1, "2025-10").corrected
    (played,) = corrected.corrected.tournaments
    assert (before, played.cells["rating_used"].value) == (2020, 2000)
    assert corrected.list.period == "2025-09"
    assert len(desk.pool().bookings_of("B")) == 1


# ------------------------------------------------------------------------ counters, peaks, lists


def test_a_correction_is_no_game_and_the_counter_takes_the_corrected_facts(desk):
    """Reading `activity_as_listed`: not in the sum, not in n, not in activity."""
    two_of_eighteen(desk)
    away(desk, "B")
    desk.close("2025-09")
    pool = desk.pool()
    fields = [pool.state(1, number).fields for number in (1, 2)]
    assert [field["games"] for field in fields] == [136, 118]
    assert [field["last_counted"] for field in fields] == [fields[0]["last_counted"]] * 2
    assert pool.state(1, 2).games == 0


def test_a_published_peak_stays(desk):
    two_of_eighteen(desk)
    away(desk, "B")
    desk.close("2025-09")
    assert desk.pool().state(1, 2).fields["peak"] == 2070


def test_a_correction_may_take_somebody_below_the_floor(desk):
    """7.2.1: 1401 and 8 for a draw; as corrected 2 less."""
    at = submit(desk.ledger, event("A", 7, 41, "40 ="), FIDE)
    desk.close("2025-08")
    assert desk.rating(41, "2025-08") == 1409
    desk.record(result_corrected("A", 0, "01")(at))
    desk.close("2025-09")
    assert desk.rating(41, "2025-09") == 0
    assert [kind for kind, _ in lines(desk, 41, "2025-09")] == ["correction", "exit"]


def test_who_is_no_longer_on_the_list_loses_the_correction_with_a_finding(desk):
    """Reading `left_the_list`: the correction lapses, also for a player back since."""
    submit(desk.ledger, event("A", 7, 1, "2 1"), FIDE)
    desk.close("2025-08")
    desk.record(adjusted(Adjustment(1, 2010, None, 1), FIDE))
    desk.close("2025-09")
    desk.record(adjusted(Adjustment(1, None, 1950, 2), FIDE))
    away(desk, "A")
    desk.close("2025-10")
    assert ratings(desk, 1, 3) == [2010, 0, 1950]
    assert desk.rating(2, "2025-10") == 2000
    assert told(desk, 1, "2025-10").corrected[0].kind == LAPSED
    (said,) = [
        finding for finding in findings.of_player(desk.pool(), 1) if "lapsed" in str(finding.says)
    ]
    assert str(said.says).startswith(
        "lapsed: a correction of list 2025-08 (0 as corrected, 10 booked)"
    )


def test_a_decision_and_a_correction_hold_beside_each_other(desk):
    at = submit(desk.ledger, event("A", 7, 1, "2 1 3 ="), FIDE)
    desk.close("2025-08")
    desk.record(adjusted(Adjustment(1, 2010, 2011, 1), FIDE))
    desk.record(result_corrected("A", 1, "10")(at))
    desk.close("2025-09")
    assert lines(desk, 1, "2025-09") == [("adjustment", 1), ("correction", 10)]


# ----------------------------------------------------------------------------- first ratings


FIVE = "2 1 3 = 4 = 5 = 6 ="


def newcomer(desk: Desk, text: str = FIVE) -> int:
    """50 plays a first event and is on the list of August; then 3 games in August."""
    at = submit(desk.ledger, event("N", 7, 50, text), FIDE)
    desk.close("2025-08")
    submit(desk.ledger, event("O", 8, 50, "7 1 8 1 9 0"), FIDE)
    desk.close("2025-09")
    return at


def test_a_first_rating_that_comes_out_otherwise_is_corrected(desk):
    at = newcomer(desk)
    first, second = ratings(desk, 50, 2)
    desk.record(result_corrected("N", 1, "10")(at))
    desk.close("2025-10")
    ((kind, points),) = lines(desk, 50, "2025-10")
    (corrected,) = told(desk, 50, "2025-10").corrected
    assert (kind, corrected.booked_points, corrected.booked_points + points) == (
        "correction",
        Fraction(first),
        corrected.due_points,
    )
    assert desk.rating(50, "2025-10") == second + points


def few_games(desk: Desk, at: int) -> None:
    """Four games are left."""
    desk.record(result_corrected("N", 4, "--")(at))


def no_point(desk: Desk, at: int) -> None:
    """No point is left in the first event."""
    for game in range(5):
        desk.record(result_corrected("N", game, "01")(at))


def below_floor(desk: Desk, at: int) -> None:
    """Against opponents of 1401, half a point is left of five games."""
    for game in range(2):
        desk.record(result_corrected("N", game, "01")(at))


WEAK = "41 1 41 1 41 = 41 0 41 0"


@pytest.mark.parametrize(
    ("text", "spoil", "waiting"),
    [(FIVE, few_games, [4, 3, 2]), (FIVE, no_point, [3, 2]), (WEAK, below_floor, [5, 3, 2])],
)
def test_a_first_rating_made_void_unlists_and_gives_back_every_game(desk, text, spoil, waiting):
    """Too few games, no point in the first event, below the floor; opponents keep theirs."""
    at = newcomer(desk, text)
    opponent = desk.rating(7, "2025-09")
    spoil(desk, at)
    desk.close("2025-10")
    assert desk.rating(50, "2025-10") == 0
    assert desk.rating(7, "2025-10") == opponent < 2000
    (corrected,) = told(desk, 50, "2025-10").corrected
    assert (corrected.kind, corrected.due_points) == (VOID, Fraction(0))
    assert [kind for kind, _ in lines(desk, 50, "2025-10")] == ["exit"]
    says = [str(finding.says) for finding in findings.of_player(desk.pool(), 50)]
    assert any("the first rating is void" in sentence for sentence in says)
    submit(desk.ledger, event("P", 10, 50, "10 1 11 1"), FIDE)
    desk.close("2025-11")
    (unit,) = told(desk, 50, "2025-11").units
    assert [row["counted_games"] for row in unit.waiting if row["accepted"]] == waiting
    assert desk.rating(50, "2025-11") > 0


def test_whose_first_rating_is_void_is_off_one_list_though_enough_waits(desk):
    """Reading of `rating` (`void_first_rating`): the list after rates the player anew."""
    at = newcomer(desk)
    few_games(desk, at)
    desk.close("2025-10")
    assert ratings(desk, 50, 3)[2] == 0
    desk.close("2025-11")
    assert desk.rating(50, "2025-11") > 0


def test_a_first_rating_that_rests_on_two_lists_falls_with_the_first(desk):
    at = submit(desk.ledger, event("N", 7, 50, "2 1 3 = 4 ="), FIDE)
    desk.close("2025-08")
    submit(desk.ledger, event("O", 8, 50, "5 1 6 ="), FIDE)
    desk.close("2025-09")
    assert desk.rating(50, "2025-09") > 0
    desk.record(result_corrected("N", 2, "--")(at))
    desk.close("2025-10")
    assert desk.rating(50, "2025-10") == 0
    assert told(desk, 50, "2025-10").corrected[0].list.period == "2025-09"


def test_results_that_wait_are_as_corrected_from_the_open_list_on(desk):
    at = submit(desk.ledger, event("N", 7, 50, "2 1 3 1 4 ="), FIDE)
    desk.close("2025-08")
    desk.record(result_corrected("N", 0, "01")(at))
    submit(desk.ledger, event("O", 8, 50, "7 1 8 1 9 0"), FIDE)
    desk.close("2025-09")
    (unit,) = told(desk, 50, "2025-09").units
    assert [row["half_points"] for row in unit.waiting] == [3, 4]
