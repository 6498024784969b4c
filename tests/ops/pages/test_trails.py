"""The pages of trails and events: for roles with the right, and a refusal with the
reason for others.
"""

import pytest

from tests.support.served import headers_of, served, with_keys

TRAILS = ("/players/10-1/trail", "/tournaments/T-000001/trail", "/pools/fide-standard/trail")


@pytest.fixture(scope="module")
def keyed(sample, tmp_path_factory):
    return with_keys(sample, tmp_path_factory.mktemp("trails"))


@pytest.fixture(scope="module")
def client(keyed):
    with served(keyed.address) as opened:
        yield opened


@pytest.mark.parametrize("path", [*TRAILS, "/events/14"])
def test_who_may_not_see_it_reads_so(client, keyed, path):
    page = client.get(f"/it{path}")
    assert page.status_code == 401
    assert "Questa pagina è per chi lavora per la federazione" in page.text
    assert "Authorization" not in page.text
    assert client.get(f"/it{path}", headers=headers_of(keyed.keys["auditor"])).status_code == 200


@pytest.mark.parametrize("path", TRAILS)
def test_a_trail_shows_each_event_with_its_page(client, keyed, path):
    headers = headers_of(keyed.keys["auditor"])
    rows = client.get(f"/v1{path}", headers=headers).json()["rows"]
    page = client.get(f"/en{path}", headers=headers).text
    assert rows
    for row in rows:
        assert f'href="/en/events/{row["position"]}">#{row["position"]}</a>' in page


def test_the_next_page_begins_where_the_first_ends(client, keyed):
    headers = headers_of(keyed.keys["auditor"])
    page = client.get("/en/players/10-1/trail?limit=3", headers=headers).text
    assert 'rel="next" href="/en/players/10-1/trail?limit=3&amp;first=8"' in page
    following = client.get("/en/players/10-1/trail?limit=3&first=8", headers=headers).text
    assert "From the first event" in following
    assert ">#8</a>" in following
    assert ">#7</a>" not in following


def test_an_event_shows_its_place_in_the_chain(client, keyed):
    """The hash before is the hash of the event before."""
    headers = headers_of(keyed.keys["auditor"])
    links = [
        client.get(f"/v1/events/{at}", headers=headers).json()["rows"][0]["link"] for at in (13, 14)
    ]
    page = client.get("/en/events/14", headers=headers).text
    assert links[0]["chain_hash"] == links[1]["chain_hash_before"]
    for found in links[1].values():
        assert found in page
    assert 'href="/en/events/13"' in page
