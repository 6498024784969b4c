"""Commands about lists of other bodies: carry-over, lists."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ops.cli import output
from ops.cli.app import (
    Acting,
    PoolName,
    Shown,
    Where,
    external_list_app,
    pool_app,
)
from ops.cli.list_options import AsWritten

if TYPE_CHECKING:
    from ledger.intake.carry_over.carrying import CarryOptions, CarryReceipt
    from ops.house import House


@pool_app.command(name="carry-over")
def carry_over(
    pool: PoolName,
    file: Annotated[Path, Parameter(help="the ratings: CSV, or another body's list")],
    *,
    on: date,
    source: str,
    as_written: AsWritten = AsWritten(),
    federation: Annotated[
        str, Parameter(help="of another body's list take only the players of this one, e.g. ITA")
    ] = "",
    register_new: Annotated[
        bool, Parameter(help="register players the register does not know")
    ] = False,
    acting: Acting = Acting(),
) -> None:
    """Take over the ratings with which the histories begin: a CSV file, or another body's list.

    Columns of the CSV file: number, name, federation, sex, birth_year, rating, k, games, peak,
    last_counted, malus (in draughts, the points taken for idle years so far), inactive (yes or no);
    for newcomers, where they wait for a first rating, pool_ended, pool_games, pool_rating_sum,
    pool_points. One of FIDE's lists is known by its beginning; any other list is CSV with --form
    csv. A list tells neither games so far nor peaks; a player it does not flag is active.

    Example: ledger pool carry-over fide-standard october.csv --on 2025-10-01
    --source "list of October"

    Parameters
    ----------
    on
        The day from which these ratings are in force.
    source
        The list they come from.
    """
    from ledger.intake.carry_over.carrying import CarryOptions
    from ops.cli.intake_words import carried_lines
    from ops.commands.carry_over_notes import master_notes, year_notes
    from ops.commands.open_pool import check_begins

    options = CarryOptions(
        on=on,
        source=source,
        number_scheme=as_written.number_scheme,
        register_new=register_new,
        recorded_by=acting.by,
    )
    with acting.opened() as house:
        check_begins(house, pool, on)
        receipt = _carried(house, pool, file, options, as_written, federation)
        notes = [*receipt.notes, *(master_notes(house, receipt) if receipt.notes else ())]
        notes += year_notes(house, pool, on)
    about = {
        "pool": pool,
        "file": file.name,
        "sha256": receipt.file,
        "players": receipt.players,
        "newcomer_rows": receipt.newcomer_rows,
        "new_players": len(receipt.new_players),
    }
    output.recorded(
        acting.format,
        receipt.receipts,
        carried_lines(file.name, receipt),
        about=about,
        notes=[f"  note: {line}" for line in notes],
    )


def _carried(
    house: House,
    pool: PoolName,
    file: Path,
    options: CarryOptions,
    as_written: AsWritten,
    federation: str,
) -> CarryReceipt:
    """Carry over a list, or the CSV file made for this."""
    from ledger.errors import Refused, Remedy
    from ledger.intake.carry_over import carrying
    from ledger.intake.carry_over.carried_lists import FromList
    from ledger.intake.files import read
    from ledger.intake.formats.rating_list.reading import is_list
    from ops.commands.adopt_edition import opened
    from ops.progress import shown
    from projections.rulebooks import rulebook

    if as_written.form != "auto" or as_written.column or is_list(file):
        listed = FromList(file, as_written.written(), federation.upper())
        with shown("reading the list") as progress:
            return carrying.carry_over_list(house.ledger, pool, listed, options, progress=progress)
    if federation or as_written.kind:
        raise Refused(
            f"{file}: --federation and --kind are for lists; is it one? add --form csv",
            code="not-a-list",
            field="file",
            found=file.name,
            remedy=Remedy(words="add --form csv if it is a list"),
        )
    waits = any(each.waiting for each in rulebook(opened(house, pool).rulebook).editions)
    return carrying.carry_over(house.ledger, pool, read(file), options, waits=waits)


@external_list_app.command(name="record")
def record(
    file: Annotated[Path, Parameter(help="the list as it was received")],
    *,
    body: str,
    name: Annotated[str, Parameter(name="--list", help="which of its lists, e.g. 2026-09")],
    list_date: date,
    as_written: AsWritten = AsWritten(),
    acting: Acting = Acting(),
) -> None:
    """Record a whole list of another body: what it says of the players in the register.

    The file is not kept, its SHA-256 is. Recording the same file again gives the first receipt.

    Example: ledger external-list record standard_sep26frl.zip --body fide --list 2026-09
    --list-date 2026-09-01 --kind standard

    Parameters
    ----------
    body
        Whose list it is: a short name that stays, e.g. fide.
    list_date
        The day from which the list is in force.
    """
    from ledger.intake.external_list.recording import ListOptions, record_list
    from ops.cli.intake_words import listed_lines
    from ops.commands import external_list_checks
    from ops.commands.late_entries import asking, known_late
    from ops.progress import shown

    options = ListOptions(body, name, list_date, as_written.written(), acting.by)
    with acting.opened() as house, shown("reading the list") as progress:
        external_list_checks.check_day(house, list_date)
        receipt = record_list(house.ledger, file, options, progress)
        later = [line for pool in asking(house, body) for line in known_late(house, pool)]
        doubts = [*external_list_checks.doubts(house.read, body, name, list_date)]
    about = {
        "body": body,
        "list": name,
        "list_date": list_date,
        "file": file.name,
        "sha256": receipt.file,
        "rows": receipt.file_rows,
        "players": receipt.players,
    }
    output.recorded(
        acting.format,
        receipt.receipts,
        listed_lines(file.name, receipt),
        about=about,
        notes=[*later, *(f"  warning: {line}" for line in doubts)],
    )


Body = Annotated[str, Parameter(help="the body, by its short name, e.g. fide")]


@external_list_app.command(name="list")
def list_external(
    body: Body,
    *,
    format: Shown = "table",  # noqa: A002 - the option is --format
    where: Where = Where(),
) -> None:
    """List the recorded lists of another body.

    Example: ledger external-list list fide
    """
    from ops.answers import external_list_rows

    with where.opened() as house:
        rows = external_list_rows.lists_of(house.read, body)
    output.show(rows, format, title=f"lists of {body}")


@external_list_app.command(name="show")
def show(
    body: Body,
    name: Annotated[str, Parameter(help="the list, by its name, e.g. 2026-09")],
    player: Annotated[
        str | None, Parameter(help="the player; without one the list alone is described")
    ] = None,
    *,
    format: Shown = "table",  # noqa: A002 - the option is --format
    where: Where = Where(),
) -> None:
    """Show a recorded list of another body: its size, or its row of a player.

    A player who was registered when the list was recorded and has no row was not on the list.

    Example: ledger external-list show fide 2026-09 fide:90000001
    """
    from ledger.register import identities
    from ops.answers import external_list_rows

    with where.opened() as house:
        number = identities.find(house.read, player) if player else None
        row, about = external_list_rows.said_of(house.read, body, name, number)
    output.show([row], format, about=about)
