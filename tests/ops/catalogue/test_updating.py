"""Every sentence of the code has an Italian translation with the same values."""

import re

import pytest
from babel.messages.mofile import read_mo

from ledger.sentences import LIST_FORMS, parsed
from ops.catalogue import updating as catalogue
from ops.catalogue.updating import is_translated, translated
from ops.doors.catalogue import declared
from ops.doors.remedies import BY_HAND
from ops.words import fields
from ops.words.italian import BUILT, FORMS

MESSAGES = [message for message in translated() if message.id]
NOUNS = {
    *(of.command.split()[0] for of in BY_HAND.values()),
    "event",
    *(of.words[0] for of in declared()),
}
COMMANDS = re.compile(rf"`ledger|\bledger ({'|'.join(NOUNS)})\b|(?<!\w)--[a-z]")
"""What no sentence says: a door says what to do in its own way."""

BEFORE_A_NAME = re.compile(r"\b(il|lo|la|i|gli|le|un|una|del|dello|della|al|alla|dal|dalla) \{")
OF_A_PERSON = re.compile(r"\{(player|opponent|by)\} (è|sono|sarà|era) \w+[aoie]\b")


def templates(message):
    """Return the English templates of a message, each with the Italian."""
    english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    italian = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return list(zip(english, italian, strict=True))


PAIRS = [pair for message in MESSAGES for pair in templates(message)]


def test_the_catalogue_has_the_sentences_of_the_code_and_no_other():
    """`python -m ops.catalogue` updates the catalogue."""
    assert {(message.context, message.id) for message in catalogue.updated() if message.id} == {
        (message.context, message.id) for message in MESSAGES
    }


def test_each_has_its_italian():
    assert [message.id for message in MESSAGES if not is_translated(message)] == []


def names(template):
    return {name for _, name, _ in parsed(template) if name}


def forms(template):
    return {form for _, _, form in parsed(template) if form}


def test_the_italian_names_the_same_values_in_known_forms():
    assert [pair for pair in PAIRS if names(pair[0]) != names(pair[1])] == []
    assert set().union(*(forms(english) for english, _ in PAIRS)) <= {*LIST_FORMS}
    assert set().union(*(forms(italian) for _, italian in PAIRS)) <= FORMS


def test_no_sentence_names_a_command_or_an_article_before_a_name():
    """The English text of an option of the command line may name another option."""
    assert [pair for pair in PAIRS if COMMANDS.search(pair[1])] == []
    of_options = {message.id for message in MESSAGES if message.context == fields.INPUT}
    others = [english for english, _ in PAIRS if english not in of_options]
    assert [english for english in others if COMMANDS.search(english)] == []
    assert [one for _, one in PAIRS if BEFORE_A_NAME.search(one) or OF_A_PERSON.search(one)] == []


def test_what_is_read_is_what_is_written():
    """The environment builds it.mo from it.po."""
    with BUILT.open("rb") as file:
        built = [message for message in read_mo(file) if message.id]
    assert sorted(map(templates, built)) == sorted(map(templates, MESSAGES))


@pytest.mark.parametrize("template", ['f"{name} lost"', "text", '"a" + "b"'])
def test_a_template_that_is_computed_is_a_fault(tmp_path, monkeypatch, template):
    """Nobody could translate a computed template."""
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    (tmp_path / "ops").mkdir()
    (tmp_path / "ops" / "new.py").write_text(f"Sentence({template}, name=name)\n")
    with pytest.raises(ValueError, match=r"ops/new\.py:1"):
        list(catalogue.sentences())
