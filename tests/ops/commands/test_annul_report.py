"""Reports annulled and reinstated: counted games, the limit of a closed list, refusals."""

import pytest

from ledger.errors import Refused
from ledger.events.counting import TournamentRefused, TournamentReinstated
from ledger.events.report import ReportReplaced
from ledger.register import identities
from ledger.store.grounds import StatedGrounds
from ledger.store.requests import Document, NewEvent, Request
from ops.house import House
from ops.players.recordings import MergePlayer, SeparatePlayer
from ops.tournaments.corrections import AnnulReport, CorrectEntrant, CorrectResult, ReinstateReport
from ops.tournaments.questions import ShowTournament
from projections.queries import findings
from projections.queries.explain import explain
from tests.support.command import done, run
from tests.support.correcting_desk import OPEN, RECEIVED, at_a_desk
from tests.support.recording import record, submit
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS, games, tournament

BODY = "fide-council"


@pytest.fixture
def desk(tmp_path):
    """A report of a tournament not booked by any list."""
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


def house_of(desk, article=None):
    house = House(desk.ledger, desk.official)
    house.ledger.grounds = StatedGrounds(article=article)
    return house


def annul(desk, by=BODY, article="12", **more):
    """Annul the report."""
    return AnnulReport(tournament="T-1", by=by, **more).record(house_of(desk, article))


def reinstate(desk, by=BODY, article="13", **more):
    """Lift the annulment."""
    return ReinstateReport(tournament="T-1", by=by, **more).record(house_of(desk, article))


def rating(desk, period, player=1):
    """A rating on a list."""
    desk.official.catch_up()
    pool = house_of(desk).pool(FIDE)
    return pool.states([player], pool.list_of(period).number)[player].rating


def digest(desk):
    """The digest of the last list."""
    desk.official.catch_up()
    return house_of(desk).pool(FIDE).facts.closed[-1].event.list_digest


def lines(desk, period, player=1):
    """The lines of a player's rating."""
    pool = house_of(desk).pool(FIDE)
    told = explain(pool, player, pool.list_of(period))
    return [(line.kind, int(line.points)) for unit in told.units for line in unit.lines]


def said(desk):
    """Return the findings about the tournament."""
    desk.official.catch_up()
    return findings.of_tournament(house_of(desk).pool(FIDE), "T-1")


def refused(decide, desk, **how):
    """The code of a refusal."""
    before = desk.events()
    with pytest.raises(Refused) as refusal:
        decide(desk, **how)
    assert desk.events() == before
    return refusal.value.code


def test_an_annulled_report_is_not_booked(desk):
    annul(desk)
    (finding,) = [one for one in said(desk) if one.code == "report-annulled"]
    assert str(finding.says).endswith(f"decision #{desk.events() - 1} of {BODY}, 12")
    desk.close()
    assert rating(desk, PERIODS[0]) == 2000


def test_annulled_and_reinstated_in_one_open_period_leaves_the_list_as_without_both(tmp_path):
    digests = []
    for both in (False, True):
        with at_a_desk(str(tmp_path / f"{both}.ledger")) as desk:
            if both:
                annul(desk)
                reinstate(desk)
            desk.close()
            digests.append(digest(desk))
            assert rating(desk, PERIODS[0]) == 2010
    assert len(set(digests)) == 1


def test_the_next_list_takes_back_what_a_closed_list_booked_and_books_it_again(desk):
    """Officially the lines add up to zero: the closed lists stay."""
    desk.close()
    taken = annul(desk).result
    assert [(kept.period, kept.booked_on) for kept in taken.lists] == [tuple(PERIODS[:2])]
    desk.close(PERIODS[1])
    reinstate(desk)
    desk.close(PERIODS[2])
    assert [rating(desk, period) for period in PERIODS[:3]] == [2010, 2000, 2010]
    corrections = [line for period in PERIODS[1:3] for line in lines(desk, period)]
    assert corrections == [("correction", -10), ("correction", 10)]


def test_a_finding_names_the_decision_that_takes_booked_points_back(desk):
    desk.close()
    at = annul(desk).receipt.first_position
    desk.close(PERIODS[1])
    (finding,) = [one for one in said(desk) if one.code == "counts-no-more"]
    assert f"annulled by decision #{at} of {BODY}, 12" in str(finding.says)


def test_reinstated_after_the_closing_it_is_booked_by_the_next_list(desk):
    annul(desk)
    desk.close()
    reinstate(desk)
    desk.close(PERIODS[1])
    assert [rating(desk, period) for period in PERIODS[:2]] == [2000, 2010]


def test_a_refusal_and_an_annulment_are_lifted_each_by_itself(desk):
    record(desk.ledger, "refuse", TournamentRefused(tournament="T-1", by="fide-qc", article="0.4"))
    annul(desk)
    reinstate(desk)
    desk.close()
    assert rating(desk, PERIODS[0]) == 2000
    annul(desk)
    lifted = TournamentReinstated(tournament="T-1", by="fide-qc", article="0.4")
    record(desk.ledger, "lift", lifted)
    desk.close(PERIODS[1])
    assert rating(desk, PERIODS[1]) == 2000
    reinstate(desk)
    desk.close(PERIODS[2])
    assert rating(desk, PERIODS[2]) == 2010


