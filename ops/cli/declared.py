"""Commands made of declarations: arguments, options, help, tables of answers, receipts."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import structs

from ops.cli import output
from ops.cli.app import Format, app, option
from ops.cli.shared_options import Acting, Reading, Where
from ops.doors.catalogue import declared
from ops.doors.declare import EXAMPLE, Asked, Declared, DeclaredQuestion, Document, Question
from ops.doors.fields import help_of, typed_as, typed_otherwise
from ops.doors.reading import converted
from ops.doors.recordings import DeclaredRecording, Recording
from ops.words import said

Yes = Annotated[bool, option("record without confirmation")]
To = Annotated[Path | None, option("the file to write; default: standard output")]
Overwrite = Annotated[bool, option("replace an existing file")]

_KEYWORD: Final = inspect.Parameter.KEYWORD_ONLY
_ARGUMENT: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD

_ADDED: Final[set[str]] = set()
"""Names of the declarations with a command; the application refuses one added twice."""


def add_commands(noun: str) -> None:
    """Add the commands of a noun, or all for an empty text."""
    for of in declared():
        if noun in (of.words[0], "") and of.name not in _ADDED:
            _ADDED.add(of.name)
            of_noun = app[of.words[0]]
            of_noun.command(_command(of), name=of.words[1])


def _command(of: Declared[Any]) -> Callable[..., None]:
    """Return a function as the application reads it: signature, help, work."""
    work = _work(of)
    work.__doc__ = f"{of.help}\n\n{EXAMPLE}{of.example}"
    work.__signature__ = inspect.Signature([*_inputs(of), *_options(of)])  # type: ignore[attr-defined]
    return work


def _work(of: Declared[Any]) -> Callable[..., None]:
    if isinstance(of, DeclaredRecording):
        return _records(of.kind)
    return _writes_file(of.kind) if of.kind.FORMS else _shows_rows(of.kind)


def _inputs(of: Declared[Any]) -> Iterator[inspect.Parameter]:
    """Yield the fields: arguments in the order of the template, then options."""
    fields = {field.name: field for field in structs.fields(of.kind)}
    for name in (*of.arguments, *(name for name in fields if name not in of.arguments)):
        field = fields[name]
        yield inspect.Parameter(
            name,
            _ARGUMENT if name in of.arguments else _KEYWORD,
            default=inspect.Parameter.empty if field.required else field.default,
            annotation=Annotated[_typed_kind(field), option(help_of(field.type))],
        )


def _typed_kind(field: structs.FieldInfo) -> Any:
    """Return the type of an input as it is typed."""
    otherwise = typed_otherwise(field.type)
    if otherwise is None:
        return typed_as(field.type)
    return otherwise.kind if field.required else otherwise.kind | None


def _options(of: Declared[Any]) -> Iterator[inspect.Parameter]:
    """Yield the options that every command has: the ledger, the form of the answer."""
    if not isinstance(of, DeclaredQuestion):
        if _asks(of.kind):
            yield inspect.Parameter("yes", _KEYWORD, default=False, annotation=Yes)
        yield inspect.Parameter("acting", _KEYWORD, default=Acting(), annotation=Acting)
        return
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
            in_csv=asked.in_csv(),
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


def _records(kind: type[Recording]) -> Callable[..., None]:
    def record(*given: Any, acting: Acting = Acting(), **inputs: Any) -> None:
        silent = inputs.pop("yes", False) or acting.preview or not _asks(kind)
        asked: Recording = typed(kind, given, inputs)
        with acting.followed() if kind.FOLLOWS else acting.opened() as house:
            if not silent and (open_ := asked.to_confirm(house)):
                from ops.cli.confirming import confirmed

                asked = confirmed(open_, acting.format)
            done = asked.record(house)
            found = asked.receipt(house, done)
        lines = found.lines or [f"{asked.line(found)} ({output.at(done.receipt)})"]
        output.receipt(acting.format, found, lines)

    return record


def _asks(kind: type[Recording]) -> bool:
    """Whether a person is asked before a recording with an input left open."""
    return kind.to_confirm is not Recording.to_confirm


A = TypeVar("A", bound=Asked)


def typed(kind: type[A], given: tuple[Any, ...], inputs: dict[str, Any]) -> A:
    """Return what is asked or recorded as typed. Raises BadQuestion."""
    named = dict(zip(kind.DECLARED.arguments, given, strict=False)) | inputs
    for field in structs.fields(kind):
        otherwise = typed_otherwise(field.type)
        if otherwise is not None and field.name in named:
            named[field.name] = otherwise.read(named[field.name])
    return converted(kind, named, "input")
