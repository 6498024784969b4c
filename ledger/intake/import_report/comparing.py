"""Differences between two reports of a tournament: details, entrants, games, byes.

Games are identified by round and start numbers. Pure: nothing is read from the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from ledger.register.identities import ERASED
from ledger.tournaments.report import Entrant, Game, NationalNumber, TournamentReport
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


def differences(before: Part, after: Part) -> tuple[Difference, ...]:
    """Return the differences of the second report: entrants, then games and byes by round."""
    rounds = [*_games(before.report, after.report), *_byes(before.report, after.report)]
    return (
        *_details(before.report, after.report),
        *_entrants(before, after),
        *sorted(rounds, key=lambda difference: (difference.round, difference.number)),
    )


def _details(before: TournamentReport, after: TournamentReport) -> Iterator[Difference]:
    for name in _DETAILS:
        yield from _detail(name, getattr(before, name), getattr(after, name))
    yield from _detail("deputies", ", ".join(before.deputies), ", ".join(after.deputies))
    yield from _detail("rounds", before.number_of_rounds, after.number_of_rounds)
    yield from _detail(
        "rounds announced", before.rounds_announced or None, after.rounds_announced or None
    )
    yield from _detail(
        "other records", "; ".join(before.other_records), "; ".join(after.other_records)
    )
    yield from _detail("teams", _teams(before), _teams(after))
    days = zip_longest(before.round_dates, after.round_dates)
    for number, (one, other) in enumerate(days, 1):
        if one != other:
            yield Difference("other-detail", number, 0, "day", _text(one), _text(other))


def _detail(what: str, before: object, after: object) -> Iterator[Difference]:
    if before != after:
        yield Difference("other-detail", 0, 0, what, _text(before), _text(after))


def _teams(report: TournamentReport) -> str:
    numbers = [entrant.number for entrant in report.entrants]
    return "; ".join(
        f"{team.number} {team.name}: " + " ".join(str(numbers[row]) for row in team.members)
        for team in report.teams
    )


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


def _entrant(old: tuple[Entrant, int], new: tuple[Entrant, int]) -> Iterator[Difference]:
    (before, was), (after, now) = old, new
    if was != now:
        yield Difference("other-person", 0, after.number, after.name, was, now)
        return
    erased = before.name == ERASED
    for name in ("rating",) if erased else _WORDS:
        yield from _word(name, before, after)
    for name in _TOTALS:
        if None not in (getattr(before, name), getattr(after, name)):
            yield from _word(name, before, after)
    if before.national != after.national and not erased:
        old_text, new_text = (
            " ".join(_national_text(known) for known in entrant.national)
            for entrant in (before, after)
        )
        number = after.number
        yield Difference("other-words", 0, number, "national", _text(old_text), _text(new_text))


def _national_text(known: NationalNumber) -> str:
    words = (known.federation, known.classification, known.number, str(known.rating))
    return " ".join(word for word in words if word)


def _word(what: str, before: Entrant, after: Entrant) -> Iterator[Difference]:
    one, other = getattr(before, what), getattr(after, what)
    if one != other:
        yield Difference("other-words", 0, after.number, what, _text(one), _text(other))


def _by_number(side: Part) -> dict[int, tuple[Entrant, int]]:
    return {
        entrant.number: (entrant, player)
        for entrant, player in zip(side.report.entrants, side.players, strict=True)
    }


def _games(before: TournamentReport, after: TournamentReport) -> Iterator[Difference]:
    old, new = _pairings(before), _pairings(after)
    for key in sorted(old.keys() | new.keys()):
        (number, lower, _), was, now = key, old.get(key), new.get(key)
        if was != now:
            yield Difference(_kind(was, now), number, lower, "", was, now)


def _kind(was: Pairing | None, now: Pairing | None) -> Kind:
    if was is None:
        return "game-added"
    if now is None:
        return "game-gone"
    return "other-result" if was.white == now.white else "other-colours"


def _pairings(report: TournamentReport) -> Mapping[tuple[int, int, int], Pairing]:
    numbers = [entrant.number for entrant in report.entrants]
    return dict(_pairing(game, numbers) for game in report.games)


def _pairing(game: Game, numbers: Sequence[int]) -> tuple[tuple[int, int, int], Pairing]:
    white, black = numbers[game.white], numbers[game.black]
    lower, higher = sorted((white, black))
    return (game.round, lower, higher), Pairing(white, black, game.white_result, game.black_result)


def _byes(before: TournamentReport, after: TournamentReport) -> Iterator[Difference]:
    old, new = _codes(before), _codes(after)
    for key in sorted(old.keys() | new.keys()):
        (number, entrant), was, now = key, old.get(key), new.get(key)
        if was != now:
            kind: Kind = "bye-added" if was is None else "bye-gone" if now is None else "other-bye"
            yield Difference(kind, number, entrant, "", was, now)


def _codes(report: TournamentReport) -> Mapping[tuple[int, int], str]:
    numbers = [entrant.number for entrant in report.entrants]
    return {(bye.round, numbers[bye.entrant]): bye.code for bye in report.byes}
