"""What comes in: a file becomes facts, or a list of everything that is wrong with it.

trf         FIDE's report files                 persons     who is who
sheets      cross tables, Vega's files          carry_over  where histories begin
lists       rating lists of other bodies

What all reports share, and the import itself, stand beside these folders.
"""
