"""FIDE rapid and blitz ratings: edition in force from 1 July 2013.

Told by the edition of 2014. The bound between rapid and blitz moved to ten minutes on this day, as
the congress of 2012 decided; a first rating still took nine games, as in standard chess.
"""

BASED_ON = "2014-07-01"
