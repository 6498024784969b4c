"""Calculations published by others, case by case, through the columns of the edition
of each case.

`tests/vectors/README.md` says which edition an expectation holds under.
"""

from fractions import Fraction
from typing import Any

import pytest

from projections.rulebooks.engine.edition import Edition
from tests.oracles.published import KINDS, exact, vectors
from tests.support.edition_columns import ask, period
from tests.support.published_fide import (
    EXCEPTIONS,
    HOLDS,
    RESULTS,
    cases,
    told,
    worked_examples,
)


def test_every_case_of_our_editions_is_looked_at():
    ours = {(case["case"], name) for case in vectors("fide_elo.json") for name, *_ in told(case)}
    assert set(EXCEPTIONS) <= ours
    assert sum(len(cases(kind)) for kind in KINDS) == len(ours) - len(EXCEPTIONS) == 209


def one_game(edition: Edition, inputs: dict[str, Any]) -> tuple[Fraction, int]:
    """Return the change of a game, exact and rounded."""
    game = f"{inputs['opp']} {RESULTS[str(inputs['score'])]}"
    found = period(edition, inputs["own"], game, k=inputs["K"])
    return Fraction(int(found["variation_hundredths"][0]), 100), int(found["change"][0])


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("rating_change_one_game"))
def test_article_8_3_2_change_of_one_game(edition, inputs, expected):
    change, rounded = one_game(edition, inputs)
    ((key, value),) = expected.items()
    assert (rounded if key == "change_rounded" else change) == exact(value)


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("new_rating_one_game"))
def test_article_8_3_4_new_rating_after_one_game(edition, inputs, expected):
    _, rounded = one_game(edition, inputs)
    assert inputs["own"] + rounded == expected["new"]


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("expected_score"))
def test_article_8_3_1_expected_score(edition, inputs, expected):
    found = ask(
        edition,
        "expected_score_hundredths",
        own_rating=[inputs["own"]],
        opponent_rating=[inputs["opp"]],
    )
    assert found == [expected["pd_hundredths"]]


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("k_factor"))
def test_article_8_3_3_k_factor(edition, inputs, expected):
    """Where a case is silent: thirty games, an adult, never higher than now, a single game
    played.
    """
    year = int(edition.name[:4])
    printed = ask(
        edition,
        "printed_k",
        peak=[2400 if inputs.get("everHigher2400") else inputs["rating"]],
        games=[inputs.get("gamesPlayed", 30)],
        birth_year=[year - inputs["age"] if "age" in inputs else 0],
        list_year=year,
    )
    games = [inputs.get("gamesInPeriod", 1)]
    assert ask(edition, "k", listed_k=printed, rated_games=games) == [expected["K"]]


def first_rating(edition: Edition, opponents: list[int], score: Fraction) -> int:
    """Return the computed rating, even if not to be published."""
    (found,) = ask(
        edition,
        "computed_first_rating",
        pooled_games=[len(opponents)],
        pooled_rating_sum=[sum(opponents)],
        pooled_half_points=[int(2 * score)],
    )
    return int(found)


@pytest.mark.parametrize(("edition", "inputs", "expected"), cases("initial_rating"))
def test_article_8_2_initial_rating(edition, inputs, expected):
    opponents = inputs.get("opponents") or [inputs["Rc"]] * inputs["N"]
    score = exact(inputs["W"]) if "W" in inputs else sum(map(exact, inputs["scores"]), Fraction(0))
    expected.pop("Ru_printed", None)  # case 136: computed from another case's mean
    (ru,) = expected.values()
    assert first_rating(edition, opponents, score) == ru


@pytest.mark.parametrize(
    ("edition", "case"), [*worked_examples("2024-03"), *worked_examples("2014-2024-02")]
)
def test_article_8_2_worked_examples(edition, case):
    ru = first_rating(edition, case["opp"], exact(case["w"]))
    assert ru == case.get("ru", case["out"])
    published = ask(
        edition,
        "first_rating",
        listed_rating=[0],
        pooled_games=[len(case["opp"])],
        disregarded_games=[0],
        entering_rating=[ru],
    )
    assert published == [case["out"] or 0]


@pytest.mark.parametrize(
    ("edition", "case"), [*worked_examples("cap400"), *worked_examples("2022 once")]
)
def test_article_8_3_worked_examples_of_a_tournament(edition, case):
    """The arbiters' manual, and the tournament in which only the lowest of four is raised."""
    games = " ".join(f"{opponent} {RESULTS[str(score)]}" for opponent, score in case["games"])
    found = period(edition, case["own"], games, k=case["k"])
    assert Fraction(int(found["sum_hundredths"][0]), 100) == exact(case["sum"])
    assert Fraction(int(found["variation_hundredths"][0]), 100) == exact(case["change"])
    if "out" in case:
        assert case["own"] + found["change"][0] == case["out"]


def test_every_worked_example_is_looked_at():
    assert {case["rule"] for case in vectors("fide_worked_examples.json")} == set(HOLDS)
