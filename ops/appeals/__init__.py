"""Appeals: what is asked and recorded about them, the work, and the words.

Declared once for every door
questions     the register, and the file of an appeal
recordings    the filing and each step of an appeal, and the rules of a pool
corrections   what a decision corrects, as further commands
rows          rows of the answers

The work
register      the public register; the file of an appeal
rules, setting_rules    who decides, who may appeal, until when; set by the pool
sides         the contested act, and who answers for it
filing        an appeal, received after the notice of what it contests
notice        this notice: day and source
steps         examination, recusals, suspensions, notice of the decision
answering     the statement of the other side
deciding      the decision, with the corrections it causes
caused        the events of these corrections
read_corrections    the file of these corrections
conflicts     who takes no part

What is said
receipts      receipts of recordings, the same for every door
words         rows of tables, and what an event says
"""
