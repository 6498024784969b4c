"""The append-only store: each ledger is a database, SQLite or PostgreSQL.

ledger       the front door               writer       many who ask, one commit
requests     what is asked and answered   preparing    what can be done before the lock
appending    the only way in              statements   its SQL, in the words of each database
reading      the ways out                 drivers      how each database is opened
schema       the tables                   guards       what keeps rows from changing
api_keys     keys of programs             rate_windows how often each of them asks
committing   what events hold of words    slips        what became of each file handed in
integrity    every byte looked at again   kept, faults documents and words; what was found
"""
