"""Questions about rules: rulebooks, editions, articles, the law of a pool on a day, a draft."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from ledger.sentences import Sentence
from ops.doors.declare import Chunks, Form, Question, Worded, question
from ops.doors.fields import AsOf, KnownAt, Text, means, moment, served
from ops.doors.inputs import OfPool
from ops.lists.supposed import Editions, Numbers
from ops.side_by_side import MOST_WORKERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ops.answers.abouts import About
    from ops.answers.answer import Answer
    from ops.answers.rules import AboutLaw, AboutRulebook, ArticleAccount, RulebookEdition, RulePart
    from ops.house import House
    from ops.rules.trial import AboutTrial, TriedPool

Rulebook = Annotated[Text, means("the rulebook, by its name", "fide-standard")]
Article = Annotated[Text, means("the article, as 8.3.3; its parts too", "8.3.3")]
Edition = Annotated[Text | None, means("the edition, by its name; by default the newest")]
Whole = Annotated[bool, means("every article with all its parts")]
On = Annotated[date | None, means("the day; by default today")]


@question("rules list", "/v1/rulebooks", shows="list")
class ListRulebooks(Question, frozen=True, kw_only=True):
    """List the rulebooks with their editions, and the text and the last comparison of each.

    A comparison that a ledger records is shown with the rules of a pool on a day.

    Example: ledger rules list
    """

    LEDGER = False

    def answer(self, _house: "House | None") -> "Answer[RulebookEdition, About]":
        """Return every edition; comparisons are those that the program states."""
        from ops.answers.rules import rulebooks

        return rulebooks()

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("rulebooks")


@question("rules coverage", "/v1/rulebooks/coverage", shows="list")
class WriteRulesCoverage(Question, frozen=True, kw_only=True):
    """Write the texts unit by unit, with the function and test of each, as Markdown.

    Example: ledger rules coverage --to COVERAGE.md
    """

    LEDGER = False
    FORMS = ("md",)

    def file(self, _house: "House | None", _form: Form) -> Chunks:
        """Return the page."""
        from ops.law.coverage import page

        return Chunks([page()], "coverage.md", "md")


class OfRules(Question, frozen=True, kw_only=True):
    """A question about articles; it has no inputs of its own."""

    def worded(self, _house: "House | None") -> Worded:
        """Return the writer of an article, or of a part of one."""
        from ops.rules.words import rule_row

        return rule_row

    def below(self, found: Any) -> "Iterator[Sentence]":
        """Yield the changed numbers, and the tests, below a table."""
        from ops.rules.words import below

        return below(found.rows, found.about.stated_elsewhere)


class OfRulebook(OfRules, frozen=True, kw_only=True):
    """A question about an edition of a rulebook."""

    LEDGER = False

    rulebook: Rulebook
    edition: Edition = None


@question("rules show {rulebook}", "/v1/rulebooks/{rulebook}", shows="list")
class ShowRulebook(OfRulebook, frozen=True, kw_only=True):
    """Show the articles of an edition, each with what is computed by it.

    Example: ledger rules show fide-standard --edition 2025-10-01
    """

    whole: Whole = False

    def answer(
        self, _house: "House | None"
    ) -> "Answer[ArticleAccount, AboutRulebook] | Answer[RulePart, AboutRulebook]":
        """Return the articles; whole: a row for each part."""
        from ops.answers.rules import rules

        return rules(self.rulebook, None, self.edition, whole=self.whole)

    def title(self, about: "AboutRulebook") -> Sentence:
        """Return the title of the table."""
        return Sentence("{rulebook} {edition}", rulebook=self.rulebook, edition=about.edition)


@question(
    "rules article {rulebook} {article}",
    "/v1/rulebooks/{rulebook}/articles/{article}",
    shows="list",
    forms=("json",),
)
class ShowArticle(OfRulebook, frozen=True, kw_only=True):
    """Show an article: sentences, numbers of every edition, functions, tests, readings.

    A reading names a point that the text leaves open, with the interpretation used here.

    Example: ledger rules article fide-standard 8.3.3
    """

    article: Article

    def answer(self, _house: "House | None") -> "Answer[RulePart, AboutRulebook]":
        """Return the parts of the article. Raises OutsideRulebook, Refused."""
        from ops.answers.rules import rules

        return rules(self.rulebook, self.article, self.edition)

    def title(self, about: "AboutRulebook") -> Sentence:
        """Return the title of the table."""
        from ops.rules.words import article_title

        return article_title(self.rulebook, self.article, about.title)


class OfLaw(OfRules, OfPool, frozen=True, kw_only=True):
    """A question about the law of a pool on a day."""

    on: On = None

    def day(self, house: "House") -> date:
        """Return the day asked about. Raises UnknownPool."""
        return self.on or house.today(house.pool_opened(self.pool).zone)


@question("rules in-force {pool}", "/v1/rules/{pool}", shows="list")
class ListArticlesOnDay(OfLaw, frozen=True, kw_only=True):
    """Show the articles in force for a pool on a day, as adopted, with what the body set.

    For tournaments that begin on the day, and for the list in force on it.

    Example: ledger rules in-force fide-standard --on 2026-01-01
    """

    whole: Whole = False

    def answer(
        self, house: "House"
    ) -> "Answer[ArticleAccount, AboutLaw] | Answer[RulePart, AboutLaw]":
        """Return the articles. Raises UnknownPool, OutsideRulebook, LawChanged."""
        from ops.answers.rules import rules_of_pool

        known_at = moment(self.known_at)
        return rules_of_pool(house, self.pool, self.day(house), None, known_at, whole=self.whole)

    def title(self, about: "AboutLaw") -> Sentence:
        """Return the title of the table."""
        return Sentence("{pool} on {day}", pool=self.pool, day=about.on)


@question(
    "rules article-in-force {pool} {article}",
    "/v1/rules/{pool}/{article}",
    shows="list",
    forms=("json",),
)
class ShowArticleOnDay(OfLaw, frozen=True, kw_only=True):
    """Show an article as in force for a pool on a day: numbers, functions, tests, readings.

    Example: ledger rules article-in-force fide-standard 8.3.3 --on 2026-01-01
    """

    article: Article

    def answer(self, house: "House") -> "Answer[RulePart, AboutLaw]":
        """Return the parts of the article. Raises UnknownPool, OutsideRulebook, LawChanged."""
        from ops.answers.rules import rules_of_pool

        known_at = moment(self.known_at)
        return rules_of_pool(house, self.pool, self.day(house), self.article, known_at)

    def title(self, about: "AboutLaw") -> Sentence:
        """Return the title of the table."""
        from ops.rules.words import article_title

        return article_title(self.pool, self.article, about.title)


@question("rules try {rulebook}", "/v1/rulebooks/{rulebook}/trial", shows="outlook", long=True)
class TryDraft(Question, frozen=True, kw_only=True):
    """Try a draft of a rulebook in every pool of it: how many players would differ on a list.

    Every list of those pools is computed anew under the draft, with the pools whose ratings they
    use. Nothing of it is official. The service tries one pool after another.

    Example: ledger rules try fide-standard --number k_standard=30
    """

    rulebook: Rulebook
    number: Numbers = ()
    edition: Editions = ()
    as_of: AsOf = None
    known_at: KnownAt = None
    workers: Annotated[
        int,
        means("processes that try pools side by side", ge=1, le=MOST_WORKERS),
        served(ge=1, le=1),
    ] = 1

    def answer(self, house: "House") -> "Answer[TriedPool, AboutTrial]":
        """Return a row for each pool."""
        from ops.lists.what_if import Supposing
        from ops.rules.trial import trial

        draft = Supposing(number=self.number, edition=self.edition)
        clocks = self.as_of, moment(self.known_at)
        return trial(house, self.rulebook, draft, *clocks, self.workers)

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("what a draft of {rulebook} would change", rulebook=about.rulebook)
