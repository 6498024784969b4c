"""Files attached to events, by their SHA-256."""

import re
from typing import Final

from ledger.errors import Refused
from ledger.sentences import Remedy
from ops.house import House

_DIGEST: Final = re.compile("[0-9a-f]{64}")


def attachment(house: House, digest: str) -> bytes:
    """Return the bytes of an attached file.

    Raises Refused for a digest under which nothing was attached, and for an erased file.
    """
    data = house.read.attachment(digest) if _DIGEST.fullmatch(digest) else None
    if data is None:
        raise Refused(
            f"no file with the SHA-256 {digest[:80]} is attached to an event: `ledger event list` "
            "shows the attachments of each",
            code="unknown-attachment",
            field="digest",
            found=digest[:80],
            remedy=Remedy("list-events"),
        )
    if not data:
        problem = f"the attached file {digest} was erased: only its SHA-256 is left"
        raise Refused(problem, code="attachment-erased", field="digest", found=digest)
    return data
