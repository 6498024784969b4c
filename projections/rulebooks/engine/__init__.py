"""Parts of every rulebook, without a formula of any regulation.

    rulebook, terms                       rules for making lists
    edition, columns, planning, choices   an edition: columns, their order, their cases
    numbers, side_files                   numbers of an edition
    loading, inheritance, numbering       editions read from files, over the text in BASED_ON
    admission                             games and tournaments that count
    sources                               files of an edition
    calendars, quarterly, months          days of lists
    external_lists, categories            ratings of other bodies; categories a rating reaches
    game, adjusting, rounding             formulas that several texts share
    pairing_systems                       words of announcements for systems of pairing

A formula of one regulation belongs in the regulation's own folder.
"""
