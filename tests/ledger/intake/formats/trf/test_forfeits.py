"""TRF26 record 330: forfeited matches must not contradict the players' lines."""

import pytest

from tests.support.team_files import told


def test_a_forfeited_match_agrees_with_the_players_lines():
    assert told(_330="+-   2   1   3") == []


def test_a_forfeited_match_in_which_somebody_played_is_refused():
    assert told(_330="+-   1   1   2") == [
        f'column {column}, team of a forfeit (330): found "team {team}, whose player {player} '
        f'played", expected a match that line {line} does not contradict; '
        "correct one of the two lines"
        for column, team, player, line in ((14, 1, 1, 14), (18, 2, 3, 16))
    ]


def test_a_forfeited_match_whose_loser_has_points_is_refused():
    assert told(_330="--   2   1   3") == [
        'column 14, team of a forfeit (330): found "team 1, whose player 1 has points", '
        "expected a match that line 14 does not contradict; correct one of the two lines"
    ]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ("++   2   1   3", "kind of forfeit (330)"),
        ("+-   0   1   3", "round of a forfeit (330)"),
        ("+-   3   1   3", "round of a forfeit (330)"),
        ("+-   2   1   4", "team of a forfeit (330)"),
        ("+-   2   1", "team of a forfeit (330)"),
        ("+-   2   1   1", "team of a forfeit (330)"),
    ],
)
def test_forfeited_matches_have_a_form(value, field):
    messages = told(_330=value)
    assert len(messages) == 1
    assert field in messages[0]
