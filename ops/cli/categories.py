"""Questions about categories: pool categories, list promotions; player outlook."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from ops.cli import output
from ops.cli.app import (
    Asked,
    Knowing,
    Limit,
    ListName,
    PlayerId,
    PoolName,
    list_app,
    option,
    player_app,
    pool_app,
)
from ops.cli.words import change_row, outlook_row


@pool_app.command
def categories(
    pool: PoolName,
    player: Annotated[
        str | None,
        option("a player, with all changes of category; without one, all players with a category"),
    ] = None,
    *,
    limit: Limit = 50,
    asked: Asked = Asked(),
) -> None:
    """Show the categories of a pool on a day, or the changes of a player's category.

    Default for --as-of: today, on the last list.

    Example: ledger pool categories rubele-italiana fid:X01219 --as-of 2025-07-05
    """
    from ledger.register import identities
    from ops.answers import categories
    from ops.answers.answer import Answer
    from ops.answers.rating_lists import basis, chosen

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

    The column `how`: promoted, lowered, awarded, withdrawn; proposed where a committee decides.

    Example: ledger list promotions rubele-italiana 2025-07-05
    """
    from ops.answers import categories
    from ops.answers.answer import Answer
    from ops.answers.rating_lists import basis

    with asked.pool(pool) as opened:
        row = opened.list_of(period)
        changes = Answer(basis(opened, row), categories.bulletin(opened, row))
        title = f"promotions in {pool}, list {period} of {row.list_date}"
        output.answer(changes, asked.format, title=title, words=partial(change_row, named=True))


@player_app.command
def outlook(pool: PoolName, player: PlayerId, *, asked: Knowing = Knowing()) -> None:
    """Preview a player's next list, closed with everything recorded now.

    Shows the provisional rating with its tournaments, promotions, the points to the next category,
    the first list as an inactive player, and the year end with which the rating would cease.
    Nothing of this is official. With --known-at: as known then.

    Example: ledger player outlook fide-standard fide:90000001
    """
    from ledger.register import identities
    from ops.answers.player_outlook import player_outlook

    with asked.pool(pool) as opened:
        read = opened.official.ledger.read
        who = identities.find(read, player)
        found = player_outlook(opened, who)
        title = (
            f"provisional outlook of {identities.show(who)} {identities.names(read, [who])[who]}"
        )
        output.answer(found, asked.format, title=f"{title} in {pool}", words=outlook_row)
