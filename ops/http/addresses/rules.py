"""Addresses of the rules: rulebooks, articles on a day, the calculator."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ops.answers import rules as answers
from ops.answers.abouts import About, AboutRulebook
from ops.answers.answer import Answer
from ops.answers.calculator import CalculationDocument, calculated
from ops.answers.rules import AboutLaw, ArticleAccount, RulebookEdition, RulePart
from ops.doors.declare import Asked, Chunks
from ops.doors.fields import Text, moment
from ops.doors.inputs import OfPool
from ops.house import House
from ops.http.address import computing, question
from ops.http.asked import Nothing
from ops.law import coverage
from projections.queries.calculation.question import Calculation

Article = Annotated[
    Text, Meta(description="An article, as 8.3.3.", extra_json_schema={"examples": ["8.3.3"]})
]
Rulebook = Annotated[
    Text,
    Meta(description="A rulebook.", extra_json_schema={"examples": ["fide-standard"]}),
]
Edition = Annotated[Text | None, Meta(description="An edition; by default the newest.")]
Whole = Annotated[bool, Meta(description="Every article with all its parts.")]
Articles = Answer[ArticleAccount, AboutRulebook] | Answer[RulePart, AboutRulebook]
"""Articles of a rulebook; whole: a row for each part."""
ArticlesOnADay = Answer[ArticleAccount, AboutLaw] | Answer[RulePart, AboutLaw]


@question(
    "/v1/rulebooks", Nothing, Answer[RulebookEdition, About], shows="list", forms=("json", "csv")
)
def list_rulebooks(_house: House, _asked: Nothing) -> Answer[RulebookEdition, About]:
    """List the rulebooks with their editions."""
    return answers.rulebooks()


@question("/v1/rulebooks/coverage.md", Nothing, Chunks, shows="list", forms=("md",))
def write_rules_coverage(_house: House, _asked: Nothing) -> Chunks:
    """Write the texts unit by unit, with the function and test of each, as Markdown."""
    return Chunks([coverage.page()], "coverage.md", "md")


class OfRulebook(Asked, frozen=True, kw_only=True):
    """The articles of a rulebook."""

    rulebook: Rulebook
    edition: Edition = None
    whole: Whole = False


@question(
    "/v1/rulebooks/{rulebook}",
    OfRulebook,
    Articles,
    shows="list",
    forms=("json", "csv"),
)
def show_rulebook(_house: House, asked: OfRulebook) -> Articles:
    """Show the articles of an edition, each with what is computed by it."""
    return answers.rules(asked.rulebook, None, asked.edition, whole=asked.whole)


class OfArticle(Asked, frozen=True, kw_only=True):
    """The parts of an article."""

    rulebook: Rulebook
    edition: Edition = None
    article: Article


@question(
    "/v1/rulebooks/{rulebook}/articles/{article}",
    OfArticle,
    Answer[RulePart, AboutRulebook],
    shows="list",
)
def show_article(_house: House, asked: OfArticle) -> Answer[RulePart, AboutRulebook]:
    """Show an article: sentence, numbers, function, file, tests, readings."""
    return answers.rules(asked.rulebook, asked.article, asked.edition)


class OnADay(OfPool, frozen=True, kw_only=True):
    """The rules of a pool on a day."""

    on: Annotated[date | None, Meta(description="The day; by default today.")] = None

    def day(self, house: House) -> date:
        """Return the day asked about."""
        return self.on or house.today(house.pool_opened(self.pool).zone)


class AllOnADay(OnADay, frozen=True, kw_only=True):
    """All articles of a pool on a day."""

    whole: Whole = False


@question("/v1/rules/{pool}", AllOnADay, ArticlesOnADay, shows="list", forms=("json", "csv"))
def list_articles_on_day(house: House, asked: AllOnADay) -> ArticlesOnADay:
    """Show the articles in force for a pool on a day, as adopted, with what the body set."""
    day, known_at = asked.day(house), moment(asked.known_at)
    return answers.rules_of_pool(house, asked.pool, day, None, known_at, whole=asked.whole)


class ArticleOnADay(OnADay, frozen=True, kw_only=True):
    """An article of a pool on a day."""

    article: Article


@question("/v1/rules/{pool}/{article}", ArticleOnADay, Answer[RulePart, AboutLaw], shows="list")
def show_article_on_day(house: House, asked: ArticleOnADay) -> Answer[RulePart, AboutLaw]:
    """Show an article as in force for a pool on a day: numbers, function, tests, readings."""
    day, known_at = asked.day(house), moment(asked.known_at)
    return answers.rules_of_pool(house, asked.pool, day, asked.article, known_at)


@computing("/v1/calculator", Nothing, CalculationDocument, body=Calculation, shows="list")
def calculate(house: House, _asked: Nothing, body: Calculation) -> CalculationDocument:
    """Calculate a first rating or the change of a rating from typed numbers, with worksheet.

    The columns of the edition compute it, as they compute a list. Nothing is recorded.
    """
    return calculated(body, house.today())
