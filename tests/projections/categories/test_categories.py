"""Categories as projections: reached, kept, awarded, withdrawn, at any day and as known then."""

from datetime import date
from typing import Any

import pytest

from ledger import columns
from ledger.events.pool import EntryCapitalDecided, ParameterSet, RatingsAnnulled
from projections.queries import categories, findings
from projections.queries.categories import NoCategories
from projections.queries.explain.category_changes import rests_on
from tests.oracles.world import Adjustment
from tests.support.category_desk import LADDER, at_a_desk, beats, day
from tests.support.recording import adjusted
from tests.support.worlds import FIDE, RUBELE, federation, games, rated, tournament, won

SPRING, SUMMER = "2025-04", "2025-07"
DAYS = ((SPRING, date(2025, 4, 1)), (SUMMER, date(2025, 7, 1)))

DRAUGHTS = federation(
    [rated(1, 950), rated(2, 950), rated(3, 950), rated(4, 850), rated(5, 2900), rated(6, 2900)],
    newcomers=[7],
    periods=(SPRING, SUMMER),
    on=date(2025, 1, 1),
)


@pytest.fixture
def draughts(tmp_path):
    with at_a_desk(str(tmp_path / "ledger"), DRAUGHTS, RUBELE, DAYS) as desk:
        yield desk


CHESS = federation([rated(1, 1495), rated(2, 1495), rated(3, 1790), rated(4, 1790)])


@pytest.fixture
def chess(tmp_path):
    with at_a_desk(str(tmp_path / "ledger"), CHESS, FIDE) as desk:
        yield desk


# ------------------------------------------------------------------------- thresholds, in a chain


def test_table_12_a_final_capital_at_the_threshold_promotes(draughts):
    """950 to 1110, a single event; the others stay below."""
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    draughts.close(SPRING)
    (found,) = draughts.of_list(SPRING)
    assert (found.player, found.how, found.before, found.after) == (
        1,
        "promoted",
        "Provinciale",
        "Regionale",
    )
    assert (found.rating_before, found.rating_after) == (950, 1110)
    assert found.article == "VI.9, table 12"
    assert rests_on(draughts.pool(), found) == ["A"]


def test_a_peak_between_two_lists_counts(draughts):
    """Above 1000 after A, below again after B, both on the same list: Regionale all the same."""
    draughts.submit(
        tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)),
        tournament("B", "2025-03-01", "2025-03-02", beats(3, 1)),
    )
    draughts.close(SPRING)
    assert draughts.pool().state(1, 1).rating < 1000
    assert draughts.told(SPRING) == [
        "1 promoted Provinciale to Regionale by A",
        "3 promoted Provinciale to Regionale by B",
    ]
    assert draughts.category(1) == "Regionale"


def test_several_thresholds_at_once_are_one_promotion_and_the_skipped_are_named(draughts):
    """A player far below who beats the strongest passes two thresholds in an event."""
    games = beats(4, 5, 6, 1, 2, 3)
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", games * 2))
    draughts.close(SPRING)
    (found,) = draughts.of_list(SPRING)
    assert found.rating_after >= 2000
    assert (found.before, found.after, found.skipped) == (
        "Provinciale",
        "Nazionale",
        ("Regionale",),
    )


def test_a_newcomer_is_placed_where_he_enters_and_promoted_by_his_first_event(draughts):
    """The newcomer enters with 300; a win over the strongest leads over 1000."""
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(7, 5, 6, 1)))
    draughts.close(SPRING)
    found = categories.on_day(draughts.pool(), None, 7).changes
    assert [(change.how, change.after) for change in found] == [
        ("placed", "Provinciale"),
        ("promoted", "Regionale"),
    ]
    assert found[1].rating_before == 300


