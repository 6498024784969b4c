"""The model of a tournament report: entrants, games, byes, teams, details."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

import msgspec


class NationalNumber(msgspec.Struct, frozen=True, rename={"classification": "class"}):
    """Number and rating of a player with a national federation (TRF26)."""

    federation: str
    """The federation of number and rating, three capital letters."""
    number: str
    """As printed; "" is none."""
    rating: int
    """In rating points; 0 is none."""
    classification: str = ""
    """Columns 11-13: the class that the federation puts the player in; "" is none."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player's line (TRF16 record 001); texts stripped and in Unicode form NFC."""

    line: int = field(compare=False)
    """Line of the file, from 1; two reports are the same wherever their lines stand."""
    number: int
    """Start number, columns 5-8; from 1."""
    name: str
    """Columns 15-47, "Last, First" by custom."""
    sex: str
    """Column 10: "m", "w", or "" where the file does not say."""
    title: str
    """Columns 11-13 as printed."""
    rating: int
    """Columns 49-52, in rating points; 0 is none."""
    federation: str
    """Columns 54-56 as printed."""
    reported_number: str
    """Columns 58-68 as printed, the number a federation knows the player by; "" is none."""
    birth: str
    """Columns 70-79 as printed."""
    birth_year: int | None
    """The year in `birth`, 1900 to 2100; None if missing."""
    points_halves: int | None
    """Total of columns 81-84 in half points (11.5 is 23); None where the file gives none."""
    rank: int | None
    """Columns 86-89; None where the file gives none."""
    in_columns: bool = field(default=True, compare=False)
    """Whether the fields of the line stand in the columns given here."""
    national: tuple[NationalNumber, ...] = ()
    """National rating records of the player (TRF26), in the order of the file."""


@dataclass(frozen=True, slots=True)
class Game:
    """A pairing of two entrants, played or forfeited (TRF16 record 001, columns 92 onwards).

    `white` and `black` are indices into the report's entrants. Each side has its own result, one
    of 1 = 0 (played), + - (forfeited), W D L (begun but ended before the first move was complete).
    Where the file gives neither a colour, the lower start number is taken as white.
    """

    round: int
    white: int
    black: int
    white_result: str
    black_result: str
    colours: bool = True
    """Whether the file says who had White."""


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which an entrant (an index) had no opponent.

    `code` is H (half point), F (full point), U (full point, allocated by the pairing) or Z (none);
    in a team tournament also + or -, a forfeit whose other side the file does not name.
    """

    round: int
    entrant: int
    code: str


@dataclass(frozen=True, slots=True)
class Team:
    """A team and the team's members (TRF16 record 013, TRF26 record 310)."""

    number: int
    """The team's own number, from 1: its place in the file where it prints none."""
    name: str
    members: tuple[int, ...]
    """Indices into the report's entrants, in board order."""


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """A complete report, free of contradictions: each entrant has a game or a bye in each round."""

    name: str
    """Record 012; never empty."""
    place: str
    """Record 022; "" where the file does not say."""
    federation: str
    """Record 032, three capital letters; "" where the file does not say."""
    start: date
    """Record 042."""
    end: date
    """Record 052; not before `start`."""
    type: str
    """Record 092 as printed; "" where the file does not say."""
    time_control: str
    """TRF26 record 222, else record 122 as printed; "" where the file does not say."""
    number_of_rounds: int
    """Rounds that were played; a header may have announced more."""
    round_dates: tuple[date | None, ...]
    """One date for each round (record 132); None where the file does not say."""
    entrants: tuple[Entrant, ...]
    """By start number."""
    games: tuple[Game, ...]
    """By round, then by the lower start number of the two."""
    byes: tuple[Bye, ...]
    """By round, then by entrant."""
    teams: tuple[Team, ...] = ()
    """Of a team tournament, by number."""
    scoring: str = ""
    """TRF26 record 162 as printed, blanks joined; "" where wins count 1 and draws ½."""
    chief_arbiter: str = ""
    """Record 102 as printed."""
    deputies: tuple[str, ...] = ()
    """Records 112 as printed, in order."""
    rounds_announced: int = 0
    """Rounds of the whole tournament (records 142, XXR); 0 where the file does not say."""
    initial_colour: str = ""
    """w or b: the colour of the highest ranked player who was paired in the first round (records
    152, XXC); "" where the file does not say."""
    other_records: tuple[str, ...] = ()
    """Lines for pairing and tie-breaks that the ledger does not interpret, as printed."""
    rounds_to_come: int = field(default=0, compare=False)
    """Rounds that the file announces, or begins, and that were not played yet."""


ABOUT_THE_WHOLE: Final = frozenset({"172", "192", "202", "212", "352", "362"})
"""Records of OTHER that name no round: those of a part are those of the whole."""


def about_the_whole(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of OTHER without a round: valid for every part of a report."""
    return tuple(line for line in lines if line[:3] in ABOUT_THE_WHOLE)


FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2100

_YEAR: Final = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")


def year_of(text: str) -> int | None:
    """Return the only year of four digits in a date of birth, 1900 to 2100; else None."""
    years = {int(year) for year in _YEAR.findall(text)}
    known = {year for year in years if FIRST_YEAR <= year <= LAST_YEAR}
    return known.pop() if len(years) == len(known) == 1 else None
