"""Corrections of closed lists of a chain, reading by reading: the bookings of the next list."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger import columns
from ledger.events.counting import (
    GameAdmitted,
    GameExcluded,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.outside_play import BonusGranted, BonusWithdrawn, MalusApplied, MalusWithdrawn
from ledger.events.pool import RatingsAnnulled
from ledger.events.tournament import TournamentRegistered
from ops.answers import inactivity_penalties
from ops.closings.recordings import RecordDeviation
from ops.house import House
from ops.players import history, outlook
from ops.tournaments.correcting import uncounted
from ops.tournaments.corrections import CorrectDetails
from projections import list_document, replay
from projections.official import Official
from projections.queries import findings
from projections.queries.corrections import recounts
from projections.queries.explain import cross_table, explain
from projections.queries.explain.sheets import Explanation
from projections.queries.outlook import Outlook
from projections.queries.recompute.corrected_competitions import sides
from projections.rating.corrected import BOOKED, LAPSED
from projections.state.history import tournament_history
from tests.support import recording
from tests.support.answer_rows import fields
from tests.support.chess_desk import Desk, part, replacement
from tests.support.counts import FULL
from tests.support.kept_state import state_of
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import text_of
from tests.support.worlds import RUBELE, federation, games, rated, tournament

YEARS = range(2014, 2018)
DAYS = [(f"{year}-{month:02d}", date(year, month, 28)) for year in YEARS for month in (3, 6, 9)]
AWAY, HERE = ("elsewhere",), (RUBELE,)
PEOPLE = [rated(number, 2000) for number in range(1, 9)]


class Chain(Desk):
    """A ledger of Italian draughts, with lists in March, June and September."""

    def play(self, name: str, day: str, text: str, player: int = 1) -> int:
        """Record an event of a day: of a player against others."""
        played = tournament(name, day, day, games(player, text))
        return recording.submit(self.ledger, played, RUBELE)

    def announced(self, name: str) -> TournamentRegistered:
        """A tournament of the first months of 2014."""
        start, end = date(2014, 2, 1), date(2014, 3, 1)
        return TournamentRegistered(
            tournament=name, name=name, pools=(RUBELE,), start=start, end=end, registered_on=start
        )

    def until(self, period: str) -> None:
        """Close the lists up to a list."""
        self.official.catch_up()
        done = {closing.event.period for closing in self.official.track.facts.pools[RUBELE].closed}
        for name, _ in DAYS:
            if name <= period and name not in done:
                self.close(name, pool=RUBELE)

    def capital(self, player: int, period: str) -> int:
        return self.rating(player, period, RUBELE)

    def told(self, player: int, period: str) -> Explanation:
        pool = self.pool(name=RUBELE)
        return explain(pool, player, pool.list_of(period))

    def lines(self, player: int, period: str) -> list[tuple[str, Fraction | int]]:
        """The lines of a rating, step by step."""
        return [(x.kind, x.points) for unit in self.told(player, period).units for x in unit.lines]

    def derived_events(self, kind: type) -> list[tuple[str, str, str]]:
        """Return list, player and points of the events recorded by closings, by players."""
        found = self.ledger.read.of_type(kind.TYPE)  # type: ignore[attr-defined]
        facts = [event.decoded().payload for event in found]
        return [(f.period, f.player.replace("0000000", ""), f.points) for f in facts]

    def digests(self) -> list[str]:
        self.official.catch_up()
        return [e.event.list_digest for e in self.official.track.facts.pools[RUBELE].closed]


@contextmanager
def a_chain(address: str, people=PEOPLE, foreign: frozenset[int] = frozenset()) -> Iterator[Chain]:
    """Histories from 2014 on; 20 to 22 are newcomers."""
    periods = tuple(name for name, _ in DAYS)
    world = federation(people, periods=periods, on=date(2014, 1, 1), newcomers=[20, 21, 22])
    known = recording.registered(world)
    told = ("SUI" if player.id in foreign else "ITA" for player in world.players)
    known = structs.replace(known, federation="".join(told))
    with (
        recording.a_ledger(address) as ledger,
        recording.following(ledger) as official,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(recording, "registered", lambda _: known)
        recording.begin(ledger, world, RUBELE, DAYS)
        yield Chain(ledger, official, RUBELE)
        assert verify(ledger).faults == []
        _the_same_anew(official, ledger)


def _the_same_anew(official: Official, ledger) -> None:
    """The kept projection equals a rebuilt one."""
    official.catch_up()
    other = Official(ledger)
    try:
        other.catch_up()
        was = state_of(other.track)
        other.rebuild()
        assert state_of(other.track) == was == state_of(official.track)
    finally:
        other.close()


@pytest.fixture
def chain(tmp_path) -> Iterator[Chain]:
    with a_chain(str(tmp_path / "ledger")) as made:
        yield made


# ------------------------------------------------------------------------------ play


def test_a_result_corrected_is_booked_on_the_next_list_and_the_closed_one_stays(chain):
    """2000 against 2000, 1.00 expected: +150 for two points, nothing for one, -150 for none."""
    report = chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    sealed = chain.digests()
    chain.record(result_corrected("A", 0, "==")(report))
    chain.until("2014-06")
    assert chain.digests()[:1] == sealed
    assert [chain.capital(1, p) for p in ("2014-03", "2014-06")] == [2160, 2010]
    assert [chain.capital(2, p) for p in ("2014-03", "2014-06")] == [1860, 2010]
    assert chain.lines(1, "2014-06") == [("correction", -150)]


def test_reading_own_inputs_are_those_of_the_event_as_it_was_booked(chain):
    """B comes after A and moves both far; A is again 2000 against 2000 all the same."""
    report = chain.play("A", "2014-02-01", "2 1")
    chain.play("B", "2014-02-09", "3 1 4 1 5 1 6 1 7 1")
    chain.until("2014-03")
    before = chain.capital(1, "2014-03")
    chain.play("C", "2014-05-01", "8 1", player=2)
    chain.record(result_corrected("A", 0, "01")(report))
    chain.until("2014-06")
    assert chain.capital(1, "2014-06") == before - 300
    (sheet,) = chain.told(1, "2014-06").corrected
    assert [each.cells["sum_hundredths"].value for each in (sheet.booked, sheet.corrected)] == [
        1,
        -1,
    ]
    assert (sheet.kind, sheet.tournament, sheet.list.period) == (BOOKED, "A", "2014-03")


def test_reading_own_inputs_who_is_asked_about_enters_again_and_an_opponent_does_not(chain):
    """20 entered with A: for the correction of 2, 20 has the capital of that entry."""
    report = chain.play("A", "2014-02-01", "20 1", player=2)
    chain.until("2014-03")
    chain.record(result_corrected("A", 0, "01")(report))
    chain.until("2014-06")
    pool = chain.pool(name=RUBELE)
    on = pool.list_of("2014-06")
    capitals = {
        recount.player: [side.source.later_capitals for side in sides(pool, on, recount)]
        for recount in recounts(pool, on=on.number)
    }
    assert capitals == {2: [{20: 300}, {20: 300}], 20: [{}, {}]}


def test_what_comes_later_in_the_order_is_not_in_the_inputs_of_a_late_event(chain):
    """B of March is booked first, A of January on the next list; then A is corrected."""
    chain.play("B", "2014-03-01", "2 1")
    chain.until("2014-03")
    report = chain.play("A", "2014-01-10", "2 =")
    chain.until("2014-06")
    assert chain.lines(1, "2014-06") == []
    chain.record(result_corrected("A", 0, "10")(report))
    chain.until("2014-09")
    assert chain.lines(1, "2014-09") == [("correction", 150)]


def test_the_difference_is_walked_from_the_capital_held_now(tmp_path):
    """2970 loses to 2970; by September 3045. Corrected to a win, +2.00: at 100 a point."""
    people = [rated(1, 2970), rated(2, 2970), rated(3, 3045)]
    with a_chain(str(tmp_path / "ledger"), people) as chain:
        report = chain.play("A", "2014-02-01", "2 0")
        chain.play("B", "2014-02-09", "3 1 3 1")
        chain.until("2014-03")
        held = chain.capital(1, "2014-03")
        assert held > 3000
        chain.record(result_corrected("A", 0, "10")(report))
        chain.until("2014-06")
        assert chain.capital(1, "2014-06") == held + 200
        assert [leg.coefficient for leg in chain.told(1, "2014-06").units[0].legs] == [100]


def test_undoing_books_the_opposite_points_whatever_lies_between(tmp_path):
    """Walked at 150 on the way down, given back as taken, though 3100 would walk at 100."""
    people = [rated(1, 2000), *(rated(number, 2900) for number in range(2, 9))]
    with a_chain(str(tmp_path / "ledger"), people) as chain:
        report = chain.play("A", "2014-02-01", "2 1")
        chain.until("2014-03")
        chain.record(result_corrected("A", 0, "01")(report))
        chain.until("2014-06")
        chain.play("B", "2014-07-01", "3 1 4 1 5 1 6 1 7 1 8 1")
        chain.until("2014-09")
        assert chain.capital(1, "2014-09") > 3000
        chain.record(result_corrected("A", 0, "10")(report))
        chain.until("2015-03")
        assert chain.lines(1, "2014-06") == [("correction", -300)]
        assert chain.lines(1, "2015-03")[0] == ("correction", 300)
        assert chain.told(1, "2015-03").units[0].legs == ()


def test_a_correction_and_its_inverse_between_two_closings_are_nothing(tmp_path):
    found = []
    for undone in (False, True):
        with a_chain(str(tmp_path / f"ledger {undone}")) as chain:
            report = chain.play("A", "2014-02-01", "2 1")
            chain.until("2014-03")
            if undone:
                chain.record(result_corrected("A", 0, "==")(report))
                chain.record(details_corrected("A", pools=AWAY)(0))
                chain.record(details_corrected("A", pools=HERE)(0))
                chain.record(result_corrected("A", 0, "10")(report))
            chain.until("2014-06")
            found.append(chain.digests())
    assert found[0] == found[1]


def test_a_closing_without_corrections_looks_for_none(chain, monkeypatch):
    """A single question to an empty table: the open period books the corrected facts."""

    def wanted(*_):
        raise AssertionError("nothing was corrected after its list")

    monkeypatch.setattr(replay, "Chained", wanted)
    report = chain.play("A", "2014-02-01", "2 1")
    chain.record(result_corrected("A", 0, "==")(report))
    chain.until("2014-09")
    assert chain.capital(1, "2014-09") == 2010


def test_reading_booked_so_far_chains_of_corrections_telescope(chain):
    """Lost, drawn, won again: the bookings add up to the last correction."""
    report = chain.play("A", "2014-02-01", "2 1")
    for period, both in (("2014-03", "01"), ("2014-06", "=="), ("2014-09", "10")):
        chain.until(period)
        chain.record(result_corrected("A", 0, both)(report))
    chain.until("2015-03")
    found = [chain.capital(1, p) for p in ("2014-03", "2014-06", "2014-09")]
    assert found == [2160, 1860, 2010]
    assert chain.lines(1, "2015-03")[0] == ("correction", 150)


@pytest.mark.parametrize("weight", ["1", "1/2"])
def test_a_weight_that_was_wrong_halves_the_deviation(chain, weight):
    chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(details_corrected("A", weight=weight)(0))
    chain.until("2014-06")
    assert chain.capital(1, "2014-06") == {"1": 2160, "1/2": 2085}[weight]


def test_reading_other_weights_an_event_of_unknown_weight_gives_no_bonus(chain):
    """Reading `other_weights`: the next event of the year has the bonus. Once the weight is told,
    the next list books D and the bonus of the first event, and takes back that of the other.
    """
    chain.play("A", "2014-02-01", "2 1")
    chain.record(details_corrected("A", weight="3/4")(0))
    chain.until("2014-03")
    assert chain.lines(1, "2014-03") == []
    chain.play("B", "2014-05-01", "2 =")
    chain.until("2014-06")
    assert [chain.capital(player, "2014-06") for player in (1, 2)] == [2010, 2010]
    chain.record(details_corrected("A", weight="1/2")(0))
    chain.until("2014-09")
    assert chain.lines(1, "2014-09") == [("correction", 75), ("bonus", 10), ("bonus", -10)]
    assert chain.lines(2, "2014-09") == [("correction", -75), ("bonus", 10), ("bonus", -10)]


def test_an_entrant_who_was_somebody_else_enters_by_the_correction(chain):
    """21 played, not 20: 21 enters with 300 and has +104 and the bonus, as 20 had; 20 gives both
    back and keeps the entry capital.
    """
    report = chain.play("A", "2014-02-01", "20 =", player=2)
    chain.until("2014-03")
    chain.record(reassigned("A", 1, 21)(report))
    chain.until("2014-06")
    entered = chain.lines(21, "2014-06")
    assert [kind for kind, _ in entered] == ["entry", "correction", "bonus"]
    assert chain.capital(21, "2014-06") == chain.capital(20, "2014-03")
    assert chain.capital(20, "2014-06") == 300


def test_who_enters_by_a_correction_and_is_taken_out_again_keeps_what_he_entered_with(chain):
    report = chain.play("A", "2014-02-01", "20 1", player=2)
    chain.until("2014-03")
    chain.record(reassigned("A", 1, 21)(report))
    chain.until("2014-06")
    chain.record(reassigned("A", 1, 20)(report))
    chain.until("2014-09")
    assert chain.lines(21, "2014-09")[-1] == ("bonus", -10)
    assert chain.capital(21, "2014-09") == 300
    assert chain.capital(20, "2014-09") == chain.capital(20, "2014-03")


def test_a_report_that_is_replaced_is_compared_player_by_player(chain):
    report = chain.play("A", "2014-02-01", "2 1 3 1")
    chain.until("2014-03")
    right = tournament("A", "2014-02-01", "2014-02-01", games(1, "2 1 4 1"))
    chain.record(replacement(right, report))
    chain.until("2014-06")
    assert chain.capital(1, "2014-06") == chain.capital(1, "2014-03")
    assert [chain.capital(player, "2014-06") for player in (3, 4)] == [2000, 1860]
    assert chain.told(1, "2014-06").corrected == ()
    (gone,), (came,) = (chain.told(player, "2014-06").corrected for player in (3, 4))
    assert [len(sheet.tournaments) for sheet in (gone.booked, gone.corrected)] == [1, 0]
    assert gone.uncounted is not None
    assert str(gone.uncounted.why) == "the player is no longer in the report"
    assert [correction.kind for correction in gone.uncounted.corrections] == ["report-replaced"]
    assert came.uncounted is None
    assert [len(sheet.tournaments) for sheet in (came.booked, came.corrected)] == [0, 1]


WAYS = {
    "refused": (TournamentRefused(tournament="A", by="ctf"), 2000),
    "cancelled": (TournamentCancelled(tournament="A", by="ctf"), 2000),
    "counts elsewhere": (details_corrected("A", pools=AWAY)(0), 2000),
    "begins before histories": (
        details_corrected("A", start=date(2013, 5, 1), end=date(2013, 5, 1))(0),
        2000,
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_event_that_does_not_count_any_more_gives_everything_back(chain, way):
    fact, capital = WAYS[way]
    chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(fact)
    chain.until("2014-06")
    assert [chain.capital(player, "2014-06") for player in (1, 2)] == [capital, capital]
    assert chain.lines(1, "2014-06") == [("correction", -150), ("bonus", -10)]


HISTORIES = "outside rulebook: it began on {}, before histories begin on 2014-01-01"
REASONS = {
    "2013-12-31": HISTORIES.format("2013-12-31"),
    "2005-05-01": "outside rulebook: it began on 2005-05-01; editions are adopted from 2008-01-01",
}


@pytest.mark.parametrize("day", REASONS)
def test_an_event_corrected_to_a_day_nobody_rates_says_so_everywhere(chain, day):
    """Before the histories, or before any edition: named where corrected, in findings, beside the
    table of the list that booked the event, and in the next list's bookings.
    """
    chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    house = House(chain.ledger, chain.official)
    given = {"start": day, "end": day, "received_on": "2014-02-01"}
    corrected = CorrectDetails(tournament="A", set=given, by="ctf").record(house).result
    warnings = uncounted(house, corrected)
    assert any(REASONS[day] in str(warning.says) for warning in warnings)
    chain.until("2014-06")
    assert _says_nothing_counts(chain, "A") == {REASONS[day]}


@pytest.mark.parametrize("way", ["counts elsewhere", "begins before histories"])
def test_an_event_that_counts_no_more_says_why_everywhere(chain, way):
    chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(WAYS[way][0])
    chain.until("2014-06")
    why = {
        "counts elsewhere": f"the tournament is no longer announced for {RUBELE}",
        "begins before histories": HISTORIES.format("2013-05-01"),
    }
    assert _says_nothing_counts(chain, "A") == {why[way]}


def _says_nothing_counts(chain: Chain, name: str) -> set[str]:
    """The reasons found in findings, beside the table, and in an explanation."""
    pool = chain.pool(name=RUBELE)
    history = tournament_history(pool.official.ledger.read.stream(f"tournament-{name}"))
    (table,) = cross_table.played(pool, history, name)
    (sheet,) = chain.told(1, "2014-06").corrected
    (found,) = [
        finding for finding in findings.of_tournament(pool, name) if finding.kind == "not rated"
    ]
    assert sheet.uncounted is not None
    text = text_of(pool, 1, "2014-06")
    assert f"counts no more [VI.2]: {sheet.uncounted.why}" in text
    return {
        str(table.uncounted).removeprefix("VI.2: "),
        str(sheet.uncounted.why),
        str(found.says).removeprefix("as corrected, ").partition(": the amounts booked")[0],
    }


def test_an_event_that_counts_again_gets_back_what_it_had(chain):
    chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(details_corrected("A", pools=AWAY)(0))
    chain.until("2014-06")
    chain.record(details_corrected("A", pools=HERE)(0))
    chain.until("2014-09")
    assert [chain.capital(1, p) for p in ("2014-06", "2014-09")] == [2000, 2160]
    assert chain.lines(1, "2014-09") == [("correction", 150), ("bonus", 10)]


@pytest.mark.parametrize("void", [TournamentRefused, TournamentCancelled])
def test_an_event_that_was_refused_by_mistake_is_reinstated(chain, void):
    """Nobody in particular is entitled: whoever is recorded, and the event counts as before."""
    chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(void(tournament="A", by="ctf"))
    chain.until("2014-06")
    chain.record(TournamentReinstated(tournament="A", by="ctf", article="VI.2"))
    chain.until("2014-09")
    assert [chain.capital(1, p) for p in ("2014-06", "2014-09")] == [2000, 2160]


def test_a_part_of_a_report_is_a_competition_of_its_own(chain):
    """Both parts are booked; the first is corrected away, so the second has the bonus."""
    first = tournament("A", "2014-02-01", "2014-02-01", games(1, "2 ="))
    last = tournament("A", "2014-03-01", "2014-03-01", games(1, "2 ="))
    chain.record(chain.announced("A"), part(first, 1), part(last, 2, last=True))
    report = chain.ledger.read.head().next_position - 2
    chain.until("2014-03")
    chain.record(GameExcluded(tournament="A", report=report, game=0, by="ctf"))
    chain.until("2014-06")
    assert chain.lines(1, "2014-06") == [("bonus", -10), ("bonus", 10)]
    assert chain.capital(1, "2014-06") == 2010


def test_a_game_excluded_and_admitted(chain):
    report = chain.play("A", "2014-02-01", "2 1 3 =")
    chain.until("2014-03")
    chain.record(GameExcluded(tournament="A", report=report, game=0, by="ctf"))
    chain.until("2014-06")
    assert chain.capital(1, "2014-06") == 2010
    chain.record(GameAdmitted(tournament="A", report=report, game=0, by="ctf"))
    chain.until("2014-09")
    assert chain.capital(1, "2014-09") == chain.capital(1, "2014-03")


def test_a_corrected_event_keeps_its_place_before_a_late_one(chain):
    """B of February comes late: the move of A of January's correction is among the inputs."""
    report = chain.play("A", "2014-01-10", "2 1")
    chain.play("C", "2014-03-10", "3 =")
    chain.until("2014-03")
    chain.record(result_corrected("A", 0, "01")(report))
    chain.play("B", "2014-02-01", "2 =")
    chain.until("2014-06")
    late = chain.told(1, "2014-06").units[-1]
    assert late.tournaments[0].cells["capital_before"].value == 2010 - 150


