"""Adjustments and annulments of ratings withdrawn: before their list closes, and afterwards."""

import pytest

from ledger.errors import Refused
from ledger.events.pool import AdjustmentWithdrawn, RatingsAdjusted, RatingsAnnulled
from ledger.register.identities import show
from ops.commands.typed_decision import fact_typed
from ops.events.decide import decide
from ops.house import House
from projections.queries.explain import explain
from tests.support.correcting_desk import at_a_desk
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS

PLAYER, OTHER = 4, 3
"""4 plays nothing, and stands on 2000."""


@pytest.fixture
def desk(tmp_path):
    """Four players of 2000; 1 beats 2 and draws with 3."""
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


def said(desk, fact):
    """Record a decision; return the receipt."""
    receipt = decide(House(desk.ledger, desk.official), fact).receipt
    desk.official.catch_up()
    return receipt


def adjust(desk, before=2000, after=2030, player=PLAYER):
    fact = RatingsAdjusted(
        pool=FIDE, player=f"{player:08d}", before=f"{before:04d}", after=f"{after:04d}", by="qc"
    )
    return said(desk, fact).first_position


def annul(desk, player=PLAYER):
    return said(desk, RatingsAnnulled(pool=FIDE, player=f"{player:08d}", by="qc")).first_position


def withdraw(desk, position, before=2000, player=PLAYER):
    fact = AdjustmentWithdrawn(
        pool=FIDE, player=f"{player:08d}", withdraws=position, before=f"{before:04d}", by="appeals"
    )
    return said(desk, fact)


def code(desk, *about, **more):
    """The code of the refusal of a withdrawal."""
    before = desk.events()
    with pytest.raises(Refused) as refusal:
        withdraw(desk, *about, **more)
    assert desk.events() == before
    return refusal.value.code


def pool_of(desk):
    """The pool with everything recorded."""
    desk.official.catch_up()
    return House(desk.ledger, desk.official).pool(FIDE)


def rating(desk, period, player=PLAYER):
    """A rating on a list; 0: none."""
    pool = pool_of(desk)
    states = pool.states([player], pool.list_of(period).number)
    return states[player].rating if player in states else 0


def ratings(desk, lists, player=PLAYER):
    return [rating(desk, period, player) for period in PERIODS[:lists]]


@pytest.mark.parametrize("decided", [adjust, annul])
def test_while_its_list_is_open_it_never_acts(tmp_path, decided):
    digests = set()
    for both in (False, True):
        with at_a_desk(str(tmp_path / f"{both}")) as desk:
            if both:
                withdraw(desk, decided(desk))
            desk.close()
            digests.add(pool_of(desk).facts.closed[0].event.list_digest)
            assert rating(desk, PERIODS[0]) == 2000
    assert len(digests) == 1


def test_after_its_list_the_opposite_points_come_on_the_next(desk):
    """The closed list stays; another decision about the player starts from the present rating."""
    at = adjust(desk)
    desk.close()
    back = withdraw(desk, at).first_position
    desk.close(PERIODS[1])
    assert ratings(desk, 2) == [2030, 2000]
    pool = pool_of(desk)
    lines = [
        (line.kind, int(line.points), str(line.why))
        for unit in explain(pool, PLAYER, pool.list_of(PERIODS[1])).units
        for line in unit.lines
    ]
    assert lines == [("adjustment", -30, f"by appeals, event #{back}, which withdraws #{at}")]
    assert rating(desk, PERIODS[0], 1) == 2010  # who is not named keeps everything


def test_an_annulment_withdrawn_after_its_list_gives_the_rating_back(desk):
    at = annul(desk)
    desk.close()
    withdraw(desk, at)
    desk.close(PERIODS[1])
    assert ratings(desk, 2) == [0, 2000]


def test_a_rating_given_by_decision_is_taken_again(desk):
    at = adjust(desk, after=0)
    desk.close()
    given = adjust(desk, before=0, after=1900)
    desk.close(PERIODS[1])
    withdraw(desk, given, before=0)
    desk.close(PERIODS[2])
    assert ratings(desk, 3) == [0, 1900, 0]
    withdraw(desk, at)
    desk.close(PERIODS[3])
    assert rating(desk, PERIODS[3]) == 2000


def test_a_withdrawn_adjustment_can_be_decided_anew(desk):
    first = adjust(desk)
    withdraw(desk, first)
    again = adjust(desk)
    assert again > first
    desk.close()
    assert rating(desk, PERIODS[0]) == 2030


def test_it_names_what_it_withdraws_and_a_repetition_gives_the_first_receipt(desk):
    at = adjust(desk)
    receipt, again = withdraw(desk, at), withdraw(desk, at)
    assert again.replayed
    assert again.first_position == receipt.first_position
    events = desk.ledger.read.at([at, receipt.first_position])
    assert events[receipt.first_position].decoded().supersedes == events[at].event_id


def test_an_adjustment_starts_from_the_present_rating_alone(desk):
    """`before` is compared with the last list; `after` may be none."""
    with pytest.raises(Refused) as refusal:
        adjust(desk, before=1999)
    assert refusal.value.code == "rating-differs"
    adjust(desk, after=0)
    desk.close()
    assert rating(desk, PERIODS[0]) == 0


def test_contradictions_are_refused(desk):
    assert code(desk, 1) == "no-such-adjustment"
    at = adjust(desk)
    assert code(desk, at, player=OTHER) == "no-such-adjustment"
    assert code(desk, at, before=2030) == "rating-differs"
    withdraw(desk, at)
    assert code(desk, at, before=1999) == "withdrawn-already"
    desk.close()
    second = adjust(desk, after=2050)
    desk.close(PERIODS[1])
    adjust(desk, before=2050, after=2060)
    assert code(desk, second) == "decision-waits"


@pytest.mark.parametrize("typed", ["#7", "7"])
def test_the_withdrawn_position_is_typed_as_everywhere_else(desk, typed):
    who = {"pool": FIDE, "player": show(PLAYER), "by": "appeals"}
    texts = {**who, "withdraws": typed, "before": "2000"}
    fact = fact_typed(desk.ledger.read, AdjustmentWithdrawn, texts)
    assert isinstance(fact, AdjustmentWithdrawn)
    assert fact.withdraws == 7
