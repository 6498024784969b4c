"""Coverage of the regulations, unit by unit: columns and tests, or the reason for none.

`ledger rules coverage` (or `python -m ops.law.coverage`) writes the page that is kept as
`projections/rulebooks/COVERAGE.md`; the units and our few words stand in the TOML of its folder
`coverage`, one file for each text.
"""

import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from ops.law.readings import Reading, of_edition
from ops.law.rule_tests import names_of_tests
from projections import rulebooks
from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import Column
from projections.rulebooks.engine.edition import Edition

FOLDER: Final = Path(str(rulebooks.__file__)).parent / "coverage"
PAGE: Final = FOLDER.parent / "COVERAGE.md"
COMMAND: Final = "ledger rules coverage --overwrite --to projections/rulebooks/COVERAGE.md"
OTHER_VALUE: Final = "Other value: "
"""After these words a reading names the other value, and the reason that would change the
choice."""
_HEAD: Final = f"""# Coverage: the sentences of the regulations, and their code

One line for each sentence of a text, summarised in our words: the article in the edition, the
columns and numbers that compute it (or why nothing is computed), and the tests. `ledger rules
article RULEBOOK ARTICLE` explains a column. This page is written by `{COMMAND}`."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unit of a text: columns, tests, or the reason for none."""

    says: str
    article: str = ""
    """Of the edition; "" is that with which the unit's own number begins."""
    names: tuple[str, ...] = ()
    """Columns and numbers, where the article has more than the unit is about."""
    also: tuple[str, ...] = ()
    """Files that compute the parts not computed by a column."""
    tests: tuple[str, ...] = ()
    why: str = ""
    """Why nothing is computed."""
    note: str = ""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML file of one text."""

    title: str
    rulebook: str
    edition: str
    units: dict[str, Unit]


@dataclass(frozen=True, slots=True)
class Text:
    """A text: units, and the edition behind the units."""

    name: str
    title: str
    edition: Edition
    units: dict[str, Unit]

    def article(self, number: str) -> str:
        """Return the article of a unit; "" where nothing is computed."""
        unit = self.units[number]
        return "" if unit.why else unit.article or number.partition(" ")[0]

    def held_by(self, number: str) -> str:
        """Return the columns of a unit, or the reason for none. Raises KeyError (lost article)."""
        unit = self.units[number]
        if unit.why:
            return unit.why
        accounted = ", ".join(unit.names) or self.edition.articles[self.article(number)]
        return "; ".join(filter(None, [accounted, ", ".join(unit.also), unit.note]))

    def tested_by(self, number: str) -> str:
        """Return the tests of a unit: by name, or by the articles of the columns."""
        unit = self.units[number]
        if unit.why or unit.tests:
            return ", ".join(unit.tests)
        own = self._bearing([self.article(number)], [])
        if own and not unit.names:
            return own
        rules = self._columns(number)
        return self._bearing([self.article(number), *(rule.written_under for rule in rules)], rules)

    def _columns(self, number: str) -> list[Column]:
        whole = self.edition.articles[self.article(number)].partition(";")[0].split(", ")
        names = self.units[number].names or whole
        return [self.edition.columns[name] for name in names if name in self.edition.columns]

    def _bearing(self, articles: Sequence[str], rules: Sequence[Column]) -> str:
        """Return pytest commands for the articles with tests."""
        held = [
            article for article in _whole(", ".join(articles)) if self._has_tests(article, rules)
        ]
        return ", ".join(dict.fromkeys(f"`-k {_run_by(article)}`" for article in held))

    def _has_tests(self, article: str, rules: Sequence[Column]) -> bool:
        """Whether tests name an article, in this text or in the text a column comes from."""
        written = [rule.name for rule in rules if article in _whole(rule.written_under)]
        parts = (f"article {article}", *written)
        tests = (name for part in parts for name in names_of_tests(self.edition, part))
        return any(_run_by(article) in name.lower() for name in tests)


def _run_by(article: str) -> str:
    """Return the pytest keyword for the tests of an article or table."""
    words = article.lower().replace(".", "_").split()
    return f"table_{words[1]}" if words[0] in {"table", "tables"} else f"article_{words[0]}"


def _whole(articles: str) -> list[str]:
    """Return articles such as "8.3.1, 8.3.2 (a)" as a list, without parts or repeats."""
    return list(dict.fromkeys(article.partition(" (")[0] for article in articles.split(", ")))


def texts() -> list[Text]:
    """Return every text, in the order of the files' names."""
    return [_text(path) for path in sorted(FOLDER.glob("*.toml"))]


def page() -> str:
    """Return the page in Markdown."""
    sections = [line for text in texts() for line in _section(text)]
    return "\n".join([_HEAD, *sections, *_section_of_readings()]) + "\n"


def doubtful_readings() -> dict[str, tuple[list[str], Reading]]:
    """Return the readings that state another value, by name, with their rulebooks."""
    found: dict[str, tuple[list[str], Reading]] = {}
    for name in rulebooks.NAMES:
        readings = (
            reading for edition in rulebook(name).editions for reading in of_edition(edition)
        )
        for reading in (reading for reading in readings if OTHER_VALUE in reading.says):
            held_in, _ = found.setdefault(reading.name, ([], reading))
            held_in += [name] if name not in held_in else []
    return found


def _text(path: Path) -> Text:
    read: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    written = msgspec.convert(read, Written, strict=True)
    edition = rulebook(written.rulebook).edition(written.edition)
    name = path.stem.partition("_")[2]
    return Text(name, written.title, edition, written.units)


def _section(text: Text) -> Iterator[str]:
    yield f"\n## {text.title}\n"
    yield f"Edition {text.edition.name} of `{text.edition.rulebook}`.\n"
    yield "| unit | content | article | computed by, or reason why not | tests |"
    yield "|---|---|---|---|---|"
    for number, unit in text.units.items():
        cells = (
            number,
            unit.says,
            text.article(number),
            text.held_by(number),
            text.tested_by(number),
        )
        yield f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _section_of_readings() -> Iterator[str]:
    yield "\n## Readings with another value\n"
    yield "Points left open by a text, where another reading would change a published number.\n"
    yield "| reading | rulebooks | our reading | other value, and reason to change | file |"
    yield "|---|---|---|---|---|"
    for name, (held_in, doubtful) in sorted(doubtful_readings().items()):
        read, _, other = doubtful.says.partition(OTHER_VALUE)
        cells = (
            f"`{name}`",
            ", ".join(held_in),
            read.strip(),
            other,
            doubtful.where.partition(":")[0],
        )
        yield f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


if __name__ == "__main__":
    sys.stdout.write(page())
