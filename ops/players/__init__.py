"""Players: the questions about them and their ratings.

explanation   the question why a rating is what it is
"""