def test_who_comes_back_is_placed_by_what_he_enters_with_and_not_promoted(draughts):
    """Annulled with 850; then a decision enters the player with 2900."""
    who = columns.write([4], columns.PLAYER)
    draughts.say(RatingsAnnulled(pool=RUBELE, player=who, by="ctf"))
    draughts.close(SPRING)
    rating = columns.write([2900], columns.RATING)
    draughts.say(EntryCapitalDecided(pool=RUBELE, player=who, rating=rating, by="ctf"))
    draughts.submit(tournament("A", "2025-06-01", "2025-06-02", beats(5, 4)))
    draughts.close(SUMMER)
    assert not [text for text in draughts.told(SUMMER) if text.startswith("4 ")]
    found = categories.on_day(draughts.pool(), None, 4).changes
    assert [(change.how, change.before, change.after) for change in found] == [
        ("placed", "", "Provinciale"),
        ("placed", "Provinciale", "Nazionale"),
    ]


def test_what_was_reached_is_kept_whatever_the_capital(draughts):
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    draughts.close(SPRING)
    draughts.submit(tournament("B", "2025-05-01", "2025-05-02", beats(3, 1, 1)))
    draughts.close(SUMMER)
    assert draughts.pool().state(1, 2).rating < 1000
    assert draughts.category(1) == "Regionale"
    assert draughts.of_list(SUMMER)[-1].player == 3


# ----------------------------------------------------------------------------- two clocks, the day


@pytest.mark.parametrize(
    ("as_of", "category"),
    [("2025-03-31", "Provinciale"), ("2025-04-01", "Regionale"), ("2025-04-02", "Regionale")],
)
def test_a_category_follows_the_list_in_force(draughts, as_of, category):
    """Won on 2 February, on the list of 1 April: the day before, on, after."""
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    draughts.close(SPRING)
    assert draughts.category(1, as_of) == category


def test_a_category_is_asked_as_it_was_known(draughts):
    """A committee's decision of May for March was not known when the list was closed."""
    draughts.close(SPRING)
    before = draughts.pool().known
    draughts.award(1, "Nazionale", "2025-03-01")
    assert draughts.category(1, "2025-03-02") == "Nazionale"
    assert draughts.category(1, "2025-03-02", before) == "Provinciale"


# --------------------------------------------------------------------------------------- decisions


def test_a_title_is_held_by_award_alone_and_stands_beside_the_category(draughts):
    """Reading `titles_beside`: a title hides no category and skips none."""
    at = draughts.award(5, "Grande Maestro", "2025-03-01")
    draughts.close(SPRING)
    assert (draughts.category(5), draughts.title(5)) == ("Nazionale", "Grande Maestro")
    assert draughts.told(SPRING) == [f"5 awarded none to Grande Maestro by #{at}"]
    assert draughts.of_list(SPRING)[0].skipped == ()


def test_a_promotion_is_told_whatever_title_is_held(draughts):
    draughts.award(1, "Grande Maestro", "2025-01-15")
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    draughts.close(SPRING)
    assert "1 promoted Provinciale to Regionale by A" in draughts.told(SPRING)
    held = categories.on_day(draughts.pool(), day("2025-04-01"), 1)
    since = (held.since[1], held.title_since[1])
    assert since == (day("2025-04-01").toordinal(), day("2025-01-15").toordinal())


def test_a_withdrawn_title_leaves_the_category_as_it_is(draughts):
    draughts.award(5, "Grande Maestro", "2025-03-01")
    at = draughts.withdraw(5, "Grande Maestro", "2025-03-10")
    assert [draughts.title(5, each) for each in ("2025-03-09", "2025-03-10")] == [
        "Grande Maestro",
        "",
    ]
    assert draughts.category(5, "2025-03-10") == "Nazionale"
    draughts.close(SPRING)
    assert f"5 withdrawn Grande Maestro to none by #{at}" in draughts.told(SPRING)


def test_a_title_from_before_histories_begin_is_held_from_the_first_day(draughts):
    draughts.award(5, "Grande Maestro", "1998-06-01")
    assert draughts.title(5, "2025-01-01") == "Grande Maestro"


