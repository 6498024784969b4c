"""The total of each player's points, compared with the sum of the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ledger.intake.formats.pairings import Rounds
from ledger.intake.formats.players import POINTS, Player
from ledger.intake.formats.problems import Answer, Place, Problems, setting
from ledger.intake.formats.scoring import Scoring
from ledger.tournaments.report import Entrant

IGNORE: Final[Answer] = setting("points", "ignore")
"""The option that accepts wrong totals."""
GAMES_ALONE: Final = f"or take the games alone: {' '.join(IGNORE)}"
"""The offer of this option in a remedy."""


def check_points(
    players: Sequence[Player], rounds: Rounds, scoring: Scoring, problems: Problems, points: str
) -> None:
    """Compare the totals of columns 81-84 with the results of the rounds played.

    A total may also count the rounds after these, of which a file tells byes or some results.
    Players without a total, with a round that cannot be read or with rounds beyond the last are
    left out: what is wrong with them has been said. A difference is refused, as it mostly means a
    wrong result, or warned of where `points` is "ignore".
    """
    for player in players:
        printed = player.entrant.points_halves
        sums = list(_sums(player, rounds, scoring))
        if printed is None or not sums or printed in sums:
            continue
        place = player.row.place(POINTS.name)
        expected = f"{sums[0] / 2:.1f}, the sum of the results"
        remedy = _remedy(player, rounds.played, printed - sums[0])
        report_wrong_total(place, f"{printed / 2:.1f}", expected, remedy, points, problems)


def report_wrong_total(
    place: Place, found: str, expected: str, remedy: str, points: str, problems: Problems
) -> None:
    """Refuse a total unlike the sum of results; a warning if `points` is "ignore"."""
    if points == "ignore":
        problems.warn(place, found, expected, remedy)
    else:
        problems.refuse(place, found, expected, f"{remedy}; {GAMES_ALONE}", IGNORE)


def totals_of_rounds_played(
    players: Sequence[Player], rounds: Rounds, scoring: Scoring
) -> Iterator[Entrant]:
    """Yield the entrants with totals of the rounds played alone.

    Where a printed total counts rounds to come too, their points are taken off: these rounds are
    not part of the report, and other programs refuse a total that is more than its results.
    """
    for player in players:
        first, *later = [*_sums(player, rounds, scoring), None]
        printed = player.entrant.points_halves
        counts_later = printed is not None and printed != first and printed in later
        yield replace(player.entrant, points_halves=first) if counts_later else player.entrant


def _sums(player: Player, rounds: Rounds, scoring: Scoring) -> Iterator[int]:
    """Sum the results in half points, up to the last round played and to each later round.

    Nothing where a result could not be read or stands too late.
    """
    start_number, counted = player.entrant.number, scoring.bonus(player.entrant.number)
    if player.last_round > rounds.standing or not rounds.played:
        return
    for number in range(1, rounds.standing + 1):
        cell = player.cell(number)
        if cell.result is None or (number <= rounds.played and cell.opponent and not cell.result):
            return
        counted += scoring.halves_of(cell.result, number, start_number)
        if number >= rounds.played:
            yield counted


def _remedy(player: Player, rounds: int, missing_halves: int) -> str:
    bare = [number for number in range(1, rounds + 1) if player.cell(number).empty]
    if missing_halves <= 0 or not bare:
        return "correct the results or the total"
    where = ", ".join(map(str, bare))
    return f"correct the results or the total; write H, F or U if there was a bye in round {where}"
