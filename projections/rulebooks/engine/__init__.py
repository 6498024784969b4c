"""Parts of every rulebook, without a formula of any regulation.

rulebook, terms                       how lists are made up
columns, planning, choices            an edition: columns, their order, their cases
numbers, side_files                   its numbers
loading, inheritance, numbering       read from its files, over the text it is based on
admission                             what counts
sources                               the files an edition rests on
calendars, quarterly, months          days of lists
external_lists, categories            ratings of other bodies; categories a rating reaches
game, adjusting, rounding             formulas that several texts share
pairing_systems                       words of announcements for systems of pairing
"""
