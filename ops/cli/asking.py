"""A question by hand: player ratings."""

from pathlib import Path
from typing import Annotated

from ops.cli import output, streams
from ops.cli.app import option, player_app
from ops.cli.shared_options import Reading


@player_app.command
def ratings(
    file: Annotated[Path | None, option("the CSV file; default: standard input")] = None,
    *,
    reading: Reading = Reading(),
) -> None:
    """Show the ratings of many players, pools and days at once, from a CSV file of questions.

    The columns are pool and player, and where needed as_of (a day), known_at, and track (official
    or revised). At most 1 000 rows; a row without answer has the reason.

    Example: ledger player ratings questions.csv --format csv
    """
    from ledger.intake.files import read
    from ops.answers.many_ratings import questions_in, ratings_query
    from ops.players.words import rating_found

    asked = questions_in(read(file) if file else streams.read())
    with reading.followed() as house:
        output.answer(ratings_query(house, asked), reading.format, words=rating_found)
