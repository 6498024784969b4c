"""Two players of the register merged into one, and separated again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.register import identities
from ledger.register.identities import merge_words, show
from ledger.register.merges import Merge, merges
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.requests import NewEvent, Request
from ops.answers.tournament_games import Tournament, players_of, read_tournament
from ops.commands.composed import Composed
from ops.commands.refusals import of_player
from ops.house import House
from projections.rulebooks import rulebook

if TYPE_CHECKING:
    from ops.players.recordings import MergePlayer, SeparatePlayer

_TOURNAMENT: Final = "tournament-"
_ALL: Final = 1 << 40
_AT_ONCE: Final = 100
"""Events of a player, read at once."""


@dataclass(frozen=True, slots=True)
class Merged:
    """A merge or a separation: the player that stays, and the other number."""

    kept: int
    merged: int
    separated: bool = False


def players_merged(house: House, told: "MergePlayer") -> Composed[Merged]:
    """Compose the merge of a player into another one, each written as `572-4` or `fide:123`.

    From now on look-ups by the merged number find the kept player. The same merge gives the first
    receipt while it is in force. Raises Refused: one player twice, a player merged before, two
    players of one report.
    """
    stays, leads = (identities.registered(house.read, text) for text in (told.kept, told.player))
    if stays == leads:
        problem = Sentence("a player cannot be merged into themselves; name two players")
        raise of_player(stays, problem, code="merge-with-itself")
    fact = PlayersMerged(kept=stays, merged=leads, by=told.by, article=house.article)
    in_force = merges(house.read)
    key = _key(house, fact)
    if in_force.get(leads) and house.read.request(key) is None:
        raise _merged_already(in_force[leads])
    if leads not in in_force:
        _check_chain(in_force, stays, leads)
        _check_apart(house, in_force, stays, leads)
    return Composed(_request(key, house, fact), Merged(stays, leads))


def players_separated(house: House, told: "SeparatePlayer") -> Composed[Merged]:
    """Compose the end of a merge that was a mistake: the merged number is a player again.

    The same separation gives the first receipt until a further merge. Raises Refused: a player that
    is not merged, a capital of a chain that went on and to which other numbers were added.
    """
    player = identities.registered(house.read, told.player)
    merge = merges(house.read).get(player)
    if merge is None:
        return _separated_before(house, player, told.by)
    _check_others(house, merge)
    fact = PlayersSeparated(
        merge=merge.position, kept=merge.kept, merged=player, by=told.by, article=house.article
    )
    request = _request(_key(house, fact), house, fact, merge.event_id)
    return Composed(request, Merged(merge.kept, player, separated=True))


def _key(house: House, fact: PlayersMerged | PlayersSeparated) -> str:
    """Return the key: a merge answers the last separation, a separation answers its merge."""
    words = f"{fact.TYPE}:{fact.kept}:{fact.merged}:{fact.by}:{fact.article or ''}"
    if isinstance(fact, PlayersSeparated):
        return f"{words}:{fact.merge}"
    last = max((other.position for other in _separations(house, fact.merged)), default="first")
    return f"{words}:{last}"


@dataclass(frozen=True, slots=True)
class _Separation:
    position: int
    fact: PlayersSeparated


def _separations(house: House, player: int) -> Iterator[_Separation]:
    for recorded in house.read.stream(PlayersSeparated.STREAM, PlayersSeparated.TYPE):
        fact: PlayersSeparated = recorded.decoded().payload
        if fact.merged == player:
            yield _Separation(recorded.position, fact)


def _request(key: str, house: House, fact: Fact, supersedes: str | None = None) -> Request:
    version = house.read.stream_version(identities.STREAM)
    event = NewEvent(fact, supersedes=supersedes)
    return Request(key, (event,), expected={identities.STREAM: version})


def _separated_before(house: House, player: int, by: str) -> Composed[Merged]:
    """Return the receipt of the same separation. Raises Refused if there is none."""
    last = max(_separations(house, player), key=attrgetter("position"), default=None)
    if last is not None and (last.fact.by, last.fact.article) == (by, house.article):
        return Composed(
            house.read.request_at(last.position), Merged(last.fact.kept, player, separated=True)
        )
    remedy = Remedy("search-players", search=None)
    problem = Sentence("is not merged into another player, so there is nothing to separate")
    raise of_player(player, problem, code="not-merged", remedy=remedy)


# -------------------------------------------------------------------------------- contradictions


def _merged_already(merge: Merge) -> Refused:
    return of_player(
        merge.merged,
        Sentence("{merge}; separate them first, if it is another player", merge=merge_words(merge)),
        code="merged-already",
        field="player",
        remedy=Remedy("separate-player", player=show(merge.merged), by=None),
    )


def _check_chain(in_force: Mapping[int, Merge], kept: int, merged: int) -> None:
    """Refuse a merge into a merged number, and a merge of a number to which others lead."""
    if kept in in_force:
        into = show(in_force[kept].kept)
        problem = Sentence(
            "{merge}: merge into {into}", merge=merge_words(in_force[kept]), into=into
        )
        remedy = Remedy("merge-player", kept=into, player=show(merged), by=None)
        raise of_player(
            kept, problem, code="merged-already", field="kept", expected=into, remedy=remedy
        )
    other = next((merge for merge in in_force.values() if merge.kept == merged), None)
    if other is not None:
        problem = Sentence(
            "{merge}: separate them first, or merge the other way round", merge=merge_words(other)
        )
        remedy = Remedy("merge-player", kept=show(merged), player=show(kept), by=None)
        raise of_player(merged, problem, code="others-merged", remedy=remedy)


def _check_apart(house: House, in_force: Mapping[int, Merge], kept: int, merged: int) -> None:
    """Refuse a merge of two entrants of one report."""
    same = {kept, *(merge.merged for merge in in_force.values() if merge.kept == kept)}
    common = _tournaments(house, {merged}) & _tournaments(house, same)
    for tournament in sorted(common):
        of = read_tournament(house.read, tournament)
        for position in _reports_with_both(of, same, merged):
            raise Refused(
                Sentence(
                    "{kept} and {merged} are two entrants of {tournament} (report {report}), so "
                    "two persons; if the report is wrong, correct it first",
                    kept=show(kept),
                    merged=show(merged),
                    tournament=tournament,
                    report=Position(position),
                ),
                code="both-in-one-report",
                field="player",
                found=tournament,
                remedy=Remedy("correct-entrant", tournament=tournament, start_number=None),
            )


def _check_others(house: House, merge: Merge) -> None:
    """Refuse to give back a capital to which results of further merged numbers were added."""
    others = [one for one in merges(house.read).values() if one.kept == merge.kept]
    others = [one for one in others if one.merged != merge.merged]
    if not others:
        return
    house.catch_up()
    for opened in house.pools_opened():
        if not rulebook(opened.rulebook).chained:
            continue
        joins = house.official.replay(opened.pool).begun().joins
        if any(joined.carrier == joined.merged == merge.merged for joined in joins):
            other = show(max(others, key=attrgetter("position")).merged)
            raise of_player(
                merge.merged,
                Sentence(
                    "the capital of {kept} in {pool} is that of this number, and the results of "
                    "{other} were added to it: separate that one first, and merge it again "
                    "afterwards",
                    kept=show(merge.kept),
                    pool=opened.pool,
                    other=other,
                ),
                code="others-merged",
                field="player",
                remedy=Remedy("separate-player", player=other, by=None),
            )


def _reports_with_both(of: Tournament, same: set[int], merged: int) -> Iterable[int]:
    for report in of.history.in_order():
        players = set(players_of(report))
        if merged in players and players & same:
            yield report.position


def _tournaments(house: House, players: set[int]) -> set[str]:
    """Return the tournaments with an event about one of some players."""
    found: set[str] = set()
    with house.named_players() as named:
        positions = named.positions(players, 0, None, _ALL)
    for first in range(0, len(positions), _AT_ONCE):
        events = house.read.at(positions[first : first + _AT_ONCE]).values()
        found |= {event.stream for event in events if event.stream.startswith(_TOURNAMENT)}
    return {stream.removeprefix(_TOURNAMENT) for stream in found}
