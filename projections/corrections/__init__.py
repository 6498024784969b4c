"""Corrections: closed lists stay as sealed, and the next list books the difference.

A unit (a player on a list, or in a competition) touched by a corrected fact is computed again with
the inputs of the closed list: ratings and K-factors of the list before, editions as adopted at the
closing. These inputs are read from sealed lists and from the ledger, only where a fact was
corrected: replay stores no inputs of closed lists. Two strategies, by the rating of the pool:

    corrected_reports      corrected reports, as of the last closing and as of now
    closed_lists           lists computed again for some players
    newcomers, awaiting    players awaiting an initial rating, or a rating from an external list
    joining, merged        two players who are one, or two again: their states, and their units
    frozen                 strategy of pools that rate a whole period
    capitals_then          the capitals of a chain just before a booking
    competitions           amounts booked for a competition, and its present result
    chain_merges           in a chain, merged and separated players: whose capital goes on
    merged_capitals        the competitions of merged players
    separated_capitals     those of separated players, one after the other
    chain_walk, chained    strategy of pools that rate event by event
"""
