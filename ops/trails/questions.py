"""Questions about what was recorded: trails, and the public register of decisions."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ledger import limits
from ledger.sentences import Sentence
from ops.doors.declare import Basis, Question, Worded, question
from ops.doors.fields import KnownAt, Player, Pool, Text, Tournament, means, served

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.house import House
    from ops.trails.decisions import AboutDecisions, PublicDecision
    from ops.trails.entries import TrailEntry
    from ops.trails.news import AboutPublished, News
    from ops.trails.player_trail import AboutCarriedInTrail, AboutTrail
    from ops.trails.stream_trails import AboutStreamTrail

DecisionKind = Literal["correction", "decision", "category", "appeal", "rules"]
Since = Annotated[date | None, means("only what was recorded on this day or later")]
Until = Annotated[date | None, means("only what was recorded on this day or before")]
AtMost = Annotated[
    int,
    means("at most so many events; what a list booked comes with it"),
    served(ge=1, le=limits.PAGE_EVENTS),
]


class OfTrail(Question, frozen=True, kw_only=True):
    """A page of a trail."""

    WRAPPED = True

    known_at: KnownAt = None
    first: Annotated[
        Text,
        means(
            "position of the first event, as 40 or #40 (in an address %2340); `next` of the page "
            "before"
        ),
    ] = "0"
    limit: AtMost = 50

    def worded(self, _house: "House") -> Worded:
        """Return what writes an entry: what happened, then the day, the author and the reason."""
        from ops.trails.words import trail_rows

        return trail_rows

    def basis(self, about: Any) -> Basis:
        """Return the facts below the table."""
        from ops.trails.words import basis

        return basis(about)


@question(
    "player trail {player}",
    "/v1/players/{player}/trail",
    shows="event",
    long=True,
)
class ShowTrail(OfTrail, frozen=True, kw_only=True):
    """Show everything recorded about a player, in order: who, when, why, and what lists booked.

    Registration, reports, late reports, corrections, decisions, categories; each list with the
    rating before, the rating, and the lines of the change; each tournament with games, score and
    points. If more events follow, the answer ends with the position of the next page.

    Example: ledger player trail fide:99000463 --pool fide-standard --first 8 --limit 2
    --known-at 40
    """

    player: Player
    pool: Annotated[Text | None, means("only this pool; by default all pools")] = None
    as_of: Annotated[date | None, means("only what had happened by this day")] = None
    revised: Annotated[
        bool,
        means(
            "with the rating of each list on the revised track, and the causes, where the reader "
            "may see them"
        ),
    ] = False

    def answer(self, house: "House") -> "Answer[TrailEntry, AboutTrail | AboutCarriedInTrail]":
        """Return a page of the trail; for a day before the ledger the lists that state one."""
        from ops.trails.player_trail import player_trail

        return player_trail(house, self)

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("trail of {player} {name}", player=about.player, name=about.name)


@question("tournament trail {tournament}", "/v1/tournaments/{tournament}/trail", shows="event")
class ShowTournamentTrail(OfTrail, frozen=True, kw_only=True):
    """Show everything recorded about a tournament, in order: who, when, why.

    With the lists that counted it or booked its corrections, and the appeals about it.

    Example: ledger tournament trail T-000008 --limit 2
    """

    tournament: Tournament

    def answer(self, house: "House") -> "Answer[TrailEntry, AboutStreamTrail]":
        """Return a page of the trail. Raises Refused for an unknown tournament."""
        from ops.trails.stream_trails import tournament_trail

        return tournament_trail(house, self)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("trail of {subject}", subject=self.tournament)


@question("pool trail {pool}", "/v1/pools/{pool}/trail", shows="event")
class ShowPoolTrail(OfTrail, frozen=True, kw_only=True):
    """Show everything recorded about a pool, in order: its rules, its lists, its decisions.

    Example: ledger pool trail fide-standard --first 5 --limit 1
    """

    pool: Pool

    def answer(self, house: "House") -> "Answer[TrailEntry, AboutStreamTrail]":
        """Return a page of the trail. Raises UnknownPool."""
        from ops.trails.stream_trails import pool_trail

        return pool_trail(house, self)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("trail of {subject}", subject=self.pool)


@question("event decisions", "/v1/decisions", shows="list")
class ListDecisions(Question, frozen=True, kw_only=True):
    """Show the public register of decisions and corrections, the last first; without persons.

    Example: ledger event decisions --pool fide-standard --limit 2
    """

    pool: Annotated[Text | None, means("only this pool; by default all pools")] = None
    kind: Annotated[DecisionKind | None, means("only decisions of this kind")] = None
    since: Since = None
    until: Until = None
    before: Annotated[
        int | None,
        means("only before the event at this position: `next` of the page before"),
        served(ge=0, le=2**53),
    ] = None
    limit: Annotated[
        int, means("at most so many decisions"), served(ge=1, le=limits.PAGE_EVENTS)
    ] = 50
    known_at: KnownAt = None

    def answer(self, house: "House") -> "Answer[PublicDecision, AboutDecisions]":
        """Return a page of the register."""
        from ops.trails.decisions import decisions

        return decisions(house, self)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("decisions")


@question("event news", "/v1/news", shows="list")
class ListNews(Question, frozen=True, kw_only=True):
    """Show what was published last: closed lists, decisions and corrections, the last first.

    Example: ledger event news --limit 2
    """

    pool: Annotated[Text | None, means("only this pool; by default all pools")] = None
    limit: Annotated[int, means("at most so many news"), served(ge=1, le=100)] = 30

    def answer(self, house: "House") -> "Answer[News, AboutPublished]":
        """Return the news."""
        from ops.trails.news import news

        return news(house, self.pool, self.limit)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("news")