def test_corrected_days_move_the_correction_and_leave_what_was_booked_in_its_place(chain):
    """A of 1 February was of 20 March: a late event of 1 March sees the early booking, not the
    later correction.
    """
    report = chain.play("A", "2014-02-01", "2 1")
    chain.play("C", "2014-03-25", "3 =")
    chain.until("2014-03")
    day = date(2014, 3, 20)
    chain.record(details_corrected("A", start=day, end=day)(0))
    chain.until("2014-06")
    assert chain.capital(1, "2014-06") == chain.capital(1, "2014-03")
    chain.record(result_corrected("A", 0, "01")(report))
    chain.play("B", "2014-03-01", "2 =")
    chain.until("2014-09")
    late = chain.told(1, "2014-09").units[-1]
    assert late.tournaments[0].cells["capital_before"].value == 2160


@pytest.mark.parametrize("period", ["2014-06", "2014-09"])
def test_an_event_corrected_to_a_later_day_makes_those_before_that_day_late(tmp_path, period):
    """1 beats 2 in February: 1660. The game was lost, and in June. 1 and 3 draw in May, recorded
    since, on the same list or after: 1 has still 1660 there with 1.08 expected, so -12 from the
    1360 held; 3 has +12 and the bonus. No booked event comes after that day.
    """
    people = [rated(player, 1500) for player in (1, 2, 3)]
    with a_chain(str(tmp_path / "ledger"), people) as chain:
        report, june = chain.play("A", "2014-02-01", "2 1"), date(2014, 6, 20)
        chain.until("2014-03")
        chain.record(details_corrected("A", start=june, end=june)(0))
        chain.record(result_corrected("A", 0, "01")(report))
        chain.until({"2014-06": "2014-03", "2014-09": "2014-06"}[period])
        chain.play("B", "2014-05-01", "3 =")
        chain.until(period)
        assert [chain.capital(player, period) for player in (1, 2, 3)] == [1348, 1660, 1522]
        late = chain.told(1, period).units[-1]
        assert late.tournaments[0].cells["capital_before"].value == 1660
        assert (late.before, late.after) == (1360, 1348)


