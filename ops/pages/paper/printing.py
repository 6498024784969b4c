"""A document as PDF (typst): the same bytes for the same document."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from ledger.errors import check_at_most
from ledger.sentences import Sentence
from ops.pages.declare import MOST_ON_PAPER
from ops.pages.paper import bulletin, card, crosstable, worksheet
from ops.pages.paper.document import LAYOUT, Document

if TYPE_CHECKING:
    from ops.pages.drawing import Shown

PAPERS: Final[Mapping[str, Callable[["Shown"], Document]]] = {
    "show-list": bulletin.document,
    "show-player": card.document,
    "explain-rating": worksheet.document,
    "show-tournament": crosstable.document,
}
"""What makes the paper of a page, by its question."""


def printed(shown: "Shown") -> bytes:
    """Return the paper of a page as PDF. Raises LimitExceeded for one with too many rows."""
    document = PAPERS[shown.page.question](shown)
    check_at_most(Sentence("rows of a PDF"), document.rows, MOST_ON_PAPER)
    return laid_out(document, "pdf")


def laid_out(document: Document, form: Literal["pdf", "png"], **further: Any) -> Any:
    """Return a document as typst lays it out: as PDF, or as pictures of its sheets."""
    import typst

    data = msgspec.json.encode(document).decode()
    compiler = typst.Compiler(
        LAYOUT.read_bytes(), font_paths=_fonts(), sys_inputs={"document": data}
    )
    return compiler.compile(format=form, **further)


@cache
def _fonts() -> Any:
    """Return the fonts that typst brings along: those of a machine would give other bytes."""
    import typst

    return typst.Fonts(include_system_fonts=False)
