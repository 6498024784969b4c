"""Corrections of results, entrants and details of tournaments, before or after a closed list.

A correction rests on the tournament and on the lists of all its pools, and is appended under the
versions of these streams. If a list is closed meanwhile, it is composed again: that list stays as
sealed, and the next one books the correction.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ledger import canonical
from ledger.errors import Refused
from ledger.events.base import TournamentFact
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.register import identities
from ledger.register.merges import kept_player, merges
from ledger.sentences import Position, Remedy, Sentence, plain
from ledger.store.requests import NewEvent, Request
from ledger.tournaments.current_report import Correction
from ops.answers import tournament_games as games
from ops.answers.tournament_details import check_days, detail_words, details_now, read_details
from ops.answers.tournament_games import Tournament, read_tournament
from ops.commands.closed_list_effects import (
    KeptList,
    PoolWarning,
    is_rated,
    lists_corrected,
    lists_of_details,
    uncounted_now,
    versions_expected,
)
from ops.commands.composed import Composed
from ops.commands.look_ups import with_look_ups
from ops.house import House
from ops.tournaments.completing import whole_articles
from ops.tournaments.corrections import CorrectDetails, CorrectEntrant, CorrectResult
from ops.tournaments.details import texts


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction, with the subject before and after."""

    fact: TournamentFact
    named: Sentence
    was: Sentence
    becomes: Sentence
    report: int | None = None
    """The corrected report; None: all reports of the tournament."""
    lists: tuple[KeptList, ...] = ()
    """Closed lists that booked the subject."""

    @property
    def rated(self) -> bool:
        """Whether lists rest on the subject; no rating depends on some details."""
        fact = self.fact
        return not isinstance(fact, TournamentDetailsCorrected) or is_rated(fact.details)


def result_corrected(house: House, asked: CorrectResult) -> Composed[Corrected]:
    """Compose the right results of a game, `#position#index` or `round:start number of white`.

    The results are TRF's codes of white and black; ½ is read as =. Raises Refused: no such game,
    results that contradict, no change; AlreadyBooked.
    """
    both = games.read_results(asked.white, asked.black)
    of = _present(house, asked.tournament)
    report, index = games.find_game(of, asked.game)
    fact = ResultCorrected(
        tournament=of.id,
        report=report,
        game=index,
        white_result=both[0],
        black_result=both[1],
        by=asked.by,
        article=house.article,
    )
    present = of.history.current[report].games
    corrected = Corrected(
        fact,
        games.game_words(house.read, of, report, index),
        plain(games.result_words(present.white_result[index] + present.black_result[index])),
        plain(games.result_words(both)),
        report,
    )
    return _composed(house, of, corrected)


def entrant_corrected(house: House, asked: CorrectEntrant) -> Composed[Corrected]:
    """Compose the right player of a start number.

    `report` selects one of several parts. Raises Refused: entrant or player unknown, player
    already in the report, no change; AlreadyBooked.
    """
    player = identities.find(house.read, asked.player)
    of = _present(house, asked.tournament)
    position, row = games.find_entrant(of, asked.start_number, asked.report)
    players, merged = games.players_of(of.history.current[position]), merges(house.read)
    persons = [kept_player(merged, entrant) for entrant in players]
    if player in persons and persons[row] != player:
        raise Refused(
            Sentence(
                "{tournament}: {player} is in report {report} already; if two entrants were "
                "exchanged, replace the report ({import_it})",
                tournament=of.id,
                player=games.player_words(house.read, player),
                report=Position(position),
                import_it=Remedy("import-report", file=None, replaces=of.id),
            ),
            code="already-entered",
            field="player",
        )
    corrected = Corrected(
        EntrantReassigned(
            tournament=of.id,
            report=position,
            entrant=row,
            player=player,
            by=asked.by,
            article=house.article,
        ),
        Sentence(
            "entrant {number} of {tournament} (row {row} of {report})",
            number=asked.start_number,
            tournament=of.id,
            row=row,
            report=Position(position),
        ),
        plain(games.player_words(house.read, players[row])),
        plain(games.player_words(house.read, player)),
        position,
    )
    return _composed(house, of, corrected)


