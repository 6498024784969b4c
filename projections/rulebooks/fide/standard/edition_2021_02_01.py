"""FIDE Rating Regulations B.02, standard chess: amendment in force from 1 February 2021.

Amends the edition of 1 July 2017: games of hybrid tournaments may be rated, each tournament with
the approval of the Qualification Commission's chairman. Its text was not available.
"""

from __future__ import annotations

from projections.rulebooks.fide.standard import admission_2021_02_01

BASED_ON = "2017-07-01"

ADMISSION = admission_2021_02_01


ARTICLES = {
    "0.2": "registration_days, registration_days_norms, hybrid_by_approval, late_registration,"
    " lifted_by_0_2, refused_by_0_4, lifted_by_0_4_refusal, lifted_by_0_4_cancelled,"
    " hybrid_approval, lifted_by_0_2_hybrid, hybrid_unapproved, late_barred, registered_late,"
    " registration, unapproved, hybrid_barred, hybrid_play, rating_refused, refusal",
    "9": "report_lists, lifted_by_9_1, lifted_by_9_4, late_report, too_late, announced,"
    " games_of_hybrid",
}
"""The article it restates."""
