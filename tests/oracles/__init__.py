"""Slow, exact calculations that know nothing of the code under test.

Nothing here imports `ledger`, `projections` or numpy; numbers are whole numbers and fractions.
`world` describes a small federation, `random_worlds` draws one from a seed, `fide_standard` and
`elo_rubele` replay it list after list. `fide_editions` is the FIDE law since 2014 in three pools;
`fide_booking`, `fide_careers` and `fide_replay` follow it through the careers that `random_careers`
draws of `career_people`, and `career_cases` counts which hard cases they hold.
"""
