"""A list as a file is the whole list: a selection is refused, not ignored."""

import pytest

from tests.support.served import served

LIST = "/v1/pools/fide-standard/lists/2026-03"
SELECTIONS = {
    "federation": "SLO",
    "search": "ivo",
    "sex": "w",
    "born": "1990-2000",
    "age": "16",
    "activity": "inactive",
    "category": "x",
    "sort": "name",
    "limit": "50",
    "page": "1",
}


@pytest.fixture(scope="module")
def client(sample):
    """The sample, served."""
    with served(sample) as opened:
        yield opened


@pytest.mark.parametrize("name", SELECTIONS)
def test_a_file_takes_no_selection(client, name):
    """A selection as CSV is the selection of rows, by the header Accept."""
    asked = {name: SELECTIONS[name]}
    for suffix in (".csv", ".jsonl", ".txt", ".xml"):
        found = client.get(f"{LIST}{suffix}", params=asked)
        assert (found.status_code, name in found.json()["detail"]) == (400, True), suffix
    rows = {**SELECTIONS, "category": "", "sort": "name"}
    found = client.get(LIST, params={name: rows[name]}, headers={"Accept": "text/csv"})
    assert (found.status_code, found.headers["content-type"]) == (200, "text/csv; charset=utf-8")


def test_openapi_names_the_parameters_that_a_file_takes(client):
    """Pool, list, the two clocks, track and printing."""
    paths = client.get("/v1/openapi.json").json()["paths"]
    for suffix in ("csv", "jsonl", "txt", "xml"):
        operation = paths[f"/v1/pools/{{pool}}/lists/{{period}}.{suffix}"]["get"]
        names = {
            p.get("name", p.get("$ref", "").rpartition("/")[2]) for p in operation["parameters"]
        }
        assert names == {"pool", "period", "as_of", "known_at", "track", "printing"}


def test_the_last_list_in_force_is_compared_by_its_name_current(client):
    """As the earlier list and as the later list."""
    named = client.get("/v1/pools/fide-standard/lists/2026-02/compare/2026-03").json()
    current = client.get("/v1/pools/fide-standard/lists/2026-02/compare/current").json()
    assert current == named
    later = client.get("/v1/pools/fide-standard/lists/current/compare/2026-02")
    assert (later.status_code, "2026-03" in later.json()["detail"]) == (422, True)


def test_a_list_is_asked_for_by_its_name_or_by_a_day(client):
    """A day beside a name would be ignored: refused, in every form."""
    for path in (LIST, f"{LIST}.csv", f"{LIST}/promotions"):
        found = client.get(path, params={"as_of": "2020-01-01"})
        assert (found.status_code, found.json()["code"]) == (422, "list-or-day"), path


def test_the_file_of_all_lists_is_refused_before_its_first_line(client):
    """For a moment before the pool began."""
    path = "/v1/pools/rubele-italiana/histories"
    for form in ("csv", "jsonl"):
        whole = client.get(f"{path}.{form}").text.splitlines()
        assert len(whole) > 90
        refused = client.get(f"{path}.{form}", params={"known_at": "50"})
        assert (refused.status_code, refused.json()["code"]) == (404, "not-covered")