# ------------------------------------------------------------------------------ minimum, category


def test_what_the_minimum_gave_is_taken_back_with_the_loss(tmp_path):
    """120 loses 150 and is put back to 100; the loss was none: 120 and the bonus, not 250."""
    with a_chain(str(tmp_path / "ledger"), [rated(1, 120), rated(2, 120)]) as chain:
        report = chain.play("A", "2014-02-01", "2 0")
        chain.until("2014-03")
        assert chain.capital(1, "2014-03") == 100
        chain.record(result_corrected("A", 0, "==")(report))
        chain.until("2014-06")
        assert chain.capital(1, "2014-06") == 130
        assert chain.lines(1, "2014-06") == [("correction", 150), ("floor", -120)]


def test_a_correction_does_not_go_below_the_minimum(tmp_path):
    people = [rated(1, 200), rated(2, 200), rated(3, 150)]
    with a_chain(str(tmp_path / "ledger"), people) as chain:
        report = chain.play("A", "2014-02-01", "2 1")
        chain.play("B", "2014-02-09", "3 0")
        chain.until("2014-03")
        chain.record(result_corrected("A", 0, "01")(report))
        chain.until("2014-06")
        assert chain.capital(1, "2014-06") == 100
        assert [kind for kind, _ in chain.lines(1, "2014-06")] == ["correction", "floor"]


