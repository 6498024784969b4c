"""The explanation as a document: it reads back as the same document, and nothing else does."""

import msgspec
import pytest

from ledger.events.pool import ListPublished
from ops.answers.documents import plain
from ops.answers.explanation import decoded, explained
from ops.house import open_house


@pytest.fixture(scope="module")
def document(sample):
    with open_house(str(sample)) as house:
        return explained(house, "fide-standard", "fide:99002165", "2026-01")


def test_a_document_reads_back_as_the_same(document):
    """With its sentences as they were said."""
    written = msgspec.json.encode(document, enc_hook=plain)
    read = decoded(written)
    assert msgspec.json.encode(read, enc_hook=plain) == written
    assert [line.points for unit in read.units for line in unit.lines] == [
        line.points for unit in document.units for line in unit.lines
    ]


def test_the_day_of_publication_is_shown_also_where_lists_are_in_force_from_their_date(sample):
    with open_house(str(sample)) as house:
        said = [event.decoded().payload for event in house.read.of_type(ListPublished.TYPE)]
        published = {(one.pool, one.period): one.published_on for one in said}
        for pool in ("fide-standard", "rubele-italiana"):
            for row in house.pool(pool).lists()[1:]:
                assert row.published_on == published.get((pool, row.period)), row
        shown = explained(house, "fide-standard", "fide:99002165", "2026-01").list
        assert shown.published_on == published["fide-standard", "2026-01"]
        assert shown.in_force_from == shown.list_date


@pytest.mark.parametrize("value", ["10-2", "abc", 5, None])
def test_a_player_who_is_no_number_is_refused(document, value):
    fields = msgspec.json.decode(msgspec.json.encode(document, enc_hook=plain))
    with pytest.raises(msgspec.ValidationError):
        decoded(msgspec.json.encode(fields | {"player": value}))


@pytest.mark.parametrize("value", ["1/0", "x", True, 0.5])
def test_a_value_that_is_no_exact_number_is_refused(document, value):
    fields = msgspec.json.decode(msgspec.json.encode(document, enc_hook=plain))
    fields["units"][0]["cells"]["k"]["value"] = value
    with pytest.raises(msgspec.ValidationError):
        decoded(msgspec.json.encode(fields))
