"""Cross tables of events: which sentence is said for which value of a table.

rows     a line for each entrant
words    state, weight, corrected games and entries as sentences, for every door
text     the lines of a table
"""
