"""Completing a sheet of single games: the next list counts the sheet as a report."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ledger import columns
from ledger.errors import Refused
from ledger.events.games import SheetCompleted
from ledger.expected import or_later
from ledger.register.merges import merges
from ledger.sentences import Input, Position, Remedy, Sentence, tabled
from ledger.store.requests import NewEvent, Request
from ledger.tournaments import sketches
from ledger.tournaments.current_report import RecordedReport
from ledger.tournaments.folding import fold
from ledger.tournaments.recorded_report import counted_pools
from ledger.tournaments.same_tournaments import own_sketches, same_as
from ledger.tournaments.sheets import games_for, laid_out, reported_from_file, sheet_for
from ops.answers.tournament_games import Tournament, read_tournament
from ops.commands.composed import Composed, repeated
from ops.commands.look_ups import with_look_ups
from ops.commands.refusals import day_contradicts
from ops.house import House
from projections.rulebooks import rulebook

if TYPE_CHECKING:
    from ops.tournaments.recordings import CompleteSheet


def completed(house: House, asked: "CompleteSheet") -> Composed[SheetCompleted]:
    """Return the sheet of a month (`2026-01`), or of all games of a source (None).

    A complete sheet has the first receipt. Raises Refused: month without games, month in a pool
    that rates a tournament as a whole, games on another complete sheet, event recorded already.
    """
    tournament, month = asked.tournament, asked.month
    key = f"sheet:{tournament}:{month or 'all'}"
    first = house.read.request(key)
    if first is not None:
        return repeated(house, first)
    of = read_tournament(house.read, tournament)
    _check_divided(house, of, month)
    report = fold(of.events)
    _check_open(of, report, month)
    part = 1 + max((sheet.part for sheet in report.parts), default=0) if month else None
    fields = _fields(house, tournament, month)
    received, end = asked.received_on or house.today(), fields["end"]
    if received < end:
        problem = Sentence(
            "received on {received}, before its last game was played ({end})",
            received=received,
            end=end,
        )
        raise day_contradicts(problem, "received-on", received, or_later(end))
    sheet = SheetCompleted(
        tournament=tournament,
        month=month,
        part=part,
        received_on=received,
        another_event=asked.another_event,
        **fields,
    )
    _check_recorded_once(house, of, report, sheet)
    request = Request(key, (NewEvent(sheet),), expected={of.stream: of.version})
    return Composed(with_players_looked_up(house, of, request, (sheet,)), sheet)


def with_players_looked_up(
    house: House, of: Tournament, request: Request, sheets: Sequence[SheetCompleted]
) -> Request:
    """Return a request with the look-ups of the players of its sheets on external lists."""
    players = columns.read("".join(sheet.entrants.player for sheet in sheets), columns.PLAYER)
    days = [sheet.start for sheet in sheets]
    return with_look_ups(house.read, request, (pool_of_source(of),), days, set(players.tolist()))


def _fields(house: House, tournament: str, month: str | None) -> dict[str, Any]:
    games = games_for(house.read, tournament, month)
    if games:
        return laid_out(games)
    raise Refused(
        Sentence("{tournament}: no game of {month} is recorded", tournament=tournament, month=month)
        if month
        else Sentence("{tournament}: no game is recorded", tournament=tournament),
        code="no-games",
        field="month",
        found=month or "",
        expected=Sentence("a month with a game"),
        remedy=Remedy("add-game", tournament=tournament),
    )


def whole_articles(house: House) -> dict[str, str]:
    """Return by pool the article under which a report comes whole; not for pools with parts."""
    articles = {
        opened.pool: rulebook(opened.rulebook).whole_article for opened in house.pools_opened()
    }
    return {pool: article for pool, article in articles.items() if article}


def _check_divided(house: House, of: Tournament, month: str | None) -> None:
    pool = pool_of_source(of)
    article = whole_articles(house).get(pool)
    if article and month is not None:
        raise Refused(
            Sentence(
                "{tournament}: {pool} rates a tournament as one ({article}): when its last game "
                "was played, complete the sheet of all games, without a month",
                tournament=of.id,
                pool=pool,
                article=tabled(article),
            ),
            code="report-in-parts",
            field="month",
            found=month,
            expected=Sentence("no month"),
            remedy=Remedy("complete-sheet", tournament=of.id),
        )


def _check_open(of: Tournament, report: RecordedReport, month: str | None) -> None:
    other = sheet_for(report, month) if month else next(iter(report.parts), None)
    if other is not None:
        raise Refused(
            Sentence(
                "{tournament}: its games stand on a completed sheet already ({sheet})",
                tournament=of.id,
                sheet=Position(other.position),
            ),
            code="sheet-complete",
            field="month",
            found=month or "",
            expected=Sentence("games that are on no sheet"),
        )


def _check_recorded_once(
    house: House, of: Tournament, report: RecordedReport, sheet: SheetCompleted
) -> None:
    if sheet.another_event:
        return
    read = house.read
    again = Remedy(
        "complete-sheet",
        tournament=of.id,
        month=sheet.month or None,
        received_on=sheet.received_on,
        another_event=True,
    )
    asked = own_sketches(read, sketches.of_columns(sheet, merges(read)), report.parts)
    for same in same_as(read, asked, of.id):
        if same.equal and counted_pools(read, same.tournament) & counted_pools(read, of.id):
            raise Refused(
                Sentence(
                    "{tournament}: its games, players and days are those of {same} ({position}); "
                    "if it is another event, say so ({input})",
                    tournament=of.id,
                    same=same.tournament,
                    position=Position(same.position),
                    input=Input("another_event"),
                ),
                code="event-recorded",
                field="tournament",
                found=of.id,
                expected=Sentence("an event that is not on record"),
                remedy=again,
            )


def pool_of_source(of: Tournament) -> str:
    """Return the pool in which the single games of a tournament are rated.

    Raises Refused for a tournament with a report, or for several pools.
    """
    known = fold(of.events)
    report = reported_from_file(known)
    announce = Remedy("announce-tournament", pool=None, set="name=NAME")
    if report is not None:
        raise Refused(
            Sentence(
                "{tournament} has a report ({report}), which has all its games: correct it, or "
                "announce another tournament for games recorded one by one",
                tournament=of.id,
                report=Position(report.position),
            ),
            code="report-exists",
            field="tournament",
            found=of.id,
            expected=Sentence("a tournament without a report"),
            remedy=announce,
        )
    pools = known.announced.pools if known.announced else ()
    if len(pools) != 1:
        raise Refused(
            Sentence(
                "{tournament} counts for {pools}, and a single game is rated in one pool: announce "
                "a tournament for each",
                tournament=of.id,
                pools=pools,
            ),
            code="one-pool-needed",
            field="tournament",
            found=", ".join(pools),
            expected=Sentence("a tournament that counts for one pool"),
            remedy=announce,
        )
    return pools[0]
