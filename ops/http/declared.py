"""Addresses over HTTP made of declarations."""

from collections.abc import Iterator
from typing import Any

from ops.doors.answer_types import answer_type
from ops.doors.catalogue import declared
from ops.doors.declare import Chunks, Declared, Form, Question
from ops.doors.fields import struct_served
from ops.http.address import Address, Work
from ops.http.replies import tag_of


def declared_addresses() -> Iterator[Address]:
    """Yield an address for each question.

    One answered by a file adds its forms to that of the same rows; without rows at its path, it has
    an address for each form.
    """
    questions = [*declared()]
    files = {question.path: question for question in questions if question.kind.FORMS}
    for question in questions:
        if not question.kind.FORMS:
            yield _address(question, files.pop(question.path, None))
    for of in files.values():
        yield from (_file_address(of, form) for form in of.kind.FORMS)


def _file_address(of: Declared, form: Form) -> Address:
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


def _address(of: Declared, file: Declared | None) -> Address:
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
