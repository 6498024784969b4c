"""The worksheet of a rating on its page: the sum, the notes of articles, the rounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from ledger.register import identities
from ledger.sentences import Sentence, Signed
from ops.answers.explanation import CitedArticle, ExplanationDocument
from ops.explanations import tournament_text, tournament_words, words
from ops.pages.values import cited
from ops.words import said, written
from ops.words.states import LINES
from projections.queries.calculation.sheets import CalculatedGame, CalculatedStep
from projections.queries.explain.sheets import (
    ByeSheet,
    Cell,
    CorrectedSheet,
    GameSheet,
    Line,
    Stated,
    TournamentSheet,
    UnitSheet,
)
from projections.queries.explain.shown import DIFFERENCE
from projections.queries.recompute.not_counting import Uncounted
from projections.rulebooks.engine import titles

_ENTRY, _EXIT = "entry", "exit"
"""Kinds of lines: the first rating, and the end of a rating."""

_HEADINGS: Final[Mapping[str, Sentence]] = {
    **tournament_words.GAME_COLUMNS,
    DIFFERENCE: Sentence("scored − expected"),
}
"""Headings of the columns of a table of games."""

LESS_TOLD: Final = ("own_rating", "difference", "counted_difference")
"""Columns that a narrow screen leaves out: their difference stands in the expected score."""


show = identities.show
named_values, headings, coefficient = words.named_values, words.headings, words.coefficient
waiting_result, round_robin = words.waiting_result, words.round_robin
decision, computed_again = words.decision, words.computed_again
remarks, title = tournament_words.remarks, titles.title


# The sum


class Term(NamedTuple):
    """A number in the sum of a rating, with its name."""

    points: Fraction
    says: tuple[Sentence, ...]
    begins: bool = False
    """Whether the sum begins with it: a first rating."""


def terms(units: Sequence[UnitSheet | CalculatedStep]) -> Iterator[Term]:
    """Yield what was added to the rating before: a term for each step that changed it.

    The first rating of a player is a term that begins the sum.
    """
    for unit in units:
        entries = [line for line in unit.lines if line.kind == _ENTRY]
        others = [line for line in unit.lines if line.kind not in (_ENTRY, _EXIT)]
        for line in entries:
            yield Term(line.points, (_named(line),), begins=True)
        if others:
            several = len(units) > 1
            says = _step(unit) if several else tuple(map(_with_points, others))
            yield Term(sum((line.points for line in others), Fraction(0)), says)


def _named(line: Line) -> Sentence:
    return LINES[line.kind]


def _with_points(line: Line) -> Sentence:
    return Sentence("{kind} {points}", kind=_named(line), points=Signed(line.points))


def _step(unit: UnitSheet | CalculatedStep) -> tuple[Sentence, ...]:
    """Return what a step of several is about: its tournaments, the end of a year, a correction."""
    if isinstance(unit, CalculatedStep):
        typed = (sheet.number for sheet in unit.tournaments)
        return tuple(Sentence("tournament {number}", number=number) for number in typed)
    played = (Sentence("{name}", name=sheet.name or sheet.tournament) for sheet in unit.tournaments)
    return (*played, *words.headings(unit)) or tuple(map(_named, unit.lines))


# Articles


class Ruled(NamedTuple):
    """Where a number comes from: articles as stated, and what they say in our words."""

    stated: str
    says: Sentence


def ruled(cell: Cell) -> Ruled:
    """Return the clause of a chosen value; otherwise the sentence of its column."""
    if isinstance(cell.why, Stated):
        return Ruled(cell.why.clause.article, cell.why.clause.says)
    return Ruled(cell.article, cell.why or cell.says)


@dataclass(frozen=True, slots=True)
class Note:
    """A note that opens beside a number: articles, and what is computed by them."""

    place: int
    stated: str
    on: date
    """A day on which the edition is in force: that of its page."""
    articles: Mapping[str, Sentence]
    """Those with a title, which have a page; a note about an event has none."""
    says: dict[Sentence, None]

    @property
    def label(self) -> str:
        """The articles as stated, behind `art.` where they are numbers."""
        return cited(self.stated)


class Notes:
    """The notes of a worksheet, in order of use: one for each text of articles of an edition."""

    def __init__(self, cited: Iterable[CitedArticle]) -> None:
        """Begin without notes; `cited` has the titles of articles."""
        self._titles = {(one.edition, one.article): one.title for one in cited if one.title}
        self._notes: dict[tuple[str, str], Note] = {}

    def of(self, edition: str, on: date, stated: str, says: Sentence | None = None) -> Note | None:
        """Return the note of articles as an edition states them, with a sentence added to it.

        None: nothing is stated.
        """
        if not stated:
            return None
        note = self._notes.get((edition, stated))
        if note is None:
            titles = {one: self._titles.get((edition, one)) for one in stated.split(", ")}
            articles = {one: title for one, title in titles.items() if title}
            note = Note(len(self._notes) + 1, stated, on, articles, {})
            self._notes[edition, stated] = note
        if says:
            note.says[says] = None
        return note

    @property
    def used(self) -> tuple[Note, ...]:
        """The notes named so far."""
        return tuple(self._notes.values())


def articles(notes: Notes) -> Mapping[str, date]:
    """Return the articles used that have a page, each with a day of its edition."""
    return {article: note.on for note in notes.used for article in note.articles}


# Tournaments


class Round(NamedTuple):
    """A round of a player: a game, or a round without opponent."""

    number: int
    game: GameSheet | None = None
    bye: ByeSheet | None = None
    remarks: tuple[Sentence, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it counts for the rating."""
        return bool(self.game and self.game.cells["counts"].value)


def rounds(sheet: TournamentSheet) -> list[Round]:
    """Return the games and the rounds without opponent, in order."""
    games = (
        Round(game.round, game, remarks=tuple(tournament_words.remarks(game)))
        for game in sheet.games
    )
    byes = (
        Round(bye.round, bye=bye, remarks=(tournament_words.not_counted(bye.why),))
        for bye in sheet.byes
    )
    return sorted((*games, *byes), key=lambda one: one.number)


def heading(column: str) -> str:
    """Return the heading of a column of a table of games."""
    text = said(_HEADINGS[column])
    return text[:1].upper() + text[1:]


def of_game(game: GameSheet | CalculatedGame, name: str) -> str:
    """Write a value of a game as the table shows it."""
    return tournament_text.game_value(game, name)


def result(code: str) -> str | None:
    """Write the code of a result; None: no such game."""
    return "½" if code == "=" else code or None


def value(cell: Cell) -> str:
    """Write a value of a worksheet."""
    truth = cell.unit == "true or false"
    return written(bool(cell.value)) if truth else tournament_text.value(cell)


def played_again(correction: CorrectedSheet) -> tuple[TournamentSheet | Uncounted, ...]:
    """Return the tournaments of a corrected unit, and one that counts no more."""
    ended = (correction.uncounted,) if correction.uncounted else ()
    return (*ended, *correction.corrected.tournaments)


def name_of(explained: ExplanationDocument, player: int) -> str:
    """Return the name of a player of a worksheet; without a name, the number."""
    number = identities.show(player)
    return explained.names.get(number) or number
