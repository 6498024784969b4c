"""Tournaments: what is asked and recorded about them, the work, and the words.

Declared once for every door
questions     the register of tournaments, one with its findings and files, import slips
tables        cross tables, and the division of an event into groups
recordings    single games, and their sheets
corrections   corrections, also those of a decision on an appeal; announcements
details       details of a tournament as an input
entrants_file the file of the entrants of an event

Answered
register, texts    the tournaments of a pool; those with some words
view, page         one tournament; with tables and findings, pool by pool
cross_table, cross_table_document    the cross table, also by rounds
corrected_in_table                   corrected games, entrants and changes in it
groups, division   draughts: division into groups
import_slips       the files handed in
duplicates         tournaments entered twice

Composed and recorded
importing, import_files, import_inputs    a report; several; the inputs at every door
recording_games, completing    single games, and their sheets
correcting    results, entrants and details corrected
annulling     reports annulled and reinstated
announcing    tournaments announced before play

What is said
words         rows of tables, and the lines of documents
cross_table_rows, cross_table_words, cross_table_text    a cross table for people
receipts      receipts of corrections, announcements and single games
import_receipts, differences    receipts of imports; what a new report changes
"""
