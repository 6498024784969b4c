"""Refusals and failures as problem documents (RFC 9457): one type of document for every error."""

import re
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import (
    AlreadyTaken,
    FileKnown,
    KeyReused,
    LedgerError,
    LimitExceeded,
    OutcomeUnknown,
    Refusal,
    Refused,
    StreamMoved,
    TwinRecorded,
    Unavailable,
    words_of,
)
from ledger.limits import MESSAGE_CHARACTERS
from ledger.sentences import Sentence, plain
from ledger.store.addresses import without_passwords
from ledger.store.appended import Appended
from ledger.store.causes import of_database
from ops.doors.reading import BadQuestion
from projections.official.stopping import ReplayStopped
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.rulebooks.engine.whole import Incomputable

_OPTION: Final = re.compile(r"--([a-z][a-z-]*[a-z])")
"""An option of the command line in a message."""

_SERVER: Final = re.compile(r'connection to server at "[^"]*"(?: \([^)]*\))?, port \d+ failed: ')
"""The database's own address, which concerns nobody who asks."""

MEDIA_TYPE: Final = "application/problem+json"

RETRY_SECONDS: Final = 5
"""After so long a client should repeat a request that could not be answered."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was not answered, in the form of RFC 9457."""

    type: str
    """`/v1/problems/CODE`: `code` as an address."""
    title: str
    """The status in words."""
    status: int
    detail: Sentence
    """What is wrong and what to do."""
    code: str
    """Stable name of the first refusal, for programs."""
    refusals: tuple[Refusal, ...]
    """Every reason: field, line, found, expected, remedy."""
    about: Mapping[str, Any] = {}
    """Further facts, such as the import slip of a refused file."""
    recorded: tuple[int, ...] = ()
    """Positions recorded before the request failed; empty: nothing was recorded."""


BY_KIND: Final[tuple[tuple[type[BaseException], HTTPStatus], ...]] = (
    (BadQuestion, HTTPStatus.BAD_REQUEST),
    (LimitExceeded, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    (StreamMoved, HTTPStatus.CONFLICT),
    (KeyReused, HTTPStatus.CONFLICT),
    (AlreadyTaken, HTTPStatus.CONFLICT),
    (FileKnown, HTTPStatus.CONFLICT),
    (TwinRecorded, HTTPStatus.CONFLICT),
    (Refused, HTTPStatus.UNPROCESSABLE_ENTITY),
    (OutsideRulebook, HTTPStatus.UNPROCESSABLE_ENTITY),
    (Incomputable, HTTPStatus.UNPROCESSABLE_ENTITY),
    (Unavailable, HTTPStatus.SERVICE_UNAVAILABLE),
    (OutcomeUnknown, HTTPStatus.SERVICE_UNAVAILABLE),
    (ReplayStopped, HTTPStatus.SERVICE_UNAVAILABLE),
    (LedgerError, HTTPStatus.INTERNAL_SERVER_ERROR),
)
"""The first kind that fits; any other error is a fault of the program."""

BY_CODE: Final[Mapping[str, HTTPStatus]] = {
    "key-needed": HTTPStatus.UNAUTHORIZED,
    "key-unknown": HTTPStatus.UNAUTHORIZED,
    "key-revoked": HTTPStatus.UNAUTHORIZED,
    "key-expired": HTTPStatus.UNAUTHORIZED,
    "key-closed": HTTPStatus.UNAUTHORIZED,
    "not-allowed": HTTPStatus.FORBIDDEN,
    "preview-outdated": HTTPStatus.CONFLICT,
    "too-many-requests": HTTPStatus.TOO_MANY_REQUESTS,
    "time-limit-exceeded": HTTPStatus.SERVICE_UNAVAILABLE,
    "earlier-positions-busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "hung-up": HTTPStatus.BAD_REQUEST,
    "media-type-wrong": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}
_ABSENT: Final = (
    "unknown-",
    "no-",
    "not-covered",
    "not-applied",
    "words-erased",
    "attachment-erased",
    "nothing-reported",
)
"""Codes of what does not exist begin so."""


def status_of(error: BaseException, *, asked: bool) -> HTTPStatus:
    """Return the status of an error; `asked`: of a question, which may be about nothing."""
    error = getattr(error, "refusal", error)  # of a file: why it was refused
    code = error.code if isinstance(error, LedgerError) else ""
    if code in BY_CODE:
        return BY_CODE[code]
    if asked and code.startswith(_ABSENT) and not isinstance(error, BadQuestion):
        return HTTPStatus.NOT_FOUND
    fits = (status for kind, status in BY_KIND if isinstance(error, kind))
    return next(fits, HTTPStatus.INTERNAL_SERVER_ERROR)


def problem_of(
    error: BaseException,
    so_far: Appended | None = None,
    *,
    asked: bool = True,
    status: HTTPStatus | None = None,
) -> Problem:
    """Return the problem document of an error; `so_far` are the commits of the request.

    `status`: as the network knows it already.
    """
    if isinstance(error, SQLAlchemyError):
        error = of_database(error) or error
    status = status or status_of(error, asked=asked)
    refusals = tuple(_refusals(error))
    return Problem(
        type=f"/v1/problems/{refusals[0].code}",
        title=status.phrase,
        status=status,
        detail=plain([*dict.fromkeys(one.message for one in refusals)]).cut(MESSAGE_CHARACTERS),
        code=refusals[0].code,
        refusals=refusals,
        about=error.about if isinstance(error, LedgerError) else {},
        recorded=_positions(so_far) if so_far else (),
    )


def _positions(so_far: Appended) -> tuple[int, ...]:
    return tuple(
        position
        for receipt in so_far.new
        for position in range(receipt.first_position, receipt.last_position + 1)
    )


def _refusals(error: BaseException) -> list[Refusal]:
    if isinstance(error, LedgerError):
        return [_worded(refusal) for refusal in error.refusals()]
    if isinstance(error, OutsideRulebook):
        words = words_of(error)
        return [Refusal.of("outside-rulebook", words, error.field, 0, error.found, error.expected)]
    if isinstance(error, Incomputable):
        return [Refusal.of(error.code, words_of(error), error.field, 0, error.found)]
    words = Sentence("a fault of the program: the log has it under the id of this request")
    return [Refusal.of("fault", words)]


def _parameter(option: re.Match[str]) -> str:
    return option[1].replace("-", "_")


def _worded(refusal: Refusal) -> Refusal:
    """Name parameters as addresses do: known_at for the option --known-at in a text.

    Commands in backticks stay as they are. The address of a database server is left out.
    """
    field = refusal.field.replace("-", "_") if refusal.field.islower() else refusal.field
    message = refusal.message.with_texts(_shown).with_plain_texts(_with_parameters)
    return replace(refusal, message=message, field=field)


def _shown(text: str) -> str:
    return without_passwords(_SERVER.sub("", text))


def _with_parameters(text: str) -> str:
    texts = text.split("`")
    texts[::2] = [_OPTION.sub(_parameter, text) for text in texts[::2]]
    return "`".join(texts)
