"""A ledger's lines with any single fault are refused with the line, and no ledger is
made.

Quick, one byte in 193 is changed in two ways; with LEDGER_TEST_FULL=1 every byte.
"""

import io
import json
import re
from hashlib import sha256
from itertools import pairwise

import pytest

from ledger.errors import NotALedger
from ledger.export import jsonl
from ledger.export.restoring import check, restore
from ledger.store.ledger import Ledger
from tests.support import varied_ledger
from tests.support.counts import FULL
from tests.support.dumps import written
from tests.support.store_facts import SetClock

STEP = 1 if FULL else 193


@pytest.fixture(scope="module")
def lines(tmp_path_factory) -> list[bytes]:
    """The sample as lines."""
    path = tmp_path_factory.mktemp("lines") / "sample.db"
    with Ledger.create(str(path), "example.org", "UTC", SetClock()) as made:
        varied_ledger.fill(made)
        found = written(made).splitlines(keepends=True)
    assert len(found) > 60
    return found


def refused(lines: list[bytes]) -> int:
    """The line at which the file is refused."""
    with pytest.raises(jsonl.BadDump, match=r"^line \d+: .*nothing was restored$") as bad:
        check(io.BytesIO(b"".join(lines)))
    assert 1 <= bad.value.line <= len(lines) + 1
    return bad.value.line


def test_what_was_written_is_accepted(lines):
    """The control."""
    end = check(io.BytesIO(b"".join(lines)))
    assert sum(end.lines.values()) == len(lines) - 1
    assert end.sha256 == sha256(b"".join(lines[:-1])).hexdigest()


def test_every_line_left_out_is_missed(lines):
    """Line by line; never before the place."""
    for at in range(len(lines)):
        assert refused(lines[:at] + lines[at + 1 :]) > at


def test_every_line_that_stands_twice_is_found(lines):
    """In the repeating line."""
    for at in range(len(lines)):
        assert refused(lines[: at + 1] + lines[at:]) == at + 2


def test_every_pair_of_neighbours_exchanged_is_found(lines):
    """Of equal or different kinds."""
    for at, (one, two) in enumerate(pairwise(lines)):
        assert refused([*lines[:at], two, one, *lines[at + 2 :]]) > at


def test_every_line_moved_to_the_end_or_the_beginning_is_found(lines):
    """Far from the place."""
    for at in range(1, len(lines) - 1):
        rest = lines[:at] + lines[at + 1 :]
        assert refused([lines[at], *rest]) == 1
        assert refused([*rest, lines[at]])


