"""Every article is accounted for, every column and number says the article."""

import ast
import inspect
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from projections import rulebooks
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.columns import Column, cited
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.numbers import Number, Table
from tests.support.edition_columns import ask

HERE = Path(__file__).parent
SOURCES = Path(rulebooks.__file__).parent
OURS = ("projections.rulebooks", "ledger.sentences")
"""What a rulebook imports of this program: itself, and sentences, which compute nothing."""

EVERY = [edition for name in NAMES for edition in rulebook(name).editions]
EDITIONS = [pytest.param(edition, id=f"{edition.rulebook} {edition.name}") for edition in EVERY]
AMENDMENTS = [
    pytest.param(
        edition.based_on.without_admission or edition.based_on,
        edition.without_admission or edition,
        id=f"{edition.rulebook} {edition.name}",
    )
    for edition in EVERY
    if edition.based_on is not None
]
"""An edition and the one that tells it: an amendment, or an older text told by a later one; both
without the articles about what counts, which stand in files of their own."""

STEMS = {
    "fide.standard": "fide_standard",
    "fide.rapid_blitz": "fide_rapid_blitz",
    "elo_rubele.italian": "rubele_italiana",
    "elo_rubele.international": "rubele_internazionale",
}
"""How the lists of numbers beside this file name the texts."""

DECISIONS = {
    "fide.standard": {"Council decision of 15 December 2023": ("2024-03-01", "9")},
    "fide.rapid_blitz": {
        "Council decision of 15 December 2023": ("2024-03-01", "9"),
        "Amendment of 1 October 2022": ("2022-10-01", "2022-10-01"),
        "Amendment of 1 December 2024": ("2024-12-01", "9"),
    },
}
"""Law without a number in the regulation, accounted for like an article: first and last edition."""

REASONS = (
    "nothing to compute: ",
    "not yet computed: ",
    "not available: ",
    "not in this rulebook: ",
)


def package(edition: Edition) -> str:
    """Return the package of an edition's text below `rulebooks`; rulebooks may share a package."""
    own = rulebook(edition.rulebook).editions[0]  # a later one may amend from another text
    return str(own.module.__name__).removeprefix(f"{rulebooks.__name__}.").rpartition(".")[0]


def numbered(text: str, edition: str = "") -> list[str]:
    """Return the articles of a regulation: every number with a text (numbers only).

    An edition with other numbers has a list of its own: those known, where its text was not
    available.
    """
    stem = f"articles_{STEMS.get(text, text)}"
    own = HERE / f"{stem}_{edition.replace('-', '_')}.txt"
    path = own if edition and own.exists() else HERE / f"{stem}.txt"
    return path.read_text(encoding="utf-8").splitlines()


def decisions(edition: Edition) -> set[str]:
    """Return the decisions of the time accounted for by an edition: none before the day of the
    decision.
    """
    return {
        each
        for each, (first, last) in DECISIONS.get(package(edition), {}).items()
        if first <= edition.name <= last
    }


def names(said: str) -> list[str]:
    """The columns and numbers an article names: a list, and after a semicolon a remark."""
    if said.startswith(REASONS):
        return []
    return said.partition(";")[0].split(", ")


def articles(said: str) -> set[str]:
    """The articles a column or number cites: "8.3.2 (b)" is in 8.3.2, "table 18 a" in table 18.

    "VI.10, tables 14, 17" are three.
    """
    decisions = re.findall(r"(?:Council decision|Amendment) of \d+ \w+ \d+", said)
    tables = re.findall(r"\d+", "".join(re.findall(r"tables? [\d, ]+", said)))
    rest = re.sub(r"Council.*|Amendment.*|tables? [\d, ]+", "", said)
    numbers = re.findall(r"(?:[IV]+\.)?\d+(?:\.\d+[ab]?)*", rest)
    return {*decisions, *(f"table {table}" for table in tables), *numbers}


def stated(edition: Edition) -> dict[str, Number]:
    """Return the numbers of an edition, amendments merged, as the TOML states."""
    merged: dict[str, Number] = edition.numbers["stated"]
    return merged


def said_under(edition: Edition) -> dict[str, str]:
    """Return each column and number of an edition, with the articles cited."""
    columns = {name: rule.article for name, rule in edition.columns.items()}
    return columns | {name: number.article for name, number in stated(edition).items()}


# --------------------------------------------------------------------------- accounts of articles


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_numbered_article_is_accounted_for_and_no_other(edition):
    known = {*numbered(package(edition), edition.name), *decisions(edition)}
    assert set(edition.articles) == known


@pytest.mark.parametrize("text", sorted({package(edition) for edition in EVERY}))
def test_the_lists_of_numbers_hold_each_once(text):
    assert len(set(numbered(text))) == len(numbered(text))


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_article_names_what_exists_or_says_why_there_is_nothing(edition):
    there = said_under(edition)
    unknown = {
        article: name
        for article, said in edition.articles.items()
        for name in names(said)
        if name not in there
    }
    assert not unknown


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_column_and_number_stands_under_an_article_it_cites(edition):
    lost = {
        name: said
        for name, said in said_under(edition).items()
        if not any(name in names(edition.articles.get(article, "")) for article in articles(said))
    }
    assert not lost


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_cited_is_accounted_for(edition):
    for name, said in said_under(edition).items():
        assert articles(said) <= set(edition.articles), name


