"""Whatever is sent, the answer is described by the OpenAPI document, and is no fault."""

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
from tests.support.served import headers_of, office_key, settings_of, with_keys

CASES = 200 if FULL else 2
"""Requests of each address; quick, one without a key, which most addresses refuse."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def asked(sample, tmp_path_factory):
    """A ledger open to every recording, the keys, and the OpenAPI document."""
    keyed = with_keys(sample, tmp_path_factory.mktemp("documented"))
    keys = keyed.keys["auditor"], office_key(keyed.address)
    with Service(settings_of(keyed.address)) as service:
        stays_open = open_between_requests(application(service))
        yield keys, schemathesis.openapi.from_asgi("/v1/openapi.json", stays_open)


def open_between_requests(service):
    """Return an application that lives longer than the client of a single request."""

    async def answered(scope, receive, send):
        if scope["type"] != "lifespan":
            await service(scope, receive, send)
            return
        for event in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{event}.complete"})

    return answered


@pytest.mark.parametrize("address", all_addresses(), ids=lambda address: address.name)
@pytest.mark.parametrize("with_key", [False, True])
def test_every_answer_is_documented(asked, with_key, address):
    (auditor, office), schema = asked
    key = (office if address.records else auditor) if with_key else None
    headers = headers_of(key)
    operation = schema[address.path][address.method]

    @settings(
        max_examples=CASES if with_key or FULL else 1,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def send(case):
        case.validate_response(case.call(headers=headers), checks=CHECKS)

    send()
