"""Tournaments: what is asked about them, and the words.

Declared once for every door
questions     the register of tournaments, one with its findings and files, import slips
tables        cross tables, and the division of an event into groups
entrants_file the file of the entrants of an event
words         rows of tables, and the lines of documents
"""
