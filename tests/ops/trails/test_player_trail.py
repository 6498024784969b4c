"""The trail of a player: everything recorded, in order, and the amounts booked by the lists."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import pytest

from ledger import columns
from ledger.errors import Refused
from ledger.events.appeals import AppealAdmitted, AppealFiled
from ledger.events.pool import AdjustmentWithdrawn, RatingsAdjusted
from ledger.events.report import ReportReplaced
from ledger.register import identities
from ledger.sentences import Position, Sentence
from ledger.store.requests import NewEvent, Request
from ops.actors.recordings import GrantRole
from ops.answers.answer import (
    Instant,
)
from ops.answers.corrected_games import CorrectedEntrant, CorrectedGame
from ops.house import House, open_house
from ops.players.recordings import MergePlayer
from ops.trails.entries import TrailEntry
from ops.trails.player_trail import player_trail
from ops.trails.questions import ShowTrail
from ops.trails.words import trail_rows
from ops.words import states
from tests.support.correcting_desk import NEW, at_a_desk
from tests.support.recording import record, submission, submit
from tests.support.worlds import FIDE, PERIODS, games, tournament


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def trail(desk, player: int = 1, **asked) -> tuple[TrailEntry, ...]:
    return answer(desk, player, **asked).rows


def answer(desk, player: int = 1, **asked):
    desk.official.catch_up()
    house = House(desk.ledger, desk.official)
    return player_trail(house, ShowTrail(player=identities.show(player), **asked))


def kinds(rows) -> list[str]:
    return [row.kind for row in rows]


def late_report(desk) -> int:
    """A tournament of July, reported after two lists were closed."""
    late = tournament("T-2", "2025-07-15", "2025-07-16", games(1, "3 1"))
    return submit(desk.ledger, late, FIDE, received_on=date(2025, 9, 20))


def test_the_trail_holds_reports_lists_tournaments_and_corrections_in_order(desk):
    """Of 1: two games on the first list, with a correction of the first game after the closing."""
    desk.close()
    desk.result(f"#{desk.report}#0", "0", "1", recorded_by="u-anna", article="6.5")
    desk.close(PERIODS[1])
    rows = trail(desk)
    assert kinds(rows) == [
        *("registered", "carried over", "announcement", "report"),
        *("list", "tournament", "correction", "list"),
    ]
    assert [row.position for row in rows] == sorted(row.position for row in rows)
    listed, played, corrected, after = rows[4:]
    assert (listed.rating_before, listed.rating, listed.list) == (2000, 2010, PERIODS[0])
    assert (played.tournament, played.games, played.score) == ("T-1", 2, Fraction(3, 2))
    assert played.variation == 10
    assert (corrected.recorded_by, corrected.decided_by) == ("u-anna", "the-body")
    assert corrected.article == "6.5"
    assert corrected.values == {
        "report": desk.report, "game": 0, "white_result": "0", "black_result": "1",
    }  # fmt: skip
    assert [(line.kind, int(line.points)) for line in after.lines] == [("correction", -20)]


def test_a_correction_shows_the_game_with_both_players_and_both_results(desk):
    """The result before: a second correction starts from the first."""
    desk.result(f"#{desk.report}#0", "0", "1")
    desk.result(f"#{desk.report}#0", "=", "=")
    first, second = [row for row in trail(desk) if row.kind == "correction"]
    game, later = first.corrected, second.corrected
    assert isinstance(game, CorrectedGame)
    assert isinstance(later, CorrectedGame)
    assert (game.result_before, game.result_after) == ("1 - 0", "0 - 1")
    assert (later.result_before, later.result_after) == ("0 - 1", "½ - ½")
    assert (game.round, game.white.start_number, game.black.start_number) == (1, 1, 2)
    assert identities.show(1) in (game.white.player, game.black.player)
    assert str(first.says) == (
        f"Round 1: {game.white.name or game.white.player} (1) against "
        f"{game.black.name or game.black.player} (2), "
        "result corrected from 1 - 0 to 0 - 1"
    )
    what, _ = trail_rows(first)
    assert what["what"] == f"{FIDE} T-1: {first.says}"


def test_a_reassigned_entrant_shows_who_was_replaced(desk):
    desk.entrant(1, 4)
    corrected = next(row.corrected for row in trail(desk, 4) if row.kind == "correction")
    assert isinstance(corrected, CorrectedEntrant)
    assert (corrected.replaced.player, corrected.entrant.player) == (
        identities.show(1), identities.show(4),
    )  # fmt: skip
    assert corrected.entrant.start_number == corrected.replaced.start_number == 1


def test_each_entry_has_a_sentence_and_the_link_of_its_event(desk):
    desk.close()
    rows = trail(desk)
    assert all(row.says and row.link for row in rows)
    known = desk.ledger.read.at([row.position for row in rows])
    for row in rows:
        assert row.link is not None
        assert row.link.leaf_hash == known[row.position].leaf_hash.hex()


def test_a_withdrawal_says_which_decision_it_withdraws(desk):
    """The ratings are those of the withdrawn adjustment: the withdrawal itself takes no
    points away.
    """
    change = {"before": "2000", "after": "2030"}
    decided = RatingsAdjusted(pool=FIDE, player=f"{1:08d}", by="qc", **change)
    position = record(desk.ledger, "adjusted", decided)
    fact = AdjustmentWithdrawn(
        pool=FIDE, player=f"{1:08d}", withdraws=position, before="2000", by="appeals"
    )
    record(desk.ledger, "withdrawn", fact)
    adjusted, withdrawn = trail(desk)[-2:]
    assert (adjusted.rating_before, adjusted.rating) == (2000, 2030)
    assert (withdrawn.rating_before, withdrawn.rating) == (None, None)
    assert withdrawn.values == {
        "withdraws": Position(position),
        "withdrawn": Sentence(
            "{decision}, {before} to {after}",
            decision=states.word("event", "ratings-adjusted"),
            before=2000,
            after=2030,
        ),
    }
    what, _ = trail_rows(withdrawn)
    says = f"fide-standard: Decision #{position} about ratings withdrawn; "
    assert what["what"].startswith(says)


def test_a_report_recorded_after_the_list_of_its_days_is_a_late_report(desk):
    desk.close()
    position = late_report(desk)
    late = next(row for row in trail(desk) if row.position == position)
    assert (late.kind, late.values["late_for"]) == ("late report", f"{FIDE} {PERIODS[0]}")


def replaced(desk, played) -> int:
    """The position of a report of other games in place of the first."""
    other = tournament("T-1", "2025-07-05", "2025-07-10", played)
    said = submission(other, NEW.digest)
    fields = {name: getattr(said, name) for name in said.__struct_fields__}
    report = ReportReplaced(**fields, replaces=desk.report)
    return record(desk.ledger, "replace", report, documents=[NEW])


def test_a_report_in_time_is_not_late(desk):
    desk.close()
    assert "late report" not in kinds(trail(desk))


def test_a_report_that_leaves_the_player_out_is_on_the_trail(desk):
    """And corrections of the whole tournament; of single games only the player's own."""
    report = replaced(desk, games(1, "3 ="))
    desk.result(f"#{report}#0", "1", "0")
    last = trail(desk, 2)[-1]
    assert (last.position, last.kind, last.event) == (report, "correction", "report-replaced")
    desk.details(start="2025-07-06")
    assert trail(desk, 2)[-1].event == "tournament-details-corrected"
    assert trail(desk, 2)[-1].values == {"start": date(2025, 7, 6)}


