"""Entrants of a draughts event, by number or by name, and the division into groups."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.errors import Refused
from ledger.sentences import Count, Input, Sentence, tabled
from ops.answers.abouts import About, AboutEdition
from ops.answers.answer import VERSION, Answer
from ops.answers.clocks import pool_known_at
from ops.doors.fields import moment
from ops.house import House
from ops.tournaments.cross_table import pool_and_tournament
from ops.tournaments.groups import (
    Choice,
    Division,
    Event,
    Group,
    GroupMember,
    Step,
    choices,
    divide,
    later_group_apart,
    members,
    taking_part,
)
from projections.queries import PoolQuery
from projections.queries.explain.entrants import Entrant
from projections.rulebooks.elo_rubele import groups as fid_groups
from projections.rulebooks.engine.edition import Edition

if TYPE_CHECKING:
    from ops.tournaments.tables import DivideIntoGroups


class DivisionDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A division into groups, with its worksheet."""

    version: int
    about: AboutEdition
    worksheet: tuple[Step, ...]
    groups: tuple[Group, ...]
    entrants: tuple[GroupMember, ...] = ()
    """Entrants with their groups, where they are known by name."""
    notes: tuple[Sentence, ...] = ()
    """What a later edition says of the group apart, and that it is too small."""


class AboutChoices(About, frozen=True):
    """Divisions compared."""

    entrants: int
    notes: tuple[Sentence, ...] = ()
    """What a later edition says of the group apart."""


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


def divided(
    house: House, asked: "DivideIntoGroups"
) -> Answer[Choice, AboutChoices] | DivisionDocument:
    """Return the division into a number of groups, or those into 2 to 6 groups, possible or not.

    Raises Refused for an impossible division, and for entrants named in no way, or in two;
    UnknownPool.
    """
    _check(asked)
    found = _by_number(asked) if asked.entrants is not None else _by_name(house, asked)
    if asked.groups is not None:
        return _document(found, asked.groups)
    rows, event = choices(found.edition, found.event), found.event
    return Answer(AboutChoices(event.entrants, notes=tuple(_known_later(found))), rows)


def _check(asked: "DivideIntoGroups") -> None:
    if (asked.entrants is not None) + (asked.of is not None) + bool(asked.players) != 1:
        raise Refused(
            Sentence(
                "name the entrants with one of {inputs}",
                inputs=(Input("entrants"), Input("of"), Input("players")),
            ),
            code="options-contradict",
            field="entrants",
        )
    wrong = asked.lowest is not None or (asked.players and asked.pool is None)
    if asked.entrants is None and wrong:
        raise Refused(
            Sentence(
                "{lowest} goes with {entrants}, and {players} with {pool}",
                lowest=Input("lowest"),
                entrants=Input("entrants"),
                players=Input("players"),
                pool=Input("pool"),
            ),
            code="options-contradict",
            field="lowest",
        )


def _by_number(asked: "DivideIntoGroups") -> EventFound:
    """Return an event by its number of players; without a day by the last edition."""
    event = Event(asked.entrants or 0, asked.lowest or 0, asked.turns)
    return EventFound(event, fid_groups.edition_on(asked.on or date.max))


def _by_name(house: House, asked: "DivideIntoGroups") -> EventFound:
    known_at, tournament = moment(asked.known_at), None
    if asked.of is None:
        pool = pool_known_at(house, asked.pool or "", known_at)
    else:
        pool, tournament = pool_and_tournament(house, asked.of, asked.pool, known_at)
    entrants, day = taking_part(pool, tournament, asked.players, asked.on)
    lowest = sum(entrant.category == 0 for entrant in entrants)
    event = Event(len(entrants), lowest, asked.turns)
    return EventFound(event, fid_groups.edition_on(day), entrants, pool)


def _document(found: EventFound, groups: int) -> DivisionDocument:
    division = divide(found.edition, found.event, groups)
    about = AboutEdition(edition=found.edition.name, numbers_digest=found.edition.digest)
    placed, notes = found.members(division), (*_known_later(found), *_small(division))
    return DivisionDocument(VERSION, about, division.steps(), division.rows(), placed, notes)


def _known_later(found: EventFound) -> Iterator[Sentence]:
    """Yield the remark that the lowest category plays apart from a later edition on."""
    if later := later_group_apart(found.edition, found.event):
        yield Sentence(
            "edition {edition}: the {lowest} of the lowest category play with all; a group of "
            "their own is known from {later} on ({article})",
            edition=found.edition.name,
            lowest=found.event.lowest,
            later=later[0].name,
            article=tabled(later[1]),
        )


def _small(division: Division) -> Iterator[Sentence]:
    """Yield the remark that the group apart is too small for its system."""
    if division.apart_is_small:
        yield Sentence(
            "the group apart has {players}: at {turns} an Italo-Swiss group has {least} at least "
            "(VII.2.1, table 23); give it another system, or fewer turns",
            players=Count(division.apart, "player"),
            turns=Count(division.event.turns, "turn"),
            least=division.least,
        )


def division_rows(found: Answer[Choice, AboutChoices] | DivisionDocument) -> Answer[Any, Any]:
    """Return the entrants, of a number of players the groups; or the divisions compared."""
    if isinstance(found, Answer):
        return found
    return Answer(About(), found.entrants or found.groups)
