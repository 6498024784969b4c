"""Large reports: taken up to the limit of an event, else refused with a way to divide."""

import random
from dataclasses import replace

import pytest

from ledger import canonical, limits
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report import parts
from ledger.intake.import_report.importing import import_report
from ledger.store import integrity
from tests.support.counts import FULL
from tests.support.pool_ledgers import chess, payload
from tests.support.reader_messages import accepted
from tests.support.received_reports import LONG, OLD, T, refused_for, replaced
from tests.support.recorded_reports import recorded_report
from tests.support.report_files import Pairing, Tournament, players

PLAYERS = 2_000 if FULL else 400


def swiss(count: int, rounds: int) -> Tournament:
    """Make a tournament in which everybody plays in every round; always the same."""
    drawn = random.Random(1)
    made: list[list[Pairing]] = []
    for _ in range(rounds):
        order = list(range(1, count + 1))
        drawn.shuffle(order)
        results = [drawn.choice(["1-0", "½-½", "0-1"]) for _ in range(count // 2)]
        made.append(list(zip(order[::2], order[1::2], results, strict=True)))
    return Tournament(players(count), made)


def test_an_open_of_two_thousand_players_is_taken_and_replaced(ledger):
    """In fifteen rounds: 15,000 games. In a quick run a fifth."""
    table = swiss(PLAYERS, 15)
    receipt = import_report(ledger, table.trf16(), chess())
    assert (receipt.entrants, receipt.games, receipt.rounds) == (PLAYERS, PLAYERS * 15 // 2, 15)
    assert recorded_report(ledger.read, T) == accepted(table.trf16())
    other = replace(table, time_control="60 min").trf16()
    (changed,) = replaced(ledger, other).differences
    assert (changed.what, changed.after) == ("time_control", "60 min")
    assert list(integrity.faults(ledger.engine)) == []


@pytest.mark.parametrize(("less", "fits"), [(-1, True), (0, True), (1, False)])
def test_a_report_may_fill_its_event_to_the_last_byte(ledger, less, fits):
    import_report(ledger, LONG.trf16(), chess())
    fact = payload(ledger, 5)
    room = len(canonical.encode_typed(fact)) - less
    if fits:
        parts.check_size(fact, room)
        return
    with pytest.raises(ReportRefused) as refused:
        parts.check_size(fact, room)
    (told,) = refused_for(refused.value)
    assert f'found "{room + 1:,} bytes as it is recorded", expected at most {room:,}' in told
    assert "send it in parts: part 1 rounds 1-5, then of T-…" in told


def test_entrants_who_fill_an_event_by_themselves_cannot_be_sent_in_parts(ledger):
    import_report(ledger, OLD, chess())
    with pytest.raises(ReportRefused, match="send fewer entrants at a time"):
        parts.check_size(payload(ledger, 5), 300)


@pytest.mark.parametrize(("most", "fits"), [(11, False), (12, True), (13, True)])
def test_as_many_games_as_an_event_holds_are_taken(ledger, monkeypatch, most, fits):
    """Six rounds of two games; the reader refuses more, before anything is cut out of the file."""
    monkeypatch.setattr(limits, "EVENT_GAMES", most)
    if fits:
        assert import_report(ledger, LONG.trf16(), chess()).games == 12
        return
    with pytest.raises(ReportRefused, match='games: found "12", expected at most 11'):
        import_report(ledger, LONG.trf16(), chess())


@pytest.mark.parametrize(("most", "fits"), [(3, False), (4, True), (5, True)])
def test_as_many_entrants_as_an_event_holds_are_taken(ledger, monkeypatch, most, fits):
    monkeypatch.setattr(limits, "EVENT_PLAYERS", most)
    if fits:
        assert import_report(ledger, OLD, chess()).entrants == 4
        return
    with pytest.raises(ReportRefused, match='players: found "4", expected 1 to 3'):
        import_report(ledger, OLD, chess())
