"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 July 2017.

The English text of the chapter was not available. What is known of it differs from the edition of
2014 in the registration of tournaments (0.2) and in that all arbiters are licensed (0.3).
"""

from __future__ import annotations

ARTICLES = {
    "0.2": "registration_days, registration_days_norms; not yet computed",
    "0.3": "nothing to compute: the arbiters of a tournament are licensed",
}
"""The articles known to differ from those of 2014."""
