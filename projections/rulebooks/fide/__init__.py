"""FIDE: standard chess, rapid and blitz.

    standard/       standard chess
    rapid_blitz/    rapid and blitz, two rulebooks with one text
    admission, time_controls   what counts, the same in both texts

A later edition of standard chess also amends rapid and blitz, unless it states STANDARD_ONLY.
"""
