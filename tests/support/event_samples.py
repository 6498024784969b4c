"""A valid event of every type, for tests of events, golden bytes and the store."""

from datetime import date

from ledger import columns
from ledger.events.access import (
    ActorRoleGranted,
    ActorRoleWithdrawn,
    ApiKeyMade,
    ApiKeyReopened,
    ApiKeyRevoked,
    BodyNamed,
)
from ledger.events.appeals import (
    AppealAdmitted,
    AppealAnswered,
    AppealDecided,
    AppealDeclaredInadmissible,
    AppealFiled,
    AppealNotified,
    AppealRulesSet,
    EffectSuspended,
    MemberRecused,
)
from ledger.events.approval import ApprovalPolicySet, ProposalMade, ProposalWithdrawn
from ledger.events.base import Fact
from ledger.events.counting import (
    ExemptionGranted,
    GameAdmitted,
    GameExcluded,
    ReportAnnulled,
    ReportCompared,
    ReportReinstated,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.deviations import DeviationRecorded
from ledger.events.entering import EntryRatingTaken, ForeignPlayerConverted
from ledger.events.external import (
    ExternalListCompleted,
    ExternalListRecorded,
    ExternalListSearched,
)
from ledger.events.games import GamePlayed, SheetCompleted
from ledger.events.opening import ClockCorrected, LedgerOpened, LedgerRestored
from ledger.events.outside_play import BonusGranted, BonusWithdrawn, MalusApplied, MalusWithdrawn
from ledger.events.persons import (
    PlayerDeathWithdrawn,
    PlayerDied,
    PlayerSuspended,
    PlayerSuspensionLifted,
)
from ledger.events.pool import (
    AdjustmentWithdrawn,
    CategoryAwarded,
    CategoryWithdrawn,
    ClosingPolicySet,
    EntryCapitalDecided,
    ListPublished,
    ListScheduled,
    NewcomerRows,
    ParameterSet,
    PeriodClosed,
    PoolOpened,
    PoolZoneCorrected,
    RatingsAdjusted,
    RatingsAnnulled,
    RatingsCarriedOver,
    RulebookAdopted,
)
from ledger.events.publication import PublicationPolicySet
from ledger.events.register import (
    ErasedNames,
    PersonalDataErased,
    PlayerDetailsChanged,
    PlayerDetailsCorrected,
    PlayersMerged,
    PlayersRegistered,
    PlayersSeparated,
)
from ledger.events.report import (
    Bye,
    EntrantReassigned,
    Entrants,
    Games,
    ReportPartSubmitted,
    ReportReplaced,
    ResultCorrected,
    Round,
    TournamentSubmitted,
)
from ledger.events.rules import RulesCompared
from ledger.events.teams import Teams
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered


def digest(letter: str) -> str:
    """Return a digest of nothing: a hexadecimal digit, 64 times."""
    return letter * 64


def players(*numbers: int) -> str:
    """A column of register numbers."""
    return columns.write(numbers, columns.PLAYER)


def fours(*numbers: int) -> str:
    """A column of numbers or ratings of four digits."""
    return columns.write(numbers, columns.NUMBER)


SAMPLES: tuple[Fact, ...] = (
    LedgerOpened(origin="example.org", zone="Europe/Rome", format=1),
    LedgerOpened(origin="example.org", zone="Europe/Rome", format=1, clock_limit_days=400),
    ClockCorrected(first=8, last=9, true_until=1_767_323_045_000_005),
    PoolZoneCorrected(pool="fide-standard", zone="Europe/Rome"),
    LedgerRestored(incarnation=2, known_position=(1 << 53) - 1, known_hash=digest("9")),
    PlayersRegistered(
        player=players(1, 2, 571),
        birth_year=fours(1975, 0, 2011),
        sex="mw-",
        federation="ITAFRA---",
        commitment=digest("a") + digest("b") + digest("c"),
    ),
    TournamentRegistered(
        tournament="T-000412",
        name="Torneo di Città di Castello – Open Ω",
        place="Città di Castello",
        federation="ITA",
        pools=("fide-standard", "rubele-italiana"),
        start=date(2026, 1, 27),
        end=date(2026, 2, 1),
        registered_on=date(2026, 1, 2),
        pairing_system="Dutch Swiss",
        time_control="5400+30",
        norms_possible=True,
        match_games=12,
        weight="1/2",
    ),
    TournamentSubmitted(
        tournament="T-000412",
        received_on=date(2026, 2, 3),
        file=digest("d"),
        start=date(2026, 1, 27),
        end=date(2026, 2, 1),
        time_control="5400+30",
        entrants=Entrants(
            player=players(571, 2, 1),
            number=fours(1, 2, 3),
            rating=fours(2012, 1840, 0),
            commitment=digest("1") + digest("2") + digest("3"),
        ),
        rounds=(Round(games=1, on=date(2026, 1, 27)), Round(games=1)),
        games=Games(white=fours(0, 1), black=fours(1, 2), white_result="1+", black_result="0-"),
        byes=(Bye(round=1, entrant=2, code="U"), Bye(round=2, entrant=0, code="H")),
    ),
    TournamentSubmitted(
        tournament="T-000413",
        received_on=date(2026, 3, 3),
        file=digest("e"),
        start=date(2026, 3, 1),
        end=date(2026, 3, 1),
        entrants=Entrants(
            player=players(571, 2, 1),
            number=fours(1, 2, 4),
            rating=fours(0, 0, 0),
            commitment=digest("1") + digest("2") + digest("3"),
            half_points=fours(3, 0, 9999),
            rank=fours(1, 2, 9999),
        ),
        rounds=(Round(games=1),),
        games=Games(white=fours(0), black=fours(1), white_result="1", black_result="0"),
        byes=(Bye(round=1, entrant=2, code="U"),),
        teams=Teams(
            name=("Città", "Borgo"), number=fours(1, 2), size=fours(2, 1), member=fours(0, 2, 1)
        ),
        scoring="W 3.0 D 1.0 L 0.0",
        officials=digest("f"),
    ),
    ReportPartSubmitted(
        tournament="T-000414",
        part=2,
        last_part=True,
        received_on=date(2026, 4, 2),
        file=digest("a"),
        start=date(2026, 3, 1),
        end=date(2026, 3, 31),
        entrants=Entrants(
            player=players(1, 2),
            number=fours(1, 2),
            rating=fours(2000, 0),
            commitment=digest("1") + digest("2"),
        ),
        rounds=(Round(on=date(2026, 3, 7), games=1),),
        games=Games(white=fours(1), black=fours(0), white_result="=", black_result="="),
    ),
    ReportReplaced(
        tournament="T-000412",
        replaces=17,
        received_on=date(2026, 2, 9),
        file=digest("b"),
        start=date(2026, 1, 27),
        end=date(2026, 2, 1),
        entrants=Entrants(
            player=players(571, 2),
            number=fours(1, 2),
            rating=fours(2012, 1840),
            commitment=digest("1") + digest("2"),
        ),
        rounds=(Round(games=1),),
        games=Games(white=fours(0), black=fours(1), white_result="+", black_result="-"),
    ),
    GamePlayed(
        tournament="T-000415",
        pool="fide-standard",
        source="league",
        round=4,
        played_on=date(2026, 1, 14),
        white=571,
        black=2,
        white_result="1",
        black_result="0",
    ),
    SheetCompleted(
        tournament="T-000415",
        month="2026-01",
        part=1,
        received_on=date(2026, 2, 2),
        start=date(2026, 1, 14),
        end=date(2026, 1, 14),
        entrants=Entrants(
            player=players(2, 571),
            number=fours(1, 2),
            rating=fours(0, 0),
            commitment=digest("0") * 2,
        ),
        rounds=(Round(on=date(2026, 1, 14), games=1),),
        games=Games(white=fours(1), black=fours(0), white_result="1", black_result="0"),
        played="0123456789abcdef" * 2,
    ),
    ResultCorrected(
        tournament="T-000412",
        report=17,
        game=3,
        white_result="-",
        black_result="+",
        by="arbiters",
        article="B.02 5.1",
    ),
    EntrantReassigned(tournament="T-000412", report=17, entrant=2, player=571, by="arbiters"),
    TournamentDetailsCorrected(
        tournament="T-000412",
        details=Details(
            name="Open", pools=("fide-standard",), end=date(2026, 2, 2), hybrid=False, weight="1"
        ),
        by="rating-office",
    ),
    TournamentRefused(tournament="T-000412", by="fide-qc", article="0.4"),
    TournamentCancelled(tournament="T-000415", by="organiser"),
    TournamentReinstated(tournament="T-000412", by="fide-council", article="0.4"),
    ExemptionGranted(tournament="T-000412", article="0.2.2", by="fide-qc"),
    ExemptionGranted(tournament="T-000412", article="10.1", by="fide-council", player=571),
    ExemptionGranted(tournament="T-000412", article="6.2", by="fide-qc", report=17, game=3),
    GameExcluded(tournament="T-000412", report=17, game=3, by="fair-play", article="5.1"),
    ReportAnnulled(tournament="T-000412", report=17, by="fide-council", article="5.1"),
    ReportReinstated(tournament="T-000412", report=17, lifts=21, by="fide-council"),
    ReportCompared(tournament="T-000412", file=digest("c"), event="another", by="fide-council"),
    GameAdmitted(tournament="T-000412", report=17, game=3, by="fair-play", article="5.1"),
    PlayerDetailsChanged(
        on=date(2026, 5, 1),
        player=players(1, 571),
        federation="***SUI",
        commitment=digest("a") + digest("b"),
    ),
    PlayerDetailsCorrected(
        player=players(2),
        birth_year=fours(2010),
        sex="*",
        federation="***",
        commitment=digest("c"),
        by="rating-office",
        article="7.1.2",
    ),
    ExternalListRecorded(
        body="fide",
        list="2026-09",
        list_date=date(2026, 9, 1),
        file=digest("d"),
        file_rows=1_600_000,
        player=players(1, 571),
        values={"standard": fours(2012, 0), "standard_k": fours(20, 0), "inactive": fours(0, 1)},
        part=2,
    ),
    ExternalListCompleted(
        body="fide", list="2026-09", player=players(600), values={"standard": fours(1987)}
    ),
    ExternalListSearched(
        body="fide",
        list="2026-09",
        player=players(601, 602),
        values={"standard": fours(1987, 0)},
        listed="10",
    ),
    PoolOpened(
        pool="fide-standard", rulebook="fide-standard", zone="Europe/Rome", first_period="2026-03"
    ),
    RulebookAdopted(
        pool="fide-standard",
        edition="2024-03-01",
        numbers_digest=digest("e"),
        in_force_from=date(2024, 3, 1),
        document=digest("f"),
    ),
    RatingsCarriedOver(
        pool="fide-standard",
        on=date(2026, 2, 1),
        source="list of February 2026",
        player=players(1, 2),
        rating=fours(2012, 1840),
        games=fours(312, 9999),
        peak=fours(2101, 1840),
        k="2000",
        last_counted="202601000000",
        newcomers=NewcomerRows(
            player=players(571),
            ended="202512",
            games=fours(3),
            rating_sum="00005412",
            half_points=fours(4),
        ),
    ),
    RatingsAdjusted(
        pool="fide-standard",
        player=players(1),
        before=fours(2012),
        after=fours(2020),
        by="rating-commission",
        article="8.4",
    ),
    BodyNamed(
        actor="rating-commission",
        name="Rating commission",
        italian_name="Commissione Elo",
        in_force_from=date(2026, 1, 1),
        by="the-council",
    ),
    RulesCompared(
        rulebook="fide-standard",
        edition="2025-10-01",
        compared_on=date(2026, 11, 20),
        by="fide-qc",
    ),
    DeviationRecorded(
        pool="fide-standard",
        period="2025-11",
        player=players(1, 571),
        sealed="00000001 2001 20 004 -00000571 1500 40 005 -",
        recomputed="00000001 2002 20 004 -                      ",
        cause="a game that both lost was left out",
    ),
    RatingsAnnulled(pool="fide-standard", player=players(1, 571), by="the-council", article="0.4"),
    AdjustmentWithdrawn(
        pool="fide-standard",
        player=players(1),
        withdraws=9,
        before=fours(2012),
        by="the-council",
        article="act 3",
    ),
    EntryCapitalDecided(
        pool="rubele-italiana",
        player=players(2),
        rating=fours(3000),
        by="technical-committee",
        article="art. 5",
    ),
    ParameterSet(
        pool="uisp",
        name="categories",
        rows=(("Seconda", 0), ("Prima", 1600), ("Onoraria", None)),
        unit="points",
        in_force_from=date(2026, 1, 1),
        by="chess-sector",
        article="art. 1",
    ),
    ParameterSet(
        pool="uisp",
        name="permanence",
        word="follows",
        in_force_from=date(2026, 1, 1),
        by="chess-sector",
    ),
    ParameterSet(
        pool="uisp",
        name="games",
        value=9,
        unit="games",
        in_force_from=date(2026, 1, 1),
        by="chess-sector",
    ),
    CategoryAwarded(
        pool="rubele-italiana",
        on=date(2026, 2, 1),
        player=players(1, 571),
        category="Grande Maestro",
        by="technical-committee",
        article="VI.9",
    ),
    CategoryWithdrawn(
        pool="rubele-italiana",
        on=date(2026, 3, 1),
        player=players(571),
        category="Grande Maestro",
        by="technical-committee",
    ),
    BonusGranted(
        pool="rubele-italiana",
        period="2026-03",
        tournament="T-000412",
        player=players(1, 2),
        points=fours(10, 5),
        article="art. 12",
        ground="rule",
    ),
    BonusGranted(
        pool="uisp",
        player=players(2),
        points=fours(10),
        article="act 12 of 2026",
        ground="decision",
        by="chess-sector",
    ),
    BonusWithdrawn(
        pool="rubele-italiana",
        period="2026-06-15",
        tournament="t-2026-0001",
        player=players(2),
        points=fours(10),
        article="VI.11",
        ground="rule",
    ),
    BonusWithdrawn(
        pool="uisp",
        player=players(2),
        points=fours(10),
        article="act 14 of 2026",
        ground="decision",
        by="chess-sector",
        withdraws=40,
    ),
    MalusApplied(
        pool="rubele-italiana",
        period="2027-01",
        year=2026,
        player=players(1, 2),
        points=fours(50, 30),
        article="VI.11",
        ground="rule",
    ),
    MalusWithdrawn(
        pool="rubele-italiana",
        period="2027-02",
        year=2026,
        player=players(2),
        points=fours(30),
        article="VI.11",
        ground="rule",
    ),
    EntryRatingTaken(
        pool="uisp",
        period="2026-Q2",
        body="fide",
        list="2026-01",
        list_date=date(2026, 1, 1),
        column="standard",
        player=players(2, 571),
        rating=fours(1620, 1413),
        article="I.5",
        ground="rule",
    ),
    ForeignPlayerConverted(
        pool="rubele-internazionale",
        period="2026-03",
        body="fmjd",
        list="2026-01",
        list_date=date(2026, 1, 1),
        column="rating",
        player=players(2),
        held=fours(2001),
        table="VI.2, table 22",
        factor_tenths=fours(22),
        result=fours(4402),
        ground="rule",
    ),
    ForeignPlayerConverted(
        pool="rubele-italiana",
        period="2026-03",
        body="rubele-internazionale",
        list="event-412",
        list_date=date(2026, 1, 15),
        column="award",
        player=players(571),
        category=("GMI",),
        table="VI.13, table 21",
        result=fours(2700),
        ground="rule",
    ),
    ListScheduled(
        pool="fide-standard",
        period="2026-03",
        issue_day=date(2026, 3, 1),
        cut_off=date(2026, 2, 25),
        source="calendar of the year",
    ),
    PersonalDataErased(
        player=players(571),
        names=(ErasedNames(report=7, entrant=fours(2)),),
        notes=(7,),
        documents=(digest("d"),),
        slips=(3,),
        by="the-council",
        article="art. 17",
    ),
    ClosingPolicySet(
        pool="fide-standard",
        in_force_from=date(2026, 3, 1),
        mode="hold",
        deadline_days=3,
        publish=True,
        by="the-commission",
    ),
    ClosingPolicySet(
        pool="fide-standard",
        in_force_from=date(2027, 1, 1),
        mode="by-hand",
        publish=False,
        by="the-commission",
    ),
    ApprovalPolicySet(
        pool="fide-standard",
        in_force_from=date(2026, 3, 1),
        two_persons_for=("closings", "corrections"),
        by="the-council",
    ),
    ApprovalPolicySet(
        pool="fide-standard", in_force_from=date(2027, 1, 1), two_persons_for=(), by="the-council"
    ),
    PublicationPolicySet(
        pool="fide-standard",
        in_force_from=date(2026, 3, 1),
        revised_ratings="public",
        by="the-council",
        article="act 7",
    ),
    PublicationPolicySet(
        pool="fide-standard",
        in_force_from=date(2026, 3, 1),
        revised_ratings="not-public",
        by="the-council",
    ),
    PeriodClosed(
        pool="fide-standard",
        period="2026-03",
        printing=2,
        lists_through=40,
        in_force_from=date(2026, 3, 9),
        list_date=date(2026, 3, 1),
        cut_off=date(2026, 2, 25),
        through_position=(1 << 53) - 1,
        layout="fide-standard.v1",
        list_digest=digest("4"),
        record_digest=digest("7"),
        state_digest=digest("8"),
        rows=2,
        numbers_digests={"2024-03-01": digest("e"), "2025-10-01": digest("5")},
        code_digest=digest("6"),
    ),
    ListPublished(
        pool="fide-standard", period="2026-03", printing=1, published_on=date(2026, 2, 27)
    ),
    ActorRoleGranted(
        actor="person-7", role="administrator", in_force_from=date(2026, 3, 1), by="the-council"
    ),
    ActorRoleGranted(
        actor="club-12",
        role="submitter",
        pool="fide-standard",
        in_force_from=date(2026, 3, 1),
        by="the-council",
    ),
    ActorRoleWithdrawn(
        actor="club-12",
        role="submitter",
        pool="fide-standard",
        in_force_from=date(2026, 9, 1),
        by="the-council",
    ),
    ProposalMade(proposal=7, commitment="0f" * 32),
    ProposalWithdrawn(proposal=7),
    ApiKeyMade(
        key="0123456789ab",
        actor="club-12",
        roles=("submitter",),
        pools=("fide-standard",),
        expires=1_798_761_600_000_000,
    ),
    ApiKeyReopened(key="0123456789ab", actor="club-12"),
    ApiKeyRevoked(key="0123456789ab", actor="club-12"),
    PlayersMerged(kept=12, merged=572, by="fsi", article="2.1"),
    PlayersSeparated(merge=40, kept=12, merged=572, by="fsi"),
    PlayerSuspended(
        player=572, first=date(2026, 1, 1), last=date(2026, 6, 30), by="fsi", article="12"
    ),
    PlayerSuspensionLifted(player=572, suspension=40, on=date(2026, 3, 1), by="fsi"),
    PlayerDied(player=572, on=date(2026, 2, 11), by="fsi"),
    PlayerDeathWithdrawn(player=572, death=41, by="fsi"),
    AppealRulesSet(
        pool="fide-standard",
        kind="decision",
        in_force_from=date(2026, 3, 1),
        deadline_days=7,
        decision_days=30,
        answer_days=14,
        body="the-committee",
        appellants=("player", "organiser"),
        by="the-council",
    ),
    AppealFiled(
        appeal="A-000001",
        pool="fide-standard",
        kind="refusal",
        contested=17,
        appellant="club-12",
        capacity="organiser",
        notified_on=date(2026, 3, 2),
        notified_at=1_772_449_200_000_000,
        source="registered letter",
        received_at=1_772_535_600_000_000,
    ),
    AppealFiled(
        appeal="A-000002",
        pool="fide-standard",
        kind="list-row",
        period="2026-03",
        player=571,
        appellant="player-571",
        capacity="player",
        notified_on=date(2026, 3, 1),
        source="publication of the list",
    ),
    AppealAdmitted(
        appeal="A-000001",
        pool="fide-standard",
        by="the-committee",
        deadline=date(2026, 3, 9),
    ),
    AppealAdmitted(
        appeal="A-000003",
        pool="fide-standard",
        by="the-committee",
        other_side=("club-12", "arbiter-3"),
    ),
    AppealDeclaredInadmissible(
        appeal="A-000002", pool="fide-standard", by="the-committee", ground="standing"
    ),
    AppealAnswered(appeal="A-000001", pool="fide-standard", side="office-1"),
    AppealAnswered(
        appeal="A-000003", pool="fide-standard", side="club-14", late=True, of_other_side=False
    ),
    MemberRecused(
        appeal="A-000001",
        pool="fide-standard",
        by="the-committee",
        member="person-9",
        ground="relation",
    ),
    EffectSuspended(appeal="A-000001", pool="fide-standard", by="the-committee", effect="holds"),
    AppealDecided(
        appeal="A-000001",
        pool="fide-standard",
        by="the-committee",
        outcome="upheld",
        members=("person-3", "person-4"),
        remedy="next-list",
    ),
    AppealNotified(
        appeal="A-000001", pool="fide-standard", on=date(2026, 3, 20), source="registered letter"
    ),
)
"""In the order of a ledger's life."""


def by_type() -> dict[str, Fact]:
    """Return the first sample of each type, by name."""
    return {sample.TYPE: sample for sample in reversed(SAMPLES)}
