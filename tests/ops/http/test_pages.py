"""Each page for people needs one answer with everything on the page."""

import pytest

from tests.support.served import headers_of, served, with_keys

LIST = "/v1/pools/fide-standard/lists/2026-03"
PAGES = {
    "front": (
        "/v1/overview",
        """
        rows[].pool rows[].title rows[].in_force rows[].next_list rows[].next_list_date
        rows[].next_cut_off rows[].players rows[].leaders[].name rows[].leaders[].rating
        rows[].leaders[].change rows[].gains[].change rows[].gains[].tournaments[].name
        about.tournaments[].name about.tournaments[].end about.decisions[].says about.known_to
        """,
    ),
    "list": (
        f"{LIST}?limit=100",
        """
        rows[].rank rows[].player rows[].number rows[].name rows[].federation rows[].birth_year
        rows[].sex rows[].rating rows[].rating_before rows[].change rows[].k rows[].period_games
        rows[].flag about.in_force_from about.digest about.known_to about.players
        about.head.list_date about.head.cut_off about.head.list_before about.head.next_list
        about.head.next_list_date about.head.next_cut_off about.head.listed about.head.entered
        about.head.departed about.head.inactive about.head.turned_inactive about.head.turned_active
        about.distribution[].players
        """,
    ),
    "player": (
        "/v1/players/fide:99002942",
        """
        rows[].player rows[].name rows[].numbers rows[].federation rows[].birth_year
        rows[].ratings[].rating rows[].ratings[].rank rows[].ratings[].active rows[].ratings[].k
        rows[].ratings[].peak rows[].ratings[].games_so_far rows[].ratings[].list
        rows[].pools[].number rows[].pools[].course[].list rows[].pools[].course[].rating
        rows[].pools[].course[].in_force_from rows[].pools[].history[].change
        rows[].pools[].history[].games rows[].pools[].history[].tournaments[].name
        rows[].pools[].history[].tournaments[].points about.known_to
        """,
    ),
    "worksheet": (
        "/v1/pools/fide-standard/players/fide:99002942/lists/2026-03/explanation",
        """
        old new edition list.digest known_to names headings articles[].title units[].before
        units[].after units[].shown units[].lines[].points units[].printed_before.k.value
        units[].printed_here.k.value units[].printed_here.k.article units[].tournaments[].name
        units[].tournaments[].columns units[].tournaments[].sums
        units[].tournaments[].list_used.period units[].tournaments[].games[].round
        units[].tournaments[].games[].opponent units[].tournaments[].games[].result
        units[].tournaments[].games[].shown
        """,
    ),
    "rules": (
        "/v1/rules/fide-standard/8.3.3?on=2025-11-01",
        """
        rows[].article rows[].title rows[].value rows[].unit rows[].says rows[].where rows[].tests
        rows[].edition about.title about.editions[].edition about.editions[].source
        about.edition_of_the_list about.numbers_digest
        """,
    ),
    "tournament": (
        "/v1/tournaments/T-000006",
        """
        tournament known_to details.name details.received_on reports[].report reports[].entrants
        reports[].booked[].list pools[].row.state pools[].row.place pools[].row.players
        pools[].row.rounds pools[].row.lists pools[].findings[].says files
        pools[].tables[].about.booked pools[].tables[].entrants[].name
        pools[].tables[].entrants[].rating pools[].tables[].entrants[].points
        pools[].tables[].entrants[].score pools[].tables[].entrants[].expected
        pools[].tables[].entrants[].change pools[].tables[].entrants[].rounds[].round
        pools[].tables[].entrants[].rounds[].result pools[].tables[].entrants[].rounds[].counts
        """,
    ),
    "trail": (
        "/v1/tournaments/T-000006/trail",
        """
        rows[].position rows[].recorded_at rows[].says rows[].recorded_by rows[].valid_on
        rows[].link.chain_hash rows[].link.chain_hash_before rows[].list about.known_to
        about.tournament_name
        """,
    ),
    "event": (
        "/v1/events/7",
        "rows[].body rows[].link.leaf_hash rows[].link.chain_hash rows[].link.chain_hash_before",
    ),
    "decisions": (
        "/v1/decisions",
        "rows[].day rows[].decided_by rows[].says rows[].article rows[].lists[].pool rows[].link",
    ),
}
"""By page: the one address that it asks, and what it shows from the answer."""


@pytest.fixture(scope="module")
def client(sample, tmp_path_factory):
    keyed = with_keys(sample, tmp_path_factory.mktemp("pages"))
    with served(keyed.address) as opened:
        opened.headers.update(headers_of(keyed.keys["auditor"]))
        yield opened


def values(document, place):
    """All values at a place of a document; `[]` stands for every row."""
    name, _, rest = place.partition(".")
    found = document[name.removesuffix("[]")] if name else document
    for one in found if name.endswith("[]") else [found]:
        yield from values(one, rest) if rest else [one]


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_stands_in_one_answer(client, page):
    """No part is empty in every row."""
    path, shown = PAGES[page]
    document = client.get(path).json()
    for place in shown.split():
        found = [*values(document, place)]
        assert any(value not in (None, "", []) for value in found), place
