"""Bodies of requests: a limit for each address, and room for all bodies of a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from litestar import Request
from litestar.datastructures import UploadFile
from litestar.types import HTTPDisconnectEvent, HTTPRequestEvent

from ledger import limits
from ledger.errors import Refused, check_at_most
from ledger.sentences import Count, Sentence
from ops.doors.uploads import FORM, File, Upload
from ops.http.address import Address
from ops.http.answering import check_media_type, media_type_of
from ops.http.request import FileGiven, FormGiven
from ops.http.shares import Shares

Arrived = Request[Any, Any, Any]
Body = tuple[bytes | FileGiven | FormGiven, tuple[bytes, ...]]
"""The body, and the attached files."""

FORMS: Final = ("application/x-www-form-urlencoded", FORM)
"""Media types in which a browser sends a form."""

_BODY: Final = Sentence("bytes of the body")


class Busy(Refused):
    """There is no room for another long question or body at this moment."""

    retry_after_seconds: ClassVar[int] = 5

    def __init__(self, what: Sentence) -> None:
        super().__init__(
            Sentence(
                "{what}: try again in {seconds}",
                what=what,
                seconds=Count(self.retry_after_seconds, "second"),
            )
        )


class HungUp(Refused):
    """The client closed the connection before its request, or the answer, was complete."""

    def __init__(self) -> None:
        super().__init__(Sentence("the connection was closed before the end"))


class Room:
    """The room of one body, taken as its bytes arrive."""

    def __init__(self, shares: Shares, client: str, most: int) -> None:
        """Begin empty; the body may have so many bytes."""
        self._shares, self._client, self._most = shares, client, most
        self._taken = 0

    def check(self, declared: int | None) -> None:
        """Check the declared length of a body. Raises LimitExceeded."""
        check_at_most(_BODY, declared or 0, self._most)

    def take(self, more: int) -> None:
        """Take room for more bytes. Raises LimitExceeded, Busy."""
        check_at_most(_BODY, self._taken + more, self._most)
        if not self._shares.take(self._client, more):
            raise Busy(Sentence("too many bodies are being received"))
        self._taken += more

    def __enter__(self) -> Room:
        """Use as a context."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give all room back."""
        self._shares.give_back(self._client, self._taken)


async def read(address: Address, arrived: Arrived, room: Room) -> Body:
    """Return the body of a request and the attached files; a form holds both as parts.

    Raises LimitExceeded, Busy, HungUp; Refused for a form without its file.
    """
    if not (address.records or address.body is not None):
        return b"", ()
    room.check(arrived.content_length)
    with _received_into(room, arrived):
        return await _read(address, arrived)


@contextmanager
def _received_into(room: Room, arrived: Arrived) -> Iterator[None]:
    """Take room for each part of a body that arrives."""
    receive = arrived.receive

    async def received() -> HTTPRequestEvent | HTTPDisconnectEvent:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise HungUp
        room.take(len(message.get("body", b"")))
        return message

    arrived.receive = received
    try:
        yield
    finally:
        arrived.receive = receive


async def _read(address: Address, arrived: Arrived) -> Body:
    if address.form is not None:
        return await _form(arrived), ()
    wanted = address.body if isinstance(address.body, File) else None
    if media_type_of(arrived.headers) != FORM or not (address.records or wanted):
        return await arrived.body(), ()
    form = await arrived.form()
    attached = [await _part(part) for part in form.getall("attach", [])]
    check_at_most(Sentence("attached files"), len(attached), limits.ATTACHMENTS)
    if wanted is None:
        return await _part(form.get("body", "")), tuple(attached)
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise Refused(
            Sentence("the form has no part with a file"), code="file-needed", field="file"
        )
    others = ((name, form.get(name)) for name in wanted.beside)
    beside = {name: await of.read() for name, of in others if isinstance(of, UploadFile)}
    return FileGiven(file.filename, await file.read(), beside), tuple(attached)


async def _form(arrived: Arrived) -> FormGiven:
    """Return what a browser sends with a form of a page. Raises Refused for another body."""
    check_media_type(media_type_of(arrived.headers), FORMS)
    sent, files, attached = [], {}, list[Upload]()
    for name, part in (await arrived.form()).multi_items():
        if not isinstance(part, UploadFile):
            sent.append((name, str(part)))
        elif part.filename and name == "attach":
            attached.append(Upload(part.filename, await part.read()))
        elif part.filename:
            files[name] = Upload(part.filename, await part.read())
    check_at_most(Sentence("attached files"), len(attached), limits.ATTACHMENTS)
    return FormGiven(sent, files, attached)


async def _part(part: Any) -> bytes:
    """Return the bytes of a part of a form, a file or a text."""
    return await part.read() if isinstance(part, UploadFile) else str(part).encode()
