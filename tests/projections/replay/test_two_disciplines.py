"""Both disciplines of draughts in a single ledger: players who enter with a score of the other
discipline.
"""

from datetime import date
from typing import Any

import pytest
from msgspec import structs

from ledger import columns
from ledger.errors import Refused
from ledger.events.entering import EntryRatingTaken, ForeignPlayerConverted
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import (
    CategoryAwarded,
    CategoryWithdrawn,
    EntryCapitalDecided,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.register import identities
from ledger.sentences import Remedy
from ledger.store.ledger import Ledger
from ops.closings.receipts import list_sealed
from ops.closings.recordings import CloseList
from ops.events import record_decision
from ops.house import House
from ops.players import outlook
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.queries.explain.cross_table import played as played_again
from projections.queries.findings import of_player, of_tournament
from projections.replay import derived_events
from projections.rulebooks.elo_rubele.italian.deciding import BOOKED_NOTHING
from projections.state.history import tournament_history
from tests.support.answer_rows import fields
from tests.support.recording import a_ledger, following, record, registered
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.two_disciplines import INTERNATIONAL, ITALIAN, Draughts, entered
from tests.support.unmet import unmet
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import text_of
from tests.support.worlds import federation, games, rated, tournament

MAESTRO, NEW, DUTCH, ALSO_DUTCH = 1, 2, 3, 5


@pytest.fixture
def draughts(tmp_path):
    """1 is Maestro in Italian draughts, now at 3850; 2 is new; 3 and 5 are Dutch; 4 plays both."""
    world = federation([], newcomers=[1, 2, 3, 4, 5])
    people = structs.replace(registered(world), federation="ITAITANEDITANED")
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        record(ledger, "people", people)
        found = Draughts(ledger, official)
        found.open(ITALIAN, rated(MAESTRO, 3900), rated(4, 3900))
        found.open(INTERNATIONAL, rated(4, 2000))
        yield found


def world_list(day: str, ratings: dict[int, int]) -> ExternalListRecorded:
    """A list of the world body."""
    return ExternalListRecorded(
        body="fmjd", list=day[:7], list_date=date.fromisoformat(day), file="0" * 64, file_rows=9,
        player=columns.write(sorted(ratings), columns.PLAYER),
        values={"rating": columns.write((ratings[p] for p in sorted(ratings)), columns.NUMBER)},
    )  # fmt: skip


def test_article_vi_13_a_maestro_enters_the_other_discipline_as_nazionale(draughts):
    """The player falls below 3900 in February; the list of March shows 3850 and the
    category stays.
    """
    draughts.submit(tournament("A", "2015-02-01", "2015-02-01", games(4, "1 1 1 1")), ITALIAN)
    italian = draughts.close(ITALIAN, "march")
    assert italian.state(MAESTRO, 1).rating < 3900
    assert italian.state(MAESTRO, 1).fields["category"] == 4
    draughts.submit(tournament("B", "2015-04-01", "2015-04-01", games(1, "4 =")), INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    pool = draughts.close(INTERNATIONAL, "june")
    why = "VI.13, table 20: converted from the category in Italian draughts"
    assert entered(pool, MAESTRO, "june") == (2500, why)
    assert pool.state(MAESTRO, 2).fields["category"] == 2
    text = text_of(pool, MAESTRO, "june")
    says = "rubele-italiana march of 2015-03-31 (category) says Maestro"
    assert f"enters with 2500: {why}: {says}" in text
    other = text_of(pool, 4, "june")
    assert "enters with" not in other
    assert verify(draughts.ledger).faults == []


def test_article_vi_13_only_what_was_sealed_before_is_seen(draughts):
    """Nobody sealed anything for Italian draughts: the carried capitals are in force."""
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(1, "2 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    assert entered(pool, MAESTRO, "march")[0] == 2500
    assert entered(pool, NEW, "march") == (500, "VI.9, table 11: new to the system")


def test_article_vi_2_table_22_a_foreigner_converts_from_the_list_in_force(draughts):
    """The list of January is in force in February, and is named; that of March is not."""
    record(draughts.ledger, "january", world_list("2015-01-01", {DUTCH: 2001}))
    record(draughts.ledger, "march", world_list("2015-03-01", {DUTCH: 2400}))
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    why = "VI.2, table 22: converted from the rating on the world body's list"
    assert entered(pool, DUTCH, "march") == (4402, why)
    text = text_of(pool, DUTCH, "march")
    assert f"enters with 4402: {why}: fmjd 2015-01 of 2015-01-01 (rating) says 2001" in text
    assert of_player(pool, DUTCH) == []


def test_article_vi_2_table_22_without_a_list_findings_ask_for_a_decision(draughts):
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    assert entered(pool, DUTCH, "march")[0] == 500
    (mine,) = of_player(pool, DUTCH)
    assert mine in of_tournament(pool, "B")
    assert (mine.kind, mine.article) == ("needs a decision", "VI.2, table 22")
    assert "entry-capital-decided" in str(mine.remedy)
    assert "a recorded list that does not tell of the player once more" in str(mine.remedy)


def test_article_vi_2_outlook_says_that_the_entry_of_a_foreigner_needs_a_decision(draughts):
    """As `findings` and the table do; nothing about the opponents."""
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    draughts.official.catch_up()
    pool = PoolQuery(draughts.official.track, INTERNATIONAL)
    found = [fields(outlook.player_outlook(pool, player)) for player in (DUTCH, 4)]
    asked = [[each for each in rows if each["what"] == "needs a decision"] for rows in found]
    ((row,), nothing) = asked
    assert (row["tournament"], row["article"], nothing) == ("B", "VI.2, table 22", [])
    assert "no recorded list of the world body" in str(row["says"])
    (findings,) = row["says"].remedies()
    assert findings == Remedy("list-findings", pool=INTERNATIONAL, subject="B")


def award(pool: str, category: str, on: str, kind: type = CategoryAwarded, player: int = 1):
    """A decision about a title."""
    who = columns.write([player], columns.PLAYER)
    day = date.fromisoformat(on)
    return kind(pool=pool, player=who, category=category, on=day, by="council")


@pytest.mark.parametrize(
    ("title", "capital"), [("GMI", 2700), ("MI", 2700), ("MF", 2300), ("MN", 2000)]
)
def test_article_vi_13_table_21_a_titled_player_enters_italian_draughts(draughts, title, capital):
    """2 is new to both; the title of international draughts was awarded in January."""
    position = record(
        draughts.ledger, "title", award(INTERNATIONAL, title, "2015-01-15", player=NEW)
    )
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "2 =")), ITALIAN)
    pool = draughts.close(ITALIAN, "march")
    why = "VI.13, table 21: converted from the title or category awarded in the other discipline"
    assert entered(pool, NEW, "march") == (capital, why)
    text = text_of(pool, NEW, "march")
    says = f"rubele-internazionale event-{position} of 2015-01-15 (award) says {title}"
    assert f"enters with {capital}: {why}: {says}" in text
    assert verify(draughts.ledger).faults == []


