"""Access to questions: a key is needed, the role allows the question, and private subjects do not
exist.
"""

from datetime import UTC, date, datetime

import pytest

from ledger.clock import microseconds
from ledger.store.ledger import Ledger
from ops.actors.recordings import WithdrawRole
from ops.house import open_house
from ops.http.addresses import all_addresses
from ops.tournaments.import_slips import import_slips
from tests.support.access_tables import ASKS
from tests.support.actors import new_key, revoke
from tests.support.both_doors import QUESTIONS, pools
from tests.support.command import done
from tests.support.served import ROLES, headers_of, served, with_keys

SINCE = date(2020, 1, 1)

PUBLIC = {name for name in QUESTIONS if not ASKS[name][0]}
"""Questions that need no key."""

HIDDEN = {("show-import-slip", "submitter"): 404, ("show-proposal", "submitter"): 404}
"""Status of an object whose existence is private, for a role that sees its own alone."""
ABSENT = {"show-appeal"}
"""Questions about what the sample does not have."""


def instant(text):
    return microseconds(datetime.fromisoformat(text).replace(tzinfo=UTC))


@pytest.fixture(scope="module")
def paths(keyed):
    """A path of each address, about the chess pool."""
    with open_house(keyed.address) as house:
        house.catch_up()
        pool = pools(house, 2)[0]
    return {name: next(iter(questions(pool))).path for name, questions in QUESTIONS.items()}


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_what_is_public_needs_no_key(public, paths, name):
    assert public.get(paths[name]).status_code not in (401, 403), name


@pytest.mark.parametrize("name", sorted(QUESTIONS.keys() - PUBLIC))
def test_what_is_not_public_needs_a_key_and_a_role(public, keyed, paths, name):
    refused = public.get(paths[name])
    assert (refused.status_code, refused.json()["code"]) == (401, "key-needed")
    assert refused.headers["www-authenticate"] == "Bearer"
    for role in ROLES:
        status = public.get(paths[name], headers=headers_of(keyed.keys[role])).status_code
        answered = 404 if name in ABSENT else 200
        found = HIDDEN.get((name, role), answered if role in ASKS[name][0] else 403)
        assert status == found, (name, role)


@pytest.mark.parametrize(
    "path",
    [
        "fide-standard/players/fide:99000500/rating?track=revised",
        "fide-standard/players/fide:99000500/history?track=revised",
        "fide-standard/lists/2026-03?track=revised",
        "fide-standard/lists/2026-02/compare/2026-03?track=revised",
        "fide-standard/lists/2026-02/compare/2026-03?other_track=revised",
        "rubele-italiana/categories?track=revised",
    ],
)
def test_the_revised_track_needs_a_key_and_then_a_role(public, keyed, path):
    asked = f"/v1/pools/{path}"
    refused = public.get(asked)
    assert (refused.status_code, refused.json()["code"]) == (401, "key-needed")
    assert refused.headers["www-authenticate"] == "Bearer"
    for role, status in (("submitter", 403), ("rating-officer", 200)):
        assert public.get(asked, headers=headers_of(keyed.keys[role])).status_code == status


def test_a_role_in_one_pool_is_none_in_another(sample, tmp_path):
    keyed = with_keys(sample, tmp_path, "fide-standard")
    with served(keyed.address, key=keyed.keys["rating-officer"]) as client:
        assert client.get("/v1/pools/fide-standard/pending").status_code == 200
        refused = client.get("/v1/pools/rubele-italiana/pending")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")


@pytest.mark.parametrize("key", ["x", "rl_000000000000_" + 43 * "a"])
def test_a_wrong_key_is_refused_also_for_what_is_public(public, paths, key):
    refused = public.get(paths["show-rating"], headers=headers_of(key))
    assert (refused.status_code, refused.json()["code"]) == (401, "key-unknown")
    other = public.get(paths["show-rating"], headers={"Authorization": "Basic eDp5"})
    assert other.json()["code"] == "key-unknown"


def test_a_revoked_key_is_refused(sample, tmp_path):
    keyed = with_keys(sample, tmp_path)
    with Ledger.open(keyed.address) as ledger:
        key, text = new_key(ledger, "auditor")
        revoke(ledger, key)
    with served(keyed.address, key=text) as client:
        assert client.get("/v1/pools/fide-standard/pending").json()["code"] == "key-revoked"


def test_the_recorder_of_an_event_is_hidden_from_nobody_who_sees_events(client, public):
    shown = client.get("/v1/events", params={"limit": 1}).json()
    assert shown["rows"][0]["recorded_by"] == "local"


def test_a_list_that_is_neither_published_nor_in_force_does_not_exist_for_the_public(
    sample, tmp_path, monkeypatch
):
    keyed = with_keys(sample, tmp_path)
    monkeypatch.setenv("LEDGER", keyed.address)
    done("list", "schedule", "rubele-italiana", "2026-03-01", "--issue-day", "2026-03-01",
         "--cut-off", "2026-02-28", "--source", "council")  # fmt: skip
    done("list", "close", "rubele-italiana", "2026-03-01")
    path = "/v1/pools/rubele-italiana/lists"
    with served(keyed.address, clock=lambda: instant("2026-02-28T12:00")) as client:
        hidden = client.get(f"{path}/2026-03-01")
        unknown = client.get(f"{path}/2026-03-02")
        assert (hidden.status_code, unknown.status_code) == (404, 404)
        assert hidden.json()["code"] == unknown.json()["code"]
        assert "2026-03-01" not in [row["list"] for row in client.get(path).json()["rows"]]
        officer = headers_of(keyed.keys["rating-officer"])
        assert client.get(f"{path}/2026-03-01", headers=officer).status_code == 200


