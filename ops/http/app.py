"""The ASGI application: routes of all addresses, the OpenAPI document, errors of the network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import cache, partial
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal

from anyio import to_thread
from litestar import Litestar, Request, Response
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream

from ledger.errors import Refused
from ledger.sentences import Sentence, plain
from ops.doors.declare import PARAMETER
from ops.http import answering, openapi
from ops.http.address import Address
from ops.http.addresses import all_addresses
from ops.http.form_pages import form_addresses
from ops.http.page_addresses import as_sent, page_addresses
from ops.http.prepared import prepare_types
from ops.http.reception import Reception
from ops.http.replies import FOR_EVER, FRESH, PROTECTION, Reply, problem_page
from ops.words import LANGUAGES, preferred

if TYPE_CHECKING:
    from ops.http.service import Service
    from ops.pages.federation import Federation, ServedFile

_CODES: Final = {
    HTTPStatus.NOT_FOUND: (
        "no-such-address",
        Sentence("there is no such address: see {document}", document="/v1/openapi.json"),
    ),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        "method-not-allowed",
        Sentence("the address does not take this method"),
    ),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: (
        "media-type-wrong",
        Sentence("the body has another media type"),
    ),
}


_OF_FILES: Final = {
    "Cache-Control": FOR_EVER,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""Headers of a file under its digest; a mark that is opened by itself runs nothing either."""


def application(service: Service) -> Litestar:
    """Return the application over an open service, with the settings of the service."""
    reception = Reception(service)

    @asynccontextmanager
    async def closing(_: Litestar) -> AsyncIterator[None]:
        yield
        await reception.close()
        await to_thread.run_sync(service.close)

    origins = list(service.settings.cors_origins)
    federation = service.federation
    served = [*_answers(), *page_addresses()]
    served += form_addresses() if service.sessions else ()
    routes = [*_routes(served, reception, federation), _document(), *_files(federation), _front()]
    prepare_types()  # after the import of the addresses, before the first thread of a request
    return Litestar(
        routes,
        openapi_config=None,
        logging_config=None,
        exception_handlers={HTTPException: partial(_of_network, federation), Exception: _fault},
        request_max_body_size=None,  # `bodies` checks the limit of each address
        lifespan=[closing],
        cors_config=CORSConfig(allow_origins=origins) if origins else None,
    )


HttpMethod = Literal["GET", "POST", "DELETE", "HEAD"]
Handle = Callable[[Request[Any, Any, State]], Awaitable[Response[Any]]]


def _answers() -> Iterable[Address]:
    return (form for address in all_addresses() for form in address.in_suffixes())


def _routes(
    served: Iterable[Address], reception: Reception, federation: Federation
) -> Iterable[HTTPRouteHandler]:
    for address in served:
        path = PARAMETER.sub(r"{\1:str}", address.path)
        methods: list[HttpMethod] = [address.method]
        if address.method == "GET":
            methods.append("HEAD")
        handler = HTTPRouteHandler(path, http_method=methods, name=address.name, status_code=200)
        yield handler(_handle(reception, address, federation))


def _handle(reception: Reception, address: Address, federation: Federation) -> Handle:
    async def handle(request: Request[Any, Any, State]) -> Response[Any]:
        reply = await reception.reply(address, request)
        if reply.problem and address.page:
            reply = _problem_page(reply, request, federation, address)
        return _response(reply)

    return handle


def _problem_page(
    reply: Reply,
    request: Request[Any, Any, State],
    federation: Federation,
    address: Address | None = None,
) -> Reply:
    """Return the page for a request of a page that was not answered."""
    language, page = request.url.path[1:3], address.page if address else None
    path = {name: str(value) for name, value in request.path_params.items()}
    with answering.spoken_to(request.headers, language):
        query = as_sent(request.query_params.items())
        return problem_page(reply, request.url.path[3:], query, federation, page, path)


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
    written, one = cache(lambda: openapi.document_bytes(all_addresses())), Lock()

    def body() -> bytes:
        with one:  # it takes a second: who asks meanwhile waits for the same
            return written()

    async def openapi_document() -> Response[Any]:
        return Response(await to_thread.run_sync(body), media_type="application/json")

    handler = HTTPRouteHandler("/v1/openapi.json", http_method="GET", status_code=200)
    return handler(openapi_document)


def _files(federation: Federation) -> Iterable[HTTPRouteHandler]:
    """Yield the routes of what stands under its digest: no request is counted for it."""
    for file in (federation.style, federation.mark):
        if file is not None:
            handler = HTTPRouteHandler(file.path, http_method=["GET", "HEAD"], status_code=200)
            yield handler(_sends(file))


def _sends(file: ServedFile) -> Callable[[], Awaitable[Response[Any]]]:
    async def sent() -> Response[Any]:
        headers = {**PROTECTION, **_OF_FILES}
        return Response(file.data, media_type=file.media_type, headers=headers)

    return sent


def _front() -> HTTPRouteHandler:
    async def by_language(request: Request[Any, Any, State]) -> Response[Any]:
        language = preferred(request.headers.get("accept-language", ""))
        headers = {"Location": f"/{language}", "Vary": "Accept-Language", "Cache-Control": FRESH}
        return Response(b"", status_code=HTTPStatus.FOUND, headers=headers)

    return HTTPRouteHandler("/", http_method=["GET", "HEAD"], status_code=302)(by_language)


def _of_network(
    federation: Federation, asked: Request[Any, Any, State], error: HTTPException
) -> Response[Any]:
    """Answer an error before any address: an unknown path, a body that is too large."""
    status = HTTPStatus(error.status_code)
    code, words = _CODES.get(status, ("not-understood", plain(error.detail)))
    allowed = ", ".join(sorted((error.headers or {}).get("allow", "").split(", ")))
    refusal = Refused(words, code=code, expected=allowed)
    of_page = asked.url.path[1:3] in LANGUAGES and asked.url.path[3:4] in ("", "/")
    with answering.spoken_to(asked.headers, asked.url.path[1:3] if of_page else ""):
        reply = answering.failed(refusal, status=status)
        response = _response(_problem_page(reply, asked, federation) if of_page else reply)
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = allowed  # RFC 9110, 15.5.6: such an answer names the methods
    return response


def _fault(asked: Request[Any, Any, State], error: Exception) -> Response[Any]:
    with answering.spoken_to(asked.headers):
        return _response(answering.failed(error))
