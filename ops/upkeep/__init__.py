"""The ledger as a whole: the clock, the work in the background.

questions, recordings    what may be asked and is recorded about it, declared for every door
correct_clock, receipts  the events of a wrong clock; their receipt
"""
