"""The explanation as a document: it reads back as the same document, and nothing else does."""

import msgspec
import pytest

from ops.answers.documents import plain
from ops.answers.explanation import decoded, explained
from ops.house import open_house


@pytest.fixture(scope="module")
def document(sample):
    with open_house(str(sample)) as house:
        return explained(house, "fide-standard", "fide:99002165", "2026-01")


def test_a_document_reads_back_as_the_same(document):
    assert decoded(msgspec.json.encode(document, enc_hook=plain)) == document


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
