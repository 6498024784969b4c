"""Events by question: of a player, a tournament, a type, a person, some days."""

from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from ledger import columns, hashing
from ledger.errors import Refused
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ledger.store.requests import NewEvent, Request
from ledger.tournaments.naming import namings
from ops.answers.answer import stated
from ops.cli.exits import REFUSED
from ops.events.links import Link
from ops.events.questions import ListEvents
from ops.events.register import recorded_event, recorded_events
from ops.house import House
from projections.official import named_players, tables
from projections.official.store import engine_beside
from tests.support.command import done, run
from tests.support.correcting_desk import at_a_desk
from tests.support.league import a_league
from tests.support.recording import clock_at
from tests.support.tampering import overwrite_first_page
from tests.support.worlds import FIDE


@pytest.fixture
def desk(tmp_path):
    """A report, corrected by Anna two days later, and a decision by Bruno on another day."""
    with at_a_desk(str(tmp_path / "ledger")) as made:
        made.ledger.clock = clock_at(2025, 12, 3)
        made.result(f"#{made.report}#0", "0", "1", recorded_by="u-anna", article="6.5")
        made.ledger.clock = clock_at(2025, 12, 5)
        adjusted = RatingsAdjusted(
            pool=FIDE, player=columns.write([4], 8), before="2000", after="1990",
            by="fide-qc", article="7.1.4",
        )  # fmt: skip
        made.ledger.append(Request("adjust", (NewEvent(adjusted),), recorded_by="u-bruno"))
        yield made


def found(desk, **asked) -> list[int]:
    answer = recorded_events(House(desk.ledger), ListEvents(**{"limit": 0, **asked}))
    return [row.position for row in answer.rows]


def test_the_answer_names_the_last_position_and_that_of_the_next_page(desk):
    last, house = desk.report + 2, House(desk.ledger)
    whole = recorded_events(house, ListEvents(first=last - 1, limit=2))
    assert stated(whole.about) == {"known_to": last}
    page = recorded_events(house, ListEvents(first=last - 1, limit=1))
    assert stated(page.about) == {"known_to": last, "next": last}


def test_each_event_is_linked_to_the_one_before(desk):
    """The leaf and the chain are computed again from the stored body and the link before."""
    house = House(desk.ledger)
    answer = recorded_events(house, ListEvents(limit=0))
    chain = hashing.CHAIN_START.hex()
    for position in (row.position for row in answer.rows):
        (row,) = recorded_event(house, position).rows
        digest = hashing.body_digest(row.body.encode())
        leaf = hashing.leaf_hash(row.position, row.recorded_at, row.version, digest)
        chained = hashing.chain_hash(bytes.fromhex(chain), leaf).hex()
        assert row.link == Link(leaf.hex(), chained, chain)
        chain = chained
    assert chain == desk.ledger.read.head().chain_hash.hex()
    alone = ListEvents(first=desk.report, limit=1)
    (one,) = recorded_events(House(desk.ledger), alone).rows
    assert one.link == answer.rows[desk.report].link


def test_each_filter_alone_and_all_together(desk):
    corrected, decided = desk.report + 1, desk.report + 2
    assert found(desk, type="result-corrected") == [corrected]
    assert found(desk, type="result-corrected.v1", first=decided) == []
    assert found(desk, recorded_by="u-anna") == [corrected]
    assert found(desk, tournament="T-1") == [desk.report - 1, desk.report, corrected]
    everything = {"tournament": "T-1", "type": "result-corrected", "recorded_by": "u-anna"}
    assert found(desk, **everything, player=identities.show(1)) == [corrected]
    assert found(desk, **everything, player=identities.show(3)) == []


def test_a_player_is_named_by_his_registration_his_reports_and_what_was_decided(desk):
    """Game 0 is of 1 and 2; the rating of 4, without a game, was adjusted."""
    by_type = {each.position: each.type.partition(".")[0] for each in desk.ledger.read.events()}
    kinds = {
        player: [by_type[at] for at in found(desk, player=identities.show(player))]
        for player in (1, 3, 4)
    }
    begun = ["players-registered", "ratings-carried-over"]
    assert kinds == {
        1: [*begun, "tournament-submitted", "result-corrected"],
        3: [*begun, "tournament-submitted"],
        4: [*begun, "ratings-adjusted"],
    }


@pytest.mark.parametrize(
    ("since", "until", "positions"),
    [
        (2, 2, []), (3, 3, [1]), (4, 4, []), (3, 5, [1, 2]), (4, 5, [2]), (5, 5, [2]), (6, 9, []),
    ],
)  # fmt: skip
def test_days_of_recording_are_both_included(desk, since, until, positions):
    days = {"since": date(2025, 12, since), "until": date(2025, 12, until)}
    assert found(desk, **days) == [desk.report + after for after in positions]


def test_days_of_which_the_last_comes_first_are_refused(desk):
    """An empty answer would read as if nothing had been recorded."""
    with pytest.raises(Refused, match="2025-12-04 comes before since 2025-12-05"):
        found(desk, since=date(2025, 12, 5), until=date(2025, 12, 4))


def test_the_recorder_and_the_reason_are_shown(desk):
    answer = recorded_events(House(desk.ledger), ListEvents(type="ratings-adjusted"))
    (row,) = answer.rows
    assert (row.recorded_by, row.decided_by, row.article) == ("u-bruno", "fide-qc", "7.1.4")
    (carried,) = recorded_events(House(desk.ledger), ListEvents(type="ratings-carried-over")).rows
    assert str(carried.ground).startswith("source: ")
    shown = done("event", "list", "--type", "ratings-adjusted", "--ledger", desk.address)
    assert "recorded by" in shown
    assert "fide-qc" in shown


