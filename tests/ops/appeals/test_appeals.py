"""Appeals step by step: in time to the second in the pool's zone, conflicts, states at any time."""

from dataclasses import replace
from datetime import date

import pytest
from msgspec import structs

from ledger.appeals.folding import read_appeal
from ledger.errors import Refused
from ledger.events.appeals import AppealAdmitted, AppealDeclaredInadmissible
from ledger.events.counting import TournamentRefused
from ledger.events.register import PlayersMerged
from ledger.store.grounds import StatedGrounds
from ledger.store.requests import NewEvent, Request
from ops.access.recording import NotAllowed
from ops.appeals.conflicts import Conflict
from ops.appeals.receipts import of_filing
from ops.appeals.recordings import (
    AdmitAppeal,
    AnswerAppeal,
    DecideAppeal,
    NotifyAppeal,
    RecuseMember,
    SuspendEffect,
)
from ops.appeals.register import show_appeal
from ops.appeals.sides import other_side
from ops.closings.recordings import CloseList, ReprintList
from ops.house import House
from tests.support.appeal_desk import BODY, FIRST, at_a_desk
from tests.support.closing_service import at
from tests.support.recording import record
from tests.support.worlds import RUBELE

SECOND = 1_000_000


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def examined(desk) -> AppealAdmitted | AppealDeclaredInadmissible:
    """The event of the examination, the last step."""
    fact = desk.appeal().steps[-1].fact
    assert isinstance(fact, AppealAdmitted | AppealDeclaredInadmissible)
    return fact


# ------------------------------------------------------------------------------------- the deadline


@pytest.mark.parametrize(
    ("offset", "status"), [(-SECOND, "admitted"), (0, "inadmissible"), (SECOND, "inadmissible")]
)
def test_article_0_4_an_appeal_is_in_time_until_the_seventh_day_ends_in_the_zone(
    desk, offset, status
):
    """Notified on 1 August: the seventh day is 8 August, in Rome; 22:00 of 8 August in UTC."""
    desk.clock.now = at("2025-08-08 22:00", "UTC") + offset
    done = desk.file()
    assert done.result.in_time == (status == "admitted")
    desk.clock.now = at("2025-09-01 12:00")
    desk.admit()
    assert desk.appeal().status == status
    assert examined(desk).deadline == date(2025, 8, 8)
    if status == "inadmissible":
        assert desk.appeal().inadmissible.ground == "late"


@pytest.mark.parametrize(
    ("told", "in_utc"),
    [
        ("2025-10-18", "2025-10-25 22:00"),  # in summer time
        ("2025-10-19", "2025-10-26 23:00"),  # the day with 25 hours
        ("2025-10-20", "2025-10-27 23:00"),
    ],
)
def test_a_deadline_over_the_end_of_summer_time_is_midnight_in_the_zone(desk, told, in_utc):
    last = at(in_utc, "UTC")
    for received, in_time in ((last - SECOND, True), (last, False)):
        desk.clock.now = max(desk.clock.now, received)
        assert desk.file(notified=told, source=in_utc + str(in_time)).result.in_time == in_time


def test_an_instant_of_notice_is_a_day_of_the_zone(desk):
    """Half past eleven in the evening in UTC is the next day in Rome."""
    desk.clock.now = at("2025-08-05 12:00")
    fact = desk.file(notified="2025-08-01T23:30:00+00:00").result.fact
    assert fact.notified_on == date(2025, 8, 2)
    assert fact.notified_at == at("2025-08-01 23:30", "UTC")


def test_the_committee_states_when_it_received_an_appeal(desk):
    desk.clock.now = at("2025-08-20 12:00")
    committee = desk.acting("member-1", "committee")
    done = desk.file(committee, appellant="club-12", received="2025-08-08T23:59:59+02:00")
    assert done.result.in_time
    desk.admit()
    assert desk.appeal().status == "admitted"


@pytest.mark.parametrize("received", ["2025-08-08T23:59:59+02:00", "2025-08-21T00:00:00+02:00"])
def test_nobody_else_states_it_and_it_is_never_to_come(desk, received):
    desk.clock.now = at("2025-08-20 12:00")
    late = received > "2025-08-20"
    house = desk.acting("member-1", "committee") if late else desk.acting("club", "submitter")
    with pytest.raises(Refused) as refused:
        desk.file(house, received=received)
    assert refused.value.code == "receipt-not-stated"


