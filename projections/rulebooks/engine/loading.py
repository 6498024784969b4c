"""Editions read from files: columns, numbers and articles, over the text in BASED_ON.

An edition is `edition_YYYY_MM_DD.py` and `.toml`. The TOML has the numbers and, in `[articles]`,
the account of each article that differs: its columns and numbers, or why there are none. Such an
account replaces the inherited one whole. The module states columns and, optionally, these names:

    BASED_ON        day of the edition it inherits from, also a later one; of another text with the
                    rulebook's name ("fide-standard 2024-03-01")
    REPEALS         columns, numbers and articles of that edition that do not hold here
    NUMBERING       the article here for each article there; the account is then complete
    PARTS           modules with more columns of this text, and numbers if a TOML has their name
    BASE_PARTS      modules with columns numbered as in the text it is based on
    ADMISSION       the module of what counts on this day (`admission`); else that of BASED_ON
    CONDITIONS      further GAME columns that exclude games, and the clause of each; they take
                    facts of a game (`fide/rapid_blitz/edition_2024_12_01.py` has one)
    STANDARD_ONLY   FIDE standard: whether the edition leaves rapid and blitz as they are (default:
                    False; an edition with CONDITIONS states it)
    WAITING         ENTRY columns stored for results that wait for an initial rating
    also_concerned  players whom a list changes without a game (`Edition.also_concerned`), such as
                    those with a new K (`fide/standard/edition_2024_03_01.py`)

Side files hold numbers excluded from the digest, which was bound when the edition was adopted,
before they were computed; a test pins them. Such a file is `WORD_YYYY_MM_DD.toml`, with the day of
the edition. An edition inherits them with the other numbers; its own TOML has precedence.

After adding an edition: `tests/` has a file of that edition for its articles (`test_articles` names
it), the pins of numbers and the index of tests are written anew (the failing tests name the
commands), and `ledger rules coverage` writes COVERAGE.md.
"""

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Final

from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.admission import Admission, with_admission
from projections.rulebooks.engine.columns import Column, Numbering, cited, columns_of
from projections.rulebooks.engine.edition import Edition, nobody
from projections.rulebooks.engine.inheritance import (
    Inherited,
    cited_number,
    cited_numbers,
    excluding,
    inherited,
)
from projections.rulebooks.engine.numbers import Number


def load_editions(
    rulebook: str, package: str, days: Sequence[str], others: Iterable[Edition] = ()
) -> tuple[Edition, ...]:
    """Load the editions of a rulebook in the order of their days.

    `others` are the editions of other texts that may be named in BASED_ON.
    """
    known = {f"{edition.rulebook} {edition.name}": edition for edition in others}

    def load(day: str) -> Edition:
        if day not in known:
            module = importlib.import_module(f"{package}.edition_{day.replace('-', '_')}")
            base = getattr(module, "BASED_ON", None)
            known[day] = load_edition(rulebook, day, module, load(base) if base else None)
        return known[day]

    return tuple(map(load, days))


def load_edition(
    rulebook: str,
    day: str,
    module: ModuleType,
    based_on: Edition | None = None,
    numbering: Numbering | None = None,
) -> Edition:
    """Read one edition from a module, over the base edition.

    With `numbering` the module amends another text: its articles are cited in the numbers of this
    text, and its ADMISSION does not apply.
    """
    base = based_on.without_admission or based_on if based_on else None
    kept = inherited(module, base)
    path = Path(str(module.__file__)).with_suffix(".toml")
    if not path.exists():
        raise FileNotFoundError(f"{path}: an edition has a TOML of the same name for its numbers")
    stated = _stated((*getattr(module, "PARTS", ()), module), kept.numbers)
    accounts = numbers.accounts(path)
    edition = Edition(
        rulebook=rulebook,
        name=day,
        module=module,
        columns=_all_columns(module, kept, numbering or {}),
        numbers=numbers.by_name(_renumbered(stated, kept.numbers, numbering)),
        digest=numbers.digest(stated),
        articles={**kept.articles, **accounts},
        waiting=getattr(module, "WAITING", based_on.waiting if based_on else ()),
        based_on=based_on,
        concerned=getattr(module, "also_concerned", based_on.concerned if based_on else nobody),
    )
    if numbering:
        edition = replace(edition, articles=_joined(edition, kept.articles, accounts, numbering))
    of_base = based_on.admission if based_on else None
    return _completed(edition, of_base if numbering else getattr(module, "ADMISSION", of_base))