def test_a_repeated_decision_gives_the_first_receipt_and_another_is_refused(desk):
    first, again = annul(desk).receipt, annul(desk).receipt
    assert (first.first_position, again.replayed) == (again.first_position, True)
    assert refused(annul, desk, article="14") == "annulled-already"
    assert refused(annul, desk, by="somebody") == "annulled-already"
    lifted, once_more = reinstate(desk).receipt, reinstate(desk).receipt
    assert (lifted.first_position, once_more.replayed) == (once_more.first_position, True)
    assert refused(reinstate, desk, article="15") == "not-annulled"
    assert not annul(desk).receipt.replayed  # a decision of its own, after the other was lifted


def test_a_reinstatement_names_the_annulment(desk):
    at = annul(desk).receipt.first_position
    lifted = reinstate(desk).receipt.first_position
    annulled, event = desk.ledger.read.at([at])[at], desk.ledger.read.at([lifted])[lifted]
    body = event.decoded()
    assert (body.payload.lifts, body.supersedes) == (at, annulled.event_id)


def test_contradictions_are_refused(desk):
    assert refused(reinstate, desk) == "not-annulled"
    assert refused(annul, desk, report=1) == "unknown-report"
    with pytest.raises(Refused, match="no tournament"):
        AnnulReport(tournament="T-99", by=BODY).record(house_of(desk))
    annul(desk)
    with pytest.raises(Refused):
        desk.result("1:1", "1", "0")
    new = Document("report", b"the right report")
    replace_by(desk, new)
    assert refused(annul, desk, report=desk.report) == "unknown-report"
    assert refused(reinstate, desk, report=desk.report) == "unknown-report"
    desk.close()
    assert rating(desk, PERIODS[0]) == 2010  # the annulment ended with the report that it names


def test_what_is_to_be_corrected_in_an_annulled_report_is_refused_with_the_decision(desk):
    house = house_of(desk)
    annulment = annul(desk).receipt.first_position
    game = f"#{desk.report}#0"
    for correct in (
        lambda: CorrectResult(tournament="T-1", game=game, white="0", black="1", by=BODY).record(
            house
        ),
        lambda: CorrectResult(tournament="T-1", game="1:1", white="0", black="1", by=BODY).record(
            house
        ),
        lambda: CorrectEntrant(
            tournament="T-1", start_number=1, player=identities.show(4), by=BODY
        ).record(house),
        lambda: CorrectEntrant(
            tournament="T-1", start_number=1, player=identities.show(4), by=BODY, report=desk.report
        ).record(house),
    ):
        with pytest.raises(Refused, match=f"is annulled by decision #{annulment} of {BODY}") as no:
            correct()
        (refusal,) = no.value.refusals()
        assert refusal.code == "report-annulled"
        assert str(refusal.remedy).startswith("reinstate-report tournament=T-1 report=")
    with pytest.raises(Refused, match="in round 9 start number 1 had white in no game"):
        CorrectResult(tournament="T-1", game="9:1", white="0", black="1", by=BODY).record(house)
    reinstate(desk)
    assert (
        not CorrectResult(tournament="T-1", game=game, white="0", black="1", by=BODY)
        .record(house)
        .receipt.replayed
    )


def test_a_report_of_two_players_merged_since_is_not_reinstated(desk):
    """The game would count as a game against oneself."""
    annul(desk)
    MergePlayer(kept=identities.show(1), player=identities.show(2), by=BODY).record(house_of(desk))
    assert refused(reinstate, desk) == "both-in-one-report"
    SeparatePlayer(player=identities.show(2), by=BODY).record(house_of(desk))
    reinstate(desk)
    desk.close()
    assert rating(desk, PERIODS[0]) == 2010


def replace_by(desk, document):
    """Record a report in place of the present report."""
    stored = desk.ledger.read.at([desk.report])[desk.report]
    old = stored.decoded().payload
    fields = {name: getattr(old, name) for name in old.__struct_fields__}
    fields |= {"file": document.digest, "replaces": desk.report}
    event = NewEvent(ReportReplaced(**fields), supersedes=stored.event_id)
    desk.ledger.append(Request("replace", (event,), documents=(document,)))
    desk.official.catch_up()


def test_the_tournament_shows_both_decisions(desk):
    annul(desk)
    reinstate(desk)
    shown = ShowTournament(tournament="T-1").answer(house_of(desk)).corrections
    assert [(str(one.says), one.state) for one in shown] == [
        (f"report #{desk.report}: annulled", "overtaken"),
        (f"report #{desk.report}: annulment #{shown[0].position} lifted", "holds"),
    ]


def test_both_are_typed_on_the_command_line(desk):
    """The sample of the desk, as an officer types it."""
    options = ("--by", BODY, "--ledger", desk.address)
    said = done(
        "tournament", "annul", "T-1", "--article", "12", "--reason", "Never played", *options
    )
    assert "now:    annulled" in said
    again = run("tournament", "annul", "T-1", "--article", "14", *options)
    assert "was annulled already" in again.err
    assert "now:    it counts" in done("tournament", "reinstate", "T-1", *options)


def test_another_tournament_stays_as_it_is(desk):
    other = tournament("T-2", "2025-07-05", "2025-07-10", games(2, "4 1"))
    submit(desk.ledger, other, FIDE, received_on=RECEIVED)
    annul(desk)
    desk.close()
    assert [rating(desk, PERIODS[0], player) for player in (2, 4)] == [2010, 1990]
    assert OPEN.id == "T-1"
