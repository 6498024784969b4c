"""The ASGI application: routes of all addresses, the OpenAPI document, errors of the network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import cache, partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Literal

from anyio import CapacityLimiter, to_thread
from litestar import Litestar, Request, Response
from litestar.config.cors import CORSConfig
from litestar.datastructures import State, UploadFile
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream

from ledger import limits
from ledger.errors import Refused, check_at_most
from ops.http import answering, openapi
from ops.http.address import FORM, PARAMETER, Address, File
from ops.http.addresses import all_addresses
from ops.http.answering import FileGiven, media_type_of
from ops.http.prepared import prepare_types
from ops.http.replies import Reply

if TYPE_CHECKING:
    from ops.http.service import Service

THREADS: Final = 16
"""Requests answered at the same time in a process."""

_CODES: Final = {
    HTTPStatus.NOT_FOUND: ("no-such-address", "there is no such address: see /v1/openapi.json"),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method-not-allowed", "the address does not take this method"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        "limit-exceeded",
        "the body is larger than this service takes (setting body_limit_bytes)",
    ),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: ("media-type-wrong", "the body has another media type"),
}


def application(service: Service) -> Litestar:
    """Return the application over an open service, with the settings of the service."""
    limiter = CapacityLimiter(THREADS)

    @asynccontextmanager
    async def closing(_: Litestar) -> AsyncIterator[None]:
        yield
        await to_thread.run_sync(service.close)

    origins = list(service.settings.cors_origins)
    routes = [*_routes(service, limiter), _document()]
    prepare_types()  # after the import of the addresses, before the first thread of a request
    return Litestar(
        routes,
        openapi_config=None,
        logging_config=None,
        exception_handlers={HTTPException: _of_network, Exception: _fault},
        request_max_body_size=service.settings.body_limit_bytes,
        lifespan=[closing],
        cors_config=CORSConfig(allow_origins=origins) if origins else None,
    )


HttpMethod = Literal["GET", "POST", "DELETE", "HEAD"]
Handle = Callable[[Request[Any, Any, State]], Awaitable[Response[Any]]]


def _routes(service: Service, limiter: CapacityLimiter) -> Iterable[HTTPRouteHandler]:
    for address in all_addresses():
        path = PARAMETER.sub(r"{\1:str}", address.path)
        methods: list[HttpMethod] = [address.method]
        if address.method == "GET":
            methods.append("HEAD")
        handler = HTTPRouteHandler(path, http_method=methods, name=address.name, status_code=200)
        yield handler(_handle(service, address, limiter))


def _handle(service: Service, address: Address, limiter: CapacityLimiter) -> Handle:
    async def handle(request: Request[Any, Any, State]) -> Response[Any]:
        try:
            asked = await _asked(address, request)
        except Refused as refusal:
            return _response(answering.failed(refusal))
        work = partial(answering.answered, service, address, asked)
        asking = not address.records  # what records is waited for, however long it takes
        return _response(await to_thread.run_sync(work, limiter=limiter, abandon_on_cancel=asking))

    return handle


async def _asked(address: Address, request: Request[Any, Any, State]) -> answering.Request:
    body, attached = await _body(address, request)
    return answering.Request(
        path={name: str(value) for name, value in request.path_params.items()},
        query=list(request.query_params.multi_items()),
        headers=dict(request.headers.items()),
        peer=request.client.host if request.client else "",
        body=body,
        attached=attached,
    )


async def _body(
    address: Address, request: Request[Any, Any, State]
) -> tuple[bytes | FileGiven, tuple[bytes, ...]]:
    """Return the body and the attached files; a form holds both as parts."""
    is_file = isinstance(address.body, File)
    if media_type_of(request.headers) != FORM or not (address.records or is_file):
        return (await request.body() if address.records or address.body else b""), ()
    form = await request.form()
    attached = [await _part(part) for part in form.getall("attach", [])]
    check_at_most("attached files", len(attached), limits.ATTACHMENTS)
    if not is_file:
        return await _part(form.get("body", "")), tuple(attached)
    file, entrants = form.get("file"), form.get("map")
    if not isinstance(file, UploadFile):
        raise Refused("the form has no part named file", code="file-needed", field="file")
    beside = await entrants.read() if isinstance(entrants, UploadFile) else b""
    return FileGiven(file.filename, await file.read(), beside), tuple(attached)


async def _part(part: Any) -> bytes:
    """Return the bytes of a part of a form, a file or a text."""
    return await part.read() if isinstance(part, UploadFile) else str(part).encode()


def _response(reply: Reply) -> Response[Any]:
    if reply.pieces is not None:
        return Stream(
            reply.pieces,
            media_type=reply.media_type,
            status_code=reply.status,
            headers=dict(reply.headers),
        )
    return Response(
        reply.body,
        media_type=reply.media_type or None,
        status_code=reply.status,
        headers=dict(reply.headers),
    )


def _document() -> HTTPRouteHandler:
    @cache
    def body() -> bytes:
        return openapi.document_bytes(all_addresses())

    async def openapi_document() -> Response[Any]:
        return Response(await to_thread.run_sync(body), media_type="application/json")

    handler = HTTPRouteHandler("/v1/openapi.json", http_method="GET", status_code=200)
    return handler(openapi_document)


def _of_network(_: Request[Any, Any, State], error: HTTPException) -> Response[Any]:
    """Answer an error before any address: an unknown path, a body that is too large."""
    status = HTTPStatus(error.status_code)
    code, words = _CODES.get(status, ("not-understood", error.detail))
    allowed = ", ".join(sorted((error.headers or {}).get("allow", "").split(", ")))
    refusal = Refused(words, code=code, expected=allowed)
    response = _response(answering.failed(refusal, status=status))
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = allowed  # RFC 9110, 15.5.6: such an answer names the methods
    return response


def _fault(_: Request[Any, Any, State], error: Exception) -> Response[Any]:
    return _response(answering.failed(error))
