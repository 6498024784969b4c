"""Questions about rules: rules show, coverage."""

from datetime import date
from typing import Annotated, Any

from ops.cli import output
from ops.cli.app import Format, Knowing, option, rules_app
from ops.cli.exporting import Overwrite, To, written


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
    from ops.law import reading_rules

    if rulebook is None:
        output.show(reading_rules.books(), knowing.format, title="rulebooks")
    elif on is None:
        rows = reading_rules.articles(rulebook, article, whole=whole)
        _show_law(rows, knowing.format, f"{rulebook} {article or ''}", None)
    else:
        with knowing.pool(rulebook) as pool:
            law = reading_rules.in_force(pool, on)
            rows = reading_rules.articles_on(law, article, whole=whole)
            title = f"{rulebook} on {on} {article or ''}"
            _show_law(rows, knowing.format, title, law.about(pool))


@rules_app.command
def coverage(*, to: To = None, overwrite: Overwrite = False) -> None:
    """Write the texts unit by unit, with the function and test of each, as Markdown.

    Example: ledger rules coverage --to COVERAGE.md
    """
    from ops.law.coverage import page

    with written(to, overwrite=overwrite) as out:
        out.write(page())


def _show_law(
    rows: list[dict[str, Any]], form: Format, title: str, about: dict[str, Any] | None
) -> None:
    """Show articles; below a table, the names of the tests."""
    from ops.law import reading_rules

    tests: list[str] = []
    if form == "table":
        rows, tests = reading_rules.for_people(rows)
    output.show(rows, form, title=title, about=about)
    for name in tests:
        output.say(f"  tested by {name}")
