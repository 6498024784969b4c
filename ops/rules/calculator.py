"""The question what typed games would give: the calculator of every door.

A tournament is a text: `2100 1, 1900 ½, 0 0` are three games, each the opponent's rating (0: none)
and the result; a comma, a semicolon or a line stands between two games.
"""

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta, structs

from ledger.errors import Refused
from ledger.sentences import Input, Sentence
from ops.doors.declare import Document, question
from ops.doors.fields import LONGEST, Text, means
from ops.rules.questions import Rulebook

if TYPE_CHECKING:
    from ops.answers.calculator import CalculationDocument
    from ops.house import House
    from projections.queries.calculation.question import (
        Calculation,
        Result,
        TypedGame,
        TypedTournament,
    )

MOST_TYPED: Final = 20_000
"""Characters of the games of a tournament."""

_BETWEEN: Final = re.compile(r"[,;]|\n\s*")
_GAME: Final = re.compile(r"([0-9]{1,5})(?:\s+|\s*:\s*)(\S+)")
_RESULTS: Final[dict[str, "Result"]] = {
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

_OF_TOURNAMENTS: Final = ("on", "time_control", "online", "weight")
"""Inputs without a meaning where no tournament is typed."""

Word = Annotated[str, Meta(max_length=LONGEST)]
Number = Annotated[int, Meta(ge=0, le=99_999)]


@question("rules calculate {rulebook}", "/v1/calculator", shows="list", forms=("json",))
class ShowCalculation(Document, frozen=True, kw_only=True):
    """Calculate a first rating, or the change of a rating, from typed numbers.

    By the columns of any edition of a rulebook, with the worksheet. No ledger is read, and every
    game that was played is taken to be admitted for rating.

    Example: ledger rules calculate uisp --rating 1500 --list-date 2026-01-07
    """

    LEDGER = False

    rulebook: Rulebook
    edition: Annotated[
        Text | None, means("the edition, e.g. 2024-03-01; by default the editions of the days")
    ] = None
    list_date: Annotated[
        date | None, means("the list that counts them; default: the first of the next month")
    ] = None
    rating: Annotated[Number, means("the rating on the list before; 0: none")] = 0
    k: Annotated[Number | None, means("K as printed on the list before")] = None
    games_so_far: Annotated[Number, means("counted games so far, which decide K")] = 0
    peak: Annotated[Number, means("the highest rating so far, which decides K")] = 0
    birth_year: Annotated[Number, means("the year of birth, which decides K; 0: unknown")] = 0
    decided_rating: Annotated[Number, means("an initial rating by decision; 0: none")] = 0
    elsewhere: Annotated[
        tuple[Word, ...],
        means("a rating on another list, as standard=2000, fide=1850 or fmjd=2100; repeat"),
    ] = ()
    category_elsewhere: Annotated[Word, means("the category in the other discipline")] = ""
    award_elsewhere: Annotated[Word, means("the title awarded in the other discipline")] = ""
    federation: Annotated[Word, means("three letters; empty: unknown")] = ""
    counted_this_year: Annotated[
        bool, means("a tournament of that year counted before: no bonus of the year (draughts)")
    ] = False
    rounding_tenths: Annotated[
        int, means("the rounding on the list before, where the exact index goes on")
    ] = 0
    games: Annotated[
        tuple[Annotated[str, Meta(max_length=MOST_TYPED)], ...],
        means(
            'the games of a tournament: ratings of opponents, results, as "2100 1, 1900 ½, 0 0"; '
            "repeat for each tournament"
        ),
    ] = ()
    deviation: Annotated[
        tuple[Word, ...],
        means("in draughts, in place of games: score less expected score, as 4.70; repeat"),
    ] = ()
    on: Annotated[date | None, means("the day of all tournaments; default: today")] = None
    time_control: Annotated[Word, means("as 5400+30, where K depends on it")] = ""
    online: Annotated[bool, means("played online")] = False
    weight: Annotated[Literal["1", "1/2"], means("how much they count (draughts)")] = "1"

    def answer(self, house: "House | None") -> "CalculationDocument":
        """Return the calculation. Raises Refused for what cannot be read as a game or a number."""
        from ledger.clock import MachineClock, today
        from ops.answers.calculator import calculated

        return calculated(
            self.calculation(), house.today() if house else today(MachineClock(), "UTC")
        )

    def text(self, found: Any) -> Iterator[str]:
        """Return the worksheet."""
        from ops.explanations.text import lines_of_calculation

        return lines_of_calculation(found)

    def rows(self, found: Any) -> Any:
        """Return the games."""
        from ops.answers.abouts import About
        from ops.answers.answer import Answer
        from ops.answers.calculator import game_rows

        return Answer(About(), game_rows(found))

    def calculation(self) -> "Calculation":
        """Return the calculation that is typed. Raises Refused."""
        from projections.queries.calculation.question import Calculation

        if not (self.games or self.deviation):
            self._refuse_without_tournaments()
        same = set(Calculation.__struct_fields__) & set(self.__struct_fields__) - {"games"}
        return Calculation(
            **{name: getattr(self, name) for name in same - {"federation"}},
            games=self.games_so_far,
            federation=self.federation.upper(),
            rated_elsewhere=dict(map(_rated_elsewhere, self.elsewhere)),
            tournaments=tuple(self._tournaments()),
        )

    def _refuse_without_tournaments(self) -> None:
        """Refuse inputs that would have no effect."""
        for one in structs.fields(self):
            if one.name in _OF_TOURNAMENTS and getattr(self, one.name) != one.default:
                problem = Sentence(
                    "{input} has no effect without games: give {games} or {deviation} too; the day "
                    "of a list is {list_date}",
                    input=Input(one.name),
                    games=Input("games"),
                    deviation=Input("deviation"),
                    list_date=Input("list_date"),
                )
                raise Refused(problem, code="options-contradict", field=one.name)

    def _tournaments(self) -> "Iterator[TypedTournament]":
        from projections.queries.calculation.question import TypedTournament

        of_all = {name: getattr(self, name) for name in _OF_TOURNAMENTS if name != "on"}
        for games in self.games:
            typed = tuple(map(_game, _BETWEEN.split(games.strip())))
            yield TypedTournament(start=self.on, games=typed, **of_all)
        for deviation in self.deviation:
            yield TypedTournament(start=self.on, deviation=_number(deviation), **of_all)


def _rated_elsewhere(text: str) -> tuple[str, int]:
    word, _, rating = text.partition("=")
    if not (rating.isascii() and rating.isdigit()):
        problem = Sentence(
            "{input} {found}: write a list and a rating, as fide=1850",
            input=Input("elsewhere"),
            found=text,
        )
        expected = Sentence("a list and a rating")
        code = "not-key-and-value"
        raise Refused(problem, code=code, field="elsewhere", found=text, expected=expected)
    return word, int(rating)


def _game(text: str) -> "TypedGame":
    from projections.queries.calculation.question import TypedGame

    found = _GAME.fullmatch(text.strip())
    result = _RESULTS.get(found[2].upper()) if found else None
    if found is None or result is None:
        problem = Sentence(
            "not a game: “{found}”; write the opponent’s rating and the result, 1 ½ 0, or + - for "
            "a game not played, as 2100 ½",
            found=text.strip(),
        )
        expected = Sentence("a rating and a result")
        raise Refused(
            problem, code="game-wrong", field="games", found=text.strip(), expected=expected
        )
    return TypedGame(int(found[1]), result)


def _number(text: str) -> Fraction:
    try:
        return Fraction(text.replace(",", "."))
    except (ValueError, ZeroDivisionError) as error:
        problem = Sentence(
            "{input} {found}: write a number, as 4.70 or -2.74",
            input=Input("deviation"),
            found=text,
        )
        expected = Sentence("a number")
        code = "number-wrong"
        raise Refused(
            problem, code=code, field="deviation", found=text, expected=expected
        ) from error
