"""Trails, the register of decisions and the news: what is asked about them, the work, the words.

Declared once for every door
questions       trails of players, tournaments and pools; decisions; news

The work
player_trail    everything recorded about a player, page by page
stream_trails   the same of a tournament, of a pool
positions       the positions of the events of a trail
days            the day on which each event of a trail happened
page            the entries of a page
entries, lists  events, and lists, as entries
decisions       the public register of decisions
news            lists and decisions published last

What is said
words           the rows of a trail, and what stands below it
"""
