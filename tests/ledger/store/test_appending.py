"""The append contract: order, keys, versions, instants, limits; the same on both databases."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from ledger import limits
from ledger.clock import ClockBehind, utc_day
from ledger.errors import (
    AlreadyTaken,
    BadEvent,
    KeyReused,
    LimitExceeded,
    StreamMoved,
    Unavailable,
)
from ledger.events.pool import PoolOpened
from ledger.events.tournament import TournamentRegistered
from ledger.store import drivers, integrity
from ledger.store.ledger import Ledger
from ledger.store.preparing import prepare
from ledger.store.requests import (
    NO_STREAM,
    Document,
    NewEvent,
    Receipt,
    SealedList,
    Subject,
    event_id,
)
from tests.support.counts import FULL
from tests.support.store_facts import START, event, request

SECOND = 1_000_000


def test_events_get_positions_without_gaps_and_versions_in_their_streams(ledger):
    """Positions count all events, versions the events of a stream; both from 0."""
    ledger.append(request("a", event("1"), event("1", pool="uisp"), event("2")))
    ledger.append(request("b", event("2", pool="uisp")))
    found = [(each.position, each.stream, each.stream_version) for each in ledger.read.events()]
    assert found == [
        (0, "ledger", 0),
        (1, "pool-fide-standard", 0),
        (2, "pool-uisp", 0),
        (3, "pool-fide-standard", 1),
        (4, "pool-uisp", 1),
    ]
    assert ledger.read.stream_version("pool-uisp") == 1
    assert ledger.read.stream_version("pool-other") == NO_STREAM
    assert list(integrity.faults(ledger.engine)) == []


@pytest.mark.parametrize(
    ("approver", "recorder"), [("local", "local"), ("actor:7", "actor:7"), ("Anna", "anna")]
)
def test_nobody_approves_what_they_record(ledger, approver, recorder):
    """The store refuses self-approval, from any command that composed the request."""
    own = request("a", event("1"), event("2", approved_by=approver), recorded_by=recorder)
    with pytest.raises(BadEvent, match=f"approved_by {approver!r} is who records it"):
        ledger.append(own)
    assert ledger.read.head().next_position == 1


@pytest.mark.parametrize(
    "name", ["Open\x1b[2J", "Open\nsealed (#5)", "Open \u202egnitar", "Op\u200ben", "Open\x7f"]
)
def test_a_label_with_a_character_that_nobody_sees_is_refused(clock, name):
    """Names of tournaments, sources, articles: every label is shown whole later."""
    day = date(2026, 2, 1)
    fact = TournamentRegistered(tournament="T-1", name=name, pools=("p",), start=day, end=day)
    with pytest.raises(BadEvent, match=r"payload\.name: .* the invisible character U\+"):
        prepare(request("a", NewEvent(fact)), clock)
    words = Subject(1, b"s", f'{{"name":"{name}"}}'.encode())
    with pytest.raises(BadEvent, match="the invisible character"):
        prepare(request("a", subjects=(words,)), clock)


def test_a_receipt_says_where_the_events_stand(ledger):
    """First and last position, and a shared instant."""
    receipt = ledger.append(request("a", event("1"), event("2"), event("3")))
    assert receipt == Receipt("a", 1, 3, START + 1, replayed=False)
    recorded = list(ledger.read.events(1, 3))
    assert {each.recorded_at for each in recorded} == {receipt.recorded_at}
    ids = [
        event_id("a", request("a", event("1"), event("2"), event("3")).print(), i) for i in range(3)
    ]
    assert [each.event_id for each in recorded] == ids


def test_what_stands_around_the_fact_is_recorded_with_it(ledger):
    around: dict[str, Any] = {
        "valid_on": date(2026, 1, 15),
        "approved_by": "b",
        "causation": "0" * 32,
        "supersedes": "1" * 32,
    }
    ledger.append(request("a", event("1", **around), recorded_by="actor:7"))
    body = next(iter(ledger.read.events(1))).decoded()
    assert body.recorded_by == "actor:7"
    assert {name: getattr(body, name) for name in around} == around


def test_a_fact_holds_from_its_own_day_or_from_that_of_its_recording(ledger, clock):
    """Said in the request, else in the fact, else today in UTC."""
    opened = PoolOpened(pool="p", rulebook="r", zone="UTC", first_period="1")
    said = date(2020, 2, 2)
    ledger.append(request("a", NewEvent(opened, valid_on=said), event("1"), NewEvent(opened)))
    days = [each.valid_on for each in ledger.read.events(1)]
    assert days == ["2020-02-02", "2026-02-01", utc_day(clock.now).isoformat()]


class TestKeys:
    """A key stands for the same request for ever."""

    def test_the_same_request_again_gets_the_first_receipt(self, ledger, clock):
        """Nothing is stored twice, and the receipt is marked as repeated."""
        first = ledger.append(request("a", event("1"), event("2")))
        ledger.append(request("b"))
        clock.now += 7 * 24 * 3600 * SECOND
        again = ledger.append(request("a", event("1"), event("2")))
        assert again == replace(first, replayed=True)
        assert ledger.read.head().next_position == 4

    @pytest.mark.parametrize(
        "other",
        [
            request("a", event("2")),
            request("a", event("1"), event("2")),
            request("a", event("1", pool="uisp")),
            request("a", event("1"), recorded_by="somebody-else"),
            request("a", event("1", approved_by="b")),
            request("a", event("1", valid_on=date(2026, 1, 1))),
            request("a", event("1", causation="0" * 32)),
            request("a", event("1", supersedes="0" * 32)),
            request("a", event("1"), fingerprint=bytes(32)),
        ],
        ids=lambda other: f"{len(other.events)}-{other.recorded_by}-{other.fingerprint.hex()[:4]}",
    )
    def test_another_request_under_the_same_key_is_refused(self, ledger, other):
        """Events, order, recorder and subjects: every difference counts."""
        first = ledger.append(request("a", event("1")))
        with pytest.raises(KeyReused, match="'a'"):
            ledger.append(other)
        assert ledger.append(request("a", event("1"))) == replace(first, replayed=True)
        assert ledger.read.head().next_position == 2

    def test_with_a_fingerprint_of_its_own_a_request_may_be_composed_anew(self, ledger):
        """Intake makes key and fingerprint of file and options, with any events to follow."""
        first = ledger.append(request("a", event("1"), fingerprint=b"f" * 32))
        again = ledger.append(request("a", event("2"), fingerprint=b"f" * 32))
        assert again == replace(first, replayed=True)

    def test_a_repetition_is_answered_before_versions_are_looked_at(self, ledger):
        """The stream has moved by the request itself."""
        closing = request("a", event("1"), expected={"pool-fide-standard": NO_STREAM})
        first = ledger.append(closing)
        assert ledger.append(closing) == replace(first, replayed=True)

    def test_repetitions_within_one_batch_are_answered_alike(self, ledger):
        """The first is stored, the second replayed, another body refused: in the same commit."""
        first, again, other = ledger.append_many(
            [request("a", event("1")), request("a", event("1")), request("a", event("2"))]
        )
        assert isinstance(first, Receipt)
        assert again == replace(first, replayed=True)
        assert isinstance(other, KeyReused)
        assert ledger.read.head().next_position == 2

    def test_keys_are_told_apart_byte_by_byte(self, ledger):
        """Upper and lower case, blanks: other keys, other events."""
        keys = ["key", "KEY", "Key", " key", "key ", "k%y", "k_y", "'", '"', "\\", "key:1/2?#&"]
        receipts = [ledger.append(request(key, event())) for key in keys]
        assert [receipt.first_position for receipt in receipts] == list(range(1, len(keys) + 1))
        assert [ledger.append(request(key, event())).first_position for key in keys] == [
            receipt.first_position for receipt in receipts
        ]

    @pytest.mark.parametrize("key", ["", "a\nb", "a\0b", "é", "a\tb", "\x7f", "\ud800"])
    def test_a_key_is_printable_ascii(self, ledger, key):
        """Texts that a database could store otherwise are no keys."""
        with pytest.raises(BadEvent, match="key"):
            ledger.append(request(key, event()))

    @pytest.mark.parametrize("fingerprint", [b"f", b"f" * 31, b"f" * 33])
    def test_a_fingerprint_is_a_sha256(self, ledger, fingerprint):
        """32 bytes or none."""
        with pytest.raises(BadEvent, match="fingerprint"):
            ledger.append(request("a", fingerprint=fingerprint))


class TestVersions:
    """A decision about a stream names the version known."""

    def test_the_version_the_stream_stands_at_is_taken(self, ledger):
        """From NO_STREAM on, version after version."""
        for number in range(3):
            expected = {"pool-fide-standard": number - 1}
            ledger.append(request(f"k{number}", event(f"{number}"), expected=expected))
        assert ledger.read.stream_version("pool-fide-standard") == 2

    @pytest.mark.parametrize("expected", [NO_STREAM, 0, 2, 99, -2])
    def test_any_other_version_is_refused_with_the_real_one(self, ledger, expected):
        """The refusal names the stream, the expected and the present version."""
        ledger.append(request("a", event("1"), event("2")))
        with pytest.raises(StreamMoved) as refused:
            ledger.append(request("b", expected={"pool-fide-standard": expected}))
        said = refused.value
        assert (said.stream, said.expected, said.actual) == ("pool-fide-standard", expected, 1)
        assert ledger.read.head().next_position == 3

    def test_a_stream_that_is_not_written_to_can_be_expected_too(self, ledger):
        """A decision may rest on several streams."""
        ledger.append(request("a", event("1")))
        both = {"pool-fide-standard": 0, "pool-uisp": NO_STREAM}
        ledger.append(request("b", event("1", pool="uisp"), expected=both))
        with pytest.raises(StreamMoved, match="pool-uisp"):
            ledger.append(request("c", event("3"), expected=both))

    def test_within_one_batch_each_request_sees_those_before_it(self, ledger):
        """Of two requests for the same version the first wins."""
        expected = {"pool-fide-standard": NO_STREAM}
        first, second, third = ledger.append_many(
            [
                request("a", expected=expected),
                request("b", expected=expected),
                request("c", expected={"pool-fide-standard": 0}),
            ]
        )
        assert isinstance(first, Receipt)
        assert isinstance(second, StreamMoved)
        assert second.actual == 0
        assert isinstance(third, Receipt)


class TestBatches:
    """Requests of a batch share a commit, and nothing else."""

    def test_a_refused_request_does_not_hold_up_the_others(self, ledger):
        """Each is answered for itself, in the order asked; the positions close up."""
        ledger.append(request("used"))
        asked = [
            request("a"),
            request("bad", event("a b")),
            request("used", event("other")),
            request("moved", expected={"ledger": 7}),
            request("empty", event()),
            replace(request("none"), events=()),
            request("b"),
        ]
        answers = ledger.append_many(asked)
        assert [type(answer) for answer in answers] == [
            Receipt,
            BadEvent,
            KeyReused,
            StreamMoved,
            Receipt,
            BadEvent,
            Receipt,
        ]
        stored = [answer for answer in answers if isinstance(answer, Receipt)]
        assert [receipt.first_position for receipt in stored] == [2, 3, 4]
        assert list(integrity.faults(ledger.engine)) == []

    def test_nothing_asked_is_nothing_answered(self, ledger):
        """An empty batch is no error and does not move the head."""
        before = ledger.read.head()
        assert ledger.append_many([]) == []
        assert [type(outcome) for outcome in ledger.append_many([request("a", event("a b"))])] == [
            BadEvent
        ]
        assert ledger.read.head() == before

    def test_large_batches_are_stored_whole(self, ledger):
        """A thousand requests of three streams, known and unknown keys: a single commit, no gap."""
        ledger.append_many([request(f"k{number}") for number in range(0, 1_000, 10)])
        pools = ("a", "b", "c")
        asked = [request(f"n{i}", event(f"{i}", pool=pools[i % 3])) for i in range(1_000)]
        asked += [request(f"k{number}") for number in range(0, 1_000, 10)]
        answers = ledger.append_many(asked)
        assert all(isinstance(answer, Receipt) for answer in answers)
        assert [answer.replayed for answer in answers if isinstance(answer, Receipt)] == (
            [False] * 1_000 + [True] * 100
        )
        assert ledger.read.stream_version("pool-a") == 333
        assert list(integrity.faults(ledger.engine)) == []


class TestInstants:
    """Later events have later instants."""

    def test_instants_grow_strictly_from_request_to_request(self, ledger, clock):
        """Where the clock stands still, each request gets the next microsecond."""
        asked = [request("a", event("1"), event("2")), request("b"), request("c")]
        receipts = [
            outcome for outcome in ledger.append_many(asked) if isinstance(outcome, Receipt)
        ]
        assert [receipt.recorded_at - START for receipt in receipts] == [1, 2, 3]
        clock.now += SECOND
        assert ledger.append(request("d")).recorded_at == START + SECOND

    def test_a_clock_a_little_behind_is_bridged(self, ledger, clock):
        """Up to five minutes the last instant counts on."""
        clock.now = START - limits.CLOCK_BEHIND_US
        assert ledger.append(request("a")).recorded_at == START + 1

    def test_a_clock_far_behind_is_refused(self, ledger, clock):
        """The bridge ends at the limit; a microsecond more is refused."""
        clock.now = START - limits.CLOCK_BEHIND_US - 1
        answers = ledger.append_many([request("a"), request("b")])
        assert [type(answer) for answer in answers] == [ClockBehind, ClockBehind]
        assert "300 seconds behind" in str(answers[0])
        assert ledger.read.head().next_position == 1
        clock.now = 0
        with pytest.raises(ClockBehind):
            ledger.append(request("a"))
        clock.now = START
        ledger.append(request("a"))

    def test_a_clock_ahead_is_believed(self, ledger, clock):
        """Beyond 2038, and beyond 32 bits of seconds."""
        clock.now = 4_300_000_000 * SECOND
        assert ledger.append(request("a")).recorded_at == clock.now
        assert utc_day(ledger.read.at([1])[1].recorded_at) == date(2106, 4, 6)


class TestLimits:
    """More than the limit is refused, with the limit and the size found."""

    def test_as_many_events_as_allowed_are_taken(self, ledger):
        """A further event is refused."""
        many = tuple(event(f"{number}") for number in range(limits.REQUEST_EVENTS))
        receipt = ledger.append(request("a", *many))
        assert receipt.last_position == limits.REQUEST_EVENTS
        with pytest.raises(LimitExceeded, match="10,001 is more than the limit of 10,000"):
            ledger.append(request("b", *many, event()))

    def test_a_key_has_as_many_characters_as_allowed(self, ledger):
        """A longer key is refused."""
        for length in (limits.ID_CHARACTERS - 1, limits.ID_CHARACTERS):
            ledger.append(request("k" * length, event()))
        with pytest.raises(LimitExceeded, match="201"):
            ledger.append(request("k" * (limits.ID_CHARACTERS + 1), event()))

    def test_a_stream_name_has_its_limit_too(self, ledger):
        """An id may have 200 characters, and so may the stream named after the id."""
        ledger.append(request("a", event(pool="p" * 195)))
        with pytest.raises(BadEvent, match="stream"):
            ledger.append(request("b", event(pool="p" * 196)))

    def test_bodies_have_a_limit(self, ledger, monkeypatch):
        """An event of a mebibyte is taken; a byte more is refused, and so are nine such events at
        once.

        In a quick run an eighth of each limit stands for it.
        """
        assert (limits.BODY_BYTES, limits.REQUEST_BYTES) == (1 << 20, 8 << 20)
        part = 1 if FULL else 8
        monkeypatch.setattr(limits, "BODY_BYTES", limits.BODY_BYTES // part)
        monkeypatch.setattr(limits, "REQUEST_BYTES", limits.REQUEST_BYTES // part)
        ledger.append(request("a", sized(limits.BODY_BYTES)))
        assert len(next(iter(ledger.read.events(1))).body) == limits.BODY_BYTES
        with pytest.raises(LimitExceeded, match=f"one event: {limits.BODY_BYTES + 1:,}"):
            ledger.append(request("b", sized(limits.BODY_BYTES + 1)))
        whole = [sized(limits.BODY_BYTES) for _ in range(limits.REQUEST_BYTES // limits.BODY_BYTES)]
        ledger.append(request("c", *whole))
        with pytest.raises(LimitExceeded, match="one request"):
            ledger.append(request("d", *whole, event()))
        assert list(integrity.faults(ledger.engine)) == []

    def test_documents_have_a_limit(self, ledger, monkeypatch):
        """The limit is 256 MiB; here a smaller limit stands in."""
        monkeypatch.setattr(limits, "DOCUMENT_BYTES", 1_000)
        ledger.append(request("a", documents=(Document("edition", b"x" * 1_000),)))
        with pytest.raises(LimitExceeded, match="one document: 1,001"):
            ledger.append(request("b", documents=(Document("edition", b"x" * 1_001),)))


def sized(size: int) -> NewEvent:
    """Return an event with a body of an exact size: a tournament that counts for many pools."""
    bare = len(prepare(request("a", tournament("n", "p")), lambda: START).events[0].body)
    whole, rest = divmod(size - bare, len(',""') + 200)
    first = min(rest, 199)
    pools = ("p" * (1 + first), *("p" * 200 for _ in range(whole)))
    return tournament("n" * (1 + rest - first), *pools)


def tournament(name: str, *pools: str) -> NewEvent:
    day = date(2026, 1, 1)
    said: dict[str, Any] = {"start": day, "end": day, "registered_on": day}
    return NewEvent(TournamentRegistered(tournament="T", name=name, pools=pools, **said))


class TestWords:
    """Words beside the events are stored with the events, or refused with a reason."""

    @pytest.mark.parametrize("words", ["a\0b", "\ud800", "e\u0301"])
    def test_words_no_database_could_keep_are_refused(self, ledger, words):
        """Found before the lock, on both databases alike."""
        subject = Subject(1, b"s", b"b", {"fide": words})
        for asked in (
            request("a", notes={0: (b"salt", words)}),
            request("b", subjects=(subject,)),
            request("c", expected={words: 0}),
        ):
            with pytest.raises(BadEvent):
                ledger.append(asked)

    def test_a_note_belongs_to_an_event_of_its_request(self, ledger):
        """An index before the first or after the last event is refused."""
        for index in (-1, 1):
            with pytest.raises(BadEvent, match=f"event {index}"):
                ledger.append(request("a", notes={index: (b"salt", "words")}))

    def test_a_player_who_is_there_already_is_refused(self, ledger):
        """The request falls, whole; the others of the batch stand, and each is stored once."""
        ledger.append(request("a", subjects=(Subject(1, b"s", b"b", {"fide": "77"}),)))
        taken = request("same-player", subjects=(Subject(1, b"t", b"c"),))
        numbered = request("same-number", subjects=(Subject(2, b"t", b"c", {"fide": "77"}),))
        answers = ledger.append_many([request("b"), taken, request("c"), numbered, request("d")])
        assert [type(answer) for answer in answers] == [
            Receipt,
            AlreadyTaken,
            Receipt,
            AlreadyTaken,
            Receipt,
        ]
        assert ledger.read.head().next_position == 5
        assert ledger.read.subjects([1, 2]) == {1: (b"s", b"b")}
        assert [str(fault.place) for fault in integrity.faults(ledger.engine)] == [
            "subject 1"
        ]  # no event

    def test_a_list_is_kept_as_a_sealed_list(self, ledger):
        """The key of a list is no digest of the bytes: kind and class agree."""
        for wrong in (Document("list", b"x"), SealedList("report", b"x", 1)):
            with pytest.raises(BadEvent, match="a sealed list"):
                ledger.append(request("a", documents=(wrong,)))


def test_who_waits_too_long_for_the_lock_is_told_so(address, clock, monkeypatch):
    """A writer at a standstill holds up the others for a while only; nothing is lost."""
    Ledger.create(address, "example.org", "UTC", clock).close()
    monkeypatch.setattr(drivers, "LOCK_TIMEOUT_MS", 100)
    inside, leave = threading.Event(), threading.Event()

    def hanging() -> int:
        inside.set()
        leave.wait(30)
        return START + 1

    with (
        Ledger.open(address, hanging) as slow,
        Ledger.open(address, clock) as waiting,
        ThreadPoolExecutor(1) as thread,
    ):
        held = thread.submit(slow.append, request("slow"))
        inside.wait(30)
        with pytest.raises(Unavailable, match="try again"):
            waiting.append(request("waiting"))
        leave.set()
        assert held.result().first_position == 1
        assert waiting.append(request("waiting")).first_position == 2
