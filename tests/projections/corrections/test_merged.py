"""Two players merged and separated, by hand: facts taken over and booked by the next list."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ledger.events.pool import RatingsAdjusted
from ledger.events.register import PlayersMerged, PlayersSeparated
from projections.queries import PoolQuery, findings
from projections.queries.explain import explain
from projections.rating.corrected import MERGED
from projections.tracks.revised import revised
from tests.oracles.world import World
from tests.support.chess_desk import Desk
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.spoiling import result_corrected
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS, federation, games, rated, tournament

AUGUST, SEPTEMBER, OCTOBER, NOVEMBER = PERIODS
OTHERS = [rated(number, 2000, k=20) for number in range(1, 30)]
WORLD = federation(OTHERS, newcomers=[50, 51, 52])


@contextmanager
def at_a_desk_of(address: str, world: World = WORLD) -> Iterator[Desk]:
    """A ledger with the people of a world, and with lists proved at the end."""
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE)
        yield Desk(ledger, official)
        assert verify(ledger).faults == []


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    """1 to 29 of 2000 with K 20; 50 to 52 are newcomers."""
    with at_a_desk_of(str(tmp_path / "ledger")) as made:
        yield made


def played(desk: Desk, name: str, month: int, player: int, text: str) -> int:
    """A tournament within a month of 2025, of a player against others."""
    days = (f"2025-{month:02d}-05", f"2025-{month:02d}-10")
    return submit(desk.ledger, tournament(name, *days, games(player, text)), FIDE)


def merge(desk: Desk, kept: int, merged: int) -> int:
    return desk.record(PlayersMerged(kept=kept, merged=merged, by="fsi"))


def separate(desk: Desk, at: int, kept: int, merged: int) -> int:
    return desk.record(PlayersSeparated(merge=at, kept=kept, merged=merged, by="fsi"))


def lines(desk: Desk, player: int, period: str) -> list[tuple[str, float]]:
    """The lines of a rating, and their sum against the change of the rating."""
    pool = desk.pool()
    units = explain(pool, player, pool.list_of(period)).units
    return [(line.kind, float(line.points)) for unit in units for line in unit.lines]


def games_so_far(desk: Desk, player: int, period: str) -> int:
    pool = desk.pool()
    return pool.state(player, pool.list_of(period).number).fields["games"]


def digest(desk: Desk, period: str) -> str:
    closed = desk.pool().facts.closing(period)
    assert closed is not None
    return closed.event.list_digest


def both_rated(desk: Desk) -> int:
    """1 wins two games (+20), 2 wins one (+10); both are merged after the list of August."""
    played(desk, "A", 7, 1, "3 1 4 1")
    played(desk, "B", 7, 2, "5 1")
    desk.close(AUGUST)
    return merge(desk, 1, 2)


def test_units_are_computed_again_with_the_games_of_both(desk):
    """Reading `merged_players`. Three wins with K 20 are +30; +20 was booked: the merge adds 10."""
    both_rated(desk)
    desk.close(SEPTEMBER)
    assert [desk.rating(1, period) for period in PERIODS[:2]] == [2020, 2030]
    assert [desk.rating(2, period) for period in PERIODS[:2]] == [2010, 0]
    assert lines(desk, 1, SEPTEMBER) == [("merge", 10)]
    assert games_so_far(desk, 1, SEPTEMBER) == 203


def test_opponents_book_nothing(desk):
    """5 lost ten points against 2, and keeps this change."""
    both_rated(desk)
    desk.close(SEPTEMBER)
    assert [desk.rating(5, period) for period in PERIODS[:2]] == [1990, 1990]
    assert lines(desk, 5, SEPTEMBER) == []


def test_the_explanation_computes_the_unit_as_booked_and_with_both(desk):
    both_rated(desk)
    desk.close(SEPTEMBER)
    pool = desk.pool()
    (corrected,) = explain(pool, 1, pool.list_of(SEPTEMBER)).corrected
    assert corrected.kind == MERGED
    sheets = (corrected.booked, corrected.corrected)
    assert [sheet.cells["change"].value for sheet in sheets] == [20, 30]


def merge_findings(desk: Desk, player: int) -> list[tuple[str, str, str, tuple[int, ...]]]:
    found = findings.of_player(desk.pool(), player)
    named = (one for one in found if one.code == "players-merged")
    return [(one.about, one.article, str(one.says), one.others) for one in named]


def test_the_findings_of_both_name_the_list_that_took_in_merge_and_separation(desk):
    played(desk, "A", 7, 1, "3 1 4 1")
    desk.close(AUGUST)
    at = desk.record(PlayersMerged(kept=1, merged=2, by="fsi", article="2.1"))
    assert merge_findings(desk, 1) == []
    desk.close(SEPTEMBER)
    merged = f"2-1 was merged into 1-3 by fsi (#{at}); this list books the difference"
    assert merge_findings(desk, 1) == [(SEPTEMBER, "2.1", merged, (2,))]
    apart = separate(desk, at, 1, 2)
    desk.close(OCTOBER)
    separated = f"2-1 was separated from 1-3 by fsi (#{apart}); this list books the difference"
    assert merge_findings(desk, 1)[1:] == [(OCTOBER, "", separated, (2,))]
    assert [about for about, *_ in merge_findings(desk, 2)] == [SEPTEMBER, OCTOBER]
    assert merge_findings(desk, 3) == []


def test_a_separation_books_the_opposite(desk):
    """Reading `separated_players`: the ratings and the counters of two players again."""
    at = both_rated(desk)
    desk.close(SEPTEMBER)
    separate(desk, at, 1, 2)
    desk.close(OCTOBER)
    assert [desk.rating(1, period) for period in PERIODS[:3]] == [2020, 2030, 2020]
    assert [desk.rating(2, period) for period in PERIODS[:3]] == [2010, 0, 2010]
    assert lines(desk, 1, OCTOBER) == [("merge", -10)]
    assert [games_so_far(desk, player, OCTOBER) for player in (1, 2)] == [102, 101]


def test_games_reported_for_the_merged_number_since_the_merge_leave_the_counter_of_the_kept(desk):
    """C names 2 and was counted for 1: after the separation both games are those of 2."""
    at = both_rated(desk)
    played(desk, "C", 8, 2, "6 1 7 1")
    desk.close(SEPTEMBER)
    assert games_so_far(desk, 1, SEPTEMBER) == 205
    separate(desk, at, 1, 2)
    desk.close(OCTOBER)
    assert [desk.rating(player, OCTOBER) for player in (1, 2)] == [2020, 2030]
    assert [games_so_far(desk, player, OCTOBER) for player in (1, 2)] == [102, 103]


def test_a_merge_and_a_separation_in_one_open_period_leave_the_list_as_without_them(tmp_path):
    digests = []
    for name in ("with", "without"):
        with at_a_desk_of(str(tmp_path / name)) as desk:
            played(desk, "A", 7, 1, "3 1 4 1")
            played(desk, "B", 7, 2, "5 1")
            desk.close(AUGUST)
            if name == "with":
                separate(desk, merge(desk, 1, 2), 1, 2)
            desk.close(SEPTEMBER)
            digests.append(digest(desk, SEPTEMBER))
    assert digests[0] == digests[1]


@pytest.mark.parametrize("named", [1, 2])
def test_in_an_open_period_reports_count_as_if_they_named_the_kept_player(tmp_path, named):
    """The list is the same whether the report names the merged number or the kept number."""
    with at_a_desk_of(str(tmp_path / "ledger")) as desk:
        desk.close(AUGUST)
        played(desk, "A", 8, 1, "3 1")
        played(desk, "B", 8, named, "5 1")
        merge(desk, 1, 2)
        desk.close(SEPTEMBER)
        assert [desk.rating(player, SEPTEMBER) for player in (1, 2, 5)] == [2020, 0, 1990]
        assert lines(desk, 1, SEPTEMBER) == [("play", 20)]


def test_a_report_counted_for_the_kept_player_returns_with_the_separation_and_is_explained(desk):
    """The list of August calls 2 by the number 1; the list of September by the number 2 again."""
    at = merge(desk, 1, 2)
    played(desk, "A", 7, 2, "3 1")
    desk.close(AUGUST)
    separate(desk, at, 1, 2)
    desk.close(SEPTEMBER)
    assert lines(desk, 1, SEPTEMBER) == [("merge", -10.0)]
    assert lines(desk, 2, SEPTEMBER) == [("merge", 10.0)]


def test_before_the_first_list_two_carried_ratings_are_one(desk):
    merge(desk, 1, 2)
    played(desk, "A", 7, 2, "5 1")
    desk.close(AUGUST)
    assert [desk.rating(player, AUGUST) for player in (1, 2, 5)] == [2010, 0, 1990]
    assert games_so_far(desk, 1, AUGUST) == 201


def only_the_merged_one_rated(desk: Desk) -> int:
    """2 wins a game (+10); newcomer 50 wins one too, which waits; 2 is merged into 50."""
    played(desk, "A", 7, 2, "5 1")
    played(desk, "B", 7, 50, "6 1")
    desk.close(AUGUST)
    return merge(desk, 50, 2)


def test_where_only_one_was_rated_this_rating_goes_on(desk):
    """Two wins with K 20 are +20; +10 was booked: 2010 goes on, and the merge adds 10.

    The win of August is played as 2010.
    """
    only_the_merged_one_rated(desk)
    played(desk, "C", 8, 50, "7 1")
    desk.close(SEPTEMBER)
    assert desk.rating(2, SEPTEMBER) == 0
    assert desk.rating(50, SEPTEMBER) == 2030
    assert lines(desk, 50, SEPTEMBER) == [("play", 9.8), ("rounding", 0.2), ("merge", 10)]
    assert games_so_far(desk, 50, SEPTEMBER) == 103


def test_a_rating_taken_over_returns_with_a_separation(desk):
    """2 has 2010 again; 50 is a newcomer again with a win, and the win since."""
    at = only_the_merged_one_rated(desk)
    played(desk, "C", 8, 50, "7 1")
    desk.close(SEPTEMBER)
    separate(desk, at, 50, 2)
    played(desk, "D", 9, 50, "8 1 9 = 10 0")
    desk.close(OCTOBER)
    assert desk.rating(2, OCTOBER) == 2010
    assert desk.rating(50, OCTOBER) > 0
    assert games_so_far(desk, 50, OCTOBER) == 5


def test_a_later_correction_of_an_old_report_is_booked_for_the_kept_player(desk):
    """The win of 2 in August becomes a loss: of two wins and a loss, +10; +30 was booked."""
    played(desk, "A", 7, 1, "3 1 4 1")
    report = played(desk, "B", 7, 2, "5 1")
    desk.close(AUGUST)
    merge(desk, 1, 2)
    desk.close(SEPTEMBER)
    desk.record(result_corrected("B", 0, "01")(report))
    desk.close(OCTOBER)
    assert desk.rating(1, OCTOBER) == 2010
    assert desk.rating(2, OCTOBER) == 0
    assert desk.rating(5, OCTOBER) == 2010
    assert lines(desk, 1, OCTOBER) == [("correction", -20)]


def test_results_of_two_newcomers_make_one_first_rating(desk):
    """Six draws against 2000, and two against 1800: (6 · 2000 + 2 · 1800) / 8 = 1950."""
    played(desk, "A", 7, 50, "3 = 4 = 5 =")
    played(desk, "B", 7, 51, "6 = 7 = 8 =")
    desk.close(AUGUST)
    assert desk.rating(50, AUGUST) == 0
    merge(desk, 50, 51)
    desk.close(SEPTEMBER)
    assert desk.rating(50, SEPTEMBER) == 1950
    assert games_so_far(desk, 50, SEPTEMBER) == 6


def test_separated_newcomers_wait_each_with_their_own_results(desk):
    played(desk, "A", 7, 50, "3 = 4 =")
    played(desk, "B", 7, 51, "6 = 7 =")
    desk.close(AUGUST)
    at = merge(desk, 50, 51)
    desk.close(SEPTEMBER)
    separate(desk, at, 50, 51)
    played(desk, "C", 9, 50, "8 = 9 = 10 =")
    played(desk, "D", 9, 51, "11 = 12 =")
    desk.close(OCTOBER)
    assert desk.rating(50, OCTOBER) > 0
    assert games_so_far(desk, 50, OCTOBER) == 5
    assert desk.rating(51, OCTOBER) == 0


def test_of_two_ratings_merged_into_a_newcomer_at_once_the_first_one_goes_on(tmp_path):
    """4 meets 50 under the number 3: with the rating of 2, when booked and when corrected."""
    people = [rated(2, 2000, k=20), rated(3, 2300, k=20), *(rated(x, 2000, k=20) for x in (4, 5))]
    with at_a_desk_of(str(tmp_path / "ledger"), federation(people, newcomers=[50])) as desk:
        merge(desk, 50, 2)
        merge(desk, 50, 3)
        report = played(desk, "A", 7, 4, "3 1 5 1")
        desk.close(AUGUST)
        desk.record(result_corrected("A", 1, "==")(report))
        desk.close(SEPTEMBER)
        assert [desk.rating(player, AUGUST) for player in (4, 50)] == [2020, 1990]
        assert lines(desk, 4, SEPTEMBER) == [("correction", -10)]


@pytest.mark.parametrize("kept", [1, 50], ids=["both rated", "the rating goes on"])
def test_a_correction_due_for_the_merged_number_is_booked_by_the_kept_player(tmp_path, kept):
    """A win of 2 that was a loss, and the merge: on one list in either order, or on two lists."""
    found = []
    for order in ("corrected first", "merged first", "on two lists"):
        with at_a_desk_of(str(tmp_path / order)) as desk:
            report = played(desk, "A", 7, 2, "3 1")
            desk.close(AUGUST)
            correction = result_corrected("A", 0, "01")(report)
            if order == "merged first":
                merge(desk, kept, 2)
            desk.record(correction)
            if order == "on two lists":
                desk.close(SEPTEMBER)
            if order != "merged first":
                merge(desk, kept, 2)
            period = SEPTEMBER if order != "on two lists" else OCTOBER
            desk.close(period)
            found.append([desk.rating(player, period) for player in (kept, 2, 3)])
    assert found[0] == found[1] == found[2] == [1990, 0, 2010]


def test_a_decision_about_a_rating_that_goes_on_is_one_about_the_kept_player(desk):
    """2100 is decided for 2, with a rating that goes on for 50 on the same list, on both tracks."""
    played(desk, "A", 7, 2, "3 1")
    desk.close(AUGUST)
    about = {"player": "00000002", "before": "2010", "after": "2100", "by": "fsi"}
    desk.record(RatingsAdjusted(pool=FIDE, **about))
    merge(desk, 50, 2)
    desk.close(SEPTEMBER)
    assert [desk.rating(player, SEPTEMBER) for player in (50, 2)] == [2100, 0]
    assert lines(desk, 50, SEPTEMBER) == [("adjustment", 90)]
    pool = PoolQuery(revised(desk.official.track).track, FIDE)
    assert [pool.state(50, number).rating for number in (1, 2)] == [2010, 2100]
    assert explain(pool, 50, pool.list_of(SEPTEMBER)).new == 2100


def test_on_the_revised_track_it_is_so_before_a_list_takes_the_merge_in(desk):
    """2100 was decided for 2, listed with 2010, before the merge was known."""
    played(desk, "A", 7, 2, "3 1")
    desk.close(AUGUST)
    about = {"player": "00000002", "before": "2010", "after": "2100", "by": "fsi"}
    desk.record(RatingsAdjusted(pool=FIDE, **about))
    desk.close(SEPTEMBER)
    merge(desk, 50, 2)
    for period in (OCTOBER, NOVEMBER):
        desk.official.catch_up()
        pool = PoolQuery(revised(desk.official.track).track, FIDE)
        assert [pool.state(50, number).rating for number in (1, 2)] == [2010, 2100]
        desk.close(period)


@pytest.mark.parametrize("kept", [1, 50], ids=["both rated", "the rating goes on"])
@pytest.mark.parametrize("when", ["with the merge", "merged", "with the separation", "separated"])
def test_a_correction_of_a_separated_number_is_booked_for_it_in_the_end(desk, when, kept):
    """A win with K 20 that was a loss: 1990, whenever corrected."""
    report = played(desk, "A", 7, 2, "3 1")

    def corrected(now: str) -> None:
        if now == when:
            desk.record(result_corrected("A", 0, "01")(report))

    desk.close(AUGUST)
    corrected("with the merge")
    at = merge(desk, kept, 2)
    desk.close(SEPTEMBER)
    corrected("merged")
    if when == "merged":
        desk.close(OCTOBER)
    corrected("with the separation")
    separate(desk, at, kept, 2)
    if when != "merged":
        desk.close(OCTOBER)
    corrected("separated")
    desk.close(NOVEMBER)
    assert [desk.rating(player, NOVEMBER) for player in (2, 3)] == [1990, 2010]
    assert desk.rating(kept, NOVEMBER) == (2000 if kept == 1 else 0)
    assert games_so_far(desk, 2, NOVEMBER) == 101
    for period in PERIODS:
        for player in (2, 3, kept):
            lines(desk, player, period)
