"""No text makes an element or an attribute, in any field of a page."""

import csv
import re
from dataclasses import replace
from html import escape
from io import StringIO
from itertools import count, cycle
from urllib.parse import quote, urlencode
from xml.etree.ElementTree import fromstring

import pytest
from msgspec import structs

from ledger.visible import UNSEEN
from ops.access.roles import MAY_SEE
from ops.http.addresses import all_addresses
from ops.pages.declare import TEMPLATES
from tests.support.components import components
from tests.support.counts import FULL
from tests.support.every_page import (
    SAMPLE,
    crawled,
    each_answer,
    each_page,
    is_html,
    path_of,
    problems,
)
from tests.support.hostile import TEXTS
from tests.support.hostile_ledgers import served_hostile
from tests.support.page_parts import Texts, parts_of, vocabulary, written_in
from tests.support.private_facts import CHESS
from tests.support.shown_answers import drawn_in, shown_of

ROUNDS = 20 if FULL else 3
"""In each, a field has another text."""
TYPED = range(12 if FULL else 3)
"""Texts typed in each parameter of each page."""


def test_there_are_many_different_texts():
    assert len({*TEXTS}) == len(TEXTS) >= 200


OF_ANSWERS = [
    page
    for page in each_answer()
    if page.page and page.page.section != "rules" and "pdf" not in page.forms
]
"""Pages of answers with texts that somebody gave: those of rulebooks stand in the program; paper
has a test of its own."""


@pytest.mark.parametrize("page", OF_ANSWERS, ids=lambda page: page.name)
def test_a_text_stays_a_text_in_every_field_of_a_page(client, page):
    """The page has the same parts as with a plain word in each of these fields."""
    shown = shown_of(client, path_of(page))
    texts = Texts(
        shown.answer, lambda answer: drawn_in(page.language, replace(shown, answer=answer))
    )
    plain = parts_of(texts.drawn(f"Parola{number}" for number in count()))
    for at in range(ROUNDS):
        first = at * len(TEXTS) // ROUNDS
        chosen = (TEXTS[number % len(TEXTS)] for number in count(first))
        assert parts_of(texts.drawn(chosen)) == plain, at


@pytest.fixture(scope="module")
def made(crawl, client):
    """Return the elements and attributes made by templates."""
    shown = [*crawl.bodies.values(), *(client.get(one.path).text for one in problems())]
    templates = (file.read_text() for file in TEMPLATES.iterdir())
    shown += [components("it", "both")]
    return vocabulary(shown).union(*map(written_in, templates))


def typed(texts):
    """Yield each page asked about a text, in each parameter of the path and the query."""
    for page in filter(is_html, each_page()):
        for name in page.path_parameters:
            yield from (path_of(page, SAMPLE | {name: quote(next(texts), safe="")}) for _ in TYPED)
        known = path_of(page)
        for name in {field.encode_name for field in structs.fields(page.asks)}:
            beside = f"{known}{'&' if '?' in known else '?'}"
            yield from (f"{beside}{urlencode({name: next(texts)})}" for _ in TYPED)


def test_what_a_reader_types_stays_a_text(client, made):
    """In the address of a page: the page answers, or explains the error."""
    shown = [client.get(path) for path in typed(cycle(TEXTS))]
    assert {page.headers["Content-Type"] for page in shown} == {"text/html; charset=utf-8"}
    assert {page.status_code for page in shown} <= {200, 400, 404, 422}
    assert vocabulary(page.text for page in shown) <= made


@pytest.fixture(scope="module")
def hostile(sample, tmp_path_factory):
    """A client of a service over a ledger with hostile names."""
    with served_hostile(sample, tmp_path_factory.mktemp("hostile")) as client:
        yield client


def test_recorded_names_stay_texts_on_every_page(hostile, made):
    """Of players, tournaments, places and bodies."""
    found = crawled(hostile, 40 if FULL else 5)
    assert [path for path in found.failed if path.endswith("500")] == []
    assert vocabulary(found.bodies.values()) <= made
    shown = "".join(found.bodies.values())
    assert sum(escape(text) in shown for text in TEXTS) > 50
    assert UNSEEN.findall(shown.replace("\n", "")) == []


OF_TABLES = [
    address
    for address in all_addresses()
    if "csv" in address.forms and address.shows and not MAY_SEE[address.shows].roles
]
FORMULA = re.compile(r"\s*[-=+@\uff0b\uff0d\uff1d\uff20].")
NUMBER = re.compile(r"[-+]?[0-9./,]+%?")


@pytest.mark.parametrize("address", OF_TABLES, ids=lambda address: address.name)
def test_recorded_names_stay_texts_in_every_table(hostile, address):
    """All lines have as many cells, and no cell is a formula."""
    path, _, beside = path_of(address).partition("?")
    suffix = ".csv" if address.path.endswith("}") else ""
    answer = hostile.get(f"{path}{suffix}?{beside}", headers={"Accept": "text/csv"})
    assert answer.status_code == 200, answer.text
    rows = [*csv.reader(StringIO(answer.text))]
    assert len({len(row) for row in rows}) <= 1
    cells = [cell for row in rows for cell in row]
    assert [one for one in cells if FORMULA.match(one) and not NUMBER.fullmatch(one)] == []
    assert [one for one in cells if UNSEEN.search(one)] == []


def test_recorded_names_stay_texts_in_the_files_of_a_list(hostile, client):
    """The files of FIDE have the same lines and elements as with other names."""
    lists = f"/v1/pools/{CHESS}/lists/{SAMPLE['period']}"
    lines = [len(of.get(f"{lists}.txt").text.split("\n")) for of in (hostile, client)]
    assert lines[0] == lines[1] > 50
    files = [of.get(f"{lists}.xml").content for of in (hostile, client)]
    trees = [fromstring(file) for file in files]  # noqa: S314 - our own
    of_names, plain = ([(one.tag, one.keys()) for one in tree.iter()] for tree in trees)
    assert of_names == plain
