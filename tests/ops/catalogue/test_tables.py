"""Every code, use case and heading in an answer is in the table of the kind."""

import ast
import json
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from ledger.events.catalogue import DEFINITIONS
from ledger.sentences import Sentence
from ops import words
from ops.catalogue import found, of_doors
from ops.catalogue import updating as catalogue
from ops.doors.remedies import use_case
from ops.http import examples
from ops.http.addresses import all_addresses
from ops.http.field_texts import structs_of
from ops.words import fields, states

ROWS = sorted(structs_of([of.answers for of in all_addresses()]), key=lambda kind: kind.__name__)


class Planted(msgspec.Struct, frozen=True):
    """A row with a state without words."""

    state: Literal["open", "unheard-of"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__)
def test_every_code_of_a_row_has_words(row):
    for name, known in states.coded_fields(row).items():
        assert all(map(str, known.values())), name


@pytest.mark.parametrize("event", DEFINITIONS.values(), ids=DEFINITIONS)
def test_every_code_of_an_event_has_words(event):
    """A trail shows the content of an event."""
    states.coded_fields(event)


def test_a_code_without_words_is_noticed():
    with pytest.raises(KeyError):
        states.coded_fields(Planted)


def test_no_two_tables_have_the_same_codes():
    """The codes of a type name the table."""
    assert len({frozenset(table) for table in states.TABLES.values()}) == len(states.TABLES)


def use_cases_in(source):
    """Yield the use cases of the remedies in a source."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name("Remedy"), args=[ast.Constant(str(name)), *_]) if name:
                yield name


def test_every_use_case_of_a_remedy_has_a_command():
    sources = [path.read_text() for folder in catalogue.PACKAGES
               for path in (found.ROOT / folder).rglob("*.py")]  # fmt: skip
    named = {name for source in sources for name in use_cases_in(source)}
    assert len(named) > 20
    assert all(use_case(name).command for name in named)
    (unheard_of,) = use_cases_in('Remedy("dance-list", pool=pool)')
    with pytest.raises(KeyError):
        use_case(unheard_of)


def headings(document):
    """Yield the names of the fields in answers, also in nested answers."""
    if isinstance(document, list):
        for item in document:
            yield from headings(item)
    elif isinstance(document, dict):
        if {"about", "rows"} <= document.keys():
            yield from document["about"]
            yield from (name for row in document["rows"] for name in row)
        for item in document.values():
            yield from headings(item)


def unknown(names):
    """Return the names missing from the catalogue; abbreviations and numbers are no words."""
    known = of_doors.names()
    in_words = {str(fields.named(name)) for name in names if not (name.isupper() or len(name) < 2)}
    return {name for name in in_words - known if not name.isdigit()}


def test_every_heading_of_an_answer_is_in_the_catalogue():
    shown = {
        name
        for path in Path(examples.__file__).parent.glob("*.json")
        for name in headings(json.loads(path.read_text()))
    }
    assert len(shown) > 200
    assert unknown(shown - SCHEMES) == set()
    assert unknown({*shown, "unheard_of"}) >= {"unheard of"}


SCHEMES = {"standard"}
"""Columns of ratings from another body's list, by its own names."""


def test_a_door_says_codes_and_headings_in_the_language_of_its_reader():
    state = states.word("state of a closing", "by-hand")
    heading = fields.named("birth_year")
    with words.speaking("it"):
        assert (words.said(state), words.said(heading)) == ("da chiudere a mano", "anno di nascita")
    assert (words.said(state), words.said(heading)) == ("by hand", "birth year")


def test_one_word_has_another_translation_of_another_thing():
    of_an_appeal = states.word("outcome of an appeal", "withdrawn")
    of_a_proposal = states.word("state of a proposal", "withdrawn")
    assert str(of_an_appeal) == str(of_a_proposal)
    assert of_an_appeal not in (of_a_proposal, Sentence("withdrawn"))
    with words.speaking("it"):
        assert (words.said(of_an_appeal), words.said(of_a_proposal)) == ("rinuncia", "ritirata")
