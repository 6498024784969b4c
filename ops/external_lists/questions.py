"""Questions about lists of other bodies."""

from typing import TYPE_CHECKING, Any

from ledger.sentences import Sentence
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import KnownAt, Player, moment
from ops.external_lists.files import Compared, Issuer, ListOfBody

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.external_lists.comparing import AboutReceivedList, DifferenceRow
    from ops.external_lists.recorded_lists import (
        AboutBody,
        AboutExternalList,
        ExternalListRow,
        PlayerOnList,
    )
    from ops.house import House


@question("external-list list {issuer}", "/v1/external-lists/{issuer}", shows="list")
class ListExternalLists(Question, frozen=True, kw_only=True):
    """List the recorded lists of another body, the oldest first.

    Example: ledger external-list list fide
    """

    FOLLOWS = False

    issuer: Issuer

    def answer(self, house: "House") -> "Answer[ExternalListRow, AboutBody]":
        """Return the recorded lists."""
        from ops.external_lists.recorded_lists import external_lists

        return external_lists(house.read, self.issuer)

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("lists of {body}", body=about.body)


@question(
    "external-list show {issuer} {list}",
    "/v1/external-lists/{issuer}/{list}",
    shows="list",
    forms=("json",),
)
class ShowExternalList(Question, frozen=True, kw_only=True):
    """Show a recorded list of another body: its day, rows and file.

    Example: ledger external-list show fide 2026-10
    """

    FOLLOWS = False

    issuer: Issuer
    list: ListOfBody

    def answer(self, house: "House") -> "Answer[ExternalListRow, AboutBody]":
        """Return the list. Raises UnknownList."""
        from ops.external_lists.recorded_lists import external_list

        return external_list(house.read, self.issuer, self.list)


@question(
    "external-list row {issuer} {list} {player}",
    "/v1/external-lists/{issuer}/{list}/players/{player}",
    shows="list",
    forms=("json",),
)
class ShowPlayerOnExternalList(Question, frozen=True, kw_only=True):
    """Show the row of a player on a recorded list of another body.

    No row for a registered player: the player was not on the list.

    Example: ledger external-list row fide 2026-10 fide:99000463
    """

    FOLLOWS = False

    issuer: Issuer
    list: ListOfBody
    player: Player

    def answer(self, house: "House") -> "Answer[PlayerOnList, AboutExternalList]":
        """Return the row. Raises UnknownList, UnknownPlayer."""
        from ops.external_lists.recorded_lists import player_on_list

        return player_on_list(house.read, self.issuer, self.list, self.player)

    def worded(self, _house: "House") -> Worded:
        """Return what writes the row."""
        from ops.external_lists.words import on_list_row

        return on_list_row


@question(
    "external-list compare {pool} {period} {file}",
    "/v1/pools/{pool}/lists/{period}/comparison",
    shows="pending-decision",
    forms=("json",),
)
class CompareExternalList(Compared, Question, frozen=True, kw_only=True):
    """Compare a closed list with the list of another body, row by row, with causes where known.

    The command ends with 1 if the lists differ.

    Example: ledger external-list compare fide-standard 2026-03 2026-03.csv --kind standard
    """

    known_at: KnownAt = None

    def answer(self, house: "House") -> "Answer[DifferenceRow, AboutReceivedList]":
        """Return the differences. Raises UnknownPool, NotCovered, ListRefused."""
        from ops.answers.clocks import pool_known_at
        from ops.external_lists.comparing import differences, reconcile

        pool = pool_known_at(house, self.pool, moment(self.known_at))
        return differences(pool, reconcile(pool, self, house.progress))

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("{pool} {list}: differences", pool=about.pool, list=about.list)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a difference."""
        from ops.external_lists.words import difference_row

        return difference_row

    def finds(self, found: Any) -> bool:
        """Return whether the lists differ."""
        return bool(found.about.differences)
