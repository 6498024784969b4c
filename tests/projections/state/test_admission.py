"""Admission, from the recorded facts to the findings and the sealed list."""

from datetime import date, timedelta

import pytest
from msgspec import structs

from ledger import columns
from ledger.events.counting import (
    ExemptionGranted,
    GameAdmitted,
    GameExcluded,
    TournamentCancelled,
    TournamentRefused,
)
from ledger.events.pool import ParameterSet
from ledger.events.register import PlayersRegistered
from ledger.events.report import Round
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ledger.sentences import Remedy
from ops.closings.closing_checklist import of_closing
from ops.closings.recordings import CloseList
from ops.house import House
from projections.queries import findings
from tests.support.chess_desk import NO_FILE, Desk, at_a_desk
from tests.support.recording import following, submission
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, games, tournament, won

JULY = won("A", "2025-07-05", "2025-07-10")


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "x.ledger")) as desk:
        yield desk


def announced(played, **facts):
    """The announcement of a tournament for which nothing is missing, with something otherwise."""
    usual = {
        "name": f"Tournament {played.id}",
        "pools": (FIDE,),
        "start": played.start,
        "end": played.end,
        "registered_on": played.start - timedelta(days=3),
        "time_control": "5400+30",
        "announced_as_rated": True,
    }
    return TournamentRegistered(tournament=played.id, **usual | facts)


def play(desk, played=JULY, report=None, **facts):
    """Record a tournament and the report; return the position of the report."""
    said = structs.replace(submission(played, NO_FILE), **(report or {}))
    return desk.record(announced(played, **facts), said)


def told(desk, tournament="A"):
    """Return the findings: kind and article, without the wait for a list, or lifted findings."""
    found = findings.of_tournament(desk.pool(), tournament)
    return [
        (finding.kind, finding.article)
        for finding in found
        if finding.kind not in ("open", "lifted")
    ]


def lifted(desk, tournament="A"):
    """Return the lifted findings: article and words."""
    found = findings.of_tournament(desk.pool(), tournament)
    return [(finding.article, str(finding.says)) for finding in found if finding.kind == "lifted"]


def ratings(desk, period="2025-08"):
    desk.close(period)
    return [desk.rating(player, period) for player in (1, 2)]


RATED, AS_BEFORE = [2010, 1990], [2000, 2000]


def test_nothing_is_found_where_everything_is_told_and_in_time(desk):
    """Before the list and afterwards."""
    play(desk)
    assert told(desk) == []
    assert ratings(desk) == RATED
    assert told(desk) == []


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"registered_on": date(2025, 7, 3)}, ("needs a decision", "0.2.2")),
        ({"registered_on": None}, ("warning", "0.2")),
        ({"hybrid": True}, ("needs a decision", "0.2")),
        ({"time_control": None}, ("warning", "1.1")),
        ({"time_control": "29/6000:2000"}, ("needs a decision", "1.2")),
        ({"announced_as_rated": False}, ("warning", "9.2")),
    ],
)
def test_what_is_missing_is_found_and_the_games_count(desk, facts, expected):
    """Reading `not_told`: no absent fact is held against the players; before and after booking."""
    play(desk, **facts)
    assert expected in told(desk)
    assert ratings(desk) == RATED
    assert expected in told(desk)


LATE, HYBRID = {"registered_on": date(2025, 7, 3)}, {"hybrid": True}


@pytest.mark.parametrize(
    ("name", "facts"), [("late_registration", LATE), ("hybrid_approval", HYBRID)]
)
@pytest.mark.parametrize("approved", [False, True])
def test_article_0_2_what_is_not_approved_does_not_count_where_the_body_says_so(
    desk, name, facts, approved
):
    """Readings `late_registration` and `hybrid_approval`: until an approval is recorded."""
    since = date(2025, 7, 5)
    desk.record(
        ParameterSet(pool=FIDE, name=name, word="not-counted", by="ita", in_force_from=since)
    )
    play(desk, **facts)
    if approved:
        article = "0.2.2" if facts is LATE else "0.2 hybrid"
        desk.record(ExemptionGranted(tournament="A", article=article, by="fide-qc"))
    assert ("not rated" in [kind for kind, _ in told(desk)]) is not approved
    assert ratings(desk) == (RATED if approved else AS_BEFORE)
    assert verify(desk.ledger).faults == []


