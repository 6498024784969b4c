"""Sixteen years of draughts in both disciplines through a real ledger: every row, exactly.

The years hold every named case (tests/oracles/test_rubele.py asserts it). Compared are capital,
category, games, bonus and corrective, malus taken or given back, and its total. With
LEDGER_TEST_FULL=1 twenty times as many, and all of their ledgers are verified, not only the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from tests.oracles import rubele_eras
from tests.oracles.rubele_era import Annulment, Era, Event, WorldList
from tests.oracles.rubele_law import (
    DISCIPLINES,
    INTERNAZIONALE,
    ITALIANA,
    LAW,
    NAZIONALE,
    PROVINCIALE,
    REGIONALE,
    Law,
)
from tests.oracles.rubele_permanence import Keeping
from tests.oracles.rubele_replay import chain_of, lists_of
from tests.oracles.world import Carried, Game, Tournament
from tests.support.counts import FULL
from tests.support.recording import a_ledger, following
from tests.support.verified_worlds import verify
from tests.support.years import Rows, begin, close_all, differences, sealed_rows

SEEDS: Sequence[int] = range(60) if FULL else (0, 2, 5)
"""Those of quick runs hold every case, and let every altered number be caught."""


def sealed(
    tmp_path_factory,
    era: Era,
    *,
    verified: bool = True,
    minimum: dict[date, int] | None = None,
    permanence: tuple[tuple[date, str], ...] = (),
) -> Rows:
    """The years recorded and closed, and what was sealed."""
    with a_ledger(str(tmp_path_factory.mktemp("years") / "ledger")) as ledger:
        begin(ledger, era, minimum, permanence)
        with following(ledger) as official:
            close_all(ledger, official, era)
            assert not verified or verify(ledger).faults == []
            return sealed_rows(official, era)


@pytest.fixture(scope="module")
def played() -> dict[int, tuple[Era, Rows]]:
    """Years and the rows that the ledger sealed of them, recorded once for all tests."""
    return {}


def years_of(played, tmp_path_factory, seed: int) -> tuple[Era, Rows]:
    """The years of a seed, recorded and closed the first time they are asked for."""
    if seed not in played:
        era = rubele_eras.era(seed)
        played[seed] = era, sealed(tmp_path_factory, era, verified=FULL or seed == SEEDS[0])
    return played[seed]


def unlike(era: Era, ours: Rows, law: Law = LAW) -> list[str]:
    """The rows in which sealed lists and the exact calculation differ."""
    return list(differences(era, ours, lists_of(chain_of(era, law))))


def differ(era: Era, ours: Rows, law: Law = LAW) -> bool:
    """Whether there is such a row: the calculation goes no further than to the first."""
    return any(differences(era, ours, lists_of(chain_of(era, law))))


@pytest.mark.parametrize("seed", SEEDS)
def test_years_row_for_row(played, tmp_path_factory, seed):
    era, ours = years_of(played, tmp_path_factory, seed)
    assert unlike(era, ours) == []


def test_a_category_reached_before_the_histories_begin_is_kept(tmp_path_factory):
    """Carried over with 3850 and a peak of 3950: Maestro, and Nazionale where he enters."""
    was_maestro = Carried(1, 3850, None, 100, 3950, "2007-11-20")
    era = Era((1,), frozenset(), date(2008, 1, 1), {ITALIANA: (was_maestro,), INTERNAZIONALE: ()},
              (), (date(2008, 3, 1),))  # fmt: skip
    assert unlike(era, sealed(tmp_path_factory, era)) == []


@pytest.mark.parametrize(
    ("day", "opponent", "entered"),
    [
        (date(2014, 11, 9), [3180, 3150, 3184], None),
        (date(2016, 12, 31), [3180, 3214, 3188], None),
        (date(2017, 1, 1), [3180, 3206, 3240], 3600 - 16 + 10),
    ],
)
def test_a_late_event_of_an_annulled_foreigner(tmp_path_factory, day, opponent, entered):
    """Reading `ceased_later`: 1, a Dutchman with 2500, draws in 2014 with 2, who has 3300: 2569
    and 3280. Annulled at the end of 2016; then a report of some day comes, after it one of
    November 2016. Both find the capital of their place: 2500, then 2519; he gets nothing. Only on
    1 January 2017 he enters, with 2000 x 1.8, and the report of November leaves him there."""
    before = (
        Carried(1, 2500, None, 100, 2500, "2013-11-20"),
        Carried(2, 3300, None, 100, 3300, "2013-11-20"),
    )
    drawn = (Game(1, 2, "=", "="),)
    days = [(date(2014, 12, 1), 0), (day, 1), (date(2016, 11, 1), 2)]
    played = [
        Tournament(name, day, day, drawn, recorded=recorded)
        for name, (day, recorded) in zip("ABC", days, strict=True)
    ]
    era = Era(
        (1, 2),
        frozenset({1}),
        date(2014, 1, 1),
        {ITALIANA: (), INTERNAZIONALE: before},
        tuple(Event(each, INTERNAZIONALE) for each in played),
        (date(2017, 1, 31), date(2017, 6, 30), date(2017, 9, 30)),
        (WorldList(date(2014, 1, 1), {1: 2000}),),
    )
    ours = sealed(tmp_path_factory, era)
    annulled, late, later = ours[INTERNAZIONALE]
    assert 1 not in annulled
    assert [rows.get(1, (None,))[0] for rows in (late, later)] == [entered] * 2
    assert [rows[2][0] for rows in (annulled, late, later)] == opponent
    assert unlike(era, ours) == []


@pytest.mark.parametrize("month", ["1999-12", "2000-01", "2006-12", "2007-01"])
def test_a_foreigner_carried_over_is_idle_from_the_month_told(tmp_path_factory, month):
    """Table 22: idle in 2007 and 2008 he ceases at the end of 2008, however long ago he played;
    with an event of 2007 at the end of 2009."""
    was = Carried(1, 1600, None, 100, 1600, f"{month}-15")
    era = Era((1,), frozenset({1}), date(2008, 1, 1), {ITALIANA: (was,), INTERNAZIONALE: ()},
              (), (date(2009, 1, 31), date(2010, 1, 31)))  # fmt: skip
    ours = sealed(tmp_path_factory, era)
    left = [1550] if month.startswith("2007") else []
    assert [row[0] for rows in ours[ITALIANA] for row in rows.values()] == left
    assert unlike(era, ours) == []


def test_reading_decided_after_a_late_event_of_who_was_annulled_by_decision(tmp_path_factory):
    """Readings `ceased_later`, `malus_of_a_life`: 1 had 1500, and 50 taken for 2009. Annulled in
    2010; a report of 2009 comes: 2 met 1500, and nothing is given back to 1, who has nothing. In
    2010 he enters anew with 300, draws with 1510 (.47 expected) and gets his bonus."""
    before = tuple(Carried(each, 1500, None, 50, 1500, "2008-05-01") for each in (1, 2))
    drawn = (Game(1, 2, "=", "="),)
    days = [(date(2009, 5, 1), 1), (date(2010, 5, 1), 2)]
    played = [
        Event(Tournament(name, day, day, drawn, recorded=recorded), ITALIANA)
        for name, (day, recorded) in zip("AB", days, strict=True)
    ]
    era = Era((1, 2), frozenset(), date(2009, 1, 1), {ITALIANA: before, INTERNAZIONALE: ()},
              tuple(played), (date(2010, 1, 31), date(2010, 3, 31), date(2010, 6, 30)),
              annulments=(Annulment(1, ITALIANA, 1),))  # fmt: skip
    ours = sealed(tmp_path_factory, era)
    ended, late, anew = ours[ITALIANA]
    assert [ended[each][0] for each in (1, 2)] == [1450, 1450]
    assert {who: row[0] for who, row in late.items()} == {2: 1450 + 10 + 50}
    assert anew[1][:1] + anew[1][3:] == (300 + 80 + 10, 10, 0, 0)
    assert unlike(era, ours) == []


def test_an_event_not_played_does_not_promote(tmp_path_factory):
    """Both 2990; 50 taken for 2015; a draw of November 2015 comes late: 2940 + 10, then + 50. In
    the next event nobody plays: no final capital, so no promotion."""
    before = tuple(Carried(each, 2990, None, 100, 2990, "2014-11-20") for each in (1, 2))
    late = Tournament(
        "A", date(2015, 11, 1), date(2015, 11, 2), (Game(1, 2, "=", "="),), recorded=1
    )
    unplayed = Tournament("B", date(2016, 3, 1), date(2016, 3, 2), (Game(1, 2, "+", "-"),))
    era = Era((1, 2), frozenset(), date(2015, 1, 1), {ITALIANA: before, INTERNAZIONALE: ()},
              tuple(Event(each, ITALIANA) for each in (late, replace(unplayed, recorded=2))),
              (date(2016, 1, 31), date(2016, 2, 28), date(2016, 6, 30)))  # fmt: skip
    ours = sealed(tmp_path_factory, era)
    assert [lists[1][0] for lists in ours[ITALIANA]] == [2940, 3000, 3000]
    assert unlike(era, ours) == []


# ------------------------------------------------------------------------------------ the minimum

MINIMUM = {date(2011, 3, 1): 1200, date(2015, 7, 1): 40, date(2019, 12, 31): 700}
"""What the commission sets, each from its day on: raised, lowered below the text's, raised."""


