"""Tournaments by words of their name and place; place and size of a tournament."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec
import numpy as np

from ledger import columns, limits
from ledger.errors import Refused
from ledger.events.tournament import TournamentDetailsCorrected, TournamentRegistered
from ledger.sentences import Input, Sentence
from ledger.spelling import folded
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.current_report import EventPart
from ledger.tournaments.folding import fold

_TYPES: Final = (TournamentRegistered.TYPE, TournamentDetailsCorrected.TYPE)
_BYTES: Final = 400
"""In memory, of a tournament."""


class _Told(msgspec.Struct, frozen=True):
    name: str | None = None
    place: str | None = None


class _Fact(_Told, frozen=True):
    """Name and place of a tournament as announced, or as corrected."""

    tournament: str = ""
    details: _Told | None = None


_decoder: Final = msgspec.json.Decoder(EventPart[_Fact])


class _Texts(NamedTuple):
    """Id, name and place of every tournament, as known."""

    told: dict[str, _Told]
    words: dict[str, str]
    """The words of each, folded, a blank before every word."""

    @property
    def size_bytes(self) -> int:
        return _BYTES * len(self.told)

    def going_on(self, since: Iterable[Recorded]) -> "_Texts":
        told, words = dict(self.told), dict(self.words)
        for recorded in since:
            fact = _decoder.decode(recorded.body).payload
            new, before = fact.details or fact, told.get(fact.tournament, _Told())
            now = _Told(
                before.name if new.name is None else new.name,
                before.place if new.place is None else new.place,
            )
            told[fact.tournament] = now
            own = f"{fact.tournament} {now.name or ''} {now.place or ''}"
            words[fact.tournament] = f" {folded(own)}"
        return _Texts(told, words)


def matching(read: Reader, text: str, known: int) -> set[str]:
    """Return the tournaments with all words of a text at the beginning of words of their own.

    Their own words are id, name and place, as announced or corrected up to a position. Accents and
    capitals do not matter. Raises Refused for a text without letters or digits.
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
    beginnings = [f" {word}" for word in words]
    texts = _texts(read, known).words.items()
    return {name for name, own in texts if all(begin in own for begin in beginnings)}


def _texts(read: Reader, known: int) -> _Texts:
    """Return the texts as known at a position; those of now stay in memory."""

    def until(last: int) -> _Texts:
        return _Texts({}, {}).going_on(
            takewhile(lambda recorded: recorded.position <= last, read.of_types(_TYPES))
        )

    if known < max(map(read.last_of_type, _TYPES)):
        return until(known)
    return read.followed_types("texts-of-tournaments", _TYPES, until, _Texts.going_on)


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
