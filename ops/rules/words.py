"""Titles and rows of tables about rules."""

from collections.abc import Iterator, Sequence

from ledger.sentences import Sentence, Word
from ops.answers.rules import ArticleAccount, OtherNumber, Rule, RulePart
from ops.doors.documents import Row, cells
from ops.words import said, states
from ops.words.states import word


def article_title(subject: str, article: str, title: Sentence) -> Sentence:
    """Return an article of a rulebook or a pool, with its title."""
    return Sentence("{subject} {article}: {title}", subject=subject, article=article, title=title)


def rule_row(row: Rule) -> Row:
    """Return an article, or a part of one: halves of the law, units and bodies in words."""
    if isinstance(row, ArticleAccount):
        return cells(row)
    halves = [word("half of the law", half) for half in row.applies_to.split(", ") if half]
    is_operation = isinstance(row.value, str) and row.value in states.TABLES["operation"]
    value = word("operation", row.value) if is_operation else row.body_names or row.value
    applies_to, unit = ", ".join(map(said, halves)), Word(row.unit, states.UNIT)
    beside = {"tests": "", "editions": "", "title": "", "body_names": ""}
    what = _what(row.what)
    return cells(row, beside, what=what, applies_to=applies_to, value=value, unit=unit)


def _what(name: str) -> Sentence | str:
    """Return the name of a column or a number; a reading in words, with its name or its holder."""
    kind, _, named = name.partition(" ")
    if kind != "reading":
        return name
    holder = named.removeprefix("of ")
    says = Sentence("reading {name}") if holder == named else Sentence("reading of {name}")
    return says.about(name=holder)


def below(rows: Sequence[Rule], others: Sequence[OtherNumber]) -> Iterator[Sentence]:
    """Yield the numbers that some edition changed (`*`), and the names of the tests."""
    parts = [row for row in rows if isinstance(row, RulePart)]
    numbers: tuple[RulePart | OtherNumber, ...] = (*parts, *others)
    for part in numbers:
        if any(number.changed for number in part.editions):
            stated = [f"{of.edition} {of.value}{'*' if of.changed else ''}" for of in part.editions]
            yield Sentence("{what}: {says}", what=part.what, says=stated)
    for name in sorted({name for part in parts for name in part.tests}):
        yield Sentence("tested by {test}", test=name)
