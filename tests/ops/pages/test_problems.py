"""Pages of problems: the remedy in words, with links to pages."""

import re
from html import unescape

import pytest

from ledger.sentences import Input, Remedy, Sentence
from ops.doors.catalogue import declared
from ops.doors.remedies import BY_HAND
from ops.http.answering import spoken_to
from ops.pages.declare import Moment, Page
from ops.pages.drawing import linked
from ops.pages.links import Links
from ops.words import LANGUAGES, said
from tests.support.served import served

HERE = Links("it", Page("", "problem.html", path="/x"), {}, [], Moment(as_of="2026-01-01"))


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def box(client, path: str) -> str:
    return unescape(client.get(path).text.partition('note-box bad">')[2].partition("</div>")[0])


def words(client, path: str) -> str:
    return re.sub("<[^>]*>", "", box(client, path))


@pytest.mark.parametrize(
    ("path", "link", "text"),
    [
        ("/it/tournaments/T-9", "/it/tournaments", "la pagina dei tornei"),
        ("/en/tournaments/T-9", "/en/tournaments", "the page of tournaments"),
        ("/en/rules/fide-standard/99", "/en/rulebooks/fide-standard", "the page of the rules"),
    ],
)
def test_a_page_that_helps_is_linked(client, path, link, text):
    assert f'<a href="{link}">{text}</a>' in box(client, path)
    assert f'<a href="{link}?as_of=2026-01-01">' in box(client, f"{path}?as_of=2026-01-01")
    assert client.get(link).status_code == 200


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/it/players?search=a&birth_year=x", "anno di nascita: "),
        ("/en/players?search=a&birth_year=x", "birth year: "),
        ("/en/players?search=a&numbers=1", "without Name or number"),
        ("/it/pools/fide-standard/lists/current?known_at=x", "per quanto noto il x"),
        ("/en/decisions?since=2026-01-02&until=2026-01-01", "until 2026-01-01 comes before since"),
    ],
)
def test_inputs_have_the_words_of_forms(client, path, text):
    assert text in words(client, path)
    assert "_" not in words(client, path)


@pytest.mark.parametrize("use_case", sorted({*BY_HAND, *(of.name for of in declared())}))
def test_no_remedy_names_an_address_on_a_page(use_case):
    """The remedy is a link where a page answers, and where nothing remains to be chosen."""
    says = Sentence("{input}: {remedy}", input=Input("as_of"), remedy=Remedy(use_case, pool=None))
    for language in LANGUAGES:
        with spoken_to({}, language):
            text = said(says)
            shown = linked(says, HERE)
        assert not re.search(r"/v1|POST|GET|ledger|[_{`]", text)
        assert unescape(re.sub("<[^>]*>", "", shown)) == text
    assert str(says.values["remedy"]) == f"{use_case} pool=none"
