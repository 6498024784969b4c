"""Players: what is asked and recorded about them, the work, and the words.

Declared once for every door
questions     search, games, the page, rating, history, outlook, categories, duplicates
explanation   why a rating is what it is
ratings       the ratings of many players at once
recordings    details, merges, suspensions, deaths, bonuses by decision

The work
search        players found, with the ratings in force
page          a player with everything that a page shows
many_ratings  many ratings, with one pass over each list
games         the games of a player, with what lists used of each
details       corrections and changes of details
merging       two players merged, and separated again
absences      suspensions and deaths, lifted and withdrawn
bonuses       a bonus by decision, granted or withdrawn

What is said
receipts      receipts of recordings, the same for every door
words         rows of tables
"""
