"""Use cases: they return values and print nothing.

What all share
composed                 a use case composes a request, which is previewed or recorded
previewed                what a preview showed is recorded exactly so, or refused
closed_list_words        closed lists that a recording leaves as they are, in words
refusals                 refusals that several share
typed_values, written_files    values typed as text; files written whole or not at all

Reports
look_ups                 who enters, looked up on lists of other bodies

Decisions
typed_decision           a decision from named values
decision_checks, rating_checks, award_checks    checks before recording
closed_list_effects      closed lists affected

Lists
proposing                                    recordings that take two persons
left_out                                     what an approved closing leaves out of its list
late_entries                                 initial ratings known after the closing of a list
"""