@pytest.mark.parametrize(("facts", "counting"), [(LATE, ["A"]), (HYBRID, ["A"]), ({}, [])])
def test_article_0_2_a_closing_counts_the_games_without_an_approval(desk, facts, counting):
    """Readings `late_registration` and `hybrid_approval`: not the games of a refused tournament."""
    play(desk, **facts)
    assert counting_without_approval(desk) == [(name, 1, 2) for name in counting]
    desk.record(TournamentRefused(tournament="A", by="fide-qc"))
    assert counting_without_approval(desk) == []


def counting_without_approval(desk):
    """Return the words of a closing about tournaments: each with the games and entrants."""
    closed = (
        CloseList(pool=FIDE, period="2025-08").compose(House(desk.ledger, desk.official)).result
    )
    rows = of_closing(House(desk.ledger, desk.official), closed)
    return [(row.about, row.games, row.entrants) for row in rows if row.games]


@pytest.mark.parametrize(("day", "warned"), [(31, False), (32, False), (33, True)])
def test_reading_received_after_the_list_is_a_finding(desk, day, warned):
    """Reading `received_after_the_list`: the day before the list, the day of the list, after; the
    report counts.
    """
    received = date(2025, 7, 1) + timedelta(days=day - 1)
    play(desk, report={"received_on": received})
    assert ratings(desk) == RATED
    found = [finding for finding in desk.findings() if "its report was received" in finding]
    assert (
        found
        == [
            "warning: its report was received on 2025-08-02, after the day of list 2025-08 "
            "(2025-08-01), which took it because it was closed later"
        ]
        * warned
    )


@pytest.mark.parametrize(
    ("announced_days", "found"),
    [
        (None, False),  # nothing was announced
        ((5, 6), False),
        ((5, 7), True),
        ((6, 5), True),
        ((5,), True),
        ((5, 6, 7), False),  # the last was not played
    ],
)
def test_article_0_2_rounds_on_other_days_than_announced_are_warned_of(desk, announced_days, found):
    """Round by round; and nothing is held against the players."""
    days = announced_days and tuple(date(2025, 7, day) for day in announced_days)
    rounds = (Round(games=1, on=date(2025, 7, 5)), Round(games=0, on=date(2025, 7, 6)))
    play(desk, report={"rounds": rounds}, round_days=days)
    assert (("warning", "0.2") in told(desk)) is found
    assert ratings(desk) == RATED


@pytest.mark.parametrize(
    ("facts", "article"),
    [
        ({"time_control": "5399+30"}, "1.1"),
        ({"time_control": "3600"}, "1.1"),
        ({"online": True}, "2.1"),
    ],
)
def test_what_the_law_does_not_rate_is_not_rated(desk, facts, article):
    """Between two of 2000, ninety minutes are needed: 5399 seconds and increments are enough."""
    play(desk, **facts)
    enough = facts.get("time_control") == "5399+30"
    assert (("not rated", article) in told(desk)) is not enough
    assert ratings(desk) == (RATED if enough else AS_BEFORE)


@pytest.mark.parametrize(
    ("received_on", "rated"), [(date(2025, 9, 30), True), (date(2025, 10, 1), False)]
)
def test_article_9_1_a_report_after_the_third_list_is_never_rated(desk, received_on, rated):
    """Ended in July: the later lists are of August, September and October."""
    play(desk, report={"received_on": received_on})
    assert ("not rated", "9.1") in told(desk) or rated
    assert ratings(desk) == (RATED if rated else AS_BEFORE)


def test_article_0_4_a_refused_tournament_is_not_rated(desk):
    play(desk)
    desk.record(TournamentRefused(tournament="A", by="fide-qc"))
    assert ("not rated", "0.4") in told(desk)
    assert ratings(desk) == AS_BEFORE


def test_a_refusal_recorded_before_the_report_holds_for_it(desk):
    desk.record(announced(JULY))
    desk.record(TournamentRefused(tournament="A", by="fide-council"))
    desk.record(submission(JULY, NO_FILE))
    assert ratings(desk) == AS_BEFORE