def test_who_recorded_in_which_role_who_approved_and_why(desk):
    house = House(desk.ledger, desk.official)
    GrantRole(
        actor="u-bruno", role="committee", in_force_from=date(2025, 1, 1), by="council"
    ).record(house)
    adjusted = RatingsAdjusted(
        pool=FIDE, player=columns.write([1], 8), before="2000", after="1990",
        by="fide-qc", article="7.1.4",
    )  # fmt: skip
    event = NewEvent(adjusted, approved_by="u-carla")
    desk.ledger.append(Request("adjust", (event,), recorded_by="u-bruno"))
    *others, last = trail(desk)
    assert (last.kind, last.rating_before, last.rating) == ("decision", 2000, 1990)
    assert (last.recorded_by, last.recorder_roles) == ("u-bruno", ("committee",))
    assert (last.approved_by, last.decided_by, last.article) == ("u-carla", "fide-qc", "7.1.4")
    assert {row.recorder_roles for row in others} == {()}


def test_pages_together_are_the_whole_trail(desk):
    """The amounts of a list are on the page of the closing."""
    desk.close()
    late_report(desk)
    desk.close(PERIODS[1])
    whole, pages, first = trail(desk), [], "#0"
    while first:
        page = answer(desk, first=first, limit=2)
        assert len({row.position for row in page.rows}) <= 2
        pages += page.rows
        first = f"#{page.about.next}" if page.about.next else ""
    assert tuple(pages) == whole


