"""FIDE: standard chess, rapid and blitz.

    standard/       standard chess
    rapid_blitz/    the shared text of rapid and blitz
    rapid/, blitz/  the two rulebooks of this text
    games, time_controls, tournaments   admission, the same in both texts

A later edition of standard chess also amends rapid and blitz, unless it states STANDARD_ONLY.
"""
