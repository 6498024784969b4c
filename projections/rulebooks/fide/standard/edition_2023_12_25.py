"""FIDE Rating Regulations B.02, standard chess: amendment in force from 25 December 2023.

Amends the edition of 1 January 2022: the long lead of a registration goes by who plays, no longer
by the norms that are possible. It held at once, and stands in the text of March 2024.
"""

from projections.rulebooks.fide.standard import admission_2023_12_25

BASED_ON = "2022-01-01"

ADMISSION = admission_2023_12_25


REPEALS = ("registration_days_norms",)
"""The lead by norms."""
