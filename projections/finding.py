"""One finding: what about whom, on which article it stands, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from projections.rulebooks.engine.admission import NOT_RATED, TO_DECIDE, WARNING

Kind = Literal["not rated", "warning", "needs a decision", "lifted", "later", "open"]

UNDECIDED: Final[Kind] = "needs a decision"
"""The kind of what a text leaves open, and the end of every clause that says so."""

KINDS: Final[dict[int, Kind]] = {
    WARNING: "warning",
    TO_DECIDE: "needs a decision",
    NOT_RATED: "not rated",
}
"""The kinds a rulebook's columns of findings give."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: what about whom, and on which article it stands."""

    kind: Kind
    about: str
    """The tournament, or the list, it is about."""
    player: int | None
    article: str
    says: str
    remedy: str = ""
    others: tuple[int, ...] = ()
    """The players on whom it rests, where they are others."""


def by_clause(kind: Kind, about: str, player: int | None, clause: str) -> Finding:
    """Give the finding that a clause tells: its article, what it says, after a break the remedy."""
    article, _, rest = clause.partition(": ")
    says, _, remedy = rest.partition("\n")
    return Finding(kind, about, player, article, says, remedy)
