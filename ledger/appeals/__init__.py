"""Appeals: an appeal folded from its stream, and the rules for appeals of a pool.

folding   the state of an appeal, at any position
rules     the rules a pool has set for a kind of appeals, on a day
"""
