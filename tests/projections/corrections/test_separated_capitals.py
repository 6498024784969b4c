"""Two players of a chain separated again: each has the capital of their own competitions."""

from collections.abc import Iterator
from datetime import date
from random import Random

import pytest

from tests.support.counts import FULL
from tests.support.draughts_desk import DECEMBER, JUNE, MARCH, SEPTEMBER, Chain, a_chain
from tests.support.spoiling import reassigned, result_corrected
from tests.support.worlds import RUBELE


@pytest.fixture
def chain(tmp_path) -> Iterator[Chain]:
    with a_chain(str(tmp_path / "ledger")) as made:
        yield made


def state(chain: Chain, player: int, period: str) -> dict[str, int]:
    """The state of a player on a list, without empty fields."""
    pool = chain.pool(name=RUBELE)
    fields = pool.state(player, pool.list_of(period).number).fields
    return {name: value for name, value in fields.items() if value}


def test_reading_separated_capitals_a_merge_and_a_separation_with_nothing_between(chain):
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.play("B", "2014-02-02", 1, "4 0")
    chain.shut(MARCH)
    merge = chain.merge(1, 2)
    chain.shut(JUNE)
    chain.separate(merge, 1, 2)
    chain.shut(SEPTEMBER)
    for player in (1, 2, 3, 4):
        assert state(chain, player, SEPTEMBER) == state(chain, player, MARCH)
    assert chain.lines(1, SEPTEMBER)[0] == ("correction", -150)
    assert chain.lines(2, SEPTEMBER) == [("entry", 2160)]


def test_the_separated_number_has_what_was_reported_for_it_since(chain):
    """Two wins, the second from the capital after the first; the opponents book nothing."""
    chain.shut(MARCH)
    merge = chain.merge(1, 2)
    chain.play("A", "2014-05-01", 2, "3 1")
    chain.shut(JUNE)
    chain.play("B", "2014-08-01", 2, "4 1")
    chain.shut(SEPTEMBER)
    before = [chain.capitals(player, SEPTEMBER) for player in (3, 4)]
    chain.separate(merge, 1, 2)
    chain.shut(DECEMBER)
    assert chain.capitals(1, MARCH, JUNE, DECEMBER) == [2000, 2160, 2000]
    assert chain.capitals(2, MARCH, JUNE, SEPTEMBER) == [2000, 0, 0]
    assert chain.lines(2, DECEMBER)[:3] == [("entry", 2000), ("correction", 150), ("bonus", 10)]
    assert chain.capitals(2, DECEMBER) == [2160 + 138]
    assert [chain.capitals(player, DECEMBER) for player in (3, 4)] == before


def test_the_kept_player_keeps_what_was_played_since(chain):
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    merge = chain.merge(1, 2)
    chain.play("B", "2014-05-01", 1, "4 1")
    chain.shut(JUNE)
    assert chain.lines(1, JUNE)[-1] == ("play", 138)
    chain.separate(merge, 1, 2)
    chain.shut(SEPTEMBER)
    assert chain.capitals(1, MARCH, SEPTEMBER) == [2000, 2000 + 138 + 10]
    assert chain.capitals(2, SEPTEMBER) == [2160]


@pytest.mark.parametrize("when", ["with the merge", "merged", "with the separation", "separated"])
def test_a_correction_of_the_separated_number_is_booked_for_it_in_the_end(chain, when):
    """A win that becomes a loss: the capital is 2000 - 150 + 10, whenever corrected."""
    report = chain.play("A", "2014-02-01", 2, "3 1")

    def corrected(now: str) -> None:
        if now == when:
            chain.record(result_corrected("A", 0, "01")(report))

    chain.shut(MARCH)
    corrected("with the merge")
    merge = chain.merge(1, 2)
    chain.shut(JUNE)
    assert chain.capitals(1, JUNE) == [1860 if when == "with the merge" else 2160]
    corrected("merged")
    if when == "merged":
        chain.shut(SEPTEMBER)
        assert chain.capitals(1, SEPTEMBER) == [1860]
    corrected("with the separation")
    chain.separate(merge, 1, 2)
    if when != "merged":
        chain.shut(SEPTEMBER)
    corrected("separated")
    chain.shut(DECEMBER)
    assert chain.capitals(2, MARCH, DECEMBER) == [2160, 1860]
    assert chain.capitals(1, MARCH, DECEMBER) == [2000, 2000]
    assert chain.capitals(3, DECEMBER) == [2160]


def test_a_report_withdrawn_while_merged_is_taken_back_from_the_separated_number(chain):
    report = chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    merge = chain.merge(1, 2)
    chain.shut(JUNE)
    chain.record(reassigned("A", 0, 5)(report))
    chain.shut(SEPTEMBER)
    chain.separate(merge, 1, 2)
    chain.shut(DECEMBER)
    assert chain.capitals(1, JUNE, SEPTEMBER, DECEMBER) == [2160, 2000, 2000]
    assert chain.capitals(2, MARCH, DECEMBER) == [2160, 2000]


