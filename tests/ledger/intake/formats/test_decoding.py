"""Recorded facts equal the facts read: events decoded without the ledger's own reader."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings

from ledger import columns
from ledger.events.report import Round
from ledger.intake.formats.trf.reader import read_trf
from ledger.intake.import_report.importing import import_report
from ledger.store.ledger import Ledger
from ledger.tournaments.report import Bye, Game
from tests.support.counts import FULL
from tests.support.pool_ledgers import chess, cut, numbers, opened, opens, payload, words
from tests.support.report_files import Tournament, players, round_robin
from tests.support.tournament_strategies import tournaments


@pytest.fixture(scope="module")
def long_lived(tmp_path_factory):
    """A single ledger for all examples: reports come in turn, some again."""
    with opened(str(tmp_path_factory.mktemp("importing") / "ledger.db")) as made:
        yield made


EXAMPLES = 300 if FULL else 30
"""Drawn reports that are recorded; `ops/test --full` records more."""


@settings(max_examples=EXAMPLES)
@given(tournaments())
def test_any_report_is_decoded_as_it_was_read(long_lived, tournament):
    # Where nobody has a point, the file is the same under both ways to count: the name tells them.
    file = replace(tournament, name=tournament.points).trf16()
    facts = {"points": tournament.points}
    receipt = import_report(long_lived, file, chess(facts=facts, another_event=True))
    assert_same(long_lived, receipt.report_position, read_trf(file, points=tournament.points))


def test_any_day_of_a_round_is_decoded_as_it_was_read(ledger):
    days = [date(2026, 1, 10), date(2026, 1, 11)]
    file = replace(Tournament(players(4), round_robin(4)), round_dates=days).trf16()
    receipt = import_report(ledger, file, chess())
    assert payload(ledger, receipt.report_position).rounds == (
        Round(games=2, on=days[0]),
        Round(games=2, on=days[1]),
        Round(games=2, on=None),
    )
    assert_same(ledger, receipt.report_position, read_trf(file))


def assert_same(ledger: Ledger, position, reading):
    """Check that the event and the words beside agree with the reader."""
    report, said = reading.accepted(), payload(ledger, position)
    assert (said.start, said.end, said.time_control) == (
        report.start,
        report.end,
        report.time_control,
    )
    assert tuple(round_.on for round_ in said.rounds) == report.round_dates
    assert games_of(said) == report.games
    assert tuple(Bye(bye.round, bye.entrant, bye.code) for bye in said.byes) == report.byes
    assert_same_entrants(ledger, position, said.entrants, report.entrants)


def games_of(said):
    """Decode the games, round by round."""
    sides = zip(
        [number for number, each in enumerate(said.rounds, 1) for _ in range(each.games)],
        numbers(said.games.white, columns.NUMBER),
        numbers(said.games.black, columns.NUMBER),
        said.games.white_result,
        said.games.black_result,
        strict=True,
    )
    return tuple(Game(*side) for side in sides)


def assert_same_entrants(ledger, position, said, entrants):
    assert numbers(said.number, columns.NUMBER) == [entrant.number for entrant in entrants]
    assert numbers(said.rating, columns.RATING) == [entrant.rating for entrant in entrants]
    assert len(cut(said.commitment, columns.COMMITMENT)) == len(entrants)
    kept = ledger.read.reported_names(position)
    assert opens(said.commitment, kept)
    told = [words(kept[index]) for index in range(len(entrants))]
    assert [(entrant["name"], entrant["number"], entrant["rating"]) for entrant in told] == [
        (entrant.name, entrant.reported_number, entrant.rating) for entrant in entrants
    ]
    known = ledger.read.players_by_number("fide", [entrant["number"] for entrant in told])
    assert numbers(said.player, columns.PLAYER) == [known[entrant["number"]] for entrant in told]
