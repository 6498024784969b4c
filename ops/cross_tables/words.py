"""What a cross table says beside its numbers, as sentences for every door."""

from collections.abc import Iterator
from typing import Final

from ledger.register import identities
from ledger.sentences import Figures, Sentence, Value
from ops.answers.cross_table_document import CorrectedResult, CrossTable
from ops.answers.tournament_games import result_words
from ops.explanations.words import LINES
from projections.queries.explain.cross_table import Entrant, Table

HEADINGS: Final = {
    **LINES,
    "n": Sentence("n"),
    "player": Sentence("player"),
    "name": Sentence("name"),
    "games": Sentence("games"),
    "held": Sentence("held"),
    "rating": Sentence("rating"),
    "expected": Sentence("expected"),
    "score": Sentence("score"),
    "difference": Sentence("difference"),
    "total": Sentence("total"),
}
"""Headings of columns, and the first word of the last line; CI, PA, PO, D, S, V, CF are signs."""

BOOKED_LATE: Final = Sentence(
    "booked late: PA by CI, the capitals when it was played; V from those held when it was booked"
)


def headline(pool: str, of: CrossTable) -> Sentence:
    """Return the heading of a cross table: its tournament or its day, and its contents."""
    facts = of.about
    about: dict[str, Value] = {"pool": pool, "day": facts.start, "shows": facts.shows}
    if not facts.tournament:
        return Sentence("who would meet in {pool}, {day}: {shows}", **about)
    about["tournament"] = facts.tournament
    if not facts.part:
        return Sentence("{tournament} in {pool}, {day}: {shows}", **about)
    part = facts.part
    return Sentence("{tournament} (part {part}) in {pool}, {day}: {shows}", part=part, **about)


def entrants(table: Table) -> Iterator[Sentence]:
    """Yield the rating of each entrant who had none, with its reason."""
    yield from (_entering(entrant) for entrant in table.entrants if entrant.enters)


def _entering(entrant: Entrant) -> Sentence:
    says = Sentence("{player} enters with {rating}: {why}", rating=entrant.rating)
    nothing = Sentence("{player} has no rating: {why}")
    comes = says if entrant.rating else nothing
    return comes.about(player=identities.show(entrant.player), why=entrant.why)


def ceased(table: Table) -> Iterator[Sentence]:
    """Yield why nothing is booked for each entrant whose rating ceased."""
    for entrant in table.entrants:
        if entrant.ceased:
            player = identities.show(entrant.player)
            yield Sentence("{player}: {why}", player=player, why=entrant.why)


def corrected(game: CorrectedResult) -> Sentence:
    """Return a game whose result was corrected."""
    return Sentence(
        "round {round}, {white} against {black}: reported {was}, corrected to {now} ({event})",
        round=game.round,
        white=game.white,
        black=game.black,
        was=result_words(game.reported_white_result + game.reported_black_result),
        now=result_words(game.white_result + game.black_result),
        event=game.corrected,
    )


def weight(share: str, withheld: Sentence | None) -> Sentence:
    """Return what the weight of an event does to V, or why it is withheld."""
    says = withheld or Sentence("V is S times that share of D")
    return Sentence("weight {weight}: {says}", weight=Figures(share), says=says)


def basis(of: CrossTable) -> Sentence:
    """Return edition, state, and the last event known."""
    return Sentence(
        "edition {edition}; {status}; known to {known}",
        edition=of.about.edition,
        status=of.about.booked,
        known=of.about.known_to,
    )


def beside(table: Table, of: CrossTable, *, late: bool) -> Iterator[Sentence]:
    """Yield all that stands below a table, in its order; `late`: an event booked late."""
    yield from entrants(table)
    yield from map(corrected, of.corrected)
    if of.total is not None and late:
        yield BOOKED_LATE
    if of.about.weight:
        yield weight(of.about.weight, table.withheld)
    if of.about.set:
        yield of.about.set
    yield from ceased(table)
    yield basis(of)
