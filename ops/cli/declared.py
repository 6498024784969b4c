"""Commands made of declarations: arguments, options, help, and tables of what is answered."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import structs

from ops.cli import output
from ops.cli.app import Format, app, option
from ops.cli.shared_options import Reading, Where
from ops.doors.catalogue import declared
from ops.doors.declare import EXAMPLE, Declared, Document, Question
from ops.doors.fields import described, typed_as
from ops.doors.reading import converted
from ops.words import said

To = Annotated[Path | None, option("the file to write; default: standard output")]
Overwrite = Annotated[bool, option("replace an existing file")]

_KEYWORD: Final = inspect.Parameter.KEYWORD_ONLY
_ARGUMENT: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD

_ADDED: Final[set[str]] = set()
"""Names of the questions that have their command; the application refuses one added twice."""


def add_commands(noun: str) -> None:
    """Add the commands of a noun, or all for an empty text."""
    for of in declared():
        if noun in (of.words[0], "") and of.name not in _ADDED:
            _ADDED.add(of.name)
            of_noun = app[of.words[0]]
            of_noun.command(_command(of), name=of.words[1])


def _command(of: Declared) -> Callable[..., None]:
    """Return a function as the application reads it: signature, help, work."""
    work = _writes_file(of.kind) if of.kind.FORMS else _shows_rows(of.kind)
    work.__doc__ = f"{of.help}\n\n{EXAMPLE}{of.example}"
    work.__signature__ = inspect.Signature([*_inputs(of), *_options(of)])  # type: ignore[attr-defined]
    return work


def _inputs(of: Declared) -> Iterator[inspect.Parameter]:
    """Yield the fields of a question: arguments in the order of the template, then options."""
    fields = {field.name: field for field in structs.fields(of.kind)}
    for name in (*of.arguments, *(name for name in fields if name not in of.arguments)):
        field = fields[name]
        yield inspect.Parameter(
            name,
            _ARGUMENT if name in of.arguments else _KEYWORD,
            default=inspect.Parameter.empty if field.required else field.default,
            annotation=Annotated[typed_as(field.type), option(described(field.type))],
        )


def _options(of: Declared) -> Iterator[inspect.Parameter]:
    """Yield the options that every command has: the ledger, the form of the answer."""
    forms = of.kind.FORMS
    if not forms:
        yield inspect.Parameter("reading", _KEYWORD, default=Reading(), annotation=Reading)
        return
    choices: Any = Literal
    named = f"{', '.join(forms[:-1])} or {forms[-1]}" if forms[1:] else forms[0]
    form = Annotated[choices[forms], option(named)]
    further = {"form": (forms[0], form), "to": (None, To), "overwrite": (False, Overwrite)}
    for name, (default, annotation) in {**further, "where": (Where(), Where)}.items():
        yield inspect.Parameter(name, _KEYWORD, default=default, annotation=annotation)


def _shows_rows(kind: type[Question]) -> Callable[..., None]:
    def work(*given: Any, reading: Reading = Reading(), **inputs: Any) -> None:
        show(typed(kind, given, inputs), reading)

    return work


def show(asked: Question, reading: Reading) -> None:
    """Answer a question in the format asked for."""
    with _asked_of(asked, reading) as house:
        found = asked.answer(house)
        if isinstance(asked, Document):
            _show_document(asked, found, reading.format)
            return
        output.answer(
            found,
            reading.format,
            title=asked.title(found.about),
            words=asked.worded(house),
            about=asked.basis(found.about),
            width=output.READABLE if asked.WRAPPED else None,
        )
    for line in asked.below(found) if reading.format == "table" else ():
        output.say(f"  {said(line)}")


def _asked_of(asked: Question, where: Where) -> AbstractContextManager[Any]:
    """Return the house that answers a question; of the program alone, none."""
    return where.followed() if asked.LEDGER else nullcontext()


def _show_document(asked: Document, found: Any, form: Format) -> None:
    if form == "json":
        output.document(found)
    elif form == "csv":
        output.answer(asked.rows(found), form)
    else:
        for line in asked.text(found):
            output.say(line.rstrip())


def _writes_file(kind: type[Question]) -> Callable[..., None]:
    def write(*given: Any, where: Where = Where(), **inputs: Any) -> None:
        from ops.cli.exporting import written

        usual = {"form": kind.FORMS[0], "to": None, "overwrite": False}
        form, to, overwrite = (inputs.pop(name, value) for name, value in usual.items())
        asked = typed(kind, given, inputs)
        with _asked_of(asked, where) as house:
            file = asked.file(house, form)
            with written(to, overwrite=overwrite) as out:
                out.writelines(str(piece) for piece in file.pieces)
        for line in file.remarks():
            output.notice(line)

    return write


def typed(kind: type[Question], given: tuple[Any, ...], inputs: dict[str, Any]) -> Question:
    """Return a question as typed. Raises BadQuestion."""
    named = dict(zip(kind.DECLARED.arguments, given, strict=False))
    return converted(kind, {**named, **inputs}, "input")
