"""Checks of ids, schemes of numbers and pools that a caller names."""

from __future__ import annotations

import re
from typing import Final

from ledger.intake.formats.manual_facts import seen
from ledger.intake.formats.problems import Place, Problems
from ledger.register import identities
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM

_ID: Final = re.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}")


def is_id(text: str) -> bool:
    """Tell whether events can hold the text as an id."""
    return _ID.fullmatch(text) is not None


def check_id(what: str, text: str, problems: Problems) -> None:
    """Refuse what is no id."""
    if not is_id(text):
        expected = "ASCII letters and digits, inside also . _ : -, at most 100 characters"
        problems.refuse_once(Place(what), seen(text), expected, "correct it")


def check_scheme(scheme: str, problems: Problems) -> None:
    """Refuse a scheme of numbers that is not known."""
    if scheme not in identities.SCHEMES:
        expected = "a body by its short name, such as " + ", ".join(identities.SCHEMES)
        problems.refuse(Place("number scheme"), seen(scheme), expected, "correct it")


def check_pool(read: Reader, pool: str, problems: Problems) -> None:
    """Refuse a pool that the ledger does not have; a text that is no id was refused before."""
    if is_id(pool) and read.stream_version(f"pool-{pool}") == NO_STREAM:
        expected, remedy = "a pool of this ledger", "correct its name, or open it first"
        problems.refuse_once(Place("pool"), pool, expected, remedy)
