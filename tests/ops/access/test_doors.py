"""Refused through every door: an actor without the role, and approval of own
recordings.

Doors: the library (`Ledger.append`, under the lock, in a group), the command line as `local` and
with a key, bodies and files over HTTP, the schedule.
"""

import json
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ledger.errors import Refused
from ledger.events.pool import RatingsAdjusted
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ledger.store.writer import GroupWriter
from ops.access.actors import SCHEDULE
from ops.house import House
from ops.schedule.tick import ACTOR
from tests.support.actors import actor_of, give, new_key
from tests.support.actors import ledger_of as acting
from tests.support.command import run
from tests.support.decision_lines import CHESS, adjusted, file, player
from tests.support.served import Client, headers_of, served

CLUB, OFFICER = "club-12", "officer-7"
RATINGS = b"number,name,rating,k,games\n99000463,x,2000,20,30\n"
JSON_LINES = {"Content-Type": "application/jsonl"}
BYTES = {"Content-Type": "application/octet-stream"}


@dataclass
class World:
    """A copy of the sample with two actors, served."""

    path: str
    client: Client
    keys: dict[str, str]
    folder: Path
    patch: pytest.MonkeyPatch

    def head(self) -> int:
        """Return the number of events."""
        with Ledger.open(self.path) as ledger:
            return ledger.read.head().next_position


