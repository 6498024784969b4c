"""The cost of a repeated page: a stored copy is checked, a file under a digest never is."""

import re
from itertools import count

import pytest

from ops.http import answering
from ops.http.answering import admitted, answered
from ops.http.page_addresses import page_addresses
from ops.http.request import Request
from ops.http.service import Service
from tests.support.served import served, settings_of

PATHS = {
    "show-list-it": {"pool": "fide-standard", "period": "2026-03"},
    "show-player-it": {"player": "10-1"},
    "list-decisions-en": {},
}


@pytest.mark.parametrize("name", PATHS)
def test_a_copy_that_still_holds_is_no_request_but_its_computing_counts(sample, monkeypatch, name):
    """Computing takes a tenth of a second here, which counts as two requests."""
    seconds = (number / 10 for number in count())
    monkeypatch.setattr(answering, "thread_time", lambda: next(seconds))
    (address,) = (one for one in page_addresses() if one.name == name)
    charged = []
    with Service(settings_of(sample)) as service:
        tag = ""
        for status in (200, 304, 304):
            asked = Request(PATHS[name], headers={"if-none-match": tag}, peer="10.0.0.1")
            request = admitted(service, address, asked)
            before = request.account.requests - 1
            reply = answered(service, address, request)
            assert reply.status == status
            charged.append(round(request.account.requests - before, 6))
            tag = reply.headers["ETag"]
    assert charged == [3, 2, 2]


def test_the_stylesheet_is_free(sample):
    with served(sample, address_requests_per_minute=1) as client:
        page = client.get("/it")
        (style,) = re.findall(r'rel="stylesheet" href="([^"]*)"', page.text)
        for _ in range(3):
            reply = client.get(style)
            assert reply.status_code == 200
            assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert client.get("/it").status_code == 429
