"""FID technical rules, VII.2.1 and table 23: the division of an event into groups."""

import inspect
import re
from datetime import date

import numpy as np
import pytest

from projections.rulebooks.elo_rubele.groups import EDITIONS, by_capital, divided, edition_on, sizes
from projections.rulebooks.engine.columns import TOURNAMENT
from projections.rulebooks.engine.numbers import OffTheTable
from projections.rulebooks.engine.rulebook import OutsideRulebook

OF_2008, OF_2016 = EDITIONS


def groups(players, groups, turns, *, lowest=0, edition=OF_2008):
    """Return the sizes of the groups, from the first group on."""
    return sizes(divided(edition, players, lowest, turns, groups), groups)


STEPS = ("first_group_as_a_rule", "critical_number", "increase", "first_group_at_most")


@pytest.mark.parametrize(
    ("event", "steps"),
    [
        ((60, 3, 5), [15, 60, 0, 15]),
        ((66, 3, 5), [15, 60, 2, 17]),
        ((72, 3, 5), [15, 60, 4, 19]),
        ((129, 5, 6), [18, 120, 0, 18]),
        ((130, 5, 6), [18, 120, 2, 20]),
        ((150, 5, 6), [18, 120, 6, 24]),
        ((200, 3, 10), [30, 120, 26, 56]),
    ],
)
def test_article_vii_2_1_table_23_first_group(event, steps):
    """Players, groups and turns; the first group is as large as allowed."""
    players, many, turns = event
    sheet = divided(OF_2008, players, 0, turns, many)
    assert [sheet[name] for name in STEPS] == steps
    assert sheet["first_group"] == steps[-1]


def test_article_vii_2_1_table_23_critical_number_below_on_above():
    """With 3 groups of 5 turns: 60 is critical; the whole part of a sixth counts, twice."""
    players = np.array([59, 60, 61, 65, 66, 67, 71, 72])
    facts = {"entrants": players, "lowest": 0, "turns": 5, "groups": 3}
    increase = OF_2008.evaluate([TOURNAMENT], facts)["increase"]
    assert increase.tolist() == [0, 0, 0, 0, 2, 2, 2, 4]


def test_article_vii_2_1_table_23_least_players():
    least = [int(divided(OF_2008, 99, 0, turns, 2)["least_players"]) for turns in range(5, 11)]
    assert least == [8, 10, 10, 12, 12, 14]


@pytest.mark.parametrize("turns", [4, 11])
def test_article_vii_2_1_table_23_off_the_table(turns):
    """Reading `games_of_a_group`: a game each turn; of other turns the table says nothing."""
    with pytest.raises(OffTheTable, match=f"5 to 10 turns, not for {turns}"):
        divided(OF_2008, 60, 0, turns, 3)


def test_article_vii_2_1_table_23_needed_players_below_on_above():
    """Three groups of 5 games need 24: with 23 the first group falls below the least."""
    assert [groups(players, 3, 5) for players in (23, 24, 25)] == [[7, 8, 8], [8, 8, 8], [9, 8, 8]]
    assert divided(OF_2008, 23, 0, 5, 3)["needed_players"] == 24


def test_article_vii_2_1_table_23_full_first_group():
    """Reading `full_first_group`: 15, as soon as 8 are left for each of the lower two."""
    assert [groups(players, 3, 5) for players in (30, 31, 32)] == [
        [14, 8, 8],
        [15, 8, 8],
        [15, 9, 8],
    ]
    clauses = [divided(OF_2008, players, 0, 5, 3).why("first_group", 0) for players in (30, 31)]
    assert ["remain" in str(clause) for clause in clauses] == [True, False]


def test_article_vii_2_1_table_23_even_lower_groups():
    """Reading `even_lower_groups`: the rest as evenly as possible, the higher groups larger."""
    assert groups(66, 3, 5) == [17, 25, 24]
    assert groups(130, 5, 6) == [20, 28, 28, 27, 27]


def test_article_vii_2_1_table_23_nobody_is_lost():
    for players in range(60, 201):
        for many in range(2, 7):
            for turns in range(5, 11):
                found = groups(players, many, turns)
                assert sum(found) == players
                assert found[1:] == sorted(found[1:], reverse=True)


@pytest.mark.parametrize(("lowest", "apart"), [(5, 0), (6, 6), (7, 7)])
def test_resolution_57_2015_group_apart(lowest, apart):
    """Reading `group_apart`: besides the groups of the table, of any least size."""
    sheet = divided(OF_2016, 66, lowest, 5, 3)
    assert sheet["group_apart"] == apart
    assert sheet["divided_players"] == 66 - apart
    assert sum(sizes(sheet, 3)) == 66 - apart
    assert groups(66, 3, 5, lowest=lowest) == [17, 25, 24]  # before 2016: no group apart


def test_editions_by_day():
    days = [date(2008, 1, 1), date(2015, 12, 31), date(2016, 1, 1)]
    assert [edition_on(day) for day in days] == [OF_2008, OF_2008, OF_2016]
    with pytest.raises(OutsideRulebook, match="begins on 2008-01-01, not on 2007-12-31"):
        edition_on(date(2007, 12, 31))


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_everything_stands_under_its_article(edition):
    told = {name for text in edition.articles.values() for name in re.findall(r"\w+", text)}
    stated = edition.numbers["stated"]
    assert set(edition.columns) | set(stated) <= told
    for rule in edition.columns.values():
        assert (inspect.getdoc(rule.function) or "").startswith(f"{rule.article}. ")


def test_numbers_are_pinned():
    assert [edition.digest for edition in EDITIONS] == [
        "c126a1db01d75be249f40750e567788537fd71f01cb6724ee7aba24de3120bfd",
        "2f8adc1f1445dd52e87360e893bc3404d2983c7b633acf2a48a64dee4df3a4f0",
    ]


def test_article_vii_2_1_by_capital():
    """Reading `by_capital`: higher first, equal capitals in the order of the entries."""
    assert by_capital([300, 2000, 300, 4000]) == [3, 1, 0, 2]
