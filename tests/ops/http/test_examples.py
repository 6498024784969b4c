"""The examples of the OpenAPI document: bodies that a copy of the sample season takes."""

import re
import shutil

import pytest

from ops.http.addresses import all_addresses
from tests.support.served import office_key, served

EXAMPLES = [address for address in all_addresses() if address.example is not None]
PATHS = {"games": "L-1", "sheets": "L-1", "corrections": "T-000003", "schedule": "2026-12"}
"""The tournament or list of a path, by its last noun but where the usual one does."""


@pytest.fixture(scope="module")
def client(sample, tmp_path_factory):
    """A client of a copy of the sample season."""
    path = tmp_path_factory.mktemp("examples") / "ledger"
    shutil.copy(sample, path)
    with served(path, key=office_key(path)) as client:
        yield client


def path_of(address):
    """Return the path with an example for each parameter."""
    usual = {"pool": "fide-standard", "tournament": "T-000001", "player": "fide:99000500"}
    usual["period"] = "2026-03"
    if "/schedule" in address.path:
        usual |= {"pool": "rubele-italiana", "period": "2026-12-05"}
    if "/publication" in address.path:
        usual["period"] = "2026-04"
    for noun, tournament in PATHS.items():
        if f"}}/{noun}" in address.path and "{tournament}" in address.path:
            usual["tournament"] = tournament
    return re.sub(r"\{(\w+)\}", lambda name: usual[name[1]], address.path)


@pytest.mark.parametrize("address", EXAMPLES, ids=lambda address: address.name)
def test_the_example_of_a_body_is_taken(client, address):
    """In the order of the document: later ones rest on earlier ones."""
    answered = client.post(path_of(address), json=address.example)
    assert answered.status_code in (200, 201), answered.json()["detail"]
    assert answered.json()["outcome"] == "recorded"
