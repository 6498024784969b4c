"""The end of a year in a real ledger: recorded, verified, explained, worked out again."""

from dataclasses import replace
from datetime import date

import pytest
from msgspec import structs

from ledger.errors import Refused
from ledger.events.outside_play import MalusApplied, MalusWithdrawn
from ledger.events.pool import RatingsAnnulled
from ledger.store.ledger import Ledger
from ops.answers import inactivity_penalties
from ops.closings.recordings import CloseList, RecordDeviation
from ops.house import House
from ops.players import outlook
from projections import replay
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.queries.findings import of_player
from projections.rating.chain_steps import years
from tests.oracles.world import Tournament
from tests.support import recording
from tests.support.answer_rows import fields
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import text_of
from tests.support.worlds import (
    RUBELE,
    carried_over,
    federation,
    games,
    rated,
    stage,
    tournament,
)

DAYS = [("2014", date(2014, 12, 31)), ("2015", date(2015, 12, 31)), ("2016", date(2016, 6, 30))]
PEOPLE = [rated(1, 2000), rated(2, 2000), rated(3, 130), rated(4, 2500)]
LATE = tournament("late", "2015-10-01", "2015-10-01", games(1, "3 ="))


def drawn(name: str, day: str) -> Tournament:
    """1 and 2 draw."""
    return tournament(name, day, day, games(1, "2 ="))


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    """Make a pool: 4 is Swiss and never plays; 3 is idle in 2014 and, on the present
    facts, in 2015.
    """
    world = federation(PEOPLE, periods=tuple(name for name, _ in DAYS), on=date(2014, 1, 1))
    people = structs.replace(recording.registered(world), federation="ITAITAITASUI")
    address = str(tmp_path_factory.mktemp("year_end_inputs") / "ledger")
    with recording.a_ledger(address) as ledger, pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "registered", lambda _: people)
        recording.begin(ledger, world, RUBELE, DAYS)
        with recording.following(ledger) as official:
            for played, period in zip(
                (drawn("A", "2014-05-01"), drawn("B", "2015-05-01"), LATE),
                world.periods,
                strict=True,
            ):
                recording.submit(ledger, played, RUBELE)
                CloseList(pool=RUBELE, period=period).record(House(ledger, official))
            official.catch_up()
            yield PoolQuery(official.track, RUBELE)


def test_what_lies_ahead_names_the_points_of_a_year_and_whose_score_ceases(tmp_path):
    """4 is Swiss and never plays: 50 points at the end of 2014; with the end of 2015 the
    score ceases.
    """
    world = federation(PEOPLE, periods=("2014", "2015"), on=date(2014, 1, 1))
    people = structs.replace(recording.registered(world), federation="ITAITAITASUI")
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger, pytest.MonkeyPatch.context() as at:
        at.setattr(recording, "registered", lambda _: people)
        recording.begin(ledger, world, RUBELE, DAYS[:2])
        recording.submit(ledger, drawn("A", "2014-05-01"), RUBELE)
        with recording.following(ledger) as official:
            official.catch_up()
            ahead = fields(outlook.player_outlook(PoolQuery(official.track, RUBELE), 4))
            (malus,) = [row for row in ahead if row["what"] == "malus"]
            assert (malus["points"], malus["article"][:5]) == (-50, "VI.11")
            assert str(malus["says"]).startswith("provisional: end of 2014: ")
            CloseList(pool=RUBELE, period="2014").record(House(ledger, official))
            official.catch_up()
            ahead = fields(outlook.player_outlook(PoolQuery(official.track, RUBELE), 4))
            (off,) = [row for row in ahead if row["what"] == "off the list"]
            assert (off["list"], off["article"]) == ("2015", "VI.2, table 22")


def ratings(pool: PoolQuery, player: int) -> list[int]:
    return [pool.state(player, number).rating for number in (1, 2, 3)]


def said(pool: PoolQuery, kind: type) -> list[tuple[str, str, str]]:
    """Period, players and points of the events of a type."""
    events = pool.official.ledger.read.of_type(kind.TYPE)  # type: ignore[attr-defined]
    facts = [event.decoded().payload for event in events]
    return [(f.period, f.player.replace("0000000", ""), getattr(f, "points", "")) for f in facts]


def test_ratings_after_the_ends_of_two_years_and_a_late_report(pool):
    """3: 130, 100 (30 taken), 100 (nothing more to take); 4: 50 taken, then the score ceases."""
    assert ratings(pool, 3)[:2] == [100, 100]
    assert ratings(pool, 4) == [2450, 0, 0]


def test_a_closing_records_what_was_taken_given_back_and_annulled(pool):
    assert said(pool, MalusApplied) == [("2014", "34", "00300050")]
    assert said(pool, RatingsAnnulled) == [("2015", "4", "")]
    assert said(pool, MalusWithdrawn) == []


