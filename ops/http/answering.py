"""From a received request to a reply, in a thread: parameters, body, answer, and its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from http import HTTPStatus
from time import thread_time
from typing import TYPE_CHECKING, Any, Final

from ledger import canonical, limits
from ledger.errors import LedgerError, Refusal, Refused, check_at_most, words_of
from ledger.expected import one_of
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store.appended import observed
from ledger.time_limit import within
from ops.access.actors import Actor
from ops.access.personal_data import seen_by
from ops.access.rates import Account
from ops.commands.previewed import preview_of
from ops.commands.proposing import Proposed
from ops.doors import outcomes
from ops.doors.circumstances import Confirmations
from ops.doors.declare import Form
from ops.doors.outcomes import Outcome
from ops.doors.reading import BadQuestion, converted, read
from ops.doors.remedies import as_address
from ops.doors.uploads import FORM, File
from ops.http import repetition, replies
from ops.http.address import Address, Body
from ops.http.identity import (
    check_key,
    check_may_ask,
    check_may_record_at,
    identified,
    naming_the_key,
    signed_in,
)
from ops.http.metrics import METRICS
from ops.http.page_addresses import as_in_form, as_sent, asked_on, is_asked
from ops.http.problems import MEDIA_TYPE, RETRY_SECONDS, problem_of
from ops.http.replies import Reply
from ops.http.request import FileGiven, Request
from ops.pages import remedies
from ops.pages.declare import PAPER
from ops.pages.drawing import Shown, drawn, found_alone, shown_on
from ops.pages.paper.printing import printed
from ops.words import preferred, speaking, spoken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec import Struct

    from ops.house import TentativeHouse
    from ops.http.service import Service
    from ops.pages.federation import Federation

log = Logger(__name__)

_RETRIED: Final = (429, 503)

WARNING: Final = "Ledger-Warning"
"""The header with a warning about an answer."""


def admitted(service: Service, address: Address, request: Request) -> Request:
    """Return a request with its actor, counted; nothing but its headers is read for this.

    Raises KeyNeeded, KeyRefused, TooManyRequests; the errors of the database.
    """
    if address.form is not None:
        session, account = signed_in(service, address, request.headers)
        return replace(request, actor=session.actor, token=session.token, account=account)
    authorization = request.headers.get("authorization", "")
    actor, account = identified(service, authorization, request.peer)
    check_key(actor, address)
    return replace(request, actor=actor, account=account)


def answered(service: Service, address: Address, request: Request) -> Reply:
    """Return the reply to an admitted request; every error becomes a problem document.

    Raises TimeOver. The work is charged to the account of the request.
    """
    began = thread_time()
    with observed() as so_far, spoken_to(request.headers, address.language):
        try:
            answer = address.form or _answer
            reply = answer(service, address, request)
            if reply.status == HTTPStatus.NOT_MODIFIED:
                request.account.uncount()
            return _with_warning(reply, service.warning())
        except Proposed as proposed:
            return replies.proposed(proposed)
        except Exception as error:  # noqa: BLE001 - every error is answered
            return failed(error, so_far, asked=not address.records or _is_of_path(error, request))
        finally:
            request.account.charge(thread_time() - began)


def spoken_to(headers: Mapping[str, str], language: str = "") -> AbstractContextManager[None]:
    """Say sentences in the language of a page, or as the headers ask.

    Remedies and inputs are in words on a page, addresses and their names for programs.
    """
    if language:
        return speaking(language, remedies.in_words, remedies.label, read=True)
    return speaking(preferred(headers.get("accept-language", "")), as_address)


def _with_warning(reply: Reply, warning: str) -> Reply:
    """Return a reply with a warning in a header, which answers of every form have."""
    return replace(reply, headers={**reply.headers, WARNING: warning}) if warning else reply


def failed(
    error: Exception, so_far: Any = None, *, asked: bool = True, status: HTTPStatus | None = None
) -> Reply:
    """Return the reply to a failed request; `status`: as set by the network already."""
    problem = problem_of(error, so_far, asked=asked, status=status)
    METRICS.refused(problem.code)
    if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("request_failed", alarm="request-failed", exc_info=error)
    headers = {"Cache-Control": "no-store", "Content-Language": spoken()}
    if problem.status in _RETRIED:
        headers["Retry-After"] = str(getattr(error, "retry_after_seconds", RETRY_SECONDS))
    if problem.status == 401:  # noqa: PLR2004 - the status that asks for a key
        headers["WWW-Authenticate"] = "Bearer"
    body = replies.json_bytes(problem)
    return Reply(problem.status, MEDIA_TYPE, body, headers=headers, problem=problem)


def _is_of_path(error: Exception, request: Request) -> bool:
    """Whether an error is about an object named by the path."""
    if not isinstance(error, LedgerError):
        return False
    return any(refusal.found in request.path.values() for refusal in error.refusals())


def _answer(service: Service, address: Address, request: Request) -> Reply:
    actor = request.actor
    address, path, form = in_form(address, request)
    check_at_most(Sentence("parameters"), len(request.query), limits.PARAMETERS)
    sent = query = request.query
    if address.page:
        sent = as_sent(sent)
        query = asked_on(address.page, address.asks, path, sent)
    question = read(address.asks, path, query)
    if address.page:
        question = as_in_form(address.page, question, form)
    if address.shows is not None:
        check_may_ask(actor, address.shows, question)
    body = _body(address, request)
    known = request.headers.get("if-none-match", "")
    records = address.records and not getattr(question, "preview", False)
    with ExitStack() as stack, within(None if records else request.limit), naming_the_key(actor):
        opened = service.recording(actor) if address.records else service.asking(actor)
        house = stack.enter_context(opened)
        given = (house, question) if body is None else (house, question, body)
        if address.records:
            check_may_record_at(house, address, question, body)
            if isinstance(question, Confirmations):
                question.prepare(house, request.attached)
            if not records:
                tentative = stack.enter_context(house.tentatively())
                shown = _previewed(tentative, address.work(tentative, *given[1:]))
                return replies.reply(shown, form, actor)
            return replies.reply(repetition.answered_once(address, request, given), form, actor)
        tag = address.tag(house, question, form) if address.tag else None
        tag = replies.in_language(tag, service.federation.digest if address.page else "")
        if tag and replies.is_known(tag, known):
            return replies.not_modified(tag)
        if address.page:
            shown = _shown(service.federation, address, path, sent, given, actor)
            reply = _page(shown, form, tag, request.account)
        else:
            reply = replies.reply(address.work(*given), form, actor, tag)
        if reply.pieces is not None:
            stack.callback(request.sent)
            pieces = _until_sent(reply.pieces, stack.pop_all(), request.account)
            next(pieces)
            return replace(reply, pieces=pieces)
    made = reply.headers.get("ETag", "")
    return replies.not_modified(made) if made and replies.is_known(made, known) else reply


def _shown(
    federation: Federation,
    address: Address,
    path: Mapping[str, str],
    sent: Sequence[tuple[str, str]],
    given: tuple[Any, ...],
    actor: Actor,
) -> Shown:
    """Return what a page shows: the answer; the form alone; beside the form, why it was refused."""
    page, (house, question) = address.page, given
    assert page is not None
    answer, refused = None, tuple[Refusal, ...]()
    if is_asked(page, sent):
        try:
            answer = seen_by(actor, address.work(*given))
        except Refused as refusal:
            if not page.needs:
                raise
            refused = tuple(refusal.refusals())
    shown = shown_on(page, path, sent, question, answer, house, federation)
    return replace(shown, refused=refused)


def _page(shown: Shown, form: Form, tag: str | None, account: Account) -> Reply:
    """Return a page, a feed, or a page on paper; of one player found alone, where their page is."""
    if place := found_alone(shown):
        return replies.elsewhere(place)
    if form == PAPER:
        paper = printed(shown)
        account.charge(paper.seconds)
        return replies.paper(paper.pdf, shown.path, tag)
    return replies.page(drawn(shown), form, tag, refused=bool(shown.refused))


def _previewed(house: TentativeHouse, answer: Any) -> Any:
    """Return an answer with the effects of everything tentative in a house."""
    if not isinstance(answer, Outcome):
        return answer
    return outcomes.previewed(answer, preview_of(house))


def _until_sent(pieces: Iterable[bytes], stack: ExitStack, account: Account) -> Iterator[bytes]:
    """Yield nothing, and then the pieces; the reading is closed after the last.

    Once begun, it is closed also if the client goes away before the first piece. The work for each
    piece is charged to an account.
    """
    source = iter(pieces)
    with stack:
        piece: bytes | None = b""
        while piece is not None:
            yield piece
            began = thread_time()
            piece = next(source, None)
            account.charge(thread_time() - began)


def in_form(address: Address, request: Request) -> tuple[Address, dict[str, str], Form]:
    """Return what answers, the parameters of the path, and the form.

    The form is the suffix of the last parameter: then a file answers, where there is one. Without
    suffix rows answer: as CSV, if the client accepts that.
    """
    path = dict(request.path)
    last = address.path_parameters[-1] if address.path.endswith("}") else ""
    if last and len(address.forms) > 1:
        for form in address.forms:
            if path[last].endswith(f".{form}"):
                named = {**path, last: path[last].removesuffix(f".{form}")}
                return address.in_file(form), named, form
    accepts = request.headers.get("accept", "")
    if "csv" in address.forms and accepts.split(";")[0].strip() == "text/csv":
        return address, path, "csv"
    return address, path, address.forms[0]


def media_type_of(headers: Mapping[str, str]) -> str:
    """Return the media type of a body; empty: not stated."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _media_types(wanted: type[Struct] | File, *, with_form: bool) -> Sequence[str]:
    """Return the media types of a body."""
    of_json = ("application/json", FORM) if with_form else ("application/json",)
    return wanted.media_types if isinstance(wanted, File) else of_json


