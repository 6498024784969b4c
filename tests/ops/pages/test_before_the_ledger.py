"""A day before the ledger, on pages: the stated list of the beginning, with everything known."""

import pytest

from ops.house import House
from tests.support.before_the_ledger import OPENED, ROME, begin
from tests.support.new_ledgers import begun
from tests.support.served import served
from tests.support.worlds import FIDE


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("carried")
    address = str(folder / "ledger")
    with begun(address, "example.org", ROME, lambda: OPENED) as ledger, House(ledger) as made:
        begin(made, folder)
    with served(address, clock=lambda: OPENED) as client:
        yield client


@pytest.mark.parametrize("day", ["2025-09-15", "2025-10-15"])
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_list_of_a_day_before_the_ledger_has_a_page(client, language, day):
    path = f"pools/{FIDE}/lists/current?known_at={day}"
    rows = client.get(f"/v1/{path}").json()["rows"]
    answer = client.get(f"/{language}/{path}")
    assert answer.status_code == 200, answer.text
    assert rows
    for row in rows:
        assert row["name"] in answer.text
        assert f">{row['rating']}<" in answer.text


def test_such_a_list_is_printed_too(client):
    answer = client.get(f"/it/pools/{FIDE}/lists/current.pdf?known_at=2025-09-15")
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")


def test_what_is_refused_about_that_day_is_refused_on_a_page_too(client):
    path = "players/1-3?known_at=2025-09-15"
    assert client.get(f"/v1/{path}").status_code == 422
    assert client.get(f"/it/{path}").status_code == 422
