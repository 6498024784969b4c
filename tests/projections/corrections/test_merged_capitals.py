"""Two players of a chain merged, by hand: the bookings of the next list, and of later lists."""

from collections.abc import Iterator
from datetime import date
from random import Random

import pytest

from ledger.events.pool import RatingsAdjusted, RatingsAnnulled
from projections.queries.outlook import Outlook
from tests.support.counts import FULL
from tests.support.draughts_desk import (
    DAYS,
    DECEMBER,
    JUNE,
    MARCH,
    SEPTEMBER,
    Chain,
    a_chain,
)
from tests.support.spoiling import reassigned, result_corrected
from tests.support.worlds import RUBELE


@pytest.fixture
def chain(tmp_path) -> Iterator[Chain]:
    with a_chain(str(tmp_path / "ledger")) as made:
        yield made


def test_reading_merged_capitals_the_competitions_of_the_merged_number_count_for_the_kept(chain):
    """2000 against 2000, 1.00 expected: +150 for 2, and for 1; with 10 of bonus for the year."""
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    chain.merge(1, 2)
    chain.shut(JUNE)
    assert chain.capitals(1, MARCH, JUNE) == [2000, 2160]
    assert chain.lines(1, JUNE) == [("correction", 150), ("bonus", 10)]
    assert chain.capitals(2, MARCH, JUNE) == [2160, 0]
    assert chain.lines(2, JUNE) == [("exit", 0)]


def test_opponents_book_nothing_and_the_closed_list_stays(chain):
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    sealed = chain.pool(name=RUBELE).facts.closed[0].event.list_digest
    chain.merge(1, 2)
    chain.shut(JUNE)
    assert chain.capitals(3, MARCH, JUNE) == [1860, 1860]
    assert chain.lines(3, JUNE) == []
    assert chain.pool(name=RUBELE).facts.closed[0].event.list_digest == sealed


def test_the_capital_before_each_competition_is_that_of_the_kept_player(chain):
    """1 had 2160 when 2 beat 4: more is expected of 1; the bonus of the year was given before."""
    chain.play("A", "2014-02-01", 1, "3 1")
    chain.play("B", "2014-02-10", 2, "4 1")
    chain.shut(MARCH)
    assert chain.capitals(1, MARCH) == chain.capitals(2, MARCH) == [2160]
    chain.merge(1, 2)
    chain.shut(JUNE)
    ((kind, points),) = chain.lines(1, JUNE)
    assert (kind, 0 < points < 150) == ("correction", True)
    assert chain.capitals(1, JUNE) == [2160 + points]
    (side,) = chain.explained(1, JUNE).corrected
    assert side.booked is None or side.booked.cells["sum_hundredths"].value == 0
    assert side.corrected.cells["sum_hundredths"].value < 100


def test_the_list_computes_the_kept_player_as_a_correction_of_the_entrants_would(tmp_path):
    """The same for 1, with opponents who keep their bookings against 2."""
    capitals = []
    for merged in (True, False):
        with a_chain(str(tmp_path / f"{merged}")) as chain:
            chain.play("A", "2014-02-01", 1, "3 1 4 =")
            reports = [
                chain.play("B", "2014-02-10", 2, "4 1 5 0"),
                chain.play("C", "2014-03-01", 2, "5 1 6 1 7 ="),
            ]
            chain.play("D", "2014-03-10", 1, "8 0")
            chain.shut(MARCH)
            if merged:
                chain.merge(1, 2)
            else:
                for name, report in zip("BC", reports, strict=True):
                    chain.record(reassigned(name, 0, 1)(report))
            chain.shut(JUNE)
            capitals.append(chain.capitals(1, MARCH, JUNE))
    assert capitals[0] == capitals[1]
    assert capitals[0][0] != capitals[0][1]


def test_a_merge_and_a_separation_in_one_open_period_leave_the_list_as_without_them(tmp_path):
    digests = []
    for both in (True, False):
        with a_chain(str(tmp_path / f"{both}")) as chain:
            chain.play("A", "2014-02-01", 2, "3 1")
            chain.shut(MARCH)
            if both:
                chain.separate(chain.merge(1, 2), 1, 2)
            chain.play("B", "2014-05-01", 2, "4 1")
            chain.shut(JUNE)
            digests.append(chain.pool(name=RUBELE).facts.closed[1].event.list_digest)
    assert digests[0] == digests[1]


