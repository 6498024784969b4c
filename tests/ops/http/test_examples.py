"""The examples of the OpenAPI document: true of the sample, complete, and as their schemas say."""

import json

import pytest
from jsonschema import Draft202012Validator

from ops.doors.circumstances import Circumstances
from ops.http import examples
from ops.http.addresses import NOUNS, all_addresses
from ops.http.openapi import document, document_bytes
from tests.support.each_door import ADDRESSES
from tests.support.openapi_parts import parameters_of
from tests.support.sample_examples import as_text, asked, check_types

MOST_BYTES = 745_000
"""Size of the document, which each process of the service has in memory."""


def check_preview(desk, name):
    """Check that a preview writes nothing, and shows the events recorded afterwards."""
    status, document, written = desk.previewed[name]
    assert (status, written) == (200, set()), (name, document)
    if "outcome" in document:  # a comparison alone records nothing
        assert (document["outcome"], document["recorded"]) == ("done", []), name
        assert document["about"]["preview"]["events"] == len(desk.recorded[name]), name


WITHOUT_PREVIEW = {
    "create-key": "it stores a secret and shows it: a preview would be another key",
    "withdraw-proposal": "no event is recorded: nothing moves",
}
"""Addresses that change something without a preview, and why."""


def test_every_recording_has_a_preview_or_a_reason():
    records = {name: address for name, address in ADDRESSES.items() if address.records}
    without = {name for name, one in records.items() if not issubclass(one.asks, Circumstances)}
    assert without == WITHOUT_PREVIEW.keys()


@pytest.fixture(scope="module")
def operations():
    """The document, and the operations with path and method."""
    whole = document(all_addresses())
    found = [
        (path, method, operation)
        for path, methods in whole["paths"].items()
        for method, operation in methods.items()
    ]
    return whole, found


@pytest.mark.parametrize("noun", [noun.replace("_", "-") for noun in NOUNS])
def test_the_examples_of_a_noun_are_true(sample, tmp_path, noun):
    """Asked again, the examples get the answers of the document; recordings by a role with
    the right.
    """
    answers, desks = asked(sample, noun, tmp_path)
    written = "write the examples again: python -m tests.support.sample_examples"
    assert json.loads(as_text(answers)) == json.loads(as_text(examples.of_nouns([noun]))), written
    for name, types in (pair for desk in desks for pair in desk.recorded.items()):
        check_types(ADDRESSES[name], types)
    for name, answer in answers.items():
        if ADDRESSES[name].events:
            assert (answer.status, answer.forms["json"]["outcome"]) == (201, "recorded"), name
    for desk in desks:
        for name in desk.previewed:
            check_preview(desk, name)
    refusals = [
        code for desk in desks for codes in desk.refused.values() for code in codes.values()
    ]
    unseen = {"unknown-proposal"} if noun == "proposals" else set()
    assert {*refusals} <= {"not-allowed", *unseen}


def test_every_address_has_an_example_and_no_other():
    """A new address of no declaration needs a request in `tests/support/example_requests.toml`."""
    assert examples.of_nouns(NOUNS).keys() == ADDRESSES.keys()


def test_every_operation_has_examples(operations):
    for path, method, operation in operations[1]:
        place = f"{method} {path}"
        for parameter in parameters_of(operations[0], operation):
            assert "example" in parameter or not parameter["required"], (place, parameter["name"])
        body = operation.get("requestBody", {"required": False})
        if body["required"]:
            assert any("example" in media for media in body["content"].values()), place
        right = [operation["responses"].get(status, {}) for status in ("200", "201")]
        contents = [answer["content"] for answer in right if answer]
        assert any(all("example" in media for media in one.values()) for one in contents), place


def test_every_example_fits_its_schema(operations):
    whole, found = operations
    for path, method, operation in found:
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        media = [one for body in bodies for one in body.get("content", {}).values()]
        for described in (*parameters_of(whole, operation), *media):
            if "example" in described:
                schema = {**described["schema"], "components": whole["components"]}
                errors = [*Draft202012Validator(schema).iter_errors(described["example"])]
                assert not errors, (method, path, errors)


def test_the_document_stays_small():
    assert len(document_bytes(all_addresses())) < MOST_BYTES
