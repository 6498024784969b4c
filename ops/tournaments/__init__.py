"""Tournaments: what is asked and recorded about them, the work, and the words.

Declared once for every door
questions     the register of tournaments, one with its findings and files, import slips
tables        cross tables, and the division of an event into groups
recordings    single games, and their sheets
corrections   corrections, also those of a decision on an appeal; announcements
details       details of a tournament as an input
entrants_file the file of the entrants of an event
words         rows of tables, and the lines of documents

Composed and recorded
correcting    results, entrants and details corrected
annulling     reports annulled and reinstated
announcing    tournaments announced before play
receipts      receipts of these, and of single games
"""
