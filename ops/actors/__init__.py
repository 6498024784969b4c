"""Actors with their roles, and their API keys: what is asked and recorded about them, the work.

Declared once for every door
questions     actors, the roles of one, keys
recordings    actors added and disabled, roles granted and withdrawn, keys made and revoked
rows          rows of the answers

The work
register      the answers
roles         roles granted and withdrawn; actors disabled
describing    descriptions of actors: erasable, beside the events
keys          keys made, revoked, and opened again after a restoration
receipts      receipts of recordings, the same for every door
"""
