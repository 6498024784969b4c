"""Every unit of the texts has a line, and everything named in a line exists.

The lists of units are numbers only, made from the texts themselves: what is missing here is
missing there.
"""

import ast
import re
from pathlib import Path

import pytest

from ops.law import coverage
from tests.support.command import done

RULEBOOKS = Path(__file__).parents[2] / "projections" / "rulebooks"
TEXTS = [pytest.param(each, id=each.name) for each in coverage.texts()]
B02 = "fide_b02_2024"


def units_of(name: str) -> list[str]:
    """Give the units of a text, in order."""
    return (RULEBOOKS / f"units_{name}.txt").read_text(encoding="utf-8").splitlines()


def names_of_tests() -> set[str]:
    """Give the name of every test of a rulebook."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in RULEBOOKS.rglob("test_*.py"))
    return {
        each.name for tree in trees for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)
    }


def test_the_texts_are_those_that_fide_editions_rest_on():
    """Three of FIDE; others are added as a file each."""
    assert [each.name for each in coverage.texts()][:3] == [
        "fide_slides_2014_2021",
        "fide_unrated_players_2014_2021",
        B02,
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_every_unit_of_a_text_has_a_line_and_no_other(text):
    """In the order of the text."""
    assert list(text.units) == units_of(text.name)


def test_the_units_of_a_regulation_are_its_articles_and_their_parts():
    """An article with parts has a line for each; paragraphs without a number stand under theirs."""
    articles = (RULEBOOKS / "articles_fide_standard.txt").read_text(encoding="utf-8").splitlines()
    whole = [unit.partition(" ")[0] for unit in units_of(B02)]
    assert list(dict.fromkeys(whole)) == articles


@pytest.mark.parametrize("text", TEXTS)
def test_what_a_line_names_is_in_the_edition(text):
    """Articles, columns and numbers; every line says something, in few words."""
    there = {*text.edition.columns, *text.edition.numbers["stated"]}
    for number, unit in text.units.items():
        assert set(unit.names) <= there, number
        assert text.held_by(number), number
        assert len(unit.says.split()) <= 20, number
        for path in unit.also:
            assert (Path(__file__).parents[3] / path).exists(), number


@pytest.mark.parametrize("text", TEXTS)
def test_a_line_whose_columns_are_named_one_by_one_stands_under_their_article(text):
    """A name is under the cited article of the line, or a part."""
    for number, unit in text.units.items():
        accounted = text.edition.articles.get(text.article(number), "")
        lost = [each for each in unit.names if each not in accounted]
        under = {
            each: text.edition.columns[each].article if each in text.edition.columns else ""
            for each in lost
        }
        assert all(said and text.article(number) in said for said in under.values()), number


UNTESTED = (
    *("history", "nothing", "not yet", "superseded", "advice", "a remark", "an error"),
    *("an image", "their numbers", "no part of the rating", "no rule", "not computed"),
)
"""How the reasons begin why a line has no test."""


@pytest.mark.parametrize("text", TEXTS)
def test_tests_named_by_a_line_exist(text):
    """A renamed test leaves no line behind."""
    known = names_of_tests()
    for number, unit in text.units.items():
        assert set(unit.tests) <= known, number


@pytest.mark.parametrize("text", TEXTS)
def test_what_a_line_says_to_run_runs_a_test_and_what_is_computed_has_one(text):
    """A line without any gives the reason for no computation, or for none so far."""
    known = names_of_tests()
    for number in text.units:
        words = re.findall(r"-k (\w+)", text.tested_by(number))
        assert all(any(each in name.lower() for name in known) for each in words), number
        assert text.tested_by(number) or text.held_by(number).startswith(UNTESTED), number


def test_the_page_is_what_the_command_writes():
    """Written anew after every change of the law: see the page's head for how."""
    assert coverage.PAGE.read_text(encoding="utf-8") == done("rules", "coverage")


FEWEST_SENTENCES = 204
"""So many were counted from outside, without headings and rows of tables."""

RISKIEST = {
    *("tie_p", "once_rule_scope", "sub_floor_pool_restart", "games_counter_after_delisting"),
    *("amendment_2025_10_boundary", "third_list", "k_from_december"),
    *("entry_points", "carry", "A1", "lists_in_force"),
    *("idle_scope", "converted_foreigner", "first_rating_across_changes", "B4"),
}
"""The readings that would move most ratings, were they wrong."""


def test_every_sentence_of_the_texts_has_a_line():
    assert sum(len(each.units) for each in coverage.texts()) >= FEWEST_SENTENCES


def test_the_riskiest_readings_say_their_other_value_and_what_would_change_it():
    """And so does every reading with another value stated."""
    found = {name: said.says for name, (_, said) in coverage.doubtful_readings().items()}
    assert len(RISKIEST) == 15
    assert found.keys() >= RISKIEST
    for name, says in found.items():
        assert "would change it" in says.partition(coverage.OTHER_VALUE)[2], name