def test_pages_follow_each_other_without_a_gap(desk):
    """`next` is the start of the next page; the last page has none."""
    pages: list[int] = []
    first: int | None = 0
    while first is not None:
        asked = ListEvents(first=first, player=identities.show(1), limit=3)
        answer = recorded_events(House(desk.ledger), asked)
        pages += [row.position for row in answer.rows]
        first = answer.about.next
    assert pages == found(desk, player=identities.show(1))
    assert len(pages) == 4


def test_the_index_follows_what_is_recorded_and_never_names_who_is_not_in_the_event(desk):
    before = found(desk, player=identities.show(4))
    engine = engine_beside(desk.ledger)
    with engine.begin() as connection:
        wrong = insert(tables.naming).values(player=4, position=desk.report)
        connection.execute(wrong)
    assert found(desk, player=identities.show(4)) == before
    desk.entrant(1, 4)
    assert found(desk, player=identities.show(4)) == [*before, desk.report + 3]
    with engine.begin() as connection:  # as after another version, or a ledger put in its place
        connection.execute(delete(tables.naming))
        connection.execute(tables.progress.update().values(manifest=b"x"))
    engine.dispose()
    assert found(desk, player=identities.show(4)) == [*before, desk.report + 3]


def test_only_what_came_since_is_taken_into_the_index(desk, monkeypatch):
    """An old ledger is read once; from then on each question reads the new events, and the
    answer.
    """
    read: list[int] = []

    def looked_at(reader, events):
        events = list(events)
        read.extend(each.position for each in events)
        return namings(reader, events)

    found(desk, player=identities.show(4))
    monkeypatch.setattr(named_players, "namings", looked_at)
    found(desk, player=identities.show(4))
    assert read == []
    new = desk.result(f"#{desk.report}#1", "1", "0").receipt.first_position
    found(desk, player=identities.show(4))
    assert read == [new]


def test_the_index_is_asked_by_its_key(desk):
    """The events of a player are found without reading those of others."""
    assert found(desk, player=identities.show(1))
    engine = engine_beside(desk.ledger)
    asked = "SELECT position FROM naming WHERE player = 1 AND position >= 2 ORDER BY position"
    with engine.connect() as connection:
        (row,) = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}").all()
    engine.dispose()
    assert row[-1] == "SEARCH naming USING PRIMARY KEY (player=? AND position>?)"


def test_json_holds_positions_as_numbers(desk):
    asked = ("event", "list", "--format", "json", "--ledger", desk.address)
    ran = run(*asked, "--recorded-by", "u-anna")
    (row,) = ran.document["rows"]
    assert row["position"] == desk.report + 1
    assert "body" not in row
    ran = run(*asked, "--limit", "1")
    assert ran.document["about"] == {"known_to": desk.report + 2, "next": 1}
    ran = run("event", "show", "#0", "--format", "json", "--ledger", desk.address)
    assert '"ledger-opened.v1"' in ran.document["rows"][0]["body"]
    assert ran.document["about"] == {"known_to": desk.report + 2}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--type", "nonsense"), "there is no such type of events"),
        (("--tournament", "T-99"), "there is no tournament 'T-99'"),
        (("--player", "fide:1"), "the register holds no such player"),
        (("--tournament", "T-1", "--stream", "register"), "ask for one of them"),
        (("--limit", "-1"), "0 for all"),
    ],
)
def test_what_is_not_known_is_refused(desk, words, says):
    ran = run("event", "list", *words, "--ledger", desk.address)
    assert ran.code == REFUSED
    assert says in ran.err


def test_days_before_and_after_the_ledger_are_answered(desk):
    assert found(desk, until=date.min) == []
    assert found(desk, since=date.max) == []
    everything = found(desk)
    assert found(desk, since=date.min, until=date.max) == everything


def test_an_index_that_cannot_be_read_is_made_anew_and_answers(desk):
    """Not with nothing, which would look like an answer."""
    before = found(desk, player=identities.show(1))
    desk.official.close()
    overwrite_first_page(Path(f"{desk.address}.projections"), tables.naming.name)
    assert found(desk, player=identities.show(1)) == before


def test_of_a_tournament_come_the_games_too_that_were_recorded_one_by_one(tmp_path):
    """Such games are in streams of their own, a month each; a player is found by the games."""
    with a_league(str(tmp_path / "ledger")) as league:
        league.game(1, 2, "1-0", "2025-07-05")
        league.game(3, 4, "1-0", "2025-08-05")
        league.complete()

        def kinds(**asked):
            rows = recorded_events(House(league.ledger), ListEvents(**{"limit": 0, **asked})).rows
            return [row.type.partition(".")[0] for row in rows]

        assert kinds(tournament="L-1") == [
            "tournament-registered", "game-played", "game-played", "sheet-completed",
        ]  # fmt: skip
        assert kinds(tournament="L-1", player=identities.show(2)) == [
            "game-played", "sheet-completed",
        ]  # fmt: skip
        assert kinds(tournament="L-1", player=identities.show(3)) == ["game-played"]


def test_on_postgresql_too_players_are_found(postgres_database):
    with at_a_desk(postgres_database) as desk:
        before = found(desk, player=identities.show(1))
        assert before[-1] == desk.report
        corrected = desk.result(f"#{desk.report}#0", "0", "1").receipt.first_position
        assert found(desk, player=identities.show(1)) == [*before, corrected]
        assert found(desk, player=identities.show(4), type="result-corrected") == []
