"""The server around the application: the trusted headers, the address of the socket."""

import socket

import pytest

from ledger.errors import Refused
from ops.http.service import Service
from ops.http.serving import address_of, configured, listening, watched
from ops.settings import Settings
from tests.support.asgi import asked

pytestmark = pytest.mark.waits

PATH = "/v1/events"
"""Refused without a key, and so without work: each request counts once."""


def answers(copy, trusted, forwarded):
    """The status of each of some requests, three of which are allowed to an address."""
    settings = Settings(str(copy), address_requests_per_minute=3, trusted_proxies=trusted)
    with Service(settings) as service:
        config = configured(settings, watched(service))
        config.load()
        return [
            asked(config.loaded_app, "GET", PATH, headers={"x-forwarded-for": named})[0]
            for named in forwarded
        ]


OTHERS = [f"203.0.113.{number}" for number in range(4)]


@pytest.mark.parametrize(
    ("trusted", "forwarded", "last"),
    [
        ((), OTHERS, 429),
        (("127.0.0.2",), OTHERS, 429),
        (("127.0.0.0/8",), OTHERS, 401),
        (("127.0.0.1",), [f"{other}, 203.0.113.9" for other in OTHERS], 429),
        (("127.0.0.1",), [f"203.0.113.9, {other}" for other in OTHERS], 401),
    ],
    ids=["nobody", "another", "network", "what a client wrote", "what the proxy wrote"],
)
def test_only_a_trusted_proxy_says_from_where_a_request_comes(copy, trusted, forwarded, last):
    assert answers(copy, trusted, forwarded) == [401, 401, 401, last]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_service_listens_where_the_settings_say(host):
    with listening(Settings(host=host, port=0)) as listener:
        found, port = listener.getsockname()[:2]
        assert found == host
        assert address_of(listener).endswith(f":{port}")
        assert ("[" in address_of(listener)) is (":" in host)
        taken = Settings(host=host, port=port)
        with pytest.raises(Refused, match=f"port {port} cannot be used"):
            listening(taken)
    with listening(taken) as again:
        assert again.family in (socket.AF_INET, socket.AF_INET6)
