"""FIDE Rating Regulations B.02, standard chess: admission, from 1 February 2021.

Hybrid games are rated, where the commission approves the event.
"""

import numpy as np

from projections.rulebooks.engine.admission import (
    FINE,
    NOT_COUNTED,
    NOT_RATED,
    TO_DECIDE,
    WARNING,
    law,
)
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.fide.standard import admission_2017_07_01

BASED_ON = admission_2017_07_01


@column(article="0.2", level="tournament", unit="true or false", does="compare")
def hybrid_barred(hybrid_unapproved: Values, hybrid_approval: str) -> Values:
    """0.2. Hybrid, where the body has such games not count until the event is approved."""
    return hybrid_unapproved & np.asarray(hybrid_approval == NOT_COUNTED)


@column(article="0.2", level="tournament", unit="kind of finding", does="choose")
def hybrid_play(hybrid_unapproved: Values, hybrid_barred: Values) -> Choice:
    """0.2. A hybrid event is approved by itself, by the chairman of the commission.

    Reading `hybrid_approval`: an approval that nobody recorded is a fact not told: the games count.
    It is one of its own: what was registered late is approved beside it. Other value: not-counted,
    they do not count until it is recorded (`parameter-set`); a list of FIDE without such an event
    would change it.
    """
    asks = law("0.2: hybrid: no approval of the event recorded", "{lift_0_2_hybrid} or {refuse}")
    barred = law("0.2: hybrid, not approved, so its games do not count here", "{lift_0_2_hybrid}")
    return choose(
        (hybrid_barred, NOT_RATED, barred),
        (hybrid_unapproved, TO_DECIDE, asks),
        otherwise=(FINE, "0.2: over the board, or approved"),
    )


@column(article="9.4", level="tournament", unit="kind of finding", does="choose")
def games_of_hybrid(hybrid: Values, entrants: Values, exempt_9_4: Values) -> Choice:
    """9.4. The report of a hybrid event includes the moves of the games."""
    missing = law(
        "9.4: hybrid: all its games must come with the report",
        "send the games (PGN); after the games were sent: {lift_9_4}",
    )
    return choose(
        (hybrid & (entrants > 0) & ~exempt_9_4, WARNING, missing),
        otherwise=(FINE, "9.4: not hybrid, or the games were sent"),
    )
