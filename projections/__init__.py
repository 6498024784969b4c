"""Law: dated rulebooks, and what follows from replaying facts under them.

Writes nothing to the ledger; everything here can be dropped and rebuilt at any moment.
"""
