"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 July 2017.

The English text of the chapter was not available. What is known of it differs from the edition of
2014 in the registration of tournaments (0.2) and in that all arbiters are licensed (0.3).
"""

from projections.rulebooks.fide.standard import admission_2017_07_01

BASED_ON = "2014-07-01"

ADMISSION = admission_2017_07_01
