"""The table of a tournament by rounds: colours, counted or not, corrected results, changes."""

from collections import defaultdict
from fractions import Fraction

import pytest

from ledger.events.report import ResultCorrected
from ops.answers.cross_table import of_tournament
from ops.answers.cross_table_document import documents
from ops.answers.tournament_games import read_tournament
from ops.house import open_house
from projections.queries.explain import explain
from projections.queries.explain.cross_table import played
from tests.support.chess_desk import at_a_desk
from tests.support.command import run
from tests.support.recording import submit
from tests.support.worlds import FIDE, games, tournament


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def entrants(desk, name="A"):
    """The entrants of the last table of a tournament, by start number."""
    pool = desk.pool()
    found = of_tournament(pool, read_tournament(pool.official.ledger.read, name, pool.known))
    return {one.number: one for one in documents(pool, found, before=False).tables[-1].entrants}


def cells(entrant):
    return [(cell.round, cell.colour, cell.opponent, cell.result) for cell in entrant.rounds]


def of_sample(sample, name, *words):
    ran = run("tournament", "cross-table", name, "--ledger", sample, "--format", "json", *words)
    return ran.document["tables"][0]


@pytest.mark.parametrize("name", ["T-000006", "T-000017"])
def test_both_sides_of_a_game_stand_in_the_same_round(sample, name):
    """A Swiss tournament with a forfeit, byes and a withdrawal; a draughts event booked late."""
    table = of_sample(sample, name)
    by_number = {one["number"]: one for one in table["entrants"]}
    other = {"white": "black", "black": "white"}
    met = 0
    for number, entrant in by_number.items():
        for cell in entrant["rounds"]:
            if "opponent" in cell:
                back = [
                    one["colour"]
                    for one in by_number[cell["opponent"]]["rounds"]
                    if one["round"] == cell["round"] and one["opponent"] == number
                ]
                assert back == [other[cell["colour"]]]
                met += 1
        counted = sum(cell["counts"] for cell in entrant["rounds"])
        assert counted == entrant["games"]
        rounds = [cell["round"] for cell in entrant["rounds"]]
        assert rounds == sorted(rounds)
    assert met > 0


def test_what_does_not_count_has_its_article(sample):
    """Forfeits and byes (5.1), opponents without a rating (8.3.1)."""
    table = of_sample(sample, "T-000006")
    why = {
        cell["result"]: cell["why"]
        for one in table["entrants"]
        for cell in one["rounds"]
        if not cell["counts"]
    }
    assert why["-"].startswith("5.1")
    assert any("8.3.1" in says for says in why.values())
    byes = [c for one in table["entrants"] for c in one["rounds"] if "opponent" not in c]
    assert byes
    assert all(bye["why"] and "colour" not in bye for bye in byes)


def test_games_of_one_pairing_stand_in_the_order_of_the_rounds(desk):
    """1 wins with black in round 1, loses with white in round 2."""
    both = (*games(2, "1 0"), *games(1, "2 0"))
    submit(desk.ledger, tournament("A", "2025-07-05", "2025-07-06", both), FIDE)
    assert [(cell[1], cell[3]) for cell in cells(entrants(desk)[1])] == [
        ("black", "1"),
        ("white", "0"),
    ]
    pool = desk.pool()
    (table,) = of_tournament(pool, read_tournament(pool.official.ledger.read, "A", pool.known))
    assert table.outcomes[0].met == {1: ("1", "0")}


def booked_by_play(pool, player, number):
    """The points by play that a list booked for a player."""
    units = explain(pool, player, pool.lists()[number]).units
    lines = (line for unit in units for line in unit.lines if line.kind == "play")
    return sum((line.points for line in lines), Fraction(0))


@pytest.mark.parametrize("name", ["fide-standard", "rubele-italiana"])
def test_changes_of_the_tournaments_of_a_list_are_what_it_booked_by_play(sample, name):
    with open_house(str(sample)) as house:
        pool = house.pool(name)
        changes = defaultdict(list)
        for of, announced in pool.official.facts.announcements.items():
            tables = (
                played(pool, pool.tournament_history(of), of) if name in announced.pools else ()
            )
            for table in tables:
                if table.booked_by is not None:
                    for outcome in table.outcomes:
                        at = table.booked_by.number, outcome.entrant.player
                        changes[at].append(outcome.change)
        known = [(at, found) for at, found in changes.items() if None not in found]
        assert max(len(found) for _, found in known) > 1
        for (number, player), found in known:
            assert sum(filter(None, found)) == booked_by_play(pool, player, number)


def test_article_8_3_2_the_change_is_k_times_the_difference_of_this_tournament(desk):
    submit(desk.ledger, tournament("A", "2025-07-05", "2025-07-06", games(1, "2 1")), FIDE)
    assert [one.change for one in entrants(desk).values()] == [10, -10]
    desk.close("2025-08")
    assert [one.change for one in entrants(desk).values()] == [10, -10]


def test_article_8_3_2_changes_of_several_tournaments_are_what_their_list_booked(desk):
    submit(desk.ledger, tournament("B", "2025-07-05", "2025-07-06", games(1, "2 1 3 =")), FIDE)
    submit(desk.ledger, tournament("C", "2025-07-07", "2025-07-08", games(1, "3 1")), FIDE)
    assert entrants(desk, "C")[1].change == 10
    desk.close("2025-08")
    first, second = (entrants(desk, name) for name in "BC")
    assert [first[1].change, second[1].change] == [10, 10]
    assert first[3].change + second[2].change == booked_by_play(desk.pool(), 3, 1)


def test_article_8_3_3_k_is_lowered_by_the_games_of_the_whole_list(desk):
    """40 games in two tournaments of 20: K 17 in both, where each alone leaves K 20."""
    for name, day in (("B", "05"), ("C", "06")):
        played = games(1, " ".join(["2 1"] * 20))
        submit(desk.ledger, tournament(name, f"2025-07-{day}", f"2025-07-{day}", played), FIDE)
    assert entrants(desk, "B")[1].change == 20 * 10
    desk.close("2025-08")
    found = [entrants(desk, name)[1].change for name in "BC"]
    assert found == [17 * 10, 17 * 10]
    assert sum(found) == booked_by_play(desk.pool(), 1, 1)


def test_a_corrected_result_stands_beside_the_reported_one(desk):
    submit(desk.ledger, tournament("A", "2025-07-05", "2025-07-06", games(1, "2 1")), FIDE)
    desk.close("2025-08")
    (report,) = desk.pool().tournament_history("A").current
    corrected = ResultCorrected(
        tournament="A", report=report, game=0, white_result="=", black_result="=", by="fide-qc"
    )
    desk.record(corrected)
    (white,) = entrants(desk)[1].rounds
    assert (white.result, white.reported_result, white.corrected_result) == ("1", "1", "=")
    assert white.corrected is not None
    (black,) = entrants(desk)[2].rounds
    assert (black.reported_result, black.corrected_result) == ("0", "=")


def test_sums_of_a_draughts_event_are_those_of_its_lines(sample):
    table = of_sample(sample, "T-000017")
    for row, one in zip(table["rows"], table["entrants"], strict=True):
        assert Fraction(row["V"]) == Fraction(one["change"])
        assert one["rating_after"] == row["CF"]
