"""Round robins up to 2021, and the players who must be rated in a round robin: below, on, above."""

from datetime import date
from typing import Any

import numpy as np
import pytest

from projections.rating.admission import tournament_facts as told_of
from projections.rulebooks.engine.admission import FINE, TO_DECIDE
from projections.rulebooks.fide.standard import RULEBOOK
from tests.oracles.world import Game, Tournament
from tests.support.edition_columns import ask, why
from tests.support.worlds import report

OLDER = [RULEBOOK.edition(name) for name in ("2014-07-01", "2017-07-01", "2021-02-01")]


def found(edition: str, **told: Any) -> int:
    """Return the finding about the composition of a round robin."""
    facts = {"round_robin": True, "double": False, "exempt_6_composition": False} | told
    asked = {name: [value] for name, value in facts.items()}
    (kind,) = ask(RULEBOOK.edition(edition), "composition", **asked)
    return int(kind)


@pytest.mark.parametrize(
    ("entrants", "rated", "kind"),
    [
        (9, 3, TO_DECIDE),
        (9, 4, FINE),
        (9, 5, FINE),
        (10, 3, TO_DECIDE),
        (10, 4, FINE),
        (12, 4, FINE),
        (13, 4, TO_DECIDE),
        (3, 3, FINE),
    ],
)
def test_article_6_round_robins_need_rated_players_to_2021(entrants, rated, kind):
    """Reading `round_robin_composition`: four of less than ten, then a third."""
    told = {"entrants": entrants, "rated_entrants": rated}
    assert found("2017-07-01", **told) == kind
    assert found("2017-07-01", **told, round_robin=False) == FINE
    assert found("2017-07-01", **told, exempt_6_composition=True) == FINE


@pytest.mark.parametrize(
    ("entrants", "rated", "kind"),
    [(5, 4, TO_DECIDE), (6, 3, TO_DECIDE), (6, 4, FINE), (7, 4, FINE)],
)
def test_article_6_double_round_robins(entrants, rated, kind):
    assert found("2021-02-01", double=True, entrants=entrants, rated_entrants=rated) == kind


def test_article_6_no_rule_of_composition_from_2022():
    assert not {"composition", "round_robin"} & RULEBOOK.edition("2022-01-01").columns.keys()


SYSTEMS = ("Round robin", "Swiss", "")


@pytest.mark.parametrize("edition", OLDER)
@pytest.mark.parametrize(
    ("meetings", "is_one"),
    [
        (-1, [True, False, False]),  # before play: as announced
        (0, [False, False, False]),  # a game left out, or not played
        (1, [True, False, True]),
        (2, [True, False, True]),
    ],
)
def test_article_6_all_met_all_unless_announced_otherwise(edition, meetings, is_one):
    """Reading of `round_robin` (`round_robin_told`, `round_robin_unplayed`)."""
    facts = {"meetings": [meetings] * 3}
    assert ask(edition, "round_robin", **facts, **told(*SYSTEMS)) == is_one


def test_article_6_a_double_one_before_play_and_after():
    systems = told("Double round robin", "Double round robin", "", "Swiss")
    facts = {"meetings": [-1, 1, 2, 2]}
    assert ask(OLDER[0], "double", **facts, **systems) == [True, False, True, False]


def told(*systems: str) -> dict[str, Any]:
    """Pairing systems as written in announcements."""
    return {"pairing_system_text": np.array(systems, dtype=object)}


@pytest.mark.parametrize(
    ("played", "times"),
    [
        ("", -1),
        ("1-2 1-3", 0),
        ("1-2 1-3 2-3", 1),
        ("1-2 1-3 3-2", 1),
        ("1-2 1-3 2-3 2-1 3-1 3-2", 2),
        ("1-2 1-3 2-3 2-1 3-1 1-3", 0),
        ("1-2 1-3 2-3 1-2", 0),
        ("1-2 1-3 2+3", 0),
        ("1-2", 0),
        ("1-2 2-1", 0),
    ],
)
def test_article_6_how_often_all_met_all(played, times):
    """As counted from a report: single, double, a meeting too many, a forfeit, a match."""
    met = tuple(
        Game(int(game[0]), int(game[2]), *("1", "0") if game[1] == "-" else ("+", "-"))
        for game in played.split()
    )
    said = report(Tournament("T", date(2018, 1, 2), date(2018, 1, 9), met, 0), 1)
    assert told_of(OLDER[0], [said], frozenset({"meetings"}))["meetings"].tolist() == [times]


def test_article_6_the_finding_and_the_calculation_say_one_thing():
    """For any number of players, and of rated players: a round robin to be decided is not
    computed.
    """
    for entrants in range(3, 16):
        for rated in range(entrants + 1):
            for double in (False, True):
                asked = found("2017-07-01", entrants=entrants, rated_entrants=rated, double=double)
                facts = {
                    "round_robin": [True],
                    "double": [double],
                    "exempt_6_composition": [False],
                    "rating_in_force": [1800] * rated + [0] * (entrants - rated),
                    "entrants": [entrants] * entrants,
                    "tournament": [0] * entrants,
                    "tournaments": 1,
                }
                computed = ask(OLDER[0], "in_round_robin", **facts)
                assert computed == [asked == FINE] * entrants, (entrants, rated, double)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"entrants": 9, "rated_entrants": 3}, "fewer than 4 are rated in a round robin of fewer"),
        ({"entrants": 13, "rated_entrants": 4}, "fewer than a third are rated"),
        ({"entrants": 5, "rated_entrants": 4, "double": True}, "of fewer than 6 players"),
        ({"entrants": 8, "rated_entrants": 3, "double": True}, "fewer than 4 are rated in a doub"),
    ],
)
def test_article_6_the_decision_is_asked_for_with_its_reason(facts, says):
    told = {"round_robin": True, "double": False, "exempt_6_composition": False} | facts
    (clause,) = why(OLDER[0], "composition", **{name: [each] for name, each in told.items()})
    assert clause.startswith("6: ")
    assert says in clause
