"""Each new entrant is looked up on the recorded lists able to rate the entry.

The lists come first, the players are registered later, and no list is recorded again.
"""

from datetime import date

import pytest

from ledger.events.external import ExternalListCompleted
from ledger.intake.external_list.recorded_lists import on_list
from ledger.register import identities
from ops.access.recording import NotAllowed
from ops.closings.closing_checklist import of_closing
from ops.closings.recordings import CloseList
from ops.events.record_decision import record
from ops.external_lists.recorded_lists import player_on_list
from ops.players.recordings import MergePlayer
from ops.tournaments.corrections import AnnounceTournament, CorrectDetails, CorrectEntrant
from ops.tournaments.recordings import CompleteSheet
from projections.queries import findings
from tests.support.actors import actor_of, give
from tests.support.league import a_game
from tests.support.lists_and_reports import (
    NAMELESS,
    UISP,
    External,
    Office,
    Played,
    an_office,
    name_of,
)

LISTED, ABSENT, LATER, STRANGER = 3, 4, 5, 20
"""3 is on every list of FIDE, the others on none; 5 plays in November alone."""
RATING, FIXED = 1900, 1440
OCTOBER, NOVEMBER = date(2025, 10, 1), date(2025, 11, 1)


def of_fide(day: date) -> External:
    return External(
        "fide",
        day,
        {"standard": {LISTED: RATING, STRANGER: 2000}, "rapid": {STRANGER: 1}, "blitz": {}},
    )


LISTS = (
    of_fide(OCTOBER),
    of_fide(NOVEMBER),
    External("fsi", date(2020, 12, 1), {"standard": {STRANGER: 1}, "rapid": {STRANGER: 1}}),
)


def played(name: str, day: date, *entrants: int) -> Played:
    rounds = [[(1, number, "½-½")] for number in range(2, len(entrants) + 1)]
    return Played(name, day, entrants, rounds)


IN_OCTOBER = played("October", date(2025, 10, 4), 1, LISTED, ABSENT)
IN_NOVEMBER = played("November", date(2025, 11, 8), 1, 2, LATER)


@pytest.fixture
def office(tmp_path):
    """An office with every list recorded before the reports."""
    with an_office(tmp_path, {1: 1700, 2: 1650}) as made:
        for external in LISTS:
            made.record(external)
        yield made


def player(office: Office, person: int) -> int:
    """The register number of a person."""
    numbers = range(1, identities.last_player(office.house.read) + 1)
    names = identities.names(office.house.read, numbers)
    return next(number for number, name in names.items() if name == name_of(person))


def entries(office: Office, *persons: int) -> list[int]:
    """Close the list; return with the entries by persons. No entry needs a decision."""
    sealed = CloseList(pool=UISP).record(office.house).result
    assert not [row for row in of_closing(office.house, sealed) if row.player]
    office.house.catch_up()
    pool = office.house.pool(UISP)
    return [pool.state(player(office, one), 1).fields["entry_rating"] for one in persons]


def test_article_i_5_who_is_on_no_list_enters_with_the_fixed_points(office):
    """Reading `whole_lists`: no list is recorded again, and nobody decides."""
    before = office.house.read.head().next_position - 1
    office.bring_in(IN_OCTOBER)
    told = [on_list(office.house.read, "fide", "2025-10", known) for known in (before, None)]
    who = [player(office, one) for one in (LISTED, ABSENT)]
    assert [[listed.on_it(one) for one in who] for listed in told] == [[None] * 2, [True, False]]
    office.house.catch_up()
    said = findings.of_tournament(office.house.pool(UISP), "T-000001")
    assert {one.kind for one in said} == {"warning", "open"}  # of an old list, and not booked yet
    assert entries(office, LISTED, ABSENT) == [RATING, FIXED]


def test_another_player_of_an_entry_is_looked_up(office):
    office.bring_in(IN_OCTOBER)
    office.bring_in(IN_NOVEMBER)
    other = player(office, LATER)
    assert on_list(office.house.read, "fide", "2025-10").on_it(other) is None
    shown, by = identities.show(other), "uisp-chess"
    CorrectEntrant(tournament="T-000001", start_number=3, player=shown, by=by).record(office.house)
    assert on_list(office.house.read, "fide", "2025-10").on_it(other) is False
    assert entries(office, LATER) == [FIXED]


