"""TRF26 records 240 and 320 in a team tournament: byes of teams."""

import pytest

from tests.support.team_files import told


@pytest.mark.parametrize("lines", ["F   1    3", "H   2    2", ["Z   1    3", "Z   2    2"]])
def test_byes_of_teams_that_had_no_games_pass(lines):
    assert told(_240=lines) == []


def test_byes_of_teams_must_agree_with_the_players_lines():
    assert told(_240=["F   1    1", "H   2    9"]) == [
        'column 14, team of a bye (240): found "1", expected a team whose players had no game '
        "in round 1, but line 15 has one; correct one of the two lines",
        'column 14, team of a bye (240): found "9", expected the number of a team; '
        "correct it; teams stand in records 310 or 013",
    ]


def test_a_team_has_one_kind_of_bye_in_a_round():
    assert told(_240=["F   1    3", "H   1    3"]) == [
        'column 14, team of a bye (240): found "H for team 3", expected F in round 1, '
        "as in line 13; correct one of the two lines"
    ]


@pytest.mark.parametrize("value", [" 1.0  2.0   3   2", " 1.0  2.0 000   2", " 1.0  2.0"])
def test_allocated_byes_of_teams_pass(value):
    assert told(_320=value) == []


def test_allocated_byes_of_teams_have_a_form():
    assert told(_320=" 1.0    x   9") == [
        'column 13, points of a bye (320): found "x", expected points like 1.0; correct the points',
        'column 17, team of a bye (320): found "9", expected the number of a team; '
        "correct it; teams stand in records 310 or 013",
    ]
