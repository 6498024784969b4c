"""Commands about suspensions and deaths: player suspend, reinstate, died, withdraw-death."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

from ops.cli import output
from ops.cli.app import By, PlayerId, option, player_app
from ops.cli.shared_options import Acting

if TYPE_CHECKING:
    from ops.commands.composed import Recorded
    from ops.commands.suspend_player import PersonDecision


@player_app.command
def suspend(
    player: PlayerId,
    *,
    first_day: Annotated[date, option("first day of the suspension")],
    last_day: Annotated[date | None, option("last day; without it, until it is lifted")] = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Record that a body suspended a player; no list changes, findings about reports name it.

    Example: ledger player suspend 572-4 --first-day 2026-01-01 --last-day 2026-06-30 --by fsi
    """
    from ops.commands.suspend_player import suspend_player

    with acting.followed() as house:
        done = suspend_player(
            house, player, first=first_day, last=last_day, by=by, article=acting.article
        )
    until = f"to {last_day}" if last_day else "until it is lifted"
    _receipt(acting, done, "suspended", f"from {first_day} {until}")


@player_app.command
def reinstate(
    player: PlayerId,
    *,
    on: Annotated[date, option("first day on which the player may play again")],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Record the early end of a suspension; on its first day, it never had effect.

    Example: ledger player reinstate 572-4 --on 2026-03-01 --by fsi
    """
    from ops.commands.suspend_player import reinstate_player

    with acting.followed() as house:
        done = reinstate_player(house, player, on=on, by=by, article=acting.article)
    _receipt(acting, done, "reinstated", f"from {on}: lifts #{done.result.named}")


@player_app.command
def died(
    player: PlayerId,
    *,
    on: Annotated[date, option("day of death")],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Record the day on which a player died; no list changes, findings about reports name it.

    Example: ledger player died 572-4 --on 2026-02-11 --by fsi
    """
    from ops.commands.suspend_player import record_death

    with acting.followed() as house:
        done = record_death(house, player, on=on, by=by, article=acting.article)
    _receipt(acting, done, "recorded the death of", f"on {on}")


@player_app.command
def withdraw_death(player: PlayerId, *, by: By, acting: Acting = Acting()) -> None:
    """Record that the news of a player's death was wrong.

    Example: ledger player withdraw-death 572-4 --by fsi
    """
    from ops.commands.suspend_player import withdraw_death as withdraw

    with acting.followed() as house:
        done = withdraw(house, player, by=by, article=acting.article)
    _receipt(acting, done, "withdrew the death of", f"(#{done.result.named})")


def _receipt(acting: Acting, done: Recorded[PersonDecision], word: str, days: str) -> None:
    from ops.commands.receipts.players import decided

    found = decided(done)
    lines = [f"{word} {found.about['player']} {days} ({output.at(done.receipt)})"]
    output.receipt(acting.format, found, lines)
