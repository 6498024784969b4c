"""Bad requests to the service over a copy of the sample season, each with the refusal."""

import json
from dataclasses import dataclass, field
from typing import Any

from ops.sample import commands

CHESS, PLAYER, OTHER = "fide-standard", "fide:99000463", "fide:99000500"
JSON, BYTES = "application/json", "application/octet-stream"
LISTS, CLOSINGS = f"/v1/pools/{CHESS}/lists", f"/v1/pools/{CHESS}/closings"
RESULT = "/v1/tournaments/T-000003/corrections/result"
ENTRANT = "/v1/tournaments/T-000003/corrections/entrant"
DETAILS = "/v1/tournaments/T-000003/corrections/details"
REFUSE = "/v1/decisions/tournament-refused"
ADJUST = "/v1/decisions/ratings-adjusted"
RIGHT = {"game": "1:1", "white": "1", "black": "0", "by": "fsi"}
BONUS = {"pool": CHESS, "points": 5, "by": "fsi"}
ACT = {"article": "1"}
REFUSED = {"tournament": "T-000002", "by": "fsi", "article": "1.1"}
NEW = {"name": "Open", "start": "2026-05-01", "end": "2026-05-03"}
GAME = {
    "source": "league", "white": PLAYER, "black": OTHER, "white_result": "1", "black_result": "0",
    "played_on": "2026-05-02",
}  # fmt: skip


FESTIVAL = (commands.FOLDER / CHESS / "2025-09-07-festival-borgolieto.trf").read_bytes()


