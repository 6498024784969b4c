"""Questions and recordings declared once for every door: command line, HTTP, pages.

    declare        a question is a struct: its fields are the inputs, its docstring is the help
    recordings     a recording likewise; it composes its request, and writes its receipt
    fields         inputs that many questions have, each with its meaning and its bounds
    uploads        inputs that are files
    inputs         questions of a pool, on a track, on a day
    catalogue      the modules with declarations
    reading        what is asked, from path and query, from a form, as typed
    forms          the controls of a form of a page, and what a form asks
    remedies       what settles a matter, as each door writes it
    outcomes       receipts, and what a recording came to
    documents      answers as JSON and CSV
    moves          what a preview moves, in words
    answer_types   the types of answers, imported when a door needs them

Commands are made of declarations in `ops.cli.declared`, addresses in `ops.http.declared`.

What the templates of a declaration name in braces stands there: an argument of the command, a part
of the address. Every other field is an option, a parameter of the query or, of a recording, a field
of the body, a field of the form.

The `Example:` of a declaration is a command that the sample season answers, and the request in the
example of its address.

A new question: a class in `ops/NOUN/questions.py`, the work beside it, a test in `tests/ops/NOUN`.
A new recording: a class in `recordings.py`, likewise; its event is in `ledger.events`. Then

    python -m ops.catalogue                             and the Italian of what is new
    python -m tests.support.sample_examples NOUN        the example of its address, with the answer
    python -m tests.support.address_table               the table of ops/guide/http.md
    python -m tests.oracles.same_answers write          the answers kept

An example that needs something recorded before has a line in `tests/support/example_requests.toml`.
"""
