"""Values as pages write them: points, spans of days, time controls, names of lists."""

from datetime import date
from fractions import Fraction

import pytest

from ops.pages.values import (
    amount,
    article,
    article_number,
    list_name,
    number,
    points,
    span,
    system,
    time_control,
)
from ops.words import speaking


@pytest.fixture(autouse=True)
def _italian():
    with speaking("it", read=True):
        yield


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(9, 2), "4½"),
        (Fraction(1, 2), "½"),
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(5, 4), "1,25"),
        (None, "–"),
    ],
)
def test_points_have_their_half_as_a_sign(value, text):
    assert points(value) == text


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ("2025-11-06", "2025-11-09", "6–9 novembre 2025"),
        ("2025-11-01", "2025-11-09", "1°–9 novembre 2025"),
        ("2025-11-30", "2025-12-02", "30 novembre – 2 dicembre 2025"),
        ("2025-12-27", "2026-01-02", "27 dicembre 2025 – 2 gennaio 2026"),
        ("2025-11-06", "2025-11-06", "6 novembre 2025"),
    ],
)
def test_a_span_of_days_names_month_and_year_once(start, end, text):
    assert span(date.fromisoformat(start), date.fromisoformat(end)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5400+30", "90 minuti + 30 secondi a mossa"),
        ("60", "1 minuto"),
        ("40 min + 5 s/move", "40 minuti + 5 secondi a mossa"),
        ("90 min", "90 minuti"),
        ("40/6000+30:900+30", "40/6000+30:900+30"),
        ("5401", "5401"),
        ("W300-B240", "W300-B240"),
    ],
)
def test_a_time_control_of_one_period_is_said_in_words(text, words):
    assert time_control(text) == words


def test_a_pairing_system_is_said_in_words_where_it_is_known():
    assert system("Individual: Swiss-System") == "sistema svizzero"
    assert system("Round-robin") == "girone all’italiana"
    assert system("Scheveningen") == "Scheveningen"


def test_the_ratings_carried_over_have_a_name_in_the_language():
    assert list_name("carried over") == "lista di partenza"


def test_an_article_is_said_in_words_whoever_typed_it():
    assert article("VI.9, table 12") == "VI.9, tabella 12"
    assert article("{display}: none}") == "{display}: none}"


@pytest.mark.parametrize(
    ("stated", "number"), [("8.3.1", "8.3.1"), ("VI.9, table 12", "VI.9"), (" ", " "), ("", "")]
)
def test_an_article_is_linked_by_the_first_number_stated(stated, number):
    assert article_number(stated) == number


def test_points_have_no_mark_between_thousands_and_counts_do():
    assert (number(2000), number(Fraction(-823, 20)), number(None)) == ("2000", "−41,15", "–")
    assert amount(12_345) == "12.345"