def test_article_0_4_a_refusal_by_anybody_else_changes_nothing_and_is_told(desk):
    play(desk)
    desk.record(TournamentRefused(tournament="A", by="my-club"))
    (finding,) = [each for each in findings.of_tournament(desk.pool(), "A") if each.remedy]
    assert finding.kind == "warning"
    assert str(finding.says) == "the refusal by my-club changes nothing: that body may not make it"
    assert str(finding.remedy) == "it is for one of these: fide-qc, fide-council, fide"
    assert ratings(desk) == RATED


def test_article_0_4_an_appeal_that_the_council_upholds(desk):
    play(desk)
    desk.record(TournamentRefused(tournament="A", by="fide-qc"))
    desk.record(ExemptionGranted(tournament="A", article="0.4 refusal", by="fide-qc"))
    assert ("not rated", "0.4") in told(desk)
    desk.record(ExemptionGranted(tournament="A", article="0.4 refusal", by="fide-council"))
    assert ratings(desk) == RATED


def test_article_0_4_told_as_cancelled_but_reported_counts_until_it_is_decided(desk):
    """Reading `cancelled_and_reported`: anybody may say so, and nobody unrates an event by this."""
    desk.record(announced(JULY))
    desk.record(TournamentCancelled(tournament="A", by="organiser"))
    found = findings.of_tournament(desk.pool(), "A")
    assert [(finding.kind, str(finding.says)) for finding in found if finding.article == "0.4"] == [
        ("not rated", "cancelled")
    ]
    desk.record(submission(JULY, NO_FILE))
    assert told(desk) == [("needs a decision", "0.4")]
    assert ratings(desk) == RATED


def test_what_is_refused_needs_no_other_decision(desk):
    play(desk, registered_on=date(2025, 7, 3), hybrid=True)
    assert [kind for kind, _ in told(desk)] == ["needs a decision"] * 2 + ["warning"]
    desk.record(TournamentRefused(tournament="A", by="fide-qc"))
    assert "needs a decision" not in [kind for kind, _ in told(desk)]


def test_a_refusal_after_the_list_moves_no_list(desk):
    play(desk)
    assert ratings(desk) == RATED
    desk.record(TournamentRefused(tournament="A", by="fide-qc"))
    assert any("was recorded after list 2025-08" in finding for finding in desk.findings())
    assert desk.rating(1, "2025-08") == 2010


def test_a_decision_of_nobody_after_the_list_is_told_as_changing_nothing(desk):
    """The decision waits for no list, unlike decisions of bodies."""
    play(desk)
    assert ratings(desk) == RATED
    desk.record(TournamentRefused(tournament="A", by="my-club"))
    assert desk.findings() == [
        "warning: the refusal by my-club changes nothing: that body may not make it"
    ]


@pytest.mark.parametrize(("by", "lifted"), [("fide-qc", True), ("organiser", False)])
def test_an_exemption_lifts_a_finding_if_it_comes_from_the_body_named(desk, by, lifted):
    play(desk, time_control="3600")
    desk.record(ExemptionGranted(tournament="A", article="1.1", by=by))
    assert (told(desk) == []) is lifted
    assert (("warning", "1.1") in told(desk)) is not lifted
    assert ratings(desk) == (RATED if lifted else AS_BEFORE)


def test_an_approval_recorded_before_play_lifts_the_late_registration(desk):
    desk.record(announced(JULY, registered_on=JULY.start))
    desk.record(ExemptionGranted(tournament="A", article="0.2.2", by="fide-qc"))
    desk.record(submission(JULY, NO_FILE))
    assert told(desk) == []


TWICE = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 3 1"))


