"""Expected access of each role to each address: the tables of the test of access.

A declared question has the readers of what it shows; another address has its row in `ASKS` or
`RECORDS`. A new parameter has its values in `EXISTS` and
`ABSENT`; a body without an example stands in `BODIES`.
"""

from hashlib import sha256
from typing import Any, Final

from ops.http.declared import declared_addresses
from tests.support.callers import ACTOR_NAME
from tests.support.private_facts import (
    CHESS,
    DRAUGHTS,
    OFFICE,
    OFFICE_FILE,
    REPORTING_DEATH,
    RULING,
    SUSPENDING,
    UNPUBLISHED,
    WAITING,
)

PUBLIC: Final[set[str]] = set()
READERS = {"rating-officer", "auditor", "committee", "administrator"}
OFFICER, COMMITTEE, ADMINISTRATOR = {"rating-officer"}, {"committee"}, {"administrator"}
REPORTERS, DECIDERS = OFFICER | {"submitter"}, OFFICER | COMMITTEE

HERE, ANY, ALL = CHESS, "any", "all"
"""Where the role is needed: in the pool asked about, in any pool, or for all pools."""

SHOWN: Final = {
    "list": (PUBLIC, HERE),
    "pending-decision": (READERS, HERE),
    "report-file": (READERS, ANY),
    "own-import-slip": (READERS | {"submitter"}, ANY),
    "outlook": (READERS, HERE),
    "event": (READERS, ANY),
    "appeal": (PUBLIC, HERE),
    "own-appeal-file": (READERS | {"submitter", "player"}, ANY),
    "own-proposal": (READERS | {"submitter"}, ANY),
    "event-body": (READERS - OFFICER, ALL),
    "attachment": (READERS, ANY),
    "actor": (ADMINISTRATOR, ANY),
    "key": (ADMINISTRATOR, ALL),
}
"""Who may ask a declared question, by what it shows."""

ASKS: Final = {
    **{at.name: SHOWN[at.shows] for at in declared_addresses() if at.shows in SHOWN},
    **dict.fromkeys(("list-pools", "list-closed-lists", "list-category-holders"), (PUBLIC, HERE)),
    **dict.fromkeys(("show-rating", "show-history", "explain-rating"), (PUBLIC, HERE)),
    **dict.fromkeys(("list-player-categories", "list-articles-on-day"), (PUBLIC, HERE)),
    **dict.fromkeys(("search-players", "show-player", "list-rulebooks"), (PUBLIC, HERE)),
    **dict.fromkeys(("show-rulebook", "show-article", "show-article-on-day"), (PUBLIC, HERE)),
    **dict.fromkeys(("list-games", "query-ratings"), (PUBLIC, HERE)),
    **dict.fromkeys(("list-event-types", "show-event-schema"), (PUBLIC, HERE)),
    "write-rules-coverage": (PUBLIC, HERE),
    **dict.fromkeys(("show-outlook", "list-closings"), (READERS, HERE)),
    **dict.fromkeys(("list-duplicate-players", "list-duplicate-tournaments"), (READERS, ALL)),
    "try-draft": (READERS, ALL),
    "list-events": (READERS, ANY),
    **dict.fromkeys(("show-event", "write-events"), (READERS - OFFICER, ALL)),
    **dict.fromkeys(("list-background-runs", "write-attachment"), (READERS, ANY)),
}
"""Who may ask at an address."""

