"""Recordings over HTTP: the same documents as at the command line, in one order."""

import json
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ledger.store.ledger import Ledger
from ops.doors.circumstances import Circumstances
from ops.doors.declare import PARAMETER
from ops.house import open_house
from ops.sample import commands
from tests.support.actors import open_keys_at
from tests.support.both_doors import REMEDY
from tests.support.command import done, run
from tests.support.each_door import ADDRESSES
from tests.support.sample_examples import check_types, types_of
from tests.support.served import office_key, served
from tests.support.stored_rows import stored_rows

CHESS, DRAUGHTS, RAPID = "fide-standard", "rubele-italiana", "fide-rapid"
FOLDER = commands.FOLDER / CHESS
REPORT = FOLDER / "2025-09-07-festival-borgolieto.trf"
RATINGS = FOLDER / "carried-over-2025-09.csv"
PLAYER, OTHER = "fide:99000463", "fide:99000500"
FACTS = (
    "registered_on=2025-07-21", "received_on=2025-09-09", "announced_as_rated=true",
    "official_event=false", "norms_possible=false", "hybrid=false", "online=false",
)  # fmt: skip
GAME = {
    "white": PLAYER, "black": OTHER, "white_result": "1", "black_result": "0",
    "played_on": "2026-05-02",
}  # fmt: skip
SECOND = GAME | {"played_on": "2026-05-03"}
REFUSED = {"tournament": "T-000002", "by": "body"}
LINE = {
    "type": "tournament-refused.v1",
    "payload": REFUSED | {"tournament": "T-000001", "article": "1"},
}
NEW = {"name": "Open", "start": "2026-05-01", "end": "2026-05-03"}


def options(values: dict[str, Any]) -> list[str]:
    """Return fields as options of the command line."""
    return [
        word
        for name, value in values.items()
        for word in (f"--{name.replace('_', '-')}", str(value))
    ]


@dataclass
class Step:
    """The same recording through both doors."""

    words: str
    typed: list[Any]
    path: str
    body: Any = None
    file: bytes | Path | None = None
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def address(self):
        """The address with the path, also where a second address fits with a parameter."""
        return min(
            (
                address
                for address in ADDRESSES.values()
                if address.records and re.fullmatch(PARAMETER.sub("[^/]+", address.path), self.path)
            ),
            key=lambda address: len(address.path_parameters),
        )

    @property
    def has_preview(self):
        """Whether the address has a preview."""
        return issubclass(self.address.asks, Circumstances)

    def over_http(self, client):
        """Send the request."""
        if self.file is None:
            return client.post(self.path, json=self.body, params=self.parameters)
        data = self.file if isinstance(self.file, bytes) else self.file.read_bytes()
        kind = {"Content-Type": "application/octet-stream"}
        return client.post(self.path, content=data, params=self.parameters, headers=kind)


def lines(*documents: Any) -> bytes:
    """Return documents as JSON Lines."""
    return "".join(f"{json.dumps(document)}\n" for document in documents).encode()


FILES = {
    "open.trf": REPORT.read_bytes().replace(b"estival", b"iera"),
    "games.jsonl": lines(SECOND),
    "decisions.jsonl": lines(LINE),
}
TYPED_REPORT = [
    "{}/open.trf", "--pool", CHESS, "--register-new",
    *(word for fact in FACTS for word in ("--set", fact)),
]  # fmt: skip
AS_REPORT = {
    "pool": CHESS, "register_new": "true", "set": list(FACTS), "file_name": "open.trf",
}  # fmt: skip
ACT = {
    "article": "act 12", "reason": "The appeal of Rossi, Maria", "decided_on": "2026-03-02",
}  # fmt: skip