def test_reading_minimum_set_years_under_a_minimum_that_changes(tmp_path_factory):
    """Events by their first day, years by their last, decisions by the list that takes them."""
    era = rubele_eras.era(SEEDS[0])
    set_ = replace(LAW, floors=((date(2008, 1, 1), 100), *MINIMUM.items()))
    ours = sealed(tmp_path_factory, era, verified=FULL, minimum=MINIMUM)
    assert unlike(era, ours, set_) == []
    for at, (since, least) in enumerate(set_.floors):
        other = [*set_.floors]
        other[at] = (since, least + 1)
        assert differ(era, ours, replace(set_, floors=tuple(other)))


# ----------------------------------------------------------------------------- the permanence

PERMANENCE = (
    (date(2009, 4, 1), "committee"), (date(2012, 5, 17), "follows"),
    (date(2015, 12, 31), "permanent"), (date(2017, 2, 1), "follows"),
    (date(2017, 3, 1), "committee"), (date(2020, 8, 1), "permanent"),
)  # fmt: skip
"""What the federation sets of both disciplines, each from its day on."""


def test_reading_permanence_seen_years_under_a_permanence_that_changes(tmp_path_factory):
    """Who enters converts what he holds by the word of every list, and of the days between."""
    era = rubele_eras.era(SEEDS[0])
    set_ = replace(LAW, permanence=PERMANENCE)
    ours = sealed(tmp_path_factory, era, verified=FULL, permanence=PERMANENCE)
    assert list(differences(era, ours, lists_of(chain_of(era, set_, Keeping)))) == []
    assert unlike(era, ours) != []


