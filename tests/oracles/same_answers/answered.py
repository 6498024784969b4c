"""The compared text of an answer, and the parts left out.

Sentences stand in it marked: what is said, and the values named in it (`tests/support/marked.py`).
Answers are compared by their values, and by what they say.
"""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Final, NamedTuple, Protocol, TypeVar

from ledger.sentences import ENGLISH
from tests.support import marked

_LINK: Final = re.compile(
    r'(?<=_hash":")[0-9a-f]{64}|(?<=_hash_before":")[0-9a-f]{64}'
    r"|[0-9a-f]{64} [0-9a-f]{64} [0-9a-f]{64}"
)
"""Hashes of events, which bind their bytes: in JSON and in CSV."""
_OF_CODE: Final = re.compile(
    r'(\\?"(?:event_id|causation|supersedes|document|token)\\?":\\?")[^"\\]*'
)
"""Ids and digests that other code changes, or other bytes of an event that says the same: ids of
events, digests of kept editions, tokens of previews."""


class AtAddress(Protocol):
    """A question or an answer."""

    @property
    def address(self) -> str:
        """Name of the address."""


T = TypeVar("T", bound=AtAddress)


class Answered(NamedTuple):
    """An answer with the name of the address, the role and the question."""

    address: str
    role: str
    asked: str
    marked: str
    language: str = ENGLISH.code

    @property
    def text(self) -> str:
        """The answer as sent."""
        return marked.said(self.marked)

    @property
    def values(self) -> str:
        """The answer with the values of each sentence in place of the text."""
        return marked.values(self.marked)

    @property
    def named(self) -> str:
        """Name of the answer for people."""
        return f"{self.asked} as {self.role}"

    def to_read(self) -> str:
        """Return the answer with the name, JSON on several lines."""
        head, _, body = self.text.partition("\n")
        with suppress(ValueError):
            body = json.dumps(json.loads(body), indent=1, ensure_ascii=False)
        return f"== {self.named}: {head}\n{body.rstrip()}\n"


def compared(status: int, headers: Mapping[str, str], body: bytes) -> str:
    """Return status, media type, warning and body as one text, without ids and digests of
    code.

    Instants, salts and ids of keys are the same in each run (`tests/support/without_chance.py`).
    """
    head = (str(status), headers.get("content-type", ""), headers.get("ledger-warning", ""))
    text = _LINK.sub("-", body.decode(errors="backslashreplace"))
    text = _OF_CODE.sub(r"\g<1>-", text)
    return f"{' '.join(head).rstrip()}\n{text}"


def by_address(those: Iterable[T]) -> dict[str, list[T]]:
    """Return questions, or answers, by the name of their address, in the order of names."""
    ordered = sorted(those, key=lambda one: one.address)
    return {name: list(group) for name, group in groupby(ordered, lambda one: one.address)}
