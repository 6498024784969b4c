"""The check of a tournament for rating, also before play: tournament check."""

from typing import Annotated

from ledger.errors import Refused
from ledger.sentences import Input, Sentence, plain
from ops.cli import exits, output
from ops.cli.app import app, option
from ops.cli.shared_options import Reading
from ops.commands.typed_values import facts_given
from ops.doors.fields import KnownAt, Pool, help_of
from ops.words import said


@app["tournament"].command
def check(
    pool: Annotated[str, option(help_of(Pool))],
    tournament: Annotated[
        str | None, option("an announced or reported tournament; without one, the details of --set")
    ] = None,
    *,
    set_: Annotated[
        tuple[str, ...],
        option("a detail of a tournament not announced yet, as key=value", name="--set"),
    ] = (),
    known_at: Annotated[str | None, option(help_of(KnownAt))] = None,
    reading: Reading = Reading(),
) -> int:
    """Check a tournament for rating, also before play: missing or wrong details, with remedies.

    Ends with 1 if something is not rated, or needs a decision.

    Example: ledger tournament check fide-standard T-000001
    """
    from ops.answers.clocks import pool_known_at
    from ops.answers.findings import findings_before_play, findings_of
    from ops.tournaments.announcing import announcement
    from ops.tournaments.words import finding_row

    if (tournament is None) == (not set_):
        raise Refused(
            Sentence(
                "name a tournament, or state what will be announced ({input})", input=Input("set")
            ),
            code="options-contradict",
            field="tournament",
        )
    with reading.followed() as house:
        opened = pool_known_at(house, pool, known_at)
        if tournament is not None:
            found = findings_of(opened, tournament, house.actor)
        else:
            intended = announcement(house, pool, facts_given(set_))
            found = findings_before_play(opened, intended)
        what = plain(tournament or Sentence("what is intended"))
    if not found.rows and reading.format == "table":
        fine = Sentence(
            "{what} in {pool}: nothing is missing or wrong for rating", what=what, pool=pool
        )
        output.say(said(fine))
    else:
        title = Sentence("{what} in {pool}", what=what, pool=pool)
        output.answer(found, reading.format, title=title, words=finding_row)
    return exits.FOUND if any(row.kind in exits.BARS for row in found.rows) else exits.DONE
