"""The law as adopted: the stored document of an edition, and the numbers it binds.

The document is the whole law in force: every number, every column with article and file, and the
text of all files. Numbers of admission are bound by the document alone: the digest of the numbers
leaves these out (see `rulebooks.engine.admission`).
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
    """The binding part of a document."""

    numbers: dict[str, Any] = {}


def document_of(edition: Edition) -> bytes:
    """Return the document of an edition, in canonical JSON."""
    stated = edition.numbers["stated"]
    files = sources.files_of(edition)
    return canonical.encode(
        {
            "rulebook": edition.rulebook,
            "edition": edition.name,
            "numbers": {name: number.stated for name, number in stated.items()},
            "columns": {name: _column(column) for name, column in edition.columns.items()},
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
    """Return the numbers in the document of an adoption; none without the recorded document.

    A missing or damaged document is a separate fault, found by `ledger verify`.
    """
    if data is None or sha256(data).hexdigest() != digest:
        return {}
    try:
        return msgspec.json.decode(data, type=_Numbers).numbers
    except msgspec.MsgspecError:
        return {}


def changed(edition: Edition, kept: Mapping[str, Any]) -> list[str]:
    """Return a message for each adopted number with another value now.

    Removed numbers bind nothing.
    """
    stated = edition.numbers["stated"]
    return [
        f"{name} is {stated[name].stated} ({stated[name].file}), adopted was {was}"
        for name, was in kept.items()
        if name in stated and stated[name].stated != was
    ]
