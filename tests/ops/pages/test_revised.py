"""Revised ratings on the pages of a player and of a list, where the policy makes revised ratings
public.
"""

import re
import shutil
from datetime import date

import pytest

from ledger.store.ledger import Ledger
from ops.house import House
from tests.support.printed import read
from tests.support.private_facts import DRAUGHTS, publish_revised
from tests.support.served import headers_of, keys_of, served

PLAYER, LIST, BEFORE = "80-6", "2025-12-05", "2025-07-05"
SENTENCE = {
    "it": "Elo-Rubele, dama italiana: ufficiale 4518, rivisto 4517.",
    "en": "Elo-Rubele, Italian draughts: official 4518, revised 4517.",
}


@pytest.fixture
def copy(sample, tmp_path):
    return str(shutil.copy(sample, tmp_path / "season.ledger"))


def publish(address):
    with Ledger.open(address) as ledger, House(ledger) as house:
        publish_revised(house, [DRAUGHTS], date.fromisoformat(LIST))
        return ledger.read.head().next_position - 1


def player_page(client, language="en", key="", **asked):
    path = f"/{language}/players/{PLAYER}"
    answer = client.get(path, params=asked, headers=headers_of(key))
    assert answer.status_code == 200
    return answer.text


def test_the_page_of_a_player_shows_the_revised_rating_to_everybody(copy):
    key = keys_of(copy, ("rating-officer",))["rating-officer"]
    with served(copy) as client:
        before = [player_page(client, language) for language in SENTENCE]
        assert not any("revised" in page for page in before)
    position = publish(copy)
    with served(copy) as client:
        for language, sentence in SENTENCE.items():
            page = player_page(client, language)
            assert sentence in page
            assert page.count('class="revised-line"') == 2
            assert re.findall('<span class="revised">([0-9]+)<', page) == ["4517", "4343", "4360"]
            assert player_page(client, language, key) == page
            [end] = re.findall('href="([^"]*other_track[^"]*)"', page)
            compared = client.get(end.replace("&amp;", "&"))
            assert (compared.status_code, "4517" in compared.text) == (200, True)
        for elsewhere in ({"known_at": position - 1}, {"as_of": BEFORE}):
            assert "revised" not in player_page(client, **elsewhere)
        paper = client.get(f"/it/players/{PLAYER}.pdf")
        printed = read(paper.content).replace("\n", " ")
        assert all(text in printed for text in (SENTENCE["it"], "Rivisto", "4343"))


def test_the_answer_has_the_revised_course_where_it_is_another_one(copy):
    publish(copy)
    with served(copy) as client:
        [person] = client.get(f"/v1/players/{PLAYER}").json()["rows"]
        [pool] = person["pools"]
        assert pool["revised"]["rating"] == pool["revised"]["course"][-1]["rating"] == 4517
        history = client.get(f"/v1/pools/{DRAUGHTS}/players/{PLAYER}/history?track=revised").json()[
            "rows"
        ]
        assert pool["revised"]["history"] == [row["rating"] for row in history]
        [other] = client.get("/v1/players/fide:99000463").json()["rows"]
        assert [pool["revised"] for pool in other["pools"]] == [None]


def test_the_page_of_a_list_leads_to_its_revised_ratings_and_back(copy):
    path = f"/en/pools/{DRAUGHTS}/lists"
    with served(copy) as client:
        assert "track=revised" not in client.get(f"{path}/{LIST}").text
    publish(copy)
    with served(copy) as client:
        official = client.get(f"{path}/{LIST}").text
        assert f'href="{path}/{LIST}?track=revised"' in official
        assert "track=revised" not in client.get(f"{path}/{BEFORE}").text
        revised = client.get(f"{path}/{LIST}?track=revised&sort=name").text
        assert "Revised ratings, not official" in revised
        assert f'href="{path}/{LIST}?sort=name"' in revised
        assert '<input type="hidden" name="track" value="revised">' in revised
        assert ".csv" not in revised
