"""A decision and the caused corrections: one request, the cause, the list with the corrections."""

import re
from copy import copy
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from ledger import columns
from ledger.errors import BadEvent, Refused
from ledger.events.approval import RECORDED
from ledger.events.counting import TournamentRefused
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ledger.store.grounds import GroundsDiffer, StatedGrounds
from ledger.store.integrity import faults
from ops.access.recording import NotAllowed
from ops.appeals.conflicts import Conflict
from ops.appeals.corrections import FurtherDecision, ListReprint
from ops.appeals.read_corrections import read_corrections
from ops.appeals.receipts import of_decision
from ops.appeals.recordings import (
    AnswerAppeal,
    DecideAppeal,
    NotifyAppeal,
    RecuseMember,
    SuspendEffect,
)
from ops.appeals.register import appeals, show_appeal
from ops.closings import recordings as closings
from ops.closings.reprint_list import NothingChanges, NotTheLast
from ops.commands.closed_list_effects import KeptList
from ops.commands.previewed import PreviewOutdated, Token, preview_of, record_as_previewed
from ops.proposals.approving import NotOpen, PreviewAgain, approve
from ops.proposals.register import proposal
from ops.tournaments.corrections import EntrantCorrection, ReportAnnulment, ResultCorrection
from ops.upkeep.verify_ledger import verify
from tests.support.appeal_desk import BODY, FIRST, at_a_desk
from tests.support.closing_service import at
from tests.support.two_persons import policy, proposed
from tests.support.worlds import FIDE

LIFT = FurtherDecision(
    type="exemption-granted", fields={"tournament": "T-1", "article": "0.4 refusal"}
)
DAY_US = 86_400_000_000


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def decide(desk, *corrections, outcome="upheld", house=None, members=("m-1",)):
    decision = DecideAppeal(
        appeal=FIRST, outcome=outcome, by=BODY, corrections=corrections, member=members
    )
    return decision.record(house or desk.house)


@pytest.fixture
def admitted(desk):
    """The desk with an admitted appeal, after the list without the tournament."""
    desk.close("2025-08")
    desk.file()
    desk.admit()
    return desk


def test_the_corrections_stand_in_the_request_of_the_decision_and_name_it_as_their_cause(admitted):
    done = decide(admitted, LIFT, members=("m-1", "m-2"))
    first, last = done.receipt.first_position, done.receipt.last_position
    events = admitted.ledger.read.at([first, last])
    assert last == first + 1
    assert [events[at].type for at in (first, last)] == [
        "appeal-decided.v1",
        "exemption-granted.v1",
    ]
    assert events[last].decoded().causation == events[first].event_id
    assert admitted.appeal().decided.remedy == "next-list"
    assert admitted.appeal().decided.members == ("m-1", "m-2")


def test_the_next_list_counts_what_the_decision_lifts(admitted):
    """1 beats 2 and draws with 3, all 2000: +10."""
    assert admitted.rating(1, "2025-08") == 2000
    decide(admitted, LIFT)
    admitted.clock.now = at("2025-09-01 12:00")
    admitted.close("2025-09")
    assert admitted.rating(1, "2025-09") == 2010


