"""Explanations of ratings: which sentence is said for which value, for every door.

words              a worksheet, and a calculation from typed numbers
tournament_words   a tournament on a worksheet
"""
