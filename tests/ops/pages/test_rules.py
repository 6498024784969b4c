"""The pages of rules: the articles in force on a day, and one article over the editions."""

import re

import pytest

from ledger.sentences import Sentence
from ops.answers.rules import rules
from ops.pages import articles
from ops.pages.values import for_readers
from ops.words import speaking
from tests.support.served import served


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def test_every_edition_of_a_number_has_its_place_and_a_changed_one_is_bold(client):
    """The floor of published ratings was lifted in March 2024."""
    page = client.get("/en/rulebooks/fide-standard/articles/7.2.1").text
    row = re.search(r"<tr><th[^>]*>The lowest rating that is published.*?</tr>", page)
    assert row
    cells = re.findall(r'<td class="n">(.*?)</td>', row[0])
    assert len(cells) == page.split("</thead>")[0].count('class="n" scope="col"')
    assert [cell for cell in cells if cell.startswith("<b>")] == ["<b>1400</b>"]
    assert cells[-1] == "1400"


def test_a_choice_is_said_in_words(client):
    page = client.get("/it/rulebooks/rubele-italiana/articles/VI.2").text
    assert "anni solari" in page
    assert "solar-years" not in page


@pytest.mark.parametrize("rulebook", ["fide-standard", "uisp", "rubele-italiana"])
def test_each_part_of_an_article_stands_once_on_its_page(rulebook):
    """A part is computed, a number or a reading."""
    found = rules(rulebook, whole=True)
    parts = found.rows
    shown = [articles.computed(parts), articles.readings(parts)]
    numbers = articles.numbers(found.about, parts)
    stated = {part.what for part in parts if part.editions and not part.what.startswith("reading")}
    assert all(shown)
    assert len(numbers) == len(stated)
    others = {part.what for part in parts} - {part.what for one in shown for part in one}
    assert others == stated


def test_articles_are_those_in_force_on_the_day(client):
    """The day asked for on the page; without a day, the day of the moment."""
    wanted = "in force on 1 March 2024"
    for beside in ("on=2024-03-01", "as_of=2024-03-01", "on=2024-03-01&as_of=2026-03-01"):
        page = client.get(f"/en/rules/fide-standard/8.3.3?{beside}")
        assert wanted in page.text, beside


def test_every_article_of_the_list_has_its_page(client):
    page = client.get("/it/rules/rubele-italiana?on=2025-12-05").text
    found = re.findall(r'href="(/it/rules/rubele-italiana/[^"]+)"', page)
    assert len(found) > 10
    for path in found:
        shown = client.get(path.replace("&amp;", "&"))
        assert shown.status_code == 200, path
        assert 'href="/it/rules/rubele-italiana?on=2025-12-05"' in shown.text


def test_an_article_that_is_not_there_is_told_in_the_language(client):
    page = client.get("/it/rules/fide-standard/99")
    assert page.status_code == 404
    assert "99" in page.text
    assert 'lang="it"' in page.text


def test_pages_say_what_the_code_names_in_words():
    """A name in brackets is left out, as the words come before. A text of a person stays."""
    aside = Sentence("another figure, which the body sets (`parameter-set entry_points`); a text.")
    named = Sentence("By `few_games_suffice` it stays.")
    with speaking("en", read=True):
        assert for_readers(aside) == "another figure, which the body sets; a text."
        assert for_readers(named) == "By “few games suffice” it stays."
        assert for_readers(Sentence("{name}", name="`x_y`")) == "`x_y`"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/it/rulebooks/uisp/articles/I.5", "un’altra cifra, stabilita dall’organo;"),
        ("/en/rulebooks/uisp/articles/I.5", "another figure, which the body sets;"),
    ],
)
def test_readings_are_without_names_of_the_code(client, path, text):
    main = client.get(path).text.partition("<main")[2]
    assert text in main
    assert "`" not in main
