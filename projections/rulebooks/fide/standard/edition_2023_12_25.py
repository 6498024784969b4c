"""FIDE Rating Regulations B.02, standard chess: amendment in force from 25 December 2023.

Amends the edition of 1 January 2022: the long lead of a registration goes by who plays, no longer
by the norms that are possible. It held at once, and stands in the text of March 2024.
"""

from __future__ import annotations

REPEALS = ("registration_days_norms",)
"""The lead by norms."""

ARTICLES = {
    "0.2": "registration_days; not yet computed",
    "0.2.1": "registration_days_high, registration_rating, registration_rating_women; not yet"
    " computed",
}
"""The articles it restates."""
