"""Commands for the register: show, duplicates."""

from __future__ import annotations

from typing import Annotated

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import PlayerId, option, player_app
from ops.cli.overview_words import overview_row
from ops.cli.shared_options import Asked, Reading


@player_app.command
def show(
    player: PlayerId,
    *,
    last: Annotated[int, option("in each pool the causes of the last so many lists, in JSON")] = 5,
    asked: Asked = Asked(),
) -> None:
    """Show a player: details, and the ratings in force in every pool.

    In JSON also the course of each rating, the causes of its last changes, and categories.

    Example: ledger player show fide:90000001
    """
    from msgspec.structs import asdict

    from ops.answers.abouts import About
    from ops.answers.answer import Answer
    from ops.players.page import player_page

    with asked.opened() as house:
        found = player_page(house, player, asked.as_of, asked.known_at, asked.track, last)
    if asked.format == "json":
        output.answer(found, "json")
        return
    (person,) = found.rows
    apart = ("ratings", "pools", "suspensions", "deaths")
    details = {name: value for name, value in asdict(person).items() if name not in apart}
    output.show([details], asked.format)
    if asked.format == "table" and person.deaths:
        output.answer(Answer(About(), person.deaths), "table", title=Sentence("died"))
    if asked.format == "table" and person.suspensions:
        output.answer(Answer(About(), person.suspensions), "table", title=Sentence("suspensions"))
    if asked.format == "table" and person.ratings:
        ratings = Answer(About(), person.ratings)
        output.answer(ratings, "table", title=Sentence("ratings"), words=overview_row)


@player_app.command(name="duplicates")
def double_persons(
    *,
    limit: Annotated[int, option("at most so many pairs; 0 for all")] = 100,
    reading: Reading = Reading(),
) -> None:
    """List pairs of players who are probably the same person: similar names, no contradiction.

    Example: ledger player duplicates --limit 20
    """
    from ops.answers.duplicates import duplicate_persons

    with reading.opened() as house:
        known = duplicate_persons(house, limit or None)
    output.answer(known, reading.format, title=Sentence("probably one person"))
