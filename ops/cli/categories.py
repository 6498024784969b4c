"""Questions about categories: pool categories, list promotions; player outlook."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from cyclopts import Parameter

from ops.cli import output
from ops.cli.app import Asked, Knowing, ListName, PlayerId, PoolName, list_app, player_app, pool_app


@pool_app.command
def categories(
    pool: PoolName,
    player: Annotated[
        str | None, Parameter(help="of one player, how he came to it; without it, all who hold one")
    ] = None,
    *,
    limit: Annotated[int, Parameter(help="at most so many rows; 0 for all")] = 50,
    asked: Asked = Asked(),
) -> None:
    """Show the categories of a pool on a day, or the changes of a player's category.

    Without --as-of it is today, on the last list.

    Example: ledger pool categories rubele-italiana fid:X01219 --as-of 2025-07-05
    """
    from ledger.register import identities
    from ops.answers import categories
    from ops.answers.answer import Answer
    from ops.answers.rating_lists import basis, chosen
    from ops.cli.words import change_row

    with asked.pool(pool) as opened:
        about = basis(opened, chosen(opened, None, asked.as_of), asked.as_of)
        if player is None:
            holders = Answer(about, categories.holders(opened, asked.as_of, limit or None))
            output.answer(holders, asked.format, title=f"categories in {pool}")
            return
        read = opened.official.ledger.read
        who = identities.find(read, player)
        changes = Answer(about, categories.of_player(opened, who, asked.as_of))
        title = f"{identities.show(who)} {identities.names(read, [who])[who]} in {pool}"
        output.answer(changes, asked.format, title=title, words=partial(change_row, named=False))


@list_app.command
def promotions(pool: PoolName, period: ListName, *, asked: Knowing = Knowing()) -> None:
    """Show the bulletin of a list: changes of category, each with its reasons.

    How: promoted, lowered, awarded, withdrawn; proposed where a committee decides.

    Example: ledger list promotions rubele-italiana 2025-07-05
    """
    from ops.answers import categories
    from ops.answers.answer import Answer
    from ops.answers.rating_lists import basis
    from ops.cli.words import change_row

    with asked.pool(pool) as opened:
        row = opened.list_of(period)
        changes = Answer(basis(opened, row), categories.bulletin(opened, row))
        title = f"promotions in {pool}, list {period} of {row.list_date}"
        output.answer(changes, asked.format, title=title, words=partial(change_row, named=True))


@player_app.command
def outlook(
    pool: PoolName,
    player: PlayerId,
    *,
    asked: Knowing = Knowing(),
) -> None:
    """Preview a player's next list, closed with everything recorded now.

    The provisional rating with the tournaments it rests on, promotions, the points to the next
    one, the list that would show him as inactive, the end of the year with which his rating would
    cease. Nothing of it is official. With --known-at the ledger is followed again up to then.

    Example: ledger player outlook fide-standard fide:90000001
    """
    from ledger.register import identities
    from ops.answers.player_outlook import player_outlook
    from ops.cli.words import outlook_row

    with asked.pool(pool) as opened:
        read = opened.official.ledger.read
        who = identities.find(read, player)
        found = player_outlook(opened, who)
        title = (
            f"provisional outlook of {identities.show(who)} {identities.names(read, [who])[who]}"
        )
        output.answer(found, asked.format, title=f"{title} in {pool}", words=outlook_row)
