"""Addresses over HTTP made of declarations."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from ops.doors.answer_types import answer_type
from ops.doors.catalogue import declared
from ops.doors.declare import Chunks, Declared, Form, Question
from ops.doors.fields import struct_served
from ops.http.address import Address
from ops.http.replies import tag_of


def declared_addresses() -> Iterator[Address]:
    """Yield an address for each path of a question.

    A file adds its forms to the address of the rows; without rows the address is its own.
    """
    questions = [*declared()]
    files = {question.path: question for question in questions if question.kind.FORMS}
    of_rows = {question.path for question in questions if not question.kind.FORMS}
    for question in questions:
        if not question.kind.FORMS:
            yield _address(question, files.get(question.path))
        elif question.path not in of_rows:
            yield _file_address(question)


def _file_address(of: Declared) -> Address:
    (form,) = of.kind.FORMS
    return Address(
        "GET",
        of.path,
        lambda house, asked: asked.file(house, form),
        struct_served(of.kind),
        Chunks,
        of.shows,
        forms=of.kind.FORMS,
        name=of.name,
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
        forms=(*of.forms, *forms),
        tag=_tag if of.kind.tag is not Question.tag else None,
        files={form: partial(_file, form) for form in forms},
        file_asks=struct_served(file.kind) if file else None,
        long=of.long,
        name=of.name,
        noun=of.noun,
        text=of.help,
    )


def _file(form: Form, house: Any, asked: Any) -> Any:
    return asked.file(house, form)


def _tag(house: Any, asked: Any, form: Form) -> str | None:
    known = asked.tag(house, form)
    return known and tag_of(known.encode())
