"""Players: the questions about them and their games, and the words of their tables.

questions     what may be asked about players, declared once for every door
search        players found, with the ratings in force
explanation   why a rating is what it is
page          a player with everything that a page shows
games         the games of a player, with what lists used of each
words         rows of tables
"""
