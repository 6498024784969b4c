"""Persons named by events: every column of register numbers, games and entrants too."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ledger.events import catalogue
from ledger.events.counting import ExemptionGranted, GameExcluded, TournamentRefused
from ledger.events.report import EntrantReassigned, ReportReplaced, ResultCorrected
from ledger.tournaments.naming import TOO_MANY, namings
from tests.support.chess_desk import at_a_desk, replacement
from tests.support.recording import submit
from tests.support.worlds import FIDE, games, tournament

LOOKED_INTO = {
    *("player", "entrants.player", "newcomers.player"),
    *("white", "black", "kept", "merged"),
}
OPEN = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 3 ="))


def fields_of_players(kind: type[msgspec.Struct], before: str = "") -> Iterator[str]:
    """Return the fields of a definition with register numbers, as paths."""
    info: Any = msgspec.inspect.type_info(kind)
    for field in info.fields:
        for path, inside in _unpacked(f"{before}{field.name}", field.type):
            if isinstance(inside, msgspec.inspect.StructType):
                yield from fields_of_players(inside.cls, f"{path}.")
            elif _holds_players(inside):
                yield path


def _unpacked(path: str, inside: Any) -> Iterator[tuple[str, Any]]:
    for one in getattr(inside, "types", (inside,)):
        if isinstance(one, msgspec.inspect.VarTupleType):
            yield from _unpacked(path, one.item_type)
        elif isinstance(one, msgspec.inspect.Metadata) and isinstance(
            one.type, msgspec.inspect.StructType
        ):
            yield path, one.type
        else:
            yield path, one


def _holds_players(inside: Any) -> bool:
    told = str(getattr(inside, "extra_json_schema", None) or {})
    return "register number" in told or "players whose words" in told


def test_every_field_of_register_numbers_is_looked_into():
    """A new event that names players elsewhere must be added."""
    found = {
        path
        for name, kind in catalogue.DEFINITIONS.items()
        if name not in TOO_MANY
        for path in fields_of_players(kind)
    }
    assert found == LOOKED_INTO


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def named(desk, position: int) -> list[int]:
    read = desk.ledger.read
    return namings(read, [read.at([position])[position]])[:, 0].tolist()


def test_reports_registrations_and_ratings_carried_over_name_their_players(desk):
    report = submit(desk.ledger, OPEN, FIDE)
    at = {recorded.type: recorded.position for recorded in desk.ledger.read.events()}
    for name in ("players-registered.v1", "ratings-carried-over.v1", "tournament-submitted.v1"):
        assert named(desk, at[name]) == [1, 2, 3]
    assert at["tournament-submitted.v1"] == report


def test_what_corrects_a_game_names_the_two_who_played_it_as_they_stood(desk):
    """Of a corrected entrant: the earlier and the present player."""
    report = submit(desk.ledger, OPEN, FIDE)
    said: dict[str, Any] = {"tournament": "A", "report": report, "by": "body"}
    both: dict[str, Any] = {"white_result": "1", "black_result": "0"}
    first = desk.record(ResultCorrected(game=0, **both, **said))
    moved = desk.record(EntrantReassigned(entrant=1, player=4, **said))
    then = desk.record(ResultCorrected(game=0, **both, **said))
    out = desk.record(GameExcluded(game=1, **said))
    nowhere = desk.record(GameExcluded(game=9, **said))
    assert [named(desk, each) for each in (first, moved, then, out, nowhere)] == [
        [1, 2], [2, 4], [1, 4], [1, 3], [],
    ]  # fmt: skip


def test_what_is_about_a_tournament_names_nobody_and_what_is_for_a_player_names_them(desk):
    submit(desk.ledger, OPEN, FIDE)
    refused = desk.record(TournamentRefused(tournament="A", by="body"))
    lifted = desk.record(ExemptionGranted(tournament="A", article="9.1", by="body", player=3))
    assert (named(desk, refused), named(desk, lifted)) == ([], [3])


def test_a_new_report_names_its_own_entrants(desk):
    report = submit(desk.ledger, OPEN, FIDE)
    other = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1"))
    new = desk.record(replacement(other, report))
    assert named(desk, new) == [1, 2]
    assert desk.ledger.read.at([new])[new].type == ReportReplaced.TYPE
