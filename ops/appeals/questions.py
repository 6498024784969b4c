"""Questions about appeals: the register, and the file of an appeal."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from ledger.sentences import Sentence
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import KnownAt, Pool, Text, means, moment

if TYPE_CHECKING:
    from ops.answers.abouts import Known
    from ops.answers.answer import Answer
    from ops.appeals.rows import AboutAppeal, AppealRow, AppealStep
    from ops.house import House

AppealId = Annotated[Text, means("the appeal, by its id, e.g. A-000001", "A-000001")]


@question("appeal list", "/v1/appeals", shows="appeal")
class ListAppeals(Question, frozen=True, kw_only=True):
    """Show the register of appeals, without any person: state, days left, outcome.

    Example: ledger appeal list --pool fide-standard
    """

    pool: Annotated[Pool | None, means("only of this pool; default: all")] = None
    state: Annotated[
        Literal["open", "closed"] | None, means("only open or closed appeals; default: all")
    ] = None
    known_at: KnownAt = None

    def answer(self, house: "House") -> "Answer[AppealRow, Known]":
        """Return the appeals in the order of filing. Raises UnknownPool."""
        from ops.appeals.register import appeals

        return appeals(house, pool=self.pool, state=self.state, known_at=moment(self.known_at))

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("appeals")

    def worded(self, _house: "House") -> Worded:
        """Return what writes an appeal."""
        from ops.appeals.words import appeal_row

        return appeal_row


@question("appeal show {appeal}", "/v1/appeals/{appeal}", shows="own-appeal-file", forms=("json",))
class ShowAppeal(Question, frozen=True, kw_only=True):
    """Show an appeal: its state, and every step; appellants see their own appeals.

    Example: ledger appeal show A-000001
    """

    appeal: AppealId
    known_at: KnownAt = None

    def answer(self, house: "House") -> "Answer[AppealStep, AboutAppeal]":
        """Return the steps, with the state below them."""
        from ops.appeals.register import show_appeal

        return show_appeal(house, self.appeal, known_at=moment(self.known_at))

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("appeal {appeal}", appeal=self.appeal)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a step."""
        from ops.appeals.words import appeal_step

        return appeal_step
