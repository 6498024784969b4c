"""The pages: what people read in a browser, made of the answers of the doors.

declare     the pages: the question that each shows, its template, its place in the navigation
drawing     an answer drawn by its template; values and sentences in the reader's language
values      days, numbers, names of lists and codes as pages write them
links       addresses of pages and of answers inside a page; the moment asked about goes along
forms       forms of recordings, and the hints of all controls
remedies    what settles a matter, and inputs, in words
federation  whose pages they are: name, mark, stylesheet with their colours
calculations  regulations of the calculator, and what its form asks
worksheets  the worksheet of a rating: its sum, the notes of articles, the rounds
articles    an article: what it does, its numbers over the editions, readings
tournaments the table of a tournament as a grid; its findings
courses     the course of a player's rating as a chart
charts      ratings over time and distributions as SVG
paper       the PDF of a page
templates   one template for each page, over one layout; components are macros
style.css   the one stylesheet, served under its digest
"""
