"""Decisions as lines of JSON."""

import json

from ledger import columns
from ledger.register import identities
from ops.doors.uploads import Upload
from ops.events.recordings import DecideFromFile

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"


def player(ledger, number="fide:99000463"):
    """A player's register number as a column."""
    return columns.write([identities.find(ledger.read, number)], columns.PLAYER)


def adjusted(ledger, **changed):
    """A decision about a player of the sample."""
    said = {"pool": CHESS, "player": player(ledger), "before": "2439", "after": "2430"}
    return {"type": "ratings-adjusted.v1", "payload": said | {"by": "body"} | changed}


def file(*decisions):
    """Write lines as somebody would."""
    return b"".join(json.dumps(decision).encode() + b"\n" for decision in decisions)


def record_lines(house, data):
    """Record the decisions of a file."""
    return DecideFromFile(file=Upload("decisions.jsonl", data)).record(house)
