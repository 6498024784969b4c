"""Elo-Rubele, the ratings of Italian draughts.

    italian/        the text, for Italian draughts
    international/  the same text for international draughts, with own tables
    groups/         division of an event into groups; no ratings

Editions of international draughts are based on Italian draughts.
"""
