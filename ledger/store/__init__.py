"""The append-only store: each ledger is a database, SQLite or PostgreSQL.

The entry
ledger           open a ledger, append, read
requests         requests to the store, and its answers

Recording
preparing        checks and bytes of a request, before the lock
appending        requests become events, under the lock of the head row
numbering        numbers of tournaments and appeals, given under the lock
twins            reports of the same players and days, recorded at the same time
tentative        events in memory behind the head, for previews
tentative_beside the rows beside them
tentative_ledger requests recorded in memory alone
client_keys      keys that clients choose, kept beside those of requests
clock_checks     checks of the clock, and the correction of a wrong clock
committing       commitments to words about persons
grounds          reason, article, day of decision and files stated for a recording
statements       the SQL of recording, for each database
writer           one commit for all requests that wait
appended         what this process has recorded so far
incarnation      the number of a restored copy

Reading
reading          selected events, and events by their instant
reading_events   the events in order, by stream, type and day
reading_beside   documents, receipts, words and notes beside the events
remembered       results that a process keeps between questions
recorded         a stored event, checked at every reading
one_reading      one connection for all questions of a request
snapshots        connections that read and block nobody
name_pages       the index of names

Tables of the service
slips            import slips: the outcome of each file handed in
withheld         reports of an event that is recorded already, until somebody decides
api_keys         digests of the secrets of API keys
proposals        requests that wait for a second person
changing         transactions on these tables
no_changes       engines that refuse changes, for previews

Verification
integrity        every byte checked
event_checks     each event checked against the events before it
kept             documents and words checked against the events
faults           contradictions found

The database
tables           the tables of a ledger, checked when opened and made when created
schema, guards   the tables, and the triggers that protect recorded rows
addresses        a path, or the URL of a PostgreSQL database
places           where the tables lie: a copy lies elsewhere
drivers          how each database is opened; the only module that names a driver
connecting, pooling, sqlite_files, causes
"""