@pytest.mark.parametrize(
    ("on", "withdrawn", "capital"),
    [
        ("2015-02-01", "", 2500), ("2015-02-02", "", 1700), ("2015-01-15", "2015-02-01", 1700),
        ("2015-01-15", "2015-02-02", 2500),
    ],
)  # fmt: skip
def test_reading_awards_seen_the_title_held_when_the_first_event_begins(
    tmp_path, on, withdrawn, capital
):
    """On 1 February: awarded on the day, or after; withdrawn on the day, or after. Without the
    title the player is Candidato Maestro.
    """
    world = federation([], newcomers=[1, 4])
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        record(ledger, "people", registered(world))
        found = Draughts(ledger, official)
        found.open(ITALIAN, rated(1, 3000))
        found.open(INTERNATIONAL, rated(4, 2000))
        record(ledger, "title", award(ITALIAN, "Grande Maestro", on))
        if withdrawn:
            taken = award(ITALIAN, "Grande Maestro", withdrawn, CategoryWithdrawn)
            record(ledger, "withdrawn", taken)
        found.submit(tournament("B", "2015-02-01", "2015-02-01", games(1, "4 =")), INTERNATIONAL)
        pool = found.close(INTERNATIONAL, "march")
        assert entered(pool, 1, "march")[0] == capital
        assert verify(ledger).faults == []


