"""The rules as typed answers: rulebooks, articles, and the parts that compute an article."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, TypeAlias

import msgspec

from ledger.sentences import Position, Sentence
from ops.answers.abouts import About, AboutPool, AboutRulebook
from ops.answers.answer import Answer
from ops.answers.clocks import pool_known_at
from ops.house import House
from ops.law import comparisons, reading_rules
from projections.queries import PoolQuery
from projections.rulebooks import rulebook as loaded


class RulebookEdition(msgspec.Struct, frozen=True):
    """An edition of a rulebook."""

    rulebook: str
    edition: str
    title: Sentence
    """Of the rulebook."""
    numbers_digest: str
    file: str
    source: Sentence
    """Which text the code was compared with, or how it is known."""
    published: str
    """Address of the text; empty: none was available."""
    compared: date | None
    """Day on which the code was last compared with the text; None: it never was."""


class ArticleAccount(msgspec.Struct, frozen=True):
    """An article with its columns and numbers, or the reason why nothing is computed."""

    edition: str
    article: str
    accounted_for: Sentence
    title: Sentence
    """In our words."""


class NumberInEdition(msgspec.Struct, frozen=True):
    """A number as an edition of the rulebook states it."""

    edition: str
    article: str
    value: Any
    changed: bool
    """Whether the edition before states another value, or none."""


class RulePart(msgspec.Struct, frozen=True):
    """A column, a number or a reading under an article."""

    edition: str
    article: str
    what: str
    """Name of the column, the number or the reading; empty: nothing is computed."""
    applies_to: str
    """`tournaments` that begin on the day, `lists` in force on it, or both."""
    value: Any
    """A number as stated; of a column, its operation."""
    unit: str
    says: Sentence
    where: str
    """The file, with the function."""
    tests: tuple[str, ...]
    title: Sentence
    """Of the article, in our words."""
    editions: tuple[NumberInEdition, ...] = ()
    """A number in every edition that states it, the oldest first."""


Rule: TypeAlias = ArticleAccount | RulePart


class AboutLaw(AboutPool, frozen=True):
    """The law of a pool on a day."""

    on: date
    tournaments_that_begin: str
    """The edition for tournaments that begin on the day."""
    list_dated: date
    """Day of the list in force on the day; before the first list, the day itself."""
    edition_of_the_list: str
    numbers_digest: str
    """Of the edition for tournaments."""
    source: Sentence
    """Of the edition for tournaments: which text, or how it is known."""
    published: str
    """Address of the text; empty: none was available."""
    compared: date | None
    """Day on which the code was last compared with the text; None: it never was."""


def rulebooks() -> Answer[RulebookEdition, About]:
    """Return every rulebook with its editions."""
    return Answer(About(), tuple(RulebookEdition(**row) for row in reading_rules.books()))


def rules(
    rulebook: str, article: str | None = None, edition: str | None = None, *, whole: bool = False
) -> Answer[Any, AboutRulebook]:
    """Return the articles of an edition (default: the newest), or the parts of one article.

    Rows are `ArticleAccount` for all articles, `RulePart` for one, and with `whole`. Raises
    OutsideRulebook, Refused for an article that is not there.
    """
    law = loaded(rulebook)
    text = law.editions[-1] if edition is None else law.edition(edition)
    found = reading_rules.articles(rulebook, article, text.name, whole=whole)
    source = reading_rules.source(text)
    about = AboutRulebook(law.name, edition=text.name, numbers_digest=text.digest, **source)
    return Answer(about, tuple(_typed(found)))


def rules_of_pool(
    house: House,
    pool: str,
    on: date,
    article: str | None = None,
    known_at: str | None = None,
    *,
    whole: bool = False,
) -> Answer[Any, AboutLaw]:
    """Return the articles in force for a pool on a day, as adopted and with the parameters set.

    Rows as those of `rules`. `about` names the editions: for tournaments that begin on the day, and
    of the list in force on it. Raises UnknownPool, OutsideRulebook, LawChanged, Refused.
    """
    opened = pool_known_at(house, pool, known_at)
    law = reading_rules.in_force(opened, on)
    found = reading_rules.articles_on(law, article, whole=whole)
    compared = comparisons.last_compared(house.read, law.tournaments, opened.known)
    about = msgspec.structs.replace(_about(law, opened), compared=compared)
    return Answer(about, tuple(_typed(found)))


def _about(law: reading_rules.LawInForce, pool: PoolQuery) -> AboutLaw:
    return AboutLaw(
        pool=pool.name,
        on=law.on,
        tournaments_that_begin=law.tournaments.name,
        list_dated=law.listed_on,
        edition_of_the_list=law.lists.name,
        numbers_digest=law.tournaments.digest,
        known_to=Position(pool.known),
        **reading_rules.source(law.tournaments),
    )


def _typed(rows: Iterable[Mapping[str, Any]]) -> Iterable[Rule]:
    for row in rows:
        if "where" in row:
            others = ("for", "tests", "editions")
            parts = {name: value for name, value in row.items() if name not in others}
            numbers = tuple(NumberInEdition(**number) for number in row["editions"])
            tests = tuple(row["tests"])
            yield RulePart(**parts, applies_to=row["for"], tests=tests, editions=numbers)
        elif "accounted_for" in row:
            yield ArticleAccount(**row)
        else:  # an article under which nothing is computed
            stated = row["edition"], row["article"], "", "", None, "", row["says"], "", ()
            yield RulePart(*stated, title=row["title"])
