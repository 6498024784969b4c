"""Access: who may record what, and who sees what. Guide: `ops/guide/access.md`.

roles           the two tables: what each role records, and what each role sees
actors          an actor with the roles of a day, limited by a key
recording       the check of a request before it is recorded, for `Ledger.admit`
seeing          the check of an object before it is shown
personal_data   the table of personal data each role sees
keys            API keys: made, verified, revoked
rates           how many requests a key or an address may make in a window of time
"""
