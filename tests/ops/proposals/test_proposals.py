"""Proposals: approved by another person with a key, withdrawn, expired; nothing twice."""

from datetime import date
from threading import Thread

import msgspec
import pytest
from msgspec import structs

from ledger.actors.keys import all_keys
from ledger.errors import Refused
from ledger.events.appeals import AppealDecided
from ledger.events.pool import RatingsAdjusted
from ledger.events.report import ResultCorrected
from ledger.register.identities import show
from ledger.register.merges import merges
from ledger.store.grounds import StatedGrounds
from ledger.store.ledger import Ledger
from ledger.store.proposals import Proposals
from ledger.store.requests import NewEvent, Request
from ops.access.recording import NotAllowed
from ops.access.two_persons import TwoPersonsNeeded
from ops.actors.keys import reopen_keys
from ops.actors.recordings import WithdrawRole
from ops.answers.tournament_games import find_game, read_tournament
from ops.closings.closings_due import closings_due
from ops.closings.recordings import CloseList
from ops.doors.catalogue import proposable
from ops.doors.uploads import Upload
from ops.events import record_decision
from ops.events.record_decision import RecordDecision
from ops.events.recordings import DecideFromFile
from ops.house import House
from ops.players.recordings import MergePlayer, SeparatePlayer
from ops.proposals.approving import NotOpen, PreviewAgain, SamePerson, approve
from ops.proposals.questions import ListProposals
from ops.proposals.receipts import approved
from ops.proposals.recordings import WithdrawProposal
from ops.proposals.register import ENDED, ProposalChanged, proposal, proposals
from ops.tournaments.corrections import CorrectResult
from ops.upkeep.back_up import accept_older
from tests.support.decision_lines import adjusted
from tests.support.two_persons import (
    ANNA,
    BRUNO,
    CARLA,
    CHESS,
    CLUB,
    SINCE,
    copied,
    office_at,
    policy,
    proposed,
)


@pytest.fixture(scope="module")
def prepared(sample, tmp_path_factory):
    return office_at(sample, tmp_path_factory.mktemp("two"))


@pytest.fixture
def desk(prepared, tmp_path):
    return copied(prepared, tmp_path / "own")


def states(desk, days_later=0):
    with desk.acting(days_later=days_later) as house:
        return {row.proposal: row.state for row in proposals(house, ListProposals()).rows}


def adjustment(house, after="2430", **changed):
    said = adjusted(house.ledger, after=after, **changed)["payload"]
    return RatingsAdjusted(**said)


def test_a_correction_is_recorded_when_another_person_approves(desk):
    before = desk.head()
    number = desk.correct(ANNA)
    assert (desk.head(), states(desk)) == (before, {number: "open"})
    with desk.acting(BRUNO) as house:
        done = approve(house, number)
        assert house.by == BRUNO
        [event] = house.read.at([done.receipt.first_position]).values()
        found = event.decoded()
        assert (found.recorded_by, found.approved_by) == (ANNA, BRUNO)
        assert approve(house, number).receipt.first_position == done.receipt.first_position
    assert (desk.head(), states(desk)) == (before + 1, {number: "approved"})
    with desk.acting(ANNA) as house:
        again = CorrectResult(
            tournament="T-000001", game="1:1", white="0", black="1", by="commission"
        ).record(house)
    assert again.receipt.replayed
    assert desk.head() == before + 1


@pytest.mark.parametrize("actor", [ANNA, "local"])
def test_nobody_approves_their_own_proposal_and_the_command_line_approves_none(desk, actor):
    number, before = desk.correct(ANNA), desk.head()
    with desk.acting(actor) as house, pytest.raises(SamePerson):
        approve(house, number)
    assert desk.head() == before


def test_the_approver_needs_the_role_for_each_event(desk):
    number, before = desk.correct(ANNA), desk.head()
    with desk.acting(CLUB) as house, pytest.raises(Refused, match="there is no proposal"):
        approve(house, number)
    desk.grant(CLUB, "auditor")
    with desk.acting(CLUB) as house, pytest.raises(NotAllowed):
        approve(house, number)
    assert desk.head() == before + 1


