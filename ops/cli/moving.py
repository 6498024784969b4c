"""Commands that copy and move a ledger: backup, dump, restore, migrate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ledger.errors import Refused
from ledger.sentences import Input, Position, Remedy, Sentence
from ops.cli import output
from ops.cli.app import CARE, app, option
from ops.cli.shared_options import Changing, Reporting, Where
from ops.doors import outcomes
from ops.progress import shown

if TYPE_CHECKING:
    from ledger.export.jsonl import End
    from ops.doors.outcomes import Text
    from ops.upkeep.back_up import Restored


@app.command(group=CARE)
def dump(
    *,
    to: Annotated[Path, option("the new file")],
    without_persons: Annotated[
        bool, option("leave out personal data; reports are written as if erased")
    ] = False,
    reporting: Reporting = Reporting(),
) -> None:
    """Write the whole ledger as lines of text.

    JSON Lines with every event, document and word, all checked. The file names persons, except with
    --without-persons: protect it like the ledger.

    Example: ledger dump --to 2026-10-01.jsonl
    """
    from ledger.export.whole import dump as write_out
    from ops.commands.written_files import privately

    with reporting.opened() as house, privately(to) as out, shown("writing out") as progress:
        engine, persons = house.ledger.engine, not without_persons
        end = write_out(engine, out.write, persons=persons, progress=progress)
    about = {"file": str(to), "lines": end.lines, "sha256": end.sha256}
    output.recorded(reporting.format, (), [_wrote(to, end)], about=about)


@app.command(group=CARE)
def backup(
    *, to: Annotated[Path, option("the new file")], reporting: Reporting = Reporting()
) -> None:
    """Copy the ledger to a new file while others record.

    The copy is verified like a ledger before it takes its name. A ledger in PostgreSQL is backed up
    by PostgreSQL's own programs: ops/guide/operator.md.

    Example: ledger backup --to 2026-10-01.ledger
    """
    from ops.upkeep.back_up import back_up

    with reporting.opened() as house:
        last = back_up(house, to)
    line = Sentence(
        "backed up to {file}: verified up to {last}, chain hash",
        file=str(to),
        last=Position(last.position),
    )
    about = {"file": str(to), "head": str(last)}
    output.recorded(reporting.format, (), [line, f"  {last}"], about=about)


@app.command(group=CARE)
def restore(
    file: Annotated[Path | None, option("a backup or a dump")] = None,
    *,
    preview: Annotated[bool, option("only check a dump; make nothing")] = False,
    accept_older: Annotated[bool, option("go on with an older file in the ledger's place")] = False,
    acting: Changing = Changing(),
) -> None:
    """Make a ledger of a backup or a dump.

    Everything is checked; positions, instants and hashes stay. One event is added, ledger-restored:
    it begins a new incarnation and names the last event known.

    After an older file took the ledger's place nothing is recorded: put the right file back, or
    accept the older one with --accept-older, which adds the same event.

    Example: ledger restore 2026-10-01.ledger --ledger again.ledger
    """
    if accept_older == (file is not None) or (preview and accept_older):
        raise Refused(
            Sentence(
                "name the file to restore, or give {option} alone", option=Input("accept_older")
            ),
            code="file-needed",
            field="file",
        )
    if file is None:
        _accept(acting)
    elif preview:
        _check(file, acting)
    else:
        _restore(file, acting)


def _accept(acting: Changing) -> None:
    from ledger.store.ledger import Ledger
    from ops.upkeep.back_up import accept_older

    with Ledger.open(acting.ledger, acting.clock()) as ledger:
        restored = accept_older(ledger, expect=acting.expected())
    line = Sentence(
        "accepted {ledger} as it is: {incarnation}",
        ledger=_address_of(acting),
        incarnation=_incarnation(restored),
    )
    closed = Sentence(
        "API keys open nothing until {reopen} names them", reopen=Remedy("reopen-key", key=None)
    )
    lines = [line, *_rights(restored, closed)]
    output.recorded(acting.format, [restored.receipt], lines, about=_about(restored))


def _check(file: Path, acting: Changing) -> None:
    from ledger.export import restoring
    from ledger.intake.files import opened
    from ledger.store import drivers

    if drivers.is_database(file):
        raise Refused(
            Sentence(
                "{file} is a ledger, as a backup is: {verify} checks it; {preview} is for a dump",
                file=str(file),
                verify=Remedy("verify-ledger", ledger=str(file)),
                preview=Input("preview"),
            ),
            code="not-a-dump",
            field="file",
            found=file.name,
            expected=Sentence("a dump"),
        )
    with opened(file) as lines, shown("checking") as progress:
        end = restoring.check(lines, progress=progress)
    about = {"file": str(file), "lines": end.lines, "sha256": end.sha256}
    line = Sentence("{file} is whole: {content}", file=str(file), content=_counted(end))
    output.recorded(acting.format, (), [line], about=about)


def _restore(file: Path, acting: Changing) -> None:
    from ops.upkeep.back_up import restore_ledger

    with shown("restoring") as progress:
        end, restored = restore_ledger(
            file,
            acting.ledger,
            expect=acting.expected(),
            clock=acting.clock(),
            progress=progress,
        )
    made = Sentence(
        "made {ledger} of {file}: {content}",
        ledger=_address_of(acting),
        file=str(file),
        content=_counted(end),
    )
    without = Sentence(
        "API keys are not restored: make them anew with {create}",
        create=Remedy("create-key", actor=None),
    )
    lines = [made, _indented(_incarnation(restored)), *_rights(restored, without)]
    output.recorded(acting.format, [restored.receipt], lines, about=_about(restored))


def _wrote(to: Path, end: End) -> Sentence:
    return Sentence("wrote {file}: {content}", file=str(to), content=_counted(end))


def _incarnation(restored: Restored) -> Sentence:
    event, last = restored.event, Position(restored.event.known_position)
    begins = Sentence(
        "incarnation {incarnation} begins ({at})",
        incarnation=event.incarnation,
        at=outcomes.at(restored.receipt),
    )
    if last < restored.position:
        return begins
    return Sentence(
        "{begins}; events up to {last} are known to have been lost", begins=begins, last=last
    )


def _rights(restored: Restored, keys: Sentence) -> Iterator[Text]:
    """Yield the roles that came back with a copy, and what becomes of API keys."""
    if restored.roles:
        yield _indented(keys)
        yield _indented(
            Sentence(
                "roles in this copy; withdraw those that had ended ({withdraw}):",
                withdraw=Remedy("withdraw-role", actor=None, role=None),
            )
        )
    for actor, roles in restored.roles.items():
        yield f"    {actor}: {', '.join(roles)}"


def _indented(line: Sentence) -> Sentence:
    return Sentence("  {line}", line=line)


def _about(restored: Restored) -> dict[str, Any]:
    names = ("incarnation", "known_position", "known_hash")
    about = {name: getattr(restored.event, name) for name in names}
    return {**about, "roles": restored.roles}


def _counted(end: End) -> str:
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(end.lines.items()))
    return f"{counts}; sha256 {end.sha256}"


@app.command(group=CARE)
def migrate(*, reporting: Reporting = Reporting()) -> None:
    """Bring an older ledger to the tables of this program.

    In PostgreSQL: as the owner of the tables. Make a copy first, as before any upgrade.

    Example: ledger migrate --ledger ratings.ledger
    """
    from ledger.store import tables
    from ops import logs

    logs.to_standard_error()
    before, after = tables.migrate(reporting.ledger)
    address = _address_of(reporting)
    line = Sentence(
        "brought {ledger} from step {before} to step {after}",
        ledger=address,
        before=before,
        after=after,
    )
    if before == after:
        line = Sentence(
            "{ledger} is at step {step} already: nothing to do", ledger=address, step=after
        )
    about = {"ledger": address, "before": before, "after": after}
    output.recorded(reporting.format, (), [line], about=about)


def _address_of(where: Where) -> str:
    from ledger.store import addresses

    return addresses.shown(where.ledger)