def test_reports_with_the_merged_number_count_for_the_kept_player_from_the_merge_on(chain):
    chain.shut(MARCH)
    chain.merge(1, 2)
    chain.play("A", "2014-05-01", 2, "3 1")
    chain.shut(JUNE)
    assert chain.capitals(1, MARCH, JUNE) == [2000, 2160]
    assert chain.capitals(2, MARCH, JUNE) == [2000, 0]


@pytest.mark.parametrize("reported", ["before", "after"])
def test_a_later_correction_of_such_a_report_changes_the_kept_player_and_the_opponent(
    chain, reported
):
    """A win that becomes a loss: -300 for 1, and +300 for 3, whose own unit is corrected too."""
    if reported == "before":
        report = chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    chain.merge(1, 2)
    if reported == "after":
        report = chain.play("A", "2014-05-01", 2, "3 1")
    chain.shut(JUNE)
    assert chain.capitals(1, JUNE) == [2160]
    chain.record(result_corrected("A", 0, "01")(report))
    chain.shut(SEPTEMBER)
    assert chain.capitals(1, SEPTEMBER) == [1860]
    assert chain.capitals(3, JUNE, SEPTEMBER) == [1860, 2160]
    assert chain.capitals(2, SEPTEMBER) == [0]
    assert chain.lines(1, SEPTEMBER) == [("correction", -300)]


def test_an_entrant_corrected_after_the_merge_takes_the_result_from_the_kept_player(chain):
    """2 in the report was 5 and not 1: the bonus goes along."""
    report = chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    chain.merge(1, 2)
    chain.shut(JUNE)
    chain.record(reassigned("A", 0, 5)(report))
    chain.shut(SEPTEMBER)
    assert chain.capitals(1, JUNE, SEPTEMBER) == [2160, 2000]
    assert chain.capitals(5, JUNE, SEPTEMBER) == [2000, 2160]
    assert chain.capitals(3, JUNE, SEPTEMBER) == [1860, 1860]


def test_a_correction_and_the_merge_come_on_one_list(chain):
    report = chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    chain.record(result_corrected("A", 0, "01")(report))
    chain.merge(1, 2)
    chain.shut(JUNE)
    assert chain.capitals(1, JUNE) == [1860]
    assert chain.capitals(3, MARCH, JUNE) == [1860, 2160]


def test_the_outlook_shows_the_merge_before_its_list(chain):
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    chain.merge(1, 2)
    pool = chain.pool(name=RUBELE)
    assert Outlook(pool, 1).rating == 2160
    assert (Outlook(pool, 2).official, Outlook(pool, 2).rating) == (2160, 0)


def test_a_number_without_a_capital_is_merged_without_any_change(chain):
    chain.play("A", "2014-02-01", 1, "3 1")
    chain.shut(MARCH)
    chain.merge(1, 20)
    chain.shut(JUNE)
    assert chain.capitals(1, MARCH, JUNE) == [2160, 2160]
    assert chain.lines(1, JUNE) == []


def histories(chain: Chain, random: Random) -> list[tuple[str, int, int]]:
    """Events of random players before the first list; those of 2: name, report, entrant."""
    found = []
    for number in range(random.randint(3, 7)):
        day = f"2014-{random.randint(1, 3):02d}-{random.randint(1, 25):02d}"
        player = random.choice((1, 2, 2, 3))
        others = [each for each in range(1, 9) if each != player and {each, player} != {1, 2}]
        opponents = [each for each in random.sample(others, 3) if player == 1 or each != 1]
        text = " ".join(f"{opponent} {random.choice('10=')}" for opponent in opponents)
        name = f"E{number}"
        report = chain.play(name, day, player, text)
        entrants = sorted([player, *opponents])
        if 2 in entrants:
            found.append((name, report, entrants.index(2)))
    return found


