"""Commands for a bonus by decision: player bonus grant, withdraw."""

from __future__ import annotations

from typing import Annotated

from ops.cli import output
from ops.cli.app import Acting, Commands, PlayerId, option, player_app

bonus_app = Commands(name="bonus", help="A bonus by decision: given, or taken back.")
player_app.command(bonus_app)

Pool = Annotated[str, option("the pool, by its name, e.g. fide-standard")]
By = Annotated[str, option("the body that decided: an opaque id")]
OnArticle = Annotated[str, option("the article or the act of the decision")]


@bonus_app.command
def grant(
    player: PlayerId,
    *,
    pool: Pool,
    points: Annotated[int, option("how many points, 1 or more")],
    by: By,
    article: OnArticle,
    acting: Acting = Acting(),
) -> None:
    """Grant a player points by decision, added on the next list.

    A bonus by rule (Elo-Rubele, VI.11) is computed and not recorded by hand.

    Example: ledger player bonus grant 572-4 --pool uisp --points 10 --by chess-sector
    --article "act 12 of 2026"
    """
    from ledger.register import identities
    from ops.commands.decide_ratings import grant_bonus

    with acting.opened() as house:
        number = identities.find(house.read, player)
        receipt = grant_bonus(house, pool, number, points, by=by, article=article).receipt
    again = ", already recorded" if receipt.replayed else ""
    who = identities.show(number)
    says = f"granted {points} points to {who} in {pool} (#{receipt.first_position}{again})"
    about = {"player": who, "pool": pool, "points": points}
    output.recorded(acting.format, [receipt], [says, "  the next list adds them"], about=about)


@bonus_app.command
def withdraw(
    player: PlayerId,
    *,
    pool: Pool,
    granted: Annotated[str, option('the position of the decision, as "#40"')],
    by: By,
    article: OnArticle,
    acting: Acting = Acting(),
) -> None:
    """Withdraw the points of a bonus by decision, on the next list.

    Example: ledger player bonus withdraw 572-4 --pool uisp --granted "#40" --by chess-sector
    --article "act 14 of 2026"
    """
    from ledger.register import identities
    from ops.answers.clocks import position_of
    from ops.commands.decide_ratings import withdraw_bonus

    with acting.opened() as house:
        number = identities.find(house.read, player)
        position = position_of(granted)
        done = withdraw_bonus(house, pool, number, position, by=by, article=article)
    receipt, points = done.receipt, done.result
    again = ", already recorded" if receipt.replayed else ""
    who = identities.show(number)
    says = f"withdrew {points} points from {who} in {pool} (#{receipt.first_position}{again})"
    about = {"player": who, "pool": pool, "points": points, "granted": granted}
    output.recorded(acting.format, [receipt], [says, "  the next list takes them"], about=about)
