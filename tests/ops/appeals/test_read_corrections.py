"""A wrong file of corrections is refused with the place and the correct form."""

import json

import pytest

from ledger.errors import BadEvent
from ops.appeals.corrections import ListReprint
from ops.appeals.read_corrections import read_corrections
from ops.tournaments.corrections import ReportAnnulment

ANNUL = {"command": "tournament annul", "tournament": "T-000001"}
FLAT = {"command": "event record", "type": "ratings-adjusted", "pool": "fide-standard"}


def refused(tmp_path, data: bytes) -> BadEvent:
    file = tmp_path / "decision.json"
    file.write_bytes(data)
    with pytest.raises(BadEvent) as error:
        read_corrections(file)
    return error.value


def test_a_list_of_commands_is_read_with_or_without_a_mark_of_utf_8(tmp_path):
    file = tmp_path / "decision.json"
    document = json.dumps([ANNUL, {"command": "list reprint", "period": "2026-01"}]).encode()
    for data in (document, b"\xef\xbb\xbf" + document):
        file.write_bytes(data)
        assert read_corrections(file) == (
            ReportAnnulment(tournament="T-000001"),
            ListReprint(period="2026-01"),
        )


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "line 1, column 1 is no JSON"),
        (b'[\n {"command": oops}\n]', "line 2, column 14 is no JSON"),
        (b"[\xff]", "byte 2 is not UTF-8"),
        (b"[" * 100_000, "too many lists within lists"),
        (json.dumps(ANNUL).encode(), "expected a list of corrections"),
        (b"null", "expected a list of corrections"),
        (b"[]", "the list is empty: leave it out"),
    ],
)
def test_what_is_no_list_is_refused_with_the_place(tmp_path, data, says):
    assert str(refused(tmp_path, data)).startswith(f"decision.json: {says}")


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ("annul", "corrections", " is no object"),
        ({}, "command", " lacks its command: write one of tournament correct result,"),
        ({"command": "annul"}, "command", " has the unknown command 'annul': write one of"),
        ({"command": 3}, "command", " has the unknown command '3'"),
        (
            {"command": "tournament annul"},
            "tournament",
            ", tournament annul: it lacks tournament: add it",
        ),
        (ANNUL | {"tournament": 5}, "tournament", ", tournament annul: tournament: found 5, exp"),
        (
            ANNUL | {"repot": 5},
            "repot",
            ", tournament annul: it has no field repot: correct the name,"
            " or leave it out; it has tournament, report",
        ),
        (
            FLAT,
            "pool",
            ", event record: it has no field pool: correct the name, or leave it out; it "
            "has type, fields",
        ),
        (ANNUL | {"report": "#5"}, "report", ", tournament annul: report: found '#5', expected a "),
    ],
)
def test_a_correction_is_refused_with_its_number_its_command_and_the_field(
    tmp_path, given, field, says
):
    error = refused(tmp_path, json.dumps([ANNUL, given]).encode())
    assert str(error).startswith(f"decision.json: correction 2{says}")
    assert [refusal.field for refusal in error.refusals()] == [field]
