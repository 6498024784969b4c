"""Outlook, trail and comparison in Italian: the codes, values and rows of the English answer."""

import pytest

from ops.answers.player_outlook import player_outlook
from ops.house import open_house
from tests.support.both_languages import not_translated, said, values

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"


@pytest.fixture(scope="module")
def house(sample):
    with open_house(str(sample)) as house:
        yield house


@pytest.mark.parametrize(("name", "player"), [(CHESS, 10), (CHESS, 56), (DRAUGHTS, 94)])
def test_an_outlook(house, name, player):
    found = player_outlook(house.pool(name), player)
    assert found.rows
    assert not_translated(found) == []
    assert values(found, "it") == values(found, "en")
    italian = [row["says"] for row in said(found, "it")]
    assert not set(italian) & {row["says"] for row in said(found, "en")}


def test_an_outlook_is_said_in_words_of_an_office(house):
    rows = {row["what"]: row["says"] for row in said(player_outlook(house.pool(CHESS), 10), "it")}
    assert rows["official rating"] == "nell’ultima lista"
    assert rows["inactive"] == "provvisorio: salvo una partita valida entro allora"
