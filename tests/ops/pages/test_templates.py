"""Prohibitions for templates: no text marked safe, no style, no script, no computation."""

import ast
import re

import pytest
from jinja2 import Environment, nodes

from ops.pages.declare import TEMPLATES
from tests.support.shown_pages import ROOT

FILES = sorted(TEMPLATES.iterdir())
MARKS = {"ops/pages/charts.py", "ops/pages/drawing.py"}
"""Modules that make markup: charts, and sentences with it."""


@pytest.fixture(params=FILES, ids=lambda file: file.name)
def template(request):
    """Return the text of a template, and the parts."""
    text = request.param.read_text()
    return text, Environment(autoescape=True).parse(text)


def test_nothing_is_marked_safe(template):
    """Every value is escaped."""
    text, parsed = template
    assert {"safe", "Markup"}.isdisjoint(one.name for one in parsed.find_all(nodes.Filter))
    assert not [*parsed.find_all((nodes.MarkSafe, nodes.MarkSafeIfAutoescape))]
    assert "autoescape" not in text


def test_no_script_and_no_style_stands_in_a_template(template):
    text, _ = template
    found = re.findall(
        r"<script|<style|<iframe|<object|<embed|<base|\sstyle=|\son[a-z]+=", text, re.I
    )
    assert found == []


def test_every_attribute_is_in_quotes(template):
    """A value without quotes ends at a space."""
    text, _ = template
    without = re.sub(r'"[^"]*"', '""', re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text))
    assert re.findall(r'<[a-z][^<>]*=(?!"")[^<>]*', without) == []


def test_no_id_or_class_is_made_of_data(template):
    """Except a number, a name of a control, and choices inside the template."""
    text, _ = template
    made = re.findall(r'\b(?:id|class)="[^"]*\{\{(.*?)\}\}', text)
    chosen = re.compile(r'"[\w -]*" if [^"]* else "[\w -]*"')
    named = {one.strip() for one in made if not chosen.fullmatch(one.strip())}
    assert named <= {"kind", "name", "loop.index", "note.place"}


def test_sentences_are_not_joined_to_texts(template):
    """`~` would write a sentence in English, and a value without a language."""
    _, parsed = template
    of_sentences = [
        one
        for one in parsed.find_all(nodes.Concat)
        if any(
            isinstance(part, nodes.Getattr) and part.attr in ("says", "why") for part in one.nodes
        )
    ]
    assert of_sentences == []


def test_markup_is_made_by_charts_and_sentences_alone():
    """Both escape the given texts."""
    calls = {
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "ops").rglob("*.py"))
        for one in ast.walk(ast.parse(path.read_text()))
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "Markup"
    }
    assert calls == MARKS
