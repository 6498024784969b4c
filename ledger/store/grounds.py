"""The grounds stated for what is recorded: reason, article, day of decision, attached files.

They are the same for every command and address: the ledger adds them to each request of a door,
and every event of the request holds them in its envelope. The reason is kept as an erasable note,
each file as an erasable document.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from msgspec import structs

from ledger import limits, visible
from ledger.errors import Refused, check_at_most
from ledger.events.base import Fact, Grounds
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store.requests import Document, Receipt, Request, commitment, new_salt

if TYPE_CHECKING:
    from ledger.store.reading import Reader


class GroundsDiffer(Refused):
    """The same was recorded before, on other grounds."""

    def __init__(self, position: int, differing: Iterable[str]) -> None:
        """Name the recorded event and the grounds that differ."""
        names = [*differing]
        super().__init__(
            Sentence(
                "this was recorded already as {event}, with other grounds ({inputs}): nothing was "
                "recorded; {events} shows the grounds of an event",
                event=Position(position),
                inputs=[Input(name) for name in names],
                events=Remedy("list-events"),
            ),
            field=", ".join(names),
            found=f"#{position}",
            expected=Sentence("the grounds recorded first, or none"),
        )


@dataclass(frozen=True, slots=True)
class StatedGrounds:
    """The grounds that somebody states for a recording; "" and None: not stated."""

    reason: str = ""
    article: str | None = None
    decided_on: date | None = None
    attachments: tuple[bytes, ...] = ()

    def check(self, today: date) -> None:
        """Check the limits, and that the decision is not of a later day than `today`.

        Raises LimitExceeded; Refused for an empty file, for invisible characters.
        """
        check_at_most(
            Sentence("characters of the reason"), len(self.reason), limits.REASON_CHARACTERS
        )
        visible.check_label(self.reason, "reason")
        visible.check_label(self.article or "", "article")
        check_at_most(Sentence("attached files"), len(self.attachments), limits.ATTACHMENTS)
        for data in self.attachments:
            check_at_most(Sentence("bytes of an attached file"), len(data), limits.ATTACHMENT_BYTES)
            if not data:
                problem = Sentence("an attached file is empty: attach the file that was meant")
                raise Refused(problem, code="attachment-empty", field="attach", found="0 bytes")
        if self.decided_on is not None and self.decided_on > today:
            raise Refused(
                Sentence(
                    "decided on {day}: that day has not come; record a decision after it was taken",
                    day=self.decided_on,
                ),
                code="day-to-come",
                field="decided_on",
                found=str(self.decided_on),
                expected=Sentence("{day} or before", day=today),
            )

    def of(self, request: Request) -> Request:
        """Return a request with these grounds: for its events, the note and the documents."""
        if not (self.reason or self.article or self.decided_on or self.attachments):
            return request
        salt = new_salt()
        files = {file.digest: file for file in self._documents()}
        return replace(
            request,
            grounds=Grounds(
                reason=commitment(salt, self.reason.encode()) if self.reason else None,
                article=self.article,
                decided_on=self.decided_on,
                attachments=tuple(sorted(files)),
            ),
            reason=(salt, self.reason) if self.reason else None,
            documents=(*request.documents, *files.values()),
        )

    def check_first(self, read: Reader, receipt: Receipt) -> None:
        """Check a repetition: the grounds stated now equal the first ones, unless these are erased.

        Raises GroundsDiffer.
        """
        first = read.at([receipt.first_position])[receipt.first_position]
        body = first.decoded()
        recorded = body.grounds
        reason = (read.note(first.event_id, "reason") or (b"", ""))[1]
        is_erased = recorded is not None and recorded.reason is not None and not reason
        digests = tuple(sorted({file.digest for file in self._documents()}))
        pairs = {
            "reason": (self.reason, self.reason if is_erased else reason),
            "article": (self.article, body.article),
            "decided_on": (self.decided_on, recorded and recorded.decided_on),
            "attach": (digests, recorded.attachments if recorded else ()),
        }
        differing = [name for name, (stated, known) in pairs.items() if stated and stated != known]
        if differing:
            raise GroundsDiffer(first.position, differing)

    def _documents(self) -> Iterable[Document]:
        return (Document("attachment", data) for data in self.attachments)


def of_event(grounds: Grounds | None, fact: Fact) -> Grounds | None:
    """Return the grounds of one event, without an article named by the event itself."""
    if grounds is None or grounds.article is None:
        return grounds
    if grounds.article != getattr(fact, "article", None):
        return grounds
    if not (grounds.reason or grounds.decided_on or grounds.attachments):
        return None
    return structs.replace(grounds, article=None)
