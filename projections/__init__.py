"""Law: dated rulebooks, and the results of replaying facts under the rulebooks.

Writes nothing to the ledger; everything here can be dropped and rebuilt at any moment. Each part
imports the parts above it, never a part below.

    rulebooks/      the texts: what is computed, from which numbers, by which article
    finding         one finding
    calculation     a calculation as asked, in typed numbers
    list_document   the document of a sealed list
    state/          everything recorded that lists rest on, and the law in force
    categories/     categories of players: reached by ratings, kept by the law, awarded
    rating/         the steps of a list: inputs in, every column of the calculation out
    corrections/    corrections of closed lists: whole periods, or chains of events
    replay/         list after list
    official/       results of the replay, kept and proved against every sealed list
    tracks/         tracks computed beside the official one, in memory alone
    queries/        lists, histories, explanations, findings: typed answers
"""
