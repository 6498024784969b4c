"""Checks of a decision before recording: whether an effect is possible."""

from collections.abc import Iterable
from functools import cached_property

from ledger import columns
from ledger.actors.described import Descriptions
from ledger.errors import Refused
from ledger.events.access import BodyNamed
from ledger.events.base import Fact, PoolFact, TournamentFact
from ledger.events.counting import GameAdmitted, ReportCompared, TournamentCancelled
from ledger.events.external import ExternalListCompleted
from ledger.events.pool import (
    AdjustmentWithdrawn,
    EntryCapitalDecided,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.events.rules import RulesCompared
from ledger.register import identities
from ledger.register.merges import Merge, merges
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store.withheld import WithheldReports
from ledger.tournaments.recorded_report import folded
from ops.answers.tournament_games import Tournament, read_tournament
from ops.commands import award_checks, rating_checks
from ops.commands.refusals import of_player, unknown_player
from ops.house import House
from ops.words import states
from projections.queries import PoolQuery
from projections.rulebooks import rulebook


class Present:
    """Pools and tournaments at the end of the ledger, each read once, for the checks of a request.

    A request composed again needs a new one.
    """

    def __init__(self, house: House) -> None:
        """Look at a ledger; nothing is read before a check asks for it."""
        self.house = house
        self._pools: dict[str, PoolQuery] = {}
        self._tournaments: dict[str, Tournament] = {}

    def pool(self, name: str) -> PoolQuery:
        """Return a pool with everything recorded. Raises UnknownPool, ReplayStopped."""
        if not self._pools:
            self.house.catch_up()
        if name not in self._pools:
            self._pools[name] = self.house.pool(name)
        return self._pools[name]

    def tournament(self, tournament: str) -> Tournament:
        """Return a tournament with all corrections. Raises Refused for an unknown tournament."""
        if tournament not in self._tournaments:
            self._tournaments[tournament] = read_tournament(self.house.read, tournament)
        return self._tournaments[tournament]

    @cached_property
    def merges(self) -> dict[int, Merge]:
        """Merges in force, by merged number."""
        return merges(self.house.read)

    @cached_property
    def last_player(self) -> int:
        """Last register number given; 0: none."""
        return identities.last(self.house.read).player


class PlayedAlready(Refused):
    """A tournament with a report was played: refusal is possible, cancellation is not."""

    def __init__(self, tournament: str, report: int) -> None:
        """Name the tournament and the position of its report."""
        super().__init__(
            Sentence(
                "{tournament}: the tournament was played, since it has a report ({report}); only a "
                "tournament that never took place is cancelled. To take it off the ratings (on the "
                "next list, if a closed list counts it), refuse it: {refuse}",
                tournament=tournament,
                report=Position(report),
                refuse=Remedy("decide-tournament-refused", tournament=tournament, by=None),
            ),
            field="tournament",
            found=tournament,
            expected=Sentence("a tournament without a report"),
        )


def _check_comparison(house: House, fact: RulesCompared) -> None:
    """Refuse a comparison of an unknown edition, or on a day to come. Raises OutsideRulebook."""
    rulebook(fact.rulebook).edition(fact.edition)
    if fact.compared_on > house.today():
        raise Refused(
            Sentence("{day} is to come: write the day of the comparison", day=fact.compared_on),
            code="day-to-come",
            field="compared_on",
            found=fact.compared_on,
        )


def _check_body(house: House, fact: BodyNamed) -> None:
    """Refuse a public name for an actor described as a person or a program."""
    described = Descriptions(house.ledger.engine).of(fact.actor)
    if described is not None and described.kind != "body":
        raise not_a_body(fact.actor, described.kind)


def not_a_body(actor: str, kind: str) -> Refused:
    """Return the refusal of a public name for an actor of another kind."""
    return Refused(
        Sentence(
            "{actor}: only a body has a public name ({kind})",
            actor=actor,
            kind=states.word("kind of actor", kind),
        ),
        code="not-a-body",
        field="actor",
        found=actor,
        expected=Sentence("a body"),
    )


def check(present: Present, fact: Fact) -> None:
    """Refuse a decision without possible effect."""
    _check_registered(present, fact)
    if isinstance(fact, RulesCompared):
        _check_comparison(present.house, fact)
    if isinstance(fact, BodyNamed):
        _check_body(present.house, fact)
    if isinstance(fact, RatingsAdjusted):
        rating_checks.check_adjustment(present.pool(fact.pool), fact)
    elif isinstance(fact, RatingsAnnulled):
        rating_checks.check_annulment(present.pool(fact.pool), fact)
    elif isinstance(fact, AdjustmentWithdrawn):
        rating_checks.check_withdrawal(present.pool(fact.pool), fact)
    elif isinstance(fact, EntryCapitalDecided):
        rating_checks.check_entry(present.pool(fact.pool), fact)
    elif isinstance(fact, award_checks.Decided):
        award_checks.check(present.pool(fact.pool), fact)
    elif isinstance(fact, ReportCompared):
        _check_file(present, fact)
    elif isinstance(fact, TournamentFact):
        _check_tournament(present.tournament(fact.tournament), fact)


def _check_registered(present: Present, fact: Fact) -> None:
    decided = getattr(fact, "player", None)
    if decided is None:
        return
    players = [decided] if isinstance(decided, int) else columns.read(decided, columns.PLAYER)
    last = max(players, default=0)
    if last > present.last_player:
        raise unknown_player(last)
    if isinstance(fact, PoolFact | ExternalListCompleted):
        _check_not_merged(present, players)


def _check_not_merged(present: Present, players: Iterable[int]) -> None:
    """Refuse a decision about a merged number: its lists show the kept player alone."""
    merged = present.merges
    for player in players:
        if int(player) in merged:
            merge = merged[int(player)]
            kept = identities.show(merge.kept)
            problem = Sentence(
                "{merge}: decide about {kept}", merge=identities.merge_words(merge), kept=kept
            )
            raise of_player(int(player), problem, code="merged-already", expected=kept)


# ------------------------------------------------------------------------ tournaments and games


def _check_tournament(tournament: Tournament, fact: TournamentFact) -> None:
    reports = tournament.history.current
    report, game = getattr(fact, "report", None), getattr(fact, "game", None)
    if report is not None:
        _check_report(tournament, fact.tournament, Position(report), game)
    if isinstance(fact, TournamentCancelled) and reports:
        raise PlayedAlready(fact.tournament, min(reports))
    if isinstance(fact, GameAdmitted) and not fact.article:
        problem = Sentence(
            "a game is admitted past one article: {input}, as the finding cites it",
            input=Input("article"),
        )
        raise Refused(problem, code="article-needed", field="article")


def _check_report(tournament: Tournament, name: str, report: Position, game: int | None) -> None:
    """Refuse a report that does not stand, and a game that it has not."""
    reports = tournament.history.current
    if report not in reports:
        problem = Sentence(
            "{tournament}: report {report} does not stand", tournament=name, report=report
        )
        raise Refused(problem, code="unknown-report", field="report", found=f"#{report}")
    if game is not None and game >= reports[report].game_count:
        problem = Sentence(
            "{tournament}: report {report} has no game #{game}",
            tournament=name,
            report=report,
            game=game,
        )
        raise Refused(problem, code="unknown-game", field="game", found=game)


def _check_file(present: Present, fact: ReportCompared) -> None:
    """Refuse a file that is neither recorded nor withheld, and the tournament's own."""
    ledger = present.house.ledger
    if not present.tournament(fact.tournament).history.current:
        problem = Sentence(
            "{tournament} has no report, with which a file could be compared",
            tournament=fact.tournament,
        )
        raise Refused(problem, code="report-needed", field="tournament", found=fact.tournament)
    withheld = {row.file for row in WithheldReports(ledger.engine).unrecorded()}
    if not (fact.file in withheld or ledger.read.requests(f"import:{fact.file}:")):
        raise Refused(
            Sentence("no report of this file is recorded or withheld: {file}", file=fact.file),
            code="unknown-file",
            field="file",
            found=fact.file,
            expected=Sentence(
                "the file of a report, as {pending} names it",
                pending=Remedy("list-pending-decisions", pool=None),
            ),
        )
    parts = folded(ledger.read, fact.tournament).parts
    if any(getattr(part.report, "file", "") == fact.file for part in parts):
        raise Refused(
            Sentence(
                "this file is the report of {tournament} itself: name the other tournament",
                tournament=fact.tournament,
            ),
            code="own-report",
            field="tournament",
            found=fact.tournament,
            expected=Sentence("the tournament that it is compared with"),
        )
