"""Canonical JSON: equal documents have equal bytes (RFC 8785, narrowed).

Narrowed to what a ledger needs: ASCII keys, NFC text without NUL, integers below 2**53 in
magnitude, true, false and null; no floating-point numbers, so that every reader in every language
sees the same value.
"""

import json
import unicodedata
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

import msgspec

from ledger import limits
from ledger.errors import BadEvent, words_of
from ledger.sentences import Sentence

_encoder: Final = msgspec.json.Encoder(order="sorted")
_INTEGER_CHARACTERS: Final = len(str(-limits.INTEGER))


def encode(document: Any) -> bytes:
    """Return the canonical bytes of a document made of structs, dicts, lists, strings, integers.

    Days are written as text. Raises BadEvent where the document holds anything else.
    """
    _check(document, 1)
    return _encode(document)


def encode_typed(document: Any) -> bytes:
    """Return the canonical bytes of structs with fields only of the types `encode` takes.

    Faster, and only for what is then read back by its definition: types are not looked at here.
    """
    data = _encode(document)
    if not data.isascii() or b"\\u0000" in data:
        decode(data)  # looks at every text
    return data


def decode(data: bytes) -> Any:
    """Read a document strictly into dicts, lists, strings and integers.

    Raises BadEvent for duplicate keys, non-ASCII keys, floats, NaN, Infinity, integers of 2**53
    and more, lone surrogates, NUL, a byte order mark, text not in NFC, or nesting beyond the limit.
    """
    try:
        document = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_integer,
        )
    except (ValueError, RecursionError) as error:
        raise BadEvent(Sentence("not canonical JSON: {error}", error=words_of(error))) from error
    _check(document, 1)
    return document


def digest(document: Any) -> str:
    """Return the SHA-256 of the canonical bytes, as 64 hexadecimal digits."""
    return sha256(encode(document)).hexdigest()


def _encode(document: Any) -> bytes:
    try:
        return _encoder.encode(document)
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise BadEvent(Sentence("not canonical JSON: {error}", error=words_of(error))) from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise BadEvent(Sentence("a key is twice in one object"))
    return document


def _no_float(text: str) -> Any:
    raise BadEvent(
        Sentence(
            "{number} is not an integer: numbers with fractions are written as strings",
            number=text,
        )
    )


def _integer(text: str) -> int:
    if text == "-0":
        raise BadEvent(Sentence("-0 is not a canonical integer"))
    if len(text) > _INTEGER_CHARACTERS:
        raise BadEvent(
            Sentence(
                "integer {number}… does not fit 53 bits: write it as a string", number=text[:20]
            )
        )
    return int(text)


def _check(value: Any, depth: int) -> None:
    match value:
        case str():
            _check_text(value)
        case None | bool():
            pass
        case int():
            if abs(value) > limits.INTEGER:
                raise BadEvent(
                    Sentence(
                        "an integer of {bits} bits is too large (the limit is 53 bits): write it "
                        "as text",
                        bits=value.bit_length(),
                    )
                )
        case list() | tuple():
            _check_each(value, depth)
        case dict():
            _check_keys(value)
            _check_each(value.values(), depth)
        case msgspec.Struct():
            _check_each((getattr(value, name) for name in value.__struct_fields__), depth)
        case date() if not isinstance(value, datetime):
            pass
        case _:
            raise BadEvent(
                Sentence(
                    "{type} {value} has no place in canonical JSON",
                    type=type(value).__name__,
                    value=f"{value!r:.40}",
                )
            )


def _check_each(values: Any, depth: int) -> None:
    if depth > limits.JSON_DEPTH:
        raise BadEvent(Sentence("nested deeper than the limit of {most}", most=limits.JSON_DEPTH))
    for value in values:
        _check(value, depth + 1)


def _check_keys(document: dict[Any, Any]) -> None:
    for key in document:
        if not isinstance(key, str) or not key.isascii():
            raise BadEvent(Sentence("key {key} is not ASCII text", key=repr(key)))
        _check_text(key)


def _check_text(text: str) -> None:
    if "\0" in text:
        raise BadEvent(Sentence("text holds a NUL character"))
    if text.isascii():
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadEvent(
            Sentence("a lone surrogate is not text: {error}", error=str(error))
        ) from error
    if not unicodedata.is_normalized("NFC", text):
        raise BadEvent(
            Sentence("text is not in Unicode normal form C: normalise it before it is recorded")
        )