def test_a_category_that_was_reached_stays_and_a_correction_may_reach_one(tmp_path):
    """1000 is Regionale: 1 had reached the category; 2 reaches 1000 by the correction."""
    with a_chain(str(tmp_path / "ledger"), [rated(1, 900), rated(2, 900)]) as chain:
        report = chain.play("A", "2014-02-01", "2 1")
        chain.until("2014-03")
        chain.record(result_corrected("A", 0, "01")(report))
        chain.until("2014-06")
        pool = chain.pool(name=RUBELE)
        states = [pool.state(player, 2) for player in (1, 2)]
        assert [state.rating for state in states] == [760, 1060]
        assert [state.fields["category"] for state in states] == [1, 1]


# ------------------------------------------------------------------------------ bonus


def test_reading_others_stay_the_bonus_of_an_event_that_counts_no_more_goes_to_the_next(chain):
    chain.play("A", "2014-02-01", "2 =")
    chain.play("B", "2014-03-01", "3 =")
    chain.until("2014-03")
    chain.record(TournamentRefused(tournament="A", by="ctf"))
    chain.until("2014-06")
    assert chain.lines(1, "2014-06") == [("bonus", -10), ("bonus", 10)]
    assert chain.capital(1, "2014-06") == chain.capital(1, "2014-03")
    assert chain.derived_events(BonusWithdrawn) == [("2014-06", "12", "00100010")]
    assert chain.derived_events(BonusGranted)[-1] == ("2014-06", "1", "0010")


