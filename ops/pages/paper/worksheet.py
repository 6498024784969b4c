"""The worksheet of a rating on paper: the sum, the games, the calculation, the articles."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from ledger.sentences import Position, Sentence
from ops.answers.explanation import ExplanationDocument
from ops.pages import values
from ops.pages import worksheets as sheets
from ops.pages.paper.document import (
    Block,
    Cell,
    Column,
    Document,
    Heading,
    Note,
    Sum,
    Table,
    Term,
    Text,
    cell,
    of_reader,
    signed,
    table,
    text,
    texts,
)
from ops.words import states
from projections.queries.explain.sheets import (
    CorrectedSheet,
    GameOnBothSides,
    TournamentSheet,
    UnitSheet,
)
from projections.queries.explain.shown import DIFFERENCE, SCORE
from projections.queries.recompute.not_counting import Uncounted

if TYPE_CHECKING:
    from ops.pages.drawing import Shown

_EXIT: Final = "exit"
"""The line of the end of a rating, which has no points."""


def document(shown: "Shown") -> Document:
    """Return the worksheet of a rating."""
    found: ExplanationDocument = shown.answer
    name = sheets.name_of(found, found.player)
    return of_reader(
        shown.federation,
        title=text(_title(found)),
        above=text(Sentence("Worksheet: {player}", player=text(name))),
        facts=texts(
            [
                Sentence("number {number}", number=sheets.show(found.player)),
                shown.titles[found.pool],
                values.list_of(found.list.period),
                found.edition and Sentence("rules of {day}", day=values.day(found.edition)),
                found.track == "revised" and states.word("track", found.track),
            ]
        ),
        blocks=tuple(_Worksheet(found).blocks()),
        foot=texts(_origin(found)),
    )


def _title(found: ExplanationDocument) -> Sentence:
    if found.old and found.new and found.old != found.new:
        return Sentence("From {old} to {new}", old=found.old, new=found.new)
    if found.old and found.new:
        return Sentence("{rating}, unchanged", rating=found.new)
    if found.new:
        return Sentence("First rating: {rating}", rating=found.new)
    if found.old:
        return Sentence("From {old} to no rating", old=found.old)
    return Sentence("No rating yet")


def _origin(found: ExplanationDocument) -> Iterator[Any]:
    if found.list.position and found.track == "official":
        yield Sentence(
            "Printing {printing}, closed by event {event}; digest of the list",
            printing=found.list.printing,
            event=Position(found.list.position),
        )
        yield found.list.digest
    else:
        yield Sentence("Ledger up to event {event}", event=found.known_to)


class _Worksheet:
    """The blocks of a worksheet; notes about articles are gathered on the way."""

    def __init__(self, found: ExplanationDocument) -> None:
        self._found = found
        self._notes = sheets.Notes(found.articles)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks, the notes last."""
        found = self._found
        if terms := [*sheets.terms(found.units)]:
            yield self._sum(terms)
        if not any(unit.tournaments for unit in found.units):
            yield Text(text(Sentence("No tournament of this player counted on this list.")))
        for unit in found.units:
            for sheet in unit.tournaments:
                yield from self._tournament(sheet, 1)
            title = " ".join(texts(sheets.headings(unit)))
            yield Heading(title or text(Sentence("The calculation")))
            yield from self._waiting(unit)
            yield self._calculation(unit)
        for correction in found.corrected:
            yield from self._correction(correction)
        yield from self._category()
        if self._notes.used:
            yield Heading(text(Sentence("Articles used")))
            for note in self._notes.used:
                yield Note(text(note.label), texts(note.says))

    def _article(self, stated: str, says: Sentence | None = None) -> str:
        return self._label(self._found.edition, self._found.list.list_date, stated, says)

    def _label(self, edition: str, on: date, stated: str, says: Sentence | None) -> str:
        note = self._notes.of(edition, on, stated, says)
        return text(note.label) if note else ""

    def _sum(self, terms: list[sheets.Term]) -> Sum:
        found = self._found
        shown = []
        if found.old:
            shown.append(Term("", str(found.old), text(Sentence("before"))))
        for at, term in enumerate(terms):
            begins = at == 0 and term.begins
            sign = "" if begins else "−" if term.points < 0 else "+"
            says = ", ".join(texts(term.says))
            shown.append(Term(sign, values.number(abs(term.points)), says))
        result = text(found.new or Sentence("no rating"))
        return Sum((*shown, Term("=", result, values.list_name(found.list.period))))

    # A tournament

    def _tournament(self, sheet: TournamentSheet | Uncounted, level: int) -> Iterator[Block]:
        yield Heading(text(sheet.name or sheet.tournament), level)
        yield Text(values.span(sheet.start, sheet.end), "muted")
        for says in sheet.basis:
            yield Text(text(says), "muted")
        if isinstance(sheet, TournamentSheet):
            yield self._games(sheet)
            further = [name for name in sheet.shown if name not in sheet.sums]
            if further:
                yield self._values(
                    (self._found.headings[name], sheet.cells[name], sheet.edition, sheet.start)
                    for name in further
                )

    def _games(self, sheet: TournamentSheet) -> Table:
        for column in sheet.columns if sheet.games else ():
            of = sheet.games[0].cells[column]
            self._label(sheet.edition, sheet.start, of.article, of.says)
        columns = [
            Column(text(Sentence("Rd")), number=True),
            Column(text(Sentence("Opponent")), wide=True),
            *(Column(text(sheets.heading(one)), number=True) for one in sheet.columns),
        ]
        rows = [self._round(sheet, one) for one in sheets.rounds(sheet)]
        return table(columns, rows, sums=self._sums(sheet))

    def _round(self, sheet: TournamentSheet, one: sheets.Round) -> tuple[Cell, ...]:
        game = one.game
        if game is None:
            blank = (Cell("") for _ in sheet.columns)
            nobody = Sentence("no opponent")
            return cell(one.number, "muted"), cell(nobody, "muted", one.remarks), *blank
        colour = values.words("colour", "white" if game.white else "black")
        opponent = f"{sheets.name_of(self._found, game.opponent)} ({colour})"
        return (
            cell(one.number, "muted"),
            cell(opponent, "", one.remarks),
            *(_of_game(one, column) for column in sheet.columns),
        )

    @staticmethod
    def _sums(sheet: TournamentSheet) -> Iterator[tuple[Cell, ...]]:
        if sheet.sums:
            games = sheet.cells["counted_games"].value
            says = Sentence("{number} counted game", "{number} counted games", number=games)
            yield Cell(""), cell(says, "strong"), *(_of_sum(sheet, one) for one in sheet.columns)

    # A step

    def _waiting(self, unit: UnitSheet) -> Iterator[Block]:
        if unit.waiting and not unit.before:
            yield Heading(text(Sentence("Results that wait for a first rating")), 2)
            for row in unit.waiting:
                yield Text(text(sheets.waiting_result(row)))
                if row["average_denominator"]:
                    yield Text(text(sheets.round_robin(row)), "muted")

    def _calculation(self, unit: UnitSheet) -> Table:
        found = self._found
        on = found.list.list_date
        rows = [
            self._value(label, one, found.edition, on) for label, one in sheets.named_values(unit)
        ]
        for leg in unit.legs:
            says = Sentence("from {old} to {new}", old=leg.start, new=leg.end)
            article = self._article(leg.article)
            rows.append(
                (
                    cell(sheets.coefficient(leg), "", [says]),
                    signed(leg.points),
                    cell(article, "muted"),
                )
            )
        for line in unit.lines:
            points = Cell("") if line.kind == _EXIT else signed(line.points)
            kind = states.word("line of a change", line.kind)
            article = self._article(line.article, line.says)
            rows.append(
                (cell(kind, "strong", [line.why or line.says]), points, cell(article, "muted"))
            )
        return _of_values(rows, self._change(unit))

    @staticmethod
    def _change(unit: UnitSheet) -> Iterator[tuple[Cell, ...]]:
        if unit.lines and unit.before and unit.after:
            says = Sentence("from {old} to {new}", old=unit.before, new=unit.after)
            yield cell(says, "strong"), signed(unit.after - unit.before), Cell("")

    def _values(self, found: Iterable[tuple[Any, Any, str, date]]) -> Table:
        return _of_values([self._value(*one) for one in found])

    def _value(self, label: Any, one: Any, edition: str, on: date) -> tuple[Cell, ...]:
        rule = sheets.ruled(one)
        article = self._label(edition, on, rule.stated, one.says)
        return (
            cell(label, "", [rule.says]),
            cell(sheets.value(one), "strong"),
            cell(article, "muted"),
        )

    # Corrections and categories

    def _correction(self, found: CorrectedSheet) -> Iterator[Block]:
        of = values.list_of(found.list.period)
        yield Heading(text(Sentence("Booked and corrected: {list}", list=of)))
        yield Text(text(sheets.computed_again(found)), "box")
        edition, on = found.edition, found.list.list_date
        for decision in found.decisions:
            article = self._label(edition, on, decision.article or "", None)
            yield Text(", ".join(texts([sheets.decision(decision), article])), "box")
        for sheet in sheets.played_again(found):
            yield from self._tournament(sheet, 2)
        yield from self._waiting(found.corrected)
        if games := [one for one in found.games if one.booked != one.corrected]:
            yield self._on_both_sides(games)
        columns = [
            Column(text(Sentence("Number")), wide=True),
            Column(text(Sentence("Booked")), number=True),
            Column(text(Sentence("Corrected")), number=True),
            Column(text(Sentence("Article")), number=True),
        ]
        rows = []
        for name in found.shown:
            booked, corrected = found.booked.cells[name], found.corrected.cells[name]
            label, value, rule = self._value(self._found.headings[name], corrected, edition, on)
            rows.append((label, cell(sheets.value(booked)), value, rule))
        yield table(columns, rows)

    def _on_both_sides(self, games: Iterable[GameOnBothSides]) -> Table:
        columns = [
            Column(text(Sentence("Rd")), number=True),
            Column(text(Sentence("Opponent")), wide=True),
            Column(text(Sentence("Booked")), number=True),
            Column(text(Sentence("Corrected")), number=True),
        ]
        rows = (
            (
                cell(one.round, "muted"),
                cell(sheets.name_of(self._found, one.opponent)),
                cell(sheets.result(one.booked)),
                cell(sheets.result(one.corrected), "strong"),
            )
            for one in games
        )
        return table(columns, rows)

    def _category(self) -> Iterator[Block]:
        found = self._found
        if found.category:
            article = self._article(found.category_article)
            held = Sentence("Category: {category}", category=found.category)
            yield Text(", ".join(texts([held, article])))
        for row in found.categories:
            how = [states.word("change of category", row.how), *row.rests_on]
            change = f"{row.before or values.NOTHING} → {row.after or values.NOTHING}"
            says = ", ".join(texts([*how, self._article(row.article)]))
            yield Text(f"{change}: {says}")


def _of_values(rows: Iterable[tuple[Cell, ...]], sums: Iterable[tuple[Cell, ...]] = ()) -> Table:
    columns = [
        Column(text(Sentence("Number")), wide=True),
        Column(text(Sentence("Value")), number=True),
        Column(text(Sentence("Article"))),
    ]
    return table(columns, rows, sums=sums)


def _of_game(one: sheets.Round, column: str) -> Cell:
    game = one.game
    assert game is not None
    if not one.counts and column == SCORE:
        return Cell(f"({sheets.of_game(game, column)})", look="off")
    if column == DIFFERENCE and column in game.shown:
        return signed(game.cells[column].value)
    return cell(sheets.of_game(game, column))


def _of_sum(sheet: TournamentSheet, column: str) -> Cell:
    if column not in sheet.sums:
        return Cell("")
    total = sheet.sums[column]
    return signed(total.value) if column == DIFFERENCE else cell(sheets.value(total), "strong")
