"""Proposals: recordings that wait for the approval of a second person.

Declared once for every door
questions     the proposals; the events of one
recordings    approval and withdrawal
states        the states of a proposal
rows          rows of the answers

The work
register      the answers; which proposals an actor may see
approving     approval, composed again; withdrawal
receipts      receipts of recordings, the same for every door
words         rows of tables
"""
