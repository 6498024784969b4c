"""The append-only store: one ledger is one database, SQLite or PostgreSQL.

schema      the tables                    drivers    how each database is opened
guards      what keeps rows from changing  requests   what is asked, what is answered
appending   the only way in               reading    the ways out
integrity   every byte looked at again    ledger     the front door
"""