def test_a_capital_that_went_on_returns_to_its_number_and_the_kept_player_begins_anew(chain):
    """20 had the capital of 2; with the own win 20 enters: 300 against 2000."""
    chain.play("A", "2014-02-01", 2, "3 1")
    chain.shut(MARCH)
    merge = chain.merge(20, 2)
    chain.play("B", "2014-05-01", 20, "4 1")
    chain.play("C", "2014-05-02", 2, "5 1")
    chain.shut(JUNE)
    others = [chain.capitals(number, JUNE) for number in range(3, 17)]
    chain.separate(merge, 20, 2)
    chain.shut(SEPTEMBER)
    assert chain.lines(20, SEPTEMBER)[:3] == [("exit", 0), ("entry", 300), ("correction", 254)]
    assert chain.capitals(20, MARCH, SEPTEMBER) == [0, 300 + 254 + 10]
    assert chain.capitals(2, MARCH, SEPTEMBER) == [2160, 2160 + 138]
    assert [chain.capitals(number, SEPTEMBER) for number in range(3, 17)] == others


def before_the_merge(chain: Chain, random: Random) -> None:
    """Events of 1, of 2 and of others on the first list; 1 and 2 do not meet."""
    for number in range(random.randint(3, 6)):
        player = random.choice((1, 2, 2, 3))
        others = [each for each in range(3, 9) if each != player]
        text = " ".join(f"{each} {random.choice('10=')}" for each in random.sample(others, 3))
        day = f"2014-{random.randint(1, 3):02d}-{random.randint(1, 25):02d}"
        chain.play(f"E{number}", day, player, text)
    chain.shut(MARCH)


def since_the_merge(chain: Chain, random: Random, players: tuple[int, ...]) -> None:
    """Events on two further lists, some late; each opponent plays once."""
    opponents = list(range(9, 17))
    for period, months in ((JUNE, (2, 4, 5, 6)), (SEPTEMBER, (5, 7, 8, 9))):
        for number in range(2):
            text = " ".join(f"{opponents.pop()} {random.choice('10=')}" for _ in range(2))
            day = f"2014-{random.choice(months):02d}-{random.randint(1, 25):02d}"
            chain.play(f"{period}-{number}", day, random.choice(players), text)
        chain.shut(period)


@pytest.mark.parametrize("kept", [1, 20])
@pytest.mark.parametrize("seed", range(30 if FULL else 1))
def test_in_random_histories_it_is_as_if_they_had_never_been_merged(tmp_path, seed, kept):
    """Of both, with all reports for the separated number since.

    A category that the kept player reached in the meantime stays.
    """
    found = []
    for merged in (True, False):
        with a_chain(str(tmp_path / f"{merged}")) as chain:
            random = Random(f"{seed} {kept}")
            before_the_merge(chain, random)
            merge = chain.merge(kept, 2) if merged else 0
            since_the_merge(chain, random, (2,))
            if merged:
                assert chain.capitals(2, JUNE, SEPTEMBER) == [0, 0]
                chain.separate(merge, kept, 2)
            chain.shut(DECEMBER)
            found.append([state(chain, player, DECEMBER) for player in (kept, 2)])
    (stays, separated), (alone, never_merged) = found
    assert stays.pop("category", 0) >= alone.pop("category", 0)
    assert (stays, separated) == (alone, never_merged)


@pytest.mark.parametrize("seed", range(30 if FULL else 1))
def test_a_kept_player_without_a_capital_of_their_own_has_that_of_their_own_results(tmp_path, seed):
    """20 had the capital of 2 and begins anew, as if 2 had not been merged."""
    found = []
    for merged in (True, False):
        with a_chain(str(tmp_path / f"{merged}")) as chain:
            random = Random(seed)
            before_the_merge(chain, random)
            merge = chain.merge(20, 2) if merged else 0
            since_the_merge(chain, random, (2, 20))
            if merged:
                chain.separate(merge, 20, 2)
            chain.shut(DECEMBER)
            found.append([state(chain, player, DECEMBER) for player in (20, 2)])
    assert found[0] == found[1]


YEARS = [
    (f"{year}-{month:02d}", date(year, month, 28))
    for year in (2014, 2015, 2016)
    for month in (1, 7)
]


@pytest.mark.parametrize("kept", [1, 20])
def test_years_that_ended_in_the_meantime_are_worked_out_for_the_separated_number(tmp_path, kept):
    """A malus for each idle year, as if never merged; 20 enters in 2015."""
    found = []
    for merged in (True, False):
        with a_chain(str(tmp_path / f"{merged}"), YEARS) as chain:
            chain.play("A", "2014-01-10", 2, "3 1")
            chain.shut("2014-01")
            merge = chain.merge(kept, 2) if merged else 0
            chain.shut("2014-07", "2015-01")
            chain.play("B", "2015-03-01", 20, "5 1")
            chain.shut("2015-07")
            chain.shut("2016-01")
            if merged:
                chain.separate(merge, kept, 2)
            chain.shut("2016-07")
            states = [state(chain, player, "2016-07") for player in (kept, 2)]
            found.append([{**one, "category": 0} for one in states])
            if merged:
                assert ("malus", -50) in chain.lines(2, "2016-07")
    assert found[0] == found[1]