def test_where_no_rule_is_known_every_appeal_is_in_time(tmp_path):
    with at_a_desk(str(tmp_path / "ledger"), RUBELE) as desk:
        desk.clock.now = at("2025-12-31 12:00")
        filed = desk.file().result
        assert (filed.in_time, filed.rules.source) == (True, "")
        desk.admit()
        assert desk.appeal().status == "admitted"
        assert examined(desk).deadline is None


def test_rules_of_the_pool_replace_those_of_the_rulebook_from_a_day_on(desk):
    """Told the day before, on the day, after: thirty days from 1 August on, by the committee."""
    desk.rules(in_force_from=date(2025, 8, 1), deadline_days=30, body="committee")
    desk.clock.now = at("2025-08-20 12:00")
    told = ("2025-07-31", "2025-08-01", "2025-08-02")
    assert [desk.file(notified=day).result.in_time for day in told] == [False, True, True]


def test_who_may_appeal_is_a_rule_of_the_pool(desk):
    desk.rules(capacity=("player",), body="committee")
    assert not desk.file().result.may_appeal
    assert desk.file(capacity="player").result.may_appeal
    desk.admit(by="committee", inadmissible="standing")
    assert desk.appeal().inadmissible.ground == "standing"


# ------------------------------------------------------------------------------------------- filing


def test_the_same_appeal_again_gives_the_first_receipt(desk):
    first = desk.file()
    desk.clock.now += SECOND
    assert desk.file().receipt == replace(first.receipt, replayed=True)
    assert desk.file().result == first.result
    assert desk.file(notified="2025-07-31").result.fact.appeal == "A-000002"


def test_appeals_are_numbered_when_they_are_recorded(desk):
    """An appeal composed before another was filed is recorded too, and numbers go on after
    six digits.
    """
    request = desk.filing(notified="2025-07-30").compose(desk.house).request
    assert isinstance(request, Request)
    assert desk.file(notified="2025-07-31").result.fact.appeal == "A-000001"
    position = desk.ledger.append(request).first_position
    assert desk.ledger.read.at([position])[position].stream == "appeal-A-000002"
    last = structs.replace(request.events[0].fact, appeal="A-999999")
    desk.ledger.append(Request("the last of six digits", (NewEvent(last),)))
    days = ("2025-07-27", "2025-07-28")
    assert [desk.file(notified=day).result.fact.appeal for day in days] == [
        "A-1000000",
        "A-1000001",
    ]


def test_an_appeal_contests_what_is_of_its_kind_and_pool(desk):
    for given in (
        {"contested": desk.report},
        {"contested": 99_999},
        {"kind": "report"},
        {"kind": "list-row", "contested": None},
        {"period": "2025-08"},
    ):
        with pytest.raises(Refused) as refused:
            desk.file(**given)
        assert refused.value.code == "not-contested-so"
    assert desk.file(kind="decision").result.fact.contested == desk.refusal
    assert desk.file(kind="report", contested=desk.report).result.fact.contested == desk.report


def test_the_row_of_a_list_is_contested_from_its_publication_on(desk):
    row = {"kind": "list-row", "contested": None, "period": "2025-08", "player": 1}
    row |= {"notified": None, "source": None}
    desk.close("2025-08")
    with pytest.raises(Refused) as refused:
        desk.file(**row)
    assert refused.value.code == "notice-needed"
    desk.publish("2025-08", date(2025, 8, 1))
    fact = desk.file(**row).result.fact
    assert (fact.notified_on, fact.source) == (date(2025, 8, 1), "publication of the list")


def test_the_row_of_a_new_printing_is_contested_from_its_publication_on(desk):
    row = {"kind": "list-row", "contested": None, "period": "2025-08", "player": 1}
    row |= {"notified": None, "source": None}
    desk.close("2025-08")
    desk.publish("2025-08", date(2025, 8, 1))
    desk.lift()
    ReprintList(pool=desk.book, period="2025-08").record(desk.house)
    assert desk.file(**row).result.fact.notified_on == date(2025, 8, 1)
    desk.clock.now = at("2025-08-04 12:00")
    desk.publish("2025-08", date(2025, 8, 4))
    assert desk.file(**row | {"player": 2}).result.fact.notified_on == date(2025, 8, 4)


ROW = {"kind": "list-row", "contested": None, "period": "2025-08", "player": 1}
WITHOUT_NOTICE = ROW | {"notified": None, "source": None}