@pytest.mark.parametrize("limit", [0, 201])
def test_a_page_has_a_size(desk, limit):
    with pytest.raises(Refused, match="write a number from 1 to 200"):
        answer(desk, limit=limit)


def test_the_trail_as_known_earlier_never_changes(desk):
    desk.close()
    known = desk.events() - 1
    before = answer(desk, known_at=f"#{known}")
    desk.result(f"#{desk.report}#0", "0", "1")
    desk.close(PERIODS[1])
    after = answer(desk, known_at=f"#{known}")
    assert (before.rows, before.about) == (after.rows, after.about)
    assert after.about.known_to == known


def test_as_of_a_day_leaves_out_what_is_valid_later(desk):
    """The day before the last day of play, on the last day, and of the list with the
    events taken in.
    """
    desk.close()
    found = {
        day: kinds(trail(desk, as_of=date.fromisoformat(day)))[1:]
        for day in ("2025-07-09", "2025-07-10", "2025-08-01")
    }
    assert found == {
        "2025-07-09": ["announcement"],
        "2025-07-10": ["announcement", "report"],
        "2025-08-01": ["carried over", "announcement", "report", "list", "tournament"],
    }


def test_the_basis_of_each_pool_is_named(desk):
    desk.close()
    about = answer(desk).about
    assert (about.track, about.known_to) == ("official", desk.events() - 1)
    (pool,) = about.pools
    assert (pool.pool, pool.list, pool.printing) == (FIDE, PERIODS[0], 1)


def test_an_appeal_about_the_player_is_on_the_trail_whole(desk):
    """Later steps do not name the player; an appeal in another pool is left out."""
    received = 1_767_891_600_000_000
    filed = AppealFiled(
        appeal="A-000001", pool=FIDE, kind="report", contested=desk.report, player=1,
        appellant="u-anna", capacity="player", notified_on=date(2025, 9, 1), source="letter",
        received_at=received,
    )  # fmt: skip
    first = record(desk.ledger, "file", filed)
    record(desk.ledger, "admit", AppealAdmitted(appeal="A-000001", pool=FIDE, by="fide-qc"))
    rows = [row for row in trail(desk) if row.kind == "appeal"]
    assert [(row.position, row.event) for row in rows] == [
        (first, "appeal-filed"),
        (first + 1, "appeal-admitted"),
    ]
    assert str(rows[0].values["received_at"]) == str(Instant(received))
    assert "appeal" in kinds(trail(desk, pool=FIDE))
    assert "appeal" not in kinds(trail(desk, player=2))


def test_an_unknown_pool_is_refused(desk):
    with pytest.raises(Refused, match="there is no pool 'x'"):
        answer(desk, pool="x")


def test_a_pool_leaves_out_the_entries_of_other_pools(sample):
    """Player 10 plays chess only; the register belongs to every pool."""
    with open_house(str(sample)) as house:
        house.catch_up()
        of_chess, of_draughts = (
            player_trail(house, ShowTrail(player="fide:99000463", pool=pool)).rows
            for pool in (FIDE, "rubele-italiana")
        )
    assert kinds(of_draughts) == ["registered"]
    assert {row.pool for row in of_chess} == {"", FIDE}


