"""Players: what is asked and recorded about them, the work, and the words.

Declared once for every door
questions     search, games, the page, rating, history, outlook, categories, duplicates
explanation   why a rating is what it is
ratings       the ratings of many players at once
recordings    details, merges, suspensions, deaths, bonuses by decision

The work
search        players found, with the ratings in force
people        one person, with the ratings in every pool
ratings_in_force    ratings, places and activity of several players
page          a player with everything that a page shows
history       every rating of a player, with its causes
replaced_printings  the replaced printings of the lists in a history
outlook       the provisional next list
many_ratings  ratings of many players and days at once
duplicates    persons entered twice
games         the games of a player, with what lists used of each
recorded_games, game_events    games as rows; their events
lists_of_reports    the lists that counted a report, and took its corrections
details       corrections and changes of details
merging       two players merged, and separated again
absences      suspensions and deaths, lifted and withdrawn
bonuses       a bonus by decision, granted or withdrawn

What is said
receipts      receipts of recordings, the same for every door
words         rows of tables
"""
