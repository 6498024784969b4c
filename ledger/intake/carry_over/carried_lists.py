"""Carry-over from the rating list of another body: rows taken, and data missing in lists.

A list has the rating and K as printed, and the titles of its day. Its games are those of one
period, not of a life, and it has no peaks: games stay unknown, the peak is the rating itself.
Whoever is not flagged inactive is active on the list's date.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from ledger import limits
from ledger.intake.carry_over.carried_rows import CarriedRow, CarryOptions, PackedRows
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rating_list.reading import ListFile, Progress, Written, rating_in
from ledger.intake.formats.rating_list.rows import KINDS, PERSONAL, SINGLE, ExternalRow, Heading
from ledger.intake.formats.rows import CORRECT_IT
from ledger.intake.formats.text import federation_in
from ledger.intake.people.registering import Learned, Person
from ledger.register import identities
from ledger.register.people import details
from ledger.register.words import Titles, read_words, words_on
from ledger.sentences import Count, Input, Sentence
from ledger.store.reading import Reader

_MOST_K: Final = 99


@dataclass(frozen=True, slots=True)
class FromList:
    """File, format, and federation of the rows to take ("" is all)."""

    path: Path
    written: Written = field(default_factory=Written)
    federation: str = ""
    unrated: bool = False
    """Whether players without a rating are registered too."""

    def identity(self) -> dict[str, Any]:
        """Return the identity of the carry-over, apart from the file."""
        columns, kind = dict(self.written.columns), self.written.kind
        unrated = {"unrated": True} if self.unrated else {}
        return {"columns": columns, "federation": self.federation, "kind": kind, **unrated}


class SelectedRows(NamedTuple):
    """Rows taken from a list, and notes on rows left out and data missing in lists."""

    rows: PackedRows
    unrated: PackedRows
    """Players without a rating, to be registered alone."""
    notes: tuple[Sentence, ...]
    file: str
    """SHA-256 of the file."""


def take_rows(
    read: Reader,
    listed: FromList,
    options: CarryOptions,
    problems: Problems,
    progress: Progress | None = None,
) -> SelectedRows:
    """Take the rated rows of the federation asked for, and the unrated ones if asked.

    A list whose heading names another month than that of the carry-over is wrong.
    """
    federation, kind = listed.federation, listed.written.kind
    if federation and not federation_in(federation):
        expected = Sentence("three letters, such as ITA")
        problems.refuse(Place("federation"), federation, expected, CORRECT_IT)
    written = replace(listed.written, scheme=options.number_scheme)
    file = ListFile(listed.path, written, problems, progress)
    column: str | None = None
    rows, unrated, left_out, unknown = PackedRows(), PackedRows(), 0, 0
    listed_rows = file.rows()
    while block := list(islice(listed_rows, limits.EVENT_PLAYERS)):
        if column is None:
            column = rating_in(block[0].values, kind, problems)
        block = [row for row in block if federation in ("", row.federation)]
        known = _known(read, options, [row.number for row in block])
        for row in block:
            rating, k = row.values.get(column, 0), row.values.get(f"{column}_k", 0)
            if not (rating or listed.unrated):
                left_out += 1
            elif row.number not in known and not options.register_new:
                unknown += 1
            else:
                (rows if rating else unrated).append(_carried(row, rating, k, problems))
    file.check_month(options.on, Sentence("the day of the carry-over"))
    if not (len(rows) or problems.refused):
        expected = Sentence("rated players whom the register knows")
        if federation:
            expected = Sentence(
                "rated players of {federation} whom the register knows", federation=federation
            )
        remedy = Sentence(
            "register them ({register_new}), or choose another list",
            register_new=Input("register_new"),
        )
        problems.refuse(Place("file"), "none", expected, remedy)
    headings = _left_out(file.headings, column or "")
    return SelectedRows(rows, unrated, tuple(_notes(left_out, unknown, headings)), file.digest)


def _known(read: Reader, options: CarryOptions, numbers: Collection[str]) -> Collection[str]:
    """Return the numbers that the register knows; nothing where new players are registered."""
    if options.register_new:
        return ()
    return read.players_by_number(options.number_scheme, numbers)


def _left_out(headings: Iterable[Heading], column: str) -> list[str]:
    """Return the headings of what the ledger does not keep; `column` is the rating taken."""
    headings = [*headings]
    is_single = not {heading.field for heading in headings} & {*KINDS}
    of_rating = (column, SINGLE) if is_single or column == KINDS[0] else (column,)
    kept = {*PERSONAL, "flag", "inactive", *of_rating, *(f"{name}_k" for name in of_rating)}
    return [heading.text for heading in headings if heading.field not in kept]


def _notes(unrated: int, unknown: int, left_out: Collection[str]) -> Iterator[Sentence]:
    if unrated:
        yield Sentence("left out: {players} without a rating", players=Count(unrated, "player"))
    if unknown:
        yield Sentence(
            "left out: {players} not in the register, who can be registered as new",
            players=Count(unknown, "player"),
        )
    if left_out:
        yield Sentence(
            "left out: columns of the list that are not kept ({columns})", columns=list(left_out)
        )
    yield Sentence(
        "games so far and peaks are unknown: a list does not tell them, but a K can imply a least "
        "number of games"
    )


def players_learned(
    read: Reader, rows: Iterable[CarriedRow], players: Mapping[str, int], on: date
) -> list[Learned]:
    """Return the players of the register who lack words that a list of the day prints of them."""
    learned = []
    printed = _printed(rows, players)
    for player, (_, body) in sorted(read.subjects([*printed]).items()):
        known = read_words(player, body)
        then = known.held_on(on)
        words = {
            what: text
            for what, text in printed[player].words().items()
            if not (getattr(known, what) or getattr(then, what))
        }
        if words:
            learned.append(Learned(player, body, words=words))
    return learned


def differing_titles(
    read: Reader, rows: Iterable[CarriedRow], known: Mapping[str, int], on: date
) -> int:
    """Count the titles unlike those of the register; `known` are its players by number."""
    printed = _printed(rows, known)
    held = words_on(read, [*printed], on)
    return sum(_differ(printed[player].titles, words.titles) for player, words in held.items())


def note_of_titles(differing: int) -> Sentence:
    """Say that the register's titles stay, where a list has others."""
    return Sentence(
        "the register keeps its titles of {players}, unlike those of the list",
        players=Count(differing, "player"),
    )


