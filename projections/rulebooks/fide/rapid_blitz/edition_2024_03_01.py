"""FIDE rapid and blitz ratings: edition in force from 1 March 2024.

Told by the standard regulations of the same day, under its own articles; what is different stands
in `rapid_blitz`. No player is exempt from the cap of a difference, after October 2025 neither.
"""

from __future__ import annotations

from projections.rulebooks.fide.rapid_blitz import numbering

NUMBERING = numbering.NUMBERING

ARTICLES = {
    "7.2.4": "score_difference, computed_first_rating, first_rating_cap, half_point_worth,"
    " points_each_half_point, points_each_half_point_to_2021, brought_into_line",
}
"""The articles that only this edition has otherwise."""
