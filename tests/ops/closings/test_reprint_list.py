"""A new printing of the last closed list: the list with everything known, and nothing later."""

import csv
import json
import re
from dataclasses import replace
from datetime import date

import pytest

from ledger.actors.roles import HeldRole
from ledger.errors import Refused
from ledger.events.pool import PoolOpened
from ledger.store.grounds import StatedGrounds
from ops.access.actors import LOCAL, PUBLIC, Actor
from ops.access.keys import actor_with_key
from ops.access.seeing import visible
from ops.access.two_persons import TwoPersonsNeeded
from ops.actors.recordings import GrantRole
from ops.answers.explanation import explanation
from ops.answers.findings import findings_of
from ops.answers.rating_lists import chosen, rating_list
from ops.closings import reprint_list
from ops.closings.recordings import CloseList, PublishList, ReprintList
from ops.commands.previewed import Token, preview_of, record_as_previewed
from ops.doors.documents import builtins
from ops.events.questions import ListEvents
from ops.events.register import recorded_events
from ops.house import House
from ops.lists.changes import Compared, list_changes
from ops.lists.files import histories_file
from ops.players.history import rating_history
from ops.proposals.approving import approve
from ops.tournaments.corrections import AnnulReport
from ops.tournaments.cross_table import of_tournament, pool_and_tournament
from ops.tournaments.cross_table_document import documents
from ops.tournaments.questions import ShowTournament
from ops.trails.player_trail import player_trail
from ops.trails.questions import ShowTrail
from ops.upkeep.verify_ledger import verify
from projections.official.shown import without_lists
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.queries.known_ratings import known_ratings
from projections.queries.printed import UnknownPrinting, sealed_list, visible_to
from projections.tracks.continued import RevisedTracks
from projections.tracks.revised import revised
from tests.oracles.world import Adjustment
from tests.support.actors import new_key
from tests.support.correcting_desk import at_a_desk
from tests.support.counts import FULL
from tests.support.kept_state import a_rebuild_makes_the_same
from tests.support.recording import ZONE, a_ledger, adjusted, adopt, following, record, submit
from tests.support.reprinting import SYSTEMS, Lists, printings, rows_of
from tests.support.spoiling import result_corrected
from tests.support.two_persons import policy, proposed
from tests.support.two_pools import RAPID
from tests.support.uisp_office import UISP, an_office
from tests.support.worksheet_checks import check_lines
from tests.support.worlds import (
    FIDE,
    PERIODS,
    RUBELE,
    carried_over,
    editions,
    federation,
    games,
    rated,
    tournament,
)

LAST = {"fide": 4, "uisp": 3, "draughts": 5}


def drawn(folder, system, seed, *, late):
    """The rows of all lists of a history, on both tracks, and the printings."""
    with a_ledger(str(folder / f"{late}")) as ledger:
        history = SYSTEMS[system](ledger, seed)
        with following(ledger) as official:
            Lists(ledger, history, LAST[system] - 2, late).close_until(official, LAST[system])
            faults = verify(House(ledger, official)).faults
            assert not [fault for fault in faults if not fault.beside]  # the files are no reports
            official.catch_up()
            a_rebuild_makes_the_same(official, 7)
            tracks = (official.track, revised(official.track).track)
            rows = [rows_of(track, history.pools) for track in tracks]
            return rows, printings(official, history.pools)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(10) if FULL else [1])
def test_a_list_printed_again_is_the_one_that_would_have_been_closed(system, seed, tmp_path):
    """Later lists book nothing of the corrections; the revised track is the same."""
    again, printed = drawn(tmp_path, system, seed, late=True)
    in_time, once = drawn(tmp_path, system, seed, late=False)
    assert again == in_time
    assert once == {1}
    assert printed == {1, 2} or seed != 1  # other seeds may change no row


# --------------------------------------------------------------- a list that was published before

DAY = date(2025, 8, 20)
"""From which the new printing is in force."""
PERIOD = PERIODS[0]
ASKED = (date(2025, 8, 1), date(2025, 8, 19), DAY, date(2025, 9, 30))


@pytest.fixture
def desk(tmp_path):
    """A published list on which 1 had beaten 2, corrected: 2 had beaten 1."""
    with at_a_desk(str(tmp_path / "ledger")) as made:
        made.close()
        publish(made, on=date(2025, 8, 2))
        made.result(f"#{made.report}#0", "0", "1")
        yield made


