"""Admission in rapid and blitz: the time of the pool, equal times; days, rounds, reports."""

from typing import Any

import numpy as np
import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING
from projections.rulebooks.engine.columns import TOURNAMENT
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.fide.time_controls import time_control
from projections.state import competence
from projections.state.reports import Decided
from tests.support.edition_columns import ask, exceptions, why

RAPID = rulebook("fide-rapid").edition("2024-12-01")
BLITZ = rulebook("fide-blitz").edition("2024-12-01")
EDITIONS = rulebook("fide-rapid").editions
EVERY = [
    pytest.param(edition, id=edition.name) for edition in EDITIONS if edition.name >= "2022-01-01"
]
"""Since 2022; the years before are held by the tests of their edition (2014)."""


def of_tournament(edition: Edition, name: str, **facts: list[Any]) -> Any:
    """Ask for a column about a tournament; nothing is taken for granted."""
    given = {each: np.array(value) for each, value in facts.items()}
    return edition.evaluate([TOURNAMENT], given, [name])[name].tolist()[0]


def time(edition, seconds: int, other: int | None = None) -> int:
    """Return the finding on a time on 60 moves; of two times, where the sides differ."""
    both = seconds + (seconds if other is None else other)
    facts = {"thinking_seconds": [min(seconds, other or seconds)], "game_seconds": [both]}
    return int(of_tournament(edition, "thinking_time", **facts))


@pytest.mark.parametrize(
    ("seconds", "in_rapid", "in_blitz"),
    [
        (0, WARNING, WARNING),
        (179, NOT_RATED, NOT_RATED),
        (180, NOT_RATED, NOT_RATED),
        (181, NOT_RATED, FINE),
        (600, NOT_RATED, FINE),
        (601, FINE, NOT_RATED),
        (3599, FINE, NOT_RATED),
        (3600, NOT_RATED, NOT_RATED),
    ],
)
def test_article_1_1_each_pool_has_its_time(seconds, in_rapid, in_blitz):
    """Reading `time_not_told`: nothing told is a warning, not a bar."""
    assert time(RAPID, seconds) == in_rapid
    assert time(BLITZ, seconds) == in_blitz


def test_article_1_1_unequal_times_are_never_rated():
    assert [time(RAPID, 900, other) for other in (899, 900, 901)] == [NOT_RATED, FINE, NOT_RATED]


@pytest.mark.parametrize(
    ("text", "in_rapid", "in_blitz"),
    [
        ("540+1", NOT_RATED, FINE),  # 10 minutes on 60 moves
        ("541+1", FINE, NOT_RATED),
        ("180+2", NOT_RATED, FINE),
        ("900+10", FINE, NOT_RATED),
        ("1799+30", FINE, NOT_RATED),
        ("1800+30", NOT_RATED, NOT_RATED),
        ("W300-B240", NOT_RATED, NOT_RATED),
        ("W900-B840", NOT_RATED, NOT_RATED),
    ],
)
def test_article_1_1_increments_of_60_moves_count_and_unequal_times_are_of_no_pool(
    text, in_rapid, in_blitz
):
    control = time_control(text)
    assert control is not None
    less, of_both = control.seconds_on_60, control.game_seconds
    assert time(RAPID, less, of_both - less) == in_rapid
    assert time(BLITZ, less, of_both - less) == in_blitz


def admitted(**flags: bool) -> tuple[int, str]:
    """Return whether a game is admitted, and why, where nothing holds but the given facts."""
    every = (
        "rating_refused", "hybrid_barred", "not_at_the_board", "too_late", "unequal_times",
        "other_class",
    )  # fmt: skip
    of_games = ("game_excluded", "game_exempt_0_4_refusal", "game_exempt_9_1", "game_exempt_6_2")
    facts = {
        **{name: [flags.get(name, False)] for name in every},
        **{name: [flags.get(name, False)] for name in of_games},
        **{name: [False] for name in ("match_unrated", "after_the_match")},
        "tournament": [0],
        "entry": [0],
    }
    return int(ask(RAPID, "admitted", **facts)[0]), why(RAPID, "admitted", **facts)[0]


def test_article_4_1_what_keeps_a_game_out_and_what_a_decision_lets_in():
    assert admitted() == (1, "4.1: nothing keeps it out")
    assert admitted(other_class=True) == (0, "1.1: not the time of this pool")
    assert admitted(too_late=True) == (0, "8.1: the report came too late")
    assert admitted(unequal_times=True) == (0, "1.1: unequal times are never rated")
    assert admitted(game_excluded=True) == (0, "4.1: excluded by decision")


