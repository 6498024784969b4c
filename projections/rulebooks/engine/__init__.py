"""Parts of every rulebook, without a formula of any regulation.

    rulebook, terms, correction_terms     rules for making lists, and corrections of closed lists
    edition, columns                      an edition: columns, their order, their cases
    numbers                               numbers of an edition
    whole                                 no fraction and no digit is cut off
    loading, inheritance                  editions read from files, over the text in BASED_ON
    admission                             games and tournaments that count
    sources                               files of an edition
    calendars, months                     days of lists
    external_lists, categories            ratings of other bodies; categories a rating reaches
    game, rounding                        formulas that several texts share

A formula of one regulation belongs in the regulation's own folder.
"""
