"""The page of components: every macro of the pages in all states."""

from itertools import product

import html5lib
import pytest
from jinja2 import Environment, nodes

from ops.pages.declare import TEMPLATES
from ops.words import LANGUAGES
from tests.support.components import ADDRESS, MOMENTS, called, components, sent
from tests.support.seen_pages import seen

OF_EVERY_PAGE = {"moment_control"}
"""Macros that the layout calls."""


def test_every_component_stands_on_the_page():
    file = Environment(autoescape=True).parse((TEMPLATES / "macros.html").read_text())
    macros = {macro.name for macro in file.find_all(nodes.Macro)}
    parts = {call.node.name for call in file.find_all(nodes.Call) if hasattr(call.node, "name")}
    assert macros - parts <= called() | OF_EVERY_PAGE
    assert called() <= macros


@pytest.mark.waits
def test_no_component_is_wider_than_the_screen(browser, at):
    page = seen(browser, at + ADDRESS, sent(components("it", "both")))
    assert {on: out for on, out in page.wider.items() if out} == {}
    assert (page.out_of_order, page.jumps, page.console) == ([], [], [])


@pytest.mark.parametrize(("language", "moment"), [*product(LANGUAGES, MOMENTS)])
def test_every_state_is_drawn(language, moment):
    html5lib.HTMLParser(strict=True).parse(components(language, moment))