def test_a_withdrawal_acts_on_the_award_it_names_whatever_was_awarded_meanwhile(draughts):
    """Reading `withdraws_what_it_names`: an award of January, recorded after a withdrawal."""
    draughts.award(1, "Nazionale", "2025-01-10")
    draughts.withdraw(1, "Nazionale", "2025-02-10")
    draughts.award(1, "Maestro", "2025-01-20")
    draughts.withdraw(1, "Maestro", "2025-03-01")
    assert draughts.history(1) == [
        "2025-01-01 placed none to Provinciale",
        "2025-01-10 awarded Provinciale to Nazionale",
        "2025-01-20 awarded Nazionale to Maestro",
        "2025-02-10 withdrawn Maestro to Maestro, beside Nazionale",
        "2025-03-01 withdrawn Maestro to Provinciale",
    ]


def test_a_withdrawal_that_cannot_act_leaves_a_warning_that_names_it(draughts):
    draughts.award(5, "Grande Maestro", "2025-01-10")
    draughts.withdraw(5, "Grande Maestro", "2025-02-10")
    at = draughts.withdraw(5, "Grande Maestro", "2025-02-20")
    (warned,) = findings.of_player(draughts.pool(), 5)
    assert (warned.kind, warned.player, warned.about) == ("warning", 5, f"#{at}")
    assert str(warned.says).startswith(
        f"#{at} (withdrawn on 2025-02-20) has no effect: Grande Maestro"
    )
    assert draughts.history(5)[-1] == "2025-02-20 no effect none to none, beside Grande Maestro"


def test_what_nobody_holds_cannot_be_withdrawn(draughts):
    draughts.withdraw(5, "Maestro", "2025-03-10")
    assert draughts.category(5, "2025-03-10") == "Nazionale"


def test_a_withdrawn_category_is_reached_again_by_passing_its_threshold_anew(draughts):
    """Reading `passing`: staying above the threshold is not enough."""
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    draughts.close(SPRING)
    draughts.withdraw(1, "Regionale", "2025-04-15")
    assert draughts.category(1, "2025-04-15") == "Provinciale"
    draughts.submit(
        tournament("B", "2025-05-01", "2025-05-02", beats(1, 2)),
        tournament("C", "2025-05-10", "2025-05-11", beats(3, 1, 1, 1)),
        tournament("D", "2025-06-01", "2025-06-02", beats(1, 3, 3, 5)),
    )
    draughts.close(SUMMER)
    assert "1 promoted Provinciale to Regionale by D" in draughts.told(SUMMER)
    assert "1 promoted Provinciale to Regionale by B" not in draughts.told(SUMMER)


def test_who_loses_a_category_is_left_with_the_one_he_held_before(chess):
    """Reading `left_with_what_he_held`: Third to First, past Second; Second was never held."""
    ladder = (("Third", 0), ("Second", 1500), ("First", 1504))
    chess.set_ladder("permanent", ladder)
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    chess.close("2025-08")
    assert chess.category(1) == "First"
    chess.withdraw(1, "First", "2025-08-10")
    assert chess.category(1, "2025-08-10") == "Third"
    chess.withdraw(3, "First", "2025-08-10")
    assert chess.category(3, "2025-08-10") == "Second"  # who was placed as First, by 1790


def test_a_category_awarded_stands_beside_the_one_reached(draughts):
    """Reading `awarded_beside`: the award alone is withdrawn, categories by play meanwhile stay."""
    draughts.award(1, "Candidato Maestro", "2025-01-15")
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    draughts.close(SPRING)
    assert not [change for change in draughts.of_list(SPRING) if change.how == "promoted"]
    draughts.withdraw(1, "Candidato Maestro", "2025-05-01")
    assert draughts.category(1, "2025-05-01") == "Regionale"
    assert draughts.history(1)[-2:] == [
        "2025-04-01 promoted Candidato Maestro to Candidato Maestro, beside Regionale",
        "2025-05-01 withdrawn Candidato Maestro to Regionale",
    ]