def test_the_arbiters_of_a_report_are_on_the_trail(sample):
    with open_house(str(sample)) as house:
        house.catch_up()
        rows = player_trail(house, ShowTrail(player="fide:99000463", pool=FIDE)).rows
    assert {row.kind for row in rows if row.arbiters} == {"report"}
    assert not any(row.note for row in rows)


def trails(path, pool: str) -> Iterator[list[TrailEntry]]:
    """The trails of some players of a ledger in a pool."""
    with open_house(str(path)) as house:
        house.catch_up()
        for player in range(1, house.official.facts.players + 1, 7):
            asked = ShowTrail(player=identities.show(player), pool=pool, limit=200)
            yield list(player_trail(house, asked).rows)


@pytest.mark.parametrize("pool", [FIDE, "rubele-italiana"])
def test_the_lines_of_each_list_add_up_to_the_change(sample, pool):
    lists = [row for rows in trails(sample, pool) for row in rows if row.kind == "list"]
    changes = [
        (sum(line.points for line in row.lines), row.rating - row.rating_before)
        for row in lists
        if row.rating and row.rating_before
    ]
    assert len(changes) > 10
    assert [points for points, _ in changes] == [change for _, change in changes]


def test_the_variations_of_tournaments_add_up_to_the_play_of_their_list(sample):
    compared = 0
    for rows in trails(sample, FIDE):
        for row in rows:
            played = [one for one in rows if one.position == row.position and one != row]
            if row.kind == "list" and row.rating_before and played:
                play = sum(line.points for line in row.lines if line.kind == "play")
                assert play == sum(one.variation or 0 for one in played)
                compared += 1
    assert compared > 10


def test_after_a_merge_the_trail_has_both_numbers_and_before_it_one(desk):
    """4 did not play; from the merge on 4 leads to 2."""
    house, before = House(desk.ledger, desk.official), desk.events() - 1
    MergePlayer(kept=identities.show(2), player=identities.show(4), by="fsi").record(house)
    both = answer(desk, 2)
    assert both.about.merged == (identities.show(4),)
    assert {row.player for row in both.rows} == {identities.show(2), identities.show(4)}
    assert both.rows[-1].kind == "merge"
    shown = {field: (of.player, of.name) for field, of in both.rows[-1].values.items()}
    assert shown == {
        "kept": (identities.show(2), identities.names(desk.ledger.read, [2])[2]),
        "merged": (identities.show(4), identities.names(desk.ledger.read, [4])[4]),
    }
    assert answer(desk, 4) == both
    alone = answer(desk, 4, known_at=f"#{before}")
    assert alone.about.player == identities.show(4)
    assert kinds(alone.rows) == ["registered", "carried over"]


def test_the_revised_rating_stands_beside_each_list_with_the_causes(desk):
    """Of 1: a game corrected after the list, and a late report of July booked in September."""
    desk.close()
    corrected = desk.result(f"#{desk.report}#0", "0", "1").receipt.first_position
    late = late_report(desk)
    desk.close(PERIODS[1])
    lists = [row for row in trail(desk, revised=True) if row.kind == "list"]
    beside = [(row.rating, row.revised) for row in lists if row.revised is not None]
    ratings = [(rating, of.rating, of.difference) for rating, of in beside]
    assert ratings == [(2010, 2000, -10), (2000, 2000, 0)]
    causes = {(cause.kind, cause.position) for cause in beside[0][1].causes}
    assert causes == {("correction", corrected), ("late-report", late)}


def test_a_list_that_is_the_same_on_both_tracks_has_no_causes(desk):
    desk.close()
    beside = [row.revised for row in trail(desk, revised=True) if row.kind == "list"]
    assert [(of.rating, of.difference, of.causes) for of in beside if of] == [(2010, 0, ())]


def test_without_the_option_no_revised_rating_is_computed(desk):
    desk.close()
    assert {row.revised for row in trail(desk)} == {None}
    assert answer(desk, revised=True).about.track == "official and revised"
