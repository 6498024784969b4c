"""Tracks besides the official one: computed in memory, never published.

sandbox     a track whose lists are computed, where the official track proves them
revised     the revised track: every fact known in time
continued   the revised track with further events, from the first list that they can change
marks       states before some lists, from which a track is continued
stored      the revised track between processes, read from the projection database
storing     the same, written
documents   the bytes of computed lists in memory
altered     a ledger as if some events had not been recorded
supposed    a supposed history, for the question: what if?
supposed_numbers    the kinds of values that its numbers may have
"""
