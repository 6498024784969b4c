"""Question about closings: the next list of each pool."""

from typing import TYPE_CHECKING, Annotated

from ops.doors.declare import Line, Question, Worded, question
from ops.doors.fields import Pool, means

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ops.answers.answer import Answer
    from ops.closings.closings_due import AboutClosings, ClosingDue
    from ops.house import House


@question("schedule show {pool}", "/v1/closings", shows="closing", forms=("json",))
class ListClosings(Question, frozen=True, kw_only=True):
    """Show the next list of every pool, with its due day and the conditions of its closing.

    Lists that are due are computed on trial, with the whole checklist. At the command line CSV has
    more columns than the table, and JSON the whole checklist.

    Example: ledger schedule show fide-standard
    """

    pool: Annotated[Pool | None, means("only this pool; default: all")] = None

    def answer(self, house: "House") -> "Answer[ClosingDue, AboutClosings]":
        """Return the next lists in order of closing. Raises UnknownPool."""
        from ops.closings.closings_due import closings_due

        return closings_due(house, pool=self.pool)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a list."""
        from ops.closings.words import due_row

        return due_row

    def in_csv(self) -> "Callable[[Any], Line]":
        """Return what writes a list for CSV."""
        from ops.closings.words import due_in_csv

        return due_in_csv
