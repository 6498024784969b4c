"""Names are compared as people read: accents, order and slips of the pen forgiven."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.register.likeness import LIKE, PART_OF, UNLIKE, likeness, near
from ledger.spelling import folded


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Rossi, Maria", "maria rossi"),
        ("MARIA ROSSI", "maria rossi"),
        ("D'Angelo, José", "dangelo jose"),
        ("D\N{RIGHT SINGLE QUOTATION MARK}Angelo, Jose\N{COMBINING ACUTE ACCENT}", "dangelo jose"),
        ("Sørensen-Łukasz, Đorđe", "dorde lukasz sorensen"),
        ("Weiß, Jürgen", "jurgen weiss"),
        ("Карпов, Анатолий", "анатолии карпов"),
        (" , ", ""),
        ("", ""),
    ],
)
def test_a_key_has_neither_accents_nor_capitals_nor_an_order(name, key):
    assert folded(name) == key


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Rossi, Maria", "Maria Rossi", 100),
        ("Rossi, Maria", "Rossi, Mario", 91),
        ("Rossi Ferri, Maria Teresa", "Rosi Feri, Maria Tersa", 93),
        ("Müller, Jürgen", "Mueller, Juergen", 93),
        ("Rossi, Maria", "Bianchi, Luca", 26),
        ("Rossi, Maria", "Bianchi, Maria", 42),
        ("Rossi, Maria", "", 0),
        ("", "", 0),
    ],
)
def test_likeness_is_the_share_of_letters_in_order(one, other, alike):
    """The numbers in the documentation."""
    assert likeness(one, other) == alike


@pytest.mark.parametrize("fuller", ["Rossi, Maria Teresa", "Rossi Ferri, Maria", "M. Rossi"])
def test_a_part_of_a_name_and_an_initial_are_like_the_whole(fuller):
    assert likeness("Rossi, Maria", fuller) == PART_OF >= LIKE


@pytest.mark.parametrize("other", ["Rossi", "R. M.", "Rossi, N.", "Rossi, Rossi Maria Teresa"])
def test_what_is_no_part_of_a_name_is_not_taken_for_one(other):
    """A single word, only initials, another initial, a word more often than in the other name."""
    assert likeness("Maria Rossi Maria", other) < PART_OF


def test_one_letter_wrong_is_like_from_seven_letters_on():
    """Below, on and above: of 6, 7 and 8 letters one is wrong."""
    below, on, above = (likeness("a" * n, "a" * (n - 1) + "b") for n in (6, 7, 8))
    assert below < LIKE <= on < above


def test_unlike_begins_where_two_letters_of_five_differ():
    below, on, above = (
        likeness(*pair) for pair in (("ab", "ac"), ("abcxy", "abczv"), ("abc", "abd"))
    )
    assert below < UNLIKE == on < above


def test_near_gives_the_pairs_by_index_with_their_likeness():
    keys = ["luca bianchi", "maria rossi", "mario rossi", "maria rossi teresa"]
    assert list(near(["maria rossi", "nobody"], keys)) == [(0, 1, 100), (0, 2, 91), (0, 3, 90)]


NAMES = st.text("abcàéøl' ,-.", max_size=12)


@settings(max_examples=200)
@given(NAMES, NAMES)
def test_likeness_goes_both_ways_and_forgives_what_the_key_forgives(one, other):
    assert likeness(one, other) == likeness(other, one)
    assert likeness(one.upper(), other) == likeness(one, other)
    assert (likeness(one, other) == 100) == (folded(one) == folded(other) != "")