def test_the_bonus_comes_back_to_the_first_event_when_it_counts_again(chain):
    chain.play("A", "2014-02-01", "2 =")
    chain.play("B", "2014-03-01", "3 =")
    chain.until("2014-03")
    chain.record(details_corrected("A", pools=AWAY)(0))
    chain.until("2014-06")
    chain.record(details_corrected("A", pools=HERE)(0))
    chain.until("2014-09")
    assert chain.lines(1, "2014-09") == [("bonus", 10), ("bonus", -10)]
    assert chain.capital(2, "2014-09") == 2010


def test_without_another_event_the_bonus_is_withdrawn_and_the_next_one_has_it(chain):
    chain.play("A", "2014-02-01", "2 =")
    chain.until("2014-03")
    chain.record(TournamentRefused(tournament="A", by="ctf"))
    chain.until("2014-06")
    assert chain.capital(1, "2014-06") == 2000
    chain.play("B", "2014-08-01", "3 =")
    chain.until("2014-09")
    assert chain.lines(1, "2014-09") == [("bonus", 10)]


def test_an_event_that_turns_out_to_be_of_another_year_takes_its_bonus_along(chain):
    """A of January 2015, B of 2015 too: B has the bonus no more; A of 2014 keeps a bonus."""
    chain.play("A", "2015-01-05", "2 =")
    chain.play("B", "2015-02-05", "3 =")
    chain.until("2015-03")
    day = date(2014, 12, 20)
    chain.record(details_corrected("A", start=day, end=day)(0))
    chain.until("2015-06")
    assert ("bonus", 10) in chain.lines(1, "2015-06")