def check_media_type(found: str, taken: Sequence[str]) -> None:
    """Raise Refused for a body of another media type than those taken."""
    if found not in taken:
        expected = one_of(taken)
        raise Refused(
            Sentence(
                "the header Content-Type is {found}: send the body as {expected}",
                found=found,
                expected=expected,
            )
            if found
            else Sentence(
                "there is no Content-Type: send the body as {expected}", expected=expected
            ),
            code="media-type-wrong",
            field="Content-Type",
            found=found,
            expected=expected,
        )


def _body(address: Address, request: Request) -> Any:
    """Return what the body holds; None: the address takes no body."""
    wanted, body = address.body, request.body
    if wanted is None:
        if isinstance(body, bytes) and body:  # nothing may be lost that somebody states
            converted(Body, _decoded(body), "body")
        return None
    if not isinstance(wanted, File) and not body and not address.body_required:
        return wanted()
    taken = _media_types(wanted, with_form=address.records)
    check_media_type(media_type_of(request.headers), taken)
    if isinstance(wanted, File):
        file = FileGiven("", body) if isinstance(body, bytes) else body
        assert isinstance(file, FileGiven)  # a form of a page has its own reply
        for data in (file.data, *file.beside.values()):
            check_at_most(Sentence("bytes of the file"), len(data), wanted.most_bytes)
        return file
    assert isinstance(body, bytes)  # a form has a file
    if not body:
        problem = Refusal.of("body-missing", Sentence("the body is empty: send JSON"), "body")
        raise BadQuestion([problem])
    return converted(wanted, _decoded(body), "body")


def _decoded(body: bytes) -> Any:
    try:
        return canonical.decode(body)
    except ValueError as error:
        words = Sentence("the body is not JSON: {error}", error=words_of(error))
        raise BadQuestion([Refusal.of("not-json", words, "body")]) from error
