"""Law: dated rulebooks, and what follows from replaying facts under them.

Writes nothing to the ledger; everything here can be dropped and rebuilt at any moment. Each floor
rests on those above it, never on one below.

    furthest        the last event recorded here: what an older copy of the ledger lacks
    rulebooks/      the texts: what is computed, from which numbers, by which article
    finding, lists  one finding, and the documents of sealed lists
    state/          everything recorded that lists rest on, and the law in force
    rating/         the columns that rate: one step, facts and ratings in, every column out
    known_ratings   which rating a pool knows of a player on a day, before a report is recorded
    holding/        what of categories is held, moved on by ratings, by decisions and by the law
    steps/          the steps a list is made of, and the standings between them
    corrections/    closed lists corrected: where a list rates a whole period, and where each
                    event is rated by itself
    replay/         list after list
    official/       what is kept of it, proved against every sealed list
    queries/        questions to what is kept
    recompute/      a step of a list computed once more, with all its columns
    explain/        why this rating
    tabellone       what was expected of every pair, and what everybody came to
    categories/     who holds what on a day, and on what that rests
    findings/       what does not count, or later, and why
    outlook/        how a player would stand on the next list
"""
