"""Commands about lists of other bodies: pool carry-over; external-list …."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from ledger.sentences import Sentence
from ops.cli import exits, output
from ops.cli.app import ListName, PoolName, external_list_app, option, pool_app
from ops.cli.difference_words import difference_row, taken_lines
from ops.cli.options import AsWritten
from ops.cli.shared_options import Acting, Knowing, Reading, Recording
from ops.cli.words import on_list_row
from ops.progress import shown

READING: Final = "reading the list"


@pool_app.command(name="carry-over")
def carry_over(
    pool: PoolName,
    file: Annotated[Path, option("the ratings: CSV, or another body's list")],
    *,
    on: Annotated[date, option("the day from which these ratings are in force")],
    source: Annotated[str, option("the list with these ratings")],
    as_written: AsWritten = AsWritten(),
    federation: Annotated[
        str, option("take only players of this federation, e.g. ITA, from another body's list")
    ] = "",
    register_new: Annotated[bool, option("register players the register does not know")] = False,
    acting: Acting = Acting(),
) -> None:
    """Carry over the ratings with which a pool begins: from a CSV file or another body's list.

    Columns of the CSV file: number, name, federation, sex, birth_year, rating, k, games, peak,
    last_counted, malus (draughts: inactivity penalties so far), inactive (yes or no); for newcomers
    who wait for a first rating pool_ended, pool_games, pool_rating_sum, pool_points. FIDE's lists
    are recognised; any other list is CSV with --form csv. A list has neither games so far nor
    peaks; a player without a flag is active.

    Example: ledger pool carry-over fide-standard october.csv --on 2025-10-01
    --source "list of October"
    """
    from ledger.intake.carry_over.carried_rows import CarryOptions
    from ops.cli.intake_words import carried_lines
    from ops.commands.carry_over import carry_over as carry
    from ops.commands.receipts.lists import carried_over

    options = CarryOptions(
        on=on,
        source=source,
        number_scheme=as_written.number_scheme,
        register_new=register_new,
    )
    written = as_written.written()
    with acting.opened() as house, shown(READING) as progress:
        options = replace(options, recorded_by=house.by)
        carried = carry(house, pool, file, options, written, federation.upper(), progress)
    lines = carried_lines(file.name, carried.receipt)
    output.receipt(acting.format, carried_over(file.name, on, carried), lines)


@external_list_app.command(name="record")
def record(
    file: Annotated[Path, option("the list as it was received")],
    *,
    body: Annotated[str, option("the body, by a short name that stays, e.g. fide")],
    name: Annotated[str, option("which of its lists, e.g. 2026-09", name="--list")],
    list_date: Annotated[date, option("the day from which the list is in force")],
    as_written: AsWritten = AsWritten(),
    acting: Acting = Acting(),
) -> None:
    """Record a whole list of another body.

    The ledger keeps the rows and the SHA-256 of the file. Recording the file again shows the first
    receipt.

    Example: ledger external-list record standard_sep26frl.zip --body fide --list 2026-09
    --list-date 2026-09-01 --kind standard
    """
    from ledger.intake.external_list.recording import ListOptions
    from ops.cli.intake_words import listed_lines
    from ops.commands.receipts.lists import list_recorded
    from ops.commands.record_list import record_list

    options = ListOptions(body, name, list_date, as_written.written())
    with acting.opened() as house, shown(READING) as progress:
        options = replace(options, recorded_by=house.by)
        recorded = record_list(house, file, options, progress)
    found = list_recorded(file.name, recorded)
    lines = listed_lines(file.name, recorded.receipt, found.doubts)
    output.receipt(acting.format, found, lines)


@external_list_app.command(name="take-details")
def take_details(
    file: Annotated[Path, option("the list as it was received")],
    *,
    on: Annotated[date, option("the day from which the details are valid: that of the list")],
    detail: Annotated[
        tuple[
            Literal["name", "federation", "title", "women-title", "other-titles", "online-title"],
            ...,
        ],
        option("take only these details; by default all"),
    ] = (),
    as_written: AsWritten = AsWritten(),
    acting: Acting = Acting(),
) -> None:
    """Take names, federations and titles of registered players from another body's list.

    What the list prints otherwise than the register is valid from the day on; what it leaves empty
    stays. All is recorded at once, or nothing: look at it first with --preview.

    Example: ledger external-list take-details standard_sep26frl.zip --on 2026-09-01 --detail title
    """
    from ops.commands.receipts.lists import details_taken
    from ops.commands.take_details import take_from_list

    with acting.opened() as house, shown(READING) as progress:
        done = take_from_list(house, file, as_written.written(), on, detail, progress)
    found = details_taken(file.name, on, done)
    output.receipt(acting.format, found, taken_lines(file.name, found))


Body = Annotated[str, option("the body, by its short name, e.g. fide")]


@external_list_app.command(name="list")
def list_external(body: Body, *, reading: Reading = Reading()) -> None:
    """List the recorded lists of another body.

    Example: ledger external-list list fide
    """
    from ops.answers.external_lists import external_lists

    with reading.opened() as house:
        found = external_lists(house.read, body)
    output.answer(found, reading.format, title=Sentence("lists of {body}", body=body))


@external_list_app.command(name="show")
def show(
    body: Body,
    name: Annotated[str, option("the list, by its name, e.g. 2026-09")],
    player: Annotated[
        str | None, option("the player; without one the list alone is described")
    ] = None,
    *,
    reading: Reading = Reading(),
) -> None:
    """Show a recorded list of another body: the size, or the row of a player.

    No row for a registered player: the player was not on the list.

    Example: ledger external-list show fide 2026-09 fide:90000001
    """
    from ledger.register import identities
    from ops.answers.external_lists import external_list, player_on_list

    with reading.opened() as house:
        if player is None:
            output.answer(external_list(house.read, body, name), reading.format)
            return
        number = identities.find(house.read, player)
        found = player_on_list(house.read, body, name, number)
    output.answer(found, reading.format, words=on_list_row)


@Parameter(name="*")
@dataclass(frozen=True)
class Accepting(Recording):  # type: ignore[misc]
    """Options to accept ratings of the other list: players, decision, recorder."""

    accept: Annotated[
        tuple[str, ...], option("adjust the ratings of these players to the other list")
    ] = ()
    accept_all: Annotated[bool, option("adjust all ratings that differ")] = False
    by: Annotated[str | None, option("the body that decided to accept")] = None

    @property
    def asked(self) -> bool:
        """Whether anything is to be recorded."""
        return bool(self.accept) or self.accept_all

    def acting(self, ledger: str) -> Acting:
        """Return the options of recording."""
        recording = {field.name: getattr(self, field.name) for field in fields(Recording)}
        return Acting(ledger=ledger, **recording)


@external_list_app.command(name="compare")
def compare(
    pool: PoolName,
    period: ListName,
    file: Annotated[Path, option("the file of the other list")],
    *,
    as_written: AsWritten = AsWritten(),
    body: Annotated[str, option("the body, by the name of its recorded lists")] = "fide",
    federation: Annotated[
        str, option("of players missing on our list show only this federation")
    ] = "",
    accepting: Accepting = Accepting(),
    asked: Knowing = Knowing(),
) -> int:
    """Compare a closed list with the list of another body, row by row, with causes where known.

    Accepted ratings are adjusted on the next list. Ends with 1 if the lists differ.

    Example: ledger external-list compare fide-standard 2026-09 standard_sep26frl.zip
    --kind standard
    """
    from ops.answers import compare_lists
    from ops.commands.accept_ratings import accept_ratings, decider
    from ops.commands.receipts.lists import ratings_accepted

    if accepting.asked:
        decider(accepting.by)  # before the file is read
    against = compare_lists.Against(file, as_written.written(), body, federation.upper())
    opening = accepting.acting(asked.ledger) if accepting.asked else asked
    with opening.followed() as house:
        opened = asked.of(house, pool)
        with shown(READING) as progress:
            result = compare_lists.reconcile(opened, period, against, progress)
        code = exits.FOUND if result.found else exits.DONE
        title = Sentence("{pool} {list}: differences", pool=pool, list=period)
        answer = compare_lists.differences(opened, result)
        if not accepting.asked:
            output.answer(answer, asked.format, title=title, words=difference_row)
            return code
        named = () if accepting.accept_all else accepting.accept
        done = accept_ratings(
            house, pool, result, by=accepting.by, players=named, article=accepting.article
        )
    found = ratings_accepted(answer, done)
    if asked.format == "json":
        output.receipt("json", found, (), code=code)
        return code
    output.receipt("text", found, ())
    output.answer(answer, asked.format, title=title, words=difference_row)
    return code
