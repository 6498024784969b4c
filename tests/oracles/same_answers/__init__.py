"""Whether the program still gives the same answers: to every question, as each role.

    ledgers.py     the ledgers that are asked, in groups: seasons, changed samples, drawn worlds
    questions.py   what a ledger is asked: every address, at several moments, on both tracks
    asking.py      the service in this process, asked as each role; examples recorded and previewed
    answered.py    an answer as the text that is compared: what is left out of it
    digests.py     what is kept of answers, and what differs from it
    answers.txt    what is kept: for each group and address a digest of all answers
    running.py     many groups; their answers beside those of another checkout

`same_lists` holds the rows of official lists, for a thousand worlds; this holds all other answers,
for few. `python -m tests.oracles.same_answers --help` says what can be asked.
"""