def house_of(desk):
    return House(desk.ledger, desk.official)


def trail(desk, player="1-3"):
    desk.official.catch_up()
    return player_trail(house_of(desk), ShowTrail(player=player)).rows


def publish(desk, on, period=PERIOD, **how):
    PublishList(pool=desk.book, period=period, on=on, **how).record(house_of(desk))


def reprint(desk, day=DAY):
    return ReprintList(pool=desk.book, period=PERIOD, in_force_from=day).record(house_of(desk))


def pool_of(desk, known=None):
    desk.official.catch_up()
    return PoolQuery(desk.official.track, desk.book, known)


def seen_by_the_public(desk):
    asked = pool_of(desk)
    seen = visible(PUBLIC, asked.name, date(2025, 12, 1))
    return visible_to(PoolQuery(asked.official, asked.name, visible=seen))


def rating(desk, player, period):
    asked = pool_of(desk)
    return asked.state(player, asked.list_of(period).number).rating


def played(desk, name, start):
    """1 beats 2 once more, on the list after."""
    return submit(desk.ledger, tournament(name, start, "2025-08-26", games(1, "2 1")), desk.book)


@pytest.mark.parametrize(
    ("start", "after"),
    [
        ("2025-08-19", 1999),  # 2010 against 1990, as on printing 1: it expects .53, so +9.4
        ("2025-08-20", 2001),  # 1990 against 2010: it expects .47, so +10.6
        ("2025-08-21", 2001),
    ],
)
def test_reading_in_force_from_a_tournament_begun_before_keeps_the_printing_of_its_day(
    desk, start, after
):
    """The rating for further play is the rating of the new printing."""
    before = {player: rating(desk, player, PERIOD) for player in (1, 2)}
    reprint(desk)
    publish(desk, on=date(2025, 8, 14))
    assert before == {1: 2010, 2: 1990}
    assert {player: rating(desk, player, PERIOD) for player in (1, 2)} == {1: 1990, 2: 2010}
    played(desk, "T-2", start)
    desk.close(PERIODS[1])
    assert rating(desk, 1, PERIODS[1]) == after


def test_an_explanation_names_the_printing_whose_ratings_were_used(desk):
    first = pool_of(desk).list_of(PERIOD)
    reprint(desk)
    publish(desk, on=date(2025, 8, 14))
    played(desk, "T-2", "2025-08-19")
    desk.close(PERIODS[1])
    asked = pool_of(desk)
    found = explain(asked, 1, asked.list_of(PERIODS[1]))
    check_lines(found)
    assert (found.old, found.new) == (1990, 1999)
    [used] = [sheet.list_used for unit in found.units for sheet in unit.tournaments]
    assert (used.digest, used.position) == (first.digest, first.position)
    assert first.digest != asked.list_of(PERIOD).digest


def test_a_later_correction_rests_on_the_printing_of_the_first_day(desk):
    """A draw of 2010 against 1990 counts -0.6; on printing 2 the result would be +0.6."""
    reprint(desk)
    publish(desk, on=date(2025, 8, 14))
    report = played(desk, "T-2", "2025-08-19")
    desk.close(PERIODS[1])
    record(desk.ledger, "draw", result_corrected("T-2", 0, "==")(report))
    desk.close(PERIODS[2])
    asked = pool_of(desk)
    found = explain(asked, 1, asked.list_of(PERIODS[2]))
    check_lines(found)
    assert (found.old, found.new) == (1999, 1989)
    assert not [fault for fault in verify(house_of(desk)).faults if not fault.beside]


def told(desk, known=None, as_of=None, printing=None):
    """Return the answers about list and players; `about` too."""
    asked = pool_of(desk, known)
    period = None if as_of else PERIOD
    asked, row = chosen(asked, period, as_of, printing)
    answers = [
        rating_list(asked, row, None, as_of=as_of),
        *(rating_history(asked, player, row, as_of) for player in (1, 2, 3)),
        *(explanation(asked, player, row) for player in (1, 2, 3)),
    ]
    return [builtins(answer) for answer in answers]


