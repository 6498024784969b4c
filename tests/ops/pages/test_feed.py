"""The Atom feed of lists and decisions (RFC 4287): complete, escaped, asked again at no cost."""

import re
from datetime import datetime
from html import unescape
from xml.etree import ElementTree

import pytest

from tests.support.correcting_desk import at_a_desk
from tests.support.served import served

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = '</title><script>x</script> & "A" \x0b\ud7ff'
POOLS = ("fide-standard", "rubele-italiana")


@pytest.fixture(scope="module")
def client(sample):
    with served(sample, federation_name="F & <b>") as opened:
        yield opened


def feed_of(client, place="/it/feed.atom"):
    reply = client.get(place)
    assert reply.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(reply.content)  # noqa: S314 - our own


def texts(feed, name):
    return [of.text for of in feed.iter(f"{ATOM}{name}")]


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_feed_has_every_list_and_decision_the_last_first(client, language):
    news = client.get("/v1/news").json()["rows"]
    entries = feed_of(client, f"/{language}/feed.atom").findall(f"{ATOM}entry")
    assert [one.find(f"{ATOM}category").get("term") for one in entries] == [
        row["kind"] for row in news
    ]
    assert {row["list"] for row in news} >= {"2026-03", "2025-12-05", "2025-10"}
    assert {row["kind"] for row in news} == {"list", "decision"}
    positions = [row["position"] for row in news]
    assert positions == sorted(positions, reverse=True)


def test_the_feed_has_what_the_standard_asks(client):
    feed = feed_of(client)
    ids = texts(feed, "id")
    assert len({*ids}) == len(ids) > 10
    assert all(re.fullmatch("urn:uuid:[0-9a-f-]{36}", one) for one in ids)
    instants = [datetime.fromisoformat(text) for text in texts(feed, "updated")]
    assert instants[0] == max(instants)
    assert all(texts(feed, "title"))
    assert texts(feed, "name") == ["F & <b>"]
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "it"
    for of in feed.iter(f"{ATOM}link"):
        assert client.get(of.get("href")).status_code == 200


def test_the_names_of_entries_hold_in_every_language_and_after_a_restart(sample):
    found = []
    for language in ("it", "en", "it"):
        with served(sample) as client:
            found.append(texts(feed_of(client, f"/{language}/feed.atom"), "id"))
    assert found[0] == found[2]
    assert found[0][1:] == found[1][1:]
    assert found[0][0] != found[1][0]


@pytest.mark.parametrize("pool", POOLS)
def test_a_pool_has_a_feed_of_its_own(client, pool):
    feed = feed_of(client, f"/it/feed.atom?pool={pool}")
    other = next(one for one in POOLS if one != pool)
    places = [of.get("href") for of in feed.iter(f"{ATOM}link")]
    assert any(f"/it/pools/{pool}/lists/" in place for place in places)
    assert not any(f"/pools/{other}/" in place for place in places)


@pytest.mark.parametrize("place", ["/it", "/it/pools/fide-standard/lists/2026-03?as_of=2026-01-01"])
def test_every_page_names_its_feeds_and_no_feed_has_a_moment(client, place):
    page = client.get(place).text
    feeds = re.findall(r'type="application/atom\+xml" href="([^"]*)"', page)
    of_pool = ["/it/feed.atom?pool=fide-standard"] if "pools" in place else []
    assert [unescape(one) for one in feeds] == ["/it/feed.atom", *of_pool]


def test_a_feed_that_a_reader_has_already_is_not_sent_again(client):
    tag = client.get("/it/feed.atom").headers["ETag"]
    again = client.get("/it/feed.atom", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/en/feed.atom", headers={"If-None-Match": tag}).status_code == 200


def test_an_unknown_pool_has_no_feed(client):
    assert client.get("/it/feed.atom?pool=none").status_code == 404


def test_a_new_decision_is_new_in_the_feed_and_its_texts_make_no_element(tmp_path):
    path = str(tmp_path / "ledger")
    with at_a_desk(path) as desk:
        desk.close()
        desk.result(f"#{desk.report}#0", "0", "1", article=HOSTILE[:60].replace("\x0b", ""))
    with served(path, federation_name=HOSTILE) as client:
        feed = feed_of(client, "/en/feed.atom")
    entry = feed.find(f"{ATOM}entry")
    assert entry.find(f"{ATOM}title").text == "Result of a game corrected"
    assert "</title><script>" in entry.find(f"{ATOM}summary").text
    assert texts(feed, "name")[0].startswith("</title><script>x</script> & ")
    written = "feed id title updated author name link entry category summary"
    assert {of.tag.removeprefix(ATOM) for of in feed.iter()} == {*written.split()}
