"""Receipts of commands for every door: the recording as data, the effects in words.

tournaments     unchanged closed lists
decisions       decisions by hand and from files, bonuses
players         corrections and changes of players
"""
