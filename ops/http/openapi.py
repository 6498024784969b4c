"""The OpenAPI 3.1 document: made from the addresses and from the types that check and answer.

Our own writer and not the framework's, because answers have flat rows (the columns of a list stand
beside the other fields), and because the parameters are the structs that check them.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import Final

import msgspec

from ledger import limits
from ledger.events.games import SheetCompleted
from ops.access.kinds import TYPES
from ops.doors.circumstances import Circumstances
from ops.doors.declare import Form
from ops.doors.uploads import FORM, File
from ops.http import described, examples, problems
from ops.http.address import MEDIA_TYPES, Address
from ops.http.examples import Example
from ops.http.schemas import REF, TEXT, Document, answer_schema, of_ours, schemas_of
from ops.http.shared_parameters import shared_parameters

PROBLEMS: Final[Mapping[int, str]] = {
    400: "A parameter or the body does not fit: value-does-not-fit, unknown-parameter, "
    "parameter-repeated, body-missing, not-json, file-name-wrong, hung-up.",
    401: "A key is needed, or the key is not valid: key-needed, key-unknown, key-expired, "
    "key-revoked, key-closed.",
    403: "The role of the key does not allow this: not-allowed.",
    404: "What is asked about does not exist, or may not be seen.",
    409: "Somebody else recorded first, or the request key stands for another request: "
    "stream-moved, twin-recorded, already-taken, file-known, key-reused, preview-outdated.",
    413: "More than the limit: limit-exceeded.",
    415: "The body has another media type: media-type-wrong.",
    422: "Refused: nothing was recorded.",
    429: "Too many requests; repeat after the seconds of Retry-After: too-many-requests.",
    503: "The ledger cannot be reached or written now, or is busy; repeat after the seconds of "
    "Retry-After: unavailable, outcome-unknown, replay-stopped, time-limit-exceeded, "
    "earlier-positions-busy, busy.",
}


def document_bytes(addresses: Sequence[Address]) -> bytes:
    """Return the document as JSON."""
    return msgspec.json.encode(document(addresses))


def document(addresses: Sequence[Address]) -> Document:
    """Return the document."""
    schemas = schemas_of(addresses)
    known = examples.of_nouns({address.noun for address in addresses})
    paths: dict[str, Document] = {}
    for address in addresses:
        example = known.get(address.name, examples.NONE)
        operation = _operation(address, example)
        for path, with_form in _paths(address, operation, example):
            paths.setdefault(path, {})[address.method.lower()] = {**with_form}
    parameters = shared_parameters(paths)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rating ledger",
            "version": version("rating-ledger"),
            "description": described.WHOLE,
        },
        "servers": [{"url": "/", "description": "The service that sent this document."}],
        "tags": described.tags(addresses),
        "paths": paths,
        "components": {
            "schemas": schemas,
            "parameters": parameters,
            "responses": {str(status): _problem(status, text) for status, text in PROBLEMS.items()},
            "securitySchemes": {"key": described.KEY},
        },
    }


def _problem(status: int, text: str) -> Document:
    schema = {"$ref": REF.format(name="Problem")}
    content = {problems.MEDIA_TYPE: {"schema": schema}}
    return {"description": text, "headers": described.headers_of(status), "content": content}


def _paths(
    address: Address, operation: Document, example: Example
) -> Iterable[tuple[str, Document]]:
    """Yield the path, and the path with the suffix of each other form."""
    yield address.path, operation
    if not address.path.endswith("}"):
        return
    for form in address.forms[1:]:
        name = f"{operation['operationId']}-{form}"
        answered = {
            **operation["responses"]["200"],
            "content": {MEDIA_TYPES[form]: {"schema": TEXT, **example.of_answer(form)}},
        }
        responses = {**operation["responses"], "200": answered}
        further = {"operationId": name, "responses": responses}
        if form in address.files:
            further["parameters"] = [*_parameters(address, example, form)]
        yield f"{address.path}.{form}", {**operation, **further}


def _operation(address: Address, example: Example) -> Document:
    operation: Document = {
        "operationId": address.name,
        "tags": [address.noun],
        "summary": address.summary,
        "description": f"{address.description} {described.roles_in_words(address)}".strip(),
        "parameters": [*_parameters(address, example)],
        "responses": _responses(address, example),
        **described.security(address),
    }
    content = _body(address)
    if address.body is not None:
        next(iter(content.values())).update(example.of_body)
    if content:
        operation["requestBody"] = {"required": address.body_required, "content": content}
    return operation


def _parameters(address: Address, example: Example, form: Form = "json") -> Iterable[Document]:
    asks = address.in_file(form).asks
    schema = msgspec.json.schema(asks, schema_hook=of_ours)
    properties = schema["$defs"][asks.__name__]["properties"]
    for name, of in properties.items():
        in_path = name in address.path_parameters
        shown = dict(of)
        text = described.sentence(shown.pop("description", ""))
        if in_path:
            shown.pop("default", None)
        yield {
            "name": name,
            "in": "path" if in_path else "query",
            "required": in_path or "default" not in of,
            "description": text,
            "schema": shown,
            **example.of_parameter(name),
        }
    if address.repeats:
        yield described.IDEMPOTENCY_KEY


def _responses(address: Address, example: Example) -> Document:
    plain = {
        MEDIA_TYPES[form]: {"schema": answer_schema(address.answers, form)}
        for form in address.forms
    }
    shown = {
        MEDIA_TYPES[form]: {**plain[MEDIA_TYPES[form]], **example.of_answer(form)}
        for form in address.forms
    }
    answered: Document = {"200": {"description": address.summary, "content": plain}}
    if address.records:
        answered["201"] = {"description": f"{address.summary}: recorded.", "content": plain}
        if _may_be_proposed(address):
            answered["202"] = {"description": described.PROPOSED, "content": plain}
    answered[str(example.status)] = {**answered[str(example.status)], "content": shown}
    if address.method == "GET":
        answered["304"] = {"description": "The answer of the ETag given is still right."}
    right = {"headers": described.headers(address)}
    return {
        **{status: {**of, **right} for status, of in answered.items()},
        **{str(status): _reference(status, example) for status in described.statuses(address)},
    }


def _may_be_proposed(address: Address) -> bool:
    types = {event.TYPE for event in (*address.events, *address.beside)}
    if "proposal" in address.path_parameters or address.events == (SheetCompleted,):
        return False  # the first sheet of a month takes one person
    return bool(types & TYPES)


def _reference(status: int, example: Example) -> Document:
    reference = {"$ref": f"#/components/responses/{status}"}
    codes = ", ".join(example.codes.get(str(status), ()))
    if codes:
        reference["description"] = f"{PROBLEMS[status]} Among the codes: {codes}."
    return reference


_BINARY: Final[Document] = {"type": "string", "format": "binary"}

_ATTACHED: Final[Document] = {
    "type": "array",
    "items": {**_BINARY, "maxLength": limits.ATTACHMENT_BYTES},
    "maxItems": limits.ATTACHMENTS,
    "description": "Files to keep beside the event; erasable.",
}


def _body(address: Address) -> Document:
    """Return the bodies for an address by media type: a form may attach files."""
    body, parts = address.body, dict[str, Document]()
    content: Document = {}
    if isinstance(body, File):
        whole = {**_BINARY, "maxLength": body.most_bytes}
        content = {media_type: {"schema": whole} for media_type in body.media_types}
        parts = dict.fromkeys(body.parts, _BINARY)
    elif body is not None:
        parts = {"body": {"$ref": REF.format(name=body.__name__)}}
        content = {"application/json": {"schema": parts["body"]}}
    required = {"required": [*parts][:1]} if address.body_required else {}
    if issubclass(address.asks, Circumstances):
        parts = {**parts, "attach": _ATTACHED}
    if "attach" in parts or "file" in parts:
        content[FORM] = {"schema": {"type": "object", **required, "properties": parts}}
    return content