STEPS = [
    Step("pool open", [RAPID, "--first-period", "2026-10", "--adopt"], "/v1/pools",
         {"pool": RAPID, "first_period": "2026-10", "adopt": True}),
    Step("pool adopt", [RAPID, "2024-03-01", "--in-force-from", "2024-03-02"],
         f"/v1/pools/{RAPID}/editions",
         {"edition": "2024-03-01", "in_force_from": "2024-03-02"}),
    Step("list schedule", [DRAUGHTS, "x", "--issue-day", "2026-12-05", "--cut-off", "2026-12-01"],
         f"/v1/pools/{DRAUGHTS}/lists/x/schedule",
         {"issue_day": "2026-12-05", "cut_off": "2026-12-01"}),
    Step("pool carry-over", [RAPID, RATINGS, "--on", "2026-09-01", "--source", "x"],
         f"/v1/pools/{RAPID}/carry-over", file=RATINGS,
         parameters={"on": "2026-09-01", "source": "x", "file_name": RATINGS.name}),
    Step("tournament import", TYPED_REPORT, "/v1/reports", file=FILES["open.trf"],
         parameters=AS_REPORT),
    Step("event record tournament-refused", options(REFUSED | ACT),
         "/v1/decisions/tournament-refused", REFUSED, parameters=ACT),
    Step("event record-file", ["{}/decisions.jsonl"], "/v1/decisions",
         file=FILES["decisions.jsonl"], parameters={"file_name": "decisions.jsonl"}),
    Step("tournament announce",
         ["L-1", "--pool", CHESS, *(w for pair in NEW.items() for w in ("--set", "=".join(pair)))],
         "/v1/tournaments", {"tournament": "L-1", "pool": [CHESS], "set": NEW}),
    Step("tournament add-game", ["L-1", "--source", "league", *options(GAME), "--round", "1"],
         "/v1/tournaments/L-1/games", GAME | {"source": "league", "round": 1}),
    Step("tournament add-games", ["L-1", "{}/games.jsonl", "--source", "league"],
         "/v1/tournaments/L-1/games/lines", file=FILES["games.jsonl"],
         parameters={"source": "league"}),
    Step("tournament complete-sheet", ["L-1", "2026-05"], "/v1/tournaments/L-1/sheets",
         {"month": "2026-05"}),
    Step("list reprint",
         [CHESS, "2026-03", "--in-force-from", "2026-03-05", "--reason", "An error"],
         f"/v1/pools/{CHESS}/lists/2026-03/printings", {"in_force_from": "2026-03-05"},
         parameters={"reason": "An error"}),
    Step("list reprint", [CHESS, "2026-02", "--reason", "An error"],
         f"/v1/pools/{CHESS}/lists/2026-02/printings", {}, parameters={"reason": "An error"}),
    Step("list close", [CHESS, "2026-04"], f"/v1/pools/{CHESS}/closings", {"period": "2026-04"}),
    Step("list publish", [CHESS, "2026-04", "--on", "2026-04-01"],
         f"/v1/pools/{CHESS}/lists/2026-04/publication", {"on": "2026-04-01"}),
    Step("actor add",
         ["club", "--kind", "body", "--name", "Circolo", "--role", "submitter", "--by", "body"],
         "/v1/actors",
         {"actor": "club", "kind": "body", "name": "Circolo", "role": "submitter", "by": "body"}),
    Step("actor grant", ["club", "auditor", "--pool", CHESS, "--by", "body"],
         "/v1/actors/club/roles", {"role": "auditor", "pool": CHESS, "by": "body"}),
    Step("actor withdraw", ["club", "auditor", "--by", "body"],
         "/v1/actors/club/roles/withdrawal", {"role": "auditor", "by": "body"}),
    Step("actor disable", ["club", "--by", "body"], "/v1/actors/club/disabling", {"by": "body"}),
    Step("key create", ["nobody"], "/v1/keys", {"actor": "nobody"}),
    Step("key revoke", ["nothing"], "/v1/keys/nothing/revocation"),
    Step("pool set-closing-policy",
         [CHESS, "hold", "--deadline-days", "3", "--publish", "--in-force-from", "2027-01-01",
          "--by", "body"],
         f"/v1/pools/{CHESS}/closing-policy",
         {"mode": "hold", "deadline_days": 3, "publish": True, "in_force_from": "2027-01-01",
          "by": "body"}),
    Step("pool set-approval-policy",
         [DRAUGHTS, "--two-persons-for", "closings", "--in-force-from", "2027-01-01",
          "--by", "body"],
         f"/v1/pools/{DRAUGHTS}/approval-policy",
         {"two_persons_for": ["closings"], "in_force_from": "2027-01-01", "by": "body"}),
    Step("proposal approve", ["1"], "/v1/proposals/1/approval"),
    Step("proposal withdraw", ["1"], "/v1/proposals/1/withdrawal"),
    Step("player correct", [PLAYER, "--birth-year", "1980", "--by", "body"],
         f"/v1/players/{PLAYER}/corrections", {"birth_year": 1980, "by": "body"}),
    Step("player change", [PLAYER, "--federation", "FRA", "--on", "2026-01-01"],
         f"/v1/players/{PLAYER}/changes", {"federation": "FRA", "on": "2026-01-01"}),
    Step("player bonus grant",
         [OTHER, "--pool", CHESS, "--points", "5", "--by", "body", *options(ACT)],
         f"/v1/players/{OTHER}/bonuses", {"pool": CHESS, "points": 5, "by": "body"},
         parameters=ACT),
    Step("player bonus grant",
         [OTHER, "--pool", CHESS, "--points", "5", "--by", "body", "--article", "act 12",
          "--reason", "Another reason"],
         f"/v1/players/{OTHER}/bonuses", {"pool": CHESS, "points": 5, "by": "body"},
         parameters={"article": "act 12", "reason": "Another reason"}),
    Step("player bonus grant", [OTHER, "--pool", CHESS, "--points", "7", "--by", "body"],
         f"/v1/players/{OTHER}/bonuses", {"pool": CHESS, "points": 7, "by": "body"}),
    Step("player bonus grant",
         [OTHER, "--pool", CHESS, "--points", "7", "--by", "body", "--decided-on", "2999-01-01"],
         f"/v1/players/{OTHER}/bonuses", {"pool": CHESS, "points": 7, "by": "body"},
         parameters={"decided_on": "2999-01-01"}),
    Step("external-list record",
         ["{}/theirs.csv", "--issuer", "fide", "--list", "x", "--list-date", "2026-10-01"],
         "/v1/external-lists/fide/x",
         parameters={"list_date": "2026-10-01", "file_name": "theirs.csv"},
         file=b"number,name,rating\n99000463,Rossi,2100\n"),
    Step("external-list take-details", ["{}/theirs.csv", "--on", "2026-03-01"],
         "/v1/register/details", parameters={"on": "2026-03-01", "file_name": "theirs.csv"},
         file=b"number,name,rating\n99000463,Rossi,2100\n"),
    Step("event record ratings-adjusted",
         ["--pool", CHESS, "--player", f"{OTHER},{PLAYER}", "--before", "0,0", "--after", "0,0",
          "--by", "body"],
         "/v1/decisions/ratings-adjusted",
         {"pool": CHESS, "player": [OTHER, PLAYER], "before": [0, 0], "after": [0, 0],
          "by": "body"}),
    Step("pool correct-zone", [CHESS, "Europe/Paris"], f"/v1/pools/{CHESS}/zone",
         {"zone": "Europe/Paris"}),
    Step("clock correct", ["1", "2", "--true-until", "2020-01-01T00:00+01:00"],
         "/v1/clock/corrections",
         {"first": 1, "last": 2, "true_until": "2020-01-01T00:00+01:00"}),
    Step("list record-deviation", [CHESS, "2025-11", "--cause", "x"],
         f"/v1/pools/{CHESS}/lists/2025-11/deviations", {"cause": "x"}),
    Step("player bonus withdraw",
         [OTHER, "--pool", CHESS, "--granted", "#1", "--by", "body", *options(ACT)],
         f"/v1/players/{OTHER}/bonuses/1/withdrawal", {"pool": CHESS, "by": "body"},
         parameters=ACT),
]  # fmt: skip


