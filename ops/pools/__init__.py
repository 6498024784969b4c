"""Pools: opened, their editions and policies; their lists; what is new, what needs a decision.

questions, recordings    what may be asked and is recorded about pools, declared for every door
open_pool, adopt_edition a pool, its time zone, its editions
approval_policy          which recordings take two persons
pools, closed_lists      the pools of a ledger; the closed lists of a pool
overview                 what is new in all of them
pending_decisions        what the next list waits for, and what else needs a decision
receipts, words          receipts; rows of tables
"""