@pytest.fixture(scope="module")
def world(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("doors")
    path = str(shutil.copy(sample, folder / "doors.ledger"))
    with Ledger.open(path) as ledger:
        give(ledger, CLUB, "submitter")
        give(ledger, OFFICER, "rating-officer")
        keys = {actor: new_key(ledger, actor)[1] for actor in (CLUB, OFFICER)}
    with served(path) as client, pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEDGER", path)
        yield World(path, client, keys, folder, patch)


def request(ledger, by, approver):
    """Return a request with a decision about a rating."""
    said = {"pool": CHESS, "player": player(ledger), "before": "2439", "after": "2430"}
    event = NewEvent(RatingsAdjusted(**said, by="body"), approved_by=approver)
    return Request(f"doors {by} {approver}", (event,), recorded_by=by)


def library(world, by, approver):
    """`Ledger.append`."""
    return _code_of(world, by, lambda ledger: ledger.append(request(ledger, by, approver)))


def under_the_lock(world, by, approver):
    """`Ledger.append_under_lock`."""
    return _code_of(
        world,
        by,
        lambda ledger: ledger.append_under_lock(lambda: request(ledger, by, approver)),
    )


def in_a_group(world, by, approver):
    """`GroupWriter.submit`, as the service records."""

    def record(ledger):
        with GroupWriter(ledger) as writer:
            writer.submit(request(ledger, by, approver)).result()

    return _code_of(world, by, record)


def _code_of(world, by, record):
    with Ledger.open(world.path) as ledger:
        roles = by in world.keys
        try:
            record(acting(ledger, by) if roles else ledger)
        except Refused as refusal:
            return {
                one.field if one.code == "bad-event" else one.code for one in refusal.refusals()
            }
    return None


def command_line_file(world, by, approver):
    """`ledger event record-file`."""
    path = world.folder / "decisions.jsonl"
    path.write_bytes(lines(world, approver))
    return command(world, by, "event", "record-file", path)


def command_line(world, by, _approver):
    """`ledger event record`."""
    words = ("event", "record", "ratings-adjusted", "--pool", CHESS, "--by", "body")
    rating = ("--player", "fide:99000463", "--before", "2439", "--after", "2430")
    return command(world, by, *words, *rating)


def command_line_csv(world, by, _approver):
    """`ledger external-list record`."""
    path = world.folder / "ratings.csv"
    path.write_bytes(RATINGS)
    words = ("external-list", "record", path, "--issuer", "fide", "--list", "x")
    return command(world, by, *words, "--list-date", "2026-01-01", "--form", "csv")


def command(world, by, *words):
    """Run a command as an actor by key, or as `local`; return the codes of the refusal."""
    with world.patch.context() as patch:
        if by in world.keys:
            patch.setenv("LEDGER_KEY", world.keys[by])
        ran = run(*words, "--format", "json")
    return None if ran.code == 0 else codes(ran.document["refusals"])


def http_body(world, by, _approver):
    """A decision in JSON."""
    body = {"pool": CHESS, "player": ["fide:99000463"], "before": [2439], "after": [2430]}
    path = "/v1/decisions/ratings-adjusted"
    return http(world.client.post(path, json=body | {"by": "body"}, headers=key(world, by)))


def http_lines(world, by, approver):
    """A file in JSON Lines."""
    headers = key(world, by) | JSON_LINES
    sent = lines(world, approver)
    return http(world.client.post("/v1/decisions", content=sent, headers=headers))


def http_csv(world, by, _approver):
    """A file in CSV."""
    path, query = "/v1/external-lists/fide/x", {"list_date": "2026-01-01", "form": "csv"}
    headers = key(world, by) | BYTES
    return http(world.client.post(path, content=RATINGS, params=query, headers=headers))


def http(answer):
    return None if answer.is_success else codes(answer.json()["refusals"])


def key(world, by):
    return headers_of(world.keys[by])


def lines(world, approver):
    with Ledger.open(world.path) as ledger:
        beside = {"approved_by": approver} if approver else {}
        return file(adjusted(ledger) | beside)


def codes(refusals: list[dict[str, Any]]):
    """Codes, but the field of a bad event, in a line of a file too."""
    return {"approved_by" if "approved_by" in json.dumps(one) else one["code"] for one in refusals}


EVERY_DOOR = (
    *(library, under_the_lock, in_a_group, command_line, command_line_file, command_line_csv),
    *(http_body, http_lines, http_csv),
)
WITH_APPROVER = (library, under_the_lock, in_a_group, command_line_file, http_lines)
"""Doors that take an approver; a single decision takes none, at the command line and over HTTP."""


@pytest.mark.parametrize("door", EVERY_DOOR, ids=lambda door: door.__name__)
def test_an_actor_without_the_role_is_refused(world, door):
    before = world.head()
    assert door(world, CLUB, None) == {"not-allowed"}
    assert world.head() == before


@pytest.mark.parametrize("door", WITH_APPROVER, ids=lambda door: door.__name__)
@pytest.mark.parametrize("by", [OFFICER, "local"])
@pytest.mark.parametrize("spelt", [str, str.upper])
def test_who_records_does_not_approve(world, door, by, spelt):
    """Nor under an id different only in case."""
    if (door, by) == (http_lines, "local"):
        by = OFFICER  # over HTTP everybody has a key
    before = world.head()
    assert door(world, by, spelt(by)) == {"approved_by"}
    assert world.head() == before


@pytest.mark.parametrize("door", WITH_APPROVER, ids=lambda door: door.__name__)
@pytest.mark.parametrize("approver", ["local", "Local", "schedule", "public"])
def test_an_id_that_is_no_person_does_not_approve(world, door, approver):
    before = world.head()
    assert door(world, OFFICER, approver) == {"approved_by"}
    assert world.head() == before


@pytest.mark.parametrize(
    ("door", "by"),
    [*((door, OFFICER) for door in WITH_APPROVER), (command_line_file, "local")],
)
def test_nobody_states_the_approval_of_another_person(world, door, by):
    """Neither in a pool without a policy: an approval comes only from a proposal."""
    before = world.head()
    assert door(world, by, "m2") == {"approved_by"}
    assert world.head() == before


def test_a_single_decision_takes_no_approver_at_either_door(world):
    words = ("event", "record", "ratings-adjusted", "--pool", CHESS, "--by", "body")
    rating = ("--player", "fide:99000463", "--before", "2439", "--after", "2430")
    ran = run(*words, *rating, "--approved-by", "x")
    assert (ran.code, "--approved-by" in ran.err) == (2, True), ran.err
    body = {"approved_by": "x"}
    answer = world.client.post(
        "/v1/decisions/ratings-adjusted", json=body, headers=key(world, OFFICER)
    )
    assert answer.status_code == 400


def test_the_schedule_records_under_its_own_id_alone(world):
    """Nobody can be given the id, and the schedule neither approves nor is approved by itself."""
    assert SCHEDULE.id == ACTOR
    words = ("actor", "add", ACTOR, "--role", "rating-officer", "--by", "council")
    assert command(world, "local", *words) == {"actor-reserved"}
    with Ledger.open(world.path) as ledger, House(ledger, by=ACTOR) as house:
        for approver in (ACTOR, "local"):
            with pytest.raises(Refused, match="approved_by"):
                house.append(partial(request, ledger, ACTOR, approver))
        house.act_as(actor_of(ledger, CLUB))
        with pytest.raises(Refused, match="may not record"):
            house.append(lambda: request(ledger, CLUB, None))
