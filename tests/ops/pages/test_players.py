"""The page of a search: by a name, also misspelt, by many numbers; and nothing asked yet."""

import re
from html import unescape

import pytest

from tests.support.served import served


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def names_of(page: str) -> list[str]:
    return re.findall(r'<th scope="row">.*?<a href="/../players/[^"]*">([^<]*)</a>', page)


@pytest.mark.parametrize("query", ["", "?search=", "?search=+&numbers=%0D%0A", "?as_of=2026-01-01"])
def test_where_nothing_is_asked_the_form_stands_alone(client, query):
    reply = client.get(f"/en/players{query}")
    assert reply.status_code == 200
    assert "small mistakes and missing accents do no harm" in reply.text
    assert "<table" not in reply.text
    assert 'type="application/json"' not in reply.text


def test_a_program_is_told_that_nothing_was_asked(client):
    assert client.get("/v1/players").status_code == 422


def test_a_misspelt_name_is_found_and_the_page_says_so(client):
    page = client.get("/en/players?search=Gravuzago, Iva").text
    assert names_of(page)[0] == "Gravuzzago, Ivo"
    assert "No name is written exactly like this." in page


@pytest.mark.parametrize(
    "typed",
    ["10-1", "99000463", "gravuzago", "Gravuzzago, Ivo", "numbers=fide:99000463"],
)
def test_the_one_player_found_is_shown_at_once(client, typed):
    """By a number, by a name of nobody else, by an exact name; the moment goes along."""
    asked = typed if "=" in typed else f"search={typed}"
    moment = "as_of=2026-01-01&known_at=2999-01-01"
    found = client.get(f"/it/players?{asked}&{moment}", follow_redirects=False)
    assert (found.status_code, found.content) == (303, b"")
    assert found.headers["Location"] == f"/it/players/10-1?{moment}"
    assert client.get(f"/v1/players?{asked}").status_code == 200


@pytest.mark.parametrize("asked", ["search=gra", "search=10-1&page=2", "numbers=10-1+77"])
def test_a_search_stays_where_there_is_more_to_show(client, asked):
    """Several players, a further page, numbers of nobody."""
    assert client.get(f"/it/players?{asked}", follow_redirects=False).status_code == 200


@pytest.mark.parametrize("pasted", ["10-1%0D%0A77%0D%0A1-3", "10-1,+77;1-3", "10-1&numbers=77+1-3"])
def test_many_numbers_are_pasted_at_once_and_unknown_ones_are_named(client, pasted):
    page = client.get(f"/en/players?numbers={pasted}").text
    assert names_of(page) == ["Gravuzzago, Ivo", "Galvicconero, Vito"]
    assert "Nobody in the register has the number 77" in page


def test_a_search_has_pages(client):
    walked, place = [], "/it/players?search=mar&limit=3"
    while place:
        page = client.get(place).text
        walked += names_of(page)
        following = re.search(r'<a rel="next" href="([^"]*)"', page)
        place = unescape(following[1]) if following else ""
    assert len(walked) > 3
    assert walked == names_of(client.get("/it/players?search=mar&limit=100").text)
    assert "pager" not in client.get("/it/players?search=mar&limit=100").text


def test_nobody_found_says_what_to_try(client):
    page = client.get("/it/players?search=%3Cb%3Exyzzy").text
    assert "Nessuno in anagrafe corrisponde." in page
    assert "<b>xyzzy" not in page
    assert "&lt;b&gt;xyzzy" in page