@pytest.mark.parametrize(
    ("received", "refused"),
    [
        ("2025-08-02T23:59:59+02:00", True),
        ("2025-08-03T00:00:00+02:00", False),
        ("2025-08-03T00:00:01+02:00", False),
    ],
)
def test_reading_contested_from_notice_nobody_appeals_before_the_publication(
    desk, received, refused
):
    """Published on 3 August: the day begins in the zone of the pool."""
    desk.close("2025-08")
    desk.clock.now = at("2025-08-05 12:00")
    desk.publish("2025-08", date(2025, 8, 3))
    desk.house.catch_up()
    if refused:
        with pytest.raises(Refused, match="2025-08-03") as error:
            desk.file(received=received, **WITHOUT_NOTICE)
        (refusal,) = error.value.refusals()
        assert (refusal.code, refusal.field) == ("not-contested-yet", "received")
    else:
        fact = desk.file(received=received, **WITHOUT_NOTICE).result.fact
        assert fact.notified_on == date(2025, 8, 3)


@pytest.mark.parametrize("told", ["2025-07-31", "2025-08-01", "2025-08-02"])
def test_nobody_is_told_of_a_row_before_its_list_is_public(desk, told):
    """The list of August is in force from 1 August on, without a publication recorded."""
    desk.close("2025-08")
    desk.clock.now = at("2025-08-05 12:00")
    if told < "2025-08-01":
        with pytest.raises(Refused, match="before its publication") as error:
            desk.file(**ROW | {"notified": told})
        (refusal,) = error.value.refusals()
        assert (refusal.code, refusal.field) == ("not-contested-yet", "notified")
    else:
        assert desk.file(**ROW | {"notified": told}).result.fact.notified_on.isoformat() == told


def test_a_list_that_nobody_closed_has_no_row_whatever_notice_is_stated(desk):
    with pytest.raises(Refused, match="no list '2025-08' is closed"):
        desk.file(**ROW | {"notified": "2025-08-01"})


def test_an_appeal_received_before_a_new_printing_is_against_the_one_before(desk):
    desk.close("2025-08")
    desk.publish("2025-08", date(2025, 8, 1))
    desk.lift()
    ReprintList(pool=desk.book, period="2025-08").record(desk.house)
    desk.clock.now = at("2025-08-04 12:00")
    desk.publish("2025-08", date(2025, 8, 4))
    early = desk.file(received="2025-08-03T12:00:00+02:00", **WITHOUT_NOTICE)
    assert early.result.fact.notified_on == date(2025, 8, 1)


def test_the_other_side_answers_for_the_printing_that_was_contested(desk):
    """The sealer of an unpublished printing, or of a printing after the appeal, is not named."""
    with House(desk.ledger, desk.official, by="anna") as anna:
        CloseList(pool=desk.book, period="2025-08").record(anna)
    desk.publish("2025-08", date(2025, 8, 1))
    desk.lift()
    with House(desk.ledger, desk.official, by="bruno") as bruno:
        ReprintList(pool=desk.book, period="2025-08").record(bruno)
    desk.file(**WITHOUT_NOTICE)
    assert other_side(desk.house, desk.appeal()) == {"anna"}
    desk.clock.now = at("2025-08-04 12:00")
    desk.publish("2025-08", date(2025, 8, 4))
    assert other_side(desk.house, desk.appeal()) == {"anna"}
    later = read_appeal(
        desk.ledger.read, desk.file(**WITHOUT_NOTICE | {"player": 2}).result.fact.appeal
    )
    assert later is not None
    assert other_side(desk.house, later) == {"bruno"}


@pytest.mark.parametrize(
    ("received", "refused"),
    [
        ("2025-08-02T10:00:00+02:00", True),
        ("2025-08-02T10:00:01+02:00", False),
        ("2025-08-02T10:00:02+02:00", False),
    ],
)
def test_no_appeal_is_received_before_the_instant_of_the_notice(desk, received, refused):
    desk.clock.now = at("2025-08-05 12:00")
    told = "2025-08-02T10:00:01+02:00"
    if refused:
        with pytest.raises(Refused, match="before the notice") as error:
            desk.file(notified=told, received=received)
        assert error.value.code == "not-contested-yet"
    else:
        assert desk.file(notified=told, received=received).result.in_time