def test_what_is_recorded_is_what_verify_works_out(pool):
    assert verify(pool.official.ledger).faults == []


def test_an_explanation_shows_the_end_of_the_year_as_a_step(pool):
    explained = explain(pool, 4, pool.list_of("2014"))
    (unit,) = explained.units
    assert (unit.year_ended, unit.before, unit.after) == (2014, 2500, 2450)
    assert [(line.kind, int(line.points), line.article) for line in unit.lines] == [
        ("malus", -50, "VI.11, table 18 b")
    ]
    text = text_of(pool, 4, "2014")
    assert "end of the year 2014" in text
    assert "malus taken                           50" in text


def test_an_explanation_shows_whose_score_ceased_and_findings_tell_it(pool):
    (unit,) = explain(pool, 4, pool.list_of("2015")).units
    assert [line.kind for line in unit.lines] == ["exit"]
    says = "a foreigner without a valid event for two years"
    assert str(unit.lines[0].why) == says
    assert [(finding.article, str(finding.says)) for finding in of_player(pool, 4)][-1:] == [
        ("VI.2, table 22", says)
    ]


def test_the_register_says_years_points_and_what_is_left(pool):
    """Table 18 b: the commission keeps a list of these players."""
    shown = fields(inactivity_penalties.inactivity_penalties(pool, pool.list_of("2014")))
    assert [(row["rating"], row["years"], row["taken"], row["left"]) for row in shown] == [
        (2450, (2014,), 50, 400),
        (100, (2014,), 30, 420),
    ]
    assert [
        row["years"]
        for row in fields(inactivity_penalties.inactivity_penalties(pool, pool.list_of("2015")))
    ] == [(2014,)]


def test_a_pool_without_such_points_has_no_register(pool):
    without = PoolQuery(pool.official, RUBELE)
    without.law = replace(pool.law, year_end=replace(pool.law.year_end, penalties=None))
    with pytest.raises(Refused, match="takes no points"):
        fields(inactivity_penalties.inactivity_penalties(without, pool.list_of("2014")))


def test_every_rating_is_explained_and_adds_up(pool):
    for row in pool.lists()[1:]:
        for player in (1, 2, 3, 4):
            explain(pool, player, row)


def test_a_process_that_goes_on_from_what_is_kept_has_the_same(pool):
    other = Official(pool.official.ledger)
    try:
        other.rebuild()
        assert [ratings(PoolQuery(other.track, RUBELE), player) for player in (1, 2, 3, 4)] == [
            ratings(pool, player) for player in (1, 2, 3, 4)
        ]
    finally:
        other.close()


@pytest.mark.parametrize(
    ("told", "after", "register"),
    [
        ("0000", [2000, 1950, 1900], ("2014 2015", 100, 350)),
        ("0400", [2000, 1950, 1950], ("earlier 2014", 450, 0)),
        ("0430", [2000, 1980, 1980], ("earlier 2014", 450, 0)),
        ("0450", [2000, 2000, 2000], ("earlier", 450, 0)),
    ],
)
def test_what_was_taken_before_the_histories_counts_towards_the_limit(
    tmp_path, monkeypatch, told, after, register
):
    """Table 18 b: 450 in all (B9); the register says of which years, as far as told."""
    world = federation([rated(2, 2000)], periods=("2014", "2015"), on=date(2014, 1, 1))
    carried = structs.replace(carried_over(world, RUBELE), malus=told)
    monkeypatch.setattr(recording, "carried_over", lambda *_: carried)
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger:
        recording.begin(ledger, world, RUBELE, DAYS[:2])
        with recording.following(ledger) as official:
            for period in world.periods:
                CloseList(pool=RUBELE, period=period).record(House(ledger, official))
            official.catch_up()
            pool = PoolQuery(official.track, RUBELE)
            assert [pool.state(2, number).rating for number in range(3)] == after
            (row,) = fields(inactivity_penalties.inactivity_penalties(pool, pool.list_of("2015")))
            years = " ".join(["earlier"] * row["carried_over"] + list(map(str, row["years"])))
            assert (years, row["taken"], row["left"]) == register
        assert verify(ledger).faults == []


def test_a_late_report_gives_back_by_an_entry_of_its_own(tmp_path):
    """Reading `worked_out_again`: 2 is idle in 2014; a late report shows a game of 2 in
    that year.
    """
    people = [rated(1, 2000), rated(2, 2000)]
    world = federation(people, periods=("2014", "2015"), on=date(2014, 1, 1))
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger:
        recording.begin(ledger, world, RUBELE, DAYS[:2])
        with recording.following(ledger) as official:
            CloseList(pool=RUBELE, period="2014").record(House(ledger, official))
            played = tournament("T", "2014-10-01", "2014-10-01", games(1, "2 ="))
            recording.submit(ledger, played, RUBELE)
            CloseList(pool=RUBELE, period="2015").record(House(ledger, official))
            official.catch_up()
            pool = PoolQuery(official.track, RUBELE)
            late, again, idle = explain(pool, 2, pool.list_of("2015")).units
            assert (late.before, late.after) == (1950, 1960)
            assert [(line.kind, int(line.points)) for line in again.lines] == [
                ("malus withdrawn", 50)
            ]
            assert [(line.kind, int(line.points)) for line in idle.lines] == [("malus", -50)]
            assert said(pool, MalusWithdrawn) == [("2015", "12", "00500050")]
            assert pool.state(2, 2).fields["malus_taken"] == 50
        assert verify(ledger).faults == []