def details_corrected(house: House, asked: CorrectDetails) -> Composed[Corrected]:
    """Compose the right details of a tournament.

    Details on which no list rests may be corrected at any time. Raises Refused: unknown details or
    pools, days that contradict, no change; AlreadyBooked.
    """
    details = read_details(texts(asked.set))
    for pool in details.pools or ():
        house.pool_opened(pool)
    of = _present(house, asked.tournament)
    present = details_now(of)
    check_days(of, details, house.today())
    if any(report.part for report in of.history.current.values()):
        _refuse_divided(house, of, set(details.pools or ()) - set(present["pools"]))
    corrected = Corrected(
        TournamentDetailsCorrected(
            tournament=of.id, details=details, by=asked.by, article=house.article
        ),
        Sentence("details of {tournament}", tournament=of.id),
        plain(detail_words({name: present[name] for name in asked.set})),
        plain(detail_words({name: getattr(details, name) for name in asked.set})),
    )
    return _composed(house, of, corrected)


def _refuse_divided(house: House, of: Tournament, pools: set[str]) -> None:
    articles = whole_articles(house)
    for pool in sorted(pools & articles.keys()):
        problem = Sentence(
            "{tournament}: its report came in parts, and {pool} rates a tournament as one "
            "({article}): announce it for this pool by itself, and hand it in whole",
            tournament=of.id,
            pool=pool,
            article=articles[pool],
        )
        raise Refused(problem, code="report-in-parts", field="pools", found=pool)


def uncounted(house: House, corrected: Corrected) -> tuple[PoolWarning, ...]:
    """Return the pools whose closed lists counted the subject, but count the tournament no more."""
    return uncounted_now(house, corrected.fact.tournament) if corrected.lists else ()


# ------------------------------------------------------------------------- the common composition


def _present(house: House, tournament: str) -> Tournament:
    house.catch_up()
    return read_tournament(house.read, tournament)


def _composed(house: House, of: Tournament, corrected: Corrected) -> Composed[Corrected]:
    """Compose a correction of a present tournament; a repetition has the first receipt."""
    fact = corrected.fact
    digest = canonical.digest(fact)
    keys = [
        f"correct:{fact.TYPE}:{position}:{digest[:32]}" for position in _answered(of, corrected)
    ]
    if corrected.was == corrected.becomes:
        for receipt in (receipt for key in keys for receipt in house.read.requests(key)):
            return Composed(receipt, corrected)
        problem = Sentence(
            "{what}: it is so already ({now})", what=corrected.named, now=corrected.becomes
        )
        raise Refused(problem, code="nothing-differs", found=corrected.becomes)
    if isinstance(fact, TournamentDetailsCorrected):
        lists = lists_of_details(house, of, fact.details)
        pools = house.official.facts.pools
        new_pools = {f"pool-{name}": pools[name].version for name in fact.details.pools or ()}
    else:
        lists, new_pools = lists_corrected(house, of, corrected.report), {}
    request = Request(
        keys[0],
        (NewEvent(fact),),
        fingerprint=bytes.fromhex(digest),
        expected=versions_expected(house, of) | new_pools,
    )
    return Composed(_with_look_ups(house, of, request, fact), replace(corrected, lists=lists))


def _with_look_ups(house: House, of: Tournament, request: Request, fact: TournamentFact) -> Request:
    """Add the look-ups on external lists of a new player, or of all players for new days or pools.

    A start is that of the first report; the others have days of their own.
    """
    pools, reports = details_now(of)["pools"], of.history.current
    match fact:
        case EntrantReassigned():
            days, players = [reports[fact.report].start], {fact.player}
        case TournamentDetailsCorrected(details=new) if new.start or new.pools:
            pools = new.pools or pools
            days = [*filter(None, [new.start]), *(report.start for report in reports.values())]
            players = {player for one in reports.values() for player in games.players_of(one)}
        case _:
            return request
    return with_look_ups(house.read, request, pools, days, players)


def _answered(of: Tournament, corrected: Corrected) -> list[int]:
    """Return the positions of events possibly answered by a correction, newest first.

    The last contrary correction of the same subject (-1: none), and the later reports, which have
    days and time control of their own.
    """
    rivals = (
        rival for rival in _same_subject(of, corrected.fact) if rival.payload != corrected.fact
    )
    contrary = max((rival.position for rival in rivals), default=-1)
    reports = (position for position in of.history.roots if position > contrary)
    return [*sorted(reports, reverse=True), contrary]


def _same_subject(of: Tournament, fact: TournamentFact) -> Iterator[Correction]:
    """Yield the earlier corrections of the same game, entrant, or of the details."""
    if isinstance(fact, ResultCorrected | EntrantReassigned):
        name = "game" if isinstance(fact, ResultCorrected) else "entrant"
        for correction in of.history.in_force(fact.report):
            if getattr(correction.payload, name, None) == getattr(fact, name):
                yield correction
    else:
        for correction in of.history.corrections:
            if isinstance(correction.payload, TournamentDetailsCorrected):
                yield correction
