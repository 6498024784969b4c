"""The pages beside a list: all closed lists of a pool, promotions, points taken for idle years."""

import pytest

from tests.support.seasons import DRAUGHTS
from tests.support.served import served


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def shown(client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, response.text
    return str(response.text)


def test_closed_lists_stand_newest_first_each_with_what_changed(client):
    page = shown(client, "/it/pools/fide-standard/lists")
    newest, oldest = (
        f"/it/pools/fide-standard/lists/{period}" for period in ("2026-03", "2025-10")
    )
    assert page.index(f'href="{newest}"') < page.index(f'href="{oldest}"')
    assert page.count("/compare/") == 5
    assert "/it/pools/fide-standard/lists/2026-02/compare/2026-03" in page
    assert "6 liste chiuse" in page
    assert "c685a3e4d69f19d899ac7f1dad90c943b4bd85244167c5a29455a99bfe7b81c5" in page


def test_a_promotion_has_categories_ratings_and_its_tournament(client):
    page = shown(client, "/it/pools/rubele-italiana/lists/2025-07-05/promotions")
    assert "Regionale → <b>Nazionale</b>" in page
    assert '<a href="/it/tournaments/T-000017">Gara di Valbruna</a>' in page
    assert "1994 →</span> 2170" in page


def test_a_list_leads_to_the_bulletins_it_has(client):
    draughts = shown(client, "/it/pools/rubele-italiana/lists/2025-07-05")
    for path in ("promotions", "penalties"):
        address = f"/it/pools/rubele-italiana/lists/2025-07-05/{path}"
        assert f'href="{address}"' in draughts
        shown(client, address)
    chess = shown(client, "/it/pools/fide-standard/lists/2026-03")
    assert "/promotions" not in chess
    assert client.get("/it/pools/fide-standard/lists/2026-03/promotions").status_code == 404


def test_nobody_lost_points_for_an_idle_year(client):
    page = shown(client, "/en/pools/rubele-italiana/lists/2025-12-05/penalties")
    assert "No player of this list has lost points for an idle year" in page


def test_penalties_stand_page_after_page_the_most_points_first(ledger_of):
    """More than three hundred players without games for years."""
    path = "/it/pools/rubele-internazionale/lists/2024-01-15/penalties"
    with served(ledger_of(DRAUGHTS)) as client:
        found = [client.get(path, params={"page": page}).text for page in (1, 4)]
        everybody = client.get(f"/v1{path[3:]}", params={"limit": 1000}).json()
        pages = [
            client.get(f"/v1{path[3:]}", params={"limit": 100, "page": at}).json()
            for at in (1, 2, 3, 4)
        ]
    taken = [row["taken"] for row in everybody["rows"]]
    assert taken == sorted(taken, reverse=True)
    assert [row for page in pages for row in page["rows"]] == everybody["rows"]
    assert [page["about"].get("next_page") for page in pages] == [2, 3, 4, None]
    assert everybody["about"]["players"] == 309
    assert [page.count('<th scope="row">') for page in found] == [100, 9]
    assert "da 301 a 309 su 309" in found[1]
    assert "−450" in found[0]
