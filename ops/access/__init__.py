"""Access to recording and to answers, by role. Guide: `ops/guide/access.md`.

roles           the two tables of rights: events to record, objects to see
actors          an actor with the roles of a day, limited by a key
admission       the check of a request before recording, for `Ledger.admit`
recording       the part of it about roles
two_persons     the part of it about requests that take a proposal and an approval
kinds           the kinds of recording that take two persons
seeing          the check of an object before an answer
personal_data   kinds of personal data, who sees each, and an answer as an actor sees it
keys            API keys: verified, and closed in a copy
sessions        who has signed in, and what only a form of theirs may send
rates           how many requests a key or an address may make in a window of time
"""
