"""Commands about tournaments: tournament, tournament list."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from ledger.errors import Refused
from ops.cli import output
from ops.cli.app import Knowing, TournamentId, option, tournament_app
from ops.cli.words import correction_row, report_row, tournament_row

State = Literal["announced", "waiting", "booked", "refused", "cancelled"]


@tournament_app.command(name="show")
def show_tournament(tournament: TournamentId, *, asked: Knowing = Knowing()) -> None:
    """Show a tournament: details, reports, corrections.

    Example: ledger tournament show T-000001 --known-at "#40"
    """
    from ops.answers.clocks import known_position
    from ops.answers.tournament_view import tournament_document

    with asked.followed() as house:
        known = known_position(house.ledger, asked.known_at, house.zone)
        shown = tournament_document(house, tournament, known)
    if asked.format == "json":
        output.document(shown)
        return
    details = [{"detail": name, "value": value} for name, value in shown.details.items()]
    if shown.waiting_games:
        details.append({"detail": "games on no complete sheet", "value": shown.waiting_games})
    output.show(details, asked.format, title=f"details of {tournament}")
    reports = [report_row(row) for row in shown.reports]
    output.show(reports, asked.format, title=f"reports of {tournament}")
    if shown.corrections:
        corrections = [correction_row(row) for row in shown.corrections]
        output.show(corrections, asked.format, title=f"corrections of {tournament}")


@tournament_app.command(name="list")
def tournament_list(
    pool: Annotated[
        str | None, option("the pool, e.g. fide-standard; without it, every pool")
    ] = None,
    *,
    list_: Annotated[
        str | None,
        option("only on this list, or corrected by it; its name: 2025-11", name="--list"),
    ] = None,
    state: Annotated[
        State | None,
        option("only announced, waiting for a list, booked, refused or cancelled ones"),
    ] = None,
    since: Annotated[
        date | None, option("only tournaments that ended on this day or later")
    ] = None,
    until: Annotated[
        date | None, option("only tournaments that ended on this day or before")
    ] = None,
    limit: Annotated[int, option("at most so many on a page; 0 for all")] = 50,
    page: Annotated[int, option("which page, from 1")] = 1,
    asked: Knowing = Knowing(),
) -> None:
    """List the tournaments of a pool with their states, the last to end first.

    announced: no report yet; waiting: no list has booked the report yet; booked: on a list;
    refused: excluded from rating by decision; cancelled: called off. The last column has the lists
    that booked a tournament, and later lists that booked corrections.

    Example: ledger tournament list fide-standard --state waiting
    """
    from ops.answers.tournaments import TournamentsAsked, tournaments_of

    if list_ is not None and pool is None:
        raise Refused("--list: name the pool of the list", code="option-needed", field="pool")
    wanted = TournamentsAsked(list_, state, since, until, limit or None, page)
    with asked.followed() as house:
        names = sorted(house.official.facts.pools) if pool is None else [pool]
        pools = [asked.of(house, name) for name in names]
        answer = tournaments_of(pools, wanted)
        title = f"tournaments in {pool}" if pool else "tournaments"
        output.answer(answer, asked.format, title=title, words=tournament_row)
