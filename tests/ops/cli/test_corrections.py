"""Corrections before and after a list is closed: shown, repeated, refused with the
remaining remedy.
"""

import shutil
from collections.abc import Iterator
from datetime import date

import pytest
from msgspec import structs

from ledger.errors import Refused, StreamMoved
from ledger.events.appeals import AppealDecided
from ledger.events.pool import PoolOpened
from ledger.events.report import ResultCorrected
from ledger.register import identities
from ledger.sentences import Remedy
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.answers.tournament_games import find_game, read_tournament
from ops.closings.recordings import CloseList
from ops.commands import closed_list_effects
from ops.house import House
from ops.tournaments.correcting import uncounted
from ops.tournaments.corrections import CorrectResult
from projections.rulebooks.engine.rulebook import Rulebook
from tests.support.chess_desk import part, replacement
from tests.support.command import run
from tests.support.correcting_desk import IN_DECEMBER, NEW, OPEN, WORLD, Desk, at_a_desk, filed
from tests.support.recording import ZONE, a_ledger, begin, following, record, submit
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS, RUBELE, games, tournament, won

STAYS = closed_list_effects.KeptList(FIDE, "2025-08", "2025-09")
DAYS = [("2025-08", date(2025, 8, 1))]
"""The announced list of a draughts pool."""


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


# ------------------------------------------------------------------------------------- results


def test_a_result_is_shown_before_and_after(desk):
    corrected = desk.result(f"#{desk.report}#0", "½", "1/2")
    assert str(corrected.result.named).startswith(f"game #{desk.report}#0, round 1: 1-")
    assert (str(corrected.result.was), str(corrected.result.becomes)) == ("1 - 0", "½ - ½")
    assert corrected.result.fact == ResultCorrected(
        tournament="T-1",
        report=desk.report,
        game=0,
        white_result="=",
        black_result="=",
        by="the-body",
    )


def test_a_game_is_named_by_its_round_and_who_had_white(tmp_path):
    played = tournament("T-1", "2025-07-05", "2025-07-10", (*games(1, "2 1"), *games(3, "4 0")))
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, WORLD, FIDE)
        at = submit(ledger, played, FIDE)
        corrected = CorrectResult(
            tournament="T-1", game="1:3", white="1", black="0", by="the-body"
        ).record(House(ledger, official))
        assert str(corrected.result.named).startswith(f"game #{at}#1, ")
        with pytest.raises(Refused, match="in round 1 start number 4 had white in no game"):
            CorrectResult(tournament="T-1", game="1:4", white="1", black="0", by="the-body").record(
                House(ledger, official)
            )
        with pytest.raises(Refused, match="in round 2 start number 3 had white in no game"):
            CorrectResult(tournament="T-1", game="2:3", white="1", black="0", by="the-body").record(
                House(ledger, official)
            )


def test_a_name_that_two_games_have_is_refused_with_their_addresses(desk):
    both = f"#{desk.report}#0 or #{desk.report}#1"
    with pytest.raises(Refused, match=f"several games: write {both}"):
        desk.result("1:1", "0", "1")


def test_repeating_a_correction_is_harmless_and_taking_it_back_is_another_one(desk):
    game, before = f"#{desk.report}#0", desk.events()
    first = desk.result(game, "0", "1")
    assert desk.result(game, "0", "1").receipt.replayed
    assert desk.events() == before + 1
    back = desk.result(game, "1", "0")
    again = desk.result(game, "0", "1")
    positions = [each.receipt.first_position for each in (first, back, again)]
    assert positions == [before, before + 1, before + 2]
    assert desk.result(game, "0", "1").receipt.first_position == positions[-1]


@pytest.mark.parametrize(
    ("game", "results", "says"),
    [
        ("#{report}#0", ("1", "0"), r"it is so already \(1 - 0\)"),
        ("#{report}#2", ("1", "0"), "has games #0 to #1, not #2"),
        ("#99#0", ("1", "0"), "report #99 does not stand; standing: #"),
        ("first", ("1", "0"), "write #POSITION#INDEX, or ROUND:START-NUMBER like 3:12"),
        ("#{report}#0", ("1", "1"), "results 1/1 cannot stand together; known are"),
        ("#{report}#0", ("1", "+"), "cannot stand together"),
        ("#{report}#0", ("", ""), "cannot stand together"),
    ],
)
def test_a_result_that_cannot_be_is_refused_and_changes_nothing(desk, game, results, says):
    before = desk.events()
    with pytest.raises(Refused, match=says):
        desk.result(game.format(report=desk.report), *results)
    assert desk.events() == before


