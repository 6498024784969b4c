"""Writes cross tables and Vega's .tdf files for tests, out of the same `Tournament` as TRF."""

from collections.abc import Sequence

from tests.support.report_files import HALVES, RESULTS, Pairing, Tournament

SCORES = {"1": "2", "=": "1", "0": "0", **{code: code for code in "+-WDL"}}
"""A score of draughts for each code of a game."""
BYES = {"U": "bye", "H": "bye1", "Z": ""}
MARKS = {"1": "1", "=": "2", "0": "0", "+": "+", "-": "-", "D": "="}
"""Vega's mark for each code of a game."""
TDF_BYES = {"F": "0000 - +", "H": "0000 - =", "Z": "0000 - -", "": ""}
FAIR = ("1-0", "½-½", "0-1", "+--", "--+", "---", "W-L", "D-D", "L-W")
"""Results that draughts knows."""

Told = tuple[int, str, str]
"""Opponent (0: none), colour, code."""


def told(rounds: Sequence[Sequence[Pairing]], number: int) -> list[Told]:
    """Return a player's rounds; a round left out is a bye Z."""
    found: list[Told] = []
    for pairings in rounds:
        mine: Told = (0, "-", "Z")
        for pairing in pairings:
            if len(pairing) == 2:
                mine = (0, "-", pairing[1]) if pairing[0] == number else mine
                continue
            white, black, result = pairing
            if number == white:
                mine = (black, "w", RESULTS[result][0])
            elif number == black:
                mine = (white, "b", RESULTS[result][1])
        found.append(mine)
    return found


def cross_table(tournament: Tournament, mark: str = ";", *, colours: bool = True) -> bytes:
    """Write a cross table with a column for each round, PO and points."""
    count = len(tournament.rounds)
    header = ["number", "player", "name", "ci", *(f"R{n + 1}" for n in range(count))]
    rows = [*_facts(tournament), [*header, "PO", "points"]]
    for player in tournament.players:
        mine = told(tournament.rounds, player.number)
        rows.append(
            [
                *(str(player.number), player.fide_id, f'"{player.name}"', str(player.rating)),
                *(_score(result, colours) for result in mine),
                str(sum(HALVES[code] for _, _, code in mine if code in "1=")),
                str(sum(HALVES[code] for _, _, code in mine)),
            ]
        )
    return "".join(mark.join(row) + "\r\n" for row in rows).encode()


def _facts(tournament: Tournament) -> list[list[str]]:
    return [
        ["name", f'"{tournament.name}"'],
        ["place", tournament.place],
        ["federation", tournament.federation],
        ["start", f"{tournament.start:%Y-%m-%d}"],
        ["end", f"{tournament.end or tournament.start:%Y-%m-%d}"],
    ]


def _score(mine: Told, colours: bool) -> str:
    opponent, colour, code = mine
    return f"{opponent}{colour if colours else 'x'}{SCORES[code]}" if opponent else BYES[code]


def matrix(scores: Sequence[str], mark: str = ";") -> bytes:
    """Write a matrix: a row of `scores` for each player, a character for each opponent."""
    numbers = [str(number) for number in range(1, len(scores) + 1)]
    rows = [["name", "Torneo"], ["place", "Roma"], ["federation", "ITA"]]
    rows += [["start", "2026-01-10"], ["end", "2026-01-11"]]
    rows.append(["number", "player", "name", *numbers])
    for number, row in zip(numbers, scores, strict=True):
        rows.append([number, f"S{number}", f"Player {number}", *row.replace(".", " ")])
    return "".join(mark.join(row) + "\n" for row in rows).encode()


def tdf(tournament: Tournament, *, extra: Sequence[str] = ()) -> bytes:
    """Write Vega's tournament description file; national numbers are 5000 and the start number."""
    end = tournament.end or tournament.start
    lines = [
        *(f"012 {tournament.name}", f"022 {tournament.place}", f"032 {tournament.federation}"),
        *(f"042 {tournament.start:%d/%m/%Y}", f"052 {end:%d/%m/%Y}", "112", *extra),
        f"162 {len(tournament.rounds)}",
        "192 Vega 6.0.1",
    ]
    for player in tournament.players:
        mine = told(tournament.rounds, player.number)
        total = sum(HALVES[code] for _, _, code in mine)
        lines.append(
            f"001 {player.number:4d} | {player.sex} | {player.title} | {player.name} | "
            f"{player.rating} | {player.federation} | {player.fide_id} | {player.rating + 50} | "
            f"{5000 + player.number} | {player.birth} | {total / 2:.1f} | | "
            + " | ".join(_mark(result) for result in mine)
        )
    return "".join(line + "\r\n" for line in lines).encode()


def _mark(mine: Told) -> str:
    opponent, colour, code = mine
    return f"{opponent} {colour} {MARKS[code]}" if opponent else TDF_BYES[code]
