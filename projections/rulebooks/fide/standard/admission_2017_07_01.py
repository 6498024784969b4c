"""FIDE Rating Regulations B.02, standard chess: admission, from 1 July 2017.

The time a game needs goes by its own two players: so the text is quoted at the end of its years.
"""

from projections.rulebooks.fide.standard import admission_2014_07_01

BASED_ON = admission_2014_07_01