# ------------------------------------------------------------------- what columns and numbers say


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_docstring_begins_with_its_article_and_goes_on(edition):
    for name, rule in edition.columns.items():
        assert inspect.getdoc(rule.function).startswith(f"{rule.written_under}. "), name  # type: ignore[union-attr]
        assert rule.sentence.endswith("."), name
        assert rule.unit, name


def number_files() -> list[Path]:
    """Return the TOML beside every edition, and shared files."""
    return sorted(path for path in SOURCES.rglob("*.toml") if path.parent.name != "coverage")


@pytest.mark.parametrize("path", number_files(), ids=lambda path: f"{path.parent.name} {path.stem}")
def test_every_number_has_value_unit_article_and_our_sentence(path):
    for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items():
        if name == "articles":  # the account of an edition
            continue
        if "as_in" in entry:  # stated once, in the file named
            assert entry.keys() == {"as_in"}, name
            continue
        assert ("value" in entry) != ("rows" in entry and "columns" in entry), name
        assert set(entry) <= {"value", "columns", "rows", "beyond", "unit", "article", "says"}, name
        assert entry["unit"], name
        assert entry["article"], name
        assert entry["says"].endswith("."), name
        assert not _floats(entry.get("value", entry.get("rows"))), name


def _floats(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_floats, value))
    return isinstance(value, float)


def test_an_edition_is_a_pair_of_files_named_by_its_day():
    for name in NAMES:
        editions = rulebook(name).editions
        text = package(editions[0])
        folder = SOURCES.joinpath(*text.split("."))
        own = [edition for edition in editions if f".{text}.edition_" in edition.module.__name__]
        days = [f"edition_{edition.name.replace('-', '_')}" for edition in own]
        assert sorted(path.stem for path in folder.glob("edition_*.py")) == sorted(days)
        assert sorted(path.stem for path in folder.glob("edition_*.toml")) == sorted(days)


def test_editions_stand_in_the_order_of_their_days():
    for name in NAMES:
        days = [edition.name for edition in rulebook(name).editions]
        assert days == sorted(days)


# ------------------------------------------------------------------------------------- amendments


@pytest.mark.parametrize(("before", "after"), AMENDMENTS)
def test_an_edition_restates_only_what_differs_from_the_one_that_tells_it(before, after):
    restated = {
        name: rule
        for name, rule in after.columns.items()
        if name not in before.columns or rule.function is not before.columns[name].function
    }
    for name, rule in restated.items():
        if name in before.columns and not (
            name == "counts" and hasattr(after.module, "CONDITIONS")
        ):
            assert written(rule) != written(before.columns[name]), name
    toml = tomllib.loads(Path(after.module.__file__).with_suffix(".toml").read_text("utf-8"))
    accounts = toml.pop("articles", {})
    for name in toml:
        assert name not in stated(before) or stated(before)[name] != stated(after)[name]
    if not numbered_otherwise(after):
        for article, said in accounts.items():
            assert before.articles.get(article) != said
    assert restated or toml


def written(rule: Column) -> tuple[str, tuple[str, ...], str]:
    """Return the formula of a column, the parameters and the sentence."""
    return inspect.getsource(rule.function), rule.needs, rule.sentence


@pytest.mark.parametrize(("before", "after"), AMENDMENTS)
def test_an_edition_keeps_everything_else_but_what_it_repeals(before, after):
    left_out = {
        *(set(before.columns) - set(after.columns)),
        *(set(before.numbers) - set(after.numbers)),
        *(set() if numbered_otherwise(after) else set(before.articles) - set(after.articles)),
    }
    assert left_out == set(getattr(after.module, "REPEALS", ()))
    assert before.digest != after.digest


def numbered_otherwise(edition: Edition) -> bool:
    """Return whether an edition numbers the articles otherwise than the text that tells
    the edition.
    """
    return hasattr(edition.module, "NUMBERING")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_cites_articles_of_its_own_edition(edition):
    """The words of a choice in a taken-over formula cite the numbers of this text."""
    without_admission = edition.without_admission or edition
    columns = {**edition.columns, "counts": without_admission.columns.get("counts")}
    if further := getattr(edition.module, "CONDITIONS", {}):
        told = edition.based_on.without_admission or edition.based_on
        columns["counts"] = told.columns["counts"]
        stated = [clause.partition(": ")[0] for clause in further.values()]
        assert all(article in edition.articles for article in stated)
    for rule in filter(None, columns.values()):
        for clause in clauses(rule.function):
            for numbering in rule.numberings:
                clause = cited(clause, numbering)  # noqa: PLW2901 - read on, text by text
            assert articles(clause) <= set(edition.articles), (rule.name, clause)


def clauses(function: Any) -> list[str]:
    """The articles before the colon of every clause a formula may choose."""
    source = ast.parse(textwrap.dedent(inspect.getsource(function)))
    texts = [node.value for node in ast.walk(source) if isinstance(node, ast.Constant)]
    return [
        text.partition(": ")[0]
        for text in texts
        if isinstance(text, str) and re.match(r"[\d., ()a-d]+: ", text)
    ]


