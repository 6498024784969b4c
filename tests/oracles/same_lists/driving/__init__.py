"""Lines of a world to calls of the program, and sealed lists back to plain rows.

The only folder here that knows names of the program: whoever renames them follows here.

    drive      a world, line after line, in a new ledger
    recorder   what is recorded of it, and what waits
    facts      what a line says, as a fact of the program
    sealed     sealed lists as plain rows
    law        the seasons of the program, and its law with one number changed
"""
