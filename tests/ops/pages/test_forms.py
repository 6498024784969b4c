"""Forms of questions on their pages, and none of a recording at `ledger serve`."""

from urllib.parse import urlencode

import httpx
import pytest
from msgspec import structs

from ops.http.form_pages import form_addresses
from ops.pages import calculations
from ops.pages.declare import MOMENT, PAGING
from ops.pages.links import pages
from tests.support.every_page import each_page, path_of, question_of
from tests.support.forms import forms_in, held

WHICH = {
    "track",
    "printing",
    "other_printing",
    "other_known_at",
    "edition",
    "whole",
    "limit",
    "last",
}
"""Inputs that say which list or edition is shown, and how much of it; they select no rows."""
OF_OTHERS = {"activity", *calculations.not_read("fide-standard")}
"""Inputs of some lists, and of some rulebooks."""


def selecting(page):
    """Return the inputs of a page for selecting rows."""
    names = {field.encode_name for field in structs.fields(page.asks)}
    return names - {*page.path_parameters, *MOMENT, *PAGING, *WHICH, pages()[question_of(page)].day}


SELECTING = [
    page
    for page in each_page()
    if page.page and page.page.question and page.forms[0] == "html" and selecting(page)
]


def test_the_questions_with_a_selection_are_known():
    assert {question_of(page) for page in SELECTING} >= {
        *("show-list", "search-players", "list-games", "list-tournaments", "list-decisions"),
        *("show-calculation", "compare-lists", "show-trail"),
    }


@pytest.mark.parametrize("page", SELECTING, ids=lambda page: page.name)
def test_a_question_with_a_selection_has_its_form_on_its_page(client, page):
    shown = client.get(path_of(page)).text
    found = {name for form in forms_in(shown) for name, _ in controls_of(form)}
    assert selecting(page) - OF_OTHERS <= found


def controls_of(form):
    """Return the names of the controls of a form, also those that send nothing yet."""
    yield from held(form)
    yield from ((one.get("name"), "") for one in form.iter() if one.get("name"))


def test_what_was_asked_stands_in_the_form_and_the_others_stay_usual(client):
    page = client.get("/it/pools/fide-standard/lists/2026-03?sex=w&age=0-17&as_of=2026-03-05").text
    sent = dict(held(forms_in(page)[0]))
    assert (sent["sex"], sent["age"], sent["sort"], sent["limit"]) == ("w", "0-17", "rating", "100")
    assert sent["as_of"] == "2026-03-05"
    assert '<details class="more" open>' in page


def test_a_form_that_is_sent_asks_the_same_again(client):
    """With all the empty controls."""
    path = "/it/pools/fide-standard/lists/2026-03"
    page = client.get(f"{path}?sex=w&born=1980-").text
    again = client.get(f"{path}?{urlencode([*held(forms_in(page)[0])])}")
    assert again.status_code == 200
    assert again.text.count('<th scope="row">') == page.count('<th scope="row">') > 0


@pytest.mark.parametrize(
    ("path", "status", "wrong"),
    [
        (
            "/it/pools/fide-standard/lists/2026-03?born=abc&age=-3&sex=x",
            400,
            {"born", "age", "sex"},
        ),
        ("/en/games?player=nobody", 422, {"player"}),
        ("/en/tournaments?state=lost&since=soon", 400, {"state", "since"}),
        ("/en/calculator?games=2000+1&rating=12000", 422, {"rating"}),
        ("/en/players?search=a&birth_year=x&page=0", 400, {"birth_year"}),
    ],
)
def test_every_problem_stands_beside_its_control_which_keeps_the_value(client, path, status, wrong):
    answer = client.get(path)
    assert answer.status_code == status
    (form,) = forms_in(answer.text)
    marked = {one.get("name") for one in form.iter() if one.get("aria-invalid")}
    assert marked == wrong
    typed = dict(pair.split("=") for pair in path.partition("?")[2].split("&"))
    values = {one.get("name"): one.get("value") for one in form.iter()} | dict(held(form))
    assert {values[name] for name in wrong} == {typed[name] for name in wrong}


def test_what_no_control_takes_is_refused_as_before(client):
    answer = client.get("/en/pools/fide-standard/lists/2026-03?colour=red")
    assert answer.status_code == 400
    assert "there is no such parameter" in answer.text


@pytest.mark.waits
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_program_serves_no_form_of_a_recording(at, method):
    """The command `ledger serve` itself, in a process apart."""
    assert "/it/appeals/new" in {of.path for of in form_addresses()}
    told = {"-record": "true"} if method == "POST" else None
    origin = {"Sec-Fetch-Site": "same-origin"}
    refused = httpx.request(method, f"{at}/it/appeals/new", data=told, headers=origin, timeout=60)
    assert refused.status_code in (404, 405)
    assert 'name="state"' in httpx.get(f"{at}/it/tournaments", timeout=60).text