def theirs() -> bytes:
    """Return the list of the other body."""
    (step,) = (step for step in STEPS if step.words == "external-list record")
    assert isinstance(step.file, bytes)
    return step.file


@pytest.fixture(scope="module")
def doors(sample, tmp_path_factory):
    """Two copies of the sample: one for the command line, one served."""
    folder = tmp_path_factory.mktemp("doors")
    shutil.copy(sample, folder / "typed")
    key = office_key(folder / "typed")
    shutil.copy(folder / "typed", folder / "served")
    open_keys_at(folder / "served")
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    (folder / "theirs.csv").write_bytes(theirs())
    with served(folder / "served", key=key) as client, pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEDGER_KEY", key)
        yield folder, client


@pytest.fixture(scope="module")
def schema(doors):
    """The schema of an outcome, from the OpenAPI document."""
    document = doors[1].get("/v1/openapi.json").json()
    outcome = document["paths"]["/v1/reports"]["post"]["responses"]["201"]["content"]
    return {**outcome["application/json"]["schema"], "components": document["components"]}


def without_instants(document):
    """Return an outcome without the values that differ between two runs or doors."""
    text = re.sub("--(?=[a-z])", "", REMEDY.sub("…", json.dumps(document)))  # names of inputs
    document = json.loads(text)
    recorded = [{**request, "recorded_at": "", "request": ""} for request in document["recorded"]]
    return {**document, "recorded": recorded}