def test_article_5_1_a_game_is_excluded_and_admitted_again(desk):
    """The later decision holds; the other game counts throughout."""
    report = play(desk, TWICE)
    decision = {"tournament": "A", "report": report, "game": 0, "by": "fide-fpl"}
    desk.record(GameExcluded(**decision))
    assert ("not rated", "5.1") in told(desk)
    desk.record(GameAdmitted(**decision, article="5.1"))
    assert told(desk) == []
    assert lifted(desk) == [("5.1", f"game #{report}#0: lifted by fide-fpl; it counts")]
    desk.record(GameExcluded(**decision, article="5.1"))
    assert ratings(desk) == [2010, 2000]


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ({"by": "my-club"}, "that body may not make it"),
        ({"by": "fide-council"}, "it does not say which article"),
        ({"by": "fide-council", "article": "6.1"}, "that article allows none"),
        ({"by": "fide-council", "article": "9"}, "it does not say which"),
        ({"by": "fide-council", "article": "4"}, "it is not made game by game"),
        ({"by": "my-club", "article": "9.1"}, "that body may not make it"),
        ({"by": "fide-council", "article": "1.1"}, None),
    ],
)
def test_article_9_1_a_game_is_admitted_past_it_by_no_other_decision(desk, said, because):
    """An exception from another article, or from none, or by a person not entitled, leaves the
    report too late.
    """
    report = play(desk, report={"received_on": date(2025, 10, 1)})
    game = {"tournament": "A", "report": report, "game": 0}
    kind = GameExcluded if said == {"by": "my-club"} else GameAdmitted
    desk.record(kind(**game, **said))
    warned = [
        str(finding.says)
        for finding in findings.of_tournament(desk.pool(), "A")
        if "nothing" in str(finding.says)
    ]
    assert [text.partition(": ")[2] for text in warned] == ([because] if because else [])
    if because is None:
        assert lifted(desk) == [
            ("1.1", f"game #{report}#0: lifted by fide-council; it does not count")
        ]
    assert ("not rated", "9.1") in told(desk)
    assert ratings(desk) == AS_BEFORE


@pytest.mark.parametrize("decision", [ExemptionGranted, GameAdmitted])
def test_article_9_1_a_game_is_admitted_past_it_by_the_council(desk, decision):
    """One of two games: the other stays out, and the deciding body is named, before the list and
    after.
    """
    report = play(desk, TWICE, report={"received_on": date(2025, 10, 1)})
    game = {"tournament": "A", "report": report, "game": 0, "by": "fide-council"}
    desk.record(decision(**game, article="9.1"))
    who = [("9.1", f"game #{report}#0: lifted by fide-council; it counts")]
    assert lifted(desk) == who
    assert ratings(desk) == RATED
    assert lifted(desk) == who


def test_article_1_1_an_exception_for_one_player_is_without_effect_and_told(desk):
    """The article knows no exceptions."""
    play(desk, time_control="3600")
    desk.record(ExemptionGranted(tournament="A", article="1.1", by="fide-qc", player=1))
    warned = [
        finding for finding in findings.of_tournament(desk.pool(), "A") if finding.kind == "warning"
    ]
    asked = [(finding.player, str(finding.remedy)) for finding in warned]
    assert asked == [(1, "record it without a player")]
    assert ratings(desk) == AS_BEFORE


def test_article_1_1_a_game_that_does_not_count_says_who_can_let_it_in(desk):
    play(desk, time_control="3600")
    found = [
        finding
        for finding in findings.of_tournament(desk.pool(), "A")
        if finding.kind == "not rated"
    ]
    lift = Remedy("decide-exemption-granted", tournament="A", article="1.1", by="fide-qc")
    assert [remedy for finding in found for remedy in finding.remedy.remedies()] == [lift] * len(
        found
    )


def test_a_game_admitted_by_an_exemption_counts_alone(desk):
    report = play(desk, TWICE, time_control="3600")
    desk.record(
        ExemptionGranted(tournament="A", article="1.1", by="fide-council", report=report, game=0)
    )
    assert ratings(desk) == RATED


def test_article_6_2_the_games_after_a_match_is_won(desk):
    """Of a match of three, the third is not rated after two wins."""
    match = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 2 1 2 0"))
    play(desk, match, match_games=3)
    assert told(desk) == [("not rated", "6.2")] * 2
    assert ratings(desk) == [2020, 1980]


def test_article_6_1_a_match_with_an_unrated_player_gives_no_first_rating(desk):
    """Neither side has a gain, and both are told why."""
    newcomer = PlayersRegistered(
        player=columns.write([4], columns.PLAYER),
        birth_year="1990",
        sex="m",
        federation="ITA",
        commitment="0" * columns.COMMITMENT,
    )
    desk.record(newcomer)
    unrated = tournament("A", "2025-07-05", "2025-07-10", games(1, "4 0"))
    play(desk, unrated, match_games=1)
    found = findings.of_tournament(desk.pool(), "A")
    assert [(finding.player, finding.article) for finding in found[:2]] == [(1, "6.1"), (4, "6.1")]


