"""The rules: the questions about them, and the words of their tables.

questions   what may be asked about rulebooks and the law of a pool, declared once for every door
calculator  what typed games would give, by the columns of an edition
words       titles and rows of tables
"""
