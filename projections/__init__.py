"""Law: dated rulebooks, and what follows from replaying facts under them.

Writes nothing to the ledger; everything here can be dropped and rebuilt at any moment. Each floor
rests on those above it; the modules of a family begin with the name that stands here.

    rulebooks/              the texts: what is computed, from which numbers, by which article
    reports, story          one tournament as recorded, and as corrected (`corrections`)
    facts, pool_facts       everything recorded that lists rest on
    rating, steps           the columns that rate, and the steps a list is made of
    closed_lists, chains    closed lists corrected: where a list rates a whole period, and where
                            each event is rated by itself (`recounting`)
    replay                  list after list
    keeping, official       what is kept of it, proved against every sealed list
    answers, asking_…       questions to what is kept
    again, again_…          a step of a list computed once more, with all its columns
    explain, …_findings     why this rating; what does not count, or later (`findings`)
    categories/, outlook    who holds what; how a player would stand on the next list
    tabellone               what was expected of every pair, and what everybody came to
"""
