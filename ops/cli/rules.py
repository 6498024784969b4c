"""Questions about rules: rules show, coverage."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from ledger.sentences import Sentence, Word
from ops.cli import output
from ops.cli.app import Format, option, rules_app
from ops.cli.exporting import Overwrite, To, written
from ops.cli.shared_options import Knowing
from ops.words import said, states
from ops.words.states import word

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.answers.documents import Row
    from ops.answers.rules import Rule


@rules_app.command(name="show")
def show_rules(
    rulebook: Annotated[
        str | None, option("a rulebook; with --on a pool; without it, all are named")
    ] = None,
    article: Annotated[str | None, option("an article, as 8.3.3; without it, all of them")] = None,
    *,
    on: Annotated[
        date | None, option("the law of a pool on this day: RULEBOOK is the pool's name")
    ] = None,
    whole: Annotated[bool, option("every article with all its parts")] = False,
    knowing: Knowing = Knowing(),
) -> None:
    """Show the rules: each article with a sentence, numbers, function, file and tests.

    With --on: the rules of a pool on a day, for tournaments that begin on it and for the list in
    force. Readings name points that a text leaves open, with the interpretation used here.

    Example: ledger rules show fide-standard --on 2025-11-01 8.3.3
    """
    from ops.answers import rules

    if rulebook is None:
        output.answer(rules.rulebooks(), knowing.format, title=Sentence("rulebooks"))
    elif on is None:
        found = rules.rules(rulebook, article, whole=whole)
        title = Sentence("{rulebook} {article}", rulebook=rulebook, article=article or "")
        _show(found, knowing.format, title)
    else:
        with knowing.followed() as house:
            asked = (house, rulebook, on, article, knowing.known_at)
            of_pool = rules.rules_of_pool(*asked, whole=whole)
        title = Sentence("{pool} on {day} {article}", pool=rulebook, day=on, article=article or "")
        _show(of_pool, knowing.format, title, about=True)


@rules_app.command
def coverage(*, to: To = None, overwrite: Overwrite = False) -> None:
    """Write the texts unit by unit, with the function and test of each, as Markdown.

    Example: ledger rules coverage --to COVERAGE.md
    """
    from ops.law.coverage import page

    with written(to, overwrite=overwrite) as out:
        out.write(page())


def _show(found: Answer[Any, Any], form: Format, title: Sentence, *, about: bool = False) -> None:
    """Show articles; below a table, the names of the tests."""
    if form != "table":
        output.answer(found, form)
        return
    from ops.cli.words import basis_words

    tests = sorted({name for row in found.rows for name in getattr(row, "tests", ())})
    rows = [_row(row) for row in found.rows]
    output.show(rows, form, title=title, about=basis_words(found.about) if about else None)
    for line in _numbers(found):
        output.say(line)
    for name in tests:
        output.say(f"  tested by {name}")


def _numbers(found: Answer[Any, Any]) -> Iterator[str]:
    """Yield a line for each number whose value differs between editions; `*`: changed."""
    for row in found.rows:
        editions = getattr(row, "editions", ())
        if any(number.changed for number in editions):
            values = (f"{of.edition} {of.value}{'*' if of.changed else ''}" for of in editions)
            yield f"  {row.what}: {', '.join(values)}"


def _row(row: Rule) -> Row:
    """Return an article, or a part of one, with the halves of the law in words."""
    from ops.answers.documents import cells
    from ops.answers.rules import ArticleAccount

    if isinstance(row, ArticleAccount):
        return cells(row)
    halves = [word("half of the law", half) for half in row.applies_to.split(", ") if half]
    is_operation = isinstance(row.value, str) and row.value in states.TABLES["operation"]
    value = word("operation", row.value) if is_operation else row.value
    applies_to, unit = ", ".join(map(said, halves)), Word(row.unit, states.UNIT)
    beside = {"tests": "", "editions": "", "title": ""}
    return cells(row, beside, applies_to=applies_to, value=value, unit=unit)