# ----------------------------------------------------------------------------------------- readings


def readings(module: str, said: str = "") -> set[str]:
    """Return the open points of a file: columns with a reading in the docstring, and named
    readings.
    """
    docs = {
        rule.name: inspect.getdoc(rule.function) or ""
        for edition in EVERY
        for rule in edition.columns.values()
        if rule.function.__module__ == module
    }
    named = re.findall(r"Reading\s+`(\w+)`", " ".join([said, *docs.values()]))
    return {name for name, doc in docs.items() if "Reading" in doc} | set(named)


def named_by(files: Iterable[Path]) -> set[str]:
    """Return the readings named in the docstrings of the tests of some files."""
    found: set[str] = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                said = ast.get_docstring(node) or ""
                if said.startswith("Reading"):
                    found |= set(re.findall(r"`(\w+)`", said))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_reading_has_a_test_that_names_it(edition):
    module = edition.module
    stem = module.__name__.rpartition(".")[2]
    tests = HERE.joinpath(*package(edition).split("."), f"test_{stem}.py")
    assert tests.exists(), f"write the tests of its articles: {tests.relative_to(HERE)}"
    assert named_by([tests]) == readings(module.__name__, module.__doc__ or "")


COMPANIES = {
    "fide.standard": "fide/standard",
    "uisp": "uisp",
    "elo_rubele.italian": "elo_rubele/*",
    "elo_rubele.international": "elo_rubele/*",
}
"""Folders with files beside editions that hold some of their columns, and where their tests lie."""


def companions() -> list[Any]:
    """Return the files beside editions that hold some of the columns, by the folder of the
    edition.
    """
    modules = {rule.function.__module__ for edition in EVERY for rule in edition.columns.values()}
    below = ((module, module.removeprefix(f"{rulebooks.__name__}.")) for module in sorted(modules))
    folders = ((each, *path.rpartition(".")[::2]) for each, path in below)
    return [
        pytest.param(module, folder, name, id=f"{folder}.{name}")
        for module, folder, name in folders
        if folder in COMPANIES and not name.startswith(("edition_", "admission_"))
    ]


@pytest.mark.parametrize(("module", "folder", "name"), companions())
def test_each_reading_beside_the_editions_has_a_test_that_names_it(module, folder, name):
    tests = HERE.glob(f"{COMPANIES[folder]}/test_{name}.py")
    assert readings(module) <= named_by(tests)


# ------------------------------------------------------------------------------ tables, imports


def tables() -> list[Any]:
    """Every table of every edition."""
    return [
        pytest.param(value, stated(edition)[name], id=f"{edition.rulebook} {edition.name} {name}")
        for edition in EVERY
        for name, value in edition.numbers.items()
        if isinstance(value, Table)
    ]


@pytest.mark.parametrize(("table", "number"), tables())
def test_tables_have_no_gap_and_no_overlap(table, number):
    assert table.rows[0][0] == 0
    for (first, last, *_), following in pairwise(table.rows):
        assert first <= last
        assert following[0] == last + 1
    assert all(len(row) == 2 + len(table.columns) for row in table.rows)


@pytest.mark.parametrize(
    ("table", "number"), [table for table in tables() if table.id.endswith("expected_scores")]
)
def test_tables_of_expected_scores_share_out_one_game(table, number):
    """Row by row a hundredth more for the higher; both sides together make 100 (draughts: 200)."""
    whole = {"8.1.2": 100, "8.1b": 100, "7.1.2": 100, "II.4": 100, "VI.10, table 19": 200}[
        number.article
    ]
    assert table.beyond in {(whole, 0), None}
    assert all(higher + lower == whole for _, _, higher, lower in table.rows)
    assert [higher for _, _, higher, _ in table.rows] == list(range(whole // 2, whole))


def test_article_8_1_1_is_its_own_mirror_image():
    """dp(p) = −dp(1 − p)."""
    table = rulebook("fide-standard").edition("2024-03-01").numbers["rating_differences"]
    differences = [difference for _, _, difference in table.rows]
    assert [row[:2] for row in table.rows] == [(p, p) for p in range(101)]
    assert differences == [-difference for difference in reversed(differences)]
    assert differences == sorted(differences)


def test_article_8_1_2_leads_back_to_8_1_1():
    """PD(dp(p)) = p for all 101."""
    edition = rulebook("fide-standard").edition("2024-03-01")
    points = [row[2] for row in edition.numbers["rating_differences"].rows]
    assert ask(edition, "expected_score_hundredths", counted_difference=points) == list(range(101))


@pytest.mark.parametrize(
    "path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES))
)
def test_rulebooks_import_nothing_but_sentences_numpy_and_themselves(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        imported = []
        if isinstance(node, ast.Import):
            imported = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported = [node.module or ""]
        for name in imported:
            top = name.partition(".")[0]
            ours = name in OURS or name.startswith("projections.rulebooks.")
            assert ours or top == "numpy" or top in sys.stdlib_module_names, name
