"""Asking an edition for single columns, as an auditor would: these inputs, which value, and why."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ledger import columns
from projections.rulebooks.engine.columns import Columns, Level
from projections.rulebooks.engine.edition import Edition, planned
from projections.state.competence import LIFTED

OTHER_SIDE = str.maketrans("10=+-WLD", "01=-+LWD")


def sheet(edition: Edition, wanted: Iterable[str], facts: Mapping[str, Any]) -> Columns:
    """Evaluate some columns and their inputs. Of the facts, lists are columns, texts are columns
    of result codes, anything else is a single number. Missing facts keep nothing from counting.
    """
    told = {name: _fact(each) for name, each in facts.items()}
    plain = _plain(edition) | ({} if any(map(_of_waiting, told)) else NO_ROUND_ROBIN)
    given = {**{name: each for name, each in plain.items() if name not in wanted}, **told}
    plan = planned(edition.columns, frozenset(Level), frozenset(wanted), frozenset(given))
    return edition.evaluate(Level, given, [column.rule.name for column in plan.columns])


def _plain(edition: Edition) -> dict[str, Any]:
    """Return facts of games without any bar, where the edition has articles about counting."""
    told = {name: np.zeros((), dtype=kind) for name, kind in NOTHING_TOLD.items()}
    if edition.without_admission is None:
        return told
    bars = set(edition.columns["counts"].needs) - set(
        edition.without_admission.columns["counts"].needs
    )
    barred = {name: np.zeros((), dtype=np.int64 if name in INDEX else bool) for name in bars}
    return {**told, **barred}


INDEX = ("entry", "tournament")
NOTHING_TOLD = {
    "latest_rules_month": np.int32,
    "guest": bool,
    "tournament": np.int64,
    "void": bool,
    "announced_weight_over": np.int64,
    "announced_weight_under": np.int64,
    "entry": np.int64,
    "capital_ceased": bool,
    "nothing_booked": bool,
    "game_excluded": bool,
}
"""Of one tournament of whole weight, whose pairing system is not announced, about which nothing
is decided; of players whose rating has not ceased, and who have no results that wait."""


NO_ROUND_ROBIN = {
    "as_round_robin": np.zeros((), dtype=bool),
    "pooled_parts": np.ones((), dtype=np.int64),
    "shrinking_opponents": np.zeros((), dtype=np.int64),
}
"""Of a first rating whose results are not told one by one: whole points, none of a round robin."""


def _of_waiting(name: str) -> bool:
    return name.startswith("waiting_average")


def ratings_alone(edition: Edition) -> Edition:
    """Return an edition without the articles about counting, which have other test files."""
    return edition.without_admission or edition


def ask(edition: Edition, name: str, **facts: Any) -> list[Any]:
    """Return the values of a single column, row by row."""
    return sheet(edition, [name], facts)[name].tolist()


def why(edition: Edition, name: str, **facts: Any) -> list[str]:
    """Ask for the clauses on which a chosen column stands, row by row."""
    asked = sheet(edition, [name], facts)
    return [str(asked.why(name, row)) for row in range(np.size(asked[name]))]


def period(edition: Edition, own: int, *tournaments: str, k: int = 20) -> Columns:
    """Rate the period of a listed player. A tournament is "2000 1 2100 =": opponents, results."""
    opponents, results, entry = [], "", []
    for at, text in enumerate(tournaments):
        words = text.split()
        opponents += [int(word) for word in words[::2]]
        results += "".join(words[1::2])
        entry += [at] * (len(words) // 2)
    facts = {
        "own_rating": [own] * len(opponents),
        "opponent_rating": opponents,
        "result": results,
        "opponent_result": results.translate(OTHER_SIDE),
        "entry": entry,
        "entries": len(tournaments),
        "game": list(range(len(opponents))),
        "tournament": [0] * len(tournaments),
        "opponent_entry": [0] * len(opponents),
        "undecided_round_robin": [False] * len(tournaments),
        "without_a_point": [False] * len(tournaments),
        "unit": [0] * len(tournaments),
        "units": 1,
        "listed_rating": [own],
        "listed_k": [k],
    }
    return sheet(edition, ["variation_hundredths", "change", "rated_games"], facts)


def _fact(value: Any) -> Any:
    match value:
        case str():
            return columns.codes(value)
        case list():
            return np.array(value)
        case _:
            return value


def exceptions(edition: Edition) -> list[str]:
    """Return the suffixes (`0_2_1`) of the exceptions made by bodies."""
    named = [name for name in edition.numbers["stated"] if name.startswith(LIFTED)]
    return [name.removeprefix(LIFTED) for name in named]
