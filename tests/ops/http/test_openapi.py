"""The OpenAPI document: valid, complete, and true of the answers."""

import json

import jsonschema
import pytest
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from ledger.errors import LedgerError, Refused
from ops.access.roles import MAY_RECORD, MAY_SEE
from ops.doors.reading import BadQuestion
from ops.doors.uploads import File
from ops.http.addresses import NOUNS, all_addresses
from ops.http.field_texts import structs_of
from ops.http.openapi import PROBLEMS
from ops.http.problems import BY_CODE, BY_KIND
from tests.support.openapi_parts import parameters_of

JSON = "application/json"
VERBS = {
    *(
        "accept",
        "add",
        "admit",
        "adopt",
        "announce",
        "annul",
        "answer",
        "approve",
        "calculate",
        "carry",
    ),
    *("change", "check", "close", "compare", "complete", "correct", "create", "decide"),
    *("disable", "divide", "explain", "file", "grant", "import", "list", "merge", "notify"),
    *("open", "publish", "query", "record", "recuse", "reinstate", "reprint", "revoke"),
    *(
        "schedule",
        "search",
        "separate",
        "set",
        "show",
        "suspend",
        "take",
        "try",
        "withdraw",
        "write",
    ),
}
"""First words of the names of operations."""


@pytest.fixture(scope="module")
def document(client):
    return client.get("/v1/openapi.json").json()


def test_the_document_fits_the_specification(document):
    assert [str(error) for error in OPENAPI_31_VALIDATOR.iter_errors(document)] == []


def test_every_noun_has_a_description(document):
    nouns = [tag["name"] for tag in document["tags"]]
    assert len(nouns) == len(set(nouns))
    assert nouns == [noun.replace("_", "-") for noun in NOUNS]


def test_a_key_is_needed_where_the_table_of_roles_asks_for_one(document):
    for address in all_addresses():
        operation = document["paths"][address.path][address.method.lower()]
        rules = [MAY_RECORD[event.TYPE] for event in address.events]
        if thing := address.shows or address.needs:
            rules = [MAY_SEE[thing]]
        roles = {role for rule in rules for role in rule.roles}
        assert ({} in operation["security"]) == (not roles), address.name
        assert operation.get("x-roles", []) == sorted(roles), address.name
        assert all(role in operation["description"] for role in roles), address.name


def test_headers_of_answers_and_problems_are_described(document):
    responses = document["components"]["responses"]
    assert "WWW-Authenticate" in responses["401"]["headers"]
    assert "Retry-After" in responses["429"]["headers"]
    assert "Retry-After" in responses["503"]["headers"]
    for address in all_addresses():
        operation = document["paths"][address.path][address.method.lower()]
        named = [parameter["name"] for parameter in parameters_of(document, operation)]
        assert ("Idempotency-Key" in named) == address.repeats
        assert ("ETag" in operation["responses"]["200"]["headers"]) == (not address.records)


def test_a_parameter_of_many_operations_is_stated_once(document):
    shared = document["components"]["parameters"]
    assert {"preview", "as_previewed", "Idempotency-Key"} <= shared.keys()
    written = [
        parameter
        for path in document["paths"].values()
        for operation in path.values()
        for parameter in operation["parameters"]
    ]
    assert not [one for one in written if one in shared.values()]


def test_problem_answers_name_their_codes():
    """Except statuses common to many refusals: 404, 422, and 500, a fault."""
    many = (LedgerError, BadQuestion, Refused)
    named = dict(BY_CODE)
    for kind, status in BY_KIND:
        if issubclass(kind, LedgerError) and kind not in many:
            named[kind.CODE] = status
    for code, status in named.items():
        assert code in PROBLEMS[status], (code, status)


def test_each_address_is_described_once(document):
    named = [
        operation["operationId"]
        for path in document["paths"].values()
        for operation in path.values()
    ]
    assert len(named) == len(set(named))
    assert {address.name for address in all_addresses()} <= set(named)


def test_the_name_of_an_operation_begins_with_a_verb():
    """As people read the name in a generated client."""
    words = {address.name.partition("-")[0] for address in all_addresses()}
    assert words <= VERBS


def test_every_parameter_and_address_has_a_description(document):
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert operation["summary"], path
            for parameter in parameters_of(document, operation):
                assert parameter["description"], (path, parameter["name"])


def test_every_field_of_a_body_has_a_description(document):
    """A description of the field, or of each kind of value; a single word for a kind
    explains itself.
    """
    whole = document["components"]["schemas"]
    bodies = [one.body for one in all_addresses() if one.body and not isinstance(one.body, File)]
    for kind in structs_of(bodies):
        for name, of in whole[kind.__name__]["properties"].items():
            kinds = [of, *of.get("anyOf", ())]
            is_tag = len(of.get("enum", ())) == 1
            described = is_tag or any("description" in one for one in kinds)
            assert described, (kind.__name__, name)


def test_fields_of_answers_are_described_by_the_texts_below_them(document):
    fields = document["components"]["schemas"]["ListChange"]["properties"]
    assert fields["causes"]["description"].startswith("The causes that act on this column;")
    assert fields["player"]["description"] == "As 572-4; empty: no single player."


def test_every_reference_leads_to_a_schema(document):
    text = json.dumps(document)
    schemas = document["components"]["schemas"]
    for part in text.split("#/components/schemas/")[1:]:
        assert part.split('"')[0] in schemas


@pytest.mark.parametrize(
    ("template", "path"),
    [
        ("/v1/pools/{pool}/lists/{period}", "/v1/pools/fide-standard/lists/current"),
        (
            "/v1/pools/{pool}/players/{player}/history",
            "/v1/pools/rubele-italiana/players/1-3/history",
        ),
        (
            "/v1/pools/{pool}/players/{player}/lists/{period}/explanation",
            "/v1/pools/fide-standard/players/fide:99002165/lists/2026-03/explanation",
        ),
    ],
)
def test_answers_have_the_form_described(client, document, template, path):
    operation = document["paths"][template]["get"]
    schema = operation["responses"]["200"]["content"][JSON]["schema"]
    whole = {**schema, "components": document["components"]}
    jsonschema.validate(client.get(path).json(), whole)
