"""Years of draughts through a real ledger, case by case: every row, exactly.

Those drawn at random are in `test_row_for_row`.
"""

from dataclasses import replace
from datetime import date

import pytest

from tests.oracles import rubele_eras
from tests.oracles.rubele_era import Annulment, Era, Event, WorldList
from tests.oracles.rubele_law import (
    INTERNAZIONALE,
    ITALIANA,
    LAW,
)
from tests.oracles.rubele_permanence import Keeping
from tests.oracles.rubele_replay import chain_of, lists_of
from tests.oracles.world import Carried, Game, Tournament
from tests.support.counts import FULL
from tests.support.families import sealed_years, year_differences
from tests.support.years import differences


def test_a_category_reached_before_the_histories_begin_is_kept(tmp_path):
    """Carried over with 3850 and a peak of 3950: Maestro, and Nazionale on entering elsewhere."""
    was_maestro = Carried(1, 3850, None, 100, 3950, "2007-11-20")
    era = Era((1,), frozenset(), date(2008, 1, 1), {ITALIANA: (was_maestro,), INTERNAZIONALE: ()},
              (), (date(2008, 3, 1),))  # fmt: skip
    assert list(year_differences(era, sealed_years(str(tmp_path / "ledger"), era))) == []


@pytest.mark.parametrize(
    ("day", "opponent", "entered"),
    [
        (date(2014, 11, 9), [3180, 3150, 3184], None),
        (date(2016, 12, 31), [3180, 3214, 3188], None),
        (date(2017, 1, 1), [3180, 3206, 3240], 3600 - 16 + 10),
    ],
)
def test_a_late_event_of_an_annulled_foreigner(tmp_path, day, opponent, entered):
    """Reading `ceased_later`: 1, a Dutchman with 2500, draws in 2014 with 2, who has 3300: 2569
    and 3280. Annulled at the end of 2016; then a report of some day comes, and after this a
    report of November 2016. Both find the capital of their place: 2500, then 2519; nothing goes
    to 1. Only on 1 January 2017 does 1 enter, with 2000 x 1.8, and the report of November
    changes nothing.
    """
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
        tuple(Event(tournament, INTERNAZIONALE) for tournament in played),
        (date(2017, 1, 31), date(2017, 6, 30), date(2017, 9, 30)),
        (WorldList(date(2014, 1, 1), {1: 2000}),),
    )
    ours = sealed_years(str(tmp_path / "ledger"), era)
    annulled, late, later = ours[INTERNAZIONALE]
    assert 1 not in annulled
    assert [rows.get(1, (None,))[0] for rows in (late, later)] == [entered] * 2
    assert [rows[2][0] for rows in (annulled, late, later)] == opponent
    assert list(year_differences(era, ours)) == []


@pytest.mark.parametrize("month", ["1999-12", "2000-01", "2006-12", "2007-01"])
def test_a_foreigner_carried_over_is_idle_from_the_month_told(tmp_path, month):
    """Table 22: idle in 2007 and 2008 the player ceases at the end of 2008, however old the last
    game; with an event of 2007 at the end of 2009.
    """
    was = Carried(1, 1600, None, 100, 1600, f"{month}-15")
    era = Era((1,), frozenset({1}), date(2008, 1, 1), {ITALIANA: (was,), INTERNAZIONALE: ()},
              (), (date(2009, 1, 31), date(2010, 1, 31)))  # fmt: skip
    ours = sealed_years(str(tmp_path / "ledger"), era)
    left = [1550] if month.startswith("2007") else []
    assert [row[0] for rows in ours[ITALIANA] for row in rows.values()] == left
    assert list(year_differences(era, ours)) == []