def test_the_corrections_in_the_guide_are_recorded(admitted, tmp_path):
    """A rating adjusted, and the refusal lifted."""
    guide = Path("ops/guide/appeals.md").read_text()
    [example] = re.findall(r"```json\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "corrections.json").write_text(example)
    done = decide(admitted, *read_corrections(tmp_path / "corrections.json"))
    events = [*admitted.ledger.read.events(done.receipt.first_position + 1)]
    assert [event.type for event in events] == ["ratings-adjusted.v1", "exemption-granted.v1"]
    assert {event.decoded().payload.by for event in events} == {BODY}


def test_an_unknown_field_of_an_event_is_refused_with_the_fields_that_it_has(admitted):
    wrong = FurtherDecision(type="ratings-adjusted", fields={"pool": FIDE, "player": [], "old": []})
    words = "correction 1, event record: .* it has no field old: .*; it has pool, .*before, after"
    with pytest.raises(BadEvent, match=words):
        decide(admitted, wrong)


AGAIN = ListReprint(period="2025-08")


def test_a_decision_prints_the_last_list_again_in_the_same_request(admitted):
    done = decide(admitted, LIFT, AGAIN)
    first, last = done.receipt.first_position, done.receipt.last_position
    events = admitted.ledger.read.at([first, last])
    assert (last, events[last].type) == (first + 2, "period-closed.v1")
    assert events[last].decoded().causation == events[first].event_id
    assert events[last].decoded().payload.through_position == last - 1
    assert admitted.appeal().decided.remedy == done.result.fact.remedy == "new-printing"
    assert "publish the new printing" in str(of_decision(done).notes[-1])
    assert done.result.effects == ()
    assert admitted.rating(1, "2025-08") == 2010
    assert decide(admitted, LIFT, AGAIN).receipt == replace(done.receipt, replayed=True)
    admitted.clock.now = at("2025-09-01 12:00")
    admitted.close("2025-09")
    assert admitted.rating(1, "2025-09") == 2010
    assert not [fault for fault in verify(admitted.house).faults if not fault.beside]


def test_a_list_that_the_decision_printed_again_gives_its_receipt_to_a_second_printing(admitted):
    """As for a printing recorded alone; on other grounds the request is refused."""
    first = decide(admitted, LIFT, AGAIN).receipt
    again = closings.ReprintList(pool=FIDE, period="2025-08").record(admitted.house)
    assert again.receipt == replace(first, replayed=True)
    admitted.ledger.grounds = StatedGrounds(reason="again")
    with pytest.raises(GroundsDiffer):
        closings.ReprintList(pool=FIDE, period="2025-08").record(admitted.house)


def test_a_list_printed_again_is_the_last_correction(admitted):
    with pytest.raises(Refused, match="name it last, and once"):
        decide(admitted, AGAIN, LIFT)


def test_where_the_list_cannot_be_printed_again_nothing_is_recorded(admitted):
    events = admitted.ledger.read.head().next_position
    with pytest.raises(NothingChanges):
        decide(admitted, LIFT, ReportAnnulment(tournament="T-1"), AGAIN)
    assert admitted.ledger.read.head().next_position == events
    admitted.clock.now = at("2025-09-01 12:00")
    admitted.close("2025-09")
    with pytest.raises(NotTheLast, match="come on the next list"):
        decide(admitted, LIFT, AGAIN)


def test_a_decision_with_a_new_printing_takes_the_role_for_both(admitted):
    """Only an officer seals lists."""
    with pytest.raises(NotAllowed, match="period-closed"):
        decide(admitted, LIFT, AGAIN, house=admitted.acting("m-1", "committee"))
    both = admitted.acting("m-2", "committee", "rating-officer")
    assert decide(admitted, LIFT, AGAIN, house=both).result.fact.remedy == "new-printing"


def test_an_annulment_is_a_correction_too(admitted):
    """After the lifting the tournament would count; annulled by the same decision, the tournament
    does not.
    """
    annulled = decide(admitted, LIFT, ReportAnnulment(tournament="T-1"))
    events = admitted.ledger.read.at([annulled.receipt.last_position])
    assert [event.type for event in events.values()] == ["report-annulled.v1"]
    admitted.clock.now = at("2025-09-01 12:00")
    admitted.close("2025-09")
    assert admitted.rating(1, "2025-09") == 2000


def test_corrections_of_one_tournament_build_on_one_another(admitted):
    swap = EntrantCorrection(tournament="T-1", start_number=1, player=identities.show(4))
    result = ResultCorrection(tournament="T-1", game="#7#0", white="0", black="1")
    done = decide(admitted, swap, result, LIFT)
    assert done.receipt.last_position == done.receipt.first_position + 3
    admitted.clock.now = at("2025-09-01 12:00")
    admitted.close("2025-09")
    assert [admitted.rating(player, "2025-09") for player in (1, 4)] == [2000, 1990]


def test_a_list_closed_meanwhile_stays_and_the_answer_says_where_it_is_booked(tmp_path):
    """Composed, then a list is closed, then recorded: everything is composed again."""
    with at_a_desk(str(tmp_path / "ledger")) as desk:
        desk.lift()
        desk.file()
        desk.admit()
        result = ResultCorrection(tournament="T-1", game="#7#0", white="0", black="1")
        decision = DecideAppeal(
            appeal=FIRST, outcome="upheld", by=BODY, corrections=(result,), member=("m-1",)
        )
        stale = decision.compose(desk.house)
        assert stale.result.effects == ()
        desk.close("2025-08")
        done = decision.record(desk.house)
        (effect,) = done.result.effects
        assert isinstance(effect, KeptList)
        assert (effect.pool, effect.period, effect.booked_on) == (FIDE, "2025-08", "2025-09")
        desk.clock.now = at("2025-09-01 12:00")
        desk.close("2025-09")
        assert [desk.rating(1, one) for one in ("2025-08", "2025-09")] == [2010, 1990]


def test_a_list_closed_between_composition_and_recording_is_noticed(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as desk:
        desk.lift()
        desk.file()
        desk.admit()
        result = ResultCorrection(tournament="T-1", game="#7#0", white="0", black="1")
        closing = desk.closing_once("2025-08")
        done = decide(desk, result, house=closing)
        assert [one.period for one in done.result.effects if isinstance(one, KeptList)] == [
            "2025-08"
        ]


def test_the_same_decision_again_gives_the_first_receipt(admitted):
    first = decide(admitted, LIFT)
    assert decide(admitted, LIFT).receipt == replace(first.receipt, replayed=True)
    with pytest.raises(Refused) as refused:
        decide(admitted, outcome="dismissed")
    assert refused.value.code == "appeal-not-open"


def test_the_same_decision_with_other_corrections_is_no_repetition(admitted):
    other = ReportAnnulment(tournament="T-1")
    decide(admitted, LIFT)
    head = admitted.ledger.read.head()
    for corrections in ((other,), (LIFT, other)):
        with pytest.raises(Refused, match="with other corrections") as refused:
            decide(admitted, *corrections)
        assert refused.value.code == "appeal-not-open"
    assert admitted.ledger.read.head() == head


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "ratings-adjusted.v1: player: found nothing, expected a list of players"),
        ({"player": "1"}, "player: found '1', expected a list"),
        ({"player": [1]}, "player: found 1, expected a player as text"),
        ({"player": [identities.show(1)], "after": 5}, "after: found 5, expected a list"),
    ],
)
def test_fields_of_a_further_decision_that_do_not_fit_are_named_with_the_correction(
    admitted, fields, says
):
    wrong = FurtherDecision(type="ratings-adjusted", fields=fields)
    with pytest.raises(Refused, match=r"^correction 2, event record: ") as refused:
        decide(admitted, LIFT, wrong)
    assert says in str(refused.value)


