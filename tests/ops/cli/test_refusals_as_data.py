"""A refusal as data: the wrong field, the value found, the value expected, the remedy."""

import json

import pytest

from ledger.register import identities
from tests.support.command import run

ADJUSTED = (
    "event",
    "record",
    "ratings-adjusted",
    "--pool",
    "fide-standard",
    "--by",
    "qc",
    "--player",
)
LINE = {"type": "tournament-cancelled", "payload": {"tournament": "T-9", "by": "qc"}}

CASES = {
    "another list than the next": (
        ("list", "close", "fide-standard", "2031-01"),
        ("wrong-period", "period", "2031-01", "2026-04", "ledger list close fide-standard 2026-04"),
    ),
    "a list that is not announced": (
        ("list", "close", "rubele-italiana", "--yes"),
        (
            "wrong-period",
            "period",
            "",
            "a list that is announced",
            "ledger list schedule rubele-italiana",
        ),
    ),
    "an id that is none": (
        ("actor", "grant", "Anna Rossi", "auditor", "--by", "council"),
        ("bad-event", "actor", "'Anna Rossi'", "an id: letters", ""),
    ),
    "an option of a decision": (
        (*ADJUSTED, identities.show(1), "--before", "many", "--after", "2000"),
        ("bad-event", "--before", "many", "whole numbers", ""),
    ),
    "a ledger that is there": (
        ("init",),
        ("not-a-ledger", "ledger", "", "an address without a ledger", ""),
    ),
}


def refused(*words) -> tuple[str, ...]:
    """Type a command and check for a single refusal; return the refusal as data."""
    ran = run(*words, "--format", "json")
    assert ran.code == 3, (ran.out, ran.err)
    (refusal,) = ran.document["refusals"]
    remedy = refusal.get("remedy") or {"words": ""}
    said = (refusal.get(name, "") for name in ("code", "field", "found", "expected"))
    return (*said, remedy["words"].strip("`"))


@pytest.mark.parametrize("case", CASES)
def test_a_refusal_names_field_found_expected_and_remedy(copy, case):
    words, expected = CASES[case]
    told = refused(*words, "--ledger", copy)
    assert all(part.startswith(begins) for part, begins in zip(told, expected, strict=True)), told
    assert told[:2] == expected[:2]


@pytest.mark.parametrize(
    ("line", "field", "found"),
    [
        (LINE | {"type": "unknown"}, "type", "unknown"),
        (LINE | {"colour": "red"}, "colour", ""),
        ({"type": LINE["type"]}, "payload", ""),
        (LINE | {"payload": {"tournament": "T-9", "by": 3}}, "by", "3"),
    ],
)
def test_a_line_of_a_file_names_its_field(copy, tmp_path, line, field, found):
    file = tmp_path / "decisions.jsonl"
    file.write_text(f"\n{json.dumps(line)}\n")
    told = run("event", "record-file", file, "--ledger", copy, "--format", "json").document[
        "refusals"
    ]
    assert [(each["line"], each["field"], each.get("found", "")) for each in told] == [
        (2, field, found)
    ]
