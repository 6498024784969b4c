"""The ledger as a whole: the clock, the work in the background.

recordings   what is recorded about it, declared once for every door
"""
