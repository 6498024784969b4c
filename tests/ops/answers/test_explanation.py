"""The explanation as a document: reading gives the same document, and other input is refused."""

from collections import defaultdict

import msgspec
import pytest
from sqlalchemy import event

from ledger.events.pool import ListPublished
from ledger.register import identities
from ops.access.actors import PUBLIC
from ops.access.personal_data import seen_by
from ops.answers.explanation import decoded, explained, explanation
from ops.doors.documents import plain
from ops.explanations.text import lines
from ops.house import open_house
from projections.queries import PoolQuery
from projections.queries.explain.sheets import UnitSheet
from tests.support.kept_state import store_of
from tests.support.systems import SYSTEMS, standard_chess


@pytest.fixture(scope="module")
def document(sample):
    with open_house(str(sample)) as house:
        return explained(house, "fide-standard", "fide:99002165", "2026-01")


def test_a_document_reads_back_as_the_same(document):
    """With the sentences in the same words."""
    written = msgspec.json.encode(document, enc_hook=plain)
    read = decoded(written)
    assert msgspec.json.encode(read, enc_hook=plain) == written
    assert [line.points for unit in read.units for line in unit.lines] == [
        line.points for unit in document.units for line in unit.lines
    ]


def test_the_day_of_publication_is_shown_also_where_lists_are_in_force_from_their_date(sample):
    with open_house(str(sample)) as house:
        said = [event.decoded().payload for event in house.read.of_type(ListPublished.TYPE)]
        published = {(one.pool, one.period): one.published_on for one in said}
        for pool in ("fide-standard", "rubele-italiana"):
            for row in house.pool(pool).lists()[1:]:
                assert row.published_on == published.get((pool, row.period)), row
        shown = explained(house, "fide-standard", "fide:99002165", "2026-01").list
        assert shown.published_on == published["fide-standard", "2026-01"]
        assert shown.in_force_from == shown.list_date


@pytest.mark.parametrize("value", ["10-2", "abc", 5, None])
def test_a_player_who_is_no_number_is_refused(document, value):
    fields = msgspec.json.decode(msgspec.json.encode(document, enc_hook=plain))
    with pytest.raises(msgspec.ValidationError):
        decoded(msgspec.json.encode(fields | {"player": value}))


@pytest.mark.parametrize("value", ["1/0", "x", True, 0.5])
def test_a_value_that_is_no_exact_number_is_refused(document, value):
    fields = msgspec.json.decode(msgspec.json.encode(document, enc_hook=plain))
    fields["units"][0]["cells"]["k"]["value"] = value
    with pytest.raises(msgspec.ValidationError):
        decoded(msgspec.json.encode(fields))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_document_alone_holds_all_that_a_worksheet_shows(tmp_path, system):
    """Read back from JSON, with neither ledger nor rulebook, the document gives the same text."""
    with SYSTEMS[system](str(tmp_path / "ledger")) as pool:
        for row in pool.lists():
            for player in (1, 2, 3, 4):
                found = explanation(pool, player, row)
                read = decoded(msgspec.json.encode(found, enc_hook=plain))
                assert [*lines(read)] == [*lines(found)]
                both = {name for sheet in found.corrected for name in sheet.shown}
                assert found.headings.keys() >= both


def test_what_is_shown_has_a_name_an_article_and_a_place(document):
    (unit,) = document.units
    assert unit.shown == ("rated_games", "sum_hundredths", "k", "variation_hundredths", "change")
    for played in unit.tournaments:
        assert played.columns[0] == "opponent_rating"
        assert played.shown == ("game_difference_hundredths",)
        counted = [game for game in played.games if game.cells["counts"].value]
        for name, total in played.sums.items():
            assert sum(game.cells[name].value for game in counted) == total.value
        assert all(document.names[identities.show(game.opponent)] for game in played.games)
        assert document.headings.keys() >= {*played.columns, *played.shown, *unit.shown}
    cited = {(one.edition, one.article): str(one.title) for one in document.articles}
    assert cited[document.edition, "8.3.3"] == "K-factor"
    assert {cell.article for name, cell in unit.cells.items() if name in unit.shown} <= {
        article for _, article in cited
    }


