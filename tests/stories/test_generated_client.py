"""An arbiter's walk with a client generated from the OpenAPI document, and nothing else."""

from pathlib import Path

import pytest

from tests.support.generated_client import Generated, generate
from tests.support.served import served, with_keys

CHESS, PLAYER, TOURNAMENT = "fide-standard", "fide:99001018", "P-1"
REPORT = Path("ops/guide/ponte.trf").read_bytes().replace(b"2025/10/11", b"2026/03/14")
ANNOUNCED = {
    "tournament": TOURNAMENT,
    "pool": [CHESS],
    "set": {
        "name": "Torneo del Ponte",
        "start": "2026-03-14",
        "end": "2026-03-14",
        "registered_on": "2026-02-20",
    },
}
RIGHT = {"game": "2:3", "white": "0", "black": "1", "by": "fsi"}


@pytest.fixture
def clients(sample, tmp_path, monkeypatch):
    """Generated clients of a submitter and of a rating officer, over a copy of the sample."""
    keyed = with_keys(sample, tmp_path)
    submitter, officer = keyed.keys["submitter"], keyed.keys["rating-officer"]
    with (
        served(keyed.address, key=submitter) as first,
        served(keyed.address, key=officer) as second,
    ):
        generate(first.get("/v1/openapi.json").content, tmp_path, "of_the_ledger")
        monkeypatch.syspath_prepend(str(tmp_path))
        yield (
            Generated("of_the_ledger", first, submitter),
            Generated("of_the_ledger", second, officer),
        )


def test_a_generated_client_does_the_walk_of_an_arbiter(clients):
    arbiter, officer = clients
    announcement = arbiter.model("AnnounceTournamentBody", ANNOUNCED)
    announced = arbiter.ask(
        "tournaments", "announce_tournament", body=announcement, idempotency_key="1"
    )
    assert announced.outcome.value == "recorded"

    _hand_in(arbiter)
    _look(arbiter)

    close = officer.model("CloseListBody", {"period": "2026-04"})
    closed = officer.ask("closings", "close_list", CHESS, body=close)
    assert closed.about["period"] == "2026-04"
    publication = officer.model("PublishListBody", {"on": "2026-04-01"})
    published = officer.ask("closings", "publish_list", CHESS, "2026-04", body=publication)
    assert published.about["published_on"] == "2026-04-01"
    _see_rating(arbiter)

    _correct(officer)


def _hand_in(arbiter):
    """A refused preview is answered by a map, and the import leaves a slip."""
    given = {"of": TOURNAMENT, "set_": ["received_on=2026-03-16"], "file_name": "ponte.trf"}
    refused = arbiter.ask(
        "reports", "import_report", body=arbiter.file(REPORT), preview=True, **given
    )
    assert (refused.status, refused.refusals[0].line) == (422, 14)
    entrants = refused.about["map_to_fill_in"].replace('Orestes",', f'Orestes",{PLAYER}')
    form = arbiter.form(REPORT, "ponte.trf", entrants)
    previewed = arbiter.ask("reports", "import_report", body=form, preview=True, **given)
    assert (previewed.outcome.value, previewed.recorded) == ("done", [])
    imported = arbiter.ask("reports", "import_report", body=form, **given)
    assert imported.outcome.value == "recorded"
    slip = arbiter.ask("tournaments", "show_import_slip", imported.about["import_slip"])
    assert slip.outcome == "complete"


def _look(arbiter):
    """The cross table before the list, and findings."""
    (table,) = arbiter.ask("tournaments", "show_cross_table", TOURNAMENT).tables
    assert [entrant.player for entrant in table.entrants] == ["19-6", "21-0", "24-1", "25-5"]
    found = arbiter.ask("tournaments", "list_findings", CHESS, TOURNAMENT)
    assert "9.2" in [finding.article for finding in found.rows]


def _see_rating(arbiter):
    (rating,) = arbiter.ask("players", "show_rating", CHESS, PLAYER).rows
    assert (rating.list_, rating.rating) == ("2026-04", 2140)
    explained = arbiter.ask("players", "explain_rating", CHESS, PLAYER, "2026-04")
    assert (explained.old, explained.new) == (2155, 2140)
    (unit,) = explained.units
    assert [game.result for game in unit.tournaments[0].games] == ["0", "=", "0"]


def _correct(officer):
    """Check that a corrected result is booked on the next list: the closed list stays."""
    correction = officer.model("CorrectResultBody", RIGHT)
    corrected = officer.ask("tournaments", "correct_result", TOURNAMENT, body=correction)
    assert corrected.warnings == [
        "list 2026-04 of fide-standard stays as sealed; booked on list 2026-05"
    ]
    following = officer.model("CloseListBody", {"period": "2026-05"})
    previewed = officer.ask("closings", "close_list", CHESS, body=following, preview=True)
    assert (previewed.about["period"], previewed.recorded or []) == ("2026-05", [])