def test_more_requests_than_allowed_are_refused_for_a_while(sample, tmp_path):
    keyed = with_keys(sample, tmp_path)
    path = "/v1/pools?no=parameter"  # refused before any work, whose cost would count too
    with served(keyed.address, key_requests_per_minute=5, address_requests_per_minute=3) as client:
        assert [client.get(path).status_code for _ in range(4)] == [400, 400, 400, 429]
        key = headers_of(keyed.keys["auditor"])
        answers = [client.get(path, headers=key) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [400] * 5 + [429]
        assert int(answers[-1].headers["retry-after"]) > 0


def test_a_preview_and_a_refused_report_are_for_those_who_may_record(sample, tmp_path):
    """Nothing is shown of players or lists, and no slip is left."""
    keyed = with_keys(sample, tmp_path)
    file = {"Content-Type": "application/octet-stream"}
    pool, content = {"pool": "fide-standard"}, b"012 Open"
    closing, preview = "/v1/pools/fide-standard/closings", {"preview": "true"}
    with served(keyed.address) as client:
        for role in ROLES:
            key = headers_of(keyed.keys[role])
            report = client.post(
                "/v1/reports", content=content, headers=key | file, params=pool | preview
            )
            assert report.status_code == (
                422 if role in ("submitter", "rating-officer") else 403
            ), role
            shown = client.post(closing, headers=key, json={}, params=preview).status_code
            assert shown == (200 if role == "rating-officer" else 403), role
        key = headers_of(keyed.keys["auditor"])
        refused = client.post("/v1/reports", content=content, headers=key | file, params=pool)
        assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")
    with open_house(keyed.address) as house:
        assert all(slip.outcome == "complete" for slip in import_slips(house, 50).rows)


def test_closings_are_shown_of_the_pools_of_the_role(sample, tmp_path):
    """An officer of a single pool sees the next list, and is refused the list of another pool."""
    keyed = with_keys(sample, tmp_path, "rubele-italiana")
    address = "/v1/closings"
    with served(keyed.address, key=keyed.keys["rating-officer"]) as client:
        rows = client.get(address).json()["rows"]
        assert [row["pool"] for row in rows] == ["rubele-italiana"]
        assert client.get(address, params={"pool": "rubele-italiana"}).json()["rows"] == rows
        other = client.get(address, params={"pool": "fide-standard"})
    assert (other.status_code, other.json()["code"]) == (403, "not-allowed")


def test_a_refusal_for_want_of_the_role_shows_nothing_of_a_list(sample, tmp_path):
    """Closed and unpublished, closed and published, or not closed: the answer is the same."""
    keyed = with_keys(sample, tmp_path)
    days = {"issue_day": "2026-03-01", "cut_off": "2026-02-28"}
    with served(keyed.address, key=keyed.keys["submitter"]) as client:
        for thing, body in (
            ("schedule", days),
            ("publication", {}),
            ("deviations", {"cause": "x"}),
        ):
            path = "/v1/pools/fide-standard/lists/{}/" + thing
            answers = {
                (answer.status_code, answer.text)
                for period in ("2026-03", "2026-04", "nothing")
                for answer in [client.post(path.format(period), json=body)]
            }
            assert len(answers) == 1
            assert answers.pop()[0] == 403


def test_submitters_see_their_own_slips(sample, tmp_path):
    keyed = with_keys(sample, tmp_path)
    file = {"Content-Type": "application/octet-stream"}
    with served(keyed.address, key=keyed.keys["submitter"]) as client:
        assert client.get("/v1/reports").json()["rows"] == []
        pool = {"pool": "fide-standard"}
        sent = client.post("/v1/reports", content=b"012 Open", params=pool, headers=file)
        slip = sent.json()["about"]["import_slip"]
        (row,) = client.get("/v1/reports").json()["rows"]
        assert (row["slip"], row["outcome"]) == (slip, "refused")
        shown = client.get(f"/v1/reports/{slip}").json()
        assert shown["lines"]
        own = {"file_name": "report", "handed_in_by": "submitter"}
        assert own.items() <= row.items()
        assert own.items() <= shown.items()
        assert client.get("/v1/reports/1").status_code == 404


def test_a_repeated_key_shows_nothing_to_an_actor_whose_role_was_withdrawn(sample, tmp_path):
    keyed = with_keys(sample, tmp_path)
    path = "/v1/players/fide:99000500/bonuses?article=act+12"
    body = {"pool": "fide-standard", "points": 5, "by": "fsi"}
    key = headers_of(keyed.keys["committee"]) | {"Idempotency-Key": "one"}
    with served(keyed.address) as client:
        assert client.post(path, json=body, headers=key).status_code == 201
        assert client.post(path, json=body, headers=key).status_code == 200
        with open_house(keyed.address) as house:
            WithdrawRole(
                actor="committee", role="committee", in_force_from=SINCE, by="council"
            ).record(house)
        assert client.post(path, json=body, headers=key).status_code == 403


def test_every_address_that_records_needs_a_key(public):
    for address in all_addresses():
        if address.records:
            path = address.path.replace("{", "").replace("}", "")
            assert public.request(address.method, path).status_code in (400, 401), address.path
