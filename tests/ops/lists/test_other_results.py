"""Every other result of a tournament or of a player: which are supposed, and which list shows."""

import pytest

from ledger.errors import Refused
from ops.access.actors import Actor
from ops.access.recording import NotAllowed
from ops.house import open_house
from ops.lists import other_results as answers
from ops.lists.other_results import OtherResults
from ops.lists.supposed_changes import HYPOTHETICAL
from ops.lists.what_if import Supposing, what_if
from tests.support.kept_state import kept_rows, store_of

POOL, TOURNAMENT = "fide-standard", "T-000001"
DRAUGHTS, COMPETITION = "rubele-italiana", "T-000014"
PLAYER = "fide:99000463"
NOTHING = Supposing()


@pytest.fixture(scope="module")
def house(sample):
    with open_house(str(sample)) as opened:
        yield opened


def others(house, period=None, pool=POOL, supposing=NOTHING, **asked):
    return what_if(house, pool, period, supposing, others=OtherResults(**asked))


def pages(house, limit, **asked):
    """The rows of all pages, page by page."""
    page = 1
    while page:
        answer = others(house, limit=limit, page=page, **asked)
        yield answer.rows
        page = answer.about.next_page


def test_each_game_has_the_results_that_the_list_did_not_count(house):
    answer = others(house, tournament=TOURNAMENT)
    assert answer.about.hypothetical == HYPOTHETICAL
    assert (answer.about.list, answer.about.ratings) == ("2025-10", "of the list")
    assert answer.about.results == 2 * 82
    supposed = list(dict.fromkeys(row.supposed for row in answer.rows))
    assert [str(one) for one in supposed[:4]] == [
        "result #8#0 = =",
        "result #8#0 0 1",
        "result #8#1 1 0",
        "result #8#1 = =",
    ]
    assert len(supposed) == 2 * 82


def test_a_row_is_what_the_same_result_gives_supposed_alone(house):
    rows = others(house, tournament=TOURNAMENT, limit=6).rows
    for result in dict.fromkeys(row.supposed for row in rows):
        alone = what_if(house, POOL, "2025-10", Supposing(result=[result.values["result"]]))
        ratings = {row for row in alone.rows if row.what == "rating"}
        assert ratings == {row for row in rows if row.supposed == result}


def test_pages_hold_every_result_once(house):
    whole = others(house, tournament=TOURNAMENT).rows
    assert tuple(row for rows in pages(house, 50, tournament=TOURNAMENT) for row in rows) == whole


def test_the_games_of_a_player_are_those_of_the_list(house):
    games = others(house, "2025-10", player=PLAYER)
    assert all(
        "10-1" in {row.player for row in games.rows if row.supposed == one.supposed}
        for one in games.rows
    )
    both = others(house, "2025-10", player=PLAYER, tournament=TOURNAMENT)
    assert both.rows == games.rows
    assert others(house, "2026-03", player=PLAYER).rows == ()


def test_in_a_chain_the_capitals_are_those_just_after_the_tournament(house):
    answer = others(house, pool=DRAUGHTS, tournament=COMPETITION)
    assert answer.about.ratings == "after each tournament"
    assert {row.official == row.hypothetical for row in answer.rows} == {False}


@pytest.mark.parametrize(
    ("pool", "tournament", "later"),
    [(POOL, TOURNAMENT, "2026-03"), (DRAUGHTS, COMPETITION, "2025-12-05")],
)
def test_a_later_list_is_replayed_for_each_result(house, monkeypatch, pool, tournament, later):
    monkeypatch.setattr(answers, "MOST_REPLAYED", 4)
    answer = others(house, later, pool, tournament=tournament)
    assert (answer.about.list, answer.about.ratings) == (later, "of the list")
    assert answer.about.next_page == 2
    results = list(dict.fromkeys(row.supposed for row in answer.rows))
    assert 1 < len(results) <= 4
    for result in results:
        supposing = Supposing(result=[result.values["result"]])
        alone = what_if(house, pool, later, supposing).rows
        assert {row for row in alone if row.what == "rating"} == {
            row for row in answer.rows if row.supposed == result
        }
    whole = others(house, pool=pool, tournament=tournament)
    assert answer.about.results == whole.about.results


@pytest.mark.parametrize(
    ("code", "field", "period", "asked"),
    [
        ("not-counted", "each_result", None, {"tournament": COMPETITION}),
        ("not-counted", "period", "2025-10", {"tournament": "T-000004"}),
        ("unknown-tournament", "tournament", None, {"tournament": "T-999999"}),
        ("number-out-of-range", "page", None, {"tournament": TOURNAMENT, "page": 0}),
        ("number-out-of-range", "limit", None, {"tournament": TOURNAMENT, "limit": -1}),
    ],
)
def test_what_is_not_counted_is_refused(house, code, field, period, asked):
    with pytest.raises(Refused) as refused:
        others(house, period, **asked)
    (refusal,) = refused.value.refusals()
    assert (refusal.code, refusal.field) == (code, field)


def test_another_supposition_beside_is_refused(house):
    with pytest.raises(Refused) as refused:
        others(house, tournament=TOURNAMENT, supposing=Supposing(number=["k_standard=30"]))
    assert refused.value.code == "supposed-alone"


def test_more_results_than_an_answer_holds_are_refused(house, monkeypatch):
    monkeypatch.setattr(answers, "MOST", 3)
    assert others(house, tournament=TOURNAMENT, limit=3).rows
    with pytest.raises(Refused, match="supposed results in one answer"):
        others(house, tournament=TOURNAMENT, limit=4)


def test_nothing_is_stored_and_the_public_may_not_ask(sample):
    with open_house(str(sample)) as opened:
        rows = kept_rows(store_of(opened).engine)
        others(opened, tournament=TOURNAMENT)
        assert kept_rows(store_of(opened).engine) == rows
        opened.actor = Actor("somebody")
        with pytest.raises(NotAllowed):
            others(opened, tournament=TOURNAMENT)
