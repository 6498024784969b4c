"""Every answer states the basis: the position known; the list, the printing and the editions."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

import pytest

from ops.doors.catalogue import questions
from ops.doors.inputs import OnDay
from ops.house import open_house
from tests.support.both_doors import QUESTIONS, pools
from tests.support.served import headers_of

NO_LEDGER: Final = {
    "list-rulebooks": "rulebooks of the program",
    "show-rulebook": "an edition of the program, with its digest",
    "show-article": "articles of the program, with the digest of the edition",
    "divide-into-groups": "a table of the edition named",
    "show-calculation": "a calculation of what is typed, with its edition",
    "list-event-types": "types of events of the program",
    "show-event-schema": "a schema",
    "list-keys": "keys are no facts of the ledger",
    "list-proposals": "proposals are no facts of the ledger until they are approved",
    "show-proposal": "a proposal is no fact of the ledger until it is approved",
    "list-background-runs": "runs are no facts of the ledger",
    "list-import-slips": "slips are no facts of the ledger",
    "show-import-slip": "a slip is no fact of the ledger",
}
"""Answers from other sources than the ledger, and which."""

NOT_IN_SAMPLE: Final = {"show-external-list", "show-player-on-external-list", "show-appeal"}
"""The sample has no such list and no appeal: the examples of addresses show these answers."""

OF_A_LIST: Final = sorted(
    of.name
    for of in questions()
    if issubclass(of.kind, OnDay) and of.name in QUESTIONS.keys() - {"explain-rating"}
)
"""Answers from one list; an explanation is itself about the list, and names it at length."""


@pytest.fixture(scope="module")
def asked(client, keyed) -> dict[str, list[Mapping[str, Any]]]:
    """The first answers of each address about the pools of the sample, by name."""
    with open_house(keyed.address) as house:
        house.catch_up()
        known = pools(house, 2)
    found: dict[str, list[Mapping[str, Any]]] = {}
    headers = headers_of(keyed.keys["administrator"])
    for pool in known:
        for name, asking in QUESTIONS.items():
            paths = [one.path for one in islice(asking(pool), 2)]
            replies = (client.get(path, headers=headers) for path in paths)
            found.setdefault(name, []).extend(
                reply.json() for reply in replies if reply.status_code == 200
            )
    return found


def basis(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the basis of a document: `about`, the basis of the first table, or the document."""
    if "tables" in document:
        return dict(document["tables"][0]["about"])
    return dict(document.get("about", document))


@pytest.mark.parametrize("name", sorted(QUESTIONS.keys() - NO_LEDGER.keys()))
def test_an_answer_names_the_position_known(asked, name):
    assert asked[name] or name in NOT_IN_SAMPLE, f"no question of {name} is answered"
    assert [one for one in asked[name] if "known_to" not in basis(one)] == []


@pytest.mark.parametrize("name", OF_A_LIST)
def test_an_answer_from_a_list_names_list_printing_editions_and_digest(asked, name):
    wanted = {"pool", "list", "printing", "editions", "digest", "force", "known_to"}
    assert [wanted - basis(one).keys() for one in asked[name]] == [set()] * len(asked[name])


def test_a_comparison_names_printings_and_digests_of_both_lists(asked):
    wanted = {f"{side}_{what}" for side in ("earlier", "later") for what in ("printing", "digest")}
    assert all(wanted <= basis(one).keys() for one in asked["compare-lists"])


@pytest.mark.parametrize(
    "path",
    [
        "players/fide:99000463/rating",
        "players/fide:99000463/history",
        "lists/current",
    ],
)
def test_an_answer_about_a_day_names_the_day(client, path):
    shown = client.get(f"/v1/pools/fide-standard/{path}", params={"as_of": "2025-11-15"}).json()
    assert shown["about"]["as_of"] == "2025-11-15"


def test_many_ratings_name_the_day_of_each(client):
    body = {"ratings": [
        {"pool": "fide-standard", "player": "fide:99000463", "as_of": day}
        for day in ("2025-11-15", None)
    ]}  # fmt: skip
    rows = client.post("/v1/ratings/query", json=body).json()["rows"]
    assert [row["as_of"] for row in rows] == ["2025-11-15", None]
