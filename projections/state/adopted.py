"""The law as it was adopted: the bytes kept of an edition, and what they hold it to.

The document is the whole law in force: every number, every column with its article and the file
that states it, and the text of all files it rests on. A number of what counts is bound by it
alone, for the digest of the numbers leaves these out (see `rulebooks.counting`).
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from ledger import canonical
from projections.rulebooks.engine import sources
from projections.rulebooks.engine.columns import Column, Edition


class _Numbers(msgspec.Struct):
    """Of a document, what it binds; so it stood in the first ones too."""

    numbers: dict[str, Any] = {}


def document_of(edition: Edition) -> bytes:
    """Give an edition as it is kept."""
    stated = edition.numbers["stated"]
    files = sources.files_of(edition)
    return canonical.encode(
        {
            "rulebook": edition.rulebook,
            "edition": edition.name,
            "numbers": {name: number.stated for name, number in stated.items()},
            "columns": {name: _column(each) for name, each in edition.columns.items()},
            "files": {name: path.read_text(encoding="utf-8") for name, path in files.items()},
        }
    )


def _column(rule: Column) -> dict[str, Any]:
    function = rule.function
    return {
        "article": rule.article,
        "level": rule.level.value,
        "unit": rule.unit,
        "does": rule.does,
        "needs": rule.needs,
        "function": function.__name__,
        "file": sources.file_of(function.__module__),
    }


def numbers_kept(data: bytes | None, digest: str | None) -> dict[str, Any]:
    """Give the numbers in the document of an adoption; none where it is not kept as recorded.

    That it is missing or damaged is a fault of its own, which `ledger verify` finds.
    """
    if data is None or sha256(data).hexdigest() != digest:
        return {}
    try:
        return msgspec.json.decode(data, type=_Numbers).numbers
    except msgspec.MsgspecError:
        return {}


def changed(edition: Edition, kept: Mapping[str, Any]) -> list[str]:
    """Say which of the numbers kept are not what they were; those it has no more bind nothing."""
    stated = edition.numbers["stated"]
    return [
        f"{name} is {stated[name].stated} ({stated[name].file}), adopted was {was}"
        for name, was in kept.items()
        if name in stated and stated[name].stated != was
    ]
