"""What others published, as it lies in `tests/vectors`: numbers exact, cases by kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

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
    """A decimal as it stands in the file, not as a binary float holds it."""
    return Fraction(str(number))


def fide_cases(
    kind: str, told: Callable[[Any], Told], exceptions: Iterable[tuple[int, str]]
) -> list[Any]:
    """Every case of a kind under every edition it is told to hold for: edition, inputs, number."""
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
