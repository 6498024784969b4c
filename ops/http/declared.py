"""Addresses over HTTP made of declarations."""

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any, TypeVar

from msgspec import Struct, defstruct, structs

from ledger.events.catalogue import DEFINITIONS
from ops.doors.answer_types import answer_type
from ops.doors.catalogue import questions, recordings
from ops.doors.circumstances import Circumstances, Confirmations
from ops.doors.declare import (
    PARAMETER,
    Asked,
    Chunks,
    Declared,
    DeclaredQuestion,
    Form,
    Question,
)
from ops.doors.fields import as_served, struct_served, typed_as
from ops.doors.outcomes import Outcome
from ops.doors.recordings import DeclaredRecording, Recording
from ops.doors.uploads import File, Upload, file_of
from ops.house import House
from ops.http.address import Address, Body, Work
from ops.http.file_bodies import FileName, name_of
from ops.http.replies import tag_of
from ops.http.request import FileGiven

A = TypeVar("A", bound=Asked)


def declared_addresses() -> Iterator[Address]:
    """Yield an address for each question and each recording.

    A question answered by a file adds its forms to that of the same rows; without rows at its path,
    it has an address for each form, or one if its path ends with a parameter.
    """
    every = [*questions()]
    files = {(of.path, of.shows): of for of in every if of.kind.FORMS}
    for question in every:
        if not question.kind.FORMS:
            yield _address(question, files.pop((question.path, question.shows), None))
    for of in files.values():
        if of.path.endswith("}"):
            yield _file_address(of, of.path, of.kind.FORMS[0])
        else:
            yield from (_file_address(of, f"{of.path}.{form}", form) for form in of.kind.FORMS)
    yield from map(_recording_address, recordings())


def _file_address(of: DeclaredQuestion, path: str, form: Form) -> Address:
    return Address(
        "GET",
        path,
        _file(form),
        struct_served(of.kind),
        Chunks,
        of.shows,
        forms=(form,),
        long=of.long,
        name=f"{of.name}-{form}" if of.kind.FORMS[1:] else of.name,
        noun=of.noun,
        text=of.help,
    )


def _sent_address(of: DeclaredQuestion) -> Address:
    """Return the address of a question with a body: many inputs, or a file."""
    return Address(
        "POST",
        of.path,
        lambda house, *given: told_at(of.kind, *given).answer(house),
        parameters_of(of, Asked),
        answer_type(of),
        of.shows,
        forms=of.forms,
        body=body_of(of),
        long=of.long,
        name=of.name,
        noun=of.noun,
        text=of.help,
    )


def _address(of: DeclaredQuestion, file: DeclaredQuestion | None) -> Address:
    if of.sent:
        return _sent_address(of)
    forms = file.kind.FORMS if file else ()
    return Address(
        "GET",
        of.path,
        lambda house, asked: asked.answer(house),
        struct_served(of.kind),
        answer_type(of),
        of.shows,
        forms=(*dict.fromkeys((*of.forms, *forms)),),
        tag=_tag if of.kind.tag is not Question.tag else None,
        files={form: _file(form) for form in forms},
        file_asks=struct_served(file.kind) if file else None,
        long=of.long,
        name=of.name,
        noun=of.noun,
        text=of.help,
    )


def _file(form: Form) -> Work:
    return lambda house, asked: asked.file(house, form)


def _tag(house: Any, asked: Any, form: Form) -> str | None:
    known = asked.tag(house, form)
    return known and tag_of(known.encode())


def _recording_address(of: DeclaredRecording) -> Address:
    return Address(
        "POST",
        of.path,
        _records(of.kind),
        parameters_of(of, Circumstances if of.kind.GROUNDED else Confirmations),
        Outcome,
        None,
        body=body_of(of),
        several=of.several,
        events=tuple(DEFINITIONS[name] for name in of.types),
        beside=tuple(of.beside()),
        needs=of.needs,
        name=of.name,
        noun=of.noun,
        text=of.help,
    )


def _records(kind: type[Recording]) -> Work:
    def record(house: House, *given: Struct) -> Outcome:
        told = told_at(kind, *given)
        return told.receipt(house, told.record(house)).outcome()

    return record


def told_at(kind: type[A], asked: Struct, body: Struct | FileGiven | None = None) -> A:
    """Return what is asked or told by parameters and a body. Raises BadQuestion."""
    sent = structs.asdict(asked)
    if isinstance(body, FileGiven):
        sent["file"] = Upload(name_of(body, sent["file_name"], "file"), body.data)
        sent |= {name: Upload(name, data) for name, data in body.beside.items()}
    elif isinstance(body, Body):
        sent |= structs.asdict(body)
    elif body is not None:
        sent[_document_of(kind)[0]] = body
    return kind.among(sent)


def parameters_of(of: Declared[Any], base: type[Struct]) -> type[Struct]:
    """Return the parameters: those of the path, or beside a file all, and what `base` has."""
    name, in_path = f"{of.kind.__name__}Asked", PARAMETER.findall(of.path)
    if not (file := file_of(of.kind)):
        return struct_of(of.kind, name, base, in_path)
    beside = [name for name in of.kind.__struct_fields__ if name not in file.parts]
    return struct_of(of.kind, name, base, beside, file_name=FileName)


def body_of(of: Declared[Any]) -> type[Struct] | File | None:
    """Return the body: a file, a document, or the inputs not in the path; None: there are none."""
    if found := file_of(of.kind) or _document_of(of.kind)[1]:
        return found
    in_path = PARAMETER.findall(of.path)
    names = [name for name in of.kind.__struct_fields__ if name not in in_path]
    return struct_of(of.kind, f"{of.kind.__name__}Body", Body, names) if names else None


def _document_of(kind: type[Asked]) -> tuple[str, type[Struct] | None]:
    """Return name and type of the only input, if a struct: it is the body as it is; else None."""
    first, *others = structs.fields(kind) or [None]
    bare = typed_as(first.type) if first and not others else None
    is_document = isinstance(bare, type) and issubclass(bare, Struct)
    return (first.name, bare) if first and is_document else ("", None)


def struct_of(
    kind: type[Asked], name: str, base: type[Struct], names: Iterable[str], **optional: Any
) -> type[Struct]:
    """Return a struct of some inputs of another over HTTP, and of further optional ones."""
    inputs = {field.name: field for field in structs.fields(kind)}
    fields: list[Any] = [
        (name, as_served(inputs[name].type))
        if inputs[name].required
        else (name, as_served(inputs[name].type), inputs[name].default)
        for name in names
    ]
    fields += [(name, of, None) for name, of in optional.items()]
    options: dict[str, Any] = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
    text = {"__doc__": cleandoc(kind.__doc__ or "").partition("\n\n")[0]}
    module = kind.__module__
    return defstruct(name, fields, bases=(base,), module=module, namespace=text, **options)