def test_reading_awards_seen_an_award_recorded_after_the_closing_changes_nothing(draughts):
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "2 =")), ITALIAN)
    pool = draughts.close(ITALIAN, "march")
    record(draughts.ledger, "title", award(INTERNATIONAL, "GMI", "2015-01-15", player=NEW))
    assert entered(pool, NEW, "march")[0] == 300
    assert verify(draughts.ledger).faults == []


# ------------------------------------------------------------------------- what is recorded of it


def converted(ledger: Ledger) -> list[ForeignPlayerConverted]:
    """Return the entries recorded by closings, unchanged."""
    assert not list(ledger.read.of_type(EntryRatingTaken.TYPE))
    events = ledger.read.of_type(ForeignPlayerConverted.TYPE)
    return [event.decoded().payload for event in events]


def test_a_closing_records_with_what_players_entered_and_whence(draughts):
    """Tables 20 and 22: the Maestro's category, the Dutch player's rating; of a new player
    nothing.
    """
    record(draughts.ledger, "january", world_list("2015-01-01", {DUTCH: 2001}))
    played = tournament("B", "2015-02-01", "2015-02-01", games(4, "1 = 2 = 3 ="))
    draughts.submit(played, INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    said: dict[str, Any] = {"pool": INTERNATIONAL, "period": "march", "ground": "rule"}
    said["list_date"] = date(2015, 1, 1)
    assert converted(draughts.ledger) == [
        ForeignPlayerConverted(
            **said, body=ITALIAN, list="carried-over", column="category", player="00000001",
            category=("Maestro",), table="VI.13, table 20", result="2500",
        ),
        ForeignPlayerConverted(
            **said, body="fmjd", list="2015-01", column="rating", player="00000003",
            held="2001", factor_tenths="0022", table="VI.2, table 22", result="4402",
        ),
    ]  # fmt: skip
    assert verify(draughts.ledger).faults == []


def test_more_who_convert_than_one_event_holds_are_several_events_with_their_own_ratings(
    draughts, monkeypatch
):
    monkeypatch.setattr(derived_events, "MOST_PLAYERS", 1)
    record(draughts.ledger, "january", world_list("2015-01-01", {DUTCH: 2001, ALSO_DUTCH: 2413}))
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 = 5 =")), INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    assert [(entry.player, entry.held, entry.result) for entry in converted(draughts.ledger)] == [
        ("00000003", "2001", "4402"),
        ("00000005", "2413", "6033"),
    ]
    assert verify(draughts.ledger).faults == []


def test_a_closing_records_the_award_that_was_converted(draughts):
    """By the name in the other pool, with the event of the award and the first day."""
    position = record(
        draughts.ledger, "title", award(INTERNATIONAL, "GMI", "2015-01-15", player=NEW)
    )
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "2 =")), ITALIAN)
    draughts.close(ITALIAN, "march")
    assert converted(draughts.ledger) == [
        ForeignPlayerConverted(
            pool=ITALIAN, period="march", body=INTERNATIONAL, list=f"event-{position}",
            list_date=date(2015, 1, 15), column="award", player="00000002", category=("GMI",),
            table="VI.13, table 21", result="2700", ground="rule",
        )
    ]  # fmt: skip


def test_what_was_decided_leaves_no_echo(draughts):
    decided = EntryCapitalDecided(
        pool=INTERNATIONAL, player="00000001", rating="2700", by="technical-commission"
    )
    record(draughts.ledger, "decided", decided)
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(1, "4 =")), INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    assert converted(draughts.ledger) == []