def test_who_asks_as_known_before_gets_the_first_printing_byte_for_byte(desk):
    known = desk.events() - 1
    before = [told(desk, known), *(told(desk, known, day) for day in ASKED)]
    reprint(desk)
    publish(desk, on=date(2025, 8, 14))
    assert [told(desk, known), *(told(desk, known, day) for day in ASKED)] == before
    played(desk, "T-2", "2025-08-19")
    desk.close(PERIODS[1])
    assert [told(desk, known), *(told(desk, known, day) for day in ASKED)] == before
    assert told(desk) != before[0]


def test_a_day_before_the_new_printing_is_in_force_has_the_first_one(desk):
    """As known just before the new printing was sealed."""
    known = desk.events() - 1
    before = [told(desk, known, day) for day in ASKED]
    reprint(desk)
    assert [told(desk, None, day) for day in ASKED] == before  # it is not published
    publish(desk, on=date(2025, 8, 14))
    after = [told(desk, None, day) for day in ASKED]
    assert after[:2] == before[:2]
    ratings = [answers[0]["about"]["printing"] for answers in after]
    assert ratings == [1, 1, 2, 2]


def test_each_printing_is_asked_for_by_its_number(desk):
    first = told(desk)
    reprint(desk)
    assert told(desk, printing=1) == first
    second = told(desk, printing=2)
    assert second == told(desk) != first
    assert second[0]["about"]["force"] == "not published"
    for unknown in (0, 3):
        with pytest.raises(UnknownPrinting, match=f"has no printing {unknown}"):
            told(desk, printing=unknown)


def test_a_trail_has_both_printings_with_their_lines(desk):
    """The lines of the first printing are the same as before the second."""
    before = [row for row in trail(desk) if row.list == PERIOD]
    assert {row.kind for row in before} == {"list", "tournament", "publication"}
    reprint(desk)
    rows = trail(desk)
    assert [row for row in rows if row.list == PERIOD and row.printing == 1] == before
    lists = [(row.printing, row.rating) for row in rows if row.kind == "list"]
    assert lists == [(1, 2010), (2, 1990)]


def history(desk, player):
    """Return the rows of a player's history: list, printing, rating, and the replaced rows."""
    asked = pool_of(desk)
    rows = rating_history(asked, player, asked.list_of(PERIOD)).rows
    return {
        row.list: (
            row.printing,
            row.rating,
            [(one.printing, one.rating, one.in_force_from) for one in row.replaced_printings],
        )
        for row in rows
    }


def test_a_history_shows_the_last_printing_and_names_those_that_it_replaced(desk):
    in_force = pool_of(desk).list_of(PERIOD).in_force_from
    assert history(desk, 1)[PERIOD] == (1, 2010, [])
    reprint(desk)
    publish(desk, on=date(2025, 8, 14))
    assert history(desk, 1)[PERIOD] == (2, 1990, [(1, 2010, in_force)])
    assert set(history(desk, 3)) == {"carried over", PERIOD}


def test_a_printing_published_after_the_next_list_is_never_in_force_in_a_history(desk):
    """The next list has the rating of printing 2 first, and is in the history instead."""
    reprint(desk, None)
    desk.close(PERIODS[1])
    asked = pool_of(desk)
    after = asked.list_of(PERIODS[1])
    publish(desk, on=after.in_force_from)
    rows = rating_history(pool_of(desk), 1, after).rows
    found = [(row.list, row.printing, row.rating, row.in_force_from) for row in rows[1:]]
    assert found == [(PERIOD, 2, 1990, None), (PERIODS[1], 1, 1990, after.in_force_from)]
    assert [row.force for row in rows[1:]] == ["never in force", "in force"]


def test_a_list_that_rates_a_player_in_an_earlier_printing_alone_is_in_the_history(desk):
    """The tournament counts no more: printing 2 has no row about player 1."""
    AnnulReport(tournament="T-1", by="fsi").record(house_of(desk))
    ReprintList(pool=desk.book, period=PERIOD).record(house_of(desk))
    printing, rating, [replaced] = history(desk, 1)[PERIOD]
    assert (printing, rating, replaced[:2]) == (2, 2000, (1, 2010))


