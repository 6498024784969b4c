"""Tentative events behind the head are read as they would be after a recording."""

import inspect
from dataclasses import replace
from datetime import date

import pytest

from ledger.errors import KeyReused, StreamMoved
from ledger.store.one_reading import OneReading
from ledger.store.reading import Mark, Reader, Wanted
from ledger.store.tentative import Tentative
from tests.support.store_facts import START, request
from tests.support.varied_ledger import OF_CLIENT, requests

FIRST, LAST = date(1900, 1, 1), date(2100, 1, 1)
OF_RECORDED_REQUESTS = {"request", "requests", "request_at", "of_client"}
"""Questions about requests: a tentative one has no receipt yet."""
FOLLOWED = {"followed", "followed_types"}
"""Ask the other questions; see `test_followed`."""


def questions(events, documents):
    """Each method of a reader, with arguments."""
    yield from of_events(events)
    yield from of_selections(events)
    yield from beside(events, documents)


def of_events(events):
    """Questions about positions, streams and instants."""
    positions = [event.position for event in events]
    streams, types = names_of(events)
    end = len(events)
    yield "head", ()
    for first, last in ((0, None), (0, end - 1), (2, 7), (5, end + 9)):
        for chunk in (1, 4, 2_000):
            yield "events", (first, last, chunk)
        yield "chunks", (first, last, 2_000)
    yield "at", (positions[::2],)
    yield "found_at", (positions, 7)
    yield "streams_with", (streams[::2], types[::3])
    yield "headings", ("position", positions[::2])
    yield "headings", ("stream", streams[::2])
    for stream in (*streams, "pool-none"):
        yield "stream", (stream,)
        yield "in_stream", (stream, 2)
        yield "in_stream", (stream, 2, 1)
        yield "stream_version", (stream,)
        yield "mark", (stream,)
        yield "mark", (stream, 6)
        yield "first_in_stream", (stream,)
        for kind in types[::4]:
            yield "stream", (stream, kind)
            yield "last_in_stream", (stream, kind)
            yield "last_in_stream", (stream, kind, date(2025, 6, 1))
    for event in events[::3]:
        yield "has_mark", (event.stream, Mark(event.stream_version, event.event_id))
        yield "has_mark", (event.stream, Mark(event.stream_version, "0" * 32))
    for instant in (START - 1, START, START + 5, START + 10**6):
        yield "position_at", (instant,)
        yield "first_later_than", (instant,)
    yield "clock_corrections", ()
    yield "true_instants", (positions,)
    yield "true_instant", (positions[-1],)
    yield "chains_before", (positions,)


def names_of(events):
    """The streams and the types of events."""
    return sorted({event.stream for event in events}), sorted({event.type for event in events})


def of_selections(events):
    """Questions about types, days and pages."""
    streams, types = names_of(events)
    for kind in types:
        yield "of_type", (kind,)
        yield "of_types", ((kind, types[0]), 3)
        yield "last_of_type", (kind,)
        yield "last_day_of", (kind,)
        yield "last_day_of", (kind, date(2025, 6, 1))
        yield "last_of_type", (kind, 6)
        yield "valid_between", ((kind,), FIRST, LAST)
        yield "valid_between", (types, FIRST, LAST, (kind,))
        yield "page", (Wanted(type=kind), 3)
    for before in (3, 8, 10**6):
        yield "last_of_types", (types, 1, before, 4)
    yield "in_streams", ((*streams, "none"),)
    yield "valid_between", (types, date(2025, 1, 1), date(2025, 12, 31))
    yield "page", (Wanted(first=2, last=9), 5)
    yield "page", (Wanted(streams=tuple(streams)), 30)
    yield "page", (Wanted(recorded_by="actor:1"), 5)
    for category in ("pool", "tournament", "external", "none"):
        yield "streams", (f"{category}-",)


def beside(events, documents):
    """Questions about rows beside the events."""
    positions = [event.position for event in events]
    ids = [event.event_id for event in events]
    for digest in documents:
        yield "document", (digest,)
        yield "attachment", (digest,)
    yield "documents", (documents,)
    yield "attachment_sizes", (documents,)
    yield "name_pages", ([0, 1, 2, 3],)
    for number in ("901", "801", "2", "none"):
        yield "holders_of", (number,)
    for scheme, numbers in (("fide", ["901", "801", "902", "90571", "80571"]), ("fid", ["2"])):
        yield "players_by_number", (scheme, numbers)
        yield "numbers_of", (scheme,)
    for player in (1, 2, 571, 9):
        yield "has_words", (player,)
    yield "subjects", ((1, 2, 9),)
    yield "numbers_by_player", ((1, 2, 571, 9),)
    yield "all_subjects", ()
    for kind in ("officials", "reason"):
        yield "notes", (ids, kind)
        for one in ids:
            yield "note", (one, kind)
    yield "names_reported", (positions,)
    for position in positions:
        yield "reported_names", (position,)


def answer(read, name, arguments):
    """Return the answer of a reader as a value that can be compared."""
    found = getattr(read, name)(*arguments)
    if not inspect.isgenerator(found):
        return found
    found = list(found)
    if name in {"chunks", "all_subjects"}:
        return [row for page in found for row in page]
    return sorted(found) if name == "documents" else found


@pytest.mark.parametrize("recorded", [0, 10])
def test_every_question_is_answered_as_after_the_recording(ledger, recorded):
    asked = requests()
    for one in asked[:recorded]:
        ledger.append(one)
    with OneReading(ledger.engine) as reading:
        tentative = Tentative(ledger.engine, reading)
        promised = [tentative.add(one, ledger.clock) for one in asked[recorded:]]
        before = Reader(ledger.engine).head()
        events = list(tentative.events())
        documents = sorted(document.digest for one in asked for document in one.documents)
        answers = [
            (name, arguments, answer(tentative, name, arguments))
            for name, arguments in questions(events, documents)
        ]
    assert ledger.read.head() == before
    receipts = [ledger.append(one) for one in asked[recorded:]]
    assert promised == receipts
    for name, arguments, found in answers:
        if name in ("position_at", "first_later_than") and arguments[0] > START:
            continue  # the next instants are the ones of the tentative events
        assert found == answer(ledger.read, name, arguments), (name, arguments)
    public = {name for name in dir(Reader) if not name.startswith("_")}
    assert public == {name for name, *_ in answers} | OF_RECORDED_REQUESTS | FOLLOWED


def test_a_request_that_would_be_refused_is_refused(ledger):
    ledger.append(request("k1"))
    moved = request("k2", expected={"pool-fide-standard": 7})
    other = request("k1", fingerprint=b"x" * 32)
    for refused, refusal in ((moved, StreamMoved), (other, KeyReused)):
        with OneReading(ledger.engine) as reading, pytest.raises(refusal):
            Tentative(ledger.engine, reading).add(refused, ledger.clock)


def test_a_request_that_is_recorded_already_adds_nothing(ledger):
    first = ledger.append(request("k1"))
    with OneReading(ledger.engine) as reading:
        tentative = Tentative(ledger.engine, reading)
        assert tentative.add(request("k1"), ledger.clock) == replace(first, replayed=True)
        assert tentative.tentative == []
        assert tentative.head() == ledger.read.head()
    assert ledger.read.of_client(OF_CLIENT) is None
