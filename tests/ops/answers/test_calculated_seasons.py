"""The calculator gives the results of the lists of the seasons, cell by cell."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from ops.answers.calculator import calculated
from ops.answers.explanation import ExplanationDocument, explanation
from ops.house import open_house
from projections.calculation import Calculation, TypedGame, TypedTournament
from tests.support.counts import FULL
from tests.support.seasons import DRAUGHTS, FIDE, UISP

PLAIN = {"play", "rounding", "entry", "exit", "bonus", "Q", "floor"}
"""Lines by play alone: no decision, no correction, no lift."""
TIMES = {0: "1+0", 10: "3+2", 20: "10+5", 30: "90+30"}
"""A time control for each K of UISP."""
LISTS = 20 if FULL else 2
"""So many lists with games are explained, from the first to the last."""

MANY = 30
"""Players with games on a list, of whom every third is explained without --full."""


def explained(address, pool_name) -> Iterator[ExplanationDocument]:
    """Explain the rating of every player with games on some lists of a pool."""
    with open_house(str(address)) as house:
        house.catch_up()
        pool = house.pool(pool_name)
        booking = [on for on in pool.lists()[1:] if pool.bookings(on.number)]
        for on in booking[:: max(len(booking) // LISTS, 1)]:
            players = sorted({player for player, _ in pool.rows(on.number, "entry")})
            for player in players[:: 1 if FULL or len(players) < MANY else 3]:
                yield explanation(pool, player, on)


def typed(sheet, own=None) -> TypedTournament:
    """Type a tournament of a worksheet: the counted games, with the ratings used."""
    games = tuple(
        TypedGame(int(game.cells["opponent_rating"].value), game.result)
        for game in sheet.games
        if game.cells["counts"].value
    )
    found = TypedTournament(games=games, start=sheet.start, end=sheet.end, rating=own)
    if "k_over_the_board" not in sheet.cells:
        return found
    k, board = (int(sheet.cells[name].value) for name in ("k", "k_over_the_board"))
    return replace(found, time_control=TIMES[board], online=k != board)


def is_plain(document) -> bool:
    """Whether play alone, of tournaments of this list, made the rating."""
    kinds = {line.kind for unit in document.units for line in unit.lines}
    waited = [row for unit in document.units for row in unit.waiting]
    reports = {sheet.report for unit in document.units for sheet in unit.tournaments}
    return (
        kinds <= PLAIN
        and not document.corrected
        and all(not unit.year_ended and unit.tournaments for unit in document.units)
        and all(row["position"] in reports for row in waited)
    )


def line_of(line):
    """Return kind, points and article; an initial rating is typed, whatever the origin."""
    return line.kind, line.points, "" if line.kind == "entry" else line.article


def compare(found, document) -> None:
    """Compare the values of a calculation with those of an explanation."""
    assert (found.old, found.new) == (document.old, document.new)
    for step, unit in zip(found.steps, document.units, strict=True):
        assert [*map(line_of, step.lines)] == [*map(line_of, unit.lines)]
        assert step.legs == unit.legs
        for sheet, known in zip(step.tournaments, unit.tournaments, strict=True):
            assert sheet.edition == known.edition
            sums = ("counted_games", "entry_difference_hundredths")
            assert [sheet.cells[name] for name in sums] == [known.cells[name] for name in sums]
            counted = [game for game in known.games if game.cells["counts"].value]
            for game, was in zip(sheet.games, counted, strict=True):
                for name in ("expected_score_hundredths", "game_difference_hundredths"):
                    assert game.cells[name] == was.cells[name]


@pytest.mark.parametrize("pool", ["fide-standard", "fide-rapid", "fide-blitz"])
def test_chess_comes_to_what_the_lists_came_to(ledger_of, pool):
    looked_at = 0
    for document in filter(is_plain, explained(ledger_of(FIDE), pool)):
        (unit,) = document.units
        own = [int(sheet.cells["rating_used"].value) for sheet in unit.tournaments]
        elsewhere = {"standard": own[0]} if pool != "fide-standard" and not document.old else {}
        sheets = [
            typed(sheet, None if elsewhere else rating)
            for sheet, rating in zip(unit.tournaments, own, strict=True)
        ]
        k = unit.printed_before.get("k")
        asked = Calculation(
            rulebook=pool,
            list_date=document.list.list_date,
            rating=document.old or 0,
            k=int(k.value) if k else None,
            rated_elsewhere=elsewhere,
            tournaments=tuple(sheets),
        )
        compare(calculated(asked, document.list.list_date), document)
        looked_at += 1
    assert looked_at > 10


def test_uisp_comes_to_what_the_lists_came_to(ledger_of):
    looked_at = 0
    for document in filter(is_plain, explained(ledger_of(UISP), "uisp")):
        (unit,) = document.units
        entered = unit.tournaments[0].entered_by if not document.old else None
        own = [int(sheet.cells["rating_used"].value) for sheet in unit.tournaments]
        asked = Calculation(
            rulebook="uisp",
            list_date=document.list.list_date,
            rating=document.old or 0,
            decided_rating=entered.rating if entered else 0,
            tournaments=tuple(
                typed(sheet, None if entered else rating)
                for sheet, rating in zip(unit.tournaments, own, strict=True)
            ),
        )
        compare(calculated(asked, document.list.list_date), document)
        looked_at += 1
    assert looked_at > 10


@pytest.mark.parametrize("pool", ["rubele-italiana", "rubele-internazionale"])
def test_draughts_comes_to_what_the_lists_came_to(ledger_of, pool):
    looked_at = 0
    for document in filter(is_plain, explained(ledger_of(DRAUGHTS), pool)):
        for unit in document.units:
            (sheet,) = unit.tournaments
            entered = sheet.entered_by
            weight = unit.cells["weighted_half_hundredths"].value, unit.cells["sum_hundredths"]
            asked = Calculation(
                rulebook=pool,
                edition=sheet.edition,
                rating=unit.before or 0,
                decided_rating=entered.rating if entered else 0,
                counted_this_year="bonus" in unit.cells and not unit.cells["bonus"].value,
                tournaments=(
                    TypedTournament(
                        games=typed(sheet).games,
                        start=sheet.start,
                        end=sheet.end,
                        weight="1" if Fraction(weight[0]) == weight[1].value else "1/2",
                    ),
                ),
            )
            found = calculated(asked, document.list.list_date)
            compare(found, replace(document, old=unit.before, new=unit.after, units=(unit,)))
            looked_at += 1
    assert looked_at > 10
