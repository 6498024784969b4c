"""Commands made of declarations: arguments, options, help, tables of answers, receipts."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

from cyclopts import App
from msgspec import structs

from ledger.sentences import plain
from ops.cli import exits, front, output
from ops.cli.app import Commands, Format, app, option
from ops.cli.shared_options import Acting, Changing, Reading, Where, as_option
from ops.doors.catalogue import declared
from ops.doors.declare import (
    EXAMPLE,
    Asked,
    Chunks,
    Declared,
    DeclaredQuestion,
    Document,
    Question,
    Table,
)
from ops.doors.fields import read_as_typed
from ops.doors.reading import converted
from ops.doors.recordings import DeclaredRecording, Recording
from ops.doors.uploads import file_of
from ops.progress import shown
from ops.words import said

if TYPE_CHECKING:
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House

Yes = Annotated[bool, option("record without confirmation")]
To = Annotated[Path | None, option("the file to write; default: standard output")]
ToOwner = Annotated[Path, option("the new file; only its owner can read it")]
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
            _group(of.words[:-1]).command(_command(of), name=of.words[-1])


def _group(words: Sequence[str]) -> App:
    """Return the commands of a noun, or those below its verb, as `player bonus`."""
    group: App = app
    for end, word in enumerate(words, 1):
        if word not in group:
            group.command(Commands(name=word, help=front.GROUPS[" ".join(words[:end])]))
        group = group[word]
    return group


def _command(of: Declared[Any]) -> Callable[..., int | None]:
    """Return a function as the application reads it: signature, help, work."""
    work = _work(of)
    work.__doc__ = f"{of.help}\n\n{EXAMPLE}{of.example}"
    work.__signature__ = inspect.Signature([*_inputs(of), *_options(of)])  # type: ignore[attr-defined]
    work.__annotations__ = {}  # those of the signature hold
    return work


def _work(of: Declared[Any]) -> Callable[..., int | None]:
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
            annotation=as_option(field),
        )


def _options(of: Declared[Any]) -> Iterator[inspect.Parameter]:
    """Yield the options that every command has: the ledger, the form of the answer."""
    if not isinstance(of, DeclaredQuestion):
        if _asks(of.kind):
            yield inspect.Parameter("yes", _KEYWORD, default=False, annotation=Yes)
        changing = Acting if of.kind.GROUNDED else Changing
        yield inspect.Parameter("acting", _KEYWORD, default=changing(), annotation=changing)
    elif of.kind.FORMS:
        yield from _options_of_file(of.kind)
        yield inspect.Parameter("where", _KEYWORD, default=Where(), annotation=Where)
    else:
        yield inspect.Parameter("reading", _KEYWORD, default=Reading(), annotation=Reading)


def _options_of_file(kind: type[Question]) -> Iterator[inspect.Parameter]:
    """Yield the form of a file if it has several, and where it is written."""
    if kind.PRIVATE:
        yield inspect.Parameter("to", _KEYWORD, annotation=ToOwner)
        return
    forms = kind.FORMS
    if forms[1:]:
        choices: Any = Literal
        named = f"{', '.join(forms[:-1])} or {forms[-1]}"
        form = Annotated[choices[forms], option(named)]
        yield inspect.Parameter("form", _KEYWORD, default=forms[0], annotation=form)
    yield inspect.Parameter("to", _KEYWORD, default=None, annotation=To)
    yield inspect.Parameter("overwrite", _KEYWORD, default=False, annotation=Overwrite)


def _shows_rows(kind: type[Question]) -> Callable[..., int]:
    def work(*given: Any, reading: Reading = Reading(), **inputs: Any) -> int:
        return show(typed(kind, given, inputs), reading)

    return work


def show(asked: Question, reading: Reading) -> int:
    """Answer a question in the format asked for; return the exit code."""
    with _asked_of(asked, reading) as house:
        with _telling(asked, house):
            found = asked.answer(house)
        if isinstance(asked, Document):
            _show_document(asked, found, reading.format)
            return exits.DONE
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
    return exits.FOUND if asked.finds(found) else exits.DONE


@contextmanager
def _telling(asked: Asked, house: Any) -> Iterator[None]:
    """Tell how far a file has been read, where there is one."""
    if house is None or file_of(type(asked)) is None:
        yield
        return
    with shown("reading the file") as house.progress:
        yield


@contextmanager
def _asked_of(asked: Question, where: Where) -> Iterator[Any]:
    """Open the house that answers a question; of the program alone, none. Raises NotAllowed."""
    if not asked.needs_ledger:
        yield None
        return
    with where.followed() if asked.FOLLOWS else where.opened() as house:
        if asked.GUARDED:
            from ops.access.seeing import check_may_see

            check_may_see(house.actor, asked.DECLARED.shows)
        yield house


def _show_document(asked: Document, found: Any, form: Format) -> None:
    if form == "json":
        output.document(found)
    elif form == "csv":
        rows = asked.rows(found)
        write = output.show if isinstance(rows, Sequence) else output.answer
        write(rows, form)
    else:
        for part in asked.text(found):
            if isinstance(part, Table):
                output.show(part.rows, form, title=part.title)
            else:
                output.say(part.rstrip())


def _writes_file(kind: type[Question]) -> Callable[..., None]:
    def write(*given: Any, where: Where = Where(), **inputs: Any) -> None:
        usual = {"form": kind.FORMS[0], "to": None, "overwrite": False}
        form, to, overwrite = (inputs.pop(name, value) for name, value in usual.items())
        asked = typed(kind, given, inputs)
        with _asked_of(asked, where) as house:
            file = asked.file(house, form)
            if kind.PRIVATE:
                _write_privately(file, to)
            else:
                _write(file, to, overwrite=overwrite)
        for line in file.remarks():
            output.notice(line)

    return write


def _write(file: Chunks, to: Path | None, *, overwrite: bool) -> None:
    from ops.cli.exporting import written

    with written(to, overwrite=overwrite) as out:
        out.writelines(str(piece) for piece in file.pieces)


def _write_privately(file: Chunks, to: Path) -> None:
    from ops.commands.written_files import privately

    with privately(to) as out:
        for piece in file.pieces:
            out.write(piece if isinstance(piece, bytes) else piece.encode())


def _records(kind: type[Recording]) -> Callable[..., None]:
    usual = Acting() if kind.GROUNDED else Changing()

    def record(*given: Any, acting: Changing = usual, **inputs: Any) -> None:
        silent = inputs.pop("yes", False) or not _asks(kind)
        asked: Recording = typed(kind, given, inputs)
        with acting.followed() if kind.FOLLOWS else acting.opened() as house:
            asked = asked if silent or not house.writes_beside else _confirmed(asked, house, acting)
            with _telling(asked, house):
                done = asked.record(house)
            found = asked.receipt(house, done)
        output.receipt(acting.format, found, _lines(asked, found))

    return record


def _lines(asked: Recording, found: "CommandReceipt") -> Iterator[str]:
    shown = (found.shown,) if found.shown else found.receipts[-1:]
    at = "".join(f" ({output.at(receipt)})" for receipt in shown)
    yield f"{asked.line(found)}{at}"
    yield from (f"{output.WARNING}{said(plain(doubt))}" for doubt in found.doubts)
    yield from (f"  {line}" for line in asked.below(found))


def _confirmed(asked: Recording, house: "House", acting: Changing) -> Recording:
    from ops.cli.confirming import confirmed

    question = asked.to_confirm(house)
    return confirmed(question, acting.format) if question else asked


def _asks(kind: type[Recording]) -> bool:
    """Whether a person is asked before a recording with an input left open."""
    return kind.to_confirm is not Recording.to_confirm


A = TypeVar("A", bound=Asked)


def typed(kind: type[A], given: tuple[Any, ...], inputs: dict[str, Any]) -> A:
    """Return what is asked or recorded as typed. Raises BadQuestion."""
    named = dict(zip(kind.DECLARED.arguments, given, strict=False)) | inputs
    return converted(kind, read_as_typed(kind, named), "input")
