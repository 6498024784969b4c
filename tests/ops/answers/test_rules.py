"""Rules as typed answers: rulebooks, accounts of articles, parts, and the law of a day."""

from datetime import date
from pathlib import Path

import pytest

from ledger.errors import Refused
from ledger.events.rules import RulesCompared
from ops.answers.rules import ArticleAccount, RulePart, rulebooks, rules, rules_of_pool
from ops.events.decide import decide
from ops.house import open_house
from ops.law import texts
from ops.law.readings import of_edition
from ops.rules.words import rule_row
from ops.words import said, speaking
from projections import rulebooks as rulebooks_package
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.rulebooks.engine.sources import files_of


def test_every_edition_of_every_rulebook_is_named():
    rows = rulebooks().rows
    assert {row.rulebook for row in rows} == set(NAMES)
    assert len(rows) == sum(len(rulebook(name).editions) for name in NAMES)


def test_accounts_of_all_articles_and_parts_of_one():
    accounts = rules("fide-standard", edition="2024-03-01")
    assert accounts.about.edition == "2024-03-01"
    assert all(isinstance(row, ArticleAccount) for row in accounts.rows)
    parts = rules("fide-standard", "8.3.3", "2024-03-01")
    assert all(isinstance(row, RulePart) for row in parts.rows)
    (number,) = (row for row in parts.rows if row.what == "k_master")
    assert (number.value, number.applies_to) == (10, "lists")
    assert number.tests


def test_an_article_under_which_nothing_is_computed_is_a_part_with_the_reason():
    edition = rulebook("fide-standard").editions[-1]
    for article in edition.articles:
        rows = rules("fide-standard", article).rows
        assert rows
        assert all(isinstance(row, RulePart) and row.says for row in rows)


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_every_edition_is_typed(name):
    for edition in rulebook(name).editions:
        assert rules(name, edition=edition.name, whole=True).rows


def test_the_law_of_a_pool_on_a_day(sample):
    with open_house(str(sample)) as house:
        found = rules_of_pool(house, "fide-standard", date(2025, 11, 1), "8.3.3")
    assert found.about.tournaments_that_begin == "2025-10-01"
    assert found.about.known_to > 0
    assert any(row.what == "k" for row in found.rows)


@pytest.mark.parametrize("name", NAMES)
def test_every_reading_of_every_edition_is_in_both_languages(name):
    for edition in rulebook(name).editions:
        articles = {reading.article for reading in of_edition(edition)}
        parts = [
            row
            for article in sorted(articles & edition.articles.keys())
            for row in rules(name, article, edition.name).rows
            if isinstance(row, RulePart) and row.what.startswith("reading ")
        ]
        assert parts
        for part in parts:
            with speaking("it"):
                italian, what = said(part.says), rule_row(part)["what"]
                assert said(what).startswith("interpretazione ")
            assert italian != str(part.says)
            assert ("Altro valore: " in italian) == ("Other value: " in str(part.says))


def test_what_is_not_there_is_refused():
    with pytest.raises(Refused, match="no article '99'"):
        rules("fide-standard", "99")
    with pytest.raises(OutsideRulebook):
        rules("fide-standard", edition="2024-03-02")


def test_the_numbers_of_an_article_stand_over_all_editions():
    numbers = {row.what: row.editions for row in rules("fide-standard", "8.3.1").rows}
    assert len(numbers["difference_cap"]) == len(rulebook("fide-standard").editions)
    assert not any(number.changed for number in numbers["difference_cap"])
    (uncapped,) = numbers["uncapped_from"]
    assert (uncapped.edition, uncapped.value, uncapped.changed) == ("2025-10-01", 2650, True)


def test_a_changed_number_is_recognised_in_the_edition_that_changed_it():
    (floor,) = (row for row in rules("fide-standard", "7.2.1").rows if row.what == "floor")
    changed = [(number.edition, number.value) for number in floor.editions if number.changed]
    assert changed == [("2024-03-01", 1400)]
    assert floor.editions[0].value == 1000


def test_a_number_that_only_another_edition_states_stands_beside_the_article():
    """Before 1 October 2025 article 8.3.1 had no rating from which differences count in full."""
    about = rules("fide-standard", "8.3.1", "2024-03-01").about
    (uncapped,) = about.stated_elsewhere
    assert (uncapped.what, str(uncapped.says)[:9]) == ("uncapped_from", "A player ")
    assert [(one.edition, one.value) for one in uncapped.editions] == [("2025-10-01", 2650)]
    assert rules("fide-standard", "8.3.1", "2025-10-01").about.stated_elsewhere == ()
    assert rules("fide-standard").about.stated_elsewhere == ()


@pytest.mark.parametrize("name", NAMES)
def test_an_article_has_every_number_of_every_edition(name):
    """One answer is enough for a page: in the rows, or beside, unless another article has the
    number now.
    """
    editions = rulebook(name).editions
    newest = {one.name: one.article for one in editions[-1].numbers["stated"].values()}
    for article in editions[-1].articles:
        found = rules(name, article)
        shown = {row.what for row in found.rows} | {
            row.what for row in found.about.stated_elsewhere
        }
        numbers = [one for text in editions for one in text.numbers["stated"].values()]
        ever = {one.name for one in numbers if one.article == article}
        assert {one for one in ever if newest.get(one, article) == article} <= shown


def test_the_answer_about_an_article_has_its_title_and_every_edition_with_its_source(copy):
    day = date(2026, 11, 25)
    with open_house(str(copy)) as house:
        law, edition = "fide-standard", "2024-03-01"
        decide(house, RulesCompared(rulebook=law, edition=edition, compared_on=day, by="fide-qc"))
        about = rules_of_pool(house, "fide-standard", date(2025, 11, 1), "8.3.3").about
    assert str(about.title) == "K-factor"
    by_name = {one.edition: one for one in about.editions}
    assert [*by_name] == [one.name for one in rulebook("fide-standard").editions]
    assert all(one.source for one in about.editions)
    assert by_name["2024-03-01"].compared == day
    assert by_name["2025-10-01"].compared is None
    assert about.compared is None  # the edition for tournaments that begin on the day


@pytest.mark.parametrize("name", NAMES)
def test_a_number_that_names_bodies_has_their_names(name):
    for edition in rulebook(name).editions:
        for row in rules(name, edition=edition.name, whole=True).rows:
            of_bodies = row.what.startswith(("lifted_by_", "refused_by_", "excluded_by_"))
            ids = row.value.split() if of_bodies else []
            assert [str(one) for one in row.body_names] == ids


@pytest.mark.parametrize("name", NAMES)
def test_every_article_of_every_edition_has_a_title(name):
    for edition in rulebook(name).editions:
        untitled = [row.article for row in rules(name, edition=edition.name).rows if not row.title]
        assert not untitled


def test_every_edition_names_its_source():
    for row in rulebooks().rows:
        assert row.source
        assert row.compared is None or row.compared.isoformat() > row.edition
    about = rules("uisp", "I.1").about
    source = "regulation of Elo UISP, without a date"
    assert (str(about.source), about.compared) == (source, date(2026, 11, 21))


def test_titles_and_sources_are_no_file_of_an_edition():
    for name in NAMES:
        for edition in rulebook(name).editions:
            assert texts.FILE not in files_of(edition).values()
    assert not texts.FILE.is_relative_to(Path(str(rulebooks_package.__file__)).parents[1])