def test_a_list_without_the_entries_of_its_rules_is_a_fault(draughts, monkeypatch):
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(1, "4 =")), INTERNATIONAL)
    with monkeypatch.context() as patched:
        patched.setattr(derived_events._Derived, "entries", lambda *_: ())
        draughts.close(INTERNATIONAL, "march")
        assert converted(draughts.ledger) == []
    assert len(verify(draughts.ledger).faults) == 1


def test_a_wrong_echo_of_an_entry_is_found(draughts):
    """A recorded entry by hand says that 2 converted; the rule says that nobody did."""
    wrong = ForeignPlayerConverted(
        pool=ITALIAN, period="march", body=INTERNATIONAL, list="carried-over",
        list_date=date(2015, 1, 1), column="category", player="00000002", result="2000",
        category=("Maestro",), table="VI.13, table 21", ground="rule",
    )  # fmt: skip
    record(draughts.ledger, "wrong", wrong)
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "2 =")), ITALIAN)
    draughts.close(ITALIAN, "march")
    (fault,) = verify(draughts.ledger).faults
    assert str(fault.place).startswith("conversions of rubele-italiana march")


def test_article_vi_9_a_decision_of_the_commission_goes_before_a_conversion(draughts):
    """Whatever the category in the other discipline."""
    decided = EntryCapitalDecided(
        pool=INTERNATIONAL, player="00000001", rating="2700", by="technical-commission"
    )
    record(draughts.ledger, "decided", decided)
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(1, "4 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    assert entered(pool, MAESTRO, "march") == (
        2700, "VI.9, table 11: initial capital decided by the commission",
    )  # fmt: skip


def test_article_vi_2_table_22_an_idle_foreigner_ceases_and_converts_anew(draughts):
    """The player plays in 2015 and not in 2016 and 2017; in 2018 the list of that year converts
    the rating.

    Reading `used_up`: with what he first entered was decided, and is nothing any more.
    """
    record(draughts.ledger, "first", world_list("2015-01-01", {DUTCH: 1990}))
    decided = EntryCapitalDecided(
        pool=INTERNATIONAL, player="00000003", rating="3600", by="technical-commission"
    )
    record(draughts.ledger, "decided", decided)
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    for period in ("march", "june", "2017"):
        pool = draughts.close(INTERNATIONAL, period)
    assert [pool.state(DUTCH, number).rating for number in (2, 3)] == [3557, 0]
    assert pool.state(DUTCH, 3).fields["category"] == 3
    assert pool.state(DUTCH, 3).fields["malus_taken"] == 0
    record(draughts.ledger, "second", world_list("2018-01-01", {DUTCH: 2201}))
    draughts.submit(tournament("C", "2018-02-01", "2018-02-01", games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "2018")
    assert entered(pool, DUTCH, "2018")[0] == 5282


def test_an_entry_is_decided_for_who_enters(draughts):
    """Refused for a player with a capital, accepted where an annulment waits for the list."""
    decided = EntryCapitalDecided(
        pool=ITALIAN, player="00000001", rating="2000", by="technical-commission"
    )
    with pytest.raises(Refused, match="holds 3900, so they do not enter"):
        record_decision.record(House(draughts.ledger), decided)
    annulled = RatingsAnnulled(pool=ITALIAN, player="00000001", by="council")
    record_decision.record(House(draughts.ledger), annulled)
    record_decision.record(House(draughts.ledger), decided)
    draughts.close(ITALIAN, "march")
    assert record_decision.record(House(draughts.ledger), decided).receipt.replayed


def test_an_entry_is_decided_again_for_a_second_life_by_another_act(draughts):
    """Reading `used_up`: the same words are the same decision, also once used up; the refusal then
    says how to record another.
    """
    decided = EntryCapitalDecided(
        pool=ITALIAN, player="00000001", rating="2000", by="technical-commission"
    )
    annulled = RatingsAnnulled(pool=ITALIAN, player="00000001", by="council")

    def said_again() -> tuple[bool, bool]:
        again = record_decision.record(House(draughts.ledger), decided).receipt.replayed
        return again, record_decision.is_used_up(House(draughts.ledger), decided)

    record_decision.record(House(draughts.ledger), annulled)
    record_decision.record(House(draughts.ledger), decided)
    draughts.close(ITALIAN, "march")
    assert said_again() == (True, False)  # it waits
    draughts.submit(tournament("B", "2015-04-01", "2015-04-01", games(1, "2 =")), ITALIAN)
    draughts.close(ITALIAN, "june")
    assert said_again() == (True, False)  # it holds
    assert not record_decision.record(House(draughts.ledger), annulled).receipt.replayed
    assert said_again() == (True, True)
    anew = structs.replace(decided, article="VI.9, act 12 of 2016")
    assert not record_decision.record(House(draughts.ledger), anew).receipt.replayed
    draughts.close(ITALIAN, "2017")
    draughts.submit(tournament("C", "2018-02-01", "2018-02-01", games(1, "2 =")), ITALIAN)
    pool = draughts.close(ITALIAN, "2018")
    assert entered(pool, MAESTRO, "2018")[0] == 2000
    assert verify(draughts.ledger).faults == []


def test_reading_used_up_holds_for_a_decision_recorded_last_before_a_closing(draughts):
    """The list takes the last position too: the player entered by the decision."""
    decided = EntryCapitalDecided(
        pool=ITALIAN, player="00000002", rating="2000", by="technical-commission"
    )
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "2 =")), ITALIAN)
    record_decision.record(House(draughts.ledger), decided)
    assert entered(draughts.close(ITALIAN, "march"), NEW, "march")[0] == 2000
    annulled = RatingsAnnulled(pool=ITALIAN, player="00000002", by="council")
    record_decision.record(House(draughts.ledger), annulled)
    draughts.close(ITALIAN, "june")
    draughts.submit(tournament("C", "2017-02-01", "2017-02-01", games(4, "2 =")), ITALIAN)
    pool = draughts.close(ITALIAN, "2017")
    assert entered(pool, NEW, "2017") == (300, "VI.9, table 12: new to the system")


