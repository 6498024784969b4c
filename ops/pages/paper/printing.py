"""A document as PDF: the same bytes for the same document."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ledger.errors import check_at_most
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.time_limit import TimeOver
from ops.pages.declare import MOST_ON_PAPER
from ops.pages.paper import bulletin, card, crosstable, typesetting, worksheet
from ops.pages.paper.document import Document

if TYPE_CHECKING:
    from ops.pages.drawing import Shown

log = Logger(__name__)

_MOST_TAGGED: Final = 500
"""Rows of a paper that a screen reader reads cell by cell; with more its bytes are forty times as
many as without, and the page or the table (CSV) serve that reader better."""

PAPERS: Final[Mapping[str, Callable[["Shown"], Document]]] = {
    "show-list": bulletin.document,
    "show-player": card.document,
    "explain-rating": worksheet.document,
    "show-tournament": crosstable.document,
}
"""What makes the paper of a page, by its question."""


class Printed(NamedTuple):
    """A paper, and the time of the processor that typst needed for it."""

    pdf: bytes
    seconds: float


def printed(shown: "Shown") -> Printed:
    """Return the paper of a page. Raises LimitExceeded for too many rows, TimeOver."""
    document = PAPERS[shown.page.question](shown)
    check_at_most(Sentence("rows of a PDF"), document.rows, MOST_ON_PAPER)
    return laid_out(document)


def laid_out(document: Document) -> Printed:
    """Return a document as typst lays it out. Raises TimeOver."""
    tagged = ["tagged"] if document.rows <= _MOST_TAGGED else []
    command = [sys.executable, "-I", typesetting.__file__, *tagged]
    data = msgspec.json.encode(document)
    limit = typesetting.MOST_SECONDS
    try:
        ran = subprocess.run(  # noqa: S603 - our own program, and no text of a document in its words
            command, input=data, capture_output=True, env={}, timeout=limit, check=True
        )
    except subprocess.TimeoutExpired as error:
        raise TimeOver from error
    seconds, *remarks = ran.stderr.decode().split()
    if typesetting.MARK_LEFT_OUT in remarks:
        log.warning("mark_left_out", setting="federation_mark")
    return Printed(ran.stdout, float(seconds))
