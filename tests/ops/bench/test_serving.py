"""The cost of answers of a server, measured in a process apart."""

import pytest

from ops.bench import running, serving
from ops.bench.serving import Cost, Served
from ops.bench.worlds import CHESS, World
from ops.bench.writing import write
from ops.pages import links


def test_each_question_is_answered_and_the_world_stays_as_it_was(tmp_path):
    world = World(CHESS, 600, 3, 2_000)
    with write(world, tmp_path / "world") as ledger:
        served = serving.measured(ledger, world, rounds=2)
        assert not any(True for _ in ledger.read.all_subjects())
    assert served.pages.keys() == served.answers.keys() & links.pages().keys()
    asked = (served.empty, served.raw, served.bare, served.rating, served.page, served.search)
    for cost in (*asked, *served.answers.values(), *served.pages.values()):
        assert cost.wall > 0
        assert cost.cpu >= 0


def test_costs_are_compared_with_an_empty_answer_and_with_plain_asgi():
    cost = Served(*(Cost(at / 1_000, at / 500) for at in (1, 2, 1.2, 3, 4, 5)))
    of_row, of_rating, *lines = running._served(cost)
    assert of_row.ratio == pytest.approx(0.6)
    assert of_row.verdict == "met"
    assert of_rating.ratio == pytest.approx(0.4)
    assert [line.ratio for line in lines] == [2, 3, 4, 5]
    assert {(line.target, line.against, line.verdict) for line in lines} == {
        ("T10", "empty answer", "met")
    }
    assert [line.at_most for line in lines] == [2.5, 15, 25, 70]
    slow = Served(*(Cost(at / 1_000, at / 500) for at in (1, 2.7, 1, 15.1, 25.1, 70.1)))
    assert {line.verdict for line in running._served(slow)} == {"MISSED", ""}
    assert "3.00; 1.00 ms of processor time; p50 6.0 ms (aim 5)" in lines[1].numbers
