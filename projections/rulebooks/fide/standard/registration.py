"""Late registration and unapproved hybrid events: article 0.2 of the FIDE texts.

A text with this article names this module in the PARTS of its own admission.
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


@column(article="0.2, 0.3", level="tournament", unit="true or false", does="compare")
def registered_late(
    lead_days: Values,
    norms_possible: Values,
    official: Values,
    exempt_0_2: Values,
    registered: Values,
    registration_days: int,
    registration_days_norms: int,
) -> Values:
    """0.2, 0.3. Registered too late, without a recorded approval."""
    needed = np.where(norms_possible, registration_days_norms, registration_days)
    return registered & ~official & ~exempt_0_2 & (lead_days < needed)


@column(article="0.2", level="tournament", unit="true or false", does="compare")
def late_barred(registered_late: Values, late_registration: str) -> Values:
    """0.2. Registered late, where the body excludes such games until approval."""
    return registered_late & np.asarray(late_registration == NOT_COUNTED)


@column(article="0.2, 0.3", level="tournament", unit="kind of finding", does="choose")
def registration(
    lead_days: Values,
    norms_possible: Values,
    official: Values,
    exempt_0_2: Values,
    registered: Values,
    late_barred: Values,
    registration_days: int,
    registration_days_norms: int,
) -> Choice:
    """0.2, 0.3. Registered so many days before the start; more where norms are possible.

    Reading `late_registration`: a body may approve what was registered late, and an approval that
    nobody recorded is a fact not told: the games count until the body refuses the tournament. Other
    value: not-counted, they do not count until it approves it (`parameter-set`); a list of FIDE
    without such a tournament would change it.
    """
    late = lead_days < registration_days
    late_for_norms = norms_possible & (lead_days < registration_days_norms)
    return choose(
        (official | exempt_0_2, FINE, "0.3, 0.2: an official event, or approved"),
        (~registered, WARNING, law("0.2: no day of registration reported", "{tell_registered_on}")),
        (
            late_barred,
            NOT_RATED,
            law("0.2: registered late, not approved, so its games do not count here", "{lift_0_2}"),
        ),
        (
            late,
            TO_DECIDE,
            law(
                "0.2: registered later than {registration_days} days before the start",
                "{lift_0_2} or {refuse}",
            ),
        ),
        (
            late_for_norms,
            TO_DECIDE,
            law(
                "0.2: norms are possible: registered later than {registration_days_norms} days"
                " before the start",
                "{lift_0_2} or {refuse}",
            ),
        ),
        otherwise=(FINE, "0.2: registered in time"),
    )


@column(article="0.2", level="tournament", unit="true or false", does="compare")
def hybrid_unapproved(hybrid: Values, exempt_0_2_hybrid: Values) -> Values:
    """0.2. Hybrid, and no approval of the event is recorded."""
    return hybrid & ~exempt_0_2_hybrid
