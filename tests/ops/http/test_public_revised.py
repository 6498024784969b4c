"""Revised ratings are public where the policy of a pool says so: in answers and on pages alike."""

import shutil
from datetime import date

import pytest
from msgspec import structs

from ledger.events.publication import PublicationPolicySet
from ledger.store.ledger import Ledger
from ops.events.decide import decide
from ops.house import House
from ops.http.addresses import all_addresses
from ops.http.page_addresses import page_addresses
from tests.support.every_page import DRAUGHTS_EXIST, SAMPLE, path_of, question_of
from tests.support.private_facts import (
    CHESS,
    DRAUGHTS,
    NOON,
    UNPUBLISHED,
    close_unpublished,
    schedule_unpublished,
)
from tests.support.served import headers_of, keys_of, served

PLAYER, LIST, BEFORE = "80-6", "2025-12-05", "2025-07-05"
"""A player with another rating on the revised track of a list; and the list before."""
AFTER_ALL = "2026-03-02"
"""A day after all lists of the sample."""
VALUES = DRAUGHTS_EXIST | {"pool": "{pool}", "player": PLAYER, "period": "{day}", "other": "{day}"}
OF_TRACKS = [
    (address, {field.encode_name for field in structs.fields(address.asks)})
    for address in (*all_addresses(), *page_addresses())
    if "track" in address.asks.__struct_fields__
]


def about_a_list(address, inputs):
    """Yield the paths of an address about the list of a day, by its name and by the day."""
    tracks = "track=official&other_track=revised" if "other_track" in inputs else ""
    if "period" in inputs:
        yield f"{address.path.format_map(VALUES)}?{tracks}"
    if "as_of" in inputs:
        yield f"{address.path.format_map(VALUES | {'period': 'current'})}?as_of={{day}}"


QUESTIONS = [
    path
    for address, inputs in OF_TRACKS
    if "pool" in address.path_parameters and address.method == "GET"
    for path in about_a_list(address, inputs)
]


def policy(revised, since, pool=DRAUGHTS):
    return PublicationPolicySet(
        pool=pool, in_force_from=date.fromisoformat(since), revised_ratings=revised, by="fid"
    )


@pytest.fixture
def copy(sample, tmp_path):
    return str(shutil.copy(sample, tmp_path / "season.ledger"))


def record(address, *policies):
    """Record policies; return their positions."""
    with Ledger.open(address) as ledger, House(ledger) as house:
        return [decide(house, one).receipt.first_position for one in policies]


def status(client, path, day=LIST, pool=DRAUGHTS, key="", **beside):
    path = path.format(pool=pool, day=day)
    given = {} if "track=" in path else {"track": "revised"}
    joined = "&".join(f"{name}={value}" for name, value in {**given, **beside}.items())
    whole = f"{path}{'&' if '?' in path else '?'}{joined}".rstrip("&?")
    return client.get(whole, headers=headers_of(key)).status_code


def statuses(address, day=LIST, pool=DRAUGHTS, key="", **beside):
    """Return the statuses of all questions about a list on the revised track."""
    with served(address) as client:
        return {status(client, path, day, pool, key, **beside) for path in QUESTIONS}


def test_revised_ratings_are_public_from_the_list_of_the_day_on(copy):
    assert statuses(copy) == {401}
    record(copy, policy("public", LIST))
    assert statuses(copy) == {200}
    assert statuses(copy, BEFORE) == {401}


def test_the_policy_of_a_pool_is_none_of_another(copy):
    record(copy, policy("public", "2025-01-01", CHESS))
    assert statuses(copy) == {401}


def test_a_policy_counts_as_known_at_the_moment_of_the_question(copy):
    [position] = record(copy, policy("public", LIST))
    assert statuses(copy, known_at=position - 1) == {401}
    assert statuses(copy, known_at=position) == {200}


def test_a_withdrawal_holds_for_every_moment_of_knowledge(copy):
    public, withdrawn = record(copy, policy("public", BEFORE), policy("not-public", LIST))
    assert statuses(copy, BEFORE) == {200}
    for known_at in (public, withdrawn):
        assert statuses(copy, known_at=known_at) == {401}
    record(copy, policy("public", BEFORE))
    assert statuses(copy) == {200}


