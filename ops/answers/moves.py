"""The effects of requests before their recording: two tracks, without and with the requests.

The next list of each pool is closed in both, in memory and on both tracks: rows, categories and
titles of a list to come are compared as those of closed lists. On the revised track closed lists
move too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ledger.errors import Refused
from ledger.events.catalogue import DEFINITIONS
from ledger.events.persons import PersonFact
from ledger.register import identities
from ledger.sentences import NO_SENTENCE, Sentence, plain
from ledger.store.reading import Recorded
from ops.access.actors import Actor
from ops.access.seeing import may_see
from ops.answers.abouts import Known
from ops.answers.answer import Answer, known_to
from ops.answers.differences import Difference, Value
from ops.house import House, TentativeHouse
from projections.finding import Finding
from projections.official.track import Track
from projections.queries import (
    NOT_IN_FORCE,
    NotCovered,
    PoolQuery,
    RatingList,
    changed_rows,
    findings,
)
from projections.queries.changed_rows import ENTERED, LEFT, ClosedList
from projections.queries.findings import absences
from projections.queries.next_lists import (
    NextLists,
    NoNextList,
    Tracks,
    in_order_of_closing,
    moved_lists,
    next_lists,
)

_Both = tuple[Value, Value]
"""The values before and after."""


class Move(Difference, frozen=True):
    """A difference made by requests: the value before, and the value after.

    What moves is also `promotion` (`after` is the category reached) or `finding`; of a list itself
    `closed`, `published` or `printing`; of a closed list that is another one on the revised track
    `players`. Values on the official track are None where only the revised track moves.
    """

    pool: str
    about: str
    """The list, or the tournament of a finding; `not announced`: the next list, as of today."""
    revised_before: Value = None
    """On the revised track; None: there is none, or only the official track moves."""
    revised_after: Value = None
    players: int | None = None
    """How many players differ on a closed list of the revised track."""


class AboutMoves(Known, frozen=True, kw_only=True):
    """What the effects of requests rest on."""

    events: int
    """Events that the requests would record."""
    next_lists: Mapping[str, Value]
    """By pool, the period of the next list, or the reason why it cannot be computed yet."""
    revised_next_lists: Mapping[str, Value]
    """On the revised track, where it is another one."""
    differences: Mapping[str, int]
    """How many, by `what`."""


class AboutPreview(AboutMoves, frozen=True, kw_only=True):
    """What a preview rests on."""

    token: str | None
    """With it a recording is exactly what was previewed; None: there is none."""
    no_token: Sentence | None = None
    """The reason."""


@dataclass(frozen=True)
class _Found:
    """A move before names are looked up."""

    pool: str
    about: str
    what: str
    before: Value
    after: Value
    player: int = 0
    revised: _Both = (None, None)
    players: int | None = None


def moves_of(house: TentativeHouse) -> Answer[Move, AboutMoves]:
    """Return the effects of everything tentative in a house: what differs, lists first.

    `about` has the position of the last recorded event, the number of tentative events, and the
    next list of each pool: its period, or the reason why it cannot be computed yet;
    `revised_next_lists` has that of the revised track, where it is another one.
    """
    tracks = [house.recorded, house.catch_up()]
    shown = _in_order_of_closing(house)
    revised = _on_revised_track(house, _on_revised(house, shown))
    stopped = tracks[0].stopped | tracks[1].stopped
    names = [name for name in shown if name not in stopped]
    of_findings = [found for name in names for found in _of_findings(house, name)]
    found: list[_Found] = []
    periods = {name: _period(stopped[name].words) for name in shown if name in stopped}
    for name in shown:
        pair: _Pair = stopped[name].words if name in stopped else NO_SENTENCE
        if name in names:
            found += _of_known_lists(tracks, name)
            pair = _next_lists(tracks, name)
        periods[name] = _period(pair)
        if name not in revised:
            found += _of_next_lists(name, pair, NO_SENTENCE)
            continue
        found += _of_next_lists(name, pair, revised[name].next)
        found += [
            _Found(name, period, "players", None, None, players=players)
            for period, players in revised[name].lists.items()
        ]
    found += of_findings
    on_revised = {name: _period(one.next) for name, one in revised.items()}
    about = AboutMoves(
        known_to=known_to(house.recorded.ledger.read),
        events=len(house.read.tentative),
        next_lists=periods,
        revised_next_lists={n: of for n, of in on_revised.items() if of != periods[n]},
        differences=dict(Counter(one.what for one in found)),
    )
    return Answer(about, tuple(_rows(house, found)))


def _rows(house: TentativeHouse, found: Sequence[_Found]) -> Iterator[Move]:
    called = identities.names(house.read, sorted({one.player for one in found if one.player}))
    for one in found:
        who = identities.show(one.player) if one.player else "", called.get(one.player, "")
        values = one.before, one.after
        yield Move(*who, one.what, *values, one.pool, one.about, *one.revised, players=one.players)


# ------------------------------------------------------------------------------- both tracks

_Pair = NextLists | Sentence
"""The next lists of a pool, or the reason why there are none."""


@dataclass(frozen=True)
class _OnRevised:
    """The differences in a pool on the revised track."""

    next: _Pair
    lists: Mapping[str, int]
    """By closed list that is another one, how many players differ."""


def _on_revised_track(house: TentativeHouse, names: Sequence[str]) -> dict[str, _OnRevised]:
    """Return the differences on the revised track, before official lists are closed."""
    if not names:
        return {}
    tracks = [house.revised_with(track) for track in (house.recorded, house.official)]
    lists = {name: moved_lists(tracks, name) for name in names}
    return {name: _OnRevised(_next_lists(tracks, name), lists[name]) for name in names}


def _next_lists(tracks: Tracks, name: str) -> _Pair:
    try:
        return next_lists(tracks, name)
    except NoNextList as error:
        return error.words


def _period(pair: _Pair) -> str | Sentence:
    return pair if isinstance(pair, Sentence) else pair.period


def _of_next_lists(name: str, official: _Pair, revised: _Pair) -> Iterator[_Found]:
    """Yield the differences on the next list, then promotions, in the order of the official track.

    A rating that moves on one track alone has beside it the rating on the other.
    """
    tracks = _differences(official), _differences(revised)
    moving = [_moving_ratings(moved) for moved in tracks]
    for track, pair in enumerate((official, revised)):
        still = sorted(moving[not track].keys() - moving[track].keys())
        tracks[track].update(_ratings(pair, {who: moving[not track][who] for who in still}))
    period = str(_period(revised if isinstance(official, Sentence) else official))
    for (what, player), *values in _joined(*tracks):
        yield _Found(name, period, what, *values[0], player, values[1])
    for (on, player), *values in _joined(_promotions(official), _promotions(revised)):
        yield _Found(name, on, "promotion", *values[0], player, values[1])


_Moved = dict[tuple[str, int], _Both]
"""By what moves, or the list, and the player: the values before and after."""


def _joined(official: _Moved, revised: _Moved) -> Iterator[tuple[tuple[str, int], _Both, _Both]]:
    for key in dict.fromkeys((*official, *revised)):
        yield key, official.get(key, (None, None)), revised.get(key, (None, None))


def _differences(pair: _Pair) -> _Moved:
    found = () if isinstance(pair, Sentence) else pair.differences()
    return {(what, player): (was, now) for what, player, was, now in found}


def _promotions(pair: _Pair) -> _Moved:
    found = () if isinstance(pair, Sentence) else pair.promotions()
    return {(period, player): (was, now) for period, player, was, now in found}


def _moving_ratings(moved: _Moved) -> dict[int, str]:
    """Return by player whether the rating entered, left or moved."""
    return {player: what for what, player in moved if what in (ENTERED, LEFT, "rating")}


def _ratings(pair: _Pair, moving: Mapping[int, str]) -> _Moved:
    """Return the ratings of players on the next list, where listed, under what moves elsewhere."""
    found = {} if isinstance(pair, Sentence) else {who: pair.ratings(who) for who in moving}
    return {(moving[who], who): both for who, both in found.items() if any(both)}


def prepare(house: House) -> None:
    """Compute the revised track from which `moves` begins, and keep the track in memory."""
    if _on_revised(house, _in_order_of_closing(house)):
        house.revised_beside(house.official)


def _on_revised(house: House, names: Sequence[str]) -> list[str]:
    """Return the pools with a revised track visible to the actor."""
    return [name for name in names if may_see(house.actor, "outlook", (name,))]


def _in_order_of_closing(house: House) -> list[str]:
    """Return the pools of a house in the order of closing.

    A next list is not public: pools are left out whose unpublished lists the actor may not see.
    """
    seen = partial(may_see, house.actor, "unpublished-list")
    return [name for name in in_order_of_closing(house.official) if seen((name,))]


def _pool(track: Track, name: str) -> PoolQuery | None:
    """Return a pool of a track; None where it is not opened."""
    return PoolQuery(track, name) if name in track.facts.pools else None


def _lists(track: Track, name: str) -> list[RatingList]:
    pool = _pool(track, name)
    try:
        return pool.lists()[1:] if pool else []
    except NotCovered:
        return []


def _of_known_lists(tracks: Tracks, name: str) -> Iterator[_Found]:
    """Yield lists closed by the requests, lists with another day in force, and new printings."""
    known = {row.period: row for row in _lists(tracks[0], name)}
    for row in _lists(tracks[1], name):
        was = known.get(row.period)
        if was is None:
            yield _Found(name, row.period, "closed", None, str(row.list_date))
        elif was.in_force_from != row.in_force_from:
            yield _Found(name, row.period, "published", _day(was), _day(row))
        if was is not None and was.printing != row.printing:
            yield _Found(name, row.period, "printing", was.printing, row.printing)
            pools = (PoolQuery(track, name) for track in tracks)
            one, other = (ClosedList(*pair) for pair in zip(pools, (was, row), strict=True))
            for what, player, then, now in changed_rows.differences(one, other):
                yield _Found(name, row.period, what, then, now, player)


def _day(row: RatingList) -> str | None:
    return None if row.in_force_from == NOT_IN_FORCE else str(row.in_force_from)


def _of_findings(house: TentativeHouse, name: str) -> Iterator[_Found]:
    """Yield the new and the vanished findings about tournaments and persons of tentative events."""
    were, are = Counter[Finding](), Counter[Finding]()
    for event in {(event.stream, event.type): event for event in house.read.tentative}.values():
        were |= Counter(_findings(house.recorded, house.actor, name, event))
        are |= Counter(_findings(house.official, house.actor, name, event))
    for finding in (were - are).elements():
        yield _Found(name, finding.about, "finding", _words(finding), None, finding.player or 0)
    for finding in (are - were).elements():
        yield _Found(name, finding.about, "finding", None, _words(finding), finding.player or 0)


def _findings(track: Track, actor: Actor, name: str, event: Recorded) -> list[Finding]:
    """Return the findings that an event can change; personal ones only for their readers."""
    pool, personal = _pool(track, name), may_see(actor, "personal-finding")
    tournament = event.stream.removeprefix("tournament-")
    try:
        if pool and personal and issubclass(DEFINITIONS[event.type], PersonFact):
            return absences.of_player(pool, event.decoded().payload.player)
        if pool and tournament in track.facts.announcements:
            found = findings.of_tournament(pool, tournament)
            return found + (absences.of_tournament(pool, tournament) if personal else [])
    except (Refused, LookupError):  # it is not of this pool, or the pool had not begun
        pass
    return []


def _words(finding: Finding) -> Sentence:
    says = plain(finding.says)
    if not finding.article:
        return says
    return Sentence("{article}: {says}", article=finding.article, says=says)
