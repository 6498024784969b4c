"""Tracks besides the official one: computed in memory, never stored, never published.

sandbox     a track whose lists are computed, where the official track proves them
revised     the revised track: every fact known in time
altered     a ledger as if some events had not been recorded
supposed    a supposed history, for the question: what if?
"""