def test_a_correction_that_is_refused_refuses_the_decision(admitted):
    head = admitted.ledger.read.head()
    wrong = ResultCorrection(tournament="T-1", game="#7#9", white="0", black="1")
    for corrections in ((LIFT, wrong), (LIFT, LIFT)):
        with pytest.raises(Refused):
            decide(admitted, *corrections)
    with pytest.raises(Refused) as refused:
        decide(admitted, LIFT, outcome="dismissed")
    assert refused.value.code == "corrections-without-ground"
    assert admitted.ledger.read.head() == head


def test_nobody_with_an_interest_decides_nor_sits_among_the_members(admitted):
    RecuseMember(appeal=FIRST, member="m-9", ground="relation", by=BODY).record(admitted.house)
    for given in (
        {"house": admitted.acting("m-9", "committee")},
        {"members": ("m-1", "m-9")},
        {"members": ("m-9",)},
    ):
        with pytest.raises(Conflict):
            decide(admitted, LIFT, **given)
    assert decide(admitted, LIFT, house=admitted.acting("m-1", "committee")).receipt


def test_only_an_admitted_appeal_is_decided_a_withdrawn_one_earlier(desk):
    desk.file()
    with pytest.raises(Refused, match="only an admitted appeal"):
        decide(desk, outcome="dismissed")
    assert decide(desk, outcome="withdrawn").result.fact.remedy is None


ANSWERED = "office-1"


@pytest.mark.parametrize(
    ("moment", "refused"),
    [("2025-08-15 23:59:59", True), ("2025-08-16 00:00", False), ("2025-08-16 00:01", False)],
)
def test_the_decision_waits_for_the_other_side_until_its_last_day_has_ended(
    admitted, moment, refused
):
    """Admitted on 1 August, fourteen days; the days end in the zone of the pool."""
    admitted.rules(answer_days=14, body=BODY)
    admitted.clock.now = at(moment)
    assert show_appeal(admitted.house, FIRST).about.answer_due == date(2025, 8, 15)
    if refused:
        with pytest.raises(Refused, match="may answer until 2025-08-15") as error:
            decide(admitted, LIFT)
        assert error.value.code == "answer-awaited"
        AnswerAppeal(appeal=FIRST, side=ANSWERED).record(admitted.house)
    decide(admitted, LIFT)


