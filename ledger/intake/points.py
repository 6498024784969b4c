"""The total of each player's points, checked against the results it should be the sum of."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.intake.players import Player
from ledger.intake.problems import Problems
from ledger.intake.scoring import Scoring


def check_points(
    players: Sequence[Player], rounds: int, scoring: Scoring, problems: Problems, points: str
) -> None:
    """Compare the totals of columns 81-84 with the results of rounds 1 to `rounds`.

    Players without a total, with a round that cannot be read or with rounds beyond the last are
    left out: what is wrong with them has been said. A difference is refused, as it mostly means a
    wrong result, or warned of where `points` is "ignore".
    """
    tell = problems.warn if points == "ignore" else problems.refuse
    for player in players:
        printed = player.entrant.points_halves
        counted = _counted_halves(player, rounds, scoring)
        if printed is None or counted is None or printed == counted:
            continue
        place = player.points_field.at(player.entrant.line)
        expected = f"{counted / 2:.1f}, the sum of the results"
        tell(place, f"{printed / 2:.1f}", expected, _remedy(player, rounds, printed - counted))


def _counted_halves(player: Player, rounds: int, scoring: Scoring) -> int | None:
    """Sum the results in half points; None where one could not be read or stands too late."""
    start_number, counted = player.entrant.number, scoring.bonus(player.entrant.number)
    if player.last_round > rounds:
        return None
    for number in range(1, rounds + 1):
        result = player.cell(number).result
        if result is None:
            return None
        counted += scoring.halves_of(result, number, start_number)
    return counted


def _remedy(player: Player, rounds: int, missing_halves: int) -> str:
    """Say what to look at; rounds without opponent and without code often stand for byes."""
    bare = [number for number in range(1, rounds + 1) if player.cell(number).empty]
    if missing_halves > 0 and bare:
        where = ", ".join(map(str, bare))
        byes = f"write H, F or U if there was a bye in round {where}"
        alone = "take the games alone: --set points=ignore"
        return f"correct the results or the total; {byes}; or {alone}"
    return "correct the results or the total"