def _completed(edition: Edition, admission: ModuleType | None) -> Edition:
    """Return an edition with admission and side files; BINDING words enter the inherited part."""
    for word in (side_word for side_word in WORDS if side_word in BINDING):
        edition = with_side_file(edition, word)
    if admission:
        edition = with_admission(edition, Admission.of(admission))
    for word in (side_word for side_word in WORDS if side_word not in BINDING):
        edition = with_side_file(edition, word)
    return edition


def _all_columns(module: ModuleType, kept: Inherited, numbering: Numbering) -> dict[str, Column]:
    """Return the columns of an edition: inherited, of PARTS, and own ones, with CONDITIONS."""
    mine = {**_columns(getattr(module, "BASE_PARTS", ())), **columns_of(module)}
    own = {name: kept.cite(rule).under(numbering) for name, rule in mine.items()}
    columns = {**kept.columns, **own, **_columns(getattr(module, "PARTS", ())), **own}
    if conditions := getattr(module, "CONDITIONS", {}):
        columns["counts"] = excluding(columns["counts"], tuple(conditions.items()), numbering)
    return columns


def _columns(modules: Iterable[ModuleType]) -> dict[str, Column]:
    return {name: rule for module in modules for name, rule in columns_of(module).items()}


def _joined(
    edition: Edition, kept: Mapping[str, str], accounts: Mapping[str, str], numbering: Numbering
) -> dict[str, str]:
    """Return the accounts with the parts that an amendment of another text adds."""
    joined = dict(kept)
    parts = {*edition.columns, *edition.numbers}
    for article, account in accounts.items():
        here = cited(article, numbering)
        before = joined.get(here, "")
        known = before.partition(";")[0].split(", ")
        added = [name for name in account.partition(";")[0].split(", ") if name in parts - {*known}]
        names, semicolon, remark = before.partition(";")
        joined[here] = ", ".join(filter(None, [names, *added])) + semicolon + remark
    return joined


def _renumbered(
    stated: Mapping[str, Number], kept: Mapping[str, Number], numbering: Numbering | None
) -> dict[str, Number]:
    """Return numbers with those of the module cited in the numbers of this text."""
    return {
        name: number if number is kept.get(name) else cited_number(number, numbering or {})
        for name, number in stated.items()
    }


def _stated(modules: Iterable[ModuleType], kept: Mapping[str, Number]) -> Mapping[str, Number]:
    for module in modules:
        path = Path(str(module.__file__)).with_suffix(".toml")
        kept = numbers.load(path, kept) if path.exists() else kept
    return kept


# Side files

LATER: Final = "later"
"""Numbers computed after adoption: in the digest of editions based on this one."""

CATEGORIES: Final = "categories"
"""Categories, titles, permanence: in no digest."""

TITLES: Final = "titles"
"""Titles, and the conversion of titles: in no digest."""

LEFT_OPEN: Final = "left_open"
"""Numbers that the text leaves to the body: in no digest."""

APPEALS: Final = "appeals"
"""Days to appeal: in no digest, because no list rests on them. Earlier editions state none."""

WORDS: Final = (LATER, CATEGORIES, TITLES, LEFT_OPEN, APPEALS)
"""All words, in the order of reading."""

BINDING: Final = frozenset({LATER})


def with_side_file(edition: Edition, word: str) -> Edition:
    """Return an edition with the numbers of side files of a word."""
    path = Path(str(edition.module.__file__))
    path = path.with_name(f"{word}_{edition.name.replace('-', '_')}.toml")
    own = numbers.load(path) if path.exists() else {}
    stated = {**_inherited(edition, word), **own}
    if not stated.keys() - edition.numbers["stated"].keys():
        return edition
    stated |= edition.numbers["stated"]
    apart = edition.without_admission
    if word not in BINDING:
        apart = apart or edition
    return replace(edition, numbers=numbers.by_name(stated), without_admission=apart)


def in_side_file(number: Number, word: str) -> bool:
    """Whether a number belongs to a side file of a word."""
    return number.file.rpartition("/")[2].startswith(f"{word}_")


def _inherited(edition: Edition, word: str) -> Mapping[str, Number]:
    """Return the numbers of a word that the edition inherits."""
    if edition.based_on is None:
        return {}
    if word == APPEALS and edition.name < edition.based_on.name:
        return {}
    there: Mapping[str, Number] = edition.based_on.numbers["stated"]
    mine = {name: number for name, number in there.items() if in_side_file(number, word)}
    return cited_numbers(mine, edition.module)
