"""Rating lists: their days, closing, printing again, publication; what is due and waits for what.

questions, recordings    what may be asked and is recorded about lists, declared for every door
next_list, next_closing  the period, the days and the due instant of the next list
list_days                issue day and cut-off announced, day of publication
close_period, reprint_list, sealing    a list closed, printed again; the request that seals it
closing_checklist, closings_due        the conditions of the next list; its state in each pool
closing_policy           whether the service closes lists
record_deviation         a closed list that corrected code computes otherwise
receipts, words          receipts; rows of tables
"""