def awaited(desk, *, house=None, side=None):
    """Whether the other side is still awaited after a statement."""
    AnswerAppeal(appeal=FIRST, side=side).record(house or desk.house)
    assert show_appeal(desk.house, FIRST).about.answered == desk.appeal().is_answered
    if desk.appeal().is_answered:
        decide(desk, LIFT)
        return False
    with pytest.raises(Refused, match="none of the statements so far is known as its own") as error:
        decide(desk, LIFT)
    return error.value.code == "answer-awaited"


def test_a_statement_of_somebody_else_is_kept_and_the_other_side_is_still_awaited(admitted):
    """Nobody was named: the office and the committee name the author of a recorded statement."""
    admitted.rules(answer_days=14, body=BODY)
    assert awaited(admitted, house=admitted.acting("club-13", "submitter"))
    shown = [
        str(one.says) for one in show_appeal(admitted.house, FIRST).rows if one.what == "answered"
    ]
    assert shown == ["not known as the other side"]
    assert not awaited(admitted, house=admitted.acting("office", "rating-officer"), side=ANSWERED)


def test_whom_the_examination_names_is_the_other_side_and_nobody_else(desk):
    desk.close("2025-08")
    desk.file()
    desk.rules(answer_days=14, body=BODY)
    desk.admit(other_side=("club-13",))
    assert show_appeal(desk.house, FIRST).about.other_side == "club-13"
    assert awaited(desk, side="club-14")
    assert awaited(desk, house=desk.acting("office", "rating-officer"))
    house = desk.acting("club-13", "submitter", "committee")
    with pytest.raises(Conflict, match="club-13 may not take part in A-000001: they are the other"):
        SuspendEffect(appeal=FIRST, effect="holds", by=BODY).record(house)
    assert not awaited(desk, house=house)


def test_who_recorded_the_contested_act_is_the_other_side_unless_another_is_named(desk):
    desk.close("2025-08")
    refused = TournamentRefused(tournament="T-1", by="fide-qc", article="0.4")
    desk.file(contested=desk.record("club-13", refused))
    desk.rules(answer_days=14, body=BODY)
    desk.admit()
    assert show_appeal(desk.house, FIRST).about.other_side == "club-13"
    assert not awaited(desk, house=desk.acting("club-13", "submitter"))


def test_a_statement_before_the_examination_counts_only_if_its_side_is_then_named(desk):
    desk.close("2025-08")
    desk.file()
    desk.rules(answer_days=14, body=BODY)
    AnswerAppeal(appeal=FIRST, side="club-14").record(desk.house)
    desk.admit(other_side=("club-13",))
    assert not desk.appeal().is_answered
    assert not awaited(desk, side="club-13")


def test_the_appellant_is_not_the_other_side(desk):
    desk.file(appellant="club-12")
    with pytest.raises(Refused, match="club-12 appealed; the other side answers"):
        desk.admit(other_side=("club-13", "club-12"))


def test_a_late_statement_is_recorded_as_late_and_once(admitted):
    admitted.rules(answer_days=14, body=BODY)
    admitted.clock.now = at("2025-08-15 23:59:59")
    AnswerAppeal(appeal=FIRST, side=ANSWERED).record(admitted.house)
    admitted.clock.now = at("2025-08-16 00:00")
    assert AnswerAppeal(appeal=FIRST, side=ANSWERED).record(admitted.house).receipt.replayed
    AnswerAppeal(appeal=FIRST, side="office-2").record(admitted.house)
    assert AnswerAppeal(appeal=FIRST, side="office-2").record(admitted.house).receipt.replayed
    assert [answer.late for answer in admitted.appeal().answers] == [False, True]
    shown = [
        str(one.says) for one in show_appeal(admitted.house, FIRST).rows if one.what == "answered"
    ]
    assert shown == ["", "late"]


def test_a_withdrawn_appeal_waits_for_nobody(admitted):
    admitted.rules(answer_days=14, body=BODY)
    assert decide(admitted, outcome="withdrawn", members=()).receipt