def test_the_k_that_a_list_prints_is_the_k_printed_before_of_the_next(sample):
    with open_house(str(sample)) as house:
        pool = house.pool("fide-standard")
        found: defaultdict[int, dict[int, UnitSheet]] = defaultdict(dict)
        for row in pool.lists()[1:]:
            for player in range(1, 60, 3):
                for unit in explanation(pool, player, row).units:
                    found[player][row.number] = unit
    compared = [
        (of[number - 1].printed_here["k"].value, unit.printed_before["k"].value)
        for of in found.values()
        for number, unit in of.items()
        if number - 1 in of and unit.printed_before
    ]
    assert len(compared) > 20
    assert all(here == before for here, before in compared)


def test_an_explanation_is_the_same_for_everybody(document):
    shown = seen_by(PUBLIC, document)
    assert shown == document
    assert [line.kind for line in shown.units[0].lines] == ["play", "rounding"]


def test_the_states_of_the_opponents_are_read_once_for_a_list(sample, monkeypatch):
    """Not once more for each tournament, and for the step."""
    read, states = [], PoolQuery.states

    def counted(pool, players, number, *further):
        read.append((number, len(players)))
        return states(pool, players, number, *further)

    monkeypatch.setattr(PoolQuery, "states", counted)
    with open_house(str(sample)) as house:
        pool, most = house.pool("fide-standard"), 0
        for player in range(1, 69):
            read.clear()
            (unit,) = explanation(pool, player, pool.list_of("2025-11")).units or (None,)
            most = max(most, len(unit.tournaments) if unit else 0)
            of_many = [number for number, players in read if players > 1]
            assert len(of_many) == len(set(of_many))
    assert most > 1


def test_a_document_takes_no_statement_more_for_more_games(sample):
    """Events of the reports, results of the list before, names: once each."""
    taken: dict[int, int] = {}
    counted: list[int] = []
    with open_house(str(sample)) as house:
        pool = house.pool("fide-standard")
        row = pool.list_of("2025-11")
        explanation(pool, 1, row)  # what all answers share is read once
        for engine in (house.ledger.engine, store_of(house).engine):
            event.listen(engine, "before_cursor_execute", lambda *_: counted.append(1))
        for player in range(1, 69):
            before, found = len(counted), explanation(pool, player, row)
            games = sum(len(of.games) for unit in found.units for of in unit.tournaments)
            taken[games] = max(taken.get(games, 0), len(counted) - before)
    assert max(taken) > 10
    assert max(taken.values()) <= 4


def test_a_correction_has_both_sides_of_each_game_and_value_and_who_decided(tmp_path):
    """1 lost a game on the list before; a decision reversed the result."""
    with standard_chess(str(tmp_path / "ledger")) as pool:
        booked, correcting = pool.lists()[1:]
        (sheet,) = explanation(pool, 1, correcting).corrected
        (decided,) = sheet.decisions
        assert sheet.list.period == booked.period
        assert (decided.event, decided.tournament) == ("result-corrected", "A")
        assert pool.official.ledger.read.at([decided.position])
        assert (decided.decided_by, decided.article) == ("the-commission", "")
        of_game = {game.opponent: (game.booked, game.corrected) for game in sheet.games}
        assert of_game == {2: ("0", "1"), 3: ("1", "1")}
        changed = [game.corrected_by for game in sheet.games if game.booked != game.corrected]
        assert changed == [decided.position]
        both = {
            name: (sheet.booked.cells[name].value, sheet.corrected.cells[name].value)
            for name in sheet.shown
        }
        assert both["change"] == (sheet.booked_points, sheet.due_points)
        assert sheet.edition == "2024-03-01"