def test_a_missing_role_is_named_also_where_something_else_would_be_recorded(desk):
    first, outdated = desk.correct(ANNA), desk.correct(ANNA, "=", "=")
    with desk.acting(BRUNO) as house:
        approve(house, first)
    desk.grant(CLUB, "auditor")
    words = f"{CLUB} may not record result-corrected.v1 in {CHESS}: it takes the role committee or"
    with desk.acting(CLUB) as house, pytest.raises(NotAllowed, match=words):
        approve(house, outdated)


def test_the_proposer_still_needs_the_role_at_the_approval(desk):
    number = desk.correct(ANNA)
    with desk.acting() as house:
        withdrawn = WithdrawRole(
            actor=ANNA, role="rating-officer", in_force_from=SINCE, by="council"
        )
        withdrawn.record(house)
    before = desk.head()
    with desk.acting(BRUNO) as house, pytest.raises(NotAllowed, match=ANNA):
        approve(house, number)
    assert desk.head() == before


def test_without_a_key_nothing_is_proposed(desk):
    with desk.acting() as house, pytest.raises(TwoPersonsNeeded, match="corrections"):
        CorrectResult(
            tournament="T-000001", game="1:1", white="0", black="1", by="commission"
        ).record(house)
    assert states(desk) == {}


def test_the_same_request_is_proposed_once_whoever_proposes_it(desk):
    assert desk.correct(ANNA) == desk.correct(ANNA) == desk.correct(BRUNO)
    with desk.acting(BRUNO) as house:  # it is still that of the first
        assert approve(house, 1).proposal.proposed_by == ANNA


def test_what_would_be_recorded_otherwise_is_refused_with_the_events_since(desk):
    first, other = desk.correct(ANNA), desk.correct(BRUNO, "=", "=")
    with desk.acting(BRUNO) as house:
        position = approve(house, first).receipt.first_position
    before = desk.head()
    with desk.acting(CARLA) as house:
        with pytest.raises(PreviewAgain, match=f"#{position} result corrected"):
            approve(house, other)
        shown = proposal(house, other).rows
    assert [row.part for row in shown] == ["proposed", "recorded-since"]
    assert desk.head() == before


def test_what_was_recorded_elsewhere_holds_up_no_approval(desk):
    """Decisions about two players of the same pool, approved in turn."""
    with desk.acting(ANNA) as house:
        one = proposed(record_decision.record, house, adjustment(house))
        other = house.read.numbers_of("fide")["99000500"]
        fact = adjustment(house, player=f"{other:08}", before="2371", after="2370")
        two = proposed(record_decision.record, house, fact)
    with desk.acting(CARLA) as house:
        approve(house, one)
        approve(house, two)
    assert states(desk) == {one: "approved", two: "approved"}


def test_a_withdrawn_proposal_is_not_approved(desk):
    number, before = desk.correct(ANNA), desk.head()
    with desk.acting(CLUB) as house, pytest.raises(Refused, match="there is no proposal"):
        WithdrawProposal(proposal=number).record(house)
    with desk.acting(ANNA) as house:
        again = WithdrawProposal(proposal=number).record(house).receipt
        [event] = house.read.at([again.first_position]).values()
        assert (event.type, event.recorded_by) == ("proposal-withdrawn.v1", ANNA)
        with pytest.raises(NotOpen, match="withdrawn"):
            WithdrawProposal(proposal=number).record(house)
    with desk.acting(BRUNO) as house, pytest.raises(NotOpen, match="withdrawn by anna"):
        approve(house, number)
    assert (desk.head(), states(desk)) == (before, {number: "withdrawn"})
    assert desk.correct(ANNA) == number + 1


