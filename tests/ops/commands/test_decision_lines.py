"""Decisions from a file: all faults at once, or all decisions in a single request, once."""

import re
import shutil
from dataclasses import replace

import pytest

from ledger import limits
from ledger.errors import KeyReused, LimitExceeded
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ops.events import record_decisions
from ops.events.record_decisions import LinesRefused
from ops.house import House
from tests.support.decision_lines import DRAUGHTS, adjusted, file, player, record_lines


@pytest.fixture
def opened(sample, tmp_path):
    """The sample season in a writable ledger."""
    with Ledger.open(str(shutil.copy(sample, tmp_path / "copy.ledger"))) as ledger:
        yield ledger


def entered(ledger, **changed):
    """Return a decision about a player without a game of draughts."""
    said = {"pool": DRAUGHTS, "player": player(ledger), "rating": "2000"}
    return {"type": "entry-capital-decided", "payload": said | {"by": "ctf"} | changed}


def test_the_decisions_of_a_file_are_one_request(opened):
    """In order, in their streams, with the circumstances."""
    first = adjusted(opened) | {"valid_on": "2026-03-01"}
    data = file(first, entered(opened))
    receipt = record_lines(House(opened, by="office-1"), data).receipt
    assert receipt.last_position == receipt.first_position + 1
    one, two = opened.read.events(receipt.first_position)
    assert (one.type, two.type) == ("ratings-adjusted.v1", "entry-capital-decided.v1")
    body = one.decoded()
    assert (body.recorded_by, body.approved_by, one.valid_on) == ("office-1", None, "2026-03-01")
    assert list(integrity.faults(opened.engine)) == []


@pytest.mark.parametrize("approver", ["office-1", "office-2"])
def test_a_line_states_no_approval(opened, approver):
    """Of the recorder or of somebody else. The line is named; nothing of the file is recorded."""
    stated = adjusted(opened) | {"approved_by": approver}
    words = f"line 2: approved_by '{approver}': an approval comes only from "
    with pytest.raises(LinesRefused, match=re.escape(words)):
        record_lines(House(opened, by="office-1"), file(entered(opened), stated))


def test_the_same_file_again_gets_the_first_receipt(opened):
    """Whatever was recorded meanwhile; for another actor the key belongs to another request."""
    data = file(adjusted(opened))
    first = record_lines(House(opened), data).receipt
    again = record_lines(House(opened), data).receipt
    assert again.replayed
    assert again.first_position == first.first_position
    with pytest.raises(KeyReused):
        record_lines(House(opened, by="other"), data)


def test_the_same_file_after_its_opposite_is_said_anew(opened):
    """The decision was reversed since; without the reversal the file is a repetition."""
    payload = {"tournament": "T-000001", "by": "body"}
    refuse, reinstate = (
        file({"type": f"tournament-{kind}", "payload": payload})
        for kind in ("refused", "reinstated")
    )
    first, back, again = (
        record_lines(House(opened), each).receipt for each in (refuse, reinstate, refuse)
    )
    assert first.first_position < back.first_position < again.first_position
    assert record_lines(House(opened), refuse).receipt == replace(again, replayed=True)


def test_all_that_is_wrong_is_told_at_once_and_nothing_is_recorded(opened):
    """Line by line; empty lines count."""
    before = opened.read.head()
    wrong = [
        b"not JSON\n",
        b"\n",
        file(adjusted(opened, before="2000")),
        file(adjusted(opened)),
        file({"type": "period-closed.v1", "payload": {}}),
        file({"type": "unknown", "payload": {}}),
        file(adjusted(opened, pool="nowhere")),
        file(adjusted(opened, after="many")),
        file(adjusted(opened) | {"more": 1}),
        file(adjusted(opened)),
        file({"type": "ratings-adjusted.v1"}),
        b'{"type":"a","type":"b","payload":{}}\n',
    ]
    with pytest.raises(LinesRefused) as refused:
        record_lines(House(opened), b"".join(wrong))
    told = {line: str(problem) for line, problem in refused.value.problems}
    assert list(told) == [1, 3, 5, 6, 7, 8, 9, 10, 11, 12]
    assert "not canonical JSON" in told[1]
    assert "the present rating is 2439, not 2000" in told[3]
    assert "only decisions are recorded from a file" in told[5]
    assert "there is no pool 'nowhere'" in told[7]
    assert "already" in told[10]
    assert "line 10: " in str(refused.value)
    assert opened.read.head() == before


@pytest.mark.parametrize("data", [b"", b"\n\n"])
def test_a_file_without_decisions_is_refused(opened, data):
    """The request would be empty."""
    with pytest.raises(LinesRefused, match="no decision"):
        record_lines(House(opened), data)


def test_a_file_has_a_limit(opened, monkeypatch):
    """On the limit, the lines are read; above the limit, nothing is."""
    monkeypatch.setattr(record_decisions, "MOST_BYTES", 10)
    with pytest.raises(LinesRefused):
        record_lines(House(opened), b"x" * 10)
    with pytest.raises(LimitExceeded):
        record_lines(House(opened), b"x" * 11)
    assert limits.REQUEST_BYTES > 10


def test_the_second_of_two_decisions_about_a_player_names_the_first(opened):
    """Both would start from the present rating."""
    with pytest.raises(LinesRefused, match=r"line 2: .*line 1 decides the same already"):
        record_lines(House(opened), file(adjusted(opened), adjusted(opened, after="2431")))
