"""Recorded events: what is asked about them, decisions recorded from files, the work, the words.

Declared once for every door
questions     events, the types of events, attached files
rows          rows of the answers

The work
register      the events, selected; their export as lines
decide, record_decision, record_decisions    decisions by hand; a file of them
schemas       the types of events, and their schemas
attachments   files attached to events
hidden        events that show lists which an actor may not see
links         the place of an event in the chain of hashes
values        the values of an event about one player

What is said
sentences     a sentence for each type of event
words         rows of tables
receipts      receipts of decisions
"""
