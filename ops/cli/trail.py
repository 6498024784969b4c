"""Trails and the public register of decisions."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import PlayerId, Shown, event_app, option, player_app, pool_app, tournament_app
from ops.cli.shared_options import Knowing, OnDay, Reading

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.answers.stream_trails import AboutStreamTrail
    from ops.answers.trail_entries import TrailEntry

First = Annotated[str, option('position of the first event, as "#40"')]
Most = Annotated[int, option("at most so many events")]


@player_app.command
def trail(
    player: PlayerId,
    *,
    pool: Annotated[str | None, option("only this pool; default: all pools")] = None,
    first: Annotated[str, option('position of the first event, as "#40"')] = "#0",
    limit: Annotated[int, option("at most so many events; what a list booked comes with it")] = 50,
    revised: Annotated[
        bool, option("beside each list the rating on the revised track, with the causes")
    ] = False,
    asked: OnDay = OnDay(),
) -> None:
    """Show everything recorded about a player, in order: who, when, why, and what lists booked.

    Registration, reports, late reports, corrections, decisions, categories; each list with the
    rating before, the rating, and the lines of the change; each tournament with games, score and
    points. --revised computes the track on which every fact was known in time, and adds its rating
    to each list. --as-of leaves out what happened later. If more events follow, the answer ends
    with the position of the next page.

    Example: ledger player trail fide:90000001 --pool fide-standard --known-at "#40"
    """
    from ops.answers.player_trail import TrailAsked, player_trail
    from ops.cli.trail_words import basis, trail_rows

    wanted = TrailAsked(player, pool, asked.as_of, asked.known_at, first, limit, revised)
    with asked.followed() as house:
        found = player_trail(house, wanted)
    about = found.about
    title = Sentence("trail of {player} {name}", player=about.player, name=about.name)
    if asked.format == "table":
        rows = [row for entry in found.rows for row in trail_rows(entry)]
        output.show(rows, "table", title=title, about=basis(about), width=output.READABLE)
    else:
        output.answer(found, asked.format)


@tournament_app.command(name="trail")
def trail_of_tournament(
    tournament: Annotated[str, option("the tournament, e.g. T-000412")],
    *,
    first: First = "#0",
    limit: Most = 50,
    asked: Knowing = Knowing(),
) -> None:
    """Show everything recorded about a tournament, in order: who, when, why.

    Example: ledger tournament trail T-000001
    """
    from ops.answers.stream_trails import StreamPage, tournament_trail

    page = StreamPage(known_at=asked.known_at, first=first, limit=limit)
    with asked.followed() as house:
        found = tournament_trail(house, tournament, page)
    _show_trail(found, Sentence("trail of {subject}", subject=tournament), asked.format)


@pool_app.command(name="trail")
def trail_of_pool(
    pool: Annotated[str, option("the pool, by its name")],
    *,
    first: First = "#0",
    limit: Most = 50,
    asked: Knowing = Knowing(),
) -> None:
    """Show everything recorded about a pool, in order: its rules, its lists, its decisions.

    Example: ledger pool trail fide-standard --first "#40"
    """
    from ops.answers.stream_trails import StreamPage, pool_trail

    page = StreamPage(known_at=asked.known_at, first=first, limit=limit)
    with asked.followed() as house:
        found = pool_trail(house, pool, page)
    _show_trail(found, Sentence("trail of {subject}", subject=pool), asked.format)


def _show_trail(
    found: "Answer[TrailEntry, AboutStreamTrail]", title: Sentence, form: Shown
) -> None:
    from ops.cli.trail_words import stream_basis, stream_rows

    if form != "table":
        output.answer(found, form)
        return
    rows = [row for entry in found.rows for row in stream_rows(entry)]
    about = stream_basis(found.about)
    output.show(rows, "table", title=title, about=about, width=output.READABLE)


@event_app.command(name="decisions")
def decisions_register(
    *,
    pool: Annotated[str | None, option("only this pool; default: all pools")] = None,
    kind: Annotated[
        Literal["correction", "decision", "category", "appeal", "rules"] | None,
        option("only decisions of this kind"),
    ] = None,
    since: Annotated[date | None, option("only recorded on this day or later")] = None,
    until: Annotated[date | None, option("only recorded on this day or before")] = None,
    before: Annotated[
        int | None, option("only before this position: `next` of the page before")
    ] = None,
    limit: Annotated[int, option("at most so many rows")] = 50,
    reading: Reading = Reading(),
) -> None:
    """Show the public register of decisions and corrections, the last first; without persons.

    Example: ledger event decisions --pool fide-standard --kind correction
    """
    from ops.answers.decisions import DecisionsAsked, decisions

    asked = DecisionsAsked(
        pool=pool, kind=kind, since=since, until=until, before=before, limit=limit
    )
    with reading.followed() as house:
        found = decisions(house, asked)
        output.answer(found, reading.format, title=Sentence("decisions"))