@pytest.mark.parametrize(
    "fact",
    [
        RatingsAnnulled(pool=ITALIAN, player="00000001", by="council"),
        RatingsAdjusted(pool=ITALIAN, player="00000001", before="3900", after="3800", by="council"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_decision_said_again_after_its_list_is_the_one_recorded(draughts, fact):
    """Nothing is left to annul or correct."""
    first = record_decision.record(House(draughts.ledger), fact).receipt
    draughts.close(ITALIAN, "march")
    again = record_decision.record(House(draughts.ledger), fact).receipt
    assert (again.replayed, again.first_position) == (True, first.first_position)


def entries_asked(draughts, sealed) -> list[str]:
    return unmet(draughts.ledger, draughts.official, sealed.result, "undecided-entries")


def unseen(draughts, sealed) -> list[str]:
    return unmet(draughts.ledger, draughts.official, sealed.result, "other-lists")


def submitted(draughts, text: str) -> int:
    """Return the position of the report of an event in February between 4 and another player."""
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, text)), INTERNATIONAL)
    return draughts.ledger.read.head().next_position - 1


def test_who_enters_by_a_correction_is_echoed_with_whence(draughts):
    """Not 2, who is new, but the Maestro of Italian draughts: the category converts (table 20)."""
    report = submitted(draughts, "2 =")
    draughts.close(INTERNATIONAL, "march")
    record(draughts.ledger, "not 2 but 1", reassigned("B", 1, MAESTRO)(report))
    pool = draughts.close(INTERNATIONAL, "june")
    (unit,) = explain(pool, MAESTRO, pool.list_of("june")).units
    assert (unit.lines[0].kind, int(unit.lines[0].points)) == ("entry", 2500)
    (said,) = converted(draughts.ledger)
    assert (said.period, said.body, said.list) == ("june", ITALIAN, "carried-over")
    assert (said.player, said.category, said.result) == ("00000001", ("Maestro",), "2500")
    assert verify(draughts.ledger).faults == []


