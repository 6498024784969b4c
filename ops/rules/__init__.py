"""The rules: the questions about them, and the words of their tables.

questions   what may be asked about rulebooks and the law of a pool, declared once for every door
calculator  what typed games would give, by the columns of an edition
trial       a draft of a rulebook, tried in all its pools
words       titles and rows of tables
"""
