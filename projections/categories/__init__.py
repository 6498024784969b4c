"""Categories of players: reached by ratings, kept by the law, awarded by committees.

ladder              categories and titles in force on a day, and how long a category is kept
change              a change of a player's category or title, and its cause
awards              categories and titles awarded by committees
player_categories   the category of each player, changed by ratings, decisions and the law
timeline            the days on which lists, law and decisions change categories
"""