def test_reading_decided_after_a_late_event_of_who_was_annulled_by_decision(tmp_path):
    """Readings `ceased_later`, `malus_of_a_life`: 1 had 1500, and 50 taken for 2009. Annulled in
    2010; a report of 2009 comes: 2 met 1500, and nothing is given back to 1, who has nothing.
    In 2010 player 1 enters anew with 300, draws with 1510 (.47 expected) and gets the bonus.
    """
    before = tuple(Carried(player, 1500, None, 50, 1500, "2008-05-01") for player in (1, 2))
    drawn = (Game(1, 2, "=", "="),)
    days = [(date(2009, 5, 1), 1), (date(2010, 5, 1), 2)]
    played = [
        Event(Tournament(name, day, day, drawn, recorded=recorded), ITALIANA)
        for name, (day, recorded) in zip("AB", days, strict=True)
    ]
    era = Era((1, 2), frozenset(), date(2009, 1, 1), {ITALIANA: before, INTERNAZIONALE: ()},
              tuple(played), (date(2010, 1, 31), date(2010, 3, 31), date(2010, 6, 30)),
              annulments=(Annulment(1, ITALIANA, 1),))  # fmt: skip
    ours = sealed_years(str(tmp_path / "ledger"), era)
    ended, late, anew = ours[ITALIANA]
    assert [ended[player][0] for player in (1, 2)] == [1450, 1450]
    assert {who: row[0] for who, row in late.items()} == {2: 1450 + 10 + 50}
    assert anew[1][:1] + anew[1][3:] == (300 + 80 + 10, 10, 0, 0)
    assert list(year_differences(era, ours)) == []


def test_an_event_not_played_does_not_promote(tmp_path):
    """Both 2990; 50 taken for 2015; a draw of November 2015 comes late: 2940 + 10, then + 50. In
    the next event nobody plays: no final capital, so no promotion."""
    before = tuple(Carried(player, 2990, None, 100, 2990, "2014-11-20") for player in (1, 2))
    late = Tournament(
        "A", date(2015, 11, 1), date(2015, 11, 2), (Game(1, 2, "=", "="),), recorded=1
    )
    unplayed = Tournament("B", date(2016, 3, 1), date(2016, 3, 2), (Game(1, 2, "+", "-"),))
    era = Era((1, 2), frozenset(), date(2015, 1, 1), {ITALIANA: before, INTERNAZIONALE: ()},
              tuple(Event(one, ITALIANA) for one in (late, replace(unplayed, recorded=2))),
              (date(2016, 1, 31), date(2016, 2, 28), date(2016, 6, 30)))  # fmt: skip
    ours = sealed_years(str(tmp_path / "ledger"), era)
    assert [lists[1][0] for lists in ours[ITALIANA]] == [2940, 3000, 3000]
    assert list(year_differences(era, ours)) == []


# ------------------------------------------------------------------------------------ the minimum

MINIMUM = {date(2011, 3, 1): 1200, date(2015, 7, 1): 40, date(2019, 12, 31): 700}
"""What the commission sets, each from its day on: raised, lowered below the text's, raised."""


def test_reading_minimum_set_years_under_a_minimum_that_changes(tmp_path):
    """Events by their first day, years by the last day, decisions by the list that takes them."""
    era = rubele_eras.era(0)
    set_ = replace(LAW, floors=((date(2008, 1, 1), 100), *MINIMUM.items()))
    ours = sealed_years(str(tmp_path / "ledger"), era, verified=FULL, minimum=MINIMUM)
    assert list(year_differences(era, ours, set_)) == []
    for at, (since, least) in enumerate(set_.floors):
        other = [*set_.floors]
        other[at] = (since, least + 1)
        assert any(year_differences(era, ours, replace(set_, floors=tuple(other))))


# ----------------------------------------------------------------------------- the permanence

PERMANENCE = (
    (date(2009, 4, 1), "committee"), (date(2012, 5, 17), "follows"),
    (date(2015, 12, 31), "permanent"), (date(2017, 2, 1), "follows"),
    (date(2017, 3, 1), "committee"), (date(2020, 8, 1), "permanent"),
)  # fmt: skip
"""What the federation sets of both disciplines, each from its day on."""


def test_reading_permanence_seen_years_under_a_permanence_that_changes(tmp_path):
    """A player on entering converts the category held by the word of every list, and of the days
    between.
    """
    era = rubele_eras.era(0)
    set_ = replace(LAW, permanence=PERMANENCE)
    ours = sealed_years(str(tmp_path / "ledger"), era, verified=FULL, permanence=PERMANENCE)
    assert list(differences(era, ours, lists_of(chain_of(era, set_, Keeping)))) == []
    assert list(year_differences(era, ours)) != []