# ------------------------------------------------------------------------------ malus


def test_the_malus_comes_due_when_the_only_event_of_a_year_that_ended_counts_no_more(chain):
    chain.play("A", "2014-02-01", "2 =")
    chain.until("2015-03")
    assert chain.capital(1, "2015-03") == 2010
    chain.record(TournamentRefused(tournament="A", by="ctf"))
    chain.until("2015-06")
    assert chain.capital(1, "2015-06") == 1950
    assert chain.lines(1, "2015-06") == [("bonus", -10), ("malus", -50)]
    assert chain.derived_events(MalusApplied)[-1] == ("2015-06", "12", "00500050")
    pool = chain.pool(name=RUBELE)
    (row,) = [
        row
        for row in fields(inactivity_penalties.inactivity_penalties(pool, pool.list_of("2015-06")))
        if row["player"] == "1-3"
    ]
    assert (row["years"], row["taken"]) == ((2014,), 50)


def test_only_what_was_taken_is_given_back_when_it_counts_again(tmp_path):
    """At 130 only 30 are taken; counted again, 30 come back."""
    with a_chain(str(tmp_path / "ledger"), [rated(1, 130), rated(2, 130)]) as chain:
        chain.play("A", "2014-02-01", "2 =")
        chain.until("2015-03")
        chain.record(details_corrected("A", pools=AWAY)(0))
        chain.until("2015-06")
        assert chain.lines(1, "2015-06") == [("bonus", -10), ("malus", -30)]
        chain.record(details_corrected("A", pools=HERE)(0))
        chain.until("2015-09")
        assert chain.lines(1, "2015-09") == [("bonus", 10), ("malus withdrawn", 30)]
        assert chain.derived_events(MalusWithdrawn) == [("2015-09", "12", "00300030")]
        assert chain.capital(1, "2015-09") == 140