def _printed(rows: Iterable[CarriedRow], players: Mapping[str, int]) -> dict[int, Person]:
    """Return the printed words of a list's players by register number; without words, absent."""
    return {
        players[row.number]: row.person
        for row in rows
        if row.number in players and row.person.words()
    }


def _differ(titles: Titles, others: Titles) -> bool:
    return any(one and other and one != other for one, other in zip(titles, others, strict=True))


def check_births(
    read: Reader, rows: Iterable[CarriedRow], known: Mapping[str, int], problems: Problems
) -> None:
    """Refuse years of birth unlike the register's; `known` are its players by number."""
    registered = details(read)
    for row in rows:
        player = known.get(row.number, 0)
        years = {registered[player].birth_year, row.person.birth_year} - {0}
        if len(years) > 1:
            year = registered[player].birth_year
            expected = Sentence(
                "{year}, as registered of {player}", year=year, player=identities.show(player)
            )
            remedy = Sentence(
                "decide which is right: correct the register, or ask whose number it is"
            )
            found, place = str(row.person.birth_year), Place("birth year", row.line)
            problems.refuse(place, found, expected, remedy)


def _carried(row: ExternalRow, rating: int, k: int, problems: Problems) -> CarriedRow:
    if k > _MOST_K:
        expected = Sentence("at most {most}", most=_MOST_K)
        problems.refuse(Place("k", row.line), str(k), expected, Sentence("look at this line"))
    person = Person(
        number=row.number,
        name=row.name,
        birth_year=row.birth_year,
        sex=row.sex,
        federation=row.federation,
        birth=row.birth,
        titles=row.titles,
    )
    active = not row.values.get("inactive", 0)
    return CarriedRow(row.line, person, rating=rating, k=k, peak=rating, active=active)
