"""Ratings annulled by hand: one decision over many players, or parts of a longer
decision as lines.
"""

import json

import pytest

from ledger.register import identities
from ledger.store.ledger import Ledger
from ops.events.record_decisions import LinesRefused
from ops.house import House
from tests.support.command import done, run
from tests.support.decision_lines import record_lines
from tests.support.event_samples import players

CHESS = "fide-standard"


@pytest.fixture
def listed(copy):
    """Register numbers of the first players on the last chess list of the sample."""
    words = ["list", "show", CHESS, "--limit", "3", "--format", "json", "--ledger", copy]
    return [identities.parse(row["player"]) for row in run(*words).document["rows"]]


def recorded(copy, *numbers, **options):
    said = {
        "pool": CHESS,
        "player": ",".join(map(identities.show, numbers)),
        "by": "fide",
    } | options
    words = [word for name, value in said.items() for word in (f"--{name}", value)]
    return run("event", "record", "ratings-annulled", *words, "--ledger", copy)


def test_annulled_by_hand_they_are_off_the_next_list_and_it_verifies(copy, listed):
    """A single command for all; repeated, the command records nothing more."""
    assert "recorded ratings-annulled" in recorded(copy, *listed).out
    assert "already recorded" in recorded(copy, *listed).out
    done("list", "close", CHESS, "--yes", "--ledger", copy)
    rows = run(
        "list", "show", CHESS, "--limit", "0", "--format", "json", "--ledger", copy
    ).document["rows"]
    assert not {identities.show(each) for each in listed} & {row["player"] for row in rows}
    assert "exit" in done("player", "explain", CHESS, identities.show(listed[0]), "--ledger", copy)
    done("verify", "--ledger", copy)


def test_what_is_not_there_cannot_be_annulled(copy, listed):
    """Nobody's rating, and a rating taken off the next list by another decision."""
    last = len(listed) + 100_000
    assert "holds no such player" in recorded(copy, last).err
    assert "there is no pool" in recorded(copy, *listed, pool="nowhere").err
    assert recorded(copy, listed[0]).code == 0
    assert "another decision waits" in recorded(copy, *listed).err


def test_a_long_decision_comes_as_lines_and_names_nobody_twice(copy, listed):
    """Parts in a single request; a player in two parts refuses the whole."""
    one, two, three = sorted(listed)

    def lines(*parts):
        said = [{"pool": CHESS, "player": players(*part), "by": "fide"} for part in parts]
        rows = [json.dumps({"type": "ratings-annulled.v1", "payload": each}) for each in said]
        return "\n".join(rows).encode()

    with Ledger.open(str(copy)) as ledger:
        with pytest.raises(LinesRefused, match="line 1 decides the same already"):
            record_lines(House(ledger), lines([one, two], [two, three]))
        receipt = record_lines(House(ledger), lines([one, two], [three])).receipt
        assert receipt.last_position - receipt.first_position == 1