def test_another_event_of_the_year_keeps_the_malus_away_though_it_comes_with_the_same_list(chain):
    chain.play("A", "2014-02-01", "2 =")
    chain.until("2015-03")
    chain.record(TournamentRefused(tournament="A", by="ctf"))
    chain.play("B", "2014-05-01", "2 =")
    chain.until("2015-06")
    assert chain.lines(1, "2015-06") == [("bonus", -10), ("bonus", 10)]
    assert all(period != "2015-06" for period, _, _ in chain.derived_events(MalusApplied))


def test_a_year_in_which_somebody_entered_owes_nothing_when_his_event_counts_no_more(chain):
    """B10: the player had no capital when the year began, and keeps the entry capital."""
    chain.play("A", "2014-02-01", "20 =")
    chain.until("2015-03")
    chain.record(TournamentRefused(tournament="A", by="ctf"))
    chain.until("2015-06")
    assert chain.capital(20, "2015-06") == 300
    assert chain.capital(1, "2015-06") == 1950


def test_an_event_taken_out_before_its_year_ends_leaves_the_malus_to_its_end(chain):
    chain.play("A", "2014-02-01", "2 =")
    chain.until("2014-03")
    chain.record(TournamentRefused(tournament="A", by="ctf"))
    chain.until("2015-03")
    assert chain.lines(1, "2015-03") == [("malus", -50)]


# ------------------------------------------------------------------------------ who left


def test_a_capital_that_ceased_since_is_left_alone_and_findings_say_so(tmp_path):
    """3 is Swiss: annulled with the end of 2016, after two idle years."""
    with a_chain(str(tmp_path / "ledger"), foreign=frozenset({3})) as chain:
        report = chain.play("A", "2014-02-01", "3 1")
        chain.until("2017-03")
        assert chain.capital(3, "2017-03") == 0
        chain.record(result_corrected("A", 0, "01")(report))
        chain.until("2017-06")
        assert chain.capital(3, "2017-06") == 0
        assert chain.lines(1, "2017-06")[0] == ("correction", -300)
        pool = chain.pool(name=RUBELE)
        says = [str(finding.says) for finding in findings.of_player(pool, 3)]
        assert any(sentence.startswith("lapsed: a correction of A") for sentence in says)
        of_all = [finding for finding in findings.of_tournament(pool, "A") if finding.player]
        assert [(finding.player, str(finding.says)[:24]) for finding in of_all] == [
            (3, "lapsed: a correction of ")
        ]
        explained = chain.told(3, "2017-06")
        assert explained.corrected[0].kind == LAPSED
        text = text_of(pool, 3, "2017-06")
        assert "recounted from                         0   VI.5: the capital held then " in text
        assert "computed again as corrected: lapsed: the rating of the player ended since" in text


# ------------------------------------------------------------------------------ what is told


def test_the_tabellone_shows_the_event_as_it_was_booked_and_as_it_stands(chain):
    """CI as before; +150 and the bonus as booked, the bonus alone as corrected."""
    report = chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(result_corrected("A", 0, "==")(report))
    chain.until("2014-06")
    pool = chain.pool(name=RUBELE)
    history = tournament_history(pool.official.ledger.read.stream("tournament-A"))
    booked, stands = cross_table.played(pool, history, "A")
    assert [(unit.entrants[0].rating, unit.outcomes[0].after) for unit in (booked, stands)] == [
        (2000, 2160),
        (2000, 2010),
    ]
    assert (booked.corrected, stands.corrected) == (False, True)


