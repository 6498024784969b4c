"""Entrants of a draughts event, by number or by name, and the division into groups."""

from dataclasses import dataclass
from datetime import date

import msgspec

from ledger.errors import Refused
from ledger.sentences import Input, Sentence
from ops.answers.abouts import About, AboutEdition
from ops.answers.answer import VERSION, Answer
from ops.answers.cross_table import pool_and_tournament
from ops.answers.groups import (
    Choice,
    Division,
    Event,
    Group,
    GroupMember,
    Step,
    choices,
    divide,
    members,
    taking_part,
)
from ops.house import House
from projections.queries import PoolQuery
from projections.queries.explain.entrants import Entrant
from projections.rulebooks.elo_rubele import groups as fid_groups
from projections.rulebooks.engine.edition import Edition


class DivisionDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A division into groups, with its worksheet."""

    version: int
    about: AboutEdition
    worksheet: tuple[Step, ...]
    groups: tuple[Group, ...]
    entrants: tuple[GroupMember, ...] = ()
    """Entrants with their groups, where they are known by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAsked:
    """An event by a number of players, or by the entrants of a report or as typed."""

    turns: int
    players: int | None = None
    lowest: int | None = None
    of: str | None = None
    """Tournament with the entrants."""
    entrants: tuple[str, ...] | None = None
    pool: str | None = None
    on: date | None = None
    known_at: str | None = None

    def check(self) -> None:
        """Raise Refused for entrants named in no way, or in two."""
        if [self.players, self.of, self.entrants].count(None) != 2:  # noqa: PLR2004 - one of three
            raise Refused(
                Sentence(
                    "name the entrants with one of {inputs}",
                    inputs=(Input("players"), Input("of"), Input("entrants")),
                ),
                code="options-contradict",
                field="entrants",
            )
        wrong = self.lowest is not None or (self.entrants is not None and self.pool is None)
        if self.players is None and wrong:
            raise Refused(
                Sentence(
                    "{lowest} goes with {players}, and {entrants} with {pool}",
                    lowest=Input("lowest"),
                    players=Input("players"),
                    entrants=Input("entrants"),
                    pool=Input("pool"),
                ),
                code="options-contradict",
                field="lowest",
            )


@dataclass(frozen=True, slots=True)
class EventFound:
    """An event with its edition; entrants and pool where they are known by name."""

    event: Event
    edition: Edition
    entrants: tuple[Entrant, ...] = ()
    pool: PoolQuery | None = None

    def members(self, division: Division) -> tuple[GroupMember, ...]:
        """Return the entrants with their groups; none of an event by number."""
        return members(self.pool, division, self.entrants) if self.pool else ()


def by_number(asked: EventAsked) -> EventFound:
    """Return an event by its number of players; without a day by the last edition."""
    event = Event(asked.players or 0, asked.lowest or 0, asked.turns)
    return EventFound(event, fid_groups.edition_on(asked.on or date.max))


def event_found(house: House, asked: EventAsked) -> EventFound:
    """Return an event as asked about. Raises Refused, UnknownPool."""
    asked.check()
    if asked.players is not None:
        return by_number(asked)
    pool, tournament = pool_and_tournament(house, asked.of, asked.pool, asked.known_at)
    entrants, day = taking_part(pool, tournament, asked.entrants or (), asked.on)
    lowest = sum(entrant.category == 0 for entrant in entrants)
    event = Event(len(entrants), lowest, asked.turns)
    return EventFound(event, fid_groups.edition_on(day), entrants, pool)


def possible_divisions(found: EventFound) -> Answer[Choice, About]:
    """Return divisions into 2 to 6 groups, possible or not."""
    return Answer(About(), choices(found.edition, found.event))


def division_document(found: EventFound, groups: int) -> DivisionDocument:
    """Return the division into a number of groups. Raises Refused for an impossible one."""
    division = divide(found.edition, found.event, groups)
    about = AboutEdition(edition=found.edition.name, numbers_digest=found.edition.digest)
    placed = found.members(division)
    return DivisionDocument(VERSION, about, division.steps(), division.rows(), placed)
