"""The size of pages, and the protection by their headers."""

from dataclasses import replace
from itertools import cycle, islice

import pytest
from msgspec import structs

from ops.pages.federation import Federation
from ops.words import LANGUAGES
from tests.support.every_page import every_page, ids, problems
from tests.support.shown_answers import drawn_in, shown_of

MOST_BYTES = 60_000
"""Of a page, also of a list of 100 players."""
MOST_BYTES_OF_500_ROWS = 200_000
MOST_BYTES_OF_STYLE = 25_000

PROTECTED = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Written down a second time."""

PAGES = (*every_page(), *problems())


def test_no_page_is_larger_than_the_budget(crawl):
    sizes = {asked.path: len(body.encode()) for asked, body in crawl.bodies.items()}
    assert {path: size for path, size in sizes.items() if size > MOST_BYTES} == {}


@pytest.mark.parametrize(("rows", "most"), [(100, MOST_BYTES), (500, MOST_BYTES_OF_500_ROWS)])
def test_a_long_list_is_not_larger_than_the_budget(client, rows, most):
    """As large as a page of the sample with repeated rows."""
    asked = next(asked for asked in every_page() if asked.name == "show-list-it")
    shown = shown_of(client, asked.path)
    many = [*islice(cycle(shown.answer.rows), rows)]
    page = drawn_in("it", replace(shown, answer=structs.replace(shown.answer, rows=tuple(many))))
    assert page.count('<th scope="row">') == rows
    assert len(page.encode()) <= most


def test_the_stylesheet_is_not_larger_than_the_budget():
    assert len(Federation().style.data) <= MOST_BYTES_OF_STYLE


@pytest.mark.parametrize("asked", PAGES, ids=ids(PAGES))
def test_every_page_is_protected(client, asked):
    """Also a page not found; no page is stored without a later check of its freshness."""
    headers = client.get(asked.path).headers
    assert {name: headers.get(name) for name in PROTECTED} == PROTECTED
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Content-Language"] == asked.language
    kept = {"no-store"} if asked.of == "problem" else {"no-cache"}
    assert {headers["Cache-Control"]} == kept


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_refuses_other_methods_with_a_protected_page(client, language, method):
    answer = client.request(method, f"/{language}")
    assert answer.status_code == 405
    assert {name: answer.headers.get(name) for name in PROTECTED} == PROTECTED


def test_the_stylesheet_is_kept_for_ever_under_its_digest(client):
    headers = client.get(Federation().style.path).headers
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Type"] == "text/css; charset=utf-8"


def test_a_page_asked_for_again_is_not_sent_again(client):
    for asked in every_page():
        tag = client.get(asked.path).headers["ETag"]
        again = client.get(asked.path, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), asked