def test_article_4_1_an_exception_for_a_game_lifts_its_own_article_only():
    """Reading `who_excludes`, and the article of an exception."""
    assert admitted(too_late=True, game_exempt_9_1=True)[0] == 1
    assert admitted(too_late=True, game_exempt_6_2=True)[0] == 0
    assert admitted(other_class=True, game_exempt_9_1=True)[0] == 0
    assert admitted(rating_refused=True, game_exempt_0_4_refusal=True)[0] == 1


@pytest.mark.parametrize("edition", EVERY)
def test_article_0_2_registered_three_days_before(edition):
    """Reading `late_registration`: for any players; late is to be decided."""
    facts = {"official": [False], "exempt_0_2": [False], "registered": [True]}
    found = [ask(edition, "registration", lead_days=[days], **facts)[0] for days in (2, 3, 4)]
    assert found == [TO_DECIDE, FINE, FINE]
    unknown = {**facts, "registered": [False], "lead_days": [0]}
    assert ask(edition, "registration", **unknown) == [WARNING]


def lifting(edition, article, by):
    """Return the reach of an exception, by the suffixes of the numbers that name bodies."""
    said = Decided("exempted", article, by)
    return [
        exception for exception in exceptions(edition) if competence.lifts(edition, said, exception)
    ]


@pytest.mark.parametrize("edition", EVERY)
def test_article_0_4_a_refusal_and_the_appeal_against_it(edition):
    """Reading `who_decides`."""
    bodies = ("fide-qc", "fide-council", "ita", "my-club")
    refusals = [[Decided("refused", "", by)] for by in bodies]
    refused = [competence.is_void(edition, refusal, "refused") for refusal in refusals]
    assert refused == [True, True, False, False]
    assert lifting(edition, "0.4 refusal", "fide-council") == ["0_4_refusal"]
    assert lifting(edition, "0.4 refusal", "fide-qc") == []
    assert lifting(edition, "0.4 cancelled", "fide-qc") == ["0_4_cancelled"]


@pytest.mark.parametrize("edition", EVERY)
def test_article_0_2_a_hybrid_event_is_approved_by_itself(edition):
    """And a late registration alone too; each by the commission alone."""
    assert lifting(edition, "0.2 hybrid", "fide-qc") == ["0_2_hybrid"]
    assert lifting(edition, "0.2", "fide-qc") == ["0_2"]
    assert lifting(edition, "0.2", "fide-president") == []


@pytest.mark.parametrize("edition", EVERY)
def test_article_8_4_the_games_of_a_hybrid_event(edition):
    facts: dict[str, list[Any]] = {"hybrid": [True], "entrants": [9]}
    found = [
        of_tournament(edition, "games_of_hybrid", exempt_9_4=[came], **facts)
        for came in (False, True)
    ]
    assert found == [WARNING, FINE]
    assert lifting(edition, "8.4", "fide-qc") == ["9_4"]


@pytest.mark.parametrize(("edition", "most"), [(RAPID, 15), (BLITZ, 30)])
def test_article_3_rounds_of_a_day(edition, most):
    """Reading `hours_of_play`: more than these, and a body decides."""
    rounds, exempt = [most - 1, most, most + 1, most + 1], [False, False, False, True]
    found = ask(edition, "rounds_of_a_day", busiest_day_rounds=rounds, exempt_3=exempt)
    assert found == [FINE, FINE, TO_DECIDE, FINE]


def test_article_5_1_a_standard_rating_is_a_rating_in_a_match_too():
    assert "start_rating_in_force" in RAPID.columns["match_unrated"].needs
    ratings = {"rating_in_force": [1500, 0, 0], "standard_rating_in_force": [2000, 2000, 0]}
    assert ask(RAPID, "start_rating_in_force", **ratings) == [1500, 2000, 0]


def test_article_5_2_a_match_is_over_once_won_as_in_standard_chess():
    standard = rulebook("fide-standard").edition("2024-03-01")
    for edition in (RAPID, BLITZ):
        rule = edition.columns["after_the_match"]
        assert rule.function is standard.columns["after_the_match"].function
        assert rule.article == "5.2"
        assert edition.numbers["lifted_by_6_2"] == standard.numbers["lifted_by_6_2"]


@pytest.mark.parametrize(("months", "late"), [(2, False), (3, True), (4, True)])
def test_article_8_1_too_late_for_the_third_list_is_never_rated(months, late):
    facts: dict[str, list[Any]] = {"ended_month": [100], "official": [False], "exempt_9_1": [False]}
    assert of_tournament(RAPID, "too_late", received_month=[100 + months], **facts) == late


@pytest.mark.parametrize(("without", "kind"), [(0, FINE), (1, WARNING)])
def test_article_9_1_players_without_a_federation(without, kind):
    assert of_tournament(RAPID, "federations", without_federation_unless_10_1=[without]) == kind