def test_a_list_sealed_before_the_malus_was_computed_is_held_as_recorded(tmp_path, monkeypatch):
    """2014 was sealed without: 2000 stays official, nothing counts as taken, the next year does."""
    people = [rated(1, 2000), rated(2, 2000)]
    world = federation(people, periods=("2014", "2015"), on=date(2014, 1, 1))
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger:
        recording.begin(ledger, world, RUBELE, DAYS[:2])
        with monkeypatch.context() as patched:
            patched.setattr(replay, "has_turns", lambda _: False)
            close(ledger)
        (fault,) = verify(ledger).faults
        assert "does not reproduce" in str(fault.found)
        RecordDeviation(pool=RUBELE, period="2014", cause="the malus was not computed").record(
            House(ledger)
        )
        assert verify(ledger).faults == []
        with recording.following(ledger) as official:
            official.rebuild()
            CloseList(pool=RUBELE).record(House(ledger, official))
            official.catch_up()
            pool = PoolQuery(official.track, RUBELE)
            assert [pool.state(1, number).rating for number in (1, 2)] == [2000, 1950]
            assert pool.state(1, 2).fields["malus_taken"] == 50
            assert explain(pool, 1, pool.list_of("2014")).units == ()
            explain(pool, 1, pool.list_of("2015"))
        assert verify(ledger).faults == []


def test_no_year_ends_before_the_law_that_would_say_it(tmp_path):
    """Adopted from 1 January 2015: the end of 2014 is outside."""
    world = federation([rated(1, 2000)], periods=("2015",), on=date(2014, 1, 1))
    on_stage = stage(world, RUBELE, [("2015", date(2015, 6, 1))])
    adopted = on_stage.replay.facts.adopted
    adopted[0] = structs.replace(adopted[0], in_force_from=date(2015, 1, 1))
    assert on_stage.close("2015").booked.year_ends == ()


def test_a_wrong_echo_is_found(tmp_path):
    """A malus by rule, recorded before the closing, though no rule gives a malus."""
    world = federation([rated(1, 2000)], periods=("2014",), on=date(2014, 6, 1))
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger:
        recording.begin(ledger, world, RUBELE, DAYS[:1])
        wrong = MalusApplied(
            pool=RUBELE, period="2014", year=2014, player="00000001", points="0050",
            article="VI.11", ground="rule",
        )  # fmt: skip
        recording.record(ledger, "wrong", wrong)
        close(ledger)
        (fault,) = verify(ledger).faults
        assert str(fault.place).startswith("malus of rubele-italiana 2014")


def test_an_event_by_rule_without_its_list_is_found(tmp_path):
    """No closing of this list stands in the ledger, nor in the era of the event."""
    world = federation([rated(1, 2000)], periods=("2014",), on=date(2014, 6, 1))
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger:
        recording.begin(ledger, world, RUBELE, DAYS[:1])
        alone = MalusApplied(
            pool=RUBELE, period="2013", year=2013, player="00000001", points="0050",
            article="VI.11", ground="rule",
        )  # fmt: skip
        recording.record(ledger, "alone", alone)
        close(ledger)
        (fault,) = verify(ledger).faults
        assert str(fault.place) == "events of rubele-italiana 2013"


def close(ledger: Ledger) -> None:
    with recording.following(ledger) as official:
        CloseList(pool=RUBELE).record(House(ledger, official))


# ------------------------------------------------------------------------ which years end on a list


@pytest.mark.parametrize(
    ("since", "before", "cut_off", "ending"),
    [
        (date(2014, 1, 1), date(2014, 6, 1), date(2014, 12, 30), []),
        (date(2014, 1, 1), date(2014, 6, 1), date(2014, 12, 31), [(2014, False)]),
        (date(2014, 1, 1), date(2014, 12, 31), date(2015, 12, 30), []),
        (date(2014, 1, 2), date(2014, 6, 1), date(2015, 12, 31), [(2015, False)]),
        (date(2014, 1, 1), date(2014, 6, 1), date(2016, 1, 1), [(2014, False), (2015, False)]),
        (date.min, date.min, date(2016, 1, 1), []),
    ],
)
def test_which_years_end_on_a_list(since, before, cut_off, ending):
    """Reading `whole_years`: of the day before the year begins, on the first day, after."""
    assert years([], since, before, cut_off) == ending
