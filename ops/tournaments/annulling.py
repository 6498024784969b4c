"""Annulment of a report, and reinstatement: a decision, and a second one lifting the first.

Like a correction, the decision rests on the tournament and on the lists of its pools. Closed lists
stay as sealed: the next list takes the booked points back, or books them again.
"""

from collections.abc import Mapping

from ledger import canonical
from ledger.errors import Refused
from ledger.events.counting import ReportAnnulled, ReportDecision, ReportReinstated
from ledger.register.identities import merge_words
from ledger.register.merges import kept_player, merges
from ledger.sentences import Body, Input, Position, Remedy, Sentence, plain
from ledger.store.requests import NewEvent, Request
from ops.answers.tournament_games import Tournament, players_of, read_tournament
from ops.commands.closed_list_effects import KeptList, lists_corrected, versions_expected
from ops.commands.composed import Composed
from ops.house import House
from ops.tournaments.correcting import Corrected
from ops.tournaments.corrections import AnnulReport, ReinstateReport
from projections.state.reports import Report

_COUNTS, _ANNULLED = Sentence("it counts"), Sentence("annulled")


def annulled(house: House, asked: AnnulReport) -> Composed[Corrected]:
    """Compose the annulment of a report; `report` selects one of several parts.

    The same decision again gives the first receipt. Raises Refused: no such report, replaced, or
    annulled by another decision; AlreadyBooked.
    """
    house.catch_up()
    of = read_tournament(house.read, asked.tournament)
    position = _chosen(of, asked.report, of.history.current or of.history.annulled)
    fact = ReportAnnulled(tournament=of.id, report=position, by=asked.by, article=house.article)
    known = of.history.annulment(position)
    if known is not None:
        if known.payload == fact:
            return _repeated(house, fact, known.position)
        raise Refused(
            Sentence(
                "{tournament}: report {report} was annulled already, by decision {decision} of "
                "{body}; to annul it on other grounds, lift that decision first: {lift}",
                tournament=of.id,
                report=Position(position),
                decision=Position(known.position),
                body=Body(known.payload.by),
                lift=Remedy("reinstate-report", tournament=of.id, by=None),
            ),
            code="annulled-already",
            field="report",
            found=f"#{position}",
        )
    return _composed(house, of, NewEvent(fact))


def reinstated(house: House, asked: ReinstateReport) -> Composed[Corrected]:
    """Compose the end of the annulment of a report; `report` selects one of several.

    The same decision again gives the first receipt. A refusal of the tournament stays. Raises
    Refused: no such report, not annulled, two of its players merged since; AlreadyBooked.
    """
    house.catch_up()
    of = read_tournament(house.read, asked.tournament)
    position = _chosen(of, asked.report, of.history.annulled or of.history.current)
    known = of.history.annulment(position)
    if known is None:
        last = _last(of, position)
        if isinstance(last, ReportReinstated) and (last.by, last.article) == (
            asked.by,
            house.article,
        ):
            return _repeated(house, last, _last_position(of, position))
        raise Refused(
            Sentence(
                "{tournament}: report {report} is not annulled, so there is nothing to lift; a "
                "refused or cancelled tournament is reinstated otherwise: {reinstate}",
                tournament=of.id,
                report=Position(position),
                reinstate=Remedy("decide-tournament-reinstated", tournament=of.id, by=None),
            ),
            code="not-annulled",
            field="report",
            found=f"#{position}",
            remedy=Remedy("show-tournament", tournament=of.id),
        )
    _check_persons(house, of, position)
    fact = ReportReinstated(
        tournament=of.id,
        report=position,
        lifts=known.position,
        by=asked.by,
        article=house.article,
    )
    return _composed(house, of, NewEvent(fact, supersedes=known.recorded.event_id))


def _check_persons(house: House, of: Tournament, report: int) -> None:
    """Refuse a report with two players merged since: it names one person twice."""
    merged = merges(house.read)
    players = set(players_of(of.history.annulled[report]))
    for player in players & merged.keys():
        others = {kept_player(merged, other) for other in players - {player}}
        if merged[player].kept in others:
            raise Refused(
                Sentence(
                    "{tournament}: report {report} names one person twice, because {merge}; import "
                    "the right report in its place, or separate the players",
                    tournament=of.id,
                    report=Position(report),
                    merge=merge_words(merged[player]),
                ),
                code="both-in-one-report",
                field="report",
                found=f"#{report}",
                remedy=Remedy("import-report", file=None, replaces=of.id),
            )


def _chosen(of: Tournament, report: int | None, standing: Mapping[int, Report]) -> int:
    """Return the position of the report meant. Raises Refused for none, several, a replaced one."""
    if report is None and len(standing) == 1:
        return next(iter(standing))
    if report is None and standing:
        found = tuple(map(Position, sorted(standing)))
        problem = Sentence(
            "{tournament}: several reports stand: name one of them ({input}), of {reports}",
            tournament=of.id,
            input=Input("report"),
            reports=found,
        )
        expected = " or ".join(f"#{position}" for position in found)
        raise Refused(problem, code="option-needed", field="report", expected=expected)
    every = {**of.history.current, **of.history.annulled}
    if report in every:
        return report
    known = plain(", ".join(f"#{position}" for position in sorted(every))) or Sentence("none")
    what = Sentence("it has no report")
    if report is not None:
        what = Sentence("there is no report {report}", report=Position(report))
        if report in of.history.roots:
            what = Sentence("report {report} was replaced", report=Position(report))
    problem = Sentence(
        "{tournament}: {what}; reports that stand: {known}",
        tournament=of.id,
        what=what,
        known=known,
    )
    shown = "" if report is None else f"#{report}"
    raise Refused(problem, code="unknown-report", field="report", found=shown, expected=known)


def _last(of: Tournament, report: int) -> ReportDecision | None:
    """Return the last decision about a report as a whole."""
    position = _last_position(of, report)
    found = (one.payload for one in of.history.corrections if one.position == position)
    return next(found, None)


def _last_position(of: Tournament, report: int) -> int:
    """Return the position of that decision; -1: none."""
    decisions = (
        one.position
        for one in of.history.in_force(report)
        if isinstance(one.payload, ReportDecision)
    )
    return max(decisions, default=-1)


def _composed(house: House, of: Tournament, new: NewEvent) -> Composed[Corrected]:
    """Compose the request of a decision about a report.

    The key holds the position of the previous decision about the report: the same decision after
    an opposite one is recorded anew.
    """
    fact = new.fact
    assert isinstance(fact, ReportDecision)
    lists = lists_corrected(house, of, fact.report)
    digest = canonical.digest(fact)
    key = f"decide:{fact.TYPE}:{_last_position(of, fact.report)}:{digest[:32]}"
    expected = versions_expected(house, of)
    request = Request(key, (new,), fingerprint=bytes.fromhex(digest), expected=expected)
    return Composed(request, _result(fact, lists))


def _repeated(house: House, fact: ReportDecision, position: int) -> Composed[Corrected]:
    return Composed(house.read.request_at(position), _result(fact))


def _result(fact: ReportDecision, lists: tuple[KeptList, ...] = ()) -> Corrected:
    words = (_COUNTS, _ANNULLED) if isinstance(fact, ReportAnnulled) else (_ANNULLED, _COUNTS)
    about = Sentence(
        "report {report} of {tournament}", report=Position(fact.report), tournament=fact.tournament
    )
    return Corrected(fact, about, *words, fact.report, lists)
