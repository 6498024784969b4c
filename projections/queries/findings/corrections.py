"""Findings about corrections: without effect, too late for their list, or lapsed since.

The list that took a corrected tournament stays closed; the open decisions are those of the
tournament as corrected.
"""

from collections.abc import Iterable, Iterator

from ledger import columns
from ledger.events.catalogue import in_words
from ledger.events.report import EntrantReassigned
from ledger.sentences import ListName, Position, Remedy, Sentence
from ledger.store.numbering import TOURNAMENTS
from ledger.tournaments.current_report import Correction
from projections.finding import UNDECIDED, Finding, warning
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import concerns, late_corrections, recounts
from projections.queries.findings import checking
from projections.queries.recompute import preview
from projections.queries.recompute.corrected import as_booked
from projections.queries.recompute.not_counting import annulment_words
from projections.queries.recompute.rows import list_on, reports_now
from projections.queries.rows import Booking
from projections.rating.corrected import Correction as ListCorrection
from projections.state import competence
from projections.state.competence import NoEffect
from projections.state.decisions import decision_of, is_decision
from projections.state.history import TournamentHistory


def adjusted(pool: PoolQuery) -> Sentence:
    """Return the remedy where closed lists are not corrected."""
    return Sentence(
        "ratings that are wrong are adjusted: {adjust}",
        adjust=Remedy("decide-ratings-adjusted", pool=pool.name),
    )


def of_tournament(
    pool: PoolQuery, tournament: str, history: TournamentHistory, player: int | None = None
) -> Iterator[Finding]:
    """Yield the corrections of a tournament without effect, or too late for their list.

    `player`: only corrections that concern this player.
    """
    late_ones = late_corrections(pool, tournament, history)
    for correction in history.corrections:
        if player is not None and not concerns(history, correction, player):
            continue
        if correction.no_effect:
            says = Sentence(
                "{correction} ({kind}) had no effect: {why}",
                correction=Position(correction.position),
                kind=in_words(correction.kind),
                why=correction.no_effect,
            )
            yield warning("correction-without-effect", tournament, "", says)
        late = late_ones.get(correction.position)
        nothing = changes_nothing(pool, history, correction) if late else None
        if nothing is not None:
            article = correction.payload.article or ""
            yield warning("decision-without-effect", tournament, article, *nothing)
        elif late is not None:
            yield _late(pool, tournament, correction, *late)


def annulled(tournament: str, history: TournamentHistory) -> Iterator[Finding]:
    """Yield the annulled reports of a tournament, with the decision and how it is lifted."""
    for report in sorted(history.roots):
        annulment = history.annulment(report)
        if annulment is not None:
            why = annulment_words(history, report)
            says = Sentence("report {report}: {why}", report=Position(report), why=why)
            remedy = Sentence(
                "if it counts after all: {reinstate}",
                reinstate=Remedy(
                    "reinstate-report", tournament=tournament, report=str(report), by=None
                ),
            )
            article = annulment.payload.article or ""
            yield Finding("not rated", "report-annulled", tournament, article, says, remedy)