def test_every_end_that_is_missing_is_noticed(lines):
    """After each line, and within each line; quick, of every third."""
    for at in range(0, len(lines), 1 if FULL else 3):
        line = lines[at]
        assert refused(lines[:at]) == at + 1
        assert refused([*lines[:at], line[:-1]]) == at + 1
        assert refused([*lines[:at], line[: len(line) // 2]]) == at + 1


def test_every_changed_byte_is_found(lines):
    """A bit, or another letter; never before the line."""
    count = 0
    for at, line in enumerate(lines):
        for index in range(at % STEP, len(line), STEP):
            for other in (line[index] ^ (1 << index % 8), ord("0") + (line[index] == ord("0"))):
                if other != line[index]:
                    wrong = line[:index] + bytes([other]) + line[index + 1 :]
                    assert refused([*lines[:at], wrong, *lines[at + 1 :]]) > at
                    count += 1
    assert count > (20_000 if FULL else 200)


def forged(lines: list[bytes], at: int, **said: object) -> list[bytes]:
    """Return the lines with another value in a line, and a fitting end."""
    document = json.loads(lines[at]) | said
    line = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return ended([*lines[:at], line.encode() + b"\n", *lines[at + 1 : -1]])


def ended(lines: list[bytes]) -> list[bytes]:
    """Return lines with a fitting end."""
    counts: dict[str, int] = {}
    for line in lines:
        kind = json.loads(line)["line"]
        counts[kind] = counts.get(kind, 0) + 1
    digest = sha256(b"".join(lines)).hexdigest()
    return [*lines, jsonl.write(jsonl.End(lines=counts, sha256=digest))]


FORGERIES = [
    ("ledger", {"format": 2}),
    ("ledger", {"origin": "other.org"}),
    ("ledger", {"next_position": 22}),
    ("ledger", {"chain_hash": "0" * 64}),
    ("ledger", {"recorded_at": 1}),
    ("ledger", {"persons": False}),
    ("request", {"key": "other"}),
    ("request", {"fingerprint": "0" * 64}),
    ("request", {"fingerprint": "x"}),
    ("request", {"first_position": 1}),
    ("request", {"last_position": 1}),
    ("event", {"position": 1}),
    ("event", {"position": -1}),
    ("event", {"recorded_at": -1}),
    ("event", {"recorded_at": 1 << 70}),
    ("event", {"stream_version": 1}),
    ("event", {"body": {}}),
    ("event", {"body": {"type": "unknown.v1"}}),
    ("reported-name", {"entrant": 9}),
    ("reported-name", {"position": 1}),
    ("reported-name", {"salt": "AAAA"}),
    ("note", {"text": "other"}),
    ("note", {"position": 1}),
    ("document", {"digest": "0" * 64}),
    ("document", {"kind": "list"}),
    ("document", {"kind": "film"}),
    ("document", {"size": 1}),
    ("document", {"size": 0}),
    ("chunk", {"data": "AAAA"}),
    ("subject", {"player": 3}),
    ("subject", {"body": "AAAA"}),
    ("number", {"player": 3}),
    ("number", {"number": "3"}),
    ("number", {"scheme": "fia"}),
    ("slip", {"number": 7}),
    ("slip", {"more": 1}),
]


HELD = ("ledger", "request", "event", "document", "chunk", "subject", "number")
"""Kinds of lines of which none may be missing alone; of subjects that have numbers."""


@pytest.mark.parametrize(("kind", "said"), FORGERIES, ids=str)
def test_a_forgery_whose_end_fits_is_found_by_what_the_lines_say(lines, kind, said):
    """The last line alone protects from nobody able to count."""
    at = next(at for at, line in enumerate(lines) if json.loads(line)["line"] == kind)
    assert refused(forged(lines, at, **said)) > at


@pytest.mark.parametrize(
    ("kind", "said", "text"),
    [
        ("event", {"position": 1}, "event 0: found nothing, then event 1, expected events without"),
        ("event", {"position": -1}, "Expected `int` >= 0 - at `$.position`"),
        ("event", {"stream_version": 1}, "event 0: found stream version 1, expected 0"),
        ("event", {"recorded_at": 1 << 70}, "Expected `int` <= 9223372036854775807"),
        ("request", {"key": "other"}, "by its key, its fingerprint and the order of its events"),
        ("request", {"fingerprint": "0\n"}, "Expected `str` matching regex"),
        ("request", {"first_position": 1}, "found first position 1, expected 0"),
        ("ledger", {"origin": "x.org"}, "head: found origin x.org, expected example.org by the"),
    ],
)
def test_a_forgery_is_refused_in_the_words_of_the_verification(lines, kind, said, text):
    """Place, found, expected."""
    at = next(at for at, line in enumerate(lines) if json.loads(line)["line"] == kind)
    with pytest.raises(jsonl.BadDump, match=re.escape(text)):
        check(io.BytesIO(b"".join(forged(lines, at, **said))))


def test_lines_left_out_with_an_end_that_fits_are_found(lines):
    """Requests, events, documents; words may be gone with their numbers, as after an
    erasure.

    Keys of clients too, which no event holds.
    """
    for at, line in enumerate(lines[:-1]):
        shorter = ended(lines[:at] + lines[at + 1 : -1])
        if json.loads(line)["line"] in HELD and b'"key":"client:' not in line:
            assert refused(shorter)
        else:
            check(io.BytesIO(b"".join(shorter)))


def of_player(line: bytes, player: int) -> bool:
    """Return whether a line holds words or a number of a player."""
    said = json.loads(line)
    return said["line"] in ("subject", "number") and said["player"] == player


def test_numbers_exchanged_between_players_are_refused_at_the_end(lines):
    """Each stands once and the end fits; only the words of the players say otherwise."""
    one, two = [at for at, line in enumerate(lines) if json.loads(line)["line"] == "number"][:2]
    players = [json.loads(lines[at])["player"] for at in (one, two)]
    assert players[0] != players[1]
    exchanged = forged(forged(lines, one, player=players[1]), two, player=players[0])
    assert refused(exchanged) == len(exchanged)


def test_a_player_erased_with_his_numbers_is_not_missed(lines):
    """Words and all numbers of the player, or of everybody."""
    for players in ((1,), (2,), (1, 2, 571)):
        rest = [x for x in lines[:-1] if not any(of_player(x, player) for player in players)]
        assert len(rest) < len(lines) - 1
        check(io.BytesIO(b"".join(ended(rest))))


def test_a_line_too_long_is_not_read(lines, monkeypatch):
    """A line on the limit is read."""
    longest = max(map(len, lines))
    monkeypatch.setattr(jsonl, "LINE_BYTES", longest)
    check(io.BytesIO(b"".join(lines)))
    monkeypatch.setattr(jsonl, "LINE_BYTES", longest - 1)
    with pytest.raises(jsonl.BadDump, match="longer than"):
        check(io.BytesIO(b"".join(lines)))


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"\xff\n", b"null\n", b"[" * 99_999 + b"\n"])
def test_what_is_no_ledger_is_refused_in_its_first_line(data):
    with pytest.raises(jsonl.BadDump, match=r"^line 1: "):
        check(io.BytesIO(data))


@pytest.mark.parametrize("place", ["sqlite", "postgresql"])
def test_nothing_is_made_of_a_file_with_a_fault(lines, place, tmp_path, request):
    """Cut off, something else at the end, a forgery: no ledger; then the whole file fits."""
    sqlite = place == "sqlite"
    address = str(tmp_path / "x.db") if sqlite else request.getfixturevalue("postgres_database")
    for wrong in (lines[:-1], lines[:9], [*lines[:-1], b"x\n"], forged(lines, 3, position=9)):
        with pytest.raises(jsonl.BadDump):
            restore(address, io.BytesIO(b"".join(wrong)))
        with pytest.raises(NotALedger):
            Ledger.open(address)
    restore(address, io.BytesIO(b"".join(lines)))
    Ledger.open(address).close()


@pytest.mark.parametrize("place", ["sqlite", "postgresql"])
def test_what_a_table_does_not_take_is_a_fault_of_the_file(lines, place, tmp_path, request):
    """An outcome nobody knows, a number larger than any column: refused with a line."""
    sqlite = place == "sqlite"
    address = str(tmp_path / "x.db") if sqlite else request.getfixturevalue("postgres_database")
    at = len(lines) - 2
    for said in ({"outcome": "perhaps"}, {"instant": 1 << 70}):
        with pytest.raises(jsonl.BadDump):
            restore(address, io.BytesIO(b"".join(forged(lines, at, **said))))
        with pytest.raises(NotALedger):
            Ledger.open(address)
