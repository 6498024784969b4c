"""Published results of others, from `tests/vectors`: numbers exact, cases by kind."""

import json
from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.world import Adjustment, Carried, Game, Player, Tournament, World

VECTORS = Path(__file__).parent.parent / "vectors"

KINDS = (
    "rating_change_one_game",
    "new_rating_one_game",
    "expected_score",
    "k_factor",
    "initial_rating",
)
"""Of the cases of `fide_elo.json`."""

Told = Iterable[tuple[str, Any, str]]
"""Of a case, the editions it holds under: name, what is asked in its place, key of its number."""


def vectors(name: str) -> Any:
    """A file of vectors."""
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def exact(number: float | str) -> Fraction:
    """Return a decimal as in the file, without a binary float."""
    return Fraction(str(number))


def fide_cases(
    kind: str, told: Callable[[Any], Told], exceptions: Iterable[tuple[int, str]]
) -> list[Any]:
    """Yield every case of a kind under every edition of the case: edition, inputs, number."""
    return [
        pytest.param(
            asked,
            case["inputs"],
            case["expected"] if key == "*" else {key: case["expected"][key]},
            id=f"{case['case']}-{name}",
        )
        for case in vectors("fide_elo.json")
        if case["kind"] == kind
        for name, asked, key in told(case)
        if (case["case"], name) not in exceptions
    ]


def published_periods() -> list[Any]:
    return [
        pytest.param(case, id=case["case"])
        for case in vectors("fide_published_periods.json")["cases"]
    ]


def staged(case: Any) -> World:
    """Return a published period as a world: player 1 is the person, every game has another
    opponent, carried over with the rating used; the rating of 1 moves between lists by
    adjustments.
    """
    lists = sorted(case["published_list_ratings"].items())
    (_, first), *later = lists
    (k,) = case["published_list_k"].values()
    opponents: list[Carried] = []
    tournaments = []
    for number, event in enumerate(case["tournaments"]):
        games = []
        for game in event["games"]:
            opponent = len(opponents) + 2
            rating = int(game["opponent_rating_used"])
            opponents.append(Carried(opponent, rating, 20, 100, rating))
            code = {"1.00": "1", "0.50": "=", "0.00": "0"}[game["score"]]
            other = {"1": "0", "=": "=", "0": "1"}[code]
            games.append(Game(1, opponent, code, other))
        days = (date.fromisoformat(event["start"]), date.fromisoformat(event["end"]))
        tournaments.append(Tournament(f"T-{number}", *days, tuple(games), 0))
    adjustments = []
    for index, (period, rating) in enumerate(later):
        before = lists[index][1]
        if period != case["rating_period"] and rating != before:
            adjustments.append(Adjustment(1, before, rating, index))
    peak = 2400 if k == 10 else first
    person = Carried(1, first, k, 100, peak)
    players = [Player(1, case["birth_year"]), *(Player(each.player) for each in opponents)]
    return World(
        tuple(players),
        (person, *opponents),
        date.fromisoformat(f"{lists[0][0]}-01"),
        tuple(tournaments),
        tuple(adjustments),
        tuple(period for period, _ in later),
    )
