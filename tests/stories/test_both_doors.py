"""Every answer over HTTP equals the answer of the command line, for the four seasons.

Quick, each question is asked about one pool of every second season in turn; LEDGER_TEST_FULL=1 asks
about all pools of all seasons.
"""

import json
from http import HTTPStatus

import pytest
from msgspec import structs

from ops.doors.declare import Chunks
from ops.house import open_house
from ops.http.addresses import all_addresses
from ops.http.declared import declared_addresses
from tests.support.both_doors import QUESTIONS, REMEDY, Pool, pools
from tests.support.command import run
from tests.support.counts import FULL
from tests.support.seasons import DRAUGHTS, SEASONS, UISP
from tests.support.served import served, with_keys

MOST = 30 if FULL else 1
"""Lists, players and tournaments of each pool."""

FILES = {
    *("write-report-trf16", "write-report-trf26", "write-rules-coverage"),
    *(at.name for at in declared_addresses() if at.answers is Chunks),
}
"""Addresses of files: `test_questions` compares them, and `test_grounds` the attached ones."""


def test_every_question_is_asked_at_both_doors():
    asked = {address.name for address in all_addresses() if address.method == "GET"}
    assert asked == QUESTIONS.keys() | FILES


def test_every_question_about_a_track_is_asked_about_both():
    """A pool with a single list, player and tournament is enough to see the questions."""
    pool = Pool("fide-standard", ("2025-10", "2025-11"), ("10-1", "24-1"), ("T-000001",))
    asked = {
        name
        for name, questions in QUESTIONS.items()
        if any("track=revised" in question.path for question in questions(pool))
    }
    assert asked == {address.name for address in all_addresses() if _takes_track(address)}


def _takes_track(address):
    return any(field.name == "track" for field in structs.fields(address.asks))


EVERY = (None, *SEASONS)


def _name(season):
    return season.name if season else "sample"


@pytest.mark.parametrize("season", EVERY, ids=_name)
def test_both_doors_give_the_same_answer(season, sample, ledger_of, tmp_path, monkeypatch):
    keyed = with_keys(ledger_of(season) if season else sample, tmp_path)
    address = keyed.address
    monkeypatch.setenv("LEDGER", address)
    with open_house(address) as house:
        house.catch_up()
        found = pools(house, MOST)
    with served(address, key=keyed.keys["administrator"]) as client:
        for number, (name, questions) in enumerate(QUESTIONS.items()):
            if FULL or _has_turn(name, number, season):
                for question in _of_pools(questions, found, number):
                    _compare(client, name, question)


OF_ONE_SEASON = {"list-penalties": DRAUGHTS, "list-external-lists": UISP}
"""Questions whose answers have rows in one season alone."""


def _has_turn(name, number, season):
    """Return whether a question is asked about a season: about every second season, and the season
    of the question.
    """
    return OF_ONE_SEASON.get(name) is season or (number + EVERY.index(season)) % 2 == 0


def _of_pools(questions, found, turn):
    """Return the questions about all pools; quick, about a single pool, in turn."""
    turned = [*found[turn % len(found) :], *found[: turn % len(found)]]
    asked = [[*questions(pool)] for pool in turned]
    if not FULL:
        asked = [question for question in asked if question][:1]
    return list(dict.fromkeys(question for each in asked for question in each))


def _compare(client, name, question):
    answered = client.get(question.path)  # first: it notes the use of its key
    typed = run(*question.words, "--format", "json")
    if answered.status_code == 200:
        assert typed.code == 0, (name, question, typed)
        assert _timeless(answered.json()) == _timeless(typed.document), (name, question)
        if "track=revised" in question.path:
            document = answered.json()
            about = document.get("about", document)
            assert about["track"] == "revised", (name, question)
    else:
        assert answered.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, (name, question)
        refusals = json.loads(typed.out)["refusals"]
        codes = [refusal["code"] for refusal in answered.json()["refusals"]]
        assert codes == [refusal["code"] for refusal in refusals], (name, question)


def _timeless(document):
    """Return an answer without the instant of the answer, and without the words of a door about
    remedies.
    """
    document = json.loads(REMEDY.sub("…", json.dumps(document)))
    if isinstance(document, dict) and "now" in document.get("about", ()):
        about = {name: value for name, value in document["about"].items() if name != "now"}
        return {**document, "about": about}
    return document
