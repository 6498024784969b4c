"""The bulletin of a rating list on paper: everybody of a selection, in its order."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ledger.errors import Refused
from ledger.sentences import Amount, Sentence
from ops.answers.abouts import AboutCarriedInPage
from ops.pages import values
from ops.pages.declare import MOST_ON_PAPER
from ops.pages.paper.document import (
    Block,
    Cell,
    Column,
    Document,
    Text,
    cell,
    of_reader,
    signed,
    table,
    text,
    texts,
)

if TYPE_CHECKING:
    from ops.pages.drawing import Shown


def document(shown: "Shown") -> Document:
    """Return the bulletin of a list. Raises Refused for a selection that is too large."""
    found, about = shown.answer, shown.answer.about
    title = text(values.list_of(about.list))
    if about.players > MOST_ON_PAPER:
        raise Refused(
            Sentence(
                "a PDF holds a list of at most {most} players, and this one has {found}: "
                "choose some of them, or download the list as a table",
                most=Amount(MOST_ON_PAPER),
                found=Amount(about.players),
            ),
            code="number-out-of-range",
            field="players",
            found=about.players,
            expected=Sentence("at most {limit}", limit=Amount(MOST_ON_PAPER)),
        )
    return of_reader(
        shown.federation,
        title=f"{title[:1].upper()}{title[1:]}",
        above=text(shown.titles[shown.question.pool]),
        facts=texts(_facts(about, len(found.rows))),
        blocks=tuple(_blocks(found.rows)),
        foot=texts(_origin(about)),
    )


def _facts(about: Any, rows: int) -> Iterator[Any]:
    if isinstance(about, AboutCarriedInPage):
        yield Sentence("{number} player", "{number} players", number=about.players)
        yield about.says
        return
    head = about.head
    if about.in_force_from:
        yield Sentence("in force since {day}", day=about.in_force_from)
    else:
        yield values.words("force of a list", about.force)
    if about.track == "revised":
        yield values.words("track", about.track)
    yield Sentence("{number} player", "{number} players", number=head.listed)
    if head.cut_off:
        yield Sentence("results until {day}", day=head.cut_off)
    for edition in about.editions:
        yield Sentence("rules of {day}", day=values.day(edition))
    if rows != head.listed:
        yield Sentence("extract with {number} player", "extract with {number} players", number=rows)


def _blocks(rows: Sequence[Any]) -> Iterator[Block]:
    if not rows:
        nobody = Sentence("No player on this list matches all filters.")
        yield Text(text(nobody), "box")
        return
    columns = [
        Column("#", number=True),
        Column(text(Sentence("Player")), wide=True),
        Column(text(Sentence("Number")), number=True),
        Column(text(Sentence("Fed."))),
        Column(text(Sentence("Born")), number=True),
        Column(text(Sentence("Rating")), number=True),
        Column(text(Sentence("Change")), number=True),
        Column(text(Sentence("Games")), number=True),
        Column("K", number=True),
        Column(text(Sentence("Category"))),
    ]
    yield table(columns, map(_row, rows))


def _row(row: Any) -> tuple[Cell, ...]:
    person, printed = row.person, row.columns
    name = row.name or row.player
    inactive = printed.get("inactive", "-") != "-"
    return (
        cell(row.rank, "muted"),
        Cell(
            text(f"{person.title} {name}" if person.title else name),
            text(Sentence("inactive")) if inactive else "",
            look="strong",
        ),
        cell(row.player, "muted"),
        cell(person.federation or ""),
        cell(person.birth_year or "", "muted"),
        cell(printed.get("rating"), "strong"),
        signed(row.change),
        cell(printed.get("period_games") or "", "muted"),
        cell("" if printed.get("k") is None else printed["k"], "muted"),
        cell(row.awarded_title or row.category or ""),
    )


def _origin(about: Any) -> Iterator[Any]:
    if isinstance(about, AboutCarriedInPage):
        yield Sentence("Recorded by event {event}", event=about.recorded)
        return
    if about.sealed_by:
        yield Sentence(
            "Printing {printing}, closed by event {event}; digest of the list",
            printing=about.printing,
            event=about.sealed_by,
        )
        yield about.digest
    else:
        yield Sentence("Ledger up to event {event}", event=about.known_to)
    yield Sentence(
        "Names and federations are those of the day of the list, as the register has them now."
    )
