"""The rules as typed answers: rulebooks, articles, and the parts that compute an article."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, TypeAlias

import msgspec

from ledger.sentences import NO_SENTENCE, Body, Position, Sentence, plain, tabled
from ops.access.personal_data import BODY
from ops.answers.abouts import About, AboutEdition, AboutPool
from ops.answers.answer import Answer
from ops.answers.clocks import pool_known_at
from ops.house import House
from ops.law import comparisons, reading_rules, texts
from projections.rulebooks import NAMES
from projections.rulebooks import rulebook as loaded
from projections.rulebooks.engine.edition import Edition


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


class OtherNumber(msgspec.Struct, frozen=True):
    """A number of an article that other editions of the rulebook state."""

    what: str
    unit: str
    says: Sentence
    editions: tuple[NumberInEdition, ...]
    """The editions that state it, the oldest first."""


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
    body_names: Annotated[tuple[Sentence, ...], BODY] = ()
    """Names of the bodies, where the number is their ids."""


Rule: TypeAlias = ArticleAccount | RulePart


class AboutRulebook(AboutEdition, frozen=True, kw_only=True):
    """An answer from the text of a rulebook."""

    rulebook: str
    source: Sentence
    """Which text the code was compared with, or how it is known."""
    published: str
    """Address of the text; empty: none was available."""
    compared: date | None
    """Day on which the code was last compared with the text; None: it never was."""
    title: Sentence
    """Of the article asked about, in our words; empty: all articles."""
    editions: tuple[RulebookEdition, ...]
    """All editions of the rulebook, the oldest first."""
    stated_elsewhere: tuple[OtherNumber, ...]
    """Numbers of the article that other editions state, and not this one."""
    articles: tuple[str, ...]
    """Beside one article all articles, in order; empty: the rows are all articles."""


class AboutLaw(AboutPool, frozen=True, kw_only=True):
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
    title: Sentence
    """Of the article asked about, in our words; empty: all articles."""
    editions: tuple[RulebookEdition, ...]
    """All editions of the rulebook, the oldest first."""
    stated_elsewhere: tuple[OtherNumber, ...]
    """Numbers of the article that other editions state, and not those in force."""
    articles: tuple[str, ...]
    """Beside one article all articles, in order; empty: the rows are all articles."""


def rulebooks() -> Answer[RulebookEdition, About]:
    """Return every rulebook with its editions; comparisons as the program states them."""
    editions = (edition for name in NAMES for edition in loaded(name).editions)
    return Answer(About(), tuple(map(_edition, editions)))


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
    about = AboutRulebook(
        rulebook=law.name,
        edition=text.name,
        numbers_digest=text.digest,
        **reading_rules.source(text),
        **_of_article([text], article),
        editions=tuple(map(_edition, law.editions)),
    )
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
    days = comparisons.days_compared(house.read, law.tournaments.rulebook, opened.known)
    editions = (_edition(one, days) for one in loaded(law.tournaments.rulebook).editions)
    about = AboutLaw(
        pool=opened.name,
        on=law.on,
        tournaments_that_begin=law.tournaments.name,
        list_dated=law.listed_on,
        edition_of_the_list=law.lists.name,
        numbers_digest=law.tournaments.digest,
        known_to=Position(opened.known),
        **{**reading_rules.source(law.tournaments), "compared": days.get(law.tournaments.name)},
        **_of_article([law.tournaments, law.lists], article),
        editions=tuple(editions),
    )
    return Answer(about, tuple(_typed(found)))


def _edition(edition: Edition, days: Mapping[str, date] | None = None) -> RulebookEdition:
    """Return an edition; `days` are those of the last comparisons known in a ledger."""
    stated = reading_rules.source(edition)
    compared = stated["compared"] if days is None else days.get(edition.name)
    return RulebookEdition(
        rulebook=edition.rulebook,
        edition=edition.name,
        title=tabled(loaded(edition.rulebook).title),
        numbers_digest=edition.digest,
        file=reading_rules.file_of(edition),
        **{**stated, "compared": compared},
    )


def _of_article(editions: Sequence[Edition], article: str | None) -> Mapping[str, Any]:
    """Return title and neighbours of an article, and its numbers that no edition here states."""
    if article is None:
        return {"title": NO_SENTENCE, "stated_elsewhere": (), "articles": ()}
    others = reading_rules.stated_elsewhere(editions, article)
    titles = (title for one in editions if (title := texts.title_of(one, article)))
    return {
        "title": next(titles, NO_SENTENCE),
        "articles": tuple(dict.fromkeys(name for one in editions for name in one.articles)),
        "stated_elsewhere": tuple(
            OtherNumber(number.name, number.unit, tabled(number.says), _numbers(stated))
            for number, stated in others
        ),
    }


def _numbers(stated: Iterable[Mapping[str, Any]]) -> tuple[NumberInEdition, ...]:
    return tuple(NumberInEdition(**number) for number in stated)


def _typed(rows: Iterable[Mapping[str, Any]]) -> Iterable[Rule]:
    for row in rows:
        if "where" in row:
            others = ("for", "tests", "editions")
            parts = {name: value for name, value in row.items() if name not in others}
            yield RulePart(
                **parts,
                applies_to=row["for"],
                tests=tuple(row["tests"]),
                editions=_numbers(row["editions"]),
                body_names=tuple(plain(Body(body)) for body in _bodies(row)),
            )
        elif "accounted_for" in row:
            yield ArticleAccount(**row)
        else:  # an article under which nothing is computed
            stated = row["edition"], row["article"], "", "", None, "", row["says"], "", ()
            yield RulePart(*stated, title=row["title"])


def _bodies(row: Mapping[str, Any]) -> list[str]:
    return row["value"].split() if row["unit"] == reading_rules.BODIES else []
