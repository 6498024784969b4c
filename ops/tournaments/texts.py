"""Tournaments by words of their name and place; place and size of a tournament."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from ledger import columns, limits
from ledger.errors import Refused
from ledger.events.tournament import TournamentDetailsCorrected, TournamentRegistered
from ledger.sentences import Input, Sentence
from ledger.spelling import folded
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.folding import fold
from projections.state.reports import Announcement

Matching = Callable[[str, Announcement], bool]
"""Whether a tournament, by id and announcement, is among those looked for."""


def matching(read: Reader, text: str, known: int) -> Matching:
    """Return the tournaments with all words of a text at the beginning of words of their own.

    Their own words are id, name, and the place as announced or corrected up to a position. Accents
    and capitals do not matter. Raises Refused for a text without letters or digits.
    """
    words = folded(text[: limits.SEARCH_CHARACTERS]).split()
    if not words:
        raise Refused(
            Sentence(
                "{input} '{found}': write words of a name or a place",
                input=Input("text"),
                found=text,
            ),
            code="text-wrong",
            field="text",
            found=text,
            expected=Sentence("letters or digits"),
        )
    places = cache(lambda: _places(read, known))  # read only where names do not tell

    def matches(tournament: str, announcement: Announcement) -> bool:
        own = f"{tournament} {announcement.name}"
        return _begin(words, own) or _begin(words, f"{own} {places().get(tournament, '')}")

    return matches


def _begin(words: list[str], text: str) -> bool:
    own = folded(text).split()
    return all(any(word.startswith(begin) for word in own) for begin in words)


def _places(read: Reader, known: int) -> Mapping[str, str]:
    """Return the places of all tournaments, as known at a position; "" or missing: unknown."""
    found: dict[str, str] = {}
    for recorded in read.of_types((TournamentRegistered.TYPE, TournamentDetailsCorrected.TYPE)):
        if recorded.position > known:
            break
        fact = recorded.decoded().payload
        registered = isinstance(fact, TournamentRegistered)
        place = fact.place if registered else fact.details.place
        if place is not None:
            found[fact.tournament] = place
    return found


class Described(NamedTuple):
    """Place and federation of a tournament, and the players and rounds of its report."""

    place: str | None = None
    federation: str | None = None
    players: int | None = None
    rounds: int | None = None


def described(events: Iterable[Recorded], known: int) -> Described:
    """Return place and size of a tournament, from the events of its stream up to a position."""
    folded = fold(event for event in events if event.position <= known)
    announced, parts = folded.announced, folded.parts
    if announced is None:
        return Described()
    if not parts:
        return Described(announced.place, announced.federation)
    players = [columns.read(current.player(), columns.PLAYER) for current in parts]
    rounds = [current.report.rounds_announced or 0 for current in parts]
    rounds.append(sum(len(current.report.rounds) for current in parts))
    entrants = len(np.unique(np.concatenate(players)))
    return Described(announced.place, announced.federation, entrants, max(rounds))