@pytest.mark.parametrize("members", [(), ("local",), ("m-1", "Local"), ("public",)])
@pytest.mark.parametrize("outcome", ["upheld", "dismissed"])
def test_the_command_line_names_the_members_who_decide(admitted, outcome, members):
    """`local` is no member: with `local` nobody would be checked for an interest."""
    with pytest.raises(Refused, match="name each of them") as refused:
        decide(admitted, outcome=outcome, members=members)
    (refusal,) = refused.value.refusals()
    assert (refusal.code, refusal.field) == ("members-needed", "members")
    assert admitted.appeal().status == "admitted"


def test_who_decides_with_a_key_may_be_the_only_member(admitted):
    assert decide(admitted, house=admitted.acting("m-1", "committee"), members=()).receipt


def decided_on(desk, day, *, outcome="dismissed"):
    """Decide the first appeal on a day stated with the decision."""
    house = desk.house
    house.ledger = copy(house.ledger)
    house.ledger.grounds = StatedGrounds("As heard.", decided_on=day)
    return decide(desk, outcome=outcome, house=house)


@pytest.mark.parametrize("outcome", ["dismissed", "withdrawn"])
@pytest.mark.parametrize("stated", [None, date(2025, 8, 6)])
def test_nobody_is_notified_before_the_appeal_ends(admitted, stated, outcome):
    """The appeal ends on the day stated with the decision, or else on the day of
    recording: 11 August.
    """
    admitted.clock.now += 10 * DAY_US
    decided_on(admitted, stated, outcome=outcome)
    first = (stated or date(2025, 8, 11)).day
    with pytest.raises(Refused, match=f"ended on 2025-08-{first:02} only") as refused:
        NotifyAppeal(appeal=FIRST, on=date(2025, 8, first - 1), source="letter").record(
            admitted.house
        )
    (refusal,) = refused.value.refusals()
    assert (refusal.code, refusal.field) == ("days-contradict", "on")
    NotifyAppeal(appeal=FIRST, on=date(2025, 8, first), source="letter").record(admitted.house)
    (row,) = appeals(admitted.house).rows
    assert row.ended_on == row.notified_on == date(2025, 8, first)


def test_a_second_notice_replaces_the_first_only_if_it_names_it_with_a_reason(admitted):
    decided_on(admitted, date(2025, 8, 1))
    admitted.clock.now += 10 * DAY_US
    days = [date(2025, 8, day) for day in (2, 3)]

    def notify(day, replaces=None, reason=""):
        house = admitted.house
        house.ledger = copy(house.ledger)
        house.ledger.grounds = StatedGrounds(reason)
        return (
            NotifyAppeal(appeal=FIRST, on=day, source="letter", replaces=replaces)
            .record(house)
            .receipt
        )

    def refusal_of(*given):
        with pytest.raises(Refused) as refused:
            notify(*given)
        return refused.value.code

    assert refusal_of(days[0], 1, "x") == "not-the-notice"
    first = notify(days[0])
    assert notify(days[0]) == replace(first, replayed=True)
    position = first.first_position
    assert refusal_of(days[1]) == "notified-already"
    assert refusal_of(days[1], position - 1, "x") == "not-the-notice"
    assert refusal_of(days[1], position) == "reason-needed"
    second = notify(days[1], position, "The receipt has another day.")
    assert notify(days[1], position) == notify(days[1]) == replace(second, replayed=True)
    assert refusal_of(days[0]) == "notified-already"
    (row,) = appeals(admitted.house).rows
    rows = show_appeal(admitted.house, FIRST).rows
    shown = [str(one.says) for one in rows if one.what == "notified"]
    assert (row.notified_on, shown) == (days[1], ["2025-08-02, letter", "2025-08-03, letter"])


def test_the_register_shows_the_days_left_and_no_person(admitted):
    admitted.rules(decision_days=30, body=BODY)
    admitted.clock.now += 10 * DAY_US
    (row,) = appeals(admitted.house, pool=FIDE, state="open").rows
    assert (row.concerns, row.status, row.due_on, row.days_left) == (
        "T-1",
        "admitted",
        date(2025, 8, 31),
        20,
    )
    decided = decide(admitted, LIFT, members=("m-1",)).receipt
    NotifyAppeal(appeal=FIRST, on=date(2025, 8, 11), source="letter").record(admitted.house)
    assert appeals(admitted.house, state="open").rows == ()
    (row,) = appeals(admitted.house, state="closed").rows
    assert (row.outcome, row.remedy, row.ended_on) == ("upheld", "next-list", date(2025, 8, 11))
    assert row.notified_on == date(2025, 8, 11)
    (before,) = appeals(admitted.house, known_at=f"#{decided.first_position - 1}").rows
    assert (before.status, before.outcome, before.notified_on) == ("admitted", "", None)


