"""The ledger as a whole: the clock, verification, copies, the work in the background.

questions, recordings    what may be asked and is recorded about it, declared for every door
correct_clock, receipts  the events of a wrong clock; their receipt
back_up                  copies
verify_ledger, eras      verification, of the whole or part by part
on_spark                 eras of many ledgers, on several machines
background, scheduled_backup      the same by itself
background_runs, background_work  what is kept of the last runs; the answer about them
health, service_state    checks and numbers of the service
"""
