"""FIDE rapid and blitz ratings: edition in force from 1 March 2024.

Told by the standard regulations of the same day, under its own articles; what is different stands
in `rapid_blitz`. No player is exempt from the cap of a difference, after October 2025 neither.
"""

from projections.rulebooks.fide.rapid_blitz import admission_2022_01_01, first_ratings, rapid_blitz

BASED_ON = "fide-standard 2024-03-01"

NUMBERING = rapid_blitz.NUMBERING

PARTS = (first_ratings, rapid_blitz)

ADMISSION = admission_2022_01_01
