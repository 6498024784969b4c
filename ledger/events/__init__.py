"""Events: typed, frozen, versioned definitions of everything the ledger can record.

`catalogue` has all events by name; each file has the events of one kind of stream.
"""
