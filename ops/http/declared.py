"""Addresses over HTTP made of declarations."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, defstruct, structs

from ledger.events.catalogue import DEFINITIONS
from ops.answers.outcomes import Outcome
from ops.doors.answer_types import answer_type
from ops.doors.catalogue import questions, recordings
from ops.doors.declare import PARAMETER, Chunks, DeclaredQuestion, Form, Question
from ops.doors.fields import as_served, struct_served
from ops.doors.recordings import DeclaredRecording, Recording
from ops.house import House
from ops.http import asked as parameters
from ops.http.address import Address, Work
from ops.http.replies import tag_of


def declared_addresses() -> Iterator[Address]:
    """Yield an address for each question and each recording.

    A question answered by a file adds its forms to that of the same rows; without rows at its path,
    it has an address for each form.
    """
    every = [*questions()]
    files = {question.path: question for question in every if question.kind.FORMS}
    for question in every:
        if not question.kind.FORMS:
            yield _address(question, files.pop(question.path, None))
    for of in files.values():
        yield from (_file_address(of, form) for form in of.kind.FORMS)
    yield from map(_recording_address, recordings())


def _file_address(of: DeclaredQuestion, form: Form) -> Address:
    return Address(
        "GET",
        f"{of.path}.{form}",
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


def _address(of: DeclaredQuestion, file: DeclaredQuestion | None) -> Address:
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
        parameters_of(of),
        Outcome,
        None,
        body=body_of(of),
        events=tuple(DEFINITIONS[name] for name in of.events),
        beside=tuple(of.beside()),
        several=of.several,
        name=of.name,
        noun=of.noun,
        text=of.help,
    )


def _records(kind: type[Recording]) -> Work:
    def record(house: House, *given: Struct) -> Outcome:
        told = told_at(kind, *given)
        return told.receipt(house, told.record(house)).outcome()

    return record


def told_at(kind: type[Recording], *given: Struct) -> Recording:
    """Return a recording of its parameters and its body."""
    sent = {name: value for part in given for name, value in structs.asdict(part).items()}
    return kind(**{field.name: sent[field.name] for field in structs.fields(kind)})


def parameters_of(of: DeclaredRecording) -> type[Struct]:
    """Return the parameters of a recording: those of its path, and the circumstances."""
    return _struct(of, f"{of.kind.__name__}Asked", parameters.Recording, in_path=True)


def body_of(of: DeclaredRecording) -> type[Struct] | None:
    """Return the body of a recording: the inputs that are not in its path; None: there are none."""
    body = _struct(of, f"{of.kind.__name__}Body", parameters.Body, in_path=False)
    return body if structs.fields(body) else None


def _struct(of: DeclaredRecording, name: str, base: type[Struct], *, in_path: bool) -> type[Struct]:
    """Return a struct of the inputs of a recording in its path, or of the others, over HTTP."""
    named = PARAMETER.findall(of.path)
    fields: list[Any] = [
        (field.name, as_served(field.type), field.default)
        if not field.required
        else (field.name, as_served(field.type))
        for field in structs.fields(of.kind)
        if (field.name in named) is in_path
    ]
    options: dict[str, Any] = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
    module, text = of.kind.__module__, {"__doc__": of.help.partition("\n\n")[0]}
    return defstruct(name, fields, bases=(base,), module=module, namespace=text, **options)