# ------------------------------------------------------------------------------------ entrants


def test_an_entrant_becomes_who_he_was(desk):
    corrected = desk.entrant(2, 4)
    assert str(corrected.result.was).startswith(identities.show(2))
    assert str(corrected.result.becomes).startswith(identities.show(4))
    desk.close()
    desk.official.catch_up()


@pytest.mark.parametrize(
    ("number", "player", "says"),
    [
        (4, 4, "no entrant has start number 4"),
        (2, 2, "it is so already"),
        (2, 3, "is in report #.* already; if two entrants were exchanged, replace the report"),
        (2, 5, "the register holds no such player"),
    ],
)
def test_an_entrant_who_cannot_be_is_refused(desk, number, player, says):
    with pytest.raises(Refused, match=says):
        desk.entrant(number, player)


def test_of_an_event_in_parts_the_part_is_named(desk):
    second = record(
        desk.ledger, "part", filed(part(won("T-1", "2025-08-05", "2025-08-06"), 2)), documents=[NEW]
    )
    one = f"several parts: name one .report #{desk.report} or #{second}"
    with pytest.raises(Refused, match=one):
        desk.entrant(2, 4)
    assert desk.entrant(2, 4, report=second).result.fact.report == second
    desk.close()
    assert desk.entrant(2, 4, report=desk.report).result.lists == (STAYS,)
    later = desk.entrant(2, 3, report=second)
    assert (str(later.result.was)[:3], later.result.lists) == (identities.show(4), ())


# ------------------------------------------------------------------------------------- details


def test_details_are_corrected_with_the_days_of_the_report(desk):
    corrected = desk.details(end="2025-08-02", official_event="yes", name="The Open")
    assert str(corrected.result.was) == "end=2025-07-10 official_event=no name=Tournament T-1"
    assert str(corrected.result.becomes) == "end=2025-08-02 official_event=yes name=The Open"
    assert desk.details(end="2025-08-02", official_event="yes", name="The Open").receipt.replayed
    with pytest.raises(Refused, match="it is so already"):
        desk.details(end="2025-08-02")


def test_details_corrected_to_another_value_and_back_are_recorded_each_time(desk):
    """The words of the third correction are those of the first, no longer in force."""
    before = desk.events()
    ends = ("2025-07-11", "2025-07-12", "2025-07-11")
    corrected = [desk.details(end=end) for end in ends]
    assert desk.details(end=ends[-1]).receipt.replayed
    assert [each.receipt.first_position for each in corrected] == [before, before + 1, before + 2]
    assert desk.detail("end") == date(2025, 7, 11)


def test_a_detail_is_corrected_again_where_a_new_report_undid_it(desk):
    """A new report has days and a time control of its own: the correction is no repetition."""
    given = {"end": "2025-07-11", "time_control": "5400+30"}
    first = desk.details(**given)
    new = filed(structs.replace(replacement(OPEN, desk.report), time_control="3600"))
    record(desk.ledger, "new", new, documents=[NEW])
    second = desk.details(**given)
    assert str(second.result.was) == "end=2025-07-10 time_control=3600"
    assert second.receipt.first_position > first.receipt.first_position + 1
    assert (desk.detail("end"), desk.detail("time_control")) == (date(2025, 7, 11), "5400+30")
    assert desk.details(**given).receipt.first_position == second.receipt.first_position


