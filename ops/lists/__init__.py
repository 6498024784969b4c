"""Rating lists: the questions about them, and the words of their tables.

questions   what may be asked about a list, declared once for every door
supposed    the question about a list in a supposed history
files       a list as a file, and its ETag
words       titles and rows of tables

changes                     two lists compared, page by page
causes_of_columns           the causes of each changed column of a row
exporting                   the pieces of a list as a file
what_if, supposed_changes   a list as it would be in a supposed history
other_results               every other result of a tournament, or of a player's games
"""
