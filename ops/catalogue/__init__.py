"""The catalogue of sentences: every sentence of the program with its Italian, kept up to date.

    python -m ops.catalogue        adds new sentences without Italian, and drops gone ones

updating       it.po made anew of the sentences found
found          a sentence found in the code, a template, a rulebook
of_doors       names and texts of fields at every door
of_pages       the sentences of the templates of pages
of_rulebooks   the sentences of the rulebooks

It reads the whole program, and nothing of the program rests on it.
"""