def test_two_printings_are_compared_row_by_row_with_causes(desk):
    reprint(desk)
    one, other = (pool_of(desk), PERIOD), (pool_of(desk), PERIOD)
    found = list_changes(one, other, Compared(printings=(1, None), causes=True))
    assert (found.about.earlier_printing, found.about.later_printing) == (1, 2)
    moved = {row.player: (row.before, row.after) for row in found.rows if row.what == "rating"}
    assert moved == {"1-3": (2010, 1990), "2-1": (1990, 2010)}
    assert {cause.kind for row in found.rows for cause in row.causes or ()} == {"correction"}


def test_reading_in_force_from_holds_where_publication_puts_lists_in_force(tmp_path):
    """A quarter of UISP chess: a tournament begins before the day, another on the day."""
    carried = [rated(player, 1600) for player in (1, 2, 3)]
    with an_office(str(tmp_path / "ledger"), carried) as office:
        right = tournament("A", "2025-08-05", "2025-08-06", games(1, "2 1 3 1"))
        report = office.submit(right)
        office.closed("2025-Q4")
        record(office.ledger, "correct", result_corrected("A", 0, "01")(report))
        ReprintList(pool=UISP, period="2025-Q4", in_force_from=date(2025, 11, 3)).record(
            House(office.ledger, office.official)
        )
        publish(office, period="2025-Q4", on=date(2025, 11, 1))
        for name, start in (("B", "2025-11-02"), ("C", "2025-11-03")):
            office.submit(tournament(name, start, "2025-11-05", games(2, "3 1")))
        office.close("2026-Q1")
        found = office.explained(2, "2026-Q1")
        check_lines(found)
        used = [sheet.list_used.printing for unit in found.units for sheet in unit.tournaments]
        assert sorted(used) == [1, 2]


def test_reading_chain_goes_on_from_the_last_printing(tmp_path):
    """Draughts: an event begun before the new printing is in force starts from the capital of the
    first printing.
    """
    days = [(PERIODS[0], date(2025, 8, 1)), (PERIODS[1], date(2025, 10, 1))]
    with at_a_desk(str(tmp_path / "ledger"), RUBELE, days) as made:
        made.close(PERIOD)
        publish(made, on=date(2025, 8, 2))
        made.result(f"#{made.report}#0", "0", "1")
        ReprintList(pool=RUBELE, period=PERIOD, in_force_from=DAY).record(house_of(made))
        publish(made, on=DAY)
        corrected = rating(made, 1, PERIOD)
        played(made, "T-2", "2025-08-05")
        made.close(PERIODS[1])
        asked = pool_of(made)
        found = explain(asked, 1, asked.list_of(PERIODS[1]))
        check_lines(found)
        assert found.old == corrected


# -------------------------------------------------------------------- what is not published before


