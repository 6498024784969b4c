"""Whether the program still makes the same lists: worlds drawn from a seed, and their
digests.

    world.py        a folder of files: the lines of a world and its reports, from nothing but a seed
    chess.py        worlds of FIDE's three pools
    draughts.py     worlds of Elo-Rubele, both disciplines
    uisp.py         worlds of Elo UISP
    trf.py          the same worlds with their reports as TRF files
    worlds.py       the world of a seed
    driving/        lines to calls of the program: the only folder here that knows its names
    outcome.py      the lists of a world in a plain form of their own, and their digest
    lists.txt       the digests: of each world, and of its lists
    running.py      many worlds, one after the other
    comparing.py    the rows of this program beside those of another checkout

Nothing but `driving` imports the program: names, packages, stored formats may all change, and the
worlds stay the same bytes. `python -m tests.oracles.same_lists --help` says what can be asked.
"""
