"""Corrections of a result, an entrant, the details of a tournament, its list open or closed.

What is decided rests on the tournament as it stands and on the lists of every pool it counts for.
A correction is appended under the versions of all these streams: where a list is closed meanwhile,
it is decided anew: that list stays as sealed, and the next one books what is corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from ledger import canonical, register
from ledger.clock import today
from ledger.errors import Refused
from ledger.events.base import TournamentFact
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.intake.recording import record
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request
from ops import tournaments as words
from ops.adopting import opened
from ops.booked import (
    is_rated,
    lists_corrected,
    lists_of_details,
    uncounted_now,
    versions_expected,
)
from ops.tournaments import Tournament, read_tournament
from projections.official import Official
from projections.story import Correction


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
class _Decided:
    fact: TournamentFact
    report: int | None
    """The report it corrects; None: all of the tournament's."""
    rivals: tuple[Correction, ...]
    """Earlier corrections of the same thing."""
    about: str
    before: str
    after: str


def corrections_that_die(
    read: Reader, tournament: str, report: int | None = None
) -> list[Correction]:
    """Give what ends when the report that stands is replaced: results, entrants, its days.

    `report` is the position of one part, where the report came in parts.
    """
    story = read_tournament(read, tournament).story
    standing = [each for each in story.standing if report in (None, each)]
    of_days = [
        each
        for each in story.corrections
        if _is_of_details(each)
        and not each.no_effect
        and (each.payload.details.start or each.payload.details.end)
        and any(each.position > position for position in standing)
    ]
    found = [each for position in standing for each in story.in_force(position)]
    return sorted([*found, *of_days], key=lambda each: each.position)


def correct_result(
    ledger: Ledger,
    official: Official,
    tournament: str,
    game: str,
    results: tuple[str, str],
    *,
    by: str,
    article: str | None = None,
    recorded_by: str = "local",
) -> Corrected:
    """Correct the results of a game, `#position#index` or `round:start number of white`.

    `results` are TRF's codes of white and black; ½ is taken for =. Raises Refused for a game that
    is not there, for results that cannot stand together, where nothing changes, AlreadyBooked.
    """
    both = words.read_results(*results)

    def decide(of: Tournament) -> _Decided:
        position, index = words.find_game(of, game)
        fact = ResultCorrected(
            tournament=tournament,
            report=position,
            game=index,
            white_result=both[0],
            black_result=both[1],
            by=by,
            article=article,
        )
        games = of.story.standing[position].games
        stands = games.white_result[index] + games.black_result[index]
        return _Decided(
            fact,
            position,
            tuple(_of_same(of, position, game=index)),
            words.game_words(ledger.read, of, position, index),
            words.result_words(stands),
            words.result_words(both),
        )

    return _correct(ledger, official, tournament, decide, recorded_by)


def correct_entrant(
    ledger: Ledger,
    official: Official,
    tournament: str,
    number: int,
    player: int,
    *,
    by: str,
    report: int | None = None,
    article: str | None = None,
    recorded_by: str = "local",
) -> Corrected:
    """Let the entrant of a start number be another player.

    Where several parts stand, `report` says which. Raises Refused for an unknown entrant or
    player, one who stands in the report, where nothing changes, AlreadyBooked.
    """
    if player > register.last(ledger.read).player:
        raise Refused(f"player {register.show(player)}: the register holds no such player")

    def decide(of: Tournament) -> _Decided:
        position, row = words.find_entrant(of, number, report)
        fact = EntrantReassigned(
            tournament=tournament,
            report=position,
            entrant=row,
            player=player,
            by=by,
            article=article,
        )
        players = words.players_of(of.story.standing[position])
        if player in players and players[row] != player:
            raise Refused(
                f"{tournament}: {words.player_words(ledger.read, player)} stands in report "
                f"#{position} already; where entrants were exchanged, replace the report"
            )
        return _Decided(
            fact,
            position,
            tuple(_of_same(of, position, entrant=row)),
            f"entrant {number} of {tournament} (row {row} of #{position})",
            words.player_words(ledger.read, players[row]),
            words.player_words(ledger.read, player),
        )

    return _correct(ledger, official, tournament, decide, recorded_by)


