"""Replies: the value of an answer as bytes in the form asked for, with its ETag."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, Final

import msgspec

from ops.access.actors import Actor
from ops.access.personal_data import seen_by
from ops.answers.answer import Answer
from ops.commands.proposing import Proposed
from ops.doors import outcomes
from ops.doors.declare import Chunks, Form
from ops.doors.documents import answer_document, csv_document, plain
from ops.doors.outcomes import Outcome
from ops.http.address import MEDIA_TYPES
from ops.http.problems import Problem
from ops.pages import drawing
from ops.pages.declare import Page
from ops.pages.federation import Federation
from ops.words import present, sentences_digest, spoken

_UNPLAIN: Final = re.compile("[^A-Za-z0-9.]+")
"""What the name of a file has no use for."""

_TAG_LETTERS: Final = 32
"""Letters of an ETag made from the bytes of an answer."""

_PROGRAM_LETTERS: Final = 8
"""Letters of the digest of program and sentences."""

FRESH: Final = "no-cache"
"""Every stored copy is asked about again: names can be corrected and erased."""

_VARY: Final = {"Vary": "Authorization, Accept, Accept-Language"}
"""An answer depends on the roles of who asks, and on their language."""

PROTECTION: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Headers of every page: nothing but the stylesheet is loaded, no script runs, nobody frames it."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
"""For what stands under its digest."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: status, headers, body. `pieces`, in place of `body`, are sent in turn."""

    status: int
    media_type: str
    body: bytes = b""
    pieces: Iterable[bytes] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    problem: Problem | None = None
    """Why the request was not answered; None: it was."""


def reply(value: Any, form: Form, actor: Actor, tag: str | None = None) -> Reply:
    """Return the reply of a value to an actor.

    `tag` is the ETag if it was known before.
    """
    if isinstance(value, Chunks):
        return _file(value, tag)
    seen = seen_by(actor, value)
    body = csv_document(seen).encode() if form == "csv" else json_bytes(seen)
    language = {} if form == "csv" else {"Content-Language": spoken()}
    if isinstance(value, Outcome):
        status, headers = 201 if _is_new(value) else 200, {"Cache-Control": "no-store"}
    else:
        status, headers = 200, {"Cache-Control": FRESH, "ETag": tag or tag_of(body), **_VARY}
    return Reply(status, MEDIA_TYPES[form], body, headers={**headers, **language})


def page(body: bytes, form: Form, tag: str | None = None, *, refused: bool = False) -> Reply:
    """Return the reply of a page or a feed; `tag` is the ETag if it was known before.

    `refused`: the page says why what a form asks was refused.
    """
    headers = {
        "Cache-Control": FRESH,
        "ETag": tag or tag_of(body),
        "Vary": "Authorization",
        "Content-Language": present(),
        **PROTECTION,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return Reply(status, MEDIA_TYPES[form], body, headers=headers)


def elsewhere(place: str) -> Reply:
    """Return the reply that leads from a page to another one (RFC 9110, 15.4.4)."""
    headers = {"Location": place, "Cache-Control": FRESH, "Vary": "Authorization", **PROTECTION}
    return Reply(HTTPStatus.SEE_OTHER, "", headers=headers)


def paper(body: bytes, path: Mapping[str, str], tag: str | None = None) -> Reply:
    """Return the reply of a page on paper, with a name made of the parameters of its path."""
    of = page(body, "pdf", tag)
    name = "-".join((*path.values(), present()))
    named = f'inline; filename="{_UNPLAIN.sub("-", name)}.pdf"'
    return replace(of, headers={**of.headers, "Content-Disposition": named})


def problem_page(
    of: Reply,
    place: str,
    query: Sequence[tuple[str, str]],
    federation: Federation,
    page: Page | None = None,
    path: Mapping[str, str] = MappingProxyType({}),
) -> Reply:
    """Return the page in place of the document of a problem, for a path after the language.

    Of a question with something wrong in its form it is the form.
    """
    headers = {**of.headers, "Content-Language": present(), **PROTECTION}
    again = drawing.asked_again(page, of.problem, path, query, federation) if page else None
    body = again or drawing.problem_page(of.problem, place, query, federation)
    return replace(of, media_type=MEDIA_TYPES["html"], body=body, headers=headers)


def proposed(error: Proposed) -> Reply:
    """Return the reply to a request that waits for the approval of another person."""
    body = json_bytes(outcomes.proposed(error.about, error.words))
    headers = {
        "Cache-Control": "no-store",
        "Content-Language": present(),
        "Location": str(error.about["address"]),
    }
    return Reply(202, MEDIA_TYPES["json"], body, headers=headers)


def _is_new(outcome: Outcome) -> bool:
    return any(not request.replayed for request in outcome.recorded)


def _file(chunks: Chunks, tag: str | None) -> Reply:
    headers = {
        **({} if chunks.digest else _VARY),
        "Cache-Control": FOR_EVER if chunks.digest else FRESH,
        "Content-Disposition": f'attachment; filename="{chunks.file_name}"',
    }
    if chunks.digest or tag:
        headers["ETag"] = tag or f'"{chunks.digest}"'
    pieces = (piece.encode() if isinstance(piece, str) else piece for piece in chunks.pieces)
    return Reply(200, MEDIA_TYPES[chunks.form], pieces=pieces, headers=headers)


def json_bytes(value: Any) -> bytes:
    """Return a value as JSON; an answer with its version."""
    if isinstance(value, Answer):
        return msgspec.json.encode(answer_document(value))
    return msgspec.json.encode(value, enc_hook=plain)


def tag_of(body: bytes) -> str:
    """Return an ETag made from bytes."""
    return f'"{sha256(body).hexdigest()[:_TAG_LETTERS]}"'


def in_language(tag: str | None, federation: str = "") -> str | None:
    """Return an ETag known without the answer, for the language and the program of this one.

    `federation` is the digest of what a federation gives to a page.
    """
    made = f"{present()}-{program()}{federation}"
    return None if tag is None else f'{tag[:-1]}-{made}"'


@cache
def program() -> str:
    """Return a digest of what forms answers of equal values: the program, and its sentences."""
    made = f"{version('rating-ledger')} {sentences_digest()} {drawing.digest()}"
    return sha256(made.encode()).hexdigest()[:_PROGRAM_LETTERS]


def not_modified(tag: str) -> Reply:
    """Return the reply to a client with the answer of this ETag."""
    return Reply(304, "", headers={"ETag": tag, "Cache-Control": FRESH, **_VARY})


def is_known(tag: str, if_none_match: str) -> bool:
    """Whether the header If-None-Match names an ETag."""
    known = [one.strip().removeprefix("W/") for one in if_none_match.split(",")]
    return tag in known or "*" in known
