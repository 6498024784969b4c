"""Decisions about what counts: tournaments, reports, games, exemptions.

The regulation decides the effect: the event holds the body that decided, and the article.
"""

from typing import Annotated, Literal

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import By, Number, TournamentDecision, TournamentFact
from ledger.sentences import Sentence


class TournamentRefused(TournamentDecision, frozen=True, kw_only=True):
    """The competent body refuses to rate a tournament."""

    TYPE = "tournament-refused.v1"


class TournamentCancelled(TournamentDecision, frozen=True, kw_only=True):
    """An announced tournament does not take place."""

    TYPE = "tournament-cancelled.v1"


class TournamentReinstated(TournamentDecision, frozen=True, kw_only=True):
    """A refusal or a cancellation is taken back, on appeal or as a mistake."""

    TYPE = "tournament-reinstated.v1"


class ReportDecision(TournamentDecision, frozen=True, kw_only=True):
    """Common fields of the decisions about a whole report, or a part of one."""

    report: Annotated[base.Count, Meta(description="position of the report")]


class ReportAnnulled(ReportDecision, frozen=True, kw_only=True):
    """A report counts no more, as if it had not been handed in; it stays in the ledger."""

    TYPE = "report-annulled.v1"


class ReportReinstated(ReportDecision, frozen=True, kw_only=True):
    """The annulment of a report is lifted. The envelope's `supersedes` names the annulment.

    A refusal of the tournament is another decision, and stays.
    """

    TYPE = "report-reinstated.v1"

    lifts: Annotated[base.Count, Meta(description="position of the annulment")]


Comparison = Literal["same", "another"]
"""Whether two reports are of one event, or of two."""


class ReportCompared(TournamentDecision, frozen=True, kw_only=True):
    """The competent body decides whether a file reports the event of a tournament, or another."""

    TYPE = "report-compared.v1"

    file: Annotated[base.Digest, Meta(description="SHA-256 of the file with the other report")]
    event: Annotated[Comparison, Meta(description="whether both report one event, or two")]


class ExemptionGranted(TournamentFact, frozen=True, kw_only=True):
    """The competent body allows an exception from an article: for all, a player, or a game."""

    TYPE = "exemption-granted.v1"

    article: Annotated[
        str, Meta(min_length=1, max_length=80, description="the article it is an exception from")
    ]
    by: By
    player: Annotated[Number | None, Meta(description="register number, for one player")] = None
    report: Annotated[base.Count | None, Meta(description="position of a game's report")] = None
    game: Annotated[base.Count | None, Meta(description="index of the game in the report")] = None

    def __post_init__(self) -> None:
        if (self.report is None) != (self.game is None):
            raise BadEvent(Sentence("an exemption for a game names both report and game"))
        if self.player is not None and self.game is not None:
            raise BadEvent(Sentence("an exemption is for a player or for a game, not for both"))


class GameDecision(TournamentDecision, frozen=True, kw_only=True):
    """Common fields of the decisions about a single game."""

    report: Annotated[base.Count, Meta(description="position of the report")]
    game: Annotated[base.Count, Meta(description="index of the game in the report")]


class GameExcluded(GameDecision, frozen=True, kw_only=True):
    """A game is not rated, by decision: fair play, or force majeure."""

    TYPE = "game-excluded.v1"


class GameAdmitted(GameDecision, frozen=True, kw_only=True):
    """A game counts after all, by decision."""

    TYPE = "game-admitted.v1"
