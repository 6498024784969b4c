"""Elo-Rubele, the ratings of Italian draughts.

italian/        the text, for Italian draughts
international/  the same text for international draughts, with its own table
groups/         how an event is divided into groups; no ratings
"""