def correct_details(
    ledger: Ledger,
    official: Official,
    tournament: str,
    given: Mapping[str, str],
    *,
    by: str,
    article: str | None = None,
    recorded_by: str = "local",
) -> Corrected:
    """Correct details of a tournament, given as texts by name; pools separated by commas.

    Details on which no list rests may be corrected at any time. Raises Refused for details there
    are not, pools not opened, days that contradict each other, where nothing changes; AlreadyBooked
    for what a list has booked whose rulebook does not say how closed lists are corrected.
    """
    details = words.read_details(given)
    for pool in details.pools or ():
        opened(ledger, pool)
    fact = TournamentDetailsCorrected(
        tournament=tournament, details=details, by=by, article=article
    )

    def decide(of: Tournament) -> _Decided:
        now = words.details_now(of)
        words.check_days(of, details, today(ledger.clock, ledger.zone()))
        return _Decided(
            fact,
            None,
            tuple(each for each in of.story.corrections if _is_of_details(each)),
            f"details of {tournament}",
            words.detail_words({name: now[name] for name in given}),
            words.detail_words({name: getattr(details, name) for name in given}),
        )

    return _correct(ledger, official, tournament, decide, recorded_by)


def _is_of_details(each: Correction) -> bool:
    return isinstance(each.payload, TournamentDetailsCorrected)


def _of_same(of: Tournament, report: int, **what: int) -> list[Correction]:
    """Give the earlier corrections of one game or entrant."""
    (name, row) = next(iter(what.items()))
    held = of.story.in_force(report)
    return [each for each in held if getattr(each.payload, name, None) == row]


def _correct(
    ledger: Ledger,
    official: Official,
    tournament: str,
    decide: Callable[[Tournament], _Decided],
    recorded_by: str,
) -> Corrected:
    last: list[_Decided] = []
    lists: list[str] = []

    def compose() -> Request | Receipt:
        official.catch_up()
        of = read_tournament(ledger.read, tournament)
        decided = decide(of)
        last[:] = [decided]
        return _request(official, of, decided, recorded_by, lists)

    receipt = record(ledger, compose)
    decided = last[0]
    fact = decided.fact
    rated = not isinstance(fact, TournamentDetailsCorrected) or is_rated(fact.details)
    said = (*lists, *uncounted_now(official, tournament)) if lists else ()
    return Corrected(fact, receipt, decided.about, decided.before, decided.after, rated, said)


def _request(
    official: Official, of: Tournament, decided: _Decided, recorded_by: str, lists: list[str]
) -> Request | Receipt:
    """Give the request, or the receipt where just this was recorded before.

    `lists` takes what is said of the closed lists it is about.
    """
    fact = decided.fact
    said = sha256(canonical.encode(fact)).hexdigest()
    key = f"correct:{fact.TYPE}:{_since(decided)}:{said[:32]}"
    for first in official.ledger.read.requests(key):
        return first
    if decided.before == decided.after:
        raise Refused(f"{decided.about}: it stands so already ({decided.after})")
    if isinstance(fact, TournamentDetailsCorrected):
        lists[:] = lists_of_details(official, of, fact.details)
    else:
        lists[:] = lists_corrected(official, fact.tournament, decided.report)
    expected = versions_expected(official, of) | _new_pools(official, fact)
    return Request(
        key,
        (NewEvent(fact),),
        fingerprint=bytes.fromhex(said),
        expected=expected,
        recorded_by=recorded_by,
    )


def _new_pools(official: Official, fact: TournamentFact) -> dict[str, int]:
    if not isinstance(fact, TournamentDetailsCorrected):
        return {}
    pools = official.facts.pools
    return {f"pool-{name}": pools[name].version for name in fact.details.pools or ()}


def _since(decided: _Decided) -> int | str:
    """Give the last correction of the same thing that said otherwise: what this one answers."""
    otherwise = [each.position for each in decided.rivals if each.payload != decided.fact]
    return otherwise[-1] if otherwise else "first"
