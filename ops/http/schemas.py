"""Schemas of the OpenAPI document: of answers and bodies, and of values of types of ours."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from numbers import Rational
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import Struct

from ledger.register.identities import RegisterNumber
from ledger.sentences import Change, Position, Remedy, Sentence
from ops.answers.answer import (
    Answer,
    Instant,
)
from ops.doors.declare import Chunks
from ops.doors.uploads import File
from ops.http import described
from ops.http.address import Address
from ops.http.field_texts import structs_of, texts_of
from ops.http.problems import Problem

Document = dict[str, Any]

REF: Final = "#/components/schemas/{name}"
"""Reference to a schema."""

TEXT: Final[Document] = {"type": "string"}

_OF_OURS: Final[Mapping[type, Document]] = {
    Position: {"type": "integer", "minimum": 0},
    Change: {"type": "integer"},
    Instant: {"type": "string", "format": "date-time"},
    RegisterNumber: {"type": "string"},
    Sentence: {"type": "string"},
    Remedy: {
        "type": "object",
        "required": ["use_case", "arguments", "method", "address", "words"],
        "properties": {
            "use_case": TEXT,
            "arguments": {"type": "object"},
            "method": TEXT,
            "address": TEXT,
            "words": TEXT,
        },
    },
    Fraction: {"type": ["string", "integer"]},
    Rational: {"type": ["string", "integer"]},
}


def schemas_of(addresses: Iterable[Address]) -> Document:
    """Return the schemas of all answers and bodies, by name."""
    kinds: dict[type, None] = {Problem: None}
    bodies: dict[type, None] = {}
    for address in addresses:
        kinds |= dict.fromkeys(_structs(address.answers))
        if address.body is not None and not isinstance(address.body, File):
            bodies[address.body] = None
    kinds |= bodies
    _, schemas = msgspec.json.schema_components(kinds, schema_hook=of_ours, ref_template=REF)
    for kind in structs_of(kinds):
        properties = schemas[kind.__name__]["properties"]
        for name, text in texts_of(kind).items():
            properties[name] = {"description": text} | properties[name]
    for body in bodies:
        for property_ in schemas[body.__name__]["properties"].values():
            property_.update(_sentence(property_))
    flat = {name: _plain(_flat(schema, schemas)) for name, schema in schemas.items()}
    answers = [kind for address in addresses for kind in _answers(address.answers)]
    return flat | {_name_of(answer): _rows_schema(answer) for answer in answers}


def _sentence(schema: Document) -> Document:
    """Return the meaning of an input as a sentence; nothing where none is stated."""
    meaning = described.sentence(schema.get("description", ""))
    return {"description": meaning} if meaning else {}


def _plain(schema: Any) -> Any:
    """Leave out `items: false` of a tuple: `maxItems` does the same, and more programs read it."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: _plain(part)
        for name, part in schema.items()
        if not (name == "items" and part is False and "maxItems" in schema)
    }


def _structs(answers: Any) -> Iterable[type]:
    if get_origin(answers) is None:
        if isinstance(answers, type) and issubclass(answers, Struct):
            yield answers
        return
    for kind in get_args(answers):
        yield from _structs(kind)


def _answers(answers: Any) -> Iterable[Any]:
    """Yield the answers of rows among the types of an answer."""
    if get_origin(answers) is Answer:
        yield answers
    elif get_origin(answers) is not None:
        for kind in get_args(answers):
            yield from _answers(kind)


def of_ours(kind: type) -> Document:
    """Return the schema of an own type, as `documents.plain` writes the values."""
    for ours, schema in _OF_OURS.items():
        if issubclass(kind, ours):
            return schema
    raise TypeError(f"{kind.__name__} has no schema: add it to the types above")


def _flat(schema: Document, schemas: Document) -> Document:
    """Put the columns of a list and the fields of a person beside the other fields of a row."""
    properties = schema.get("properties", {})
    if "columns" not in properties and "person" not in properties:
        return schema
    person = schemas["PersonColumns"]["properties"] if "person" in properties else {}
    fields = {name: of for name, of in properties.items() if name not in ("columns", "person")}
    required = [name for name in schema.get("required", ()) if name in fields]
    columns = properties.get("columns", {}).get("additionalProperties", True)
    return {
        **schema,
        "properties": fields | person,
        "required": required,
        "additionalProperties": columns,
    }


def answer_schema(answers: Any, form: str) -> Document:
    """Return the schema of the answers of an address in one form."""
    if answers is Chunks:
        return {"type": "object"} if form == "json" else TEXT
    if form != "json":
        return TEXT
    if get_origin(answers) is Answer:
        return {"$ref": REF.format(name=_name_of(answers))}
    if get_origin(answers) is None and isinstance(answers, type) and issubclass(answers, Struct):
        return {"$ref": REF.format(name=answers.__name__)}
    return {"anyOf": [answer_schema(kind, form) for kind in get_args(answers)]}


def _name_of(answer: Any) -> str:
    """Return the name of an answer of rows: AnswerOfClosedListAboutTrack."""
    rows, about = get_args(answer)
    abouts = (kind.__name__.removeprefix("About") for kind in get_args(about) or (about,))
    return f"AnswerOf{rows.__name__}About{'Or'.join(abouts)}"


def _rows_schema(answer: Any) -> Document:
    rows, about = (answer_schema(kind, "json") for kind in get_args(answer))
    return {
        "type": "object",
        "required": ["version", "about", "rows"],
        "properties": {
            "version": {"type": "integer", "description": "Version of the form of answers."},
            "about": {"description": described.ABOUT, **about},
            "rows": {"type": "array", "items": rows},
        },
    }
