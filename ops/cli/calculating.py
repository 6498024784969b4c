"""The calculator: rules calculate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from ledger.errors import Refused
from ops.cli import output
from ops.cli.app import option, rules_app

if TYPE_CHECKING:
    from projections.queries.calculation.question import (
        Calculation,
        Result,
        TypedGame,
        TypedTournament,
    )

_GAME: Final = re.compile(r"([0-9]{1,5})\s+(\S+)")
_RESULTS: Final[dict[str, Result]] = {
    "1": "1",
    "=": "=",
    "0": "0",
    "+": "+",
    "-": "-",
    "½": "=",
    "1/2": "=",
    "0.5": "=",
    "W": "1",
    "D": "=",
    "L": "0",
}
"""Results as typed, and their codes."""

_NO_EFFECT: Final = {
    "--file": "beside --file: the document holds the whole calculation",
    "no games": "without games: give --games or --deviation too; the day of a list is --list-date",
}


@Parameter(name="*")
@dataclass(frozen=True)
class Player:
    """The player: rating, and what decides K and a first rating."""

    rating: Annotated[int, option("the rating on the list before; 0: none")] = 0
    k: Annotated[int | None, option("K as printed on the list before")] = None
    games_so_far: Annotated[int, option("counted games so far, which decide K")] = 0
    peak: Annotated[int, option("the highest rating so far, which decides K")] = 0
    birth_year: Annotated[int, option("the year of birth, which decides K; 0: unknown")] = 0
    decided_rating: Annotated[int, option("an initial rating by decision; 0: none")] = 0
    elsewhere: Annotated[
        tuple[str, ...],
        option("a rating on another list, as standard=2000, fide=1850 or fmjd=2100; repeat"),
    ] = ()
    category_elsewhere: Annotated[str, option("the category in the other discipline")] = ""
    award_elsewhere: Annotated[str, option("the title awarded in the other discipline")] = ""
    federation: Annotated[str, option("three letters; empty: unknown")] = ""
    counted_this_year: Annotated[
        bool, option("a tournament of that year counted before: no bonus of the year (draughts)")
    ] = False
    rounding_tenths: Annotated[
        int, option("the rounding on the list before, where the exact index goes on")
    ] = 0


@Parameter(name="*")
@dataclass(frozen=True)
class Tournaments:
    """The tournaments: games or deviations, and days and conditions of all."""

    games: Annotated[
        tuple[str, ...],
        option(
            'the games of a tournament: ratings of opponents, results, as "2100 1, 1900 ½, 0 0"; '
            "repeat for each tournament"
        ),
    ] = ()
    deviation: Annotated[
        tuple[str, ...],
        option("in draughts, in place of games: score less expected score, as 4.70; repeat"),
    ] = ()
    on: Annotated[date | None, option("the day of all tournaments; default: today")] = None
    time_control: Annotated[str, option("as 5400+30, where K depends on it")] = ""
    online: Annotated[bool, option("played online")] = False
    weight: Annotated[Literal["1", "1/2"], option("how much they count (draughts)")] = "1"


@rules_app.command
def calculate(
    rulebook: Annotated[str | None, option("the rulebook, e.g. fide-standard")] = None,
    *,
    edition: Annotated[str | None, option("the edition, e.g. 2024-03-01; default: by day")] = None,
    list_date: Annotated[
        date | None, option("the list that counts them; default: the first of the next month")
    ] = None,
    player: Player = Player(),
    tournaments: Tournaments = Tournaments(),
    file: Annotated[
        Path | None, option("a calculation as a JSON document, in place of the options")
    ] = None,
    form: Annotated[
        Literal["table", "json"], Parameter(name="--format"), option("table or json")
    ] = "table",
) -> None:
    """Calculate a first rating, or the change of a rating, from typed numbers.

    By the columns of any edition of a rulebook, with the worksheet. No ledger is read, and every
    game that was played is taken to be admitted for rating.

    Example: ledger rules calculate fide-standard --rating 2212 --k 40 --games "1926 1, 2318 0"
    """
    from ledger.clock import MachineClock, today
    from ops.answers.calculator import calculated
    from ops.explanations.text import lines_of_calculation

    if file is None:
        asked = _typed(rulebook, edition, list_date, player, tournaments)
    else:
        law = {"rulebook": rulebook, "edition": edition, "list_date": list_date}
        _refuse_beside("--file", {**law, **_given(player), **_given(tournaments)})
        asked = _of_file(file)
    found = calculated(asked, today(MachineClock(), "UTC"))
    if form == "json":
        output.document(found)
    else:
        for line in lines_of_calculation(found):
            output.say(line.rstrip())


def _given(options: Player | Tournaments) -> dict[str, object]:
    """Return the options of a group that differ from their defaults."""
    defaults = type(options)()
    every = {one.name: getattr(options, one.name) for one in fields(options)}
    return {name: value for name, value in every.items() if value != getattr(defaults, name)}


def _refuse_beside(reason: str, options: dict[str, object]) -> None:
    """Refuse options that would have no effect."""
    for field in (name for name, value in options.items() if value is not None):
        raise Refused(
            f"--{field.replace('_', '-')} has no effect {_NO_EFFECT[reason]}",
            code="options-contradict",
            field=field,
        )


def _of_file(file: Path) -> Calculation:
    import msgspec

    from ops.answers.calculator import decoded

    try:
        return decoded(file.read_bytes())
    except msgspec.DecodeError as error:  # malformed, or not as the question is
        raise Refused(f"{file}: {error}", code="value-wrong", field="file") from error


def _typed(
    rulebook: str | None,
    edition: str | None,
    list_date: date | None,
    player: Player,
    tournaments: Tournaments,
) -> Calculation:
    from projections.queries.calculation.question import Calculation

    if rulebook is None:
        raise Refused(
            "name the rulebook, or a --file: `ledger rules list` names the rulebooks",
            code="option-needed",
            field="rulebook",
        )
    if not (tournaments.games or tournaments.deviation):
        _refuse_beside("no games", _given(tournaments))
    return Calculation(
        rulebook=rulebook,
        edition=edition,
        list_date=list_date,
        rating=player.rating,
        k=player.k,
        games=player.games_so_far,
        peak=player.peak,
        birth_year=player.birth_year,
        decided_rating=player.decided_rating,
        rated_elsewhere=dict(_elsewhere(player.elsewhere)),
        category_elsewhere=player.category_elsewhere,
        award_elsewhere=player.award_elsewhere,
        federation=player.federation.upper(),
        counted_this_year=player.counted_this_year,
        rounding_tenths=player.rounding_tenths,
        tournaments=tuple(_tournaments(tournaments)),
    )


def _elsewhere(typed: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    for text in typed:
        word, _, rating = text.partition("=")
        if not (rating.isascii() and rating.isdigit()):
            raise Refused(
                f"--elsewhere {text}: write a list and a rating, as fide=1850",
                code="not-key-and-value",
                field="elsewhere",
                found=text,
                expected="WORD=RATING",
            )
        yield word, int(rating)


def _tournaments(typed: Tournaments) -> Iterator[TypedTournament]:
    from msgspec.structs import replace

    from projections.queries.calculation.question import TypedTournament

    of_all = TypedTournament(
        start=typed.on,
        time_control=typed.time_control,
        online=typed.online,
        weight=typed.weight,
    )
    for games in typed.games:
        yield replace(of_all, games=tuple(map(_game, games.split(","))))
    for deviation in typed.deviation:
        yield replace(of_all, deviation=_number(deviation))


def _game(text: str) -> TypedGame:
    from projections.queries.calculation.question import TypedGame

    found = _GAME.fullmatch(text.strip())
    result = _RESULTS.get(found[2].upper()) if found else None
    if found is None or result is None:
        raise Refused(
            f"--games: {text.strip()!r} is not a game: write the opponent's rating and the "
            "result, 1 ½ 0, or + - for a game not played, as 2100 ½",
            code="game-wrong",
            field="games",
            found=text.strip(),
            expected="RATING RESULT",
        )
    return TypedGame(int(found[1]), result)


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise Refused(
            f"--deviation {text}: write a number, as 4.70 or -2.74",
            code="number-wrong",
            field="deviation",
            found=text,
            expected="a number",
        ) from error
