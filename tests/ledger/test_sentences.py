"""Sentences are values: a template, and the named values."""

from datetime import date
from fractions import Fraction

import pytest

from ledger import canonical
from ledger.kept_sentences import as_kept, from_kept
from ledger.sentences import (
    ENGLISH,
    NO_SENTENCE,
    NOUNS,
    Amount,
    Body,
    Change,
    Count,
    Input,
    Position,
    Remedy,
    Sentence,
    Value,
    Word,
    plain,
)

GAMES = Sentence("{number} game waits", "{number} games wait")


WRITTEN = [
    (None, "none"),
    (True, "yes"),
    (False, "no"),
    (Count(1, "game"), "1 game"),
    (Count(1_500, "entry"), "1,500 entries"),
    (Position(40), "#40"),
    (Amount(1_500), "1,500"),
    (Change(9), "+9"),
    (Input("known_at"), "known_at"),
    (Body("the-council"), "the-council"),
    (Body("the-council", date(2026, 3, 1)), "the-council"),
    (2026, "2026"),
    (date(2026, 3, 1), "2026-03-01"),
    (Fraction(5, 2), "2.50"),
    ("T-000412", "T-000412"),
    (("a", "b"), "a, b"),
    ((Sentence("one"), Sentence("two")), "one; two"),
    (Remedy("show-list", pool="uisp", period=None), "show-list pool=uisp period=none"),
    (Remedy("", "ask the body"), "ask the body"),
    (Sentence("ended on {day}", day=date(2026, 3, 1)), "ended on 2026-03-01"),
]
"""Values of every type, each with its text in English."""


@pytest.mark.parametrize(("value", "text"), WRITTEN)
def test_each_type_of_value_is_written(value, text):
    assert ENGLISH.write(value) == text


@pytest.mark.parametrize("value", [value for value, _ in WRITTEN] + [GAMES.about(number=2)])
def test_each_type_of_value_is_kept_without_a_language_and_read_again(value):
    read = from_kept(canonical.decode(canonical.encode(as_kept(value))))
    assert (read, type(read)) == (value, type(value))


def test_every_type_of_value_is_among_those_tested():
    """A new type is kept as well."""
    tested = {type(value).__name__ for value, _ in WRITTEN} | {"Sequence[Value]", "None"}
    assert set(str(Value).split(" | ")) <= tested


@pytest.mark.parametrize(
    "kept", [{}, {"day": 1}, {"day": "soon"}, {"count": 1, "noun": "star"}, 0.5, {"sentence": "a"}]
)
def test_what_is_no_value_is_refused(kept):
    with pytest.raises(ValueError, match=r"no value of a sentence|isoformat"):
        from_kept(kept)


def test_a_sentence_says_its_values():
    assert str(Sentence("{who} lost to {whom}", who="A", whom="B")) == "A lost to B"
    assert str(Sentence("a {{brace}} of its own")) == "a {brace} of its own"


@pytest.mark.parametrize(("number", "text"), [(0, "0 games wait"), (1, "1 game waits")])
def test_the_verb_agrees_with_the_number(number, text):
    assert str(GAMES.about(number=number)) == text


def test_a_text_is_not_read_as_a_template():
    assert str(plain("a {brace} of a file")) == "a {brace} of a file"
    assert plain("") == NO_SENTENCE
    assert not NO_SENTENCE
    assert plain(GAMES) is GAMES


def test_texts_are_changed_and_what_is_counted_or_named_is_not():
    names = Sentence(
        "{of}, {what}: {why}", of="a", what=(Count(2, "game"), Input("a")), why=plain("a")
    )
    assert str(names.with_texts(str.upper)) == "A, 2 games, a: A"
    assert str(names.with_plain_texts(str.upper)) == "a, 2 games, a: A"
    assert str(plain([names, plain("b")]).with_plain_texts(str.upper)) == "a, 2 games, a: A; B"
    state = Word("open", "appeal")
    assert Sentence("{state}", state=state).with_plain_texts(str.upper).values["state"] == state


def test_sentences_are_equal_if_template_and_values_are():
    one, same, other = (Sentence("{a}", a=value) for value in (1, 1, 2))
    assert (one == same, one == other, one == "1") == (True, False, False)
    assert len({one, same}) == 1


def test_a_value_that_the_template_names_is_needed():
    with pytest.raises(KeyError):
        str(Sentence("{missing}"))


def test_every_noun_has_its_plural():
    assert all(ENGLISH.write(Count(2, noun)) == f"2 {NOUNS[noun]}" for noun in NOUNS)
