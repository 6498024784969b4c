"""What a cross table says beside its numbers, as sentences for every door."""

from collections.abc import Iterator
from typing import Final

from ledger.sentences import Figures, Sentence, Value
from ops.answers.tournament_games import result_words
from ops.tournaments.corrected_in_table import CorrectedResult, ReassignedEntrant
from ops.tournaments.cross_table_document import CrossTable, TableEntrant
from ops.tournaments.cross_table_rows import is_late
from ops.words.fields import named
from ops.words.states import LINES

HEADINGS: Final = {
    **LINES,
    "n": Sentence("n"),
    "player": Sentence("player"),
    "name": Sentence("name"),
    "games": Sentence("games"),
    "points": named("points"),
    "change": named("change"),
    "corrected_change": named("corrected_change"),
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


def headline(of: CrossTable) -> Sentence:
    """Return the heading of a cross table: its tournament or its day, and its contents."""
    facts = of.about
    about: dict[str, Value] = {"pool": facts.pool, "day": facts.start, "shows": facts.shows}
    if not facts.tournament:
        return Sentence("who would meet in {pool}, {day}: {shows}", **about)
    about["tournament"] = facts.tournament
    if not facts.part:
        return Sentence("{tournament} in {pool}, {day}: {shows}", **about)
    part = facts.part
    return Sentence("{tournament} (part {part}) in {pool}, {day}: {shows}", part=part, **about)


def entering(entrant: TableEntrant) -> Sentence:
    """Return the rating of an entrant who had none, with its reason."""
    says = Sentence("{player} enters with {rating}: {why}", rating=entrant.rating)
    nothing = Sentence("{player} has no rating: {why}")
    comes = says if entrant.rating else nothing
    return comes.about(player=entrant.player, why=entrant.why)


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


def reassigned(entrant: ReassignedEntrant) -> Sentence:
    """Return an entrant who was another person than reported."""
    return Sentence(
        "start number {number}: reported {reported} {reported_name}, corrected to {player} {name} "
        "({event})",
        number=entrant.number,
        reported=entrant.reported_player,
        reported_name=entrant.reported_name,
        player=entrant.player,
        name=entrant.name,
        event=entrant.corrected,
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


def beside(of: CrossTable) -> Iterator[Sentence]:
    """Yield all that stands below a table, in its order."""
    yield from (entering(one) for one in of.entrants if one.enters)
    yield from map(corrected, of.corrected)
    yield from map(reassigned, of.corrected_entrants)
    if is_late(of):
        yield BOOKED_LATE
    if of.about.weight:
        yield weight(of.about.weight, of.about.withheld)
    if of.about.set:
        yield of.about.set
    for one in of.entrants:
        if one.ceased:  # nothing is booked
            yield Sentence("{player}: {why}", player=one.player, why=one.why)
    yield basis(of)