def test_close_counts_who_needs_a_decision_by_a_correction(draughts):
    """The Dutch list is not at hand: said once, with the list that books the correction."""
    report = submitted(draughts, "2 =")
    draughts.close(INTERNATIONAL, "march")
    record(draughts.ledger, "not 2 but 3", reassigned("B", 1, DUTCH)(report))
    with House(draughts.ledger, draughts.official).tentatively() as preview:
        shown = list_sealed(preview, CloseList(pool=INTERNATIONAL, period="june").record(preview))
    assert str(shown.warnings[0]) == (
        "not met: 1 entry needs a decision; 1 earlier list of another pool not closed; "
        "waiting: 1 entrant with 1 game"
    )
    assert str(shown.warnings[1]).startswith(f"B B: {identities.show(DUTCH)}")
    sealed = CloseList(pool=INTERNATIONAL, period="june").record(
        House(draughts.ledger, draughts.official)
    )
    assert entries_asked(draughts, sealed) == ["B"]
    record(draughts.ledger, "another result", result_corrected("B", 0, "10")(report))
    sealed = CloseList(pool=INTERNATIONAL, period="2017").record(
        House(draughts.ledger, draughts.official)
    )
    assert entries_asked(draughts, sealed) == []


def corrected_of(pool: PoolQuery, player: int, period: str) -> str:
    """Return the worksheet of an event that a closed list booked, as corrected."""
    text = text_of(pool, player, period)
    return text.partition("computed again as corrected")[2]


def test_who_enters_by_a_correction_is_told_whence(draughts):
    """Not 2, who is new, but the Maestro of Italian draughts: the category converts (table 20)."""
    played = tournament("B", "2015-02-01", "2015-02-01", games(4, "2 ="))
    draughts.submit(played, INTERNATIONAL)
    report = draughts.ledger.read.head().next_position - 1
    draughts.close(INTERNATIONAL, "march")
    record(draughts.ledger, "not 2 but 1", reassigned("B", 1, MAESTRO)(report))
    pool = draughts.close(INTERNATIONAL, "june")
    why = "converted from the category in Italian draughts"
    (unit,) = explain(pool, MAESTRO, pool.list_of("june")).units
    (entry,) = [line for line in unit.lines if line.kind == "entry"]
    assert (int(entry.points), entry.article, str(entry.why)) == (2500, "VI.13, table 20", why)
    says = "rubele-italiana carried-over of 2015-01-01 (category) says Maestro"
    assert f"enters with 2500: VI.13, table 20: {why}: {says}" in corrected_of(
        pool, MAESTRO, "june"
    )


def test_who_entered_with_an_event_corrected_since_is_told_whence_again(draughts):
    """On the list of the entry and on the list that corrects the event: the same words."""
    played = tournament("B", "2015-02-01", "2015-02-01", games(4, "1 ="))
    draughts.submit(played, INTERNATIONAL)
    report = draughts.ledger.read.head().next_position - 1
    draughts.close(INTERNATIONAL, "march")
    record(draughts.ledger, "won", result_corrected("B", 0, "01")(report))
    pool = draughts.close(INTERNATIONAL, "june")
    assert "enters with 2500: VI.13, table 20: converted" in corrected_of(pool, MAESTRO, "june")
    history = tournament_history(pool.official.ledger.read.stream("tournament-B"))
    _, stands = played_again(pool, history, "B")
    (he,) = [entrant for entrant in stands.entrants if entrant.player == MAESTRO]
    assert (he.rating, he.enters, str(he.why)[:15]) == (2500, True, "VI.13, table 20")


def test_reading_own_inputs_what_somebody_entered_with_stays_though_its_day_was_wrong(draughts):
    """The title was of 15 January; the event was of the 10th: no title, and an entry with 2700."""
    record(draughts.ledger, "title", award(INTERNATIONAL, "GMI", "2015-01-15", player=NEW))
    played = tournament("B", "2015-02-01", "2015-02-01", games(4, "2 ="))
    draughts.submit(played, ITALIAN)
    draughts.close(ITALIAN, "march")
    day = date(2015, 1, 10)
    record(draughts.ledger, "earlier", details_corrected("B", start=day, end=day)(0))
    pool = draughts.close(ITALIAN, "june")
    says = corrected_of(pool, NEW, "june")
    assert "own rating 2700: VI.2: first rating of the player: the initial rating" in says
    assert "enters with" not in says


