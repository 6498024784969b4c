"""The question why a rating is what it is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ops.doors.declare import Document, question
from ops.doors.fields import CURRENT, Period, moment, period_of
from ops.doors.inputs import OfPlayer

if TYPE_CHECKING:
    from ops.answers.explanation import ExplanationDocument
    from ops.house import House


@question(
    "player explain {pool} {player} {period}",
    "/v1/pools/{pool}/players/{player}/lists/{period}/explanation",
    shows="list",
    forms=("json",),
)
class ExplainRating(OfPlayer, Document, frozen=True, kw_only=True):
    """Explain a rating down to the articles: the worksheet of the calculation.

    Example: ledger player explain fide-standard fide:99002757 2025-12
    """

    period: Period = CURRENT

    def answer(self, house: "House") -> "ExplanationDocument":
        """Return the explanation."""
        from ops.answers.explanation import explained

        clocks = self.as_of, moment(self.known_at), self.track
        return explained(house, self.pool, self.player, period_of(self.period), *clocks)

    def text(self, found: Any) -> Iterator[str]:
        """Return the worksheet."""
        from ops.explanations.text import lines

        return lines(found)

    def rows(self, found: Any) -> Any:
        """Return the games and byes."""
        from ops.answers.abouts import About
        from ops.answers.answer import Answer
        from ops.answers.explanation import game_rows

        return Answer(About(), game_rows(found))
