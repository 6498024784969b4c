"""A merged number on lists closed before the merge: the published answers stay."""

from datetime import date

import pytest

from ledger.register import identities
from ops.answers.answer import stated
from ops.answers.carried_in import rating_known_at
from ops.answers.category_questions import category_changes
from ops.answers.explanation import explained
from ops.answers.selection import Selection
from ops.closings.recordings import CloseList, PublishList
from ops.house import open_house
from ops.lists.changes import Compared, list_changes
from ops.players.history import history_asked
from ops.players.many_ratings import ratings_query
from ops.players.people import player_overview
from ops.players.ratings import RatingAsked
from ops.players.recordings import MergePlayer, SeparatePlayer
from projections.queries.changed_rows import ClosedList

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
CASES = {
    CHESS: ("1-3", "67-2", "2026-02", "2026-03"),
    DRAUGHTS: ("36-2", "79-4", "2025-07-05", "2025-12-05"),
}
"""The number that stays, the merged one, and two lists with it; 36-2 is not in the pool."""


@pytest.fixture
def house(copy):
    """The sample, to record in."""
    with open_house(str(copy)) as opened:
        yield opened


def answers(house, pool, number, known_at=None, track="official"):
    """Return the rows of all answers about a number on two lists, without the basis."""
    _, _, earlier, later = CASES[pool]
    known = None if known_at is None else int(known_at[1:])
    opened = house.pool(pool, known, track)
    (one,) = ratings_query(house, [RatingAsked(pool, number, None, known_at, track)]).rows
    of_person = player_overview(house, number, None, known_at, track).rows[0]
    in_pools = [row for row in of_person.ratings if number in (of_person.player, row.merged_number)]
    return {
        "rating": rating_known_at(house, pool, number, None, known_at, track).rows,
        "one of many": (one.player, one.name, one.rating, one.category, one.list),
        "history": history_asked(opened, number, None).rows,
        "explanation": explained(house, pool, number, later, None, known_at, track).units,
        "comparison": list_changes((opened, earlier), (opened, later), Compared(number)).rows,
        "categories": category_changes(opened, number).rows if pool == DRAUGHTS else (),
        "searched": sought(opened, number, later),
        "pools": [
            (row.pool, row.rating)
            for row in in_pools
            if row.pool == pool and (row.merged_number or of_person.player) == number
        ],
    }


def sought(opened, number, period):
    """Return the players found on a list by a search for a number."""
    row = opened.list_of(period)
    values = ClosedList(opened, row).values
    return values["player"][Selection(search=number).rows(opened, row, values)].tolist()


@pytest.mark.parametrize("pool", CASES)
def test_a_merge_changes_no_answer_about_lists_before_it(house, pool):
    """As known before the merge and after, until the next list; the answer names the merge."""
    kept, merged, _, _ = CASES[pool]
    last = house.read.head().next_position - 1
    before = answers(house, pool, merged)
    assert before["comparison"]
    assert before["searched"] == [identities.parse(merged)]
    receipt = MergePlayer(kept=kept, player=merged, by="body").record(house).receipt
    house.catch_up()
    assert answers(house, pool, merged, f"#{last}") == before
    assert answers(house, pool, merged) == before
    says = f"{merged} was merged into {kept} by event #{receipt.first_position}"
    found = stated(rating_known_at(house, pool, merged, None, None).about)["merged"]
    assert str(found) == says
    before = rating_known_at(house, pool, merged, None, f"#{last}").about
    assert "merged" not in stated(before)


def test_the_next_list_leads_to_the_kept_player_and_earlier_ones_stay(house):
    """Closed with the merge, then with the separation; each list answers for the number of
    the time.
    """
    kept, merged, _, later = CASES[CHESS]
    before = answers(house, CHESS, merged)
    MergePlayer(kept=kept, player=merged, by="body").record(house)
    CloseList(pool=CHESS).record(house)
    in_force, on_next = date(2026, 3, 10), date(2026, 4, 10)

    def shown(day):
        house.catch_up()
        (row,) = rating_known_at(house, CHESS, merged, day, None).rows
        return row.player

    house.catch_up()
    assert explained(house, CHESS, merged, later).units == before["explanation"]
    assert explained(house, CHESS, merged, "2026-04").player == identities.parse(kept)
    assert sought(house.pool(CHESS), merged, "2026-04") == [identities.parse(kept)]
    PublishList(pool=CHESS, period="2026-04", on=date(2026, 4, 1)).record(house)
    assert (shown(in_force), shown(on_next)) == (merged, kept)
    SeparatePlayer(player=merged, by="body").record(house)
    assert (shown(in_force), shown(on_next)) == (merged, kept)
    CloseList(pool=CHESS).record(house)
    PublishList(pool=CHESS, period="2026-05", on=date(2026, 5, 1)).record(house)
    assert (shown(on_next), shown(date(2026, 5, 10))) == (kept, merged)


def test_on_the_revised_track_a_merged_number_is_the_kept_player_on_every_list(house):
    """All facts known come first: both numbers are a single player from the first list on."""
    kept, merged, _, _ = CASES[CHESS]
    MergePlayer(kept=kept, player=merged, by="body").record(house)
    house.catch_up()
    rows = {
        number: rating_known_at(house, CHESS, number, None, None, "revised").rows
        for number in (kept, merged)
    }
    assert rows[kept] == rows[merged]