def test_who_annulled_a_capital_is_told(draughts):
    """The body and the event, in the line of the exit and in that of the points."""
    annulled = RatingsAnnulled(pool=ITALIAN, player="00000001", by="council")
    at = record_decision.record(House(draughts.ledger), annulled).receipt.first_position
    pool = draughts.close(ITALIAN, "march")
    (unit,) = explain(pool, MAESTRO, pool.list_of("march")).units
    assert [(line.kind, str(line.why)) for line in unit.lines] == [
        ("adjustment", f"by council, event #{at}"),
        ("exit", f"annulled by council, event #{at}"),
    ]
    assert [str(finding.says) for finding in of_player(pool, MAESTRO)] == ["annulled by decision"]


@pytest.mark.parametrize("annulled_by", ["the rule", "the commission"])
def test_reading_ceased_later_a_late_event_of_who_ceased_is_explained(draughts, annulled_by):
    """C and D stood before B, with an entry at 3582: the opponent met that capital; nothing is
    booked for the player, who does not enter.
    """
    record(draughts.ledger, "first", world_list("2015-01-01", {DUTCH: 1990}))
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    if annulled_by == "the commission":
        annulled = RatingsAnnulled(pool=INTERNATIONAL, player="00000003", by="council")
        record(draughts.ledger, "annulled", annulled)
    else:
        for period in ("june", "2017"):
            draughts.close(INTERNATIONAL, period)
    period = "2018" if annulled_by == "the rule" else "june"
    for name, day in (("C", "2015-01-10"), ("D", "2015-01-20")):
        draughts.submit(tournament(name, day, day, games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, period)
    units = explain(pool, DUTCH, pool.list_of(period)).units
    one, two = [unit for unit in units if unit.tournaments]
    assert [(unit.before, unit.after, unit.lines) for unit in (one, two)] == [(None, None, ())] * 2
    own = two.tournaments[0].cells["capital_before"]
    assert (own.value, str(own.why).partition(":")[0]) == (3582, "VI.5")
    (mine,) = [finding for finding in of_tournament(pool, "C") if finding.player == DUTCH]
    assert (mine.kind, f"VI.5: {mine.says}") == ("not rated", BOOKED_NOTHING)
    assert mine in of_player(pool, DUTCH)
    assert "needs a decision" not in [finding.kind for finding in of_player(pool, DUTCH)]
    (met,) = explain(pool, 4, pool.list_of(period)).units[0].tournaments[0].games
    assert met.cells["opponent_rating"].value == 3582
    assert verify(draughts.ledger).faults == []


def test_an_earlier_list_of_the_other_discipline_that_is_not_closed_is_told(draughts):
    """June of one before March of the other: players enter by older capitals."""
    march = CloseList(pool=INTERNATIONAL, period="march").record(
        House(draughts.ledger, draughts.official)
    )
    june = CloseList(pool=INTERNATIONAL, period="june").record(
        House(draughts.ledger, draughts.official)
    )
    assert unseen(draughts, march) == []
    assert unseen(draughts, june) == [f"{ITALIAN} march"]
    CloseList(pool=ITALIAN, period="march").record(House(draughts.ledger, draughts.official))
    june = CloseList(pool=ITALIAN, period="june").record(House(draughts.ledger, draughts.official))
    assert unseen(draughts, june) == []


def test_an_earlier_list_of_the_other_discipline_may_be_closed_by_the_last_event(draughts):
    CloseList(pool=INTERNATIONAL, period="march").record(House(draughts.ledger, draughts.official))
    march = CloseList(pool=ITALIAN, period="march").record(
        House(draughts.ledger, draughts.official)
    )
    june = CloseList(pool=INTERNATIONAL, period="june").record(
        House(draughts.ledger, draughts.official)
    )
    assert june.result.event.through_position == march.receipt.last_position
    assert unseen(draughts, june) == []
