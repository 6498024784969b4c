"""A finding: why something does not count, with article and remedy."""

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from projections.rulebooks.engine.admission import NOT_RATED, TO_DECIDE, WARNING

Kind = Literal["not rated", "warning", "needs a decision", "lifted", "later", "open"]

UNDECIDED: Final[Kind] = "needs a decision"
"""The kind of an open decision, and the last words of its clause."""

KINDS: Final[dict[int, Kind]] = {
    WARNING: "warning",
    TO_DECIDE: "needs a decision",
    NOT_RATED: "not rated",
}
"""The kinds by value of a rulebook's column of findings."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about a tournament, a list or an event, and about a player.

    `code` is stable and in kebab-case; `clause` for the clauses of a rulebook.
    """

    kind: Kind
    code: str
    about: str
    """The tournament, the period of the list, or `#position`."""
    article: str
    says: str
    remedy: str = ""
    player: int | None = None
    others: tuple[int, ...] = ()
    """The other players concerned."""


warning: Final = partial(Finding, "warning")
"""Constructor of a finding that changes nothing."""


def by_clause(kind: Kind, about: str, player: int | None, clause: str) -> Finding:
    """Return the finding of a clause `ARTICLE: text`, with a remedy on the second line."""
    article, _, rest = clause.partition(": ")
    says, _, remedy = rest.partition("\n")
    return Finding(kind, "clause", about, article, says, remedy, player)