def test_who_approves_a_correction_in_the_place_of_one_of_an_appeal_is_warned(desk):
    """Not about another game of the report."""
    with desk.acting() as house:
        of = read_tournament(house.read, "T-000001")
        report, index = find_game(of, "1:1")
    fact = ResultCorrected(
        tournament="T-000001", report=report, game=index, white_result="=", black_result="=", by="c"
    )
    decided = AppealDecided(appeal="A-000001", pool=CHESS, outcome="upheld", by="c")
    with Ledger.open(desk.address) as ledger:
        caused = ledger.append(Request("decision", (NewEvent(decided), NewEvent(fact))))
    number = desk.correct(ANNA)
    with desk.acting(ANNA) as house:
        other = proposed(
            CorrectResult(
                tournament="T-000001",
                game=f"#{report}#{index + 1}",
                white="0",
                black="0",
                by="commission",
            ).record,
            house,
        )
    with desk.acting(BRUNO) as house:
        assert "warning" not in proposal(house, other).rows[0].facts
        assert approve(house, other).warnings == ()
        words = f"the correction #{caused.last_position}, caused by the decision of appeal A-000001"
        shown = proposal(house, number).rows[0].facts["warning"]
        assert str(shown).startswith(f"{words}, is replaced")
        assert approve(house, number).warnings == (shown,)


@pytest.mark.parametrize(("end", "state"), [("withdrawn", "withdrawn"), ("expired", "overtaken")])
def test_of_two_proposals_of_one_request_only_the_last_was_approved(desk, end, state):
    """The first ended before the second was made: their events have the same id."""
    first = desk.correct(ANNA)
    if end == "withdrawn":
        with desk.acting(ANNA) as house:
            WithdrawProposal(proposal=first).record(house)
    later = 15 if end == "expired" else 0
    with desk.acting(ANNA, days_later=later) as house:
        last = proposed(
            CorrectResult(
                tournament="T-000001", game="1:1", white="0", black="1", by="commission"
            ).record,
            house,
        )
    with desk.acting(BRUNO, days_later=later) as house:
        approve(house, last)
        rows = {row.proposal: row for row in proposals(house, ListProposals()).rows}
        assert (rows[first].state, rows[last].state) == (state, "approved")
        assert (rows[first].overtaken_by == rows[last].position) == (state == "overtaken")
        with pytest.raises(NotOpen, match=state):
            approve(house, first)


_OF_OTHER = "(SELECT {0} FROM proposal WHERE number = 2)"
CHANGED = {
    "shown": "shown = " + _OF_OTHER.format("shown"),
    "request": "digest = " + _OF_OTHER.format("digest"),
    "proposer": f"proposed_by = '{CARLA}'",
    "end": "expires_at = expires_at + 1",
    "grounds": 'grounds = CAST(\'{"reason":"other"}\' AS BLOB)',
    "pools": f"pools = '{CHESS} rubele-italiana'",
    "types": "types = '{}'",
}
"""What is set in the row of a proposal beside the ledger."""
INPUTS = (
    "UPDATE proposal_document SET data ="
    " (SELECT data FROM proposal_document WHERE proposal = 2) WHERE proposal = 1"
)
OTHER = (
    "UPDATE proposal SET shown = o.shown, digest = o.digest, key = o.key, event_id = o.event_id,"
    " streams = o.streams FROM (SELECT * FROM proposal WHERE number = 2) AS o"
    " WHERE proposal.number = 1"
)
"""The request of another proposal in the place of the first, which agrees with itself."""


@pytest.mark.parametrize(
    "statements",
    [*([f"UPDATE proposal SET {one} WHERE number = 1"] for one in CHANGED.values()), [INPUTS],
     [OTHER, INPUTS]],
    ids=[*CHANGED, "inputs", "another request"],
)  # fmt: skip
def test_a_proposal_changed_beside_the_ledger_is_neither_shown_nor_approved(desk, statements):
    """The approver sees the proposed content, or nothing; other proposals go on."""
    number, other = desk.correct(ANNA), desk.correct(ANNA, "=", "=")
    with Ledger.open(desk.address) as ledger, ledger.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    before = desk.head()
    with desk.acting(BRUNO) as house:
        with pytest.raises(ProposalChanged, match="was changed beside the ledger"):
            proposal(house, number)
        with pytest.raises(ProposalChanged, match="was changed beside the ledger"):
            approve(house, number)
    assert desk.head() == before
    assert states(desk) == {number: "open", other: "open"}
    approve_as(desk, CARLA, other)