def test_an_appeal_about_a_player_shows_number_and_name(admitted):
    appeal = admitted.file(player=1, notified="2025-07-31").result.fact.appeal
    about = show_appeal(admitted.house, appeal).about
    name = identities.names(admitted.ledger.read, [1])[1]
    assert (about.player, about.name) == (identities.show(1), name)
    assert not show_appeal(admitted.house, FIRST).about.player


def test_an_appeal_is_shown_to_those_who_read_all_and_to_who_appeals(admitted):
    owner = admitted.acting("club-12", "submitter")
    mine = admitted.file(owner, notified="2025-07-31").result.fact.appeal
    assert [one.what for one in show_appeal(owner, mine).rows] == ["filed"]
    with pytest.raises(Refused) as refused:
        show_appeal(owner, FIRST)
    assert refused.value.code == "unknown-appeal"
    auditor = admitted.acting("auditor-1", "auditor")
    assert [one.what for one in show_appeal(auditor, FIRST).rows] == ["filed", "admitted"]


def test_grounds_and_reasons_are_needed_kept_beside_and_shown_to_who_appeals(admitted):
    owner = admitted.acting("club-12", "submitter")
    owner.ledger.grounds = StatedGrounds()
    with pytest.raises(Refused) as refused:
        admitted.file(owner, notified="2025-07-31")
    assert refused.value.code == "reason-needed"
    owner.ledger.grounds = StatedGrounds("A secret reason", attachments=(b"a letter",))
    filed = admitted.file(owner, notified="2025-07-31")
    (step,) = show_appeal(owner, filed.result.fact.appeal).rows
    assert (step.statement, len(step.attached)) == ("A secret reason", 1)
    event = admitted.ledger.read.at([filed.receipt.first_position])[filed.receipt.first_position]
    assert b"secret" not in event.body
    with admitted.ledger.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM note")
    assert show_appeal(owner, filed.result.fact.appeal).rows[0].statement == "erased"
    house = admitted.house
    house.ledger.grounds = StatedGrounds()
    with pytest.raises(Refused, match="the reasons of the decision"):
        decide(admitted, LIFT, house=house)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_whole_appeal_on_both_databases_is_verified(database, request, tmp_path):
    """With grounds beside the events, an actor with a player's number, and a caused correction."""
    of_server = database == "postgresql"
    name = request.getfixturevalue("postgres_database") if of_server else str(tmp_path / "ledger")
    with at_a_desk(name) as desk:
        player = desk.acting("p-1", "player", player=1)
        player.ledger.grounds = StatedGrounds("It was played.", attachments=(b"score sheet",))
        desk.file(player, player=1, capacity="player")
        desk.admit()
        with pytest.raises(Conflict, match="they appealed"):
            decide(desk, LIFT, house=desk.acting("p-2", "committee", player=1))
        done = decide(desk, LIFT, house=desk.acting("m-1", "committee"))
        assert desk.appeal().status == "decided"
        assert done.receipt.last_position == done.receipt.first_position + 1
        assert [str(fault) for fault in faults(desk.ledger.engine)] == []


def test_where_a_decision_takes_two_persons_neither_has_an_interest(admitted):
    """Proposed with the correction, approved by another member; not by a recused member."""
    RecuseMember(appeal=FIRST, member="m-9", ground="relation", by=BODY).record(admitted.house)
    members = {name: admitted.with_key(name, "committee") for name in ("m-1", "m-2", "m-9")}
    policy(*RECORDED).record(admitted.house)
    decision = DecideAppeal(appeal=FIRST, outcome="upheld", by=BODY, corrections=(LIFT,))
    members["m-1"].ledger.grounds = StatedGrounds("The score sheets agree.")
    number = proposed(decision.record, members["m-1"])
    with pytest.raises(Conflict, match="m-9 may not take part"):
        approve(members["m-9"], number)
    with members["m-2"].tentatively() as tentative:
        approve(tentative, number)
        token = Token.read(str(preview_of(tentative).about.token))
    record_as_previewed(members["m-2"], token)
    receipt = approve(members["m-2"], number).receipt
    events = admitted.ledger.read.at([receipt.first_position, receipt.last_position])
    assert [one.decoded().approved_by for one in events.values()] == ["m-2", "m-2"]
    shown = show_appeal(admitted.house, FIRST).rows
    assert [(one.recorded_by, one.approved_by) for one in shown[-1:]] == [("m-1", "m-2")]
    assert {one.approved_by for one in shown[:-1]} == {""}
    first, last = (events[at] for at in (receipt.first_position, receipt.last_position))
    assert last.decoded().causation == first.event_id


