"""Whatever is sent, the answer is one that the OpenAPI document describes, and no fault."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ops.http.addresses import all_addresses
from ops.http.app import application
from ops.http.service import Service
from tests.support.counts import FULL
from tests.support.served import headers_of, settings_of

CASES = 200 if FULL else 2
"""Requests of each address."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def schema(keyed):
    with Service(settings_of(keyed.address)) as service:
        yield schemathesis.openapi.from_asgi("/v1/openapi.json", application(service))


@pytest.mark.parametrize("address", all_addresses(), ids=lambda address: address.name)
@pytest.mark.parametrize("role", [None, "auditor"])
def test_every_answer_is_documented(schema, keyed, role, address):
    headers = headers_of(keyed.keys.get(role))
    operation = schema[address.path][address.method]

    @settings(
        max_examples=CASES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def send(case):
        case.validate_response(case.call(headers=headers), checks=CHECKS)

    send()
