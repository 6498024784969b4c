"""The words of pages: words of draughts on pages about draughts, and no codes."""

import pytest

from tests.support.served import served


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as client:
        yield client


@pytest.mark.parametrize(
    "path",
    ["/it/players/80-6", "/it/pools/rubele-italiana/lists/current"],
)
def test_a_page_about_draughts_speaks_of_capitals(client, path):
    main = client.get(path).text.partition("<main")[2]
    assert "Capitale" in main
    assert "Punteggio" not in main


def test_a_page_about_both_says_each_in_its_own_terms(client):
    page = client.get("/it").text
    assert "Capitale" in page
    assert "Punteggio" in page


def test_the_calculator_speaks_of_the_system_chosen(client):
    draughts = client.get("/it/calculator?rulebook=rubele-italiana").text
    assert "Peso della gara" in draughts
    assert "Capitale prima" in draughts
    chess = client.get("/it/calculator?rulebook=fide-standard").text
    assert "Punteggio prima" in chess


def test_articles_named_in_words_are_said_in_italian(client):
    assert "VI.9, tabella 12" in client.get("/it/decisions").text
    page = client.get("/it/rules/rubele-italiana/table 11").text
    assert "<h1>Tabella 11 · " in page
    assert "table 12<" not in page


def test_the_adoption_of_rules_names_their_day_in_words(client):
    page = client.get("/it/decisions").text
    assert "Regole del 1° marzo 2024 adottate con decorrenza dal 1° marzo 2024" in page


def test_an_address_without_a_page_speaks_to_readers(client):
    page = client.get("/it/nothing").text
    assert "A questo indirizzo non c’è nessuna pagina." in page
    assert "openapi" not in page
