"""Draughts has words of its own also in sentences shared with chess."""

import re

import pytest

from ledger.sentences import Count, Sentence
from ops import words
from ops.catalogue.updating import SYSTEMS, translated
from ops.house import open_house
from ops.words import said, say_terms_of, speaking
from ops.words.fields import named
from ops.words.states import word
from projections.rulebooks import NAMES, rulebook

SHARED = Sentence(
    "{number} tournament needs a decision", "{number} tournaments need a decision", number=2
)
OWN = [m for m in translated() if m.context and m.context.partition(" ")[0] in SYSTEMS]
OF_CHESS = re.compile(
    r"(?<!\{)\b(torne[oi]|rating|punteggi?o?(?! (?:atteso|ottenuto))|differenz[ae])\b(?!\})"
)


@pytest.mark.parametrize(
    ("systems", "italian"),
    [
        ((), "2 tornei richiedono una decisione"),
        (("",), "2 tornei richiedono una decisione"),
        (("elo-rubele",), "2 gare richiedono una decisione"),
        (("elo-rubele", "elo-rubele"), "2 gare richiedono una decisione"),
        (("elo-rubele", ""), "2 tornei richiedono una decisione"),
    ],
)
def test_an_answer_says_the_terms_of_the_pools_that_it_is_about(systems, italian):
    """For pools of several systems the answer has the terms of none."""
    with speaking("it"):
        for system in systems:
            say_terms_of(system)
        assert said(SHARED) == italian
    assert words.terms() == ""


def test_the_next_answer_begins_without_terms():
    with speaking("it"):
        say_terms_of("elo-rubele")
    with speaking("it"):
        assert said(SHARED) == "2 tornei richiedono una decisione"


def test_nouns_of_counts_and_single_templates_are_said_in_the_terms_too():
    held = Sentence("{held}", held=Count(1, "tournament"))
    decided = Sentence("a guest, whose rating was decided")
    with speaking("it"):
        say_terms_of("elo-rubele")
        assert (said(held), said(decided)) == (
            "1 gara",
            "ospite, con capitale stabilito per delibera",
        )
        assert said(Sentence("{held}", held=Count(1, "game"))) == "1 partita"


def test_headings_and_words_of_codes_are_said_in_the_terms_too():
    with speaking("it"):
        say_terms_of("elo-rubele")
        assert said(named("rating")) == "capitale"
        assert said(word("state of a tournament", "booked")) == "contabilizzata"
        assert said(named("games")) == "partite"


def test_english_has_one_word_for_both():
    with speaking("en"):
        say_terms_of("elo-rubele")
        assert said(SHARED) == "2 tournaments need a decision"


@pytest.mark.parametrize("message", OWN, ids=lambda message: str(message.id)[:40])
def test_a_sentence_in_the_terms_of_draughts_has_none_of_chess(message):
    italian = [message.string] if isinstance(message.string, str) else message.string
    assert not any(OF_CHESS.search(text) for text in italian)


def test_the_pools_of_draughts_have_terms_and_those_of_chess_none():
    assert {"elo-rubele"} == SYSTEMS
    assert {name for name in NAMES if rulebook(name).terms} == {
        "rubele-italiana",
        "rubele-internazionale",
    }


def test_a_pool_that_is_opened_says_its_terms(sample):
    with open_house(str(sample)) as house, speaking("it"):
        house.pool("rubele-italiana")
        assert said(SHARED) == "2 gare richiedono una decisione"
        house.pool("fide-standard")
        assert said(SHARED) == "2 tornei richiedono una decisione"
