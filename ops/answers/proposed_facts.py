"""A proposed event as the approver reads it: the facts by name, without columns and digests.

They are stored with the proposal, so they hold no name of a person: names of players are read from
the register when the proposal is shown.
"""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any, Final

import msgspec

from ledger import columns
from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.pool import PeriodClosed
from ledger.events.register import PlayersRegistered
from ledger.events.report import ReportColumns, ResultCorrected, rounds_of
from ledger.register import identities
from ledger.store.reading import Reader
from ops.answers.tournament_details import details_now
from ops.answers.tournament_games import Tournament, players_of, read_tournament, result_words

Facts = Mapping[str, Any]


class ShownEvent(msgspec.Struct, frozen=True):
    """A proposed event, with the payload as JSON; long columns are cut."""

    type: str
    stream: str
    facts: Facts = {}
    payload: str | None = None


class Shown(msgspec.Struct, frozen=True):
    """What is stored of a proposal for the approver to read."""

    events: tuple[ShownEvent, ...] = ()
    """The first of them."""
    about: tuple[int, ...] = ()
    """Players about whom the events decide, by register number."""


_LONGEST: Final = 200
"""Characters of a text, and of a list or an object as JSON; a longer value is cut."""

_OF_REPORT: Final = ("received_on", "start", "end", "time_control", "part", "replaces", "month")
_OF_CLOSING: Final = (
    *("pool", "period", "printing", "list_date", "cut_off", "through_position", "rows"),
    *("lists_through", "in_force_from"),
)
_SIDES: Final = ("white", "black")


@singledispatch
def facts_of(fact: Fact, read: Reader) -> Facts:
    """Return the facts of a proposed event by name; of most types the fields of its payload."""
    fields: dict[str, Any] = {}
    if tournament := getattr(fact, "tournament", None):
        fields |= _of_tournament(read, tournament)
    return fields | {name: _cut(value) for name, value in _payload(fact).items()}


@facts_of.register
def _(fact: ResultCorrected, read: Reader) -> Facts:
    """Tournament, round, players by register number, results as they were and as proposed."""
    of = read_tournament(read, fact.tournament)
    report, after = of.history.current.get(fact.report), fact.white_result + fact.black_result
    found = {**_of_tournament(read, fact.tournament, of), "report": fact.report, "game": fact.game}
    if report is not None:
        games, players = report.games, players_of(report)
        rows = [columns.read(getattr(games, side), columns.NUMBER)[fact.game] for side in _SIDES]
        before = games.white_result[fact.game] + games.black_result[fact.game]
        found |= {"round": rounds_of(of.report(fact.report))[fact.game]}
        found |= {f"{side}_player": players[row] for side, row in zip(_SIDES, rows, strict=True)}
        found |= {"result_before": result_words(before)}
    others = {name: value for name, value in _payload(fact).items() if name in ("by", "article")}
    return {**found, "result_after": result_words(after), **others}


@facts_of.register
def _(fact: ReportColumns, read: Reader) -> Facts:
    """Tournament, days, numbers of entrants and of games."""
    given = {name: value for name, value in _payload(fact).items() if name in _OF_REPORT}
    return {
        **_of_tournament(read, fact.tournament),
        **given,
        "entrants": len(columns.read(fact.entrants.player, columns.PLAYER)),
        "games": len(fact.games.white_result),
    }


@facts_of.register
def _(fact: PlayersRegistered, read: Reader) -> Facts:  # noqa: ARG001 - as the others
    """The number of new players."""
    return {"new_players": len(columns.read(fact.player, columns.PLAYER))}


@facts_of.register
def _(fact: PeriodClosed, read: Reader) -> Facts:  # noqa: ARG001 - as the others
    """Pool, list, days, last position taken in, number of rows."""
    payload = _payload(fact)
    return {name: payload[name] for name in _OF_CLOSING if name in payload}


def with_names(read: Reader, facts: Facts) -> Facts:
    """Return facts with the present name of each player beside the number."""
    found: dict[str, Any] = {}
    for name, value in facts.items():
        found[name] = value
        if (name == "player" or name.endswith("_player")) and isinstance(value, int):
            found[name] = identities.show(value)
            found[f"{name}_name"] = identities.names(read, [value])[value]
    return found


def _of_tournament(read: Reader, tournament: str, of: Tournament | None = None) -> dict[str, Any]:
    """Return id and name of a tournament; of an unrecorded tournament only the id."""
    try:
        named = details_now(of or read_tournament(read, tournament)).get("name")
    except Refused:
        named = None
    return {"tournament": tournament, **({"tournament_name": named} if named else {})}


def _payload(fact: Fact) -> dict[str, Any]:
    """Return the fields of a payload that state something, as plain values."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fact))
    return {name: value for name, value in plain.items() if value not in (None, "", [], {})}


def _cut(value: Any) -> Any:
    written = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return value if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"
