"""Tracks besides the official one: computed for a question, never published.

revised     the revised track: every fact known in time
continued   the revised track with further events, from the first list that they can change
marks       states before some lists, from which a track is continued
stored      the revised track between processes, read from the projection database
storing     the same, written
altered     a ledger as if some events had not been recorded
supposed    a supposed history, for the question: what if?
supposed_numbers    the kind of value permitted for each supposed number
"""
