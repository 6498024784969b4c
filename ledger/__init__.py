"""Facts: recorded events, their authors and their order. Append-only; no rating rule here.

Each package rests only on those drawn above it, and on the loose modules of this folder.

    events        the types of events
    store         append, read, verify
    register      players and their numbers
    actors        who records, and in which role
    appeals       an appeal folded from its events; the rules for appeals
    tournaments   a tournament folded from its events; the model of a report
    intake        files become events
    export        events become files
"""
