"""Differences between two reports of a tournament: details, entrants, games, byes.

Games are identified by round and start numbers. Pure: nothing is read from the ledger.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ledger.register.identities import ERASED
from ledger.tournaments.report import Entrant, TournamentReport
from ledger.tournaments.report_from_columns import Part

Kind = Literal[
    "entrant-added",
    "entrant-gone",
    "other-person",
    "other-words",
    "game-added",
    "game-gone",
    "other-colours",
    "other-result",
    "bye-added",
    "bye-gone",
    "other-bye",
    "other-detail",
]


class Pairing(NamedTuple):
    """A game by start numbers of white and black, with the result of each."""

    white: int
    black: int
    white_result: str
    black_result: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between two reports.

    `round` is 0 where it is about no round, `number` the start number (of a game: the lower one)
    and 0 where it is about no entrant. `before` and `after` are a Pairing for games, a bye's code,
    a player's register number for other persons, else the words; None is nothing.
    """

    kind: Kind
    round: int = 0
    number: int = 0
    what: str = ""
    """The entrant's name, or which detail."""
    before: Pairing | str | int | None = None
    after: Pairing | str | int | None = None


_DETAILS: Final = ("start", "end", "time_control", "scoring", "initial_colour", "chief_arbiter")
_WORDS: Final = ("name", "title", "sex", "birth", "federation", "reported_number", "rating")
_TOTALS: Final = ("points_halves", "rank")

_Address = tuple[int, int, bool, int]
"""Of a game or a bye: round, lower start number, whether it is a bye, higher start number."""


def differences(before: Part, after: Part) -> tuple[Difference, ...]:
    """Return the differences of the second report: entrants, then games and byes by round."""
    return (
        *_details(before.report, after.report),
        *_entrants(before, after),
        *_rounds(before.report, after.report),
    )


def _details(before: TournamentReport, after: TournamentReport) -> Iterator[Difference]:
    old, new = _detail_texts(before), _detail_texts(after)
    for round_, what in dict.fromkeys([*old, *new]):
        was, now = old.get((round_, what)), new.get((round_, what))
        if was != now:
            yield Difference("other-detail", round_, 0, what, was, now)


def _detail_texts(report: TournamentReport) -> dict[tuple[int, str], str | None]:
    numbers = [entrant.number for entrant in report.entrants]
    teams = (
        f"{team.number} {team.name}: " + " ".join(str(numbers[row]) for row in team.members)
        for team in report.teams
    )
    details = {name: getattr(report, name) for name in _DETAILS} | {
        "deputies": ", ".join(report.deputies),
        "rounds": report.number_of_rounds,
        "rounds announced": report.rounds_announced or "",
        "other records": "; ".join(report.other_records),
        "teams": "; ".join(teams),
    }
    days = {(number, "day"): _text(day) for number, day in enumerate(report.round_dates, 1)}
    return {(0, name): _text(value) for name, value in details.items()} | days


def _text(value: object) -> str | None:
    return None if value is None or value == "" else str(value)


def _entrants(before: Part, after: Part) -> Iterator[Difference]:
    old, new = _by_number(before), _by_number(after)
    for number in sorted(old.keys() | new.keys()):
        if number not in new:
            entrant, player = old[number]
            yield Difference("entrant-gone", 0, number, entrant.name, before=player)
        elif number not in old:
            entrant, player = new[number]
            yield Difference("entrant-added", 0, number, entrant.name, after=player)
        else:
            yield from _entrant(old[number], new[number])


def _by_number(side: Part) -> dict[int, tuple[Entrant, int]]:
    rows = zip(side.report.entrants, side.players, strict=True)
    return {entrant.number: (entrant, player) for entrant, player in rows}


def _entrant(old: tuple[Entrant, int], new: tuple[Entrant, int]) -> Iterator[Difference]:
    (before, was), (after, now) = old, new
    if was != now:
        yield Difference("other-person", 0, after.number, after.name, was, now)
        return
    erased = before.name == ERASED
    totals = (name for name in _TOTALS if None not in (getattr(before, name), getattr(after, name)))
    for name in (*(("rating",) if erased else _WORDS), *totals):
        one, other = getattr(before, name), getattr(after, name)
        if one != other:
            yield Difference("other-words", 0, after.number, name, _text(one), _text(other))
    if before.national != after.national and not erased:
        one, other = _text(_national(before)), _text(_national(after))
        yield Difference("other-words", 0, after.number, "national", one, other)


def _national(entrant: Entrant) -> str:
    words = (
        word
        for known in entrant.national
        for word in (known.federation, known.classification, known.number, str(known.rating))
    )
    return " ".join(word for word in words if word)


def _rounds(before: TournamentReport, after: TournamentReport) -> Iterator[Difference]:
    old, new = _games_and_byes(before), _games_and_byes(after)
    for address in sorted(old.keys() | new.keys()):
        was, now = old.get(address), new.get(address)
        if was != now:
            yield Difference(_kind(was, now), *address[:2], before=was, after=now)


def _games_and_byes(report: TournamentReport) -> dict[_Address, Pairing | str]:
    numbers = [entrant.number for entrant in report.entrants]
    pairings: dict[_Address, Pairing | str] = {}
    for game in report.games:
        white, black = numbers[game.white], numbers[game.black]
        address = (game.round, min(white, black), False, max(white, black))
        pairings[address] = Pairing(white, black, game.white_result, game.black_result)
    byes = {(bye.round, numbers[bye.entrant], True, 0): bye.code for bye in report.byes}
    return pairings | byes


def _kind(was: Pairing | str | None, now: Pairing | str | None) -> Kind:
    if isinstance(was, Pairing) and isinstance(now, Pairing):
        return "other-result" if was.white == now.white else "other-colours"
    is_game = isinstance(was or now, Pairing)
    if was is None:
        return "game-added" if is_game else "bye-added"
    if now is None:
        return "game-gone" if is_game else "bye-gone"
    return "other-bye"