RECORDS: Final = {
    **dict.fromkeys(
        ("import-report", "announce-tournament", "add-game", "add-games"), (REPORTERS, HERE)
    ),
    "complete-sheet": (REPORTERS, HERE),
    **dict.fromkeys(
        ("close-list", "publish-list", "reprint-list", "schedule-list"), (OFFICER, HERE)
    ),
    **dict.fromkeys(("record-deviation", "carry-over"), (OFFICER, HERE)),
    **dict.fromkeys(("correct-result", "correct-entrant", "correct-details"), (DECIDERS, HERE)),
    **dict.fromkeys(("annul-report", "reinstate-report"), (DECIDERS, HERE)),
    **dict.fromkeys(("correct-player", "change-player"), (OFFICER, ANY)),
    **dict.fromkeys(("merge-player", "separate-player"), (DECIDERS, ANY)),
    **dict.fromkeys(("suspend-player", "reinstate-player"), (DECIDERS, ANY)),
    **dict.fromkeys(("record-death", "withdraw-death"), (DECIDERS, ANY)),
    **dict.fromkeys(("record-external-list", "decide-external-list-completed"), (OFFICER, ANY)),
    "take-details": (OFFICER, ANY),
    "accept-ratings": (DECIDERS, HERE),
    **dict.fromkeys(("grant-bonus", "withdraw-bonus"), (DECIDERS, HERE)),
    **dict.fromkeys(("decide-tournament-refused", "decide-tournament-cancelled"), (DECIDERS, HERE)),
    **dict.fromkeys(("decide-tournament-reinstated", "decide-game-excluded"), (DECIDERS, HERE)),
    **dict.fromkeys(("decide-game-admitted", "decide-exemption-granted"), (DECIDERS, HERE)),
    "decide-report-compared": (DECIDERS, HERE),
    **dict.fromkeys(("decide-ratings-adjusted", "decide-ratings-annulled"), (DECIDERS, HERE)),
    **dict.fromkeys(("decide-entry-capital-decided", "decide-category-awarded"), (DECIDERS, HERE)),
    **dict.fromkeys(("decide-category-withdrawn", "decide-adjustment-withdrawn"), (DECIDERS, HERE)),
    "decide-rules-compared": (DECIDERS | ADMINISTRATOR, ANY),
    "decide-body-named": (DECIDERS | ADMINISTRATOR, ANY),
    "decide-parameter-set": (DECIDERS | ADMINISTRATOR, HERE),
    "decide-publication-policy-set": (DECIDERS | ADMINISTRATOR, HERE),
    "decide-from-file": (DECIDERS | ADMINISTRATOR, ANY),
    **dict.fromkeys(("open-pool", "correct-clock"), (ADMINISTRATOR, ALL)),
    "correct-zone": (ADMINISTRATOR, HERE),
    "set-closing-policy": (DECIDERS | ADMINISTRATOR, HERE),
    "set-appeal-rules": (COMMITTEE | ADMINISTRATOR, HERE),
    "file-appeal": (COMMITTEE | {"submitter", "player"}, HERE),
    **dict.fromkeys(("admit-appeal", "recuse-member", "suspend-effect"), (COMMITTEE, HERE)),
    "answer-appeal": (DECIDERS | {"submitter", "player"}, HERE),
    "decide-appeal": (COMMITTEE, HERE),
    "notify-appeal": (DECIDERS, HERE),
    "set-approval-policy": (COMMITTEE | ADMINISTRATOR, HERE),
    "approve-proposal": (DECIDERS | ADMINISTRATOR, ANY),
    "withdraw-proposal": (DECIDERS | ADMINISTRATOR | {"submitter"}, ANY),
    **dict.fromkeys(("add-actor", "grant-role", "withdraw-role"), (ADMINISTRATOR, HERE)),
    **dict.fromkeys(("disable-actor", "create-key", "revoke-key"), (ADMINISTRATOR, ALL)),
    "adopt-edition": (OFFICER | ADMINISTRATOR, HERE),
}
"""Who may record at an address."""

FILES: Final = {"compare-external-list": b"number,name,rating\n99000463,A,2431\n"}
"""Files that are asked about; others are not read for it."""

