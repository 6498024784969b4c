"""FIDE Rating Regulations B.02, standard chess: amendment in force from 1 February 2021.

Amends the edition of 1 July 2017: games of hybrid tournaments may be rated, each tournament with
the approval of the Qualification Commission's chairman. Its text was not available.
"""

from projections.rulebooks.fide.standard import admission_2021_02_01

BASED_ON = "2017-07-01"

ADMISSION = admission_2021_02_01