@pytest.mark.parametrize(("rounds", "found"), [(3, []), (4, [("needs a decision", "3")])])
def test_article_3_hours_of_play_on_one_day(desk, rounds, found):
    """Two hours a side: three rounds are twelve hours."""
    days = tuple(Round(games=int(at == 0), on=date(2025, 7, 5)) for at in range(rounds))
    play(desk, report={"rounds": days})
    assert told(desk) == found


def test_article_4_an_event_over_thirty_days_asks_for_parts(desk):
    play(desk, won("A", "2025-07-01", "2025-07-31"))
    assert told(desk) == [("needs a decision", "4")]


def test_corrected_facts_are_those_that_count(desk):
    """A time control told wrongly is corrected, and the games count."""
    play(desk, time_control="3600")
    details = Details(time_control="5400+30")
    desk.record(TournamentDetailsCorrected(tournament="A", details=details, by="arbiters"))
    assert told(desk) == []
    assert ratings(desk) == RATED


REPORT = 8
"""Where it comes to stand."""
UNRATED = PlayersRegistered(
    player=columns.write([4], columns.PLAYER),
    birth_year="1990",
    sex="m",
    federation="---",
    commitment="0" * columns.COMMITMENT,
)


@pytest.mark.parametrize(
    "decisions",
    [
        [],
        [TournamentRefused(tournament="A", by="my-club")],
        [TournamentRefused(tournament="A", by="fide-qc")],
        [TournamentCancelled(tournament="A", by="organiser")],
        [ExemptionGranted(tournament="A", article="1.1", by="fide-qc")],
        [ExemptionGranted(tournament="A", article="9.1", by="fide-qc")],
        [ExemptionGranted(tournament="A", article="10.1", by="fide-council", player=4)],
        [GameAdmitted(tournament="A", report=REPORT, game=0, by="fide-qc", article="1.1")],
        [GameExcluded(tournament="A", report=REPORT, game=0, by="fide-fpl")],
    ],
    ids=lambda events: "nothing" if not events else f"{events[0].TYPE} by {events[0].by}",
)
def test_what_is_found_before_the_list_is_found_after_it(desk, decisions):
    """Of a tournament that lacks much, with any decisions about the tournament.

    But 8.2.1, which rests on the whole list.
    """
    desk.record(UNRATED)
    met = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 4 1 3 +"))
    facts = {"registered_on": date(2025, 7, 4), "time_control": "29/3600:600", "hybrid": True}
    report = play(desk, met, announced_as_rated=False, **facts)
    assert report == REPORT
    desk.record(*decisions) if decisions else None
    before = findings.of_tournament(desk.pool(), "A")
    desk.close("2025-08")
    after = [
        finding
        for finding in findings.of_tournament(desk.pool(), "A")
        if finding.article != "8.2.1"
    ]
    assert after == [finding for finding in before if finding.kind != "open"]


def test_a_player_is_told_which_of_his_games_do_not_count(desk):
    """Before the list that books the games, and afterwards."""
    play(desk, time_control="3600")
    not_rated = [("not rated", "A", "1.1")]
    assert of_players(desk, 1, 3) == [not_rated, []]
    desk.close("2025-08")
    assert of_players(desk, 1, 3) == [not_rated, []]


def of_players(desk: Desk, *players: int) -> list[list[tuple[str, str, str]]]:
    """Return the findings of some players: kind, tournament, article."""
    found = [findings.of_player(desk.pool(), player) for player in players]
    return [[(finding.kind, finding.about, finding.article) for finding in one] for one in found]


def test_before_play_an_announcement_is_looked_at(desk):
    """Findings need no report."""
    desk.record(announced(JULY, announced_as_rated=False, round_days=(JULY.start,)))
    found = findings.of_tournament(desk.pool(), "A")
    assert [(finding.kind, finding.article) for finding in found] == [
        ("warning", "0.2.1"),
        ("warning", "9.2"),
    ]
    assert all(finding.remedy for finding in found)


def test_what_was_kept_goes_on_with_what_is_told(desk):
    """A process that goes on from the kept state knows the facts of waiting reports."""
    play(desk, won("B", "2025-07-05", "2025-08-10"), time_control="3600")
    desk.close("2025-08")
    with following(desk.ledger) as official:
        official.catch_up()
        (waiting,) = official.track.facts.pools[FIDE].waiting()
    assert waiting.about.time_control == "3600"
