"""Commands about suspensions and deaths: player suspend, reinstate, died, withdraw-death."""

from __future__ import annotations

from collections.abc import Callable
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

    until = f"to {last_day}" if last_day else "until it is lifted"
    says = f"suspended {{player}} from {first_day} {until}"
    _record(acting, suspend_player, player, says, first=first_day, last=last_day, by=by)


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

    says = f"reinstated {{player}} from {on}: lifts #{{named}}"
    _record(acting, reinstate_player, player, says, on=on, by=by)


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

    says = f"recorded the death of {{player}} on {on}"
    _record(acting, record_death, player, says, on=on, by=by)


@player_app.command
def withdraw_death(player: PlayerId, *, by: By, acting: Acting = Acting()) -> None:
    """Record that the news of a player's death was wrong.

    Example: ledger player withdraw-death 572-4 --by fsi
    """
    from ops.commands import suspend_player

    says = "withdrew the death of {player} (#{named})"
    _record(acting, suspend_player.withdraw_death, player, says, by=by)


def _record(
    acting: Acting,
    decide: Callable[..., Recorded[PersonDecision]],
    player: str,
    says: str,
    **decided: date | str | None,
) -> None:
    """Record a decision about a player; show its receipt, which names `{player}` and `{named}`."""
    from ops.commands.receipts import players

    with acting.followed() as house:
        done = decide(house, player, **decided, article=acting.article)
    receipt = players.decided(done)
    line = says.format(player=receipt.about["player"], named=done.result.named)
    output.receipt(acting.format, receipt, [f"{line} ({output.at(done.receipt)})"])