def test_reading_superseded_unpublished_a_printing_was_never_in_force(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        made.close()
        made.result(f"#{made.report}#0", "0", "1")
        with pytest.raises(Refused, match="is not published, so the new printing takes its place"):
            reprint(made)
        reprint(made, None)
        with pytest.raises(Refused, match="was not published before the next one was sealed"):
            publish(made, on=date(2025, 8, 1), printing=1)
        assert [told(made, None, day)[0]["about"]["printing"] for day in ASKED] == [2] * 4
        played(made, "T-2", "2025-08-02")
        made.close(PERIODS[1])
        assert rating(made, 1, PERIODS[1]) == 2001


def test_a_revised_track_in_memory_is_not_continued_over_a_new_printing(desk):
    tracks = RevisedTracks()
    before = tracks.at(pool_of(desk).official).track
    reprint(desk)
    after = tracks.at(pool_of(desk).official).track
    printed = [one.facts.pools[FIDE].closed[-1].event.printing for one in (before, after)]
    assert printed == [1, 2]
    assert rows_of(before, [FIDE]) == rows_of(after, [FIDE])


@pytest.mark.parametrize("published", [False, True])
def test_the_file_of_all_lists_has_the_printing_in_force(desk, published):
    """Also for a reader with access to the next printing before publication."""
    reprint(desk)
    if published:
        publish(desk, on=date(2025, 8, 14))
    pool, row = chosen(pool_of(desk), None, None)
    lines = csv.DictReader(
        "".join(map(str, histories_file(pool_of(desk), "csv").pieces)).splitlines()
    )
    found = {line["player"]: line["rating"] for line in lines if line["in_force_from"] != ""}
    assert found["1-3"] == str(sealed_list(pool, row).values["rating"][0])
    assert found["1-3"] == ("1990" if published else "2010")


@pytest.mark.parametrize(
    ("published", "start", "rating"),
    [(False, 30, 2010), (True, 19, 2010), (True, 20, 1990), (True, 21, 1990)],
)
def test_printed_ratings_are_compared_with_the_printing_in_force(desk, published, start, rating):
    """Not with an unpublished printing, perhaps hidden from the sender of the report."""
    reprint(desk)
    if published:
        publish(desk, on=date(2025, 8, 14))
    (known,) = known_ratings(desk.ledger.read, [FIDE], date(2025, 8, start), [1])
    assert (known.list, known.ratings) == (PERIOD, {1: rating})


def test_the_public_sees_a_new_printing_once_it_is_published(desk):
    def seen():
        return seen_by_the_public(desk)

    def in_history():
        asked = seen()
        last = rating_history(asked, 1, asked.list_of(PERIOD)).rows[-1]
        return last.printing, [one.printing for one in last.replaced_printings]

    reprint(desk)
    assert seen().list_of(PERIOD).printing == 1
    assert in_history() == (1, [])
    with pytest.raises(UnknownPrinting):
        chosen(seen(), PERIOD, None, 2)
    publish(desk, on=date(2025, 8, 14))
    assert seen().list_of(PERIOD).printing == 2
    assert in_history() == (2, [1])
    assert chosen(seen(), PERIOD, None, 1)[1].printing == 1


def seen_by_a_submitter(desk):
    """The list, findings, cross tables and ratings for a submitter, without positions."""
    house = house_of(desk)
    house.act_as(Actor("club-12", (HeldRole("submitter", None, date(2020, 1, 1)),)))
    asked = house.pool(desk.book)
    tables = [of_tournament(*pool_and_tournament(house, one, None, None)) for one in T]
    answers = [
        rating_list(asked, asked.list_of(PERIOD), None),
        *(findings_of(asked, tournament, house.actor) for tournament in T),
        [row.booked for row in ShowTournament(tournament="T-1").answer(house).reports],
        *(documents(asked, of_one, before=False) for of_one in tables),
        *(rating_history(asked, player, asked.list_of(PERIOD)) for player in (1, 2, 3)),
    ]
    return re.sub(r'#\d+|"(known_to|report|position)": \d+', "", json.dumps(builtins(answers)))


T = ("T-1", "T-2")


def test_a_new_report_is_seen_as_if_a_printing_that_is_not_published_were_not_there(tmp_path):
    """Everything recorded counts; the new printing shows nowhere."""

    def after(desk, reprinted):
        desk.close()
        publish(desk, on=date(2025, 8, 2))
        desk.result(f"#{desk.report}#0", "0", "1")
        if reprinted:
            reprint(desk)
        played(desk, "T-2", "2025-08-19")
        desk.result(f"#{desk.report}#1", "0", "1")
        return seen_by_a_submitter(desk)

    seen = []
    for reprinted in (False, True):
        with at_a_desk(str(tmp_path / str(reprinted))) as desk:
            seen.append(after(desk, reprinted))
    assert "2010" in seen[0]
    assert seen[1] == seen[0]


def test_a_pool_opened_since_is_there_without_the_printing(desk):
    """With the editions and the ratings carried over; other readings of the ledger stay
    the same.
    """
    sealed = reprint(desk).receipt.last_position
    opened = PoolOpened(pool=RAPID, rulebook=RAPID, zone=ZONE, first_period=PERIODS[0])
    record(desk.ledger, "open", opened)
    for edition in editions(RAPID):
        adopt(desk.ledger, RAPID, edition.name)
    record(desk.ledger, "carry over", carried_over(federation([rated(1, 1800)]), RAPID))
    desk.official.catch_up()
    then = desk.official.track.known_at(sealed - 1)
    printed = desk.official.track.facts.pools[desk.book].closed[-1]
    track = without_lists(desk.official.track, desk.book, [printed])
    assert [closed.event.printing for closed in track.facts.pools[desk.book].closed] == [1]
    assert track.replay(RAPID).begun().rating_of(0, 1) == 1800
    assert RAPID not in then.facts.pools
    assert track.facts.position == desk.official.track.facts.position


def test_a_printing_that_was_never_published_is_in_no_history_for_the_public(desk):
    reprint(desk)
    desk.result(f"#{desk.report}#0", "=", "=")
    reprint(desk, None)
    publish(desk, on=date(2025, 8, 22))
    printing, _, replaced = history(desk, 1)[PERIOD]
    assert printing == 3
    assert [(number, day is not None) for number, _, day in replaced] == [(1, True), (2, False)]
    asked = seen_by_the_public(desk)
    last = rating_history(asked, 1, asked.list_of(PERIOD)).rows[-1]
    assert [one.printing for one in last.replaced_printings] == [1]


def test_a_printing_that_was_never_published_is_in_no_trail_for_an_officer_of_another_pool(desk):
    reprint(desk)
    desk.result(f"#{desk.report}#0", "=", "=")
    reprint(desk, None)
    publish(desk, on=date(2025, 8, 22))

    def printings_shown(actor):
        house = house_of(desk)
        house.catch_up()
        house.act_as(actor)
        rows = player_trail(house, ShowTrail(player="1-3")).rows
        events = recorded_events(house, ListEvents(type="period-closed")).rows
        return [row.printing for row in rows if row.kind == "list"], len(events)

    assert printings_shown(LOCAL) == ([1, 2, 3], 3)
    elsewhere = Actor("officer", (HeldRole("rating-officer", "uisp", date(2020, 1, 1)),))
    assert printings_shown(elsewhere) == ([1, 3], 2)


# ------------------------------------------------------------------------------------- two persons


def test_a_new_printing_is_a_kind_of_recording_of_its_own(desk):
    """For closings a single person is enough; the proposal is approved by another person."""
    policy("new-printings").record(house_of(desk))
    with pytest.raises(TwoPersonsNeeded, match="needed for new-printings"):
        reprint(desk)
    desk.close(PERIODS[1])


def test_a_proposed_printing_is_approved_as_it_was_composed(desk):
    for name in ("anna", "bruno"):
        GrantRole(
            actor=name, role="rating-officer", in_force_from=date(2025, 1, 1), by="council"
        ).record(house_of(desk))
    policy("new-printings").record(house_of(desk))
    anna, bruno = (with_key(desk, name) for name in ("anna", "bruno"))
    anna.ledger.grounds = StatedGrounds("a result was entered wrongly")
    shown = anna.read.head().next_position - 1
    asked = ReprintList(pool=desk.book, period=PERIOD, in_force_from=DAY)
    number = proposed(asked.record, anna)
    desk.result(f"#{desk.report}#0", "1", "0")  # the proposed printing leaves it out
    receipt = approve(bruno, number).receipt
    [event] = desk.ledger.read.at([receipt.last_position]).values()
    assert (event.recorded_by, event.decoded().approved_by) == ("anna", "bruno")
    printed = event.decoded().payload
    assert (printed.printing, printed.through_position) == (2, shown)
    assert [rating(desk, player, PERIOD) for player in (1, 2)] == [1990, 2010]


def test_a_printing_is_recorded_as_previewed_after_a_correction_that_it_leaves_out(desk):
    shown = desk.ledger.read.head().next_position - 1
    with house_of(desk).tentatively() as tentative:
        ReprintList(pool=desk.book, period=PERIOD, in_force_from=DAY).record(tentative)
        token = str(preview_of(tentative).about.token)
    desk.result(f"#{desk.report}#0", "1", "0")
    house = house_of(desk)
    record_as_previewed(house, Token.read(token))
    done = ReprintList(pool=desk.book, period=PERIOD, in_force_from=DAY).record(house)
    assert done.result.event.through_position == shown
    assert [rating(desk, player, PERIOD) for player in (1, 2)] == [1990, 2010]


def with_key(desk, actor):
    house = house_of(desk)
    house.act_as(actor_with_key(desk.ledger, new_key(desk.ledger, actor)[1], house.zone))
    return house


# --------------------------------------------------------------------------------- what is refused


def test_only_the_last_list_is_printed_again(desk):
    desk.close(PERIODS[1])
    with pytest.raises(reprint_list.NotTheLast, match=f"corrections of {PERIOD} come on the next"):
        reprint(desk)
    with pytest.raises(reprint_list.NotTheLast, match="2030-01 is not closed"):
        ReprintList(pool=desk.book, period="2030-01").record(house_of(desk))


def test_a_list_that_would_be_the_same_is_refused(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        made.close()
        with pytest.raises(reprint_list.NothingChanges, match="nothing would change"):
            reprint(made, None)


def test_the_same_printing_again_gives_the_first_receipt(desk):
    first, head = reprint(desk), desk.events
    events = head()
    again = reprint(desk)
    assert again.receipt == replace(first.receipt, replayed=True)
    assert again.result.event == first.result.event
    assert head() == events
    with pytest.raises(reprint_list.NothingChanges, match="the rows of printing 2"):
        reprint(desk, date(2025, 8, 21))


def test_closing_again_after_a_new_printing_gives_the_first_receipt(desk):
    first = CloseList(pool=FIDE, period=PERIOD).record(house_of(desk))
    reprint(desk)
    again = CloseList(pool=FIDE, period=PERIOD, through=first.result.event.through_position).record(
        house_of(desk)
    )
    assert again.receipt == replace(first.receipt, replayed=True)
    assert again.result.event == first.result.event


def test_a_day_before_the_printing_before_is_refused(desk):
    with pytest.raises(Refused, match="is before 2025-08-01, the first day of printing 1"):
        reprint(desk, date(2025, 7, 31))


def test_a_reason_is_needed_where_grounds_are_stated(desk):
    house = house_of(desk)
    house.ledger.grounds = StatedGrounds()
    with pytest.raises(Refused, match="why fide-standard 2025-08 is printed again"):
        ReprintList(pool=desk.book, period=PERIOD).record(house)
    house.ledger.grounds = StatedGrounds("a result was entered wrongly")
    printed = ReprintList(pool=desk.book, period=PERIOD).record(house).result
    assert printed.event.printing == 2


def test_a_decision_that_starts_from_a_rating_of_the_printing_is_not_lost(desk):
    record(desk.ledger, "adjust", adjusted(Adjustment(1, 2010, 2100, 1), FIDE))
    with pytest.raises(Refused, match="starts from 2010, the rating on printing 1"):
        reprint(desk)


def test_a_decision_about_another_player_comes_on_the_new_printing(desk):
    record(desk.ledger, "adjust", adjusted(Adjustment(4, 2000, 2100, 1), FIDE))
    reprint(desk)
    assert rating(desk, 4, PERIOD) == 2100


def test_a_printing_that_was_never_published_leaves_the_one_before_in_force(desk):
    reprint(desk)
    desk.result(f"#{desk.report}#0", "=", "=")
    reprint(desk, None)
    assert told(desk, None, ASKED[-1])[0]["about"]["printing"] == 1
    publish(desk, on=date(2025, 8, 22))
    days = (date(2025, 8, 21), date(2025, 8, 22))
    assert [told(desk, None, day)[0]["about"]["printing"] for day in days] == [1, 3]


def test_a_printing_follows_another(desk):
    reprint(desk)
    publish(desk, on=date(2025, 8, 14))
    desk.result(f"#{desk.report}#0", "=", "=")
    third = reprint(desk, date(2025, 8, 25))
    assert third.result.event.printing == 3
    publish(desk, on=date(2025, 8, 22))
    days = (*ASKED[:3], date(2025, 8, 24), date(2025, 8, 25))
    printed = [told(desk, None, day)[0]["about"]["printing"] for day in days]
    assert printed == [1, 1, 2, 2, 3]
    assert not [f for f in verify(house_of(desk)).faults if not f.beside]
    a_rebuild_makes_the_same(desk.official)
    with following(desk.ledger) as anew:
        assert digests_of(anew) == digests_of(desk.official)


def digests_of(official):
    """The digests of the sealed printings, and the ratings under each key."""
    track = official.catch_up()
    facts = track.facts.pools[FIDE]
    every = [*facts.superseded[PERIOD], *facts.closed]
    standings = track.replay(FIDE).begun()
    keys = (*(one.key for one in facts.superseded[PERIOD]), 1)
    return [one.event.list_digest for one in every], [
        standings.ratings_on(key)[1:5].tolist() for key in keys
    ]