@pytest.mark.parametrize("seed", range(30 if FULL else 3))
def test_in_random_histories_too_it_is_as_a_correction_of_the_entrants_for_the_kept(tmp_path, seed):
    kept: list[dict[str, int]] = []
    for merged in (True, False):
        with a_chain(str(tmp_path / f"{merged}")) as chain:
            reports = histories(chain, Random(seed))
            chain.shut(MARCH)
            if merged:
                chain.merge(1, 2)
            else:
                for name, report, entrant in reports:
                    chain.record(reassigned(name, entrant, 1)(report))
            chain.shut(JUNE)
            others = [chain.capitals(number, MARCH, JUNE) for number in range(3, 9)]
            assert not merged or all(before == after for before, after in others)
            pool = chain.pool(name=RUBELE)
            kept.append(dict(pool.state(1, pool.list_of(JUNE).number).fields))
    carried_over = 100  # games of 2, a fact about the person
    assert kept[0] == kept[1] | {"games": kept[1]["games"] + carried_over}


def test_reading_merged_capitals_the_capital_of_the_merged_number_goes_on_for_a_player_without_one(
    chain,
):
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    chain.merge(20, 2)
    chain.shut(JUNE)
    assert chain.capitals(20, MARCH, JUNE) == [0, 2160]
    assert chain.lines(20, JUNE) == [("entry", 2160)]
    assert chain.capitals(2, MARCH, JUNE) == [2160, 0]
    assert chain.lines(2, JUNE) == [("exit", 0)]


def test_a_decision_about_a_capital_that_goes_on_is_one_about_the_kept_player(chain):
    """2300 is decided for 2, on the list of the merge."""
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    about = {"player": "00000002", "before": "2160", "after": "2300", "by": "fid"}
    chain.record(RatingsAdjusted(pool=RUBELE, **about))
    chain.merge(20, 2)
    chain.shut(JUNE)
    assert chain.lines(20, JUNE) == [("entry", 2160), ("adjustment", 140)]
    assert chain.capitals(20, JUNE) == [2300]


def test_reading_merged_capitals_games_and_years_carried_over_are_of_the_person(tmp_path):
    """A hundred games each; 2 had a valid event in March 2014, so 1 had the bonus by mistake."""
    days, since = DAYS[1:], date(2014, 4, 1)
    with a_chain(str(tmp_path / "ledger"), days, since, last_counted="2014-03") as chain:
        chain.play("A", "2014-05-01", 1, "3 1")
        chain.shut(JUNE)
        merge = chain.merge(1, 2)
        chain.shut(SEPTEMBER)
        assert [line for line in chain.lines(1, SEPTEMBER) if line[1]] == [("bonus", -10)]
        chain.separate(merge, 1, 2)
        chain.shut(DECEMBER)
        assert [line for line in chain.lines(1, DECEMBER) if line[1]] == [("bonus", 10)]
        pool = chain.pool(name=RUBELE)
        assert [pool.state(1, number).fields["games"] for number in (1, 2, 3)] == [101, 201, 101]
        assert chain.capitals(2, JUNE, SEPTEMBER, DECEMBER) == [2000, 0, 2000]


def test_of_two_capitals_that_overlapped_a_competition_is_rated_with_the_one_that_goes_on(chain):
    """The capital of 1 was annulled; the capital of 2 goes on, and the win of February was
    a loss.
    """
    report = chain.play("A", "2014-02-01", 2, "3 1")
    own = chain.play("B", "2014-02-02", 1, "4 1")
    chain.shut(MARCH)
    chain.record(RatingsAnnulled(pool=RUBELE, player="00000001", by="fid"))
    chain.shut(JUNE)
    chain.merge(1, 2)
    chain.shut(SEPTEMBER)
    chain.record(result_corrected("A", 0, "01")(report))
    chain.record(result_corrected("B", 0, "01")(own))
    chain.shut(DECEMBER)
    assert chain.capitals(1, MARCH, JUNE, SEPTEMBER, DECEMBER) == [2160, 0, 2160, 1860]
    assert [sheet.kind for sheet in chain.explained(1, DECEMBER).corrected] == ["booked", "lapsed"]
    assert chain.capitals(4, DECEMBER) == [2160]
