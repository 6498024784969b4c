"""One declaration of a question, and every door that is made of it.

    declare        a question is a struct: its fields are the inputs, its docstring is the help
    fields         inputs that many questions have, each with its meaning and its bounds
    inputs         questions of a pool, on a track, on a day
    catalogue      the modules that declare questions
    command_line   commands made of declarations
    addresses      addresses over HTTP made of declarations
    forms          forms of a page made of declarations, and what a form sends
    answer_types   the types of answers, imported when a door needs them

What the templates of a declaration name in braces stands there: an argument of the command, a part
of the address. Every other field is an option, a parameter of the query, a field of the form.
"""