def test_a_proposal_put_there_beside_the_ledger_is_not_approved(desk):
    """Without an event with the proposer."""
    number = desk.correct(ANNA)
    with Ledger.open(desk.address) as ledger, ledger.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE proposal SET number = 7")
        connection.exec_driver_sql("UPDATE proposal_document SET proposal = 7")
    before = desk.head()
    with desk.acting(BRUNO) as house, pytest.raises(ProposalChanged):
        approve(house, 7)
    with desk.acting(BRUNO) as house, pytest.raises(Refused, match="there is no proposal"):
        approve(house, number)
    assert desk.head() == before


def test_a_withdrawn_proposal_stays_withdrawn_although_its_documents_come_back(desk):
    number = desk.correct(ANNA)
    with Ledger.open(desk.address) as ledger, ledger.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE kept AS SELECT * FROM proposal_document")
        connection.exec_driver_sql("CREATE TABLE row AS SELECT * FROM proposal")
    with desk.acting(ANNA) as house:
        WithdrawProposal(proposal=number).record(house)
    with Ledger.open(desk.address) as ledger, ledger.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM proposal")
        connection.exec_driver_sql("INSERT INTO proposal SELECT * FROM row")
        connection.exec_driver_sql("INSERT INTO proposal_document SELECT * FROM kept")
    with desk.acting(BRUNO) as house, pytest.raises(NotOpen, match="withdrawn by anna"):
        approve(house, number)


def test_a_restoration_ends_the_proposals_of_before(desk):
    number, before = desk.correct(ANNA), desk.head()
    with Ledger.open(desk.address) as ledger:
        accept_older(ledger)
        closed = [key.id for key in all_keys(ledger.read)]
        reopen_keys(House(ledger), closed)
    assert states(desk) == {number: "overtaken"}
    with desk.acting(BRUNO) as house:
        assert proposal(house, number).about.ended_because == "ledger-restored"
        with pytest.raises(NotOpen, match="a copy took the ledger's place: repeat the recording"):
            approve(house, number)
    assert desk.head() == before + 1 + len(closed)
    assert desk.correct(ANNA) == number + 1


def test_a_proposal_expires(desk):
    number = desk.correct(ANNA)
    assert states(desk, days_later=13) == {number: "open"}
    assert states(desk, days_later=15) == {number: "expired"}
    with desk.acting(BRUNO, days_later=15) as house, pytest.raises(NotOpen, match="expired"):
        approve(house, number)


def test_of_two_proposals_to_close_a_list_the_other_is_overtaken(desk):
    with desk.acting(ANNA) as house:
        first = proposed(CloseList(pool=CHESS).record, house)
    desk.grant(CLUB, "auditor")  # one event more
    with desk.acting(ANNA) as house:
        other = proposed(CloseList(pool=CHESS).record, house)
    closed = approve_as(desk, BRUNO, first).receipt.first_position
    assert states(desk) == {other: "overtaken", first: "approved"}
    with desk.acting(ANNA) as house:
        [row] = proposals(house, ListProposals(state="overtaken")).rows
        assert (row.proposal, row.overtaken_by) == (other, closed)
        assert proposals(house, ListProposals(state="open")).rows == ()
        assert Proposals(house.ledger.engine).kept(other) is None
        with pytest.raises(NotOpen, match=f"overtaken: #{closed} was recorded in its place"):
            WithdrawProposal(proposal=other).record(house)
        [due] = closings_due(house, pool=CHESS).rows
        assert next(one for one in due.checks if one.check == "open-proposals").green
    with pytest.raises(NotOpen, match="overtaken"):
        approve_as(desk, BRUNO, other)


def test_an_approved_closing_names_the_later_events_that_its_list_leaves_out(desk):
    """A correction and nothing else: events of no list, such as a role granted, are not named."""
    correction = desk.correct(ANNA)
    with desk.acting(ANNA) as house:
        closing = proposed(CloseList(pool=CHESS).record, house)
    corrected = approve_as(desk, BRUNO, correction)
    desk.grant(CLUB, "auditor")
    position = corrected.receipt.first_position
    words = f"up to #{position - 3}; left out, for the next list: #{position} result corrected"
    done = approve_as(desk, BRUNO, closing)
    [warning] = approved(done).outcome().warnings
    assert str(warning).endswith(words)
    assert approve_as(desk, BRUNO, closing).warnings == done.warnings
    assert corrected.warnings == ()