def test_the_players_of_a_tournament_of_other_days_are_looked_up(office):
    office.bring_in(IN_OCTOBER)
    assert on_list(office.house.read, "fide", "2025-11").on_it(player(office, ABSENT)) is None
    days = {"start": "2025-11-01", "end": "2025-11-03", "received_on": "2025-11-09"}
    CorrectDetails(tournament="T-000001", set=days, by="uisp-chess").record(office.house)
    assert entries(office, LISTED, ABSENT) == [RATING, FIXED]


def test_the_players_of_single_games_are_looked_up_with_the_sheet(office):
    """Of a longer sheet, too."""
    office.bring_in(IN_NOVEMBER)
    office.bring_in(played("More", date(2025, 11, 9), 1, ABSENT))
    details = {"name": "League", "start": "2025-10-01", "end": "2025-10-31"}
    details["time_control"] = "5400+30"
    league = AnnounceTournament(pool=(UISP,), set=details).record(office.house).result.tournament

    def game(person: int, day: int) -> None:
        white, black = (identities.show(player(office, one)) for one in (1, person))
        one = a_game(white, black, "=", "=", f"2025-10-{day:02}", tournament=league)
        one.record(office.house)

    game(LATER, 3)
    CompleteSheet(tournament=league, received_on=date(2025, 11, 2)).record(office.house)
    game(ABSENT, 4)
    october = on_list(office.house.read, "fide", "2025-10")
    assert [october.on_it(player(office, one)) for one in (LATER, ABSENT)] == [False, False]
    assert entries(office, LATER, ABSENT) == [FIXED, FIXED]


def test_whoever_may_hand_in_a_report_looks_its_entrants_up(office):
    """By hand a row is recorded by an officer alone."""
    give(office.house.ledger, "club-12", "submitter", UISP)
    office.house.act_as(actor_of(office.house.ledger, "club-12"))
    office.bring_in(IN_OCTOBER)
    row = ExternalListCompleted(
        body="fide", list="2025-10", player="00000004", values={"standard": "2000"}
    )
    with pytest.raises(NotAllowed):
        record(office.house, row)


def test_the_row_of_who_has_no_number_is_recorded_by_hand(office):
    """The import names the remedy; the row then counts in place of the absence."""
    (nameless, _) = NAMELESS
    receipt = office.bring_in(played("October", date(2025, 10, 4), 1, nameless))
    (warning,) = [one for one in receipt.warnings if "are searched" in str(one.expected)]
    assert str(warning.found) == "1 entrant without a fide number"
    assert "these lists are searched: fide 2025-10, fsi 2020-12" in str(warning.expected)
    assert "decide-external-list-completed" in str(warning.remedy)
    who = player(office, nameless)
    values = {"standard": "1810", "rapid": "0000", "blitz": "0000"}
    row = ExternalListCompleted(body="fide", list="2025-10", player=f"{who:08d}", values=values)
    record(office.house, row)
    (found,) = player_on_list(office.house.read, "fide", "2025-10", identities.show(who)).rows
    assert (found.on_it, found.columns["standard"]) == (True, 1810)
    assert entries(office, nameless) == [1810]


@pytest.mark.parametrize("lists_first", [True, False], ids=["lists first", "reports first"])
def test_reading_listed_as_merged_is_on_the_list_by_the_merged_number(tmp_path, lists_first):
    """The kept number has no row, the merged number has a row: one person, on the list."""
    (nameless, _) = NAMELESS
    reports = [IN_OCTOBER, played("Also", date(2025, 10, 5), 2, nameless)]
    with an_office(tmp_path, {1: 1700, 2: 1650}) as office:
        for external in LISTS if lists_first else ():
            office.record(external)
        for report in reports:
            office.bring_in(report)
        for external in () if lists_first else LISTS:
            office.record(external)
        who = [identities.show(player(office, one)) for one in (nameless, LISTED)]
        MergePlayer(kept=who[0], player=who[1], by="uisp-chess").record(office.house)
        (found,) = player_on_list(office.house.read, "fide", "2025-10", who[0]).rows
        assert (found.on_it, found.columns["standard"]) == (True, RATING)
        assert entries(office, nameless) == [RATING]
