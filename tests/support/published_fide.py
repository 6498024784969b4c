"""Published results of standard chess, case by case, for each of our editions with the
same rule.

`tests/vectors/README.md` says which edition an expectation holds under.
"""

from typing import Any

import pytest

from projections.rulebooks.fide.standard import RULEBOOK
from tests.oracles.published import Told, fide_cases, vectors

EDITIONS = {edition.name: edition for edition in RULEBOOK.editions}
TOLD_FOR = {"2021-02-01": "2017-07-01", "2023-12-25": "2022-01-01"}
"""Amendments that changed no number of a rating: what the files say of the text they amend."""
RESULTS = {"1": "1", "1.0": "1", "0.5": "=", "0": "0", "0.0": "0"}

# (case, edition): why the number in the file does not hold.
EXCEPTIONS = {
    (106, "2024-03-01"): "the published lists give K 40 to fewer than 30 games: 30 games is K 20",
    (106, "2025-10-01"): "the same",
    (117, "2024-03-01"): "2700 against 2200: without the cap only since October 2025; here 2701",
}


def told(case: Any) -> Told:
    """Return the editions of ours for which a case holds; none where not stated."""
    for name, edition in EDITIONS.items():
        key = case["editions"].get(f"standard {TOLD_FOR.get(name, name)}")
        if key:
            yield name, edition, key


def cases(kind: str) -> list[Any]:
    """Return every case of a kind valid for an edition: edition, inputs, expectation."""
    return fide_cases(kind, told, EXCEPTIONS)


HOLDS = {
    "2024-03": lambda edition: edition >= "2024-03-01",
    "cap400": lambda edition: True,
    "2014-2024-02": lambda edition: edition < "2024-03-01",
    "2022 once": lambda edition: "2022-01-01" <= edition < "2024-03-01",
}
"""The rules the worked examples name, and under which editions they hold.

The arbiters' manual has no opponent more than 400 lower, so the rule of 2022 changes nothing.
"""


def worked_examples(rule: str) -> list[Any]:
    """Return the worked examples under a rule, by name, for each edition with the rule."""
    return [
        pytest.param(edition, case, id=f"{case['id']}-{name}")
        for case in vectors("fide_worked_examples.json")
        if case["rule"] == rule
        for name, edition in EDITIONS.items()
        if HOLDS[rule](name)
    ]
