"""The table of a tournament on paper: grids, findings, corrections."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ledger.sentences import Sentence
from ops.answers.tournament_games import result_words
from ops.pages import tournaments, values
from ops.pages.paper.document import (
    Block,
    Cell,
    Column,
    Document,
    Heading,
    Table,
    Text,
    cell,
    of_reader,
    signed,
    table,
    text,
    texts,
)
from ops.tournaments.cross_table_document import CrossTable
from ops.words import states

if TYPE_CHECKING:
    from ops.pages.drawing import Shown
    from ops.pages.tournaments import Grid, GridRow, Played

_LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

_MOST_UPRIGHT: Final = 15
"""Columns of a table on a sheet that is higher than wide."""


def document(shown: "Shown") -> Document:
    """Return the table of a tournament."""
    found = shown.answer
    blocks = tuple(_blocks(shown))
    widest = max((len(one.columns) for one in blocks if isinstance(one, Table)), default=0)
    return of_reader(
        shown.federation,
        title=text(found.details.get("name") or found.tournament),
        above=text(Sentence("Tournament table")),
        facts=texts(_facts(found)),
        blocks=blocks,
        foot=texts(_origin(shown)),
        lying=widest > _MOST_UPRIGHT,
    )


def _facts(found: Any) -> Iterator[Any]:
    details = found.details
    yield found.tournament
    yield details.get("place")
    yield details.get("federation")
    if details.get("start") and details.get("end"):
        yield values.span(details["start"], details["end"])
    if details.get("pairing_system"):
        yield values.system(details["pairing_system"])
    if details.get("time_control"):
        yield values.time_control(details["time_control"])
    if details.get("online"):
        yield Sentence("played online")
    if details.get("received_on"):
        yield Sentence("report received on {day}", day=details["received_on"])


def _origin(shown: "Shown") -> Iterator[Any]:
    for pool in shown.answer.pools:
        for one in pool.tables:
            rules = Sentence("rules of {day}", day=values.day(one.about.edition))
            yield f"{_title(shown, pool)}: {text(one.about.booked)}; {text(rules)}"
    yield Sentence("Ledger up to event {event}", event=shown.answer.known_to)


def _title(shown: "Shown", pool: Any) -> str:
    return text(shown.titles.get(pool.row.pool, pool.row.pool))


def _blocks(shown: "Shown") -> Iterator[Block]:
    for pool in shown.answer.pools:
        yield Heading(text(Sentence("Table: {pool}", pool=_title(shown, pool))))
        yield Text(" · ".join(texts(_state(pool.row))), "muted")
        if pool.without_table:
            yield Text(text(pool.without_table), "box")
        elif not pool.tables:
            yield Text(text(Sentence("No report of this tournament was received yet.")), "box")
        for one in pool.tables:
            yield from _of_table(one, several=len(pool.tables) > 1)
        if pool.findings:
            yield Heading(text(Sentence("What does not count, and other findings")), 2)
            yield _findings(pool.findings)
    if shown.answer.corrections:
        yield Heading(text(Sentence("Corrections and decisions")))
        yield _corrections(shown.answer.corrections)


def _state(row: Any) -> Iterator[Any]:
    yield states.word("state of a tournament", row.state)
    for heading, lists in (
        (Sentence("counted on:"), row.lists),
        (Sentence("corrected on:"), row.corrected_on),
    ):
        if lists:
            yield f"{text(heading)} {', '.join(map(values.list_name, lists))}"
    if row.players:
        yield Sentence("{number} player", "{number} players", number=row.players)
    if row.rounds:
        yield Sentence("{number} round", "{number} rounds", number=row.rounds)


# A table


def _of_table(found: CrossTable, *, several: bool) -> Iterator[Block]:
    about = found.about
    if several:
        part = f"{text(Sentence('Part {part}', part=about.part))}: " if about.part else ""
        yield Heading(part + text(about.booked), 2)
    if found.total is None:
        yield _before_play(found)
        return
    grid = tournaments.grid_of(found)
    yield Text(" ".join(texts(_key(grid))), "muted")
    yield _draughts_table(grid) if about.by_itself else _list_table(grid)
    for says in _remarks(found, grid):
        yield Text(says, "muted")


def _before_play(found: CrossTable) -> Table:
    columns = [
        Column("#", number=True),
        Column(text(Sentence("Player")), wide=True),
        Column(text(Sentence("Rating")), number=True),
        Column(text(Sentence("Expected score")), number=True),
    ]
    rows = (
        (
            cell(one.number, "muted"),
            cell(one.name or one.player, "strong"),
            cell(one.rating),
            cell(values.number(one.expected), "muted"),
        )
        for one in found.entrants
    )
    return table(columns, rows)


def _key(grid: "Grid") -> Iterator[Sentence]:
    if grid.square:
        yield Sentence(
            "In each cell the score against the opponent with this number, and the round."
        )
    else:
        yield Sentence(
            "In each cell the score, the colour (w white, b black) and the number of the opponent; "
            "+ and − without play."
        )
    if grid.uncounted:
        yield Sentence("In brackets: does not count for the rating.")
    if grid.corrected:
        yield Sentence("With an arrow: before and after the correction.")


def _list_table(grid: "Grid") -> Table:
    """Return a table of which a list rates the whole period."""
    columns = [
        Column("#", number=True),
        Column(text(Sentence("Player")), wide=True),
        Column(text(Sentence("Rating")), number=True),
        Column(text(Sentence("Points")), number=True),
        Column(text(Sentence("Change")), number=True),
        *(Column(str(head), number=True) for head in grid.heads),
        Column(text(Sentence("Valid")), number=True),
        Column(text(Sentence("Exp.")), number=True),
        Column(text(Sentence("Diff.")), number=True),
    ]
    rows = (
        (
            *_beginning(row),
            *_cells(row, square=grid.square),
            cell(row.entrant.games, "muted"),
            cell(values.number(row.entrant.expected), "muted"),
            signed(row.entrant.difference),
        )
        for row in grid.rows
    )
    return table(columns, rows, small=True)


def _draughts_table(grid: "Grid") -> Table:
    """Return a table of an event that is rated by itself, with the signs of its text."""
    columns = [
        Column("#", number=True),
        Column(text(Sentence("Player")), wide=True),
        *(Column(sign, number=True) for sign in ("CI", "PO", "V", "CF")),
        *(Column(str(head), number=True) for head in grid.heads),
        *(Column(sign, number=True) for sign in ("PA", "D", "S")),
        *(Column(values.words("line of a change", kind), number=True) for kind in grid.kinds),
    ]
    rows = (
        (
            *_beginning(row),
            cell(row.entrant.rating_after, "strong"),
            *_cells(row, square=grid.square),
            cell(values.number(row.entrant.expected), "muted"),
            signed(row.entrant.difference),
            cell(" ".join(map(str, row.entrant.coefficients)), "muted"),
            *(signed(row.lines[kind]) if kind in row.lines else Cell("") for kind in grid.kinds),
        )
        for row in grid.rows
    )
    return table(columns, rows, small=True)


def _beginning(row: "GridRow") -> tuple[Cell, ...]:
    one = row.entrant
    change = signed(one.change)
    if one.corrected_change is not None:
        change = Cell(f"{change.text} → {signed(one.corrected_change).text}", look="strong")
    return (
        cell(one.number, "muted"),
        cell(one.name or one.player, "strong"),
        cell(one.rating),
        cell(values.points(row.points), "strong"),
        change,
    )


def _cells(row: "GridRow", *, square: bool) -> Iterator[Cell]:
    for games in row.cells:
        if games is None:
            yield Cell("×", look="muted")
        elif not games:
            yield Cell("" if square else values.NOTHING, look="muted")
        else:
            uncounted = any(one.uncounted for one in games)
            played = " ".join(_played(one, square=square) for one in games)
            yield Cell(played, look="off" if uncounted else "")


def _played(one: "Played", *, square: bool) -> str:
    points = f"{one.before}→{one.after}" if one.before else one.sign
    beside = one.beside.translate(_LOWERED) if square else f" {one.beside}"
    return points + (beside if one.beside else "")


def _remarks(found: CrossTable, grid: "Grid") -> Iterator[str]:
    about = found.about
    if grid.late:
        yield text(
            Sentence(
                "Booked late: expected points by the capital when it was played; the change starts "
                "from the capital held when it was booked."
            )
        )
    if about.weight:
        yield text(Sentence("Counts at {weight}.", weight=about.weight))
    yield from texts([about.withheld, about.set])
    for why, some in grid.entering.items():
        names = "; ".join(text(one.name or one.player) for one in some)
        yield f"{text(why)}: {names}"
    for game in found.corrected:
        yield (
            text(
                Sentence(
                    "round {round}: {white} – {black}",
                    round=game.round,
                    white=_name(grid, game.white),
                    black=_name(grid, game.black),
                )
            )
            + ", "
            + text(
                Sentence(
                    "reported {was}, corrected to {now} ({event})",
                    was=result_words(game.reported_white_result + game.reported_black_result),
                    now=result_words(game.white_result + game.black_result),
                    event=game.corrected,
                )
            )
        )
    for other in found.corrected_entrants:
        yield text(
            Sentence(
                "number {number}: reported as {reported}, corrected to {player} ({event})",
                number=other.number,
                reported=text(other.reported_name or other.reported_player),
                player=text(other.name or other.player),
                event=other.corrected,
            )
        )


def _name(grid: "Grid", player: str) -> str:
    return text(grid.entrants[player].name or player)


# Below the tables


def _findings(found: Sequence[Any]) -> Table:
    columns = [
        Column(text(Sentence("Reason")), wide=True),
        Column(text(Sentence("Article")), number=True),
    ]
    rows = []
    for one in tournaments.reasons(found):
        names = "; ".join(text(who.name or who.player) for who in one.players)
        says, article = one.finding.says, one.finding.article
        rows.append((cell(says, "", [names]), cell(values.article(article), "muted")))
    return table(columns, rows)


def _corrections(found: Sequence[Any]) -> Table:
    columns = [
        Column(text(Sentence("Correction")), wide=True),
        Column(text(Sentence("Article")), number=True),
    ]
    rows = (
        (
            cell(row.says, "", [" · ".join(texts(_decided(row)))]),
            cell(values.article(row.article) if row.article else "", "muted"),
        )
        for row in found
    )
    return table(columns, rows)


def _decided(row: Any) -> Iterator[Any]:
    yield states.word("event", row.event)
    yield row.recorded_on
    yield row.by_name
    for kept in row.kept:
        if kept.booked_on:
            yield Sentence("booked on the {list}", list=values.list_of(kept.booked_on))
        else:
            yield Sentence("booked on the next list")
    yield row.reason
    if row.state != "holds":
        yield states.word("state of a correction", row.state)
