"""Law: dated rulebooks, and what follows from replaying facts under them.

Writes nothing to the ledger; everything here can be dropped and rebuilt at any moment. Each part
imports the parts above it, never a part below.

    rulebooks/      the texts: what is computed, from which numbers, by which article
    finding         one finding
    list_document   the document of a sealed list
    state/          everything recorded that lists rest on, and the law in force
    categories/     categories of players: reached by ratings, kept by the law, awarded
    rating/         the columns that rate: one step, facts and ratings in, every column out
    steps/          the steps a list is made of, and the standings between them
    corrections/    corrections of closed lists: whole periods, or chains of events
    replay/         list after list
    official/       results of the replay, kept and proved against every sealed list
    queries/        lists and histories: typed answers from the results kept
    recompute/      a step of a list computed once more, with all its columns
    explain/        why this rating, this category, this result of an event
    findings/       what does not count, or later, and why
    outlook/        the provisional rating on the next list
"""