def of_player(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Yield the same for every tournament of a player."""
    for name in sorted(pool.official.facts.corrected, key=TOURNAMENTS.order):
        history = pool.tournament_history(name)
        in_pool = pool.name in history.announcement.pools or pool.bookings_of(name)
        if _contains(history, player) and in_pool:
            yield from of_tournament(pool, name, history, player)


def changes_nothing(
    pool: PoolQuery, history: TournamentHistory, correction: Correction
) -> NoEffect | None:
    """Return why a decision has no effect; None for any other correction."""
    edition = next((preview.edition_of(pool, report) for report in history.in_order()), None)
    if edition is None or not is_decision(correction.recorded):
        return None
    before = [
        decision_of(earlier.payload)
        for earlier in history.corrections
        if earlier.position < correction.position
        if earlier.report in (None, correction.report) and not earlier.no_effect
        if is_decision(earlier.recorded)
    ]
    return competence.without_effect(edition, decision_of(correction.payload), before)


def _late(
    pool: PoolQuery,
    tournament: str,
    correction: Correction,
    closed: RatingList,
    taking: RatingList | None,
) -> Finding:
    article = pool.law.correction_article
    recorded = Sentence(
        "{correction} ({kind}) was recorded after list {list:of} had booked the report",
        correction=Position(correction.position),
        kind=in_words(correction.kind),
        list=ListName(closed.period),
    )
    if not pool.law.corrected:
        says = Sentence(
            "{recorded}: not on any list, for closed lists of this rulebook are not corrected yet",
            recorded=recorded,
        )
        return Finding("open", "late-correction", tournament, "", says, adjusted(pool))
    if taking is None:
        says = Sentence(
            "{recorded}, which stays as sealed: the next list books what it changes",
            recorded=recorded,
        )
        return Finding("open", "late-correction", tournament, article, says)
    says = Sentence(
        "{recorded}, which stays as sealed: what it changes is booked on list {list:of}",
        recorded=recorded,
        list=ListName(taking.period),
    )
    return Finding("later", "late-correction", tournament, article, says)


def lapsed_of(pool: PoolQuery, booked: Booking) -> Iterator[Finding]:
    """Yield the players for whom corrections of a booked competition came to nothing."""
    for recount in recounts(pool, position=booked.position):
        if recount.lapsed:
            about = booked.tournament
            yield capital_ceased(pool, about, recount.player, about, booked.number)


def capital_ceased(
    pool: PoolQuery, about: str, player: int, tournament: str, number: int
) -> Finding:
    """Return the finding about a lapsed correction: the capital ceased since."""
    closed = pool.lists()[number]
    says = Sentence(
        "lapsed: a correction of {tournament}, which list {list:of} booked, for the rating of the "
        "player ended since",
        tournament=tournament,
        list=ListName(closed.period),
    )
    return warning("correction-lapsed", about, pool.law.correction_article, says, player=player)


def lapsed(pool: PoolQuery, unit: ListCorrection, on: RatingList) -> Finding:
    """Return the finding about a lapsed correction: the player left the list meanwhile."""
    closed = pool.lists()[unit.number]
    says = Sentence(
        "lapsed: a correction of list {list:of} ({due} as corrected, {booked} booked), for the "
        "player has not been on every list since",
        list=ListName(closed.period),
        due=unit.due_points,
        booked=unit.booked_points,
    )
    article = pool.law.correction_article
    return warning("correction-lapsed", on.period, article, says, player=unit.player)


def as_corrected(
    pool: PoolQuery,
    booked: Booking,
    on: RatingList,
    history: TournamentHistory,
    found: Iterable[Finding],
) -> Iterator[Finding]:
    """Yield findings about a booked tournament, with the open decisions as corrected since."""
    if all(correction.position <= on.through_position for correction in history.corrections):
        yield from found
        return
    then = list(found)
    now = [finding for finding in _now(pool, booked, on, history) if _asks(finding)]
    yield from (finding for finding in then if finding in now or not _asks(finding))
    yield from (finding for finding in now if finding not in then)


def _asks(finding: Finding) -> bool:
    return finding.kind == UNDECIDED and finding.player is None


def _now(
    pool: PoolQuery, booked: Booking, on: RatingList, history: TournamentHistory
) -> Iterator[Finding]:
    for report in reports_now(pool, booked, history):
        name = as_booked(pool, booked, report).edition
        if name:
            players = columns.read(report.player, columns.PLAYER).tolist()
            states = pool.states(players, list_on(pool, report.start, on).number)
            ratings = [states[p].rating if p in states else 0 for p in players]
            official, edition = pool.official, pool.law.edition(name)
            yield from checking.of_report(official, edition, report, ratings, pool.known)


def _contains(history: TournamentHistory, player: int) -> bool:
    """Return whether a player is, or was before a reassignment, in a tournament."""
    reports = (columns.read(report.player, columns.PLAYER) for report in history.current.values())
    return any(player in players for players in reports) or any(
        isinstance(correction.payload, EntrantReassigned) and correction.before == str(player)
        for correction in history.corrections
    )
