"""A finding: why something does not count, with article and remedy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal

from ledger.sentences import NO_SENTENCE, Remedy, Sentence, parsed, tabled
from projections.rulebooks.engine.admission import NOT_RATED, TO_DECIDE, WARNING
from projections.rulebooks.engine.columns import Clause

Kind = Literal["not rated", "warning", "needs a decision", "lifted", "later", "open"]

UNDECIDED: Final[Kind] = "needs a decision"
"""The kind of an open decision."""

KINDS: Final[dict[int, Kind]] = {
    WARNING: "warning",
    TO_DECIDE: "needs a decision",
    NOT_RATED: "not rated",
}
"""The kinds by value of a rulebook's column of findings."""

Code = Literal[
    "adjustment-lapsed",
    "article-lifted",
    "bonus-in-part",
    "booked-later",
    "category-proposed",
    "category-without-effect",
    "clause",
    "correction-lapsed",
    "correction-without-effect",
    "counts-elsewhere",
    "counts-no-more",
    "decision-without-effect",
    "entry-by-correction",
    "entry-known-since",
    "first-event-disregarded",
    "late-correction",
    "list-unpublished",
    "missing-part",
    "missing-report",
    "missing-rounds",
    "no-birth-year",
    "no-other-pool",
    "not-on-a-list",
    "old-list",
    "outside-rulebook",
    "played-after-death",
    "player-suspended",
    "players-merged",
    "printed-ratings-differ",
    "published-otherwise",
    "rating-not-known",
    "received-late",
    "report-annulled",
    "same-event",
    "similar-event",
    "sounds-online",
    "undecided-games",
]
"""What a finding is about; `clause`: what a rulebook says in a clause."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about a tournament, a list or an event, and about a player."""

    kind: Kind
    code: Code
    about: str
    """The tournament, the period of the list, or `#position`."""
    article: str
    says: Sentence
    remedy: Sentence = NO_SENTENCE
    player: int | None = None
    others: tuple[int, ...] = ()
    """The other players concerned."""
    column: str = ""
    """The column of the rulebook with the clause, where it is about a whole tournament."""
    games: int = field(default=0, compare=False)
    """Games that depend on it, where something is to be decided."""
    entrants: int = field(default=0, compare=False)
    """Entrants whose games these are."""


warning: Final = partial(Finding, "warning")
"""Constructor of a finding that changes nothing."""


NO_REMEDIES: Final[Mapping[str, Remedy]] = {}
"""For a clause that names none."""


def by_clause(
    kind: Kind,
    about: str,
    player: int | None,
    clause: Clause,
    remedies: Mapping[str, Remedy],
) -> Finding:
    """Return the finding of a clause; `remedies` are the remedies by the name in the clause."""
    remedy = tabled(
        clause.remedy, **{name: remedies[name] for _, name, _ in parsed(clause.remedy) if name}
    )
    return Finding(kind, "clause", about, clause.article, clause.says, remedy, player)
