"""FIDE Rating Regulations B.02, standard chess: amendment in force from 25 December 2023.

Amends the edition of 1 January 2022: the long lead of a registration goes by who plays, no longer
by the norms that are possible. It held at once, and stands in the text of March 2024.
"""

from __future__ import annotations

from projections.rulebooks.fide.standard import admission_2023_12_25

BASED_ON = "2022-01-01"

ADMISSION = admission_2023_12_25


REPEALS = ("registration_days_norms",)
"""The lead by norms."""

ARTICLES = {
    "0.2": "registration_days, late_registration, hybrid_approval, lifted_by_0_2_hybrid,"
    " hybrid_unapproved, late_barred, registered_late, registration, unapproved, hybrid_barred,"
    " hybrid_play, schedule, schedule_kept",
    "0.2.1": "registration_days_high, registration_rating, registration_rating_women,"
    " lifted_by_0_2_1, registration",
    "0.2.2": "registration_days, lifted_by_0_2_2, registered_late, registration",
    "0.2.3": "lifted_by_0_2_1",
    "0.2.4": "lifted_by_0_2_2",
}
"""The articles it restates."""