def test_a_capital_by_decision_over_the_threshold_promotes_and_says_by_which(draughts):
    """Reading `corrected_capital`: in the category kept by replay for conversions, too."""
    at = draughts.say(adjusted(Adjustment(2, 950, 1000, 0), RUBELE))
    draughts.close(SPRING)
    assert draughts.told(SPRING) == [f"2 promoted Provinciale to Regionale by #{at}"]
    assert draughts.pool().state(2, 1).fields["category"] == 1


@pytest.mark.parametrize(("permanence", "given_back"), [(None, ""), ("follows", "Regionale")])
@pytest.mark.parametrize("played", [False, True])
def test_reading_given_back_promotes_with_the_next_event(tmp_path, permanence, given_back, played):
    """990, less 50 for 2014; a late draw of that year gives 10, then the 50 back: 1000. This is no
    final capital; a played event of 2015 promotes.
    """
    world = federation(
        [rated(1, 990), rated(2, 990)], periods=("a", "b", "c"), on=day("2014-01-01")
    )
    days = (("a", day("2014-12-31")), ("b", day("2015-03-31")), ("c", day("2015-06-30")))
    with at_a_desk(str(tmp_path / "ledger"), world, RUBELE, days) as desk:
        if permanence:
            word = {"name": "permanence", "word": permanence, "by": "the-body"}
            desk.say(ParameterSet(pool=RUBELE, in_force_from=day("2014-01-01"), **word))
        desk.close("a")
        desk.submit(tournament("late", "2014-05-01", "2014-05-01", games(1, "2 =")))
        desk.close("b")
        assert desk.pool().state(1, 2).rating == 1000
        before = given_back or "Provinciale"
        assert desk.category(1, "2015-03-31") == before
        if played:
            desk.submit(tournament("next", "2015-05-01", "2015-05-01", games(1, "2 =")))
        desk.close("c")
        assert desk.category(1, "2015-06-30") == ("Regionale" if played else before)
        if not permanence:
            assert desk.pool().state(1, 3).fields["category"] == played


def test_follows_what_the_end_of_a_year_takes_lowers_and_says_which_year(tmp_path):
    """1010, less 50 for 2014."""
    world = federation([rated(1, 1010)], periods=("a",), on=day("2014-01-01"))
    days = (("a", day("2014-12-31")),)
    with at_a_desk(str(tmp_path / "ledger"), world, RUBELE, days) as desk:
        said: dict[str, Any] = {"name": "permanence", "word": "follows", "by": "the-body"}
        desk.say(ParameterSet(pool=RUBELE, in_force_from=day("2014-01-01"), **said))
        desk.close("a")
        assert desk.told("a") == ["1 lowered Regionale to Provinciale by end of 2014"]


def test_whose_rating_ceases_where_the_list_decides_is_left_with_none_and_skips_none(draughts):
    said: dict[str, Any] = {"pool": RUBELE, "in_force_from": day("2025-01-01"), "by": "the-body"}
    draughts.say(ParameterSet(name="permanence", word="follows", **said))
    who = columns.write([5], columns.PLAYER)
    draughts.say(RatingsAnnulled(pool=RUBELE, player=who, by="the-body"))
    draughts.close(SPRING)
    (found,) = draughts.of_list(SPRING)
    assert (found.player, found.how, found.before, found.after) == (5, "lowered", "Nazionale", "")
    assert found.skipped == ()


# -------------------------------------------------------------------------- set by the body; chess


def test_without_categories_the_answer_says_who_sets_them_and_how(chess):
    with pytest.raises(NoCategories, match=r"FIDE .* states none.*decide-parameter-set"):
        chess.category(1)


def test_without_permanence_the_answer_says_that_it_is_missing(chess):
    said: dict[str, Any] = {
        "pool": FIDE,
        "name": "categories",
        "in_force_from": day("2025-01-01"),
        "by": "b",
    }
    chess.say(ParameterSet(rows=LADDER, unit="points", **said))
    with pytest.raises(NoCategories, match="nothing says how long one is kept"):
        chess.category(1)