@pytest.mark.parametrize(
    ("results", "refusal"),
    [(("0", "1"), Refused), (("=", "="), PreviewAgain)],
    ids=["the same recorded otherwise", "something else recorded"],
)
def test_a_refused_approval_ends_a_proposal_whose_ground_has_changed(desk, results, refusal):
    """No checklist counts the proposal any more; later events are still shown."""
    first = desk.correct(ANNA)
    with desk.acting(ANNA) as house:
        white, black = results
        told = CorrectResult(
            tournament="T-000001", game="1:1", white=white, black=black, by="council"
        )
        other = proposed(told.record, house)
    recorded = approve_as(desk, BRUNO, first).receipt.first_position
    with pytest.raises(refusal) as refused:
        approve_as(desk, BRUNO, other)
    code = "nothing-differs" if refusal is Refused else "preview-again"
    assert refused.value.code == code
    assert states(desk) == {first: "approved", other: "overtaken"}
    with desk.acting(ANNA) as house:
        assert proposal(house, other).about.ended_because == code
        assert proposal(house, first).about.ended_because is None
        [due] = closings_due(house, pool=CHESS).rows
        assert next(one for one in due.checks if one.check == "open-proposals").green
        assert proposal(house, other).rows[-1].position == recorded
        assert Proposals(house.ledger.engine).kept(other) is None
        again = proposed(structs.replace(told, white="0", black="0").record, house)
        with pytest.raises(NotOpen, match=f"was overtaken: {ENDED[code]}"):
            WithdrawProposal(proposal=other).record(house)
    assert approve_as(desk, BRUNO, again)


def test_a_refusal_that_may_pass_ends_no_proposal(desk):
    number = desk.correct(ANNA)
    with desk.acting() as house:
        withdrawn = WithdrawRole(
            actor=ANNA, role="rating-officer", in_force_from=SINCE, by="council"
        )
        withdrawn.record(house)
    with pytest.raises(NotAllowed):
        approve_as(desk, BRUNO, number)
    assert states(desk) == {number: "open"}


def test_a_list_of_proposals_comes_in_pages_also_of_one_state(desk):
    numbers = [desk.correct(ANNA, *result) for result in (("0", "1"), ("=", "="), ("0", "0"))]
    with desk.acting(ANNA) as house:
        WithdrawProposal(proposal=numbers[1]).record(house)
        first = proposals(house, ListProposals(limit=2))
        last = proposals(house, ListProposals(limit=2, page=2))
        shown = [row.proposal for row in (*first.rows, *last.rows)]
        assert shown == list(reversed(numbers))
        assert (first.about.proposals, first.about.next_page) == (3, 2)
        assert last.about.next_page is None
        of_state = proposals(house, ListProposals(pool=CHESS, state="open", limit=1, page=2))
        assert ([row.proposal for row in of_state.rows], of_state.about.proposals) == ([1], 2)
        with pytest.raises(Refused, match="pages are counted from 1"):
            proposals(house, ListProposals(page=0))


def test_a_merge_and_its_separation_take_two_persons_where_a_pool_asks_for_it(desk):
    """On no list does the player have to stand: the register is common to all pools."""
    with desk.acting(CARLA) as house:
        kept, merged = "fid:X01219", "fide:99000463"
        number = proposed(MergePlayer(kept=kept, player=merged, by="council").record, house)
        assert proposal(house, number).about.kinds == ("merges",)
    with desk.acting() as house, pytest.raises(TwoPersonsNeeded, match="merges in fide-standard"):
        MergePlayer(kept=kept, player=merged, by="council").record(house)
    receipt = approve_as(desk, BRUNO, number).receipt
    assert states(desk)[number] == "approved"
    with desk.acting(CARLA) as house:
        [merge] = merges(house.read).values()
        assert merge.position == receipt.first_position
        number = proposed(SeparatePlayer(player=show(merge.merged), by="council").record, house)
    approve_as(desk, BRUNO, number)
    with desk.acting() as house:
        assert merges(house.read) == {}


def approve_as(desk, actor, number):
    with desk.acting(actor) as house:
        return approve(house, number)