QUERIES: Final = {
    "list-closings": f"?pool={CHESS}",
    "show-supposed-list": "?number=k_standard%3D30",
    "search-players": "?search=Ros",
    "show-calculation": f"?rulebook={CHESS}",
    "divide-into-groups": "?turns=5&entrants=30",
    "show-cross-table-before-play": "?players=fide:99000463&players=fide:99000500",
    "write-events": "?first=3&last=4",
    "carry-over": "?on=2026-02-01&source=x",
    "record-external-list": "?list_date=2026-02-01",
    "take-details": "?on=2026-02-01",
    "try-draft": "?number=k_standard%3D30",
    "accept-ratings": "?by=body",
    "import-report": f"?pool={CHESS}",
    "add-games": "?source=league",
    "grant-bonus": "?article=1",
    "withdraw-bonus": "?article=1",
    "decide-game-admitted": "?article=1",
    "decide-exemption-granted": "?article=1",
}
_DECIDED = {"by": "fsi"}
_TOURNAMENT = {"tournament": WAITING, **_DECIDED}
BODIES: Final[dict[str, Any]] = {
    "query-ratings": {"ratings": [{"pool": CHESS, "player": "fide:99000463"}]},
    "calculate": {"rulebook": CHESS},
    "decide-tournament-cancelled": _TOURNAMENT,
    "decide-game-admitted": {**_TOURNAMENT, "report": 7, "game": 0},
    "decide-report-compared": {**_TOURNAMENT, "file": "f" * 64, "event": "another"},
    "decide-external-list-completed": {
        "body": "fide", "list": "x", "player": ["fide:99000463"], "values": {},
    },
    "decide-category-withdrawn": {
        "pool": CHESS, "player": ["fide:99000463"], "on": "2026-01-10", "category": "x", **_DECIDED,
    },
    "decide-adjustment-withdrawn": {
        "pool": CHESS, "player": ["fide:99000463"], "withdraws": 1, "before": [2400], **_DECIDED,
    },
    "withdraw-bonus": {"pool": CHESS, **_DECIDED},
    "correct-zone": {"zone": "Europe/Rome"},
    "record-deviation": {"cause": "x"},
    "create-key": {"actor": "club-12"},
    "correct-clock": {"first": 1_000_000},
}  # fmt: skip
"""Bodies of addresses without an example."""

EXISTS: Final = {
    "pool": CHESS,
    "player": "fide:99000463",
    "period": "2026-01",
    "other": "2026-02",
    "tournament": WAITING,
    "subject": WAITING,
    "slip": "1",
    "proposal": "1",
    "position": "7",
    "rulebook": CHESS,
    "article": "8.3.3",
    "issuer": "fide",
    "list": "2025-11",
    "granted": "40",
    "actor": "club-12",
    "key": "000000000000",
    "type": "period-closed.v1",
    "digest": sha256(RULING).hexdigest(),
    "appeal": "A-000001",
}
ABSENT: Final = {
    "pool": "no-pool",
    "player": "fide:1",
    "period": "1999-01",
    "other": "1999-01",
    "tournament": "T-999999",
    "subject": "T-999999",
    "slip": "999999",
    "proposal": "999999",
    "position": "999999",
    "rulebook": "none",
    "article": "99.99",
    "issuer": "nobody",
    "list": "1999-01",
    "actor": "nobody",
    "type": "nothing.v1",
    "digest": 64 * "0",
    "appeal": "A-999999",
}
PRIVATE: Final = {
    "period": UNPUBLISHED[CHESS],
    "other": UNPUBLISHED[CHESS],
    "slip": "22",
    "appeal": "A-000001",
}
"""An unpublished list; the import slip and the appeal of somebody else."""

OF_DRAUGHTS: Final = {
    "list-category-holders",
    "list-player-categories",
    "list-promotions",
    "list-penalties",
}
"""Questions that the pool of chess has no answer to."""
IN_DRAUGHTS: Final = {"pool": DRAUGHTS, "period": "2025-12-05", "player": "fid:X02060"}

STATUS: Final = dict.fromkeys(
    ("show-external-list", "show-player-on-external-list", "show-actor"), 404
)
"""Status about what exists, but where it is 200: the sample has no list of another body."""
STATUS_OF_ABSENT: Final = {"list-external-lists": 200, "show-rulebook": 422, "try-draft": 422}
"""Status about what does not exist, but where it is 404."""

PERSONAL: Final = {
    "1975/05/17": READERS,
    "1975-05-17": READERS,
    "Segretini": READERS,
    "Celatelli": READERS,
    OFFICE_FILE: READERS,
    OFFICE: READERS,
    "Peccatucci": READERS,
    SUSPENDING: READERS,
    REPORTING_DEATH: READERS,
    ACTOR_NAME: ADMINISTRATOR,
}
"""Personal data in the ledger, and the roles that may see it."""