def test_permanent_the_highest_category_ever_listed_is_kept(chess):
    """1495 to 1505 and back."""
    chess.set_ladder("permanent")
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    chess.close("2025-08")
    chess.submit(tournament("B", "2025-08-05", "2025-08-06", beats(2, 1, 1)))
    chess.close("2025-09")
    assert chess.pool().state(1, 2).rating < 1500
    assert [chess.category(1, each) for each in ("2025-07-31", "2025-08-01", "2025-09-01")] == [
        "Third",
        "Second",
        "Second",
    ]


def test_categories_set_while_histories_run_place_everybody_and_promote_nobody(chess):
    chess.close("2025-08")
    chess.set_ladder("permanent", since="2025-08-15")
    chess.submit(tournament("A", "2025-08-20", "2025-08-21", beats(3, 4)))
    chess.close("2025-09")
    assert chess.told("2025-09") == ["3 promoted Second to First by A"]
    assert [change.how for change in categories.on_day(chess.pool(), None, 1).changes] == ["placed"]


def test_follows_the_rating_of_the_list_decides_both_ways(chess):
    chess.set_ladder("follows")
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    chess.close("2025-08")
    chess.submit(tournament("B", "2025-08-05", "2025-08-06", beats(2, 1, 1)))
    chess.close("2025-09")
    assert chess.told("2025-08") == ["1 promoted Third to Second by A"]
    assert "1 lowered Second to Third by B" in chess.told("2025-09")


def test_committee_a_threshold_reached_is_a_proposal_and_an_award_alone_counts(chess):
    chess.set_ladder("committee")
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    chess.close("2025-08")
    (carried,) = chess.pool().facts.carried
    assert chess.told("2025-08") == [
        "1 proposed Third to Second by A",
        *(f"{player} proposed Third to Second by #{carried.position}" for player in (3, 4)),
    ]
    assert chess.category(1) == "Third"
    chess.award(1, "Second", "2025-08-10")
    assert [chess.category(1, each) for each in ("2025-08-09", "2025-08-10")] == ["Third", "Second"]


def test_a_frozen_period_is_tested_on_the_list_not_in_between(chess):
    """+10 and −10 in a single period: the list shows the same as before."""
    chess.set_ladder("permanent")
    chess.submit(
        won("A", "2025-07-05", "2025-07-06"),
        tournament("B", "2025-07-12", "2025-07-13", beats(2, 1)),
    )
    chess.close("2025-08")
    assert chess.of_list("2025-08") == []


def test_how_long_one_is_kept_may_change_on_a_day(chess):
    """Second by 1505, below since: kept, until the body lets the category follow the rating."""
    chess.set_ladder("permanent")
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    chess.close("2025-08")
    chess.submit(tournament("B", "2025-08-05", "2025-08-06", beats(2, 1, 1)))
    chess.close("2025-09")
    chess.set_ladder("follows", LADDER, "2025-09-10")
    assert [chess.category(1, each) for each in ("2025-09-09", "2025-09-10")] == ["Second", "Third"]


def test_thresholds_that_are_set_anew_hold_from_their_day_for_everybody(chess):
    """First from 1790 instead of 1800: two are promoted by the law, without a game."""
    chess.set_ladder("permanent")
    chess.close("2025-08")
    said = chess.set_ladder("permanent", (*LADDER[:2], ("First", 1790)), "2025-08-20")
    assert chess.category(3, "2025-08-19") == "Second"
    assert chess.category(3, "2025-08-20") == "First"
    chess.close("2025-09")
    assert sorted(chess.told("2025-09")) == [
        f"3 promoted Second to First by #{said - 1}",
        f"4 promoted Second to First by #{said - 1}",
    ]


def test_a_category_that_is_no_more_becomes_the_one_its_threshold_leads_to(chess):
    """Second was from 1500; without Second the category is Third."""
    chess.set_ladder("permanent")
    chess.set_ladder("permanent", (LADDER[0], LADDER[2]), "2025-07-20")
    assert chess.category(3, "2025-07-19") == "Second"
    assert chess.category(3, "2025-07-20") == "Third"


