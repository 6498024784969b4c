"""Columns and numbers taken over from another text: under the articles of the new text, without
the repealed.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from projections.rulebooks.engine.columns import GAME, Choice, Values, choose, cited, column
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.loading import load_edition

NEW_TO_OLD = {"8.3.1": "8.5", "8.3.2": "8.5", "8.3.2 (a)": "8.1b", "7.1.4": "7.14"}

LATER = """
[cap]
value = 400
unit = "points"
article = "8.3.1"
says = "A larger difference is taken as this one."

[bonus]
value = 3
unit = "points"
article = "9"
says = "What an older text did not know."
"""
EARLIER = """
[cap]
value = 350
unit = "points"
article = "8.5"
says = "A larger difference is taken as this one."
"""


@column(article="8.3.1, 9", level="game", unit="points", does="choose")
def counted(difference: Values, cap: int) -> Choice:
    """8.3.1, 9. The difference, at most the cap."""
    return choose(
        (difference > cap, cap, "8.3.1: the cap"), otherwise=(difference, "8.3.1, 9: itself")
    )


@column(article="9", level="game", unit="points", does="add")
def raised(counted: Values, bonus: int) -> Values:
    """9. With the bonus of the later text."""
    return counted + bonus


given = as_in(raised, "9.1. With what the body gives.", name="given", reads={"bonus": "gift"})


def module(folder: Path, day: str, toml: str, **members: object) -> str:
    """A package `lawbook` with the edition of a day, as from a folder."""
    name = f"lawbook.edition_{day}"
    made = ModuleType(name)
    made.__file__ = str(folder / f"edition_{day}.py")
    articles = members.pop("ARTICLES", {})
    assert isinstance(articles, dict)
    lines = [f'"{article}" = "{account}"\n' for article, account in articles.items()]
    told = "".join([toml, "\n[articles]\n", *lines])
    (folder / f"edition_{day}.toml").write_text(told, encoding="utf-8")
    vars(made).update(members)
    sys.modules["lawbook"] = ModuleType("lawbook")
    sys.modules[name] = made
    return name


def loaded(day: str, based_on: Edition | None = None) -> Edition:
    """The edition of a day of `lawbook`."""
    made = sys.modules[f"lawbook.edition_{day.replace('-', '_')}"]
    return load_edition("lawbook", day, made, based_on)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """No module made here outlives the test."""
    yield
    for name in [each for each in sys.modules if each.startswith("lawbook")]:
        del sys.modules[name]


@pytest.fixture
def later(tmp_path: Path) -> Edition:
    """The whole text, of 2024."""
    articles = {"8.3.1": "counted, cap", "9": "counted, raised, bonus"}
    module(tmp_path, "2024_01_01", LATER, counted=counted, raised=raised, ARTICLES=articles)
    return loaded("2024-01-01")


@pytest.fixture
def earlier(tmp_path: Path, later: Edition) -> Edition:
    """A text of 2014 told by the later text, under other numbers, with another cap."""
    module(
        tmp_path,
        "2014_01_01",
        EARLIER,
        REPEALS=("raised", "bonus"),
        NUMBERING={"8.3.1": "8.5", "9": "8.6"},
        ARTICLES={"8.5": "counted, cap", "8.6": "counted"},
    )
    return loaded("2014-01-01", later)


@pytest.mark.parametrize(
    ("articles", "old"),
    [
        ("8.3.1", "8.5"),
        ("8.3.2 (b)", "8.5 (b)"),
        ("8.3.2 (a)", "8.1b"),
        ("8.3.1, 8.3.2", "8.5"),
        ("5.1, 7.1.4", "5.1, 7.14"),
        ("8.3.10", "8.3.10"),
    ],
)
def test_articles_in_the_numbers_of_another_text(articles, old):
    """Each once, a part with the article, anything not named under the same number."""
    assert cited(articles, NEW_TO_OLD) == old


def test_an_older_text_has_the_formula_under_its_own_article(earlier, later):
    assert earlier.columns["counted"].article == "8.5, 8.6"
    assert earlier.columns["counted"].function is later.columns["counted"].function
    assert earlier.columns["counted"].sentence == "The difference, at most the cap."


def test_a_clause_cites_the_text_it_is_given_under(earlier, later):
    facts = {"difference": np.array([349, 351, 401])}
    old, new = earlier.evaluate([GAME], facts), later.evaluate([GAME], facts)
    assert [str(old.why("counted", row)) for row in range(3)] == [
        "8.5, 8.6: itself",
        "8.5: the cap",
        "8.5: the cap",
    ]
    assert [str(new.why("counted", row)) for row in range(3)] == [
        "8.3.1, 9: itself",
        "8.3.1, 9: itself",
        "8.3.1: the cap",
    ]
    assert old["counted"].tolist() == [349, 350, 350]


def test_what_is_repealed_is_gone(earlier, later):
    assert set(later.columns) - set(earlier.columns) == {"raised"}
    assert "bonus" not in earlier.numbers
    assert set(earlier.articles) == {"8.5", "8.6"}
    assert earlier.based_on is later


def test_a_number_taken_over_stands_under_the_older_article(tmp_path, later):
    module(tmp_path, "2015_01_01", "", NUMBERING={"8.3.1": "8.5"}, ARTICLES={})
    kept = loaded("2015-01-01", later)
    assert kept.numbers["stated"]["cap"].article == "8.5"
    assert kept.digest == later.digest


def test_without_a_numbering_articles_not_repealed_are_kept(tmp_path, later):
    module(tmp_path, "2023_01_01", "", REPEALS=("raised", "bonus", "9"), ARTICLES={"1": "none"})
    kept = loaded("2023-01-01", later)
    assert set(kept.articles) == {"8.3.1", "1"}
    assert kept.columns["counted"] is later.columns["counted"]


def test_repealing_what_is_not_there_is_refused(tmp_path, later):
    module(tmp_path, "2013_01_01", "", REPEALS=("raised", "malus"), ARTICLES={})
    with pytest.raises(ValueError, match=r"repeals what is not there: \['malus'\]"):
        loaded("2013-01-01", later)


def test_a_text_may_name_a_column_of_any_other_text(tmp_path, later):
    """An imported column is taken over, under the articles of the importing text."""
    module(
        tmp_path,
        "2012_01_01",
        "",
        raised=raised,
        REPEALS=("raised",),
        NUMBERING={"9": "3"},
        ARTICLES={},
    )
    kept = loaded("2012-01-01", later)
    assert kept.columns["raised"].article == "3"


# --------------------------------------------------------------- one formula, in several texts


@pytest.fixture
def other(tmp_path: Path) -> Edition:
    """A text with the number by which the later text raises, under another article."""
    columns = {"counted": counted, "given": given}
    module(tmp_path, "2025_01_01", LATER, **columns, ARTICLES={})
    return loaded("2025-01-01")


def test_a_formula_of_another_stands_under_an_article_and_in_words_of_its_own(other, later):
    here, there = other.columns["given"], later.columns["raised"]
    assert (here.article, here.sentence) == ("9.1", "With what the body gives.")
    assert (here.level, here.unit, here.does) == (there.level, there.unit, there.does)
    assert (there.article, there.needs) == ("9", ("counted", "bonus"))


def test_it_may_read_another_column_in_place_of_one(other):
    assert other.columns["given"].needs == ("counted", "gift")
    facts = {"difference": np.array([100, 500]), "gift": 7}
    assert other.evaluate([GAME], facts)["given"].tolist() == [107, 407]


def test_who_takes_such_a_column_over_cites_it_under_an_article_of_its_own(tmp_path, other):
    module(tmp_path, "2011_01_01", "", NUMBERING={"9.1": "4"}, ARTICLES={})
    older = loaded("2011-01-01", other)
    assert older.columns["given"].article == "4"
    assert older.columns["given"].sentence == "With what the body gives."
