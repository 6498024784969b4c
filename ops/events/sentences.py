"""Sentences about events: one sentence for each type of event, without persons."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from ledger import columns
from ledger.events.appeals import EffectSuspended
from ledger.events.base import Fact
from ledger.events.counting import ReportCompared
from ledger.events.pool import ParameterSet, PeriodClosed
from ledger.events.publication import PublicationPolicySet
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.sentences import Count, ListName, Position, Sentence, Value, parsed, tabled
from ledger.tournaments.recorded_report import DETAILS
from ops.answers.tournament_games import result_words
from ops.words import states
from ops.words.fields import named
from projections.categories.ladder import CATEGORIES, KEPT
from projections.rulebooks.engine.titles import title

SAYS: Final[Mapping[str, Sentence]] = {
    "players-registered": Sentence("Registered: {players}"),
    "players-merged": Sentence("Two numbers of the register lead to one player"),
    "players-separated": Sentence("The numbers of two players are separate again"),
    "player-suspended": Sentence("Suspension from {first} on"),
    "player-suspension-lifted": Sentence("Suspension lifted from {on} on"),
    "player-died": Sentence("Died on {on}"),
    "player-death-withdrawn": Sentence("The news of a death was wrong"),
    "player-details-changed": Sentence("Details in the register changed from {on} on"),
    "player-details-corrected": Sentence("Details in the register corrected"),
    "personal-data-erased": Sentence("Personal data erased"),
    "ratings-carried-over": Sentence("Ratings carried over, in force from {on} on"),
    "entry-rating-taken": Sentence("Initial ratings on list {period:of}: {players}"),
    "foreign-player-converted": Sentence(
        "Initial ratings on list {period:of}, converted: {players}"
    ),
    "tournament-registered": Sentence("Tournament announced: {name}, {start} to {end}"),
    "tournament-submitted": Sentence("Report received on {received_on}"),
    "report-part-submitted": Sentence("Part {part} of the report received on {received_on}"),
    "sheet-completed": Sentence("Sheet of single games completed: {games}"),
    "game-played": Sentence("Single game played on {played_on}: {result}"),
    "report-replaced": Sentence("A new report replaces report {replaces}"),
    "result-corrected": Sentence("Result of a game corrected"),
    "entrant-reassigned": Sentence("An entrant was another person"),
    "tournament-details-corrected": Sentence("Details of the tournament corrected: {details}"),
    "tournament-refused": Sentence("The tournament is not rated, by decision"),
    "tournament-cancelled": Sentence("The tournament does not take place"),
    "tournament-reinstated": Sentence("The tournament counts again"),
    "report-annulled": Sentence("Report {report} does not count any more"),
    "report-reinstated": Sentence("Report {report} counts again"),
    "exemption-granted": Sentence("Exemption granted from {article}"),
    "game-excluded": Sentence("A game does not count, by decision"),
    "game-admitted": Sentence("A game counts, by decision"),
    "ratings-adjusted": Sentence("Ratings adjusted: {players}"),
    "ratings-annulled": Sentence("Ratings annulled: {players}"),
    "adjustment-withdrawn": Sentence("Decision {withdraws} about ratings withdrawn"),
    "entry-capital-decided": Sentence("Initial ratings decided: {players}"),
    "bonus-granted": Sentence("Bonus granted: {players}"),
    "bonus-withdrawn": Sentence("Bonus withdrawn: {players}"),
    "malus-applied": Sentence("Inactivity penalty for the year {year}: {players}"),
    "malus-withdrawn": Sentence("Inactivity penalty for the year {year} withdrawn: {players}"),
    "category-awarded": Sentence("{category} awarded: {players}"),
    "category-withdrawn": Sentence("{category} withdrawn: {players}"),
    "parameter-set": Sentence("Parameter {name} set from {in_force_from} on"),
    "body-named": Sentence("Public name of a body from {in_force_from} on: {name}"),
    "rulebook-adopted": Sentence("Rules of {edition} adopted from {in_force_from} on"),
    "pool-opened": Sentence("Rating system opened; first list {first_period:of}"),
    "pool-zone-corrected": Sentence("Time zone corrected: {zone}"),
    "list-scheduled": Sentence(
        "List {period:of} announced for {issue_day}, with results until {cut_off}"
    ),
    "closing-policy-set": Sentence("Rules of closing set from {in_force_from} on"),
    "approval-policy-set": Sentence("Rules of the second signature set from {in_force_from} on"),
    "publication-policy-set": Sentence(
        "Revised ratings are public, for lists from {in_force_from} on"
    ),
    "appeal-rules-set": Sentence("Rules of appeals set from {in_force_from} on"),
    "period-closed": Sentence("List {period:of} closed, with results until {cut_off}"),
    "list-published": Sentence("List {period:of} published on {published_on}"),
    "deviation-recorded": Sentence(
        "List {period:of}: corrected software computes other values; the list stays as published"
    ),
    "appeal-filed": Sentence("Appeal {appeal} filed"),
    "appeal-admitted": Sentence("Appeal {appeal} admitted"),
    "appeal-declared-inadmissible": Sentence("Appeal {appeal} declared inadmissible"),
    "appeal-answered": Sentence("Statement of the other side on appeal {appeal}"),
    "member-recused": Sentence("A member of the body takes no part in appeal {appeal}"),
    "effect-suspended": Sentence("Effect of the act contested in appeal {appeal} suspended"),
    "appeal-decided": Sentence("Appeal {appeal} decided: {outcome}"),
    "appeal-notified": Sentence("Outcome of appeal {appeal} notified on {on}"),
}
"""By type of event; of another type the words of its name."""

_LIFTED: Final = Sentence("Suspension of the act contested in appeal {appeal} lifted")
_PRINTED: Final = Sentence("List {period:of} printed again, as printing {printing}")
_NOT_PUBLIC: Final = Sentence("Revised ratings are not public, for lists from {in_force_from} on")
_SAME: Final = Sentence("Another file reports the same event")
_ANOTHER: Final = Sentence("Another file reports another event")


_PARAMETERS: Final[Mapping[str, Sentence]] = {
    CATEGORIES: Sentence("categories"),
    KEPT: Sentence("permanence of categories"),
}
"""Parameters that are no number of a rulebook."""


def what_happened(fact: Fact) -> Sentence:
    """Return the sentence about an event.

    Players are counted and never named; free text is left out.
    """
    template = _template(fact)
    values = {name: _value(fact, name) for _, name, _ in parsed(template.template) if name}
    return template.about(**values) if values else template


def _template(fact: Fact) -> Sentence:
    kind = fact.TYPE.partition(".")[0]
    match fact:
        case EffectSuspended(effect="lifted"):
            return _LIFTED
        case PeriodClosed() if fact.printing > 1:
            return _PRINTED
        case PublicationPolicySet(revised_ratings="not-public"):
            return _NOT_PUBLIC
        case ReportCompared():
            return _SAME if fact.event == "same" else _ANOTHER
    return SAYS[kind] if kind in SAYS else states.word("event", kind)


def _value(fact: Any, name: str) -> Value:
    """Return a value that a sentence names."""
    match name:
        case "name" if isinstance(fact, ParameterSet):
            return _PARAMETERS.get(fact.name) or title(fact.name)
        case "players":
            return Count(len(fact.player) // columns.PLAYER, "player")
        case "games":
            return Count(len(fact.games.white_result), "game")
        case "result":
            return result_words(fact.white_result + fact.black_result)
        case "report" | "replaces" | "withdraws":
            return Position(getattr(fact, name))
        case "period" | "first_period":
            return ListName(getattr(fact, name))
        case "article":
            return tabled(fact.article)
        case "edition":
            return date.fromisoformat(fact.edition)
        case "details" if isinstance(fact, TournamentDetailsCorrected):
            return [named(one) for one in DETAILS if getattr(fact.details, one) is not None]
    value: Value = states.in_words(type(fact), {name: getattr(fact, name)})[name]
    return value
