"""A correction recorded: under the versions of its tournament and of every list it rests on.

Where a list is closed meanwhile, it is decided anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from ledger import canonical
from ledger.errors import Refused
from ledger.events.base import TournamentFact
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.store.requests import NewEvent, Receipt, Request
from ledger.tournaments.corrections import Correction
from ops.answers.tournament_games import Tournament, read_tournament
from ops.commands.closed_list_effects import (
    is_rated,
    lists_corrected,
    lists_of_details,
    uncounted_now,
    versions_expected,
)
from ops.house import House


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction recorded: what it is about, how that stood, how it stands."""

    fact: TournamentFact
    receipt: Receipt
    about: str
    before: str
    after: str
    rated: bool = True
    """Lists rest on it; False for details that no rating asks for."""
    lists: tuple[str, ...] = ()
    """Of each closed list that booked it: that it stays, and what is done instead; and where
    nothing of it counts any more, why."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A correction that is decided, and nothing yet of it recorded."""

    fact: TournamentFact
    report: int | None
    """The report it corrects; None: all of the tournament's."""
    rivals: tuple[Correction, ...]
    """Earlier corrections of the same thing."""
    about: str
    before: str
    after: str


def record_correction(
    house: House,
    tournament: str,
    decide: Callable[[Tournament], Decided],
    recorded_by: str,
) -> Corrected:
    """Record what is decided of a tournament as it stands; `decide` is asked again if need be."""
    last: list[Decided] = []
    lists: list[str] = []

    def compose() -> Request | Receipt:
        house.catch_up()
        of = read_tournament(house.read, tournament)
        decided = decide(of)
        last[:] = [decided]
        return _request(house, of, decided, recorded_by, lists)

    receipt = house.append(compose)
    decided = last[0]
    fact = decided.fact
    rated = not isinstance(fact, TournamentDetailsCorrected) or is_rated(fact.details)
    said = (*lists, *uncounted_now(house, tournament)) if lists else ()
    return Corrected(fact, receipt, decided.about, decided.before, decided.after, rated, said)


def _request(
    house: House, of: Tournament, decided: Decided, recorded_by: str, lists: list[str]
) -> Request | Receipt:
    """Give the request, or the receipt where just this was recorded before.

    `lists` takes what is said of the closed lists it is about.
    """
    fact = decided.fact
    said = sha256(canonical.encode(fact)).hexdigest()
    keys = [f"correct:{fact.TYPE}:{position}:{said[:32]}" for position in _answered(of, decided)]
    if decided.before == decided.after:
        for key in keys:
            for first in house.read.requests(key):
                return first
        raise Refused(
            f"{decided.about}: it stands so already ({decided.after})",
            code="nothing-differs",
            found=decided.after,
        )
    if isinstance(fact, TournamentDetailsCorrected):
        lists[:] = lists_of_details(house, of, fact.details)
    else:
        lists[:] = lists_corrected(house, of, decided.report)
    expected = versions_expected(house, of) | _new_pools(house, fact)
    return Request(
        keys[0],
        (NewEvent(fact),),
        fingerprint=bytes.fromhex(said),
        expected=expected,
        recorded_by=recorded_by,
    )


def _new_pools(house: House, fact: TournamentFact) -> dict[str, int]:
    if not isinstance(fact, TournamentDetailsCorrected):
        return {}
    pools = house.official.facts.pools
    return {f"pool-{name}": pools[name].version for name in fact.details.pools or ()}


def _answered(of: Tournament, decided: Decided) -> list[int]:
    """Positions of the events that a correction may answer, the newest first.

    They are the last correction that says otherwise of the same thing (-1 without one), and the
    reports after it, which have their own days and their own time control.
    """
    otherwise = max(
        (rival.position for rival in decided.rivals if rival.payload != decided.fact), default=-1
    )
    reports = (position for position in of.story.roots if position > otherwise)
    return [*sorted(reports, reverse=True), otherwise]
