"""Cross tables of events: which sentence is said for which value of a table.

words    state, weight, corrected games and entries as sentences, for every door
"""
