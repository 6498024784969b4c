"""Rating lists: the questions about them, and the words of their tables.

questions   what may be asked about a list, declared once for every door
supposed    the question about a list in a supposed history
files       a list as a file, and its ETag
words       titles and rows of tables
"""
