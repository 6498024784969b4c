"""Ratings with which a pool begins, carried over from before the ledger."""
