"""The page of the calculator: a form at an address to share, the sum, the worksheet."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from ops.answers.calculator import read_by
from projections.rulebooks import NAMES, rulebook
from tests.support.forms import forms_in, held
from tests.support.served import served

PLAYED = {"rating": "1850", "k": "20", "games": "1900 1\r\n2310 ½\r\n\r\n1700 0"}


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def page_of(client, language: str = "en", **asked) -> str:
    return client.get(f"/{language}/calculator?{urlencode(asked, doseq=True)}").text


def names_of(page: str) -> set[str]:
    """The names of the controls of the form."""
    form = page.partition("What to calculate")[2].partition("</form>")[0]
    return set(re.findall(r' name="([^"]*)"', form))


def test_the_result_stands_above_the_form_and_the_worksheet_below(client):
    page = page_of(client, **PLAYED)
    title, form, worksheet = (
        page.index(text) for text in ("From 1850 to 1856", "What to calculate", "The calculation")
    )
    assert title < form < worksheet
    assert page.index("Forecast, not official") < form
    assert "capped at 400" in page


def test_the_page_shows_what_its_answer_for_programs_has(client):
    page = page_of(client, **PLAYED)
    (place,) = re.findall(r'type="application/json" href="([^"]*)"', page)
    answer = client.get(unescape(place)).json()
    assert (answer["old"], answer["new"]) == (1850, 1856)
    assert [game["result"] for game in answer["steps"][0]["tournaments"][0]["games"]] == list("1=0")


def test_what_was_typed_stands_in_the_form_again(client):
    page = page_of(client, "it", **{**PLAYED, "games": [PLAYED["games"], "2000 1"]})
    sent = [*held(forms_in(page)[0])]
    assert ("rating", "1850") in sent
    assert [text for name, text in sent if name == "games"] == [PLAYED["games"], "2000 1", ""]
    assert "Torneo 2" in page


def test_from_the_page_of_a_player_the_form_holds_rating_and_k(client):
    player = client.get("/it/players/10-1").text
    (place,) = re.findall(r'href="(/it/calculator\?[^"]*)"', player)
    page = client.get(unescape(place)).text
    assert {("rating", "2439"), ("k", "10")} <= {*held(forms_in(page)[0])}
    assert "Calcolatore</h1>" in page


@pytest.mark.parametrize("name", NAMES)
def test_a_form_asks_what_the_regulation_reads_and_nothing_else(client, name):
    """For the inputs not read by every regulation."""
    names = {"games": "games_so_far", "rated_elsewhere": "elsewhere"}
    every = {field for one in NAMES for field in read_by(rulebook(one))} - {"games"}
    asked = names_of(page_of(client, rulebook=name))
    read = {names.get(field, field) for field in read_by(rulebook(name)) - {"games"}}
    assert asked & {names.get(field, field) for field in every} == read


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"games": "<b>2000</b> 2"}, "not a game: “&lt;b&gt;2000&lt;/b&gt; 2”"),
        ({"games": "2000 1", "rating": "12000"}, "write a number from 0 to 9,999"),
        ({"rulebook": "uisp", "games": "2000 1"}, "K depends on the time control"),
    ],
)
def test_a_slip_is_named_above_the_form_which_keeps_what_was_typed(client, asked, says):
    reply = client.get(f"/en/calculator?{urlencode(asked)}")
    assert reply.status_code == 422
    assert says.casefold() in reply.text.casefold()
    assert f"{asked['games']}</textarea>".replace("<b>2000</b>", "&lt;b&gt;2000&lt;/b&gt;") in (
        reply.text
    )
    assert "The calculation" not in reply.text


def test_an_unknown_regulation_is_a_problem(client):
    reply = client.get("/en/calculator?rulebook=chess")
    assert reply.status_code == 422
    assert "there is no rulebook" in reply.text.casefold()


def test_every_article_named_has_its_place(client):
    page = page_of(client, **PLAYED)
    targets = set(re.findall(r'popovertarget="([^"]*)"', page))
    assert targets == set(re.findall(r'<article id="([^"]*)" popover', page))
    places = set(re.findall(r'href="(/[^"]*rulebooks[^"]*)"', page))
    assert places
    assert {client.get(unescape(at)).status_code for at in places} == {200}