def test_a_new_report_that_undoes_nothing_leaves_a_correction_recorded(desk):
    first = desk.details(name="The Open")
    record(desk.ledger, "new", filed(replacement(OPEN, desk.report)), documents=[NEW])
    assert desk.details(name="The Open").receipt.first_position == first.receipt.first_position


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "say what was wrong"),
        ({"ende": "2025-08-02"}, "no detail 'ende'; there are: name, place"),
        ({"end": "soon"}, "end: found 'soon', expected a day YYYY-MM-DD"),
        ({"received_on": "2025-13-01"}, "found '2025-13-01', expected a day YYYY-MM-DD"),
        ({"hybrid": "perhaps"}, "hybrid: found 'perhaps', expected yes or no"),
        ({"match_games": "0"}, "match_games: found '0', expected a whole number above 0"),
        ({"weight": "0"}, "weight: found '0', expected how much it counts, like 1, 1/2 or 50%"),
        ({"federation": "it"}, "federation: found 'it', expected three capital letters"),
        ({"name": ""}, "name: found '', expected text of 1 to 200 characters"),
        ({"end": "2025-07-04"}, "would start after its end"),
        ({"start": "2025-07-11"}, "would start after its end"),
        (
            {"end": "2026-08-02"},
            "received on .*, before its end on 2026-08-02; where both were wrong",
        ),
        (
            {"end": "2026-08-02", "received_on": "2026-08-03"},
            "that day has not begun, it is 2025-12",
        ),
        ({"pools": "nowhere"}, "there is no pool 'nowhere'"),
        ({"pools": ""}, "at least one pool"),
        ({"pools": FIDE}, "it is so already"),
    ],
)
def test_details_that_cannot_be_are_refused(desk, given, says):
    before = desk.events()
    with pytest.raises(Refused, match=says):
        desk.details(**given)
    assert desk.events() == before


# ----------------------------------------------------------------------- open, and not any more


WAYS = {
    "result": lambda desk: desk.result(f"#{desk.report}#0", "0", "1"),
    "entrant": lambda desk: desk.entrant(2, 4),
    "details": lambda desk: desk.details(end="2025-08-02"),
}


@pytest.mark.parametrize("what", WAYS)
def test_what_a_closed_list_has_booked_is_corrected_and_the_list_stays(desk, what):
    desk.close()
    assert WAYS[what](desk).result.lists == (STAYS,)


@pytest.mark.parametrize("what", WAYS)
def test_what_a_closed_list_of_a_chain_has_booked_is_corrected_too(tmp_path, what):
    with at_a_desk(str(tmp_path / "ledger"), RUBELE, DAYS) as desk:
        desk.close()
        (said,) = WAYS[what](desk).result.lists
        assert (said.pool, said.period) == (RUBELE, "2025-08")


@pytest.mark.parametrize("what", WAYS)
def test_a_rulebook_without_corrections_refuses_with_the_way_that_is_left(
    tmp_path, monkeypatch, what
):
    monkeypatch.setattr(Rulebook, "corrected", property(lambda _: False))
    with at_a_desk(str(tmp_path / "ledger"), RUBELE, DAYS) as desk:
        desk.close()
        says = rf"list 2025-08 of {RUBELE} \(#\d+\) has booked its report #{desk.report}"
        with pytest.raises(closed_list_effects.AlreadyBooked, match=says) as refused:
            WAYS[what](desk)
    assert f"closed lists are not booked in {RUBELE} yet" in str(refused.value)
    (refusal,) = refused.value.refusals()
    assert refusal.remedy == Remedy("decide-ratings-adjusted", pool=RUBELE)


def test_a_new_report_of_a_booked_one_is_as_closed_as_that(desk):
    desk.close()
    new = filed(replacement(OPEN, desk.report))
    record(desk.ledger, "new", new, documents=[NEW])
    assert desk.result(f"#{desk.events() - 1}#0", "0", "1").result.lists == (STAYS,)


def test_a_correction_just_recorded_is_repeated_though_its_list_is_closed(desk):
    """After a lost answer the same request gives the record, not a refusal."""
    first = desk.result(f"#{desk.report}#0", "0", "1")
    desk.close()
    again = desk.result(f"#{desk.report}#0", "0", "1")
    assert again.receipt.replayed
    assert again.receipt.first_position == first.receipt.first_position


def test_a_list_closed_between_looking_and_recording_moves_the_stream(desk):
    of = read_tournament(desk.ledger.read, "T-1")
    assert closed_list_effects.lists_corrected(House(desk.ledger, desk.official), of) == ()
    expected = closed_list_effects.versions_expected(House(desk.ledger, desk.official), of)
    desk.close()
    fact = NewEvent(
        ResultCorrected(
            tournament="T-1", report=desk.report, game=0, white_result="0", black_result="1", by="b"
        )
    )
    with pytest.raises(StreamMoved):
        desk.ledger.append(Request("late", (fact,), expected=expected))


