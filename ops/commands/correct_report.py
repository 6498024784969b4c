"""Corrections of a result, an entrant, the details of a tournament, its list open or closed.

What is decided rests on the tournament as it stands and on the lists of every pool it counts for.
A correction is appended under the versions of all these streams: where a list is closed meanwhile,
it is decided anew: that list stays as sealed, and the next one books what is corrected.
"""

from __future__ import annotations

from collections.abc import Mapping

from ledger.errors import Refused, Remedy
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.register import identities
from ledger.store.reading import Reader
from ledger.tournaments.course import Correction
from ops.answers import tournament_games as words
from ops.answers.tournament_details import check_days, detail_words, details_now, read_details
from ops.answers.tournament_games import Tournament
from ops.commands.rated_whole import refuse_divided
from ops.commands.record_correction import Corrected, Decided, record_correction
from ops.house import House


def correct_result(
    house: House,
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

    def decide(of: Tournament) -> Decided:
        position, index = words.find_game(of, game)
        return _of_game(
            house.read,
            of,
            ResultCorrected(
                tournament=tournament,
                report=position,
                game=index,
                white_result=both[0],
                black_result=both[1],
                by=by,
                article=article,
            ),
        )

    return record_correction(house, tournament, decide, recorded_by)


def _of_game(read: Reader, of: Tournament, fact: ResultCorrected) -> Decided:
    games = of.story.standing[fact.report].games
    stands = games.white_result[fact.game] + games.black_result[fact.game]
    return Decided(
        fact,
        fact.report,
        tuple(_of_same(of, fact.report, game=fact.game)),
        words.game_words(read, of, fact.report, fact.game),
        words.result_words(stands),
        words.result_words(fact.white_result + fact.black_result),
    )


def correct_entrant(
    house: House,
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
    if player > identities.last(house.read).player:
        raise Refused(
            f"player {identities.show(player)}: the register holds no such player",
            code="unknown-player",
            field="player",
            found=identities.show(player),
        )

    def decide(of: Tournament) -> Decided:
        position, row = words.find_entrant(of, number, report)
        return _of_entrant(
            house.read,
            of,
            number,
            EntrantReassigned(
                tournament=tournament,
                report=position,
                entrant=row,
                player=player,
                by=by,
                article=article,
            ),
        )

    return record_correction(house, tournament, decide, recorded_by)


def _of_entrant(read: Reader, of: Tournament, number: int, fact: EntrantReassigned) -> Decided:
    players, row = words.players_of(of.story.standing[fact.report]), fact.entrant
    if fact.player in players and players[row] != fact.player:
        raise Refused(
            f"{fact.tournament}: {words.player_words(read, fact.player)} stands in report "
            f"#{fact.report} already; where entrants were exchanged, replace the report",
            code="stands-already",
            field="player",
            remedy=Remedy("tournament import", ("FILE", "--replaces", fact.tournament)),
        )
    return Decided(
        fact,
        fact.report,
        tuple(_of_same(of, fact.report, entrant=row)),
        f"entrant {number} of {fact.tournament} (row {row} of #{fact.report})",
        words.player_words(read, players[row]),
        words.player_words(read, fact.player),
    )


def correct_details(
    house: House,
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
    details = read_details(given)
    for pool in details.pools or ():
        house.pool_opened(pool)
    fact = TournamentDetailsCorrected(
        tournament=tournament, details=details, by=by, article=article
    )

    def decide(of: Tournament) -> Decided:
        now = details_now(of)
        check_days(of, details, house.today())
        if any(each.part for each in of.story.standing.values()):
            more = [each for each in details.pools or () if each not in now["pools"]]
            refuse_divided(house, tournament, more)
        return Decided(
            fact,
            None,
            tuple(each for each in of.story.corrections if _is_of_details(each)),
            f"details of {tournament}",
            detail_words({name: now[name] for name in given}),
            detail_words({name: getattr(details, name) for name in given}),
        )

    return record_correction(house, tournament, decide, recorded_by)


def _is_of_details(each: Correction) -> bool:
    return isinstance(each.payload, TournamentDetailsCorrected)


def _of_same(of: Tournament, report: int, **what: int) -> list[Correction]:
    """Give the earlier corrections of one game or entrant."""
    (name, row) = next(iter(what.items()))
    held = of.story.in_force(report)
    return [each for each in held if getattr(each.payload, name, None) == row]