def test_both_doors_give_the_same_documents(doors, schema):
    """In a fixed order: later steps rest on earlier steps."""
    folder, client = doors
    for step in STEPS:
        typed = [str(word).replace("{}", str(folder)) for word in step.typed]
        words = (*step.words.split(), *typed, "--ledger", folder / "typed", "--format", "json")
        preview = previewed(words, folder / "typed") if step.has_preview else None
        shown = run(*words, *with_token_of(preview))
        if preview is not None and "recorded" in shown.document:
            check_preview(step, preview, shown)
        answered = step.over_http(client)
        if shown.code == 0:
            assert answered.status_code in (200, 201), (step, answered.text)
            assert without_instants(answered.json()) == without_instants(shown.document), step
            jsonschema.validate(answered.json(), schema)
            new = any(not request["replayed"] for request in shown.document["recorded"])
            if new:
                types = types_of(folder / "served", answered.json()["recorded"])
                check_types(step.address, types)
            assert answered.status_code == (201 if new else 200)
            again = step.over_http(client).json()["recorded"]
            assert all(request["replayed"] for request in again)
        else:
            codes = [refusal["code"] for refusal in answered.json()["refusals"]]
            assert codes == [refusal["code"] for refusal in shown.document["refusals"]]
            assert answered.status_code in (404, 409, 422), (step, answered.text)
    assert head(folder / "typed") == head(folder / "served")
    assert "0 faults" in done("verify", "--ledger", folder / "served")


def previewed(words, address):
    """A preview of a command, which writes nothing."""
    with open_house(str(address)) as house, house.named_players():
        house.revised_beside(house.catch_up())  # which stores answers, as any question may
    before = stored_rows(address)
    shown = run(*words, "--preview")
    assert stored_rows(address) == before, words
    return shown


def with_token_of(preview):
    """Return the option with the token of a preview; nothing without a token."""
    about = preview.document.get("about", {}) if preview else {}
    token = about.get("preview", {}).get("token")
    return ("--as-previewed", token) if token else ()


def check_preview(step, preview, shown):
    """Check that a preview is refused like the recording, or shows the events recorded
    afterwards.
    """
    document, recorded = preview.document, shown.document
    assert preview.code == shown.code, (step, document)
    if preview.code:
        codes = [[one["code"] for one in each["refusals"]] for each in (document, recorded)]
        assert codes[0] == codes[1], step
        return
    new = (request for request in recorded["recorded"] if not request["replayed"])
    events = sum(request["last_position"] - request["first_position"] + 1 for request in new)
    assert document["about"].pop("preview")["events"] == events, step
    assert document["about"].keys() == recorded["about"].keys(), step
    assert (document["outcome"], document["recorded"]) == ("done", []), step
    assert document["warnings"] == recorded["warnings"], step


def head(address: Path) -> int:
    """Return the next position."""
    with Ledger.open(str(address)) as ledger:
        return ledger.read.head().next_position
