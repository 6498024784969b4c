"""Old bytes stay readable, byte for byte: the golden corpus only grows."""

import pytest

from ledger import hashing
from ledger.events import catalogue
from tests.support import golden_events
from tests.support.event_samples import SAMPLES

CORPUS = golden_events.corpus()
GOLDEN = [(name, event) for name, events in CORPUS.items() for event in events]


@pytest.mark.parametrize(("type_name", "event"), GOLDEN, ids=lambda value: str(value)[:40])
def test_golden_bytes_are_read_and_written_again_unchanged(type_name, event):
    """A reader that changes a byte would change the leaf, and every proof."""
    data = event.body.encode()
    body = catalogue.read(type_name, data)
    assert catalogue.write(body) == data
    digest = hashing.body_digest(data)
    leaf = hashing.leaf_hash(event.position, event.recorded_at, event.stream_version, digest)
    assert leaf.hex() == event.leaf_hash


def test_every_type_in_the_catalogue_has_golden_bytes():
    """A new event type comes with bytes: `python -m tests.support.golden_events`."""
    assert CORPUS.keys() == catalogue.DEFINITIONS.keys()


@pytest.mark.parametrize("fact", SAMPLES, ids=lambda fact: fact.TYPE)
def test_every_sample_is_in_the_corpus(fact):
    """A changed sample is a further sample; the old bytes stay."""
    kept = {event.body.encode() for event in CORPUS[fact.TYPE]}
    assert kept.issuperset(golden_events.bodies(fact))
