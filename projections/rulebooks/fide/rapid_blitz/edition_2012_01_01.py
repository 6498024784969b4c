"""FIDE rapid and blitz ratings: the first edition, for tournaments from 1 January 2012 on.

As announced in November 2011; the first lists were those of July 2012. Told by the edition of 2013,
from which its times differ.

Reading `k_times_games_of_2012`: K times games had the limit of 700, which is told of later years.
Other value: no limit; a calculation of 36 games or more in a month would change it.
"""

BASED_ON = "2013-07-01"
