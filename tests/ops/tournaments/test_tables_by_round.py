"""The table of a tournament by rounds: colours, counted or not, corrected results, changes."""

from collections import defaultdict
from fractions import Fraction

import pytest
from msgspec import structs

from ledger import columns
from ledger.errors import Refused
from ledger.events.counting import ReportAnnulled
from ledger.events.report import Bye, ResultCorrected, Round
from ledger.events.teams import Teams
from ops.answers.tournament_games import read_tournament
from ops.house import House, open_house
from ops.tournaments.cross_table import of_tournament
from ops.tournaments.cross_table_document import documents
from ops.tournaments.cross_table_rows import rows
from ops.tournaments.page import tournament_page
from projections.queries.explain import explain
from projections.queries.explain.cross_table import played
from tests.support.chess_desk import NO_FILE, at_a_desk
from tests.support.command import run
from tests.support.recording import submission, submit
from tests.support.worlds import FIDE, games, tournament


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def table_of(desk, name="A"):
    """The last table of a tournament."""
    pool = desk.pool()
    found = of_tournament(pool, read_tournament(pool.official.ledger.read, name, pool.known))
    return documents(pool, found, before=False).tables[-1]


def entrants(desk, name="A"):
    """The entrants of the last table of a tournament, by start number."""
    return {one.number: one for one in table_of(desk, name).entrants}


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
    row, _ = rows(table_of(desk))
    assert row["2"] == "1+0"


def booked_by_play(pool, player, number):
    """Return the points by play booked by a list for a player."""
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
    assert (white.reported_score, white.corrected_score) == (1, Fraction(1, 2))
    assert white.corrected is not None
    (black,) = entrants(desk)[2].rounds
    assert (black.reported_result, black.corrected_result) == ("0", "=")


def test_points_with_forfeits_and_byes_stand_beside_the_counted_score(desk):
    """1 beats 2, loses to 3 without play, and has a full bye: 2 points, of which 1 counts."""
    submit(
        desk.ledger,
        tournament("A", "2025-07-05", "2025-07-06", games(1, "2 1 3 -")),
        FIDE,
        rounds=(Round(games=1), Round(games=1), Round(games=0)),
        byes=(Bye(round=3, entrant=0, code="U"),),
    )
    found = entrants(desk)
    assert [(one.points, one.score, one.games) for one in found.values()] == [
        (2, 1, 1),
        (0, 0, 1),
        (1, 0, 0),
    ]
    row = rows(table_of(desk))[0]
    assert [str(row[name]) for name in ("3", "games", "points", "score")] == ["(-)", "1", "2", "1"]


def test_points_are_those_of_the_report_changed_by_a_correction(desk):
    """The report has 1½ points for 1, more than the results; the correction takes a half."""
    played = tournament("A", "2025-07-05", "2025-07-06", games(1, "2 1"))
    printed = structs.replace(
        submission(played, NO_FILE).entrants, half_points=columns.write((3, 0), columns.NUMBER)
    )
    submit(desk.ledger, played, FIDE, entrants=printed)
    assert [one.points for one in entrants(desk).values()] == [Fraction(3, 2), 0]
    (report,) = desk.pool().tournament_history("A").current
    drawn = {"white_result": "=", "black_result": "=", "by": "fide-qc"}
    desk.record(ResultCorrected(tournament="A", report=report, game=0, **drawn))
    assert [one.points for one in entrants(desk).values()] == [1, Fraction(1, 2)]


def test_a_round_robin_is_a_square(desk):
    """All met, each once; with two more rounds of the same pairing the table is no square."""
    every = (*games(1, "2 1 3 ="), *games(2, "3 0"))
    submit(desk.ledger, tournament("A", "2025-07-05", "2025-07-06", every), FIDE)
    table = table_of(desk)
    assert table.about.round_robin
    assert [[row[at] for at in "123"] for row in rows(table)] == [
        ["X", "1", "½"],
        ["0", "X", "0"],
        ["½", "1", "X"],
    ]
    twice = (*every, *games(1, "2 1"))
    submit(desk.ledger, tournament("B", "2025-07-08", "2025-07-09", twice), FIDE)
    assert not table_of(desk, "B").about.round_robin


def test_a_team_event_has_its_boards_and_a_forfeit_without_an_opponent(desk):
    submit(
        desk.ledger,
        tournament("A", "2025-07-05", "2025-07-06", games(1, "2 1")),
        FIDE,
        byes=(Bye(round=1, entrant=0, code="+"),),
        teams=Teams(name=("Borgo", "Città"), number="00010002", size="00010001", member="00000001"),
    )
    found = entrants(desk)
    assert [(cell.opponent, cell.result, cell.score) for cell in found[1].rounds] == [
        (2, "1", 1),
        (None, "+", None),
    ]
    assert [(one.points, one.score) for one in found.values()] == [(2, 1), (0, 0)]


def test_an_annulled_tournament_has_no_table_and_says_why(desk):
    submit(desk.ledger, tournament("A", "2025-07-05", "2025-07-06", games(1, "2 1")), FIDE)
    (report,) = desk.pool().tournament_history("A").current
    desk.record(ReportAnnulled(tournament="A", report=report, by="fide-qc"))
    desk.official.catch_up()
    (in_pool,) = tournament_page(House(desk.ledger, desk.official), "A").pools
    assert (in_pool.row.state, in_pool.tables) == ("annulled", ())
    assert str(in_pool.without_table) == "every report of A is annulled: nothing counts"
    with pytest.raises(Refused, match="every report of A is annulled"):
        table_of(desk)


def test_a_draughts_event_has_its_lines_and_coefficients(sample):
    table = of_sample(sample, "T-000017")
    assert table["about"]["by_itself"]
    for one in table["entrants"]:
        lines = {line["kind"]: Fraction(line["points"]) for line in one["lines"]}
        assert Fraction(one["change"]) == lines.get("play", 0)
        assert one["rating_held"] + sum(lines.values()) == one["rating_after"]
