"""The lines of a tournament report file: every text in its columns (TRF16, TRF26).

Columns are counted in characters, as the reader counts them. A text that is longer than its
columns is cut, and a comment says so in full; a number that does not fit is refused, for a number
cut short is another number.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final

from ledger.errors import Refused
from ledger.intake.formats import layout
from ledger.intake.formats.layout import Field
from ledger.intake.formats.text import INSTEAD, composed, full_title
from ledger.sentences import Sentence
from ledger.tournaments.report import Entrant, Game, Team, TournamentReport
from ledger.visible import UNSEEN

COMMENT: Final = "###"

_NO_OPPONENT: Final = "0000 -"
_FORFEITED: Final = frozenset("+-")
_DAYS_FROM: Final = 91
_DAY_WIDTH: Final = 10
_TEAM_NAME: Final = 32
_MOST_HALVES: Final = 1_999
_SHORTEST_BROKEN_HALVES: Final = 200
_IDS_IN_A_LINE: Final = 50
_RATING: Final = Sentence("rating of {player}")
_NUMBER: Final = Sentence("number of {player}")
_NUMBER_OF_TEAM: Final = Sentence("number of team {team}")
_RANK: Final = Sentence("rank of {player}")
_LOWEST_HALVES: Final = -19
_HIGHEST_HALVES: Final = 199


class CannotBeWritten(Refused):
    """A report has values too wide for the columns of the format."""

    def __init__(self, wrong: Sequence[Sentence]) -> None:
        self.wrong = tuple(wrong)
        super().__init__(Sentence("the report cannot be written: {wrong}", wrong=self.wrong))


@dataclass(frozen=True, slots=True)
class Fitting:
    """Texts put into columns, with a record of cut texts and of numbers too wide."""

    cut: list[str] = field(default_factory=list)
    wrong: list[Sentence] = field(default_factory=list)

    def text(self, text: str, width: int, what: str) -> str:
        """Return at most `width` characters of a text; a longer text is repeated in a comment."""
        seen = composed(UNSEEN.sub(INSTEAD, text))
        if len(seen) <= width:
            return seen
        self.cut.append(f"{what} is cut to {width} characters; in full: {seen}")
        return composed(seen[:width])

    def whole(self, value: str | int | None, width: int, what: Sentence) -> str:
        """Return a number at the right of `width` columns; None is blank. Too wide is a fault."""
        text = "" if value is None else str(value)
        if len(text) > width:
            self.wrong.append(
                Sentence(
                    "{what}: {number} does not fit {width} columns",
                    what=what,
                    number=text,
                    width=width,
                )
            )
        return text.rjust(width)


def record(code: str, value: str) -> str:
    """Write a record about the whole tournament."""
    return f"{code} {value}".rstrip()


def points_text(halves: int) -> str:
    """Write half points as points with a decimal: 3 is 1.5."""
    return f"{halves // 2}.{5 * (halves % 2)}"


def days_record(start: date, days: Sequence[date | None]) -> str:
    """Write record 132: YY/MM/DD in columns 92-99, 102-109 and so on.

    A day of another century than the start's stands with four digits of year: the reader takes
    two for the century of the start.
    """
    line = "132".ljust(_DAYS_FROM)
    for day in days:
        form = "" if day is None else f"{day:%y/%m/%d}"
        if day is not None and day.year // 100 != start.year // 100:
            form = f"{day:%Y/%m/%d}"
        line += form.ljust(_DAY_WIDTH)
    return line.rstrip()


@dataclass(frozen=True, slots=True)
class Lines:
    """Writer of the lines of a report; values too wide go to `fitting`."""

    report: TournamentReport
    fitting: Fitting

    def players(self) -> Iterator[str]:
        """Write records 001, by start number, each with the player's rounds in eight columns."""
        cells = [[" " * 8] * self.report.number_of_rounds for _ in self.report.entrants]
        for game in self.report.games:
            self._write_game(game, cells)
        for bye in self.report.byes:
            cells[bye.entrant][bye.round - 1] = f"{_NO_OPPONENT} {bye.code}"
        for entrant, rounds in zip(self.report.entrants, cells, strict=True):
            yield "  ".join((self._before_rounds(entrant), *rounds)).rstrip()

    def national(self) -> Iterator[str]:
        """Write the national rating records of TRF26: the fixed columns of record 001."""
        for entrant in self.report.entrants:
            for known_as in entrant.national:
                who = Sentence(
                    "player {number} in {federation}",
                    number=entrant.number,
                    federation=known_as.federation,
                )
                rating = self.fitting.whole(known_as.rating or None, 4, _RATING.about(player=who))
                number = self.fitting.whole(known_as.number, 11, _NUMBER.about(player=who))
                class_ = self.fitting.text(
                    known_as.classification, _width(layout.TITLE), f"class of {who}"
                )
                line = f"{known_as.federation} {self._start(entrant)}  {class_:>3}".ljust(48)
                yield f"{line}{rating}     {number}".rstrip()

    def teams(self) -> Iterator[str]:
        """Write the teams in record 013 (TRF16): name, start numbers every five columns."""
        for team in self.report.teams:
            yield f"013 {self._team_name(team).ljust(_TEAM_NAME)}{' '.join(self._members(team))}"

    def numbered_teams(self) -> Iterator[str]:
        """Write the teams in record 310 (TRF26).

        Points and ranks of teams stay blank: the report does not tell them.
        """
        for team in self.report.teams:
            number = self.fitting.whole(team.number, 3, _NUMBER_OF_TEAM.about(team=repr(team.name)))
            line = f"310 {number} {self._team_name(team)}".ljust(73)
            yield f"{line}{' '.join(self._members(team))}".rstrip()

    def _before_rounds(self, entrant: Entrant) -> str:
        who, fit = Sentence("player {number}", number=entrant.number), self.fitting
        name = fit.text(entrant.name, _width(layout.NAME), f"name of {who}")
        title = fit.text(full_title(entrant.title), _width(layout.TITLE), f"title of {who}")
        rating = fit.whole(entrant.rating or None, _width(layout.RATING), _RATING.about(player=who))
        federation = fit.text(entrant.federation, _width(layout.FEDERATION), f"federation of {who}")
        number_width = _width(layout.REPORTED_NUMBER)
        number = fit.whole(entrant.reported_number, number_width, _NUMBER.about(player=who))
        birth = fit.text(entrant.birth, _width(layout.BIRTH), f"birth of {who}")
        rank = fit.whole(entrant.rank, _width(layout.RANK), _RANK.about(player=who))
        return (
            f"001 {self._start(entrant)} {entrant.sex:1}{title:>3} {name:33} {rating} "
            f"{federation:3} {number} {birth:10} {self._points(entrant):>4} {rank}"
        )

    def _start(self, entrant: Entrant) -> str:
        return self.fitting.whole(entrant.number, 4, Sentence("start number"))

    def _points(self, entrant: Entrant) -> str:
        """Return a total as 11.5; from 100 points on, if too wide, as 100 or 100½."""
        halves = entrant.points_halves
        if halves is None:
            return ""
        if halves > _MOST_HALVES:
            self.fitting.wrong.append(
                Sentence(
                    "points of player {number}: {points} are too many",
                    number=entrant.number,
                    points=Fraction(halves, 2),
                )
            )
        if halves < _SHORTEST_BROKEN_HALVES:
            return points_text(halves)
        return f"{halves // 2}{'½' * (halves % 2)}"

    def _write_game(self, game: Game, cells: list[list[str]]) -> None:
        numbers = self.report.entrants[game.white].number, self.report.entrants[game.black].number
        white, black = ("w", "b") if game.colours or is_begun(game) else ("-", "-")
        at = game.round - 1
        cells[game.white][at] = f"{numbers[1]:4d} {white} {game.white_result}"
        cells[game.black][at] = f"{numbers[0]:4d} {black} {game.black_result}"

    def _team_name(self, team: Team) -> str:
        return self.fitting.text(team.name, _TEAM_NAME, f"name of team {team.number}")

    def _members(self, team: Team) -> Iterator[str]:
        return (f"{self.report.entrants[member].number:4d}" for member in team.members)


def is_begun(game: Game) -> bool:
    """Return whether a game began and therefore has colours in the format."""
    return not {game.white_result, game.black_result} <= _FORFEITED


def abnormal(halves: int, numbers: Sequence[int]) -> Iterator[str]:
    """Write record 299: points (half points) of these start numbers without a result.

    More than its four columns hold is written in several records, which add up.
    """
    while halves:
        some = min(max(halves, _LOWEST_HALVES), _HIGHEST_HALVES)
        halves -= some
        points = f"{'-' if some < 0 else ''}{points_text(abs(some))}"
        for start in range(0, len(numbers), _IDS_IN_A_LINE):
            ids = " ".join(f"{number:4d}" for number in numbers[start : start + _IDS_IN_A_LINE])
            yield f"299          {points:>4}  000 {ids}"


def comments(texts: Iterable[str]) -> Iterator[str]:
    """Write a comment line for each text."""
    for text in texts:
        yield f"{COMMENT} {composed(UNSEEN.sub(INSTEAD, text))}"


def _width(of: Field) -> int:
    return of.last - of.first + 1
