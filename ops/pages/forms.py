"""Forms on pages: the controls beside an answer, and what the form of a recording shows."""

import re
from collections.abc import Mapping, Sequence
from secrets import token_urlsafe
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.errors import Refusal
from ledger.sentences import Sentence
from ops.answers.answer import Answer
from ops.answers.moves import AboutPreview, Move
from ops.doors import moves
from ops.doors.forms import Control
from ops.doors.outcomes import Outcome
from ops.pages.declare import Page
from ops.pages.values import for_readers
from ops.words import said
from ops.words.fields import described, label

NEW: Final = "/new"
"""After the address of a recording: where its form stands."""

GROUNDS: Final = ("reason", "article", "decided_on", "attach")
"""The circumstances that are grounds; the others are confirmations."""

SESSION, RECORD, ONCE, TOKEN = "-session", "-record", "-once", "as_previewed"
"""The controls that nobody sees: the secret of the session, the second step, the key under which it
is recorded once, the token of the preview. No input begins with a hyphen."""

RECORDED, PROPOSED = "recorded", "proposed"
"""What the address of a form names for its receipt: an event, a proposal."""

ATTACHED: Final = Control(
    "attach",
    "file",
    label("attach"),
    described("a file to keep beside it, erasable; repeat for more"),
    *((), (), {}, 0),
    required=False,
    problems=(),
)
"""The control for the files that are attached."""


class Preview(NamedTuple):
    """What would be recorded, and what would move; nothing: it cannot be previewed."""

    outcome: Outcome | None = None
    moves: Answer[Move, AboutPreview] | None = None
    events: Mapping[str, int] = MappingProxyType({})
    """How many of each type would be recorded."""

    @property
    def token(self) -> str:
        """The token with which exactly this is recorded; empty: there is none."""
        return (self.moves.about.token or "") if self.moves else ""

    @property
    def once(self) -> str:
        """A new key, under which it is recorded once."""
        return token_urlsafe()

    @property
    def tables(self) -> Mapping[Sentence, Sequence[Mapping[str, object]]]:
        """What moves, in tables by their titles."""
        return moves.tables_of(self.moves.rows) if self.moves else {}


class Receipt(NamedTuple):
    """What was recorded or proposed by the form before."""

    event: str
    """Type of the first event; empty: it waits as a proposal."""
    position: int
    """Of the first event; of a proposal the number."""
    at: int
    """Instant of the recording, in microseconds; of a proposal its end."""


class RecordingForm(NamedTuple):
    """The form of a recording, and what came of it."""

    summary: str
    """What is recorded, in English."""
    inputs: Sequence[Control]
    grounds: Sequence[Control]
    confirmations: Sequence[Control]
    session: str
    """The secret of the session, which the form sends back."""
    problems: Sequence[Refusal] = ()
    """Why what was sent was refused."""
    elsewhere: Sequence[Refusal] = ()
    """Those of them that are about no control."""
    preview: Preview | None = None
    sent: Sequence[tuple[str, str]] = ()
    """What was previewed, as it was sent."""
    files: Sequence[str] = ()
    """Names of the files that came with it; a browser sends none again by itself."""
    receipt: Receipt | None = None
    outcome: Outcome | None = None
    """What came of it where there is no receipt to be asked for later."""

    @property
    def title(self) -> Sentence:
        """What is recorded."""
        return described(self.summary)

    @property
    def controls(self) -> Sequence[Control]:
        """All controls, in order."""
        return (*self.inputs, *self.grounds, *self.confirmations)

    @property
    def uploads(self) -> Sequence[Control]:
        """The controls of files, for the second step."""
        return [one._replace(form="again") for one in self.controls if one.kind == "file"]


def form_page(path: str) -> Page:
    """Return the page of the form of a recording with a path after the version."""
    return Page("", "recording.html", path=path + NEW)


def hint_of(control: Control) -> str:
    """Return the hint of a control, with words in place of the codes to choose from."""
    text = for_readers(control.hint)
    if not control.codes:
        return text
    codes = re.compile(rf"\b({'|'.join(map(re.escape, control.codes))})(?=:)")
    return codes.sub(lambda code: f"“{said(control.codes[code[1]])}”", text)
