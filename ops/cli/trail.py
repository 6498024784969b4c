"""The trail of a player: player trail."""

from typing import Annotated

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import PlayerId, option, player_app
from ops.cli.shared_options import OnDay


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
