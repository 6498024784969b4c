"""The pages: which question each shows, and by which template.

A page stands at the path of its question, with the language in place of the version:
`/v1/pools/{pool}/lists/{period}` is shown at `/it/pools/{pool}/lists/{period}`. A page without a
question is a text, which stands in its template.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

TEMPLATES: Final = Path(__file__).with_name("templates")

Section = Literal["lists", "players", "tournaments", "rules", "decisions", ""]
"""The entry of the navigation under which a page stands; "": under none."""

SECTIONS: Final[dict[Section, str]] = {
    "lists": "show-overview",
    "players": "search-players",
    "tournaments": "list-tournaments",
    "rules": "list-rulebooks",
    "decisions": "list-decisions",
}
"""The entries of the navigation, with the question of their first page."""


class Moment(NamedTuple):
    """The day asked about, and the day of knowledge, as typed; every link on a page keeps both."""

    as_of: str = ""
    known_at: str = ""

    @property
    def given(self) -> dict[str, str]:
        """What was typed of it, by the names of inputs."""
        return {name: value for name, value in self._asdict().items() if value}


MOMENT: Final = Moment._fields
"""The inputs of a moment."""


PAGING: Final = ("page", "first", "before")
"""The inputs by which a pager asks for the next page."""


class Page(NamedTuple):
    """A page of a question."""

    question: str
    """Name of the address whose answer is shown; empty: a text."""
    template: str
    section: Section = ""
    path: str | None = None
    """Path after the language, other than that of the question."""
    usual: Mapping[str, str] = {}
    """What is asked beside the path where a reader asks nothing else."""
    form: Literal["html", "atom"] = "html"
    """`atom`: a feed, which is asked again and again, and of no moment."""
    needs: Collection[str] = ()
    """Inputs of which one must be asked; without any the page shows its form, and no answer."""
    day: str = ""
    """The input that takes the day of the moment, where the question has one of its own."""
    alone: str = ""
    """The page of a player, to which it leads where one alone is found; empty: it stays."""
    on_paper: Mapping[str, Any] | None = None
    """Inputs as they are for its paper (PDF), whatever is asked; None: it has none."""

    @property
    def name(self) -> str:
        """Its question, or the path of a text: by which links name it."""
        return self.question or (self.path or "").strip("/")


PAPER: Final = "pdf"
"""The form of a page on paper."""

MOST_ON_PAPER: Final = 5_000
"""Rows of one paper, in all its tables."""

WHOLE_LIST: Final = {"limit": MOST_ON_PAPER, "page": 1}
"""A list on paper is not parted into pages of the reader."""

PAGES: Final = (
    Page("show-overview", "front.html", "lists", path=""),
    Page("show-list", "list.html", "lists", usual={"limit": "100"}, on_paper=WHOLE_LIST),
    Page(
        "search-players",
        "players.html",
        "players",
        needs=("search", "numbers"),
        alone="show-player",
    ),
    Page("show-player", "player.html", "players", on_paper={"last": 120}),
    Page("explain-rating", "worksheet.html", "players", on_paper={}),
    Page("show-trail", "trail.html", "players"),
    Page("show-tournament-trail", "trail.html", "tournaments"),
    Page("show-pool-trail", "trail.html", "lists"),
    Page("show-event", "event.html"),
    Page("list-rulebooks", "rulebooks.html", "rules"),
    Page("show-rulebook", "rules.html", "rules"),
    Page("show-article", "article.html", "rules"),
    Page("list-articles-on-day", "rules.html", "rules", day="on"),
    Page("show-article-on-day", "article.html", "rules", day="on"),
    Page(
        "show-calculation",
        "calculator.html",
        "players",
        usual={"rulebook": "fide-standard"},
        needs=("games", "deviation"),
    ),
    Page("list-decisions", "decisions.html", "decisions"),
    Page("list-news", "feed.atom", path="/feed.atom", form="atom"),
    Page("", "check.html", path="/check"),
    Page("", "glossary.html", path="/glossary"),
    Page("", "accessibility.html", path="/accessibility"),
    Page("", "privacy.html", path="/privacy"),
    Page("list-closed-lists", "closed_lists.html", "lists"),
    Page("compare-lists", "comparison.html", "lists", usual={"limit": "100"}),
    Page("list-promotions", "promotions.html", "lists"),
    Page("list-penalties", "penalties.html", "lists", usual={"limit": "100"}),
    Page("list-games", "games.html", "players", usual={"limit": "50"}),
    Page("list-tournaments", "tournaments.html", "tournaments"),
    Page("show-tournament", "tournament.html", "tournaments", on_paper={}),
)