def test_of_two_approvals_at_once_one_records(desk):
    number, before = desk.correct(ANNA), desk.head()
    receipts = []

    def approving(actor):
        receipts.append(approve_as(desk, actor, number).receipt)

    threads = [Thread(target=approving, args=(actor,)) for actor in (BRUNO, CARLA)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({receipt.first_position for receipt in receipts}) == 1
    assert desk.head() == before + 1


def test_the_policy_itself_changes_by_two_persons(desk):
    with desk.acting(CARLA) as house:
        number = proposed(policy().record, house)
    with desk.acting() as house:
        with pytest.raises(TwoPersonsNeeded, match="policies"):
            policy(since=date(2030, 1, 1)).record(house)
        # a second member of the committee is needed: an officer does not decide it
        with desk.acting(BRUNO) as officer, pytest.raises(NotAllowed):
            approve(officer, number)


def test_the_checklist_counts_the_open_proposals_of_the_pool(desk):
    with desk.acting() as house:
        [row] = closings_due(house, pool=CHESS).rows
        assert row.state == "by-hand"
        assert str(row.waits_for[0]) == "two persons close it"
    number = desk.correct(ANNA)
    with desk.acting() as house:
        [row] = closings_due(house, pool=CHESS).rows
        [item] = [item for item in row.checks if item.check == "open-proposals"]
        assert (item.green, item.where) == (False, (str(number),))
        approve_as(desk, BRUNO, number)
        [row] = closings_due(house, pool=CHESS).rows
        [item] = [item for item in row.checks if item.check == "open-proposals"]
        assert (item.green, str(item.says)) == (True, "0 proposals wait for an approval")


def test_other_pools_and_reports_after_the_last_list_need_one_person(desk):
    with desk.acting(ANNA) as house:
        done = CorrectResult(
            tournament="T-000014", game="1:1", white="0", black="1", by="commission"
        ).record(house)
        assert not done.receipt.replayed


def test_the_inputs_of_a_recording_are_read_as_they_were_written(desk):
    """In the declared types, an event with the type, a file with the bytes."""
    with desk.acting() as house:
        fact = adjustment(house)
    given = {
        "record-decision": RecordDecision(type=fact.TYPE, payload=msgspec.to_builtins(fact)),
        "decide-from-file": DecideFromFile(file=Upload("decisions.jsonl", b"\x00{}")),
    }
    for told in given.values():
        name, inputs = told.as_proposal(None)
        assert msgspec.json.decode(inputs, type=proposable(name)) == told == given[name]


def test_the_events_have_the_grounds_that_the_proposer_stated(desk):
    stated = StatedGrounds("a wrong scoresheet", "8.1", date(2026, 1, 5), (b"sheet",))
    with desk.acting(ANNA) as house:
        house.ledger.grounds = stated
        number = proposed(
            CorrectResult(
                tournament="T-000001", game="1:1", white="0", black="1", by="commission"
            ).record,
            house,
        )
    with desk.acting(BRUNO) as house:
        assert proposal(house, number).about.reason == stated.reason
        house.ledger.grounds = StatedGrounds("something else")
        with pytest.raises(Refused, match="grounds"):
            approve(house, number)
        house.ledger.grounds = None
        done = approve(house, number)
        stated.check_first(house.read, done.receipt)
        [found] = house.read.at([done.receipt.first_position]).values()
        assert found.decoded().grounds.attachments
        assert proposal(house, number).about.reason is None


def test_a_closing_is_approved_after_a_correction_that_it_leaves_out(desk):
    """The list is that of the proposal; the state afterwards has the correction as well."""
    with desk.acting(ANNA) as house:
        number = proposed(CloseList(pool=CHESS).record, house)
        shown = msgspec.json.decode(proposal(house, number).rows[-1].payload or "")
    approve_as(desk, BRUNO, desk.correct(ANNA))
    position = approve_as(desk, BRUNO, number).receipt.last_position
    with desk.acting() as house:
        event = house.read.at([position])[position]
        assert (event.recorded_by, event.decoded().approved_by) == (ANNA, BRUNO)
        recorded = msgspec.to_builtins(event.decoded().payload)
        assert shown.pop("state_digest") != recorded.pop("state_digest")
        assert recorded == shown
        house.rebuild(1_000)
        assert not house.official.stopped