def test_a_player_appeals_for_themselves_a_submitter_for_anybody_named(desk):
    player = desk.acting("p-1", "player", player=1)
    with pytest.raises(Refused) as refused:
        desk.file(player, player=2)
    assert refused.value.code == "appeal-for-another"
    assert desk.file(player, player=1).result.fact.appellant == "p-1"
    submitter = desk.acting("club", "submitter")
    assert desk.file(submitter, player=2).result.fact.appellant == "club"
    with pytest.raises(Refused):
        desk.file(submitter, appellant="another")
    with pytest.raises(NotAllowed):
        desk.file(desk.acting("office", "rating-officer"))


def test_a_player_without_a_known_player_is_told_who_names_it(desk):
    with pytest.raises(Refused, match="an administrator names the player"):
        desk.file(desk.acting("p-2", "player"), player=2)


def test_a_second_appeal_against_the_same_names_the_first_while_it_is_open(desk):
    assert of_filing(desk.file(appellant="club-12")).notes[1:] == ()
    for given, named in (
        ({"appellant": "club-13"}, False),
        ({"appellant": "club-12", "kind": "decision"}, False),
        ({"appellant": "club-12", "notified": "2025-07-31"}, True),
    ):
        notes = of_filing(desk.file(**given)).notes
        assert any(f"it is open: {FIRST}" in str(note) for note in notes) == named
    assert of_filing(desk.file(appellant="club-12")).receipts[0].replayed
    desk.admit(inadmissible="form")
    again = of_filing(desk.file(appellant="club-12", notified="2025-07-30")).notes
    assert not any(FIRST in str(note) for note in again)


# ------------------------------------------------------------------------------------ further steps


@pytest.mark.parametrize("role", ["player", "submitter"])
def test_nobody_answers_as_somebody_else_but_the_office_records_statements(desk, role):
    desk.file()
    house = desk.acting("club-13", role)
    with pytest.raises(Refused) as refused:
        AnswerAppeal(appeal=FIRST, side="office-1").record(house)
    assert refused.value.code == "answer-for-another"
    AnswerAppeal(appeal=FIRST).record(house)
    AnswerAppeal(appeal=FIRST, side="office-1").record(desk.acting("office", "rating-officer"))
    assert [answer.side for answer in desk.appeal().answers] == ["club-13", "office-1"]


def test_the_state_of_an_appeal_at_every_position(desk):
    desk.file()
    desk.admit()
    AnswerAppeal(appeal=FIRST, side="office-1").record(desk.house)
    RecuseMember(appeal=FIRST, member="member-9", ground="relation", by=BODY).record(desk.house)
    SuspendEffect(appeal=FIRST, effect="holds", by=BODY).record(desk.house)
    SuspendEffect(appeal=FIRST, effect="lifted", by=BODY).record(desk.house)
    first = desk.appeal().first.position
    states = [
        (one.status, len(one.answers), len(one.recused), one.suspension is not None)
        for known in range(first, first + 6)
        for one in [desk.appeal(known)]
    ]
    assert states == [
        ("filed", 0, 0, False),
        ("admitted", 0, 0, False),
        ("admitted", 1, 0, False),
        ("admitted", 1, 1, False),
        ("admitted", 1, 1, True),
        ("admitted", 1, 1, False),
    ]


def test_each_step_again_gives_the_first_receipt(desk):
    desk.file()
    for step in (
        desk.admit,
        lambda: AnswerAppeal(appeal=FIRST, side="office-1").record(desk.house).receipt,
        lambda: (
            RecuseMember(appeal=FIRST, member="member-9", ground="relation", by=BODY)
            .record(desk.house)
            .receipt
        ),
        lambda: SuspendEffect(appeal=FIRST, effect="holds", by=BODY).record(desk.house).receipt,
    ):
        first = step()
        assert not first.replayed
        assert step() == replace(first, replayed=True)


def test_an_inadmissible_appeal_is_notified_and_nothing_else(desk):
    desk.file()
    with pytest.raises(Refused, match="still open"):
        NotifyAppeal(appeal=FIRST, on=date(2025, 8, 1), source="letter").record(desk.house)
    desk.admit(inadmissible="form")
    with pytest.raises(Refused, match="inadmissible already"):
        AnswerAppeal(appeal=FIRST, side="office-1").record(desk.house)
    with pytest.raises(Refused, match="to come"):
        NotifyAppeal(appeal=FIRST, on=date(2025, 8, 2), source="letter").record(desk.house)
    NotifyAppeal(appeal=FIRST, on=date(2025, 8, 1), source="letter").record(desk.house)
    assert desk.appeal().notified.source == "letter"