@pytest.fixture
def proposing(admitted):
    """Two members, where a decision takes two persons."""
    members = [admitted.with_key(name, "committee", "rating-officer") for name in ("m-1", "m-2")]
    policy(*RECORDED).record(admitted.house)
    for member in members:
        member.ledger.grounds = StatedGrounds("The score sheets agree.")
    return members


def decision_of(*corrections, outcome="upheld"):
    return DecideAppeal(
        appeal=FIRST, outcome=outcome, by=BODY, corrections=corrections, member=("m-1", "m-2")
    )


def approved_by(member, number):
    member.ledger.grounds = StatedGrounds()
    return approve(member, number).receipt


def test_a_mere_step_of_the_appeal_leaves_the_proposal_of_its_decision_open(admitted, proposing):
    """Nothing shown to the approver moves: the approval records the decision as proposed."""
    first, second = proposing
    number = proposed(decision_of(LIFT).record, first)
    SuspendEffect(appeal=FIRST, effect="holds", by=BODY).record(admitted.house)
    RecuseMember(appeal=FIRST, member="m-9", ground="relation", by=BODY).record(admitted.house)
    about, *rows = [proposal(second, number).about, *proposal(second, number).rows]
    assert (about.state, about.overtaken_by) == ("open", None)
    since = [row.type for row in rows if row.part == "recorded-since"]
    assert since == ["effect-suspended.v1", "member-recused.v1"]
    assert proposed(decision_of(LIFT).record, first) == number
    receipt = approved_by(second, number)
    assert receipt.last_position == receipt.first_position + 1
    assert admitted.appeal().decided.members == ("m-1", "m-2")


def test_where_a_step_moves_the_decision_the_approval_names_it(admitted, proposing):
    """A list printed again takes in everything recorded before: the step too."""
    first, second = proposing
    number = proposed(decision_of(LIFT, AGAIN).record, first)
    step = (
        SuspendEffect(appeal=FIRST, effect="holds", by=BODY)
        .record(admitted.house)
        .receipt.first_position
    )
    with pytest.raises(PreviewAgain, match=f"recorded since: #{step} effect suspended"):
        approved_by(second, number)


def test_only_another_decision_overtakes_a_proposed_one(admitted, proposing):
    first, second = proposing
    number = proposed(decision_of(LIFT).record, first)
    other = proposed(decision_of(outcome="dismissed").record, first)
    SuspendEffect(appeal=FIRST, effect="holds", by=BODY).record(admitted.house)
    decided_at = approved_by(second, other).first_position
    with pytest.raises(NotOpen, match=f"#{decided_at} was recorded in its place"):
        approved_by(second, number)


ADJUSTED = (("before", 2000), ("after", 2001))


@pytest.mark.parametrize("meanwhile", [False, True])
@pytest.mark.parametrize("corrections", [(LIFT,), (LIFT, AGAIN)], ids=["next list", "printing"])
def test_a_preview_is_recorded_as_shown_also_with_corrections(admitted, corrections, meanwhile):
    """Refused after another record that moves the same ratings."""
    with admitted.house.tentatively() as tentative:
        decide(admitted, *corrections, house=tentative)
        token = Token.read(str(preview_of(tentative).about.token))
    if meanwhile:
        ratings = {name: columns.write([value], columns.RATING) for name, value in ADJUSTED}
        player = columns.write([1], columns.PLAYER)
        admitted.record("m-1", RatingsAdjusted(pool=FIDE, player=player, by=BODY, **ratings))
    head = admitted.ledger.read.head().next_position
    house = admitted.house
    house.ledger = copy(house.ledger)
    record_as_previewed(house, token)
    if meanwhile:
        with pytest.raises(PreviewOutdated):
            decide(admitted, *corrections, house=house)
        assert admitted.ledger.read.head().next_position == head
        return
    done = decide(admitted, *corrections, house=house).receipt
    assert done.last_position - done.first_position == len(corrections)
