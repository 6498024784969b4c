"""The law for readers: articles, our sentences, numbers, functions, files, tests, readings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from ledger.errors import Refused
from ledger.sentences import Remedy, Sentence, plain, tabled
from ops.law import readings, texts
from ops.law.rule_tests import names_of_tests
from projections.queries import PoolQuery
from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import ENTRY, GAME, TOURNAMENT
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.numbers import Number
from projections.state import competence
from projections.state.law import Law, as_set

_ROOT: Final = Path(__file__).parents[2]
_RULEBOOKS: Final = Path("projections/rulebooks")

TOURNAMENTS: Final = "tournaments"
LISTS: Final = "lists"

BODIES: Final = "bodies, by their ids"
"""Unit of a number that names bodies."""

Row = dict[str, Any]


class _Part(Protocol):
    """A column, a number or a reading."""

    @property
    def article(self) -> str: ...


P = TypeVar("P", bound=_Part)


@dataclass(frozen=True, slots=True)
class LawInForce:
    """The editions in force on one day."""

    on: date
    tournaments: Edition
    """Of tournaments that begin on that day."""
    lists: Edition
    """Edition of the list in force on the day; before the first list, of a list dated on the
    day."""
    listed_on: date


def source(edition: Edition) -> Row:
    """Return the text of an edition, where it is published, and the day of comparison."""
    text = texts.text_of(edition)
    return {
        "source": tabled(text.text),
        "published": text.published,
        "compared": text.compared,
    }


def in_force(pool: PoolQuery, on: date) -> LawInForce:
    """Return the law of a pool on a day, as adopted, with the parameters set by the body.

    Raises OutsideRulebook, LawChanged.
    """
    law = Law(pool.facts, pool.known)
    tournaments = law.edition_of_list(on)
    row = pool.in_force_or_none(on)
    listed_on = row.list_date if row and row.number else on  # carried over: no list of ours
    lists = law.edition_of_list(listed_on)
    of_tournaments = as_set(tournaments, pool.facts, on, pool.known)
    if lists is tournaments:
        return LawInForce(on, of_tournaments, of_tournaments, listed_on)
    return LawInForce(on, of_tournaments, as_set(lists, pool.facts, on, pool.known), listed_on)


def articles(
    name: str, article: str | None = None, edition: str | None = None, *, whole: bool = False
) -> list[Row]:
    """Return the articles of a rulebook (newest edition), or the parts of one article.

    With `whole`, the parts of every article. Raises Refused for an article that is not there.
    """
    law = rulebook(name)
    text = law.editions[-1] if edition is None else law.edition(edition)
    return _asked([(text, None)], article, whole=whole)


def articles_on(law: LawInForce, article: str | None = None, *, whole: bool = False) -> list[Row]:
    """Return the articles in force on a day, or the parts of one; of both editions if two hold.

    Articles about tournaments come from the edition for tournaments beginning on the day, all
    others from the edition of the list. Raises Refused for an unknown article.
    """
    if law.tournaments is law.lists:
        return _asked([(law.lists, None)], article, whole=whole)
    return _asked([(law.tournaments, TOURNAMENTS), (law.lists, LISTS)], article, whole=whole)


def _asked(
    editions: list[tuple[Edition, str | None]], article: str | None, *, whole: bool
) -> list[Row]:
    if article is None and not whole:
        return [
            {
                "edition": text.name,
                "article": number,
                "accounted_for": account(what),
                "title": texts.title_of(text, number),
            }
            for text, _ in editions
            for number, what in text.articles.items()
        ]
    found = [row for text, part in editions for row in _parts(text, article, part)]
    if found:
        return found
    text = editions[0][0]
    if article is None or article not in text.articles:
        raise Refused(
            Sentence(
                "{rulebook} {edition} has no article '{article}': {show} names them",
                rulebook=text.rulebook,
                edition=text.name,
                article=article,
                show=Remedy("show-rulebook", rulebook=text.rulebook),
            ),
            code="unknown-article",
            field="article",
            found=article,
        )
    says, title = account(text.articles[article]), texts.title_of(text, article)
    return [{"edition": text.name, "article": article, "says": says, "title": title}]


def account(text: str) -> Sentence:
    """Return the account of an article: columns and numbers, with a note; or why there are none."""
    names, _, note = text.partition("; ")
    if ": " in names:
        return tabled(text)
    return Sentence("{names}; {note}", names=names, note=tabled(note)) if note else plain(names)


def _parts(edition: Edition, article: str | None, part: str | None) -> Iterator[Row]:
    """Return columns, numbers and readings under an article (None: all), for one half of the law.

    In the order of the articles; of all of them, those under which nothing is computed too.
    """
    rows = [
        *_columns(edition, article),
        *_numbers(edition, article),
        *_readings(edition, article),
    ]
    if article is None and part != TOURNAMENTS:
        rows += _without_parts(edition, rows)
    for row in sorted(rows, key=lambda row: _place(edition, row["article"])):
        if part is None or part in row["for"]:
            title = texts.title_of(edition, row["article"])
            yield {"edition": edition.name, "editions": (), **row, "title": title}


def _place(edition: Edition, stated: str) -> int:
    """Return the position of the first article stated; last without an article."""
    order = list(edition.articles)
    first = stated.split(", ", 1)[0]
    places = [order.index(name) for name in (first, first.partition(" (")[0]) if name in order]
    return places[0] if places else len(order)


def _without_parts(edition: Edition, rows: list[Row]) -> Iterator[Row]:
    """Return the articles without columns and numbers, with the reason."""
    for article, why in edition.articles.items():
        if not any(_under(row["article"], article) for row in rows):
            says = account(why)
            if ": " not in why:
                says = Sentence("see {columns}", columns=says)
            text = {"what": "", "for": f"{TOURNAMENTS}, {LISTS}", "value": "", "unit": ""}
            yield {"article": article, **text, "says": says, "where": file_of(edition), "tests": []}


def _columns(edition: Edition, article: str | None) -> Iterator[Row]:
    for rule in _of_article(edition.columns.values(), article):
        yield {
            "article": rule.article,
            "what": rule.name,
            "for": _half(edition, rule.name),
            "value": rule.does,
            "unit": rule.unit,
            "says": tabled(rule.sentence),
            "where": readings.place(rule.function),
            "tests": names_of_tests(edition, rule.name),
        }


def _numbers(edition: Edition, article: str | None) -> Iterator[Row]:
    numbers: Iterable[Number] = edition.numbers["stated"].values()
    for number in _of_article(numbers, article):
        yield {
            "article": number.article,
            "what": number.name,
            "for": _users(edition, number),
            "value": _value(number.stated),
            "unit": number.unit,
            "says": _of_number(edition, number),
            "where": str(_RULEBOOKS / number.file),
            "tests": names_of_tests(edition, number.name),
            "editions": tuple(_in_editions(edition, number.name)),
        }


def _in_editions(edition: Edition, name: str) -> Iterator[Row]:
    """Yield a number as each edition of the rulebook states it, in the order of their days."""
    editions = rulebook(edition.rulebook).editions
    for before, text in zip((None, *editions), editions, strict=False):
        number: Number | None = text.numbers["stated"].get(name)
        if number is not None:
            was = before.numbers["stated"].get(name) if before else number
            yield {
                "edition": text.name,
                "article": number.article,
                "value": _value(number.stated),
                "changed": was is None or was.stated != number.stated,
            }


def stated_elsewhere(
    editions: Sequence[Edition], article: str
) -> Iterator[tuple[Number, list[Row]]]:
    """Yield the numbers of an article that only other editions state, the newest statement of each.

    With the number as each edition states it, the oldest first.
    """
    found: dict[str, Number] = {}
    for text in rulebook(editions[0].rulebook).editions:
        numbers: Iterable[Number] = text.numbers["stated"].values()
        found |= {one.name: one for one in numbers if _under(one.article, article)}
    for name, number in found.items():
        if not any(name in text.numbers["stated"] for text in editions):
            yield number, [*_in_editions(editions[0], name)]


def _of_number(edition: Edition, number: Number) -> Sentence:
    """Return the sentence of a number, with who set it otherwise than the edition states it."""
    says = tabled(number.says)
    if not number.set_by:
        return says
    stated = rulebook(edition.rulebook).edition(edition.name).numbers["stated"][number.name].stated
    return Sentence(
        "{says} It was {set_by}; the edition states {stated}.",
        says=says,
        set_by=number.set_by,
        stated=_value(stated),
    )


def _value(stated: Any) -> Any:
    """Return a number as stated; of a table, the count of rows."""
    if not isinstance(stated, dict):
        return stated
    rows = len(stated["rows"])
    if "beyond" in stated:
        return Sentence("{number} row, and beyond", "{number} rows, and beyond", number=rows)
    return Sentence("{number} row", "{number} rows", number=rows)


def _readings(edition: Edition, article: str | None) -> Iterator[Row]:
    for reading in _of_article(readings.of_edition(edition), article):
        number = edition.numbers["stated"].get(reading.name)
        rule = reading.holder in edition.columns
        held = _half(edition, reading.holder) if rule else f"{TOURNAMENTS}, {LISTS}"
        yield {
            "article": reading.article,
            "what": f"reading {reading.name}" if reading.name else f"reading of {reading.holder}",
            "for": held,
            "value": number.stated if number else "",
            "unit": number.unit if number else "",
            "says": tabled(reading.says),
            "where": reading.where,
            "tests": names_of_tests(edition, reading.part),
        }


def _of_article(parts: Iterable[P], article: str | None) -> Iterator[P]:
    """Yield the parts under an article; None: all."""
    return (part for part in parts if article is None or _under(part.article, article))


def _half(edition: Edition, column: str) -> str:
    """Return the half of the law, tournaments or lists, that computes a column."""
    of_tournaments = (TOURNAMENT, GAME, ENTRY)
    return TOURNAMENTS if edition.columns[column].level in of_tournaments else LISTS


def _users(edition: Edition, number: Number) -> str:
    """Return the halves of the law that use a number; else the halves of the article's columns."""
    names = {number.name, *competence.fact_of(number.name)}  # who may decide: where it matters
    rules = edition.columns
    asking = {n for n, rule in rules.items() if names & set(rule.needs)}
    beside = {n for n, rule in rules.items() if _under(rule.article, number.article)}
    halves = {_half(edition, column) for column in asking or beside}
    return ", ".join(sorted(halves, reverse=True)) or LISTS


def _under(stated: str, article: str) -> bool:
    """Whether a stated article is the article asked for, or a part of it."""
    return any(
        part.strip() == article or part.strip().startswith((f"{article}.", f"{article} "))
        for part in stated.split(",")
    )


def file_of(edition: Edition) -> str:
    """Return the file of the formulas of an edition."""
    return str(Path(str(edition.module.__file__)).relative_to(_ROOT))
