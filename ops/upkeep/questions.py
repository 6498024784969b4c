"""Question about the ledger as a whole: the work in the background."""

from typing import TYPE_CHECKING

from ledger.sentences import Sentence
from ops.doors.declare import Question, question

if TYPE_CHECKING:
    from ops.answers.abouts import About
    from ops.answers.answer import Answer
    from ops.house import House
    from ops.upkeep.background_work import BackgroundRun


@question("schedule last-runs", "/v1/background-runs", shows="background-run")
class ListBackgroundRuns(Question, frozen=True, kw_only=True):
    """Show the last verification and the last backup of the service: outcome, faults, last event.

    Example: ledger schedule last-runs
    """

    FOLLOWS = False

    def answer(self, house: "House") -> "Answer[BackgroundRun, About]":
        """Return the last run of each kind; no row for work that was never done."""
        from ops.upkeep.background_work import background_runs

        return background_runs(house)

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("work in the background")
