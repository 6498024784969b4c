"""FIDE standard chess, articles 7.1.4 and 0.1: what a first rating rests on, by which rules."""

from __future__ import annotations

from dataclasses import replace

from projections.rulebooks.fide_standard import RULEBOOK
from projections.rulebooks.months import month_index
from tests.projections.rulebooks.asking import ask, why

EDITION = RULEBOOK.edition("2024-03-01")
JANUARY_2026 = month_index(202601)


def test_article_7_1_4_the_window_is_the_26_months_before_the_list():
    """Reading of `in_window`: by the month the tournament ended in, that of the list left out."""
    ended = [JANUARY_2026 - months for months in (0, 1, 2, 25, 26, 27)]
    found = ask(EDITION, "in_window", waiting_ended_month=ended, list_month_index=JANUARY_2026)
    assert found == [False, True, True, True, True, False]


def test_article_7_1_4_results_add_up_player_by_player():
    facts = {
        "pooled": [True, True, False, True],
        "waiting_unit": [0, 0, 0, 2],
        "waiting_counted_games": [3, 2, 5, 4],
        "waiting_opponent_rating_sum": [5400, 3500, 9000, 6000],
        "waiting_half_points": [1, 4, 9, 0],
        "units": 3,
    }
    assert ask(EDITION, "pooled_games", **facts) == [5, 0, 4]
    assert ask(EDITION, "pooled_rating_sum", **facts) == [8900, 0, 6000]
    assert ask(EDITION, "pooled_half_points", **facts) == [5, 0, 0]


def by_list(edition):
    """An edition of which the body set that first ratings go by the rules of the list's day."""
    number = edition.numbers["stated"]["first_rating_by"]
    return edition.stating((replace(number, stated="list"),))


def test_article_0_1_results_keep_the_month_of_their_edition():
    """Reading of `rules_month` (`carried_rules_month`): 0 where nothing was carried over."""
    assert ask(EDITION, "rules_month", counted_games=[3, 0], edition_month=202403) == [202403] * 2
    facts = {
        "pooled": [True, True, False, False],
        "waiting_rules_month": [202312, 202201, 202403, 202403],
        "waiting_unit": [0, 0, 0, 1],
        "units": 2,
    }
    assert ask(EDITION, "latest_rules_month", **facts) == [202312, 0]


def test_article_0_1_old_rules_where_all_events_began_before_the_change():
    """Reading of `by_earlier_rules` (`first_rating_across_changes`): before, on, after; and its
    other value, by which the day of the list decides."""
    latest = {"latest_rules_month": [0, 202312, 202403, 202510]}
    assert ask(EDITION, "by_earlier_rules", **latest) == [False, True, False, False]
    assert ask(by_list(EDITION), "by_earlier_rules", **latest) == [False] * 4
    assert why(EDITION, "by_earlier_rules", **latest)[1:3] == [
        "0.1: all its events began before March 2024: by the rules before it",
        "0.1: an event began since March 2024: by the rules since then",
    ]