@dataclass(frozen=True)
class Bad:
    """A bad request, with the status and the code of the refusal."""

    path: str
    body: Any
    status: int
    code: str
    kind: str = JSON
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def content(self) -> bytes:
        """The body as sent."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def report(data: bytes, status: int, code: str, **parameters: Any) -> Bad:
    """A bad report, or bad parameters of a report."""
    return Bad("/v1/reports", data, status, code, BYTES, {"pool": CHESS, **parameters})


def lines(path: str, data: bytes, status: int, code: str, **parameters: Any) -> Bad:
    """A bad file of JSON Lines."""
    return Bad(path, data, status, code, "application/jsonl", parameters)


ONE_GAME = "/v1/tournaments/L-1/games"
GAMES = f"{ONE_GAME}/lines"
CARRY = f"/v1/pools/{CHESS}/carry-over"
THEIRS = "/v1/external-lists/fide/2026-09"
ON = {"on": "2025-09-01", "source": "x"}

BEFORE = [
    ("/v1/tournaments", {"tournament": "L-1", "pool": [CHESS], "set": NEW}),
    ("/v1/tournaments/L-1/games", GAME),
    ("/v1/pools/rubele-italiana/lists/future/schedule",
     {"issue_day": "2027-12-05", "cut_off": "2027-12-01"}),
]  # fmt: skip
"""What is recorded before."""

BAD: dict[str, Bad] = {
    # the form of a body
    "no JSON": Bad(CLOSINGS, b"{period", 400, "not-json"),
    "an empty body": Bad("/v1/tournaments/L-1/games", b"", 400, "body-missing"),
    "a body of spaces": Bad(CLOSINGS, b"  ", 400, "not-json"),
    "a list as a body": Bad(CLOSINGS, [], 400, "value-does-not-fit"),
    "null as a body": Bad(CLOSINGS, None, 400, "value-does-not-fit"),
    "a body where none is taken": Bad(
        "/v1/proposals/1/approval", {"approved_by": "m3"}, 400, "value-does-not-fit"
    ),
    "a float": Bad(f"/v1/players/{PLAYER}/bonuses", BONUS | {"points": 5.5}, 400, "not-json"),
    "a float that is whole": Bad(
        f"/v1/players/{PLAYER}/bonuses", BONUS | {"points": 5.0}, 400, "not-json"
    ),
    "NaN": Bad(CLOSINGS, b'{"through": NaN}', 400, "not-json"),
    "a number beyond all limits": Bad(CLOSINGS, {"through": 1 << 60}, 400, "not-json"),
    "a key twice": Bad(CLOSINGS, b'{"period": "2026-04", "period": "2026-04"}', 400, "not-json"),
    "deep nesting": Bad(CLOSINGS, b'{"period":' + b"[" * 100 + b"]" * 100 + b"}", 400, "not-json"),
    "very deep nesting": Bad(CLOSINGS, b"[" * 100_000, 400, "not-json"),
    "bytes that are no UTF-8": Bad(CLOSINGS, b'{"period": "\xff"}', 400, "not-json"),
    "a byte order mark": Bad(CLOSINGS, b"\xef\xbb\xbf{}", 400, "not-json"),
    "a lone surrogate": Bad(CLOSINGS, b'{"period": "\\ud800"}', 400, "not-json"),
    "a NUL": Bad(DETAILS, {"set": {"place": "a\0"}, "by": "fsi"}, 400, "not-json"),
    "text not in NFC": Bad(
        DETAILS, '{"set": {"place": "Citta\u0300"}, "by": "fsi"}'.encode(), 400, "not-json"
    ),
    "an unknown field": Bad(CLOSINGS, {"periods": "2026-04"}, 400, "value-does-not-fit"),
    "a missing field": Bad(RESULT, {"game": "1:1"}, 400, "value-does-not-fit"),
    "a wrong type": Bad(CLOSINGS, {"period": 202604}, 400, "value-does-not-fit"),
    "a number as text": Bad(CLOSINGS, {"through": "12"}, 400, "value-does-not-fit"),
    "a truth as text": Bad(
        "/v1/pools", {"pool": "x", "first_period": "1", "adopt": "yes"}, 400, "value-does-not-fit"
    ),
    "a negative position": Bad(CLOSINGS, {"through": -1}, 400, "value-does-not-fit"),
    "a text beyond all limits": Bad(CLOSINGS, {"period": "x" * 201}, 400, "value-does-not-fit"),
    "a day that does not exist": Bad(
        f"{LISTS}/2026-03/publication", {"on": "2026-02-30"}, 400, "value-does-not-fit"
    ),
    "a day written in another way": Bad(
        f"{LISTS}/2026-03/publication", {"on": "01/03/2026"}, 400, "value-does-not-fit"
    ),
    "a form in place of JSON": Bad(
        CLOSINGS, b"period=2026-04", 415, "media-type-wrong", "application/x-www-form-urlencoded"
    ),
    "no media type": Bad(CLOSINGS, {"period": "2026-04"}, 415, "media-type-wrong", ""),
    "text in place of a file": Bad("/v1/reports", b"012 x", 415, "media-type-wrong", "text/html"),
    "a form without its file": Bad(
        "/v1/reports",
        b"--x\r\n\r\n--x--\r\n",
        400,
        "not-understood",
        "multipart/form-data; boundary=x",
    ),
    "a form without a boundary": Bad(
        "/v1/reports", b"x", 400, "not-understood", "multipart/form-data"
    ),
    "a body beyond all limits": report(b"x" * (21 << 20), 413, "limit-exceeded"),
    "a file beyond its limit": report(b"x" * (17 << 20), 413, "limit-exceeded"),
    # parameters
    "an unknown parameter": report(b"012 x", 400, "unknown-parameter", pools=CHESS),
    "a parameter twice": report(b"012 x", 400, "parameter-repeated", of=["T-1", "T-2"]),
    "a parameter of another type": report(b"012 x", 400, "value-does-not-fit", part="first"),
    "a word that is not known": report(b"012 x", 400, "value-does-not-fit", form="pdf"),
    "a fact without a value": report(b"012 x", 422, "not-key-and-value", set="received_on"),
    "rounds in words": report(b"012 x", 422, "rounds-wrong", rounds="all"),
    "a name nobody can see": report(b"012 x", 400, "file-name-wrong", file_name="a\u202eb.trf"),
    # reports
    "an empty report": report(b"", 422, "report-refused"),
    "a report without players": report(b"012 Open\n", 422, "report-refused"),
    "a report that is a picture": report(b"\x89PNG\r\n\x1a\n" + bytes(100), 422, "report-refused"),
    "a report for an unknown pool": report(b"012 x", 422, "report-refused", pool="nowhere"),
    "a report of an unknown tournament": report(b"012 x", 422, "unknown-tournament", of="T-999999"),
    "a replacement of an unknown report": report(
        b"012 x", 422, "report-refused", replaces="T-999999"
    ),
    # unknown things
    "an unknown pool": Bad("/v1/pools/nowhere/closings", {}, 404, "unknown-pool"),
    "an unknown list": Bad(f"{LISTS}/1999-01/publication", {}, 404, "not-covered"),
    "an unknown tournament": Bad("/v1/tournaments/T-999999/sheets", {}, 404, "unknown-tournament"),
    "an unknown player": Bad(
        "/v1/players/fide:1/changes", {"on": "2026-01-01", "name": "A"}, 404, "unknown-player"
    ),
    "an unknown game": Bad(RESULT, RIGHT | {"game": "9:99"}, 422, "unknown-game"),
    "an unknown entrant": Bad(
        ENTRANT, {"start_number": 99, "player": PLAYER, "by": "fsi"}, 422, "unknown-entrant"
    ),
    "an unknown detail": Bad(DETAILS, {"set": {"nonsense": 1}, "by": "fsi"}, 422, "bad-event"),
    "an unknown edition": Bad(
        f"/v1/pools/{CHESS}/editions", {"edition": "1999-01-01"}, 422, "outside-rulebook"
    ),
    "an unknown rulebook": Bad(
        "/v1/pools", {"pool": "x", "first_period": "1"}, 422, "outside-rulebook"
    ),
    "an unknown zone": Bad(
        "/v1/pools",
        {"pool": "fide-blitz", "first_period": "2026-10", "zone": "Mars/Base"},
        422,
        "unknown-zone",
    ),
    "an unknown bonus": Bad(
        f"/v1/players/{OTHER}/bonuses/1/withdrawal",
        {"pool": CHESS, "by": "fsi"},
        422,
        "no-such-bonus",
        parameters=ACT,
    ),
    "an unknown decision": Bad("/v1/decisions/pool-opened", {}, 404, "no-such-address"),
    "an unknown address": Bad("/v1/close", {}, 404, "no-such-address"),
    # contradictions
    "results that contradict": Bad(
        RESULT, RIGHT | {"white": "1", "black": "1"}, 422, "results-contradict"
    ),
    "a result nobody knows": Bad(RESULT, RIGHT | {"white": "7"}, 422, "results-contradict"),
    "closed too early": Bad("/v1/pools/rubele-italiana/closings", {}, 422, "too-early"),
    "closed out of order": Bad(CLOSINGS, {"period": "2030-01"}, 422, "wrong-period"),
    "closed with other inputs": Bad(
        CLOSINGS, {"period": "2026-03", "through": 1}, 422, "period-already-closed"
    ),
    "closed through an event to come": Bad(
        CLOSINGS, {"through": 10_000}, 422, "number-out-of-range"
    ),
    "published before its day": Bad(
        f"{LISTS}/2026-03/publication", {"on": "1999-01-01"}, 422, "days-contradict"
    ),
    "published tomorrow": Bad(
        f"{LISTS}/2026-03/publication", {"on": "2999-01-01"}, 422, "day-to-come"
    ),
    "a bonus of no points": Bad(
        f"/v1/players/{OTHER}/bonuses", BONUS | {"points": 0}, 422, "points-needed", parameters=ACT
    ),
    "a body with an impossible id": Bad(
        f"/v1/players/{OTHER}/bonuses", BONUS | {"by": "Città"}, 422, "bad-event", parameters=ACT
    ),
    "a bonus without an article": Bad(f"/v1/players/{OTHER}/bonuses", BONUS, 422, "article-needed"),
    "a decision of a day to come": Bad(
        f"/v1/players/{OTHER}/bonuses",
        BONUS,
        422,
        "day-to-come",
        parameters=ACT | {"decided_on": "2999-01-01"},
    ),
    "a reason of too many characters": Bad(
        f"/v1/players/{OTHER}/bonuses",
        BONUS,
        400,
        "value-does-not-fit",
        parameters=ACT | {"reason": 4_001 * "x"},
    ),
    "a reason for a key": Bad(
        "/v1/keys", {"actor": "club-12"}, 400, "unknown-parameter", parameters={"reason": "x"}
    ),
    "another rating than before": Bad(
        ADJUST,
        {"pool": CHESS, "player": [PLAYER], "before": [1], "after": [2], "by": "fsi"},
        422,
        "rating-differs",
    ),
    "columns of different lengths": Bad(
        ADJUST,
        {"pool": CHESS, "player": [PLAYER], "before": [1, 2], "after": [2], "by": "fsi"},
        422,
        "bad-event",
    ),
    "a refused tournament that is unknown": Bad(
        REFUSE, {"tournament": "T-999999", "by": "fsi"}, 422, "unknown-tournament"
    ),
    "a game outside its tournament": Bad(
        "/v1/tournaments/T-000003/games", GAME, 422, "report-exists"
    ),
    "an announcement without its days": Bad(
        "/v1/tournaments", {"pool": [CHESS], "set": {"name": "Open"}}, 422, "detail-missing"
    ),
    "an announcement that ends before it starts": Bad(
        "/v1/tournaments",
        {"pool": [CHESS], "set": NEW | {"end": "2026-04-01"}},
        422,
        "days-contradict",
    ),
    "invisible characters": Bad(
        "/v1/tournaments",
        {"pool": [CHESS], "set": NEW | {"name": "Op\u202een"}},
        422,
        "bad-event",
    ),
    "a change without a detail": Bad(
        f"/v1/players/{PLAYER}/changes", {"on": "2026-01-01"}, 422, "option-needed"
    ),
    "a year nobody was born": Bad(
        f"/v1/players/{PLAYER}/corrections",
        {"birth_year": 99, "by": "fsi"},
        422,
        "number-out-of-range",
    ),
    "a number of somebody else": Bad(
        f"/v1/players/{PLAYER}/corrections", {"number": OTHER, "by": "fsi"}, 422, "number-taken"
    ),
    "an edition before its first day": Bad(
        f"/v1/pools/{CHESS}/editions",
        {"edition": "2025-10-01", "in_force_from": "2020-01-01"},
        422,
        "edition-too-early",
    ),
    "a clock that was right": Bad("/v1/clock/corrections", {}, 422, "clock-was-right"),
    "an instant without its zone": Bad(
        "/v1/clock/corrections",
        {"first": 1, "last": 2, "true_until": "2026-01-01T00:00"},
        422,
        "zone-needed",
    ),
    "a game of a day to come": Bad(
        ONE_GAME, GAME | {"played_on": "2999-01-01"}, 422, "day-to-come"
    ),
    "a game before the tournament": Bad(
        ONE_GAME, GAME | {"played_on": "2026-04-01"}, 422, "day-outside-tournament"
    ),
    "a game recorded already": Bad(
        ONE_GAME, GAME | {"white_result": "0", "black_result": "1"}, 422, "game-recorded-already"
    ),
    "a game against oneself": Bad(ONE_GAME, GAME | {"black": PLAYER}, 422, "bad-event"),
    "a game of an unknown player": Bad(ONE_GAME, GAME | {"black": "fide:1"}, 422, "unknown-player"),
    "a sheet of a month without games": Bad(
        "/v1/tournaments/L-1/sheets", {"month": "2026-06"}, 422, "no-games"
    ),
    "the report of a tournament again": report(FESTIVAL, 422, "already-reported"),
    "the same report in its place": report(
        FESTIVAL, 422, "already-reported", replaces="T-000003", pool=[]
    ),
    # files
    "decisions that are no JSON": lines("/v1/decisions", b"x\n", 422, "bad-event"),
    "a file of no decisions": lines("/v1/decisions", b"\n\n", 422, "bad-event"),
    "a decision approved by its recorder": lines(
        "/v1/decisions",
        json.dumps(
            {"type": "tournament-refused", "payload": REFUSED, "approved_by": "Office"}
        ).encode(),
        422,
        "bad-event",
    ),
    "a decision of an unknown type": lines(
        "/v1/decisions", b'{"type": "x", "payload": {}}', 422, "bad-event"
    ),
    "games that are no JSON": lines(GAMES, b"x\n", 422, "bad-event", source="league"),
    "games without their source": lines(GAMES, b"{}", 400, "value-missing"),
    "a carry-over after lists": Bad(
        CARRY, b"number,name,rating\n1,A,2000\n", 422, "carry-over-refused", BYTES, ON
    ),
    "a carry-over without its day": Bad(
        CARRY, b"number,name,rating\n", 400, "value-missing", BYTES, {"source": "x"}
    ),
    "an empty list": Bad(THEIRS, b"", 422, "list-refused", BYTES, {"list_date": "2026-09-01"}),
    "a list of a day to come": Bad(
        THEIRS, b"number,name,rating\n", 422, "day-to-come", BYTES, {"list_date": "2999-09-01"}
    ),
    "a list in a broken archive": Bad(
        THEIRS, b"PK\x03\x04broken", 422, "list-refused", BYTES, {"list_date": "2026-09-01"}
    ),
}