def test_roles_see_what_they_saw_and_others_what_is_public(copy):
    keys = keys_of(copy, ("submitter", "rating-officer"))
    assert statuses(copy, key=keys["rating-officer"]) == {200}
    assert statuses(copy, key=keys["submitter"]) == {403}
    record(copy, policy("public", LIST))
    for day, of_submitter in ((LIST, 200), (BEFORE, 403)):
        assert statuses(copy, day, key=keys["rating-officer"]) == {200}
        assert statuses(copy, day, key=keys["submitter"]) == {of_submitter}


def test_only_public_lists_are_among_the_closed_lists_and_only_they_tell_of_games(copy):
    record(copy, policy("public", LIST))
    with served(copy) as client:
        lists = client.get(f"/v1/pools/{DRAUGHTS}/lists?track=revised").json()["rows"]
        assert [row["list"] for row in lists] == [LIST]
        games = f"/v1/games?player={PLAYER}&track=revised&pool={DRAUGHTS}"
        found = client.get(f"{games}&list={LIST}")
        assert found.status_code == 200
        assert {one["list"] for row in found.json()["rows"] for one in row["counted"]} == {LIST}
        assert client.get(f"{games}&list={BEFORE}").status_code == 401


@pytest.mark.parametrize("policies", [(), (AFTER_ALL,)])
def test_where_no_list_is_public_no_question_of_a_track_is_answered(copy, policies):
    """A policy for future lists also opens no address; of closed lists nothing is shown."""
    for since in policies:
        record(copy, policy("public", since), policy("public", since, CHESS))
    with served(copy) as client:
        for address, name in (
            (address, name)
            for address, inputs in OF_TRACKS
            for name in ("track", "other_track")
            if name in inputs
        ):
            path, of = path_of(address, SAMPLE | DRAUGHTS_EXIST), question_of(address)
            beside = f"player={PLAYER}&" if of == "list-games" else ""
            reply = client.get(f"{path}{'&' if '?' in path else '?'}{beside}{name}=revised")
            shows_lists = policies and of == "list-closed-lists"
            assert reply.status_code == (200 if shows_lists else 401), address.name
            assert not shows_lists or LIST not in reply.text.rpartition("<main")[2]


def test_many_ratings_at_once_are_refused_one_by_one(copy):
    record(copy, policy("public", LIST))
    asked = {"pool": DRAUGHTS, "player": PLAYER, "track": "revised"}
    with served(copy) as client:
        body = {"ratings": [{**asked, "as_of": day} for day in (BEFORE, LIST)]}
        before, of_list = client.post("/v1/ratings/query", json=body).json()["rows"]
    assert (before["refused"], before["rating"]) == ("not-allowed", None)
    assert (of_list["refused"], of_list["rating"]) == (None, 4517)


def test_a_list_that_is_not_public_yet_leaves_no_trace_on_the_revised_track(copy):
    keys = keys_of(copy, ("rating-officer",))
    paths = [f"/v1/pools/{DRAUGHTS}/{path}?track=revised" for path in ("lists", "lists/current")]

    def answers(key=""):
        with served(copy, clock=lambda: NOON) as client:
            return [client.get(path, headers=headers_of(key)).json() for path in paths]

    with Ledger.open(copy) as ledger, House(ledger) as house:
        decide(house, policy("public", BEFORE))
        schedule_unpublished(house)
        lists, current = answers()
        close_unpublished(house)
        decide(house, policy("public", "2026-01-01"))
    hidden = UNPUBLISHED[DRAUGHTS]
    closed, in_force = answers()
    assert closed["rows"] == lists["rows"] != []
    assert in_force["rows"] == current["rows"] != []
    assert hidden in {row["list"] for row in answers(keys["rating-officer"])[0]["rows"]}
    with served(copy, clock=lambda: NOON) as client:
        path = f"/v1/pools/{DRAUGHTS}/lists/{hidden}?track=revised"
        assert client.get(path).status_code == 404
        assert client.get(path, headers=headers_of(keys["rating-officer"])).status_code == 200


def test_a_trail_has_the_revised_ratings_of_public_lists_alone(copy):
    key = keys_of(copy, ("rating-officer",), CHESS)["rating-officer"]
    path = f"/v1/players/{PLAYER}/trail?revised=true&pool={DRAUGHTS}&limit=100"
    with served(copy) as client:
        assert client.get(path, headers=headers_of(key)).status_code == 403
    record(copy, policy("public", LIST))
    with served(copy) as client:
        rows = client.get(path, headers=headers_of(key)).json()["rows"]
    revised = {row["list"]: row["revised"] for row in rows if row["kind"] == "list"}
    assert {name for name, of in revised.items() if of} == {LIST}
    assert revised[LIST]["rating"] == 4517
