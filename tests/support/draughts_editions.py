"""Questions to a draughts edition about a single capital; the vectors of both disciplines."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from projections.rulebooks.elo_rubele.italian.walking import walk_denominator
from projections.rulebooks.engine.edition import Edition
from tests.oracles.world import World
from tests.support.edition_columns import sheet
from tests.support.worlds import federation

YEAR = 2015
HAD_THIS_YEAR = 1 << (YEAR - 2000)

VECTORS = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parents[1] / "vectors" / "uisp_elo_rubele.json").read_text(encoding="utf-8")
    )["elo_rubele"]
}

DAYS = [("2015-06-01", date(2015, 6, 1)), ("2015-09-01", date(2015, 9, 1))]


def season(carried: Any, tournaments: Any, **more: Any) -> World:
    """A season of 2015 with lists in June and September, in which the bonus is still to be had."""
    periods = tuple(name for name, _ in DAYS)
    return federation(carried, tournaments, periods=periods, on=date(2015, 2, 1), **more)


def capital(edition: Edition, ci: int, d_hundredths: int, **more: Any) -> dict[str, Any]:
    """Return a listed player after an event of 2015, with a valid earlier event by default."""
    facts = {
        "listed_rating": [ci],
        "decided_rating": [0],
        "entering_capital": [0],
        "sum_hundredths": [d_hundredths],
        "weight_halves": [2],
        "period_games": [9],
        "listed_category": [0],
        "listed_counted_years": [HAD_THIS_YEAR],
        "step_year": [YEAR],
        "adjusted": [False],
        "adjusted_from": [0],
        "adjusted_to": [0],
        "decided_points": [0],
        **more,
    }
    found = sheet(edition, ["rating", "category"], facts)
    exact = Fraction(int(found["exact_capital"][0]), walk_denominator(edition.numbers["bands"]))
    shown = {"cf": "rating", "floor": "floor_points", "category": "category"}
    return {"exact": exact, **{key: int(found[name][0]) for key, name in shown.items()}}


def after(edition: Edition, case: dict[str, Any]) -> tuple[Fraction, int]:
    """Return the exact and the final capital after a vector's event; the bonus is the first."""
    d_hundredths = Fraction(case["d"]) * 100
    assert d_hundredths.denominator == 1
    weight = int(Fraction(case["weight"]) * 2)
    had = 0 if case["bonus_or_q"] else HAD_THIS_YEAR
    more = {"listed_counted_years": [had], "weight_halves": [weight]}
    found = capital(edition, case["ci"], int(d_hundredths), **more)
    return found["exact"], found["cf"]


def entering(**more: Any) -> dict[str, Any]:
    """Return a player on entering an event: by default an Italian without known facts."""
    return {
        "decided_rating": [0],
        "unit": [0],
        "other_rating_at_start": [0],
        "other_category_at_start": [0],
        "other_award_at_start": [""],
        "federation": [b"ITA"],
        **more,
    }
