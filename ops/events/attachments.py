"""Files attached to events, by their SHA-256."""

import re
from typing import Final

from ledger.errors import Refused
from ledger.sentences import Remedy, Sentence
from ops.house import House

_DIGEST: Final = re.compile("[0-9a-f]{64}")


def attachment(house: House, digest: str) -> bytes:
    """Return the bytes of an attached file.

    Raises Refused for a digest under which nothing was attached, and for an erased file.
    """
    data = house.read.attachment(digest) if _DIGEST.fullmatch(digest) else None
    if data is None:
        raise Refused(
            Sentence(
                "no file with the SHA-256 {digest} is attached to an event: {list} shows the "
                "attachments of each",
                digest=digest[:80],
                list=Remedy("list-events"),
            ),
            code="unknown-attachment",
            field="digest",
            found=digest[:80],
        )
    if not data:
        problem = Sentence(
            "the attached file {digest} was erased: only its SHA-256 is left", digest=digest
        )
        raise Refused(problem, code="attachment-erased", field="digest", found=digest)
    return data
