"""The expected score of every pair, for every edition."""

import pytest

from ledger.errors import Refused
from projections.queries.explain.cross_table import expected
from projections.rulebooks import NAMES, rulebook

RATINGS = [2640, 2300, 2300, 1800, 1400]
RAISED_ONCE = {
    (name, edition)
    for name, editions in {
        "fide-standard": ("2022-01-01", "2023-12-25"),
        "fide-rapid": ("2022-01-01", "2022-10-01"),
        "fide-blitz": ("2022-01-01", "2022-10-01"),
    }.items()
    for edition in editions
}
"""Editions by which a difference is cut once in a tournament: the games decide in which one."""

EVERY = [edition for name in NAMES for edition in rulebook(name).editions]


@pytest.mark.parametrize("edition", EVERY, ids=lambda edition: f"{edition.rulebook} {edition.name}")
def test_both_sides_of_a_pair_share_the_points_of_a_game(edition):
    if (edition.rulebook, edition.name) in RAISED_ONCE:
        with pytest.raises(Refused, match="cannot be told before play"):
            expected(edition, RATINGS)
        return
    matrix = expected(edition, RATINGS)
    win = edition.numbers["win_hundredths"]
    assert (matrix + matrix.T == win).all()
    assert matrix[1, 2] == win // 2
    assert (matrix[0, 1:] > win // 2).all()


def test_article_8_3_1_one_side_only_is_spared_the_cap():
    """From October 2025 on, for a player of 2650 or more: the difference counts whole, the other's
    not.
    """
    matrix = expected(rulebook("fide-standard").edition("2025-10-01"), [2700, 1800])
    assert (matrix[0, 1], matrix[1, 0]) == (100, 8)
