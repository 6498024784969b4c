"""The page of the games of a player."""

import pytest

from tests.support.served import served


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def test_a_player_leads_to_the_games(client):
    assert 'href="/it/games?player=10-1"' in client.get("/it/players/10-1").text


def test_each_game_has_opponent_result_change_and_the_list_that_counted_it(client):
    page = client.get("/en/games", params={"player": "10-1"}).text
    assert "Games of Gravuzzago, Ivo" in page
    assert page.count("<tr") == 22
    first = page[page.index("<tbody>") : page.index("</tr>", page.index("<tbody>"))]
    for text in ("Balentresi, Vito", "white", "won", "2431", "2318", "0.65", "+3.50"):
        assert text in first
    assert "/pools/fide-standard/players/10-1/lists/2025-12/explanation" in first


def test_a_game_that_does_not_count_says_why(client):
    page = client.get("/it/games", params={"player": "10-1"}).text
    assert "Non vale (8.3.1" in page


def test_games_of_everybody_name_who_played_and_where(client):
    page = client.get("/it/games", params={"limit": "1"}).text
    for name in ("Lovavento, Tullio", "Mornadori, Lidia", "Festival di Borgolieto, open A"):
        assert f">{name}</a>" in page


def test_pages_follow_each_other(client):
    page = client.get("/it/games", params={"player": "10-1", "limit": "5"}).text
    assert "first=18" in page
    older = client.get("/it/games", params={"player": "10-1", "limit": "5", "first": "18"}).text
    assert "Le più recenti" in older
    assert "Balentresi, Vito" not in older


def test_without_a_player_games_stand_in_the_order_of_recording(client):
    page = client.get("/en/games").text
    assert "name a player" in page
    assert 'href="/en/tournaments/T-000001"' in page
