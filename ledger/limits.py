"""Limits on all input, in a single place; a document lists them."""

from typing import Final

BODY_BYTES: Final = 1 << 20
"""Bytes in one event body."""

REQUEST_BYTES: Final = 8 << 20
"""Bytes of all event bodies in one request."""

QUESTION_BYTES: Final = 256 << 10
"""Bytes of a question in the body of an HTTP request: a thousand players and days."""

RECORDING_BYTES: Final = 2 << 20
"""Bytes of a recording as JSON in the body of an HTTP request: an event, spelt with spaces."""

REQUEST_EVENTS: Final = 10_000
"""Events in one request."""

DOCUMENT_BYTES: Final = 256 << 20
"""Bytes of one stored document (a list of ten million rows is about 240 MB)."""

REASON_CHARACTERS: Final = 4_000
"""Characters of the reason stated for what is recorded."""

ATTACHMENTS: Final = 10
"""Files attached to one request."""

ATTACHMENT_BYTES: Final = 10 << 20
"""Bytes of one attached file."""

EVENT_PLAYERS: Final = 10_000
"""Rows of players in one columnar event; larger carry-overs come as parts."""

EVENT_GAMES: Final = 50_000
"""Games in one report event."""

TOURNAMENT_EVENTS: Final = 2_500
"""Events of one tournament: its reports, their corrections, the decisions about them."""

ID_CHARACTERS: Final = 200
"""Characters of an id, a key or a stream name."""

SEARCH_CHARACTERS: Final = 200
"""Characters of a text that is searched for."""

SHOWN_CHARACTERS: Final = 200
"""Characters of a value found that a refusal repeats."""

MESSAGE_CHARACTERS: Final = 4_000
"""Characters of the message of one refusal."""

PARAMETERS: Final = 1_000
"""Parameters of one question."""

JSON_DEPTH: Final = 16
"""Nesting of a JSON document."""

INTEGER: Final = (1 << 53) - 1
"""Largest magnitude of an integer in a document (RFC 8785 keeps IEEE 754 readers exact)."""

CLOCK_BEHIND_US: Final = 5 * 60 * 1_000_000
"""How far the clock may stand behind the last event before appends are refused."""

CLOCK_DIFFERENCE_US: Final = 5 * 60 * 1_000_000
"""How far the clock may be from the database server's, or jump while a program runs."""

CLOCK_LIMIT_DAYS: Final = 62
"""How many days the clock may be ahead of the last event, where a ledger sets nothing else."""

CLOCK_LIMIT_MOST_DAYS: Final = 36_500
"""The most that a ledger may set: a hundred years."""

REPORT_PARTS: Final = 999
"""Parts in which a report may come."""

SLIP_BYTES: Final = 8 << 20
"""Bytes of what an import slip says was wrong with a file."""

FILE_NAME_CHARACTERS: Final = 255
"""Characters of a file's name on an import slip."""

PROPOSAL_BYTES: Final = 32 << 20
"""Bytes of the inputs of a proposal, files among them as Base64."""

OPEN_PROPOSALS: Final = 1_000
"""Proposals of a ledger that may wait for an approval at a time."""

PROPOSAL_DAYS: Final = 14
"""Days until a proposal expires."""

PAGE_EVENTS: Final = 200
"""Events of a page of a trail, or of the register of decisions: each list among them is computed
again."""