def test_a_list_closed_while_a_correction_is_decided_makes_it_decided_anew(desk, monkeypatch):
    """Another process closes the list just before the correction is appended."""
    append = desk.ledger.append
    closed: list[bool] = []

    def append_after_a_closing(request: Request):
        if not closed and request.key.startswith("correct:"):
            closed.append(True)
            with Ledger.open(desk.address, IN_DECEMBER) as other, following(other) as official:
                CloseList(pool=FIDE, period=PERIODS[0]).record(House(other, official))
        return append(request)

    monkeypatch.setattr(desk.ledger, "append", append_after_a_closing)
    assert desk.result(f"#{desk.report}#0", "0", "1").result.lists == (STAYS,)


def test_each_pool_that_has_booked_it_is_named(desk):
    """A tournament booked in one pool is booked only in this pool; a warning says where nothing
    counts any more.
    """
    opened = PoolOpened(pool="second", rulebook=FIDE, zone=ZONE, first_period=PERIODS[0])
    record(desk.ledger, "open second", opened)
    desk.details(pools=f"{FIDE},second")
    desk.close()
    corrected = desk.details(pools="second").result
    assert corrected.lists == (STAYS,)
    with following(desk.ledger) as official:
        (warning,) = uncounted(House(desk.ledger, official), corrected)
    assert warning.pool == FIDE
    not_announced = f"as corrected, the tournament is no longer announced for {FIDE}"
    assert str(warning.says).startswith(not_announced)


@pytest.mark.parametrize("given", [{"place": "Roma"}, {"team": "yes"}])
def test_details_on_which_no_list_rests_are_corrected_after_booking_too(desk, given):
    desk.close()
    corrected = desk.details(**given)
    assert (corrected.result.rated, corrected.result.lists) == (False, ())
    assert desk.details(**given, official_event="yes").result.lists == (STAYS,)


def test_details_on_which_it_rests_what_counts_move_a_closed_list_too(desk):
    desk.close()
    corrected = desk.details(online="yes")
    assert (corrected.result.rated, corrected.result.lists) == (True, (STAYS,))


def test_only_the_days_of_a_part_that_is_booked_are_closed(desk):
    """The first part is booked by the first list; the end belongs to the second part, not
    yet booked.
    """
    second = filed(part(won("T-1", "2025-08-05", "2025-08-06"), 2))
    record(desk.ledger, "part", second, documents=[NEW])
    desk.close()
    assert desk.details(start="2025-07-04").result.lists == (STAYS,)
    assert desk.details(end="2025-08-07").result.lists == ()


def test_a_tournament_of_the_longest_name_can_be_corrected(desk):
    """The key of the request is made of the content, whatever the length of the names."""
    name = "T" + "x" * 188
    position = submit(
        desk.ledger, tournament(name, "2025-07-05", "2025-07-10", games(1, "2 1")), FIDE
    )
    corrected = CorrectResult(
        tournament=name, game=f"#{position}#0", white="0", black="1", by="the-body"
    ).record(House(desk.ledger, desk.official))
    assert corrected.receipt.first_position == position + 1


@pytest.mark.parametrize("preview", [("--preview",), ()])
def test_a_correction_in_the_place_of_one_of_an_appeal_warns(sample, tmp_path, preview):
    address = str(shutil.copy(sample, tmp_path / "own.ledger"))
    with Ledger.open(address) as ledger:
        report, game = find_game(read_tournament(ledger.read, "T-000001"), "1:1")
        fact = ResultCorrected(
            tournament="T-000001",
            report=report,
            game=game,
            white_result="=",
            black_result="=",
            by="c",
        )
        decided = AppealDecided(appeal="A-000001", pool="fide-standard", outcome="upheld", by="c")
        caused = ledger.append(Request("decision", (NewEvent(decided), NewEvent(fact))))
    words = ("tournament", "correct", "result", "T-000001", "1:1", "--white", "0", "--black", "1")
    ran = run(*words, "--by", "c", *preview, "--ledger", address)
    assert (
        f"the correction #{caused.last_position}, caused by the decision of appeal A-000001, is "
        "replaced: check that the decision allows it"
    ) in ran.err