def test_law_that_renames_a_category_leaves_a_row_of_its_day(chess):
    """Reading `law_leaves_a_row`: First becomes Prima, by the threshold; an award follows."""
    chess.set_ladder("permanent", (("Third", 0), ("First", 1700)))
    chess.award(1, "First", "2025-07-05")
    at = chess.set_ladder("permanent", (("Third", 0), ("Prima", 1700)), "2025-07-20") - 1
    for player in (1, 3):
        change = categories.on_day(chess.pool(), day("2025-07-20"), player).changes[-1]
        told = (change.on, change.how, change.before, change.after, change.article)
        assert told == (day("2025-07-20"), "amended", "First", "Prima", f"set by the-body (#{at})")
        held = categories.on_day(chess.pool(), day("2025-07-21"))
        assert held.since[player] == day("2025-07-20").toordinal()
    assert "2025-07-20 amended" not in " ".join(chess.history(2))


def test_a_title_that_the_law_has_no_more_lapses_and_comes_back_with_it(chess):
    titled = (*LADDER, ("Honorary", None))
    chess.set_ladder("permanent", titled)
    chess.award(1, "Honorary", "2025-07-05")
    chess.set_ladder("permanent", LADDER, "2025-07-20")
    chess.set_ladder("permanent", titled, "2025-08-10")
    assert [chess.title(1, each) for each in ("2025-07-19", "2025-07-20", "2025-08-10")] == [
        "Honorary", "", "Honorary",
    ]  # fmt: skip
    assert chess.history(1)[-2:] == [
        "2025-07-20 amended Honorary to none",
        "2025-08-10 amended none to Honorary",
    ]


@pytest.mark.parametrize("early", ["1990-02-01", "2025-07-05"])
def test_an_early_award_leaves_every_other_row_where_it_stood(chess, early):
    """First since 1990, or since July: the placing and the later award are told all the same."""
    chess.set_ladder("permanent", since="1950-01-01")
    chess.award(1, "Second", "2025-07-10")
    chess.award(1, "First", early)
    first, placed = f"{early} awarded", "2025-07-01 placed"
    assert chess.history(1) == (
        [
            f"{first} none to First",
            f"{placed} First to First, beside Third",
            "2025-07-10 awarded First to First, beside Second",
        ]
        if early < "2025"
        else [
            f"{placed} none to Third",
            f"{first} Third to First",
            "2025-07-10 awarded First to First, beside Second",
        ]
    )


def test_a_title_is_a_category_without_a_number(chess):
    chess.set_ladder("follows", (*LADDER, ("Honorary", None)))
    chess.award(1, "Honorary", "2025-07-15")
    assert chess.title(1, "2025-07-15") == "Honorary"


def test_committee_a_threshold_is_proposed_whatever_title_is_held(chess):
    chess.set_ladder("committee", (*LADDER, ("Honorary", None)))
    chess.award(1, "Honorary", "2025-07-03")
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    chess.close("2025-08")
    assert "1 proposed Third to Second by A" in chess.told("2025-08")
    assert (chess.category(1), chess.title(1)) == ("Third", "Honorary")


# ------------------------------------------------------------------------------- everybody at once


def test_of_a_whole_pool_the_same_comes_out_as_of_each_by_himself(draughts):
    draughts.submit(
        tournament("A", "2025-02-01", "2025-02-02", beats(1, 2) + beats(4, 5, 6)),
        tournament("B", "2025-03-01", "2025-03-02", beats(3, 1) + beats(7, 6)),
    )
    draughts.award(2, "Maestro", "2025-03-15")
    draughts.close(SPRING)
    pool = draughts.pool()
    whole = categories.on_day(pool)
    for player in range(1, 8):
        alone = categories.on_day(pool, None, player)
        assert alone.name(player) == whole.name(player)
        assert alone.since[player] == whole.since[player]
        mine = [change for change in alone.changes if change.how != "placed"]
        assert mine == [change for change in whole.changes if change.player == player]