# ------------------------------------------------------------------------------------ controls


def with_row(table: str, category: int, row: tuple[int, int]) -> Law:
    """The same with another row of table 20 or 21."""
    rows = list(getattr(LAW, table))
    rows[category] = row
    altered: dict[str, Any] = {table: tuple(rows)}
    return replace(LAW, **altered)


def with_threshold(discipline: str, at: int) -> Law:
    """The same with one threshold of a category one point higher."""
    thresholds = list(LAW.of(discipline).thresholds)
    thresholds[at] += 1
    return LAW.altered(discipline, thresholds=tuple(thresholds))


LAWS = {
    **{
        f"{discipline} {number}": LAW.altered(discipline, **{number: value})
        for discipline, numbers in {
            ITALIANA: {
                "bands": ((0, 150), (3001, 100), (3900, 50)),
                "start": 301,
                "q": 11,
            },
            INTERNAZIONALE: {
                "bands": ((0, 240), (2000, 160), (3000, 81)),
                "start": 501,
                "q": 14,
            },
        }.items()
        for number, value in numbers.items()
    },
    **{
        f"{discipline}, threshold {at + 1}": with_threshold(discipline, at)
        for discipline in DISCIPLINES
        for at in range(4)
    },
    **{f"table 19, from {low}": LAW.with_wrong_row(low) for low in (0, 690, 1716, 4930)},
    "the minimum": replace(LAW, floors=((date(2008, 1, 1), 101),)),
    "the bonus": replace(LAW, bonus=11),
    "the first day of the change of 2021": replace(LAW, corrective_from=date(2020, 12, 30)),
    "the malus": replace(LAW, malus=49),
    "the malus in all": replace(LAW, malus_in_all=440),
    "the idle years of a foreigner": replace(LAW, idle_years=3),
    "table 20, Maestro": with_row("to_internazionale", 4, (NAZIONALE, 2501)),
    "table 20, Candidato Maestro": with_row("to_internazionale", 3, (REGIONALE, 1701)),
    "table 20, Nazionale": with_row("to_internazionale", 2, (PROVINCIALE, 1001)),
    "table 20, Regionale": with_row("to_internazionale", 1, (PROVINCIALE, 501)),
    "table 21, M.N.": with_row("to_italiana", 4, (NAZIONALE, 2001)),
    "table 21, Candidato Maestro": with_row("to_italiana", 3, (REGIONALE, 1501)),
    "table 21, Nazionale": with_row("to_italiana", 2, (REGIONALE, 1001)),
    "table 21, Regionale": with_row("to_italiana", 1, (PROVINCIALE, 301)),
    "table 22, an edge": replace(LAW, world=((2001, Fraction(9, 5)), *LAW.world[1:])),
    "table 22, the last factor": replace(LAW, world_above=Fraction(26, 10)),
}


@pytest.mark.parametrize("number", LAWS)
def test_one_altered_number_is_caught(played, tmp_path_factory, number):
    """The exact side altered: the lists that were sealed no longer agree with it."""
    for seed in SEEDS:
        era, ours = years_of(played, tmp_path_factory, seed)
        if differ(era, ours, LAWS[number]):
            return
    raise AssertionError(f"nobody noticed: {number}")


@pytest.mark.parametrize("discipline", DISCIPLINES)
def test_one_altered_point_is_caught(played, tmp_path_factory, discipline):
    """One capital of one row of one list."""
    era, ours = years_of(played, tmp_path_factory, SEEDS[0])
    rows = {name: [dict(each) for each in lists] for name, lists in ours.items()}
    player, row = next(iter(rows[discipline][5].items()))
    rows[discipline][5][player] = (row[0] + 1, *row[1:])
    (told,) = unlike(era, rows)
    assert f"{discipline} {era.lists[5]} player {player}" in told


def test_events_at_full_weight_are_caught(played, tmp_path_factory):
    era, ours = years_of(played, tmp_path_factory, SEEDS[0])
    full = tuple(replace(each, weight=Fraction(1)) for each in era.events)
    assert differ(replace(era, events=full), ours)