def test_what_lies_ahead_names_the_correction_and_a_category_what_it_rests_on(tmp_path):
    with a_chain(str(tmp_path / "ledger"), [rated(1, 900), rated(2, 900)]) as chain:
        report = chain.play("A", "2014-02-01", "2 1")
        chain.until("2014-03")
        at = chain.record(result_corrected("A", 0, "01")(report))
        ahead = fields(outlook.player_outlook(chain.pool(name=RUBELE), 2))
        (row,) = [each for each in ahead if each["what"] == "correction"]
        told = (row["tournament"], row["points"], row["list"])
        assert told == ("A", 300, "2014-06")
        chain.until("2014-06")
        pool = chain.pool(name=RUBELE)
        text = text_of(pool, 2, "2014-06")
        assert f"category Provinciale -> Regionale: promoted, by A #{at}" in text


def test_what_lies_ahead_of_an_annulled_capital_names_the_decision_not_a_correction_since(chain):
    report = chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(result_corrected("A", 0, "01")(report))
    annulled = columns.write([1], columns.PLAYER)
    chain.record(RatingsAnnulled(pool=RUBELE, player=annulled, by="ctf"))
    ahead = Outlook(chain.pool(name=RUBELE), 1)
    assert (ahead.official, ahead.rating) == (2160, 0)
    assert str(ahead.removal_clause).startswith("VI.2: annulled by decision")


def test_a_list_sealed_otherwise_is_taken_back_with_its_own_points(tmp_path, monkeypatch):
    """2014-03 was sealed with 100 more for 1 than computed: a correction compares the event, not
    the sealed list.
    """
    with a_chain(str(tmp_path / "ledger")) as chain:
        report = chain.play("A", "2014-02-01", "2 1")
        chain.play("B", "2014-02-20", "2 =", player=3)
        with monkeypatch.context() as patched:
            patched.setattr(list_document, "render", _with_100_more(list_document.render))
            chain.until("2014-03")
        RecordDeviation(pool=RUBELE, period="2014-03", cause="a fault that was fixed").record(
            House(chain.ledger)
        )
        chain.official.rebuild()
        assert chain.capital(1, "2014-03") == 2260
        chain.record(result_corrected("A", 0, "01")(report))
        chain.until("2014-06")
        assert chain.lines(1, "2014-06") == [("correction", -300)]
        chain.record(result_corrected("A", 0, "10")(report))
        chain.until("2014-09")
        assert chain.capital(1, "2014-09") == 2260


def _with_100_more(render):
    """Yield lists as older code once wrote them."""

    def spoilt(columns, values, listed, before):
        rating = values["rating"].copy()
        rating[1] += 100
        return render(columns, {**values, "rating": rating}, listed, before)

    return spoilt


RESULTS = st.lists(st.sampled_from(["10", "==", "01", "+-"]), min_size=1, max_size=5)


@settings(max_examples=40 if FULL else 2)
@given(RESULTS)
def test_whatever_is_corrected_and_put_back_in_the_end_adds_up_to_nothing(
    tmp_path_factory, results
):
    """A correction on each list, in any order, with events between; at last the original facts."""
    address = str(tmp_path_factory.mktemp("chains") / "ledger")
    with a_chain(address, [rated(number, 2900) for number in range(1, 9)]) as chain:
        report = chain.play("A", "2014-02-01", "2 1 3 1")
        chain.until("2014-03")
        periods = [name for name, _ in DAYS][1:]
        for at, both in enumerate([*results, "10"]):
            if not at or both != results[at - 1]:
                chain.record(result_corrected("A", 0, both)(report))
            chain.play(f"B{at}", f"{periods[at][:4]}-{periods[at][5:]}-10", f"{at + 3} 1")
            chain.until(periods[at])
        booked = [
            line
            for period in periods[: len(results) + 1]
            for unit in chain.told(1, period).units
            if unit.corrects
            for line in unit.lines
        ]
        assert sum(line.points for line in booked) == 0


def test_history_findings_and_worksheet_tell_the_correction(chain):
    report = chain.play("A", "2014-02-01", "2 1")
    chain.until("2014-03")
    chain.record(result_corrected("A", 0, "==")(report))
    chain.until("2014-06")
    pool = chain.pool(name=RUBELE)
    rows = fields(history.rating_history(pool, 1, pool.list_of("2014-06")))
    (booked,) = rows[-1]["corrected"]
    assert (booked.points, booked.of) == (-150, "A")
    assert [str(finding.says) for finding in findings.of_tournament(pool, "A")][-1].endswith(
        "had booked the report, which stays as sealed: what it changes is booked on list 2014-06"
    )
    text = text_of(pool, 1, "2014-06")
    assert "correction of A, which an earlier list booked" in text
    assert "A on list 2014-03, which stays as sealed, computed again as corrected" in text
    assert "line: correction" in text
