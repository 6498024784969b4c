"""Canonical JSON as in RFC 8785, and a refusal for everything the ledger does not take."""

import json
import unicodedata
from datetime import UTC, date, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import canonical, limits
from ledger.errors import BadEvent
from tests.support.counts import FULL

VECTORS = Path(__file__).parents[1] / "vectors" / "rfc8785_jcs"
"""The test data of https://github.com/cyberphone/json-canonicalization (Apache-2.0)."""

EXAMPLES = 20_000 if FULL else 200

characters = st.characters(min_codepoint=1, exclude_categories=["Cs"])
nfc = st.text(characters, max_size=20).map(partial(unicodedata.normalize, "NFC"))
keys = st.text(st.characters(min_codepoint=1, max_codepoint=127), max_size=8)
integers = st.integers(-limits.INTEGER, limits.INTEGER)
documents = st.recursive(
    st.none() | st.booleans() | integers | nfc,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


def refusal(data: bytes) -> str:
    """Return the refusal of bytes."""
    with pytest.raises(BadEvent) as refused:
        canonical.decode(data)
    return str(refused.value)


@settings(max_examples=EXAMPLES)
@given(documents)
def test_every_document_becomes_the_bytes_of_rfc_8785(document):
    """An independent encoder writes the same bytes, and reading gives the same document."""
    data = canonical.encode(document)
    assert data == rfc8785.dumps(document)
    assert canonical.decode(data) == document
    assert canonical.encode(canonical.decode(data)) == data


def test_the_standard_vector_without_refused_parts_is_met():
    """Keys are sorted, blanks vanish: `arrays.json` is written as in the standard."""
    document = canonical.decode((VECTORS / "input" / "arrays.json").read_bytes())
    expected = (VECTORS / "output" / "arrays.json").read_bytes()
    assert canonical.encode(document) == expected
    assert expected == bytes.fromhex((VECTORS / "outhex" / "arrays.txt").read_text())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("french", "not ASCII"),
        ("structures", "not an integer"),
        ("unicode", "normal form C"),
        ("values", "not an integer"),
        ("weird", "not ASCII"),
    ],
)
def test_the_standard_vectors_with_more_than_a_ledger_holds_are_refused(name, why):
    """Keys beyond ASCII, numbers with fractions and text not in NFC are JSON, but not ours."""
    assert why in refusal((VECTORS / "input" / f"{name}.json").read_bytes())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"a":1,"a":1}', "is twice"),
        (b'{"a":{"b":1,"\\u0062":2}}', "is twice"),
        (b'{"\xc3\xa9":1}', "not ASCII"),
        (b'{"\\u00e9":1}', "not ASCII"),
        (b"1.5", "not an integer"),
        (b"1.0", "not an integer"),
        (b"1e2", "not an integer"),
        (b"1e400", "not an integer"),
        (b"-0.0", "not an integer"),
        (b"-0", "-0 is not"),
        (b"[-0]", "-0 is not"),
        (b"NaN", "NaN"),
        (b"Infinity", "Infinity"),
        (b"-Infinity", "-Infinity"),
        (b"9007199254740992", "53"),
        (b"-9007199254740992", "53"),
        (b"9" * 5_000, "53 bits"),
        (b"01", "not canonical JSON"),
        (b"+1", "not canonical JSON"),
        (b"0x1", "not canonical JSON"),
        (b'"\\ud800"', "surrogate"),
        (b'"\\udc00\\ud800"', "surrogate"),
        (b'{"\\ud800":1}', "not ASCII"),
        (b'"\xed\xa0\x80"', "not canonical JSON"),
        (b'"\xff"', "not canonical JSON"),
        (b'"\xc0\x80"', "not canonical JSON"),
        (b'"a\x00b"', "not canonical JSON"),
        (b'"a\\u0000b"', "NUL"),
        (b'{"\\u0000":1}', "NUL"),
        (b'"\x1f"', "not canonical JSON"),
        (b'"e\xcc\x81"', "normal form C"),
        (b'"e\\u0301"', "normal form C"),
        (b'"\\u212b"', "normal form C"),
        (b"\xef\xbb\xbf{}", "BOM"),
        ('{"a":1}'.encode("utf-16"), "not canonical JSON"),
        (b"\x00", "not canonical JSON"),
        (b"{}\x00", "not canonical JSON"),
        (b"", "not canonical JSON"),
        (b"{}{}", "not canonical JSON"),
        (b"[1,]", "not canonical JSON"),
        (b"{'a':1}", "not canonical JSON"),
        (b'{"a":1', "not canonical JSON"),
        (b"// x\n1", "not canonical JSON"),
        (b"[" * 17 + b"]" * 17, "nested"),
        (b'{"a":' * 17 + b"1" + b"}" * 17, "nested"),
        (b"[" * 10_000 + b"]" * 10_000, "recursion|nested"),
        (b"[" * 5_000_000, "recursion|nested"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, bytes) else value,
)
def test_what_a_ledger_does_not_hold_is_refused_with_its_reason(data, why):
    """Bad JSON never becomes another exception than the ledger's own."""
    assert any(word in refusal(data) for word in why.split("|"))


