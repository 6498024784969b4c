"""Questions about tournaments: tournament list, show, check; pool findings, pending."""

from datetime import date
from typing import Annotated, Literal

from ledger.errors import Refused
from ledger.sentences import Sentence, plain
from ops.cli import exits, output
from ops.cli.app import PoolName, TournamentId, option, pool_app, tournament_app
from ops.cli.shared_options import Knowing
from ops.cli.tournament_words import correction_row, report_row, tournament_row
from ops.cli.words import (
    finding_row,
    pending_row,
)
from ops.commands.typed_values import facts_given
from ops.words import said
from ops.words.fields import named

State = Literal["announced", "waiting", "booked", "annulled", "refused", "cancelled"]


@tournament_app.command(name="show")
def show_tournament(tournament: TournamentId, *, asked: Knowing = Knowing()) -> None:
    """Show a tournament: details, reports, corrections; as a document also its tables.

    Example: ledger tournament show T-000001 --known-at "#40"
    """
    from ops.answers.clocks import known_position
    from ops.answers.tournament_page import tournament_page
    from ops.answers.tournament_view import tournament_document

    page = tournament_page if asked.format == "json" else tournament_document
    with asked.followed() as house:
        known = known_position(house.ledger, asked.known_at, house.zone)
        shown = page(house, tournament, known)
    if asked.format == "json":
        output.document(shown)
        return
    details = [{"detail": named(name), "value": value} for name, value in shown.details.items()]
    if shown.waiting_games:
        details.append(
            {"detail": Sentence("games on no complete sheet"), "value": shown.waiting_games}
        )
    title = Sentence("details of {tournament}", tournament=tournament)
    output.show(details, asked.format, title=title)
    reports = [report_row(row) for row in shown.reports]
    title = Sentence("reports of {tournament}", tournament=tournament)
    output.show(reports, asked.format, title=title)
    if shown.corrections:
        corrections = [correction_row(row) for row in shown.corrections]
        title = Sentence("corrections of {tournament}", tournament=tournament)
        output.show(corrections, asked.format, title=title)


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
        option("only announced, waiting for a list, booked, annulled, refused or cancelled ones"),
    ] = None,
    since: Annotated[
        date | None, option("only tournaments that ended on this day or later")
    ] = None,
    until: Annotated[
        date | None, option("only tournaments that ended on this day or before")
    ] = None,
    text: Annotated[str, option("only with these words in the name, the place or the id")] = "",
    without_report: Annotated[
        bool, option("only announced tournaments that are over and have no report")
    ] = False,
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
    with asked.followed() as house:
        over = house.today() if without_report else None
        wanted = TournamentsAsked(list_, state, since, until, text, over, limit or None, page)
        names = sorted(house.official.facts.pools) if pool is None else [pool]
        pools = [asked.of(house, name) for name in names]
        answer = tournaments_of(pools, wanted)
        title = Sentence("tournaments in {pool}", pool=pool) if pool else Sentence("tournaments")
        output.answer(answer, asked.format, title=title, words=tournament_row)


@pool_app.command
def findings(
    pool: PoolName,
    subject: Annotated[str, option("a tournament, by its id, or a player, as 572-4")],
    *,
    asked: Knowing = Knowing(),
) -> None:
    """Show findings of a tournament or a player: games not counted, or counted later.

    Example: ledger pool findings fide-standard T-000001
    """
    from ops.answers.findings import findings_of

    with asked.followed() as house:
        found = findings_of(asked.of(house, pool), subject, house.actor)
        title = Sentence("findings of {subject} in {pool}", subject=subject, pool=pool)
        output.answer(found, asked.format, title=title, words=finding_row)


@tournament_app.command
def check(
    pool: PoolName,
    tournament: Annotated[
        str | None, option("an announced or reported tournament; without one, the details of --set")
    ] = None,
    *,
    set_: Annotated[
        tuple[str, ...],
        option("a detail of a tournament not announced yet, as key=value", name="--set"),
    ] = (),
    asked: Knowing = Knowing(),
) -> int:
    """Check a tournament for rating, also before play: missing or wrong details, with remedies.

    Ends with 1 if something is not rated, or needs a decision.

    Example: ledger tournament check fide-standard T-000001
    """
    from ops.answers.findings import findings_before_play, findings_of
    from ops.tournaments.announcing import announcement

    if (tournament is None) == (not set_):
        raise Refused(
            "name a tournament, or state with --set what will be announced",
            code="options-contradict",
            field="tournament",
        )
    with asked.followed() as house:
        opened = asked.of(house, pool)
        if tournament is not None:
            found = findings_of(opened, tournament, house.actor)
        else:
            intended = announcement(house, pool, facts_given(set_))
            found = findings_before_play(opened, intended)
        what = plain(tournament or Sentence("what is intended"))
    if not found.rows and asked.format == "table":
        fine = Sentence(
            "{what} in {pool}: nothing is missing or wrong for rating", what=what, pool=pool
        )
        output.say(said(fine))
    else:
        title = Sentence("{what} in {pool}", what=what, pool=pool)
        output.answer(found, asked.format, title=title, words=finding_row)
    return exits.FOUND if any(row.kind in exits.BARS for row in found.rows) else exits.DONE


@pool_app.command(name="pending")
def pool_pending(pool: PoolName, *, asked: Knowing = Knowing()) -> None:
    """Show what the next list of a pool waits for, and what else needs a decision.

    Each with its article, the games and entrants that wait, whom it stops from closing (everybody;
    the service; the service under the policy hold; nobody), and its command: the same conditions as
    in the checklist, and at a closing. For tournaments on closed lists: `ledger pool findings`.

    Example: ledger pool pending fide-standard
    """
    from ops.answers.pending_decisions import pending_decisions

    with asked.followed() as house:
        answer = pending_decisions(house, asked.of(house, pool))
        title = Sentence("{pool}: waits for a decision", pool=pool)
        output.answer(answer, asked.format, title=title, words=pending_row)
