"""Facts: what happened, who said so, in which order. Append-only; knows no rating rule.

Each package rests only on those drawn above it, and on the loose modules of this folder.

    events        what can be recorded
    store         append, read, verify
    register      players and their numbers
    tournaments   a tournament folded from its events; the model of a report
    intake        files become events
    export        events become files
"""
