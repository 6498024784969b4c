"""Explanations of ratings in words and as plain text, for every door.

words              sentences of an explanation, and of a calculation from typed numbers
tournament_words   those of a tournament
text               an explanation or a calculation as lines of text
tournament_text    its tournaments
"""
