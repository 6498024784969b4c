"""A player's findings repeat the findings of tournaments, as far as the player is concerned."""

from collections.abc import Iterator

import pytest

from ledger.events.counting import TournamentRefused, TournamentReinstated
from projections.queries import findings
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.uisp_events import AWAY, NEW, Q1, Q4, TOO, an_office_of, event, say
from tests.support.uisp_office import Office

BODY = "the-commission"


@pytest.fixture
def office(tmp_path) -> Iterator[Office]:
    """1 to 4 have 1500; 5 and 6 have no rating, and no list is at hand."""
    with an_office_of(str(tmp_path / "ledger")) as made:
        yield made


def told(office: Office, player: int, word: str) -> list[str]:
    """Return a player's findings that hold a word."""
    found = findings.of_player(office.pool(), player)
    return [f"{finding.kind}: {finding.says!s}" for finding in found if word in str(finding.says)]


def to_whom(office: Office, word: str) -> set[int]:
    return {number for number in range(1, TOO + 1) if told(office, number, word)}


def test_what_becomes_of_a_correction_is_told_to_whom_it_concerns(office):
    """Refused, and reinstated after the list was sealed: all, before and after."""
    office.submit(event("A", "2025-08-05", 1, "2 1 3 1"))
    say(office, lambda _: TournamentRefused(tournament="A", by=BODY))
    office.closed(Q4)
    at = say(office, lambda _: TournamentReinstated(tournament="A", by=BODY))
    said = (
        f"#{at} (tournament reinstated) was recorded after list 2025-Q4 had booked the report, "
        "which stays as sealed:"
    )
    assert told(office, 2, "reinstated") == [f"open: {said} the next list books what it changes"]
    office.closed(Q1)
    books = f"later: {said} what it changes is booked on list 2026-Q1"
    assert told(office, 2, "reinstated") == [books]
    assert to_whom(office, "reinstated") == {1, 2, 3}


@pytest.mark.parametrize(
    ("received", "why", "then"),
    [
        (
            "2025-09-20",
            "office error: received in time, on 2025-09-20, but recorded after",
            "the next",
        ),
        ("2025-09-26", "cut-off missed: it was received on 2025-09-26, list 2025-Q4", "a later"),
    ],
)
def test_that_a_list_did_not_take_his_tournament_is_told_as_soon_as_that_is_recorded(
    office, received, why, then
):
    """Before the sealing of the list that takes the tournament, and after."""
    office.closed(Q4)
    office.submit(event("A", "2025-08-01", 1, "2 1"), received=received)
    (still_open,) = told(office, 2, "list books it")
    assert still_open.startswith(f"open: {why}")
    assert still_open.endswith(f"; {then} list books it")
    office.closed(Q1)
    (later,) = told(office, 2, "; booked on")
    assert later.startswith(f"later: {why}")
    assert later.endswith("; booked on 2026-Q1")


CONCERN = {
    "of a game its two players": (result_corrected("A", 1, "=="), {1, 3}),
    "of an entrant who he was, who he is, and whom he met": (reassigned("A", 1, 4), {1, 2, 4}),
    "of the event all": (details_corrected("A", time_control="3+2"), {1, 2, 3}),
    "of where it counts all": (details_corrected("A", pools=AWAY), {1, 2, 3}),
}


@pytest.mark.parametrize("which", CONCERN)
def test_a_correction_concerns(office, which):
    """2 and 3 both met 1."""
    fact, concerned = CONCERN[which]
    at = office.submit(event("A", "2025-08-05", 1, "2 1 3 1"))
    office.submit(event("B", "2025-08-05", NEW, "4 1"))
    office.closed(Q4)
    say(office, fact, at)
    assert to_whom(office, "was recorded after list") == concerned
