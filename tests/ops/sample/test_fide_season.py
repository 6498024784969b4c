"""Four years of FIDE ratings: the numbers of events and players."""

from ledger.store.ledger import Ledger
from tests.support.sample_world import payloads
from tests.support.seasons import FIDE

FEWEST_EVENTS, FEWEST_PLAYERS = 60, 400


def test_it_is_as_large_as_it_says(ledger_of):
    """Events played and reported, and players with a game or a row on a list."""
    with Ledger.open(str(ledger_of(FIDE))) as ledger:
        events = [each.decoded() for each in ledger.read.events()]
        registered = payloads(ledger, "register", "players-registered")
    submitted = ("tournament-submitted.v1", "report-part-submitted.v1")
    played = {each.payload.tournament for each in events if each.type in submitted}
    assert len(played) >= FEWEST_EVENTS
    assert sum(len(each.birth_year) // 4 for each in registered) >= FEWEST_PLAYERS
