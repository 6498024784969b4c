"""How Italian writes values, and which language a reader gets."""

from datetime import date
from fractions import Fraction

import pytest

from ledger import sentences
from ledger.kept_sentences import as_kept, from_kept
from ledger.sentences import Amount, Change, Count, Input, ListName, Position, Sentence
from ops import words
from ops.doors.remedies import as_address, as_command, as_option
from ops.words import italian
from ops.words.italian import FORMS, NOUNS, Italian

ITALIAN = Italian()
EIGHTH, FIRST = date(2026, 10, 8), date(2026, 3, 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nessuno"),
        (True, "sì"),
        (False, "no"),
        (Count(1, "game"), "1 partita"),
        (Count(9_999, "game"), "9999 partite"),
        (Count(10_500, "list"), "10.500 liste"),
        (Position(40), "#40"),
        (Amount(1_048_576), "1.048.576"),
        (Input("known_at"), "known_at"),
        (Change(9), "+9"),
        (Change(-9), "−9"),
        (FIRST, "1° marzo 2026"),
        (EIGHTH, "8 ottobre 2026"),
        (Fraction(-5, 2), "−2,50"),
        ("T-000412", "T-000412"),
    ],
)
def test_each_type_of_value_is_written(value, text):
    assert ITALIAN.write(value) == text


@pytest.mark.parametrize(
    ("form", "first", "eighth"),
    [
        ("il", "il 1° marzo 2026", "l’8 ottobre 2026"),
        ("al", "al 1° marzo 2026", "all’8 ottobre 2026"),
        ("dal", "dal 1° marzo 2026", "dall’8 ottobre 2026"),
        ("del", "del 1° marzo 2026", "dell’8 ottobre 2026"),
        ("nel", "nel 1° marzo 2026", "nell’8 ottobre 2026"),
    ],
)
def test_a_preposition_is_elided_before_a_vowel(form, first, eighth):
    assert (ITALIAN.formed(FIRST, form), ITALIAN.formed(EIGHTH, form)) == (first, eighth)
    assert form in FORMS


@pytest.mark.parametrize(
    ("name", "italian", "english", "program"),
    [
        ("2025-12", "lista di dicembre 2025", "list of December 2025", "list 2025-12"),
        ("2025-12-05", "lista del 5 dicembre 2025", "list of 5 December 2025", "list 2025-12-05"),
        ("2025-10-08", "lista dell’8 ottobre 2025", "list of 8 October 2025", "list 2025-10-08"),
        *((name, f"lista {name}", *2 * (f"list {name}",)) for name in ("2025-13", "2025-Q4", "")),
    ],
)
def test_a_list_is_named_by_its_month_or_day_to_people(name, italian, english, program):
    """Also where a door shortened texts; programs and the terminal have the name itself."""
    says = Sentence("list {list:of}", list=ListName(name)).with_texts(str)
    assert ITALIAN.say(says) == italian
    assert words.language("en", read=True).say(says) == english
    assert str(says) == program


def test_a_list_is_named_with_its_word_where_a_sentence_has_none():
    on = Sentence("on {list:the}", list=ListName("2025-12"))
    assert words.language("en", read=True).say(on) == "on the list of December 2025"
    assert str(on) == "on 2025-12"
    assert type(words.language("en").write(ListName("2025-12"))) is str


def test_a_kept_sentence_names_its_list():
    says = Sentence("list {list:of}", list=ListName("2025-12"))
    assert ITALIAN.write(from_kept(as_kept(says))) == "lista di dicembre 2025"


def test_every_noun_of_a_count_is_italian():
    assert NOUNS.keys() == sentences.NOUNS.keys()


def test_a_door_writes_the_name_of_an_input():
    """The command line an option, HTTP a parameter."""
    asked = Sentence("{input} {found}", input=Input("known_at"), found="x")
    for code in words.LANGUAGES:
        assert words.language(code, as_command, as_option).say(asked) == "--known-at x"
        assert words.language(code, as_address).say(asked) == "known_at x"


def test_a_sentence_without_italian_is_said_in_english():
    assert ITALIAN.say(Sentence("nobody translates {this}", this="x")) == "nobody translates x"


def test_without_a_catalogue_sentences_are_english(monkeypatch, tmp_path):
    monkeypatch.setattr(italian, "BUILT", tmp_path / "nothing.mo")
    language = Italian()
    assert language.say(Sentence("complete")) == "complete"
    assert language.write(FIRST) == "1° marzo 2026"


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("it", "it"),
        ("it-CH", "it"),
        ("de", "en"),
        ("de, it;q=0.5, en;q=0.4", "it"),
        ("en;q=0.5, it;q=0.5", "en"),
        ("it;q=0", "en"),
        ("*", "en"),
        ("it;q=nonsense", "en"),
    ],
)
def test_a_client_gets_the_language_that_it_likes_best(accepted, code):
    assert words.preferred(accepted) == code


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "LEDGER_LANG": "it"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LEDGER_LANG": "en"}, "en"),
        ({"LEDGER_LANG": "fr", "LANG": "it_IT.UTF-8"}, "en"),
    ],
)
def test_a_terminal_gets_the_language_that_is_set(variables, code):
    assert words.of_environment(variables) == code


def test_outside_an_answer_sentences_are_english():
    with words.speaking("it"):
        assert words.present() == "it"
    assert words.present() == "en"
