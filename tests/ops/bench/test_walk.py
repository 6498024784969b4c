"""A walk through the code: the counted calls, and the definition of a turn back."""

from ledger import canonical
from ops.bench import walk
from ops.bench.walk import Function


def some_calls(*calls):
    """Calls, each written as the modules of the caller and of the called."""
    pairs = enumerate(call.split() for call in calls)
    return [(Function(one, "f"), Function(other, str(at))) for at, (one, other) in pairs]


def test_a_place_entered_again_after_another_one_is_a_turn_back():
    calls = some_calls("o.o.x p.a.x", "p.a.x p.b.x", "p.a.x p.c.x", "p.c.x p.b.y")
    steps = walk.walk(calls, walk.package)
    assert steps == ["p.a", "p.b", "p.c", "p.b"]
    assert walk.turn_backs(steps) == 1


def test_a_call_within_a_package_enters_nothing():
    within = some_calls("o.o.x p.a.x", "p.a.x p.b.x", "p.a.x p.a.y")
    assert walk.walk(within, walk.package) == ["p.a", "p.b"]
    assert walk.walk(within, str) == ["p.a.x", "p.b.x", "p.a.y"]


def test_calls_into_one_package_one_after_the_other_count_once():
    calls = some_calls("o.o.x p.a.x", "o.o.x p.a.y")
    assert walk.walk(calls, walk.package) == ["p.a"]


def test_the_law_can_be_left_out():
    visited = some_calls(
        "o.o.x projections.rating", "projections.rating projections.rulebooks.uisp"
    )
    assert walk.walk(visited, str, "projections.") == ["projections.rating"]


def test_functions_of_ours_are_followed_once_each_also_through_others():
    """Sorting calls our functions; nothing of the standard library is noted."""
    words = [{"b": 1}, {"a": 2}, {"c": 3}]
    calls = walk.follow(lambda: sorted(words, key=canonical.encode))
    assert [called.name for _, called in calls][:1] == ["encode"]
    assert {called.module.partition(".")[0] for _, called in calls} == {"ledger"}
    assert walk.package("projections.rulebooks.uisp") == "projections.rulebooks"