def test_only_the_body_named_by_the_rules_decides(desk):
    desk.file()
    for step in (
        lambda: desk.admit(by="fide-qc"),
        lambda: RecuseMember(appeal=FIRST, member="m", ground="other", by="fide-qc").record(
            desk.house
        ),
        lambda: SuspendEffect(appeal=FIRST, effect="holds", by="fide-qc").record(desk.house),
    ):
        with pytest.raises(Refused) as refused:
            step()
        assert refused.value.code == "body-not-competent"


@pytest.mark.parametrize("actor", ["recorder", "p-1", "recused", "other-side", "player-1"])
def test_who_has_an_interest_takes_no_part(desk, actor):
    refused = TournamentRefused(tournament="T-1", by="fide-qc", article="0.4")
    refusal = desk.record("recorder", refused)
    desk.acting("player-1", player=1)
    desk.file(contested=refusal, appellant="p-1", player=1)
    AnswerAppeal(appeal=FIRST, side="other-side").record(desk.house)
    RecuseMember(appeal=FIRST, member="recused", ground="relation", by=BODY).record(desk.house)
    house = desk.acting(actor, "committee")
    for step in (
        lambda: AdmitAppeal(appeal=FIRST, by=BODY).record(house),
        lambda: SuspendEffect(appeal=FIRST, effect="holds", by=BODY).record(house),
    ):
        with pytest.raises(Conflict, match=f"{actor} may not take part"):
            step()
    other = desk.acting("somebody", "committee")
    AdmitAppeal(appeal=FIRST, by=BODY).record(other)
    assert desk.appeal().status == "admitted"


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("actor", ["recorder", "p-1", "recused", "other-side", "player-1"])
def test_who_has_an_interest_under_another_id_takes_no_part_either(desk, actor, merged):
    """Two actors of one player, also by a number merged into the other's number."""
    player = 1 if actor == "player-1" else 3
    refused = TournamentRefused(tournament="T-1", by="fide-qc", article="0.4")
    refusal = desk.record("recorder", refused)
    desk.acting(actor, player=player)
    desk.file(contested=refusal, appellant="p-1", player=1)
    AnswerAppeal(appeal=FIRST, side="other-side").record(desk.house)
    RecuseMember(appeal=FIRST, member="recused", ground="relation", by=BODY).record(desk.house)
    if merged:
        record(desk.ledger, "merged", PlayersMerged(kept=player, merged=4, by="fsi"))
    alias = desk.acting("alias", "committee", player=4 if merged else player)
    with pytest.raises(Conflict, match="alias may not take part"):
        AdmitAppeal(appeal=FIRST, by=BODY).record(alias)
    AdmitAppeal(appeal=FIRST, by=BODY).record(desk.acting("m-1", "committee"))
    decision = DecideAppeal(appeal=FIRST, outcome="dismissed", by=BODY, member=("m-1", "alias"))
    with pytest.raises(Conflict, match="alias may not take part"):
        decision.record(desk.house)


def test_the_other_side_may_answer_by_another_id_and_the_appellant_is_never_the_other_side(desk):
    desk.acting("club", player=3)
    desk.acting("club-secretary", player=3)
    desk.file(appellant="p-1")
    desk.admit(other_side=("club",))
    AnswerAppeal(appeal=FIRST, side="club-secretary").record(desk.house)
    [answer] = desk.appeal().answers
    assert (answer.side, desk.appeal().is_answered) == ("club", True)
    desk.acting("p-1", player=4)
    desk.acting("p-2", player=4)
    with pytest.raises(Refused, match="p-2 appealed") as refused:
        AnswerAppeal(appeal=FIRST, side="p-2").record(desk.house)
    assert refused.value.code == "own-appeal"


def test_a_player_appeals_also_where_the_number_was_merged(desk):
    record(desk.ledger, "merged", PlayersMerged(kept=1, merged=4, by="fsi"))
    player = desk.acting("p-4", "player", player=4)
    player.ledger.grounds = StatedGrounds("It was played.")
    assert desk.file(player, player=1, capacity="player").result.fact.player == 1
    other = desk.acting("p-1", "player", player=1)
    other.ledger.grounds = StatedGrounds("It was played.")
    assert desk.file(other, player=1, capacity="player").result.open_already == (FIRST,)
    assert show_appeal(other, FIRST).about.player


def test_an_unknown_appeal_is_refused(desk):
    with pytest.raises(Refused) as refused:
        AnswerAppeal(appeal="A-9").record(desk.house)
    assert refused.value.code == "unknown-appeal"