def test_nesting_up_to_the_limit_is_taken():
    """Below and on the limit are taken; more is refused (see the table)."""
    for depth in (limits.JSON_DEPTH - 1, limits.JSON_DEPTH):
        data = b"[" * depth + b"]" * depth
        assert canonical.encode(canonical.decode(data)) == data


def test_integers_up_to_the_limit_are_taken():
    """Every reader that counts in IEEE 754 doubles sees the same number."""
    for number in (-limits.INTEGER, -1, 0, 1, limits.INTEGER):
        assert canonical.decode(canonical.encode(number)) == number


@pytest.mark.parametrize(
    "document",
    [
        1.0,
        float("nan"),
        2**53,
        -(2**53),
        10**5_000,
        b"bytes",
        {1, 2},
        {"a": {"b": [1.5]}},
        {1: "a key that is no text"},
        {"é": 1},
        "\ud800",
        "e\u0301",
        "a\0b",
        datetime(2026, 1, 1, tzinfo=UTC),
        object(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_could_not_be_read_back_is_not_written(document):
    """The encoder refuses everything that the decoder would."""
    with pytest.raises(BadEvent):
        canonical.encode(document)


def test_a_document_that_holds_itself_is_refused():
    """Nesting without end stops at the limit."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(BadEvent, match="nested"):
        canonical.encode(endless)


def test_text_is_looked_at_by_itself_and_not_with_its_neighbours():
    """A combining mark after an escaped newline does not compose with the letter of the escape."""
    text = "\n\u0303"
    assert canonical.decode(canonical.encode(text)) == text
    assert canonical.encode_typed([text]) == canonical.encode([text])


class Sample(msgspec.Struct):
    """A struct as events are."""

    text: str
    day: date


def test_structs_and_days_are_written_as_objects_and_text():
    """A struct is written as an object of the fields."""
    sample = Sample("Ω", date(2026, 2, 3))
    expected = '{"day":"2026-02-03","text":"Ω"}'.encode()
    assert canonical.encode(sample) == canonical.encode_typed(sample) == expected


@pytest.mark.parametrize("text", ["e\u0301", "a\0b", "\ud800"])
def test_typed_writing_looks_at_text_too(text):
    """A text in a definition need not be normal."""
    with pytest.raises(BadEvent):
        canonical.encode_typed(Sample(text, date(2026, 2, 3)))


def test_an_escaped_backslash_before_u0000_is_no_nul():
    """Only the character is refused, not a description of the character."""
    sample = Sample("\\u0000", date(2026, 2, 3))
    assert json.loads(canonical.encode_typed(sample))["text"] == "\\u0000"


def test_the_digest_is_sha256_of_the_canonical_bytes():
    """`sha256sum` over the bytes gives the same digits."""
    assert canonical.digest({"b": 1, "a": []}) == sha256(b'{"a":[],"b":1}').hexdigest()


def test_other_spellings_are_read_but_are_not_canonical():
    """Blanks, key order and needless escapes are legal JSON, not canonical JSON."""
    for data in (b'{"b":1, "a":2}', b'{"b":1,"a":2}', b'"\\u0061"', b" 1", b'"\\/"'):
        canonical.decode(data)
        assert canonical.encode(canonical.decode(data)) != data
