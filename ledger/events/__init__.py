"""Events: typed, frozen, versioned definitions of everything the ledger can record.

`catalogue` knows them all by name; one file holds the events of one kind of stream.
"""
