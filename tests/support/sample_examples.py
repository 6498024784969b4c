"""The examples of the OpenAPI document, asked of copies of the sample.

`python -m tests.support.sample_examples` writes those of all nouns, or of the named ones.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events.access_kinds import Role
from ledger.store.ledger import Ledger
from ops.access.actors import LOCAL, Limits
from ops.access.roles import MAY_RECORD
from ops.actors.recordings import GrantRole
from ops.doors.circumstances import Circumstances
from ops.doors.uploads import File
from ops.house import House
from ops.http import examples
from ops.http.address import Address
from ops.http.addresses import NOUNS
from ops.http.described import roles_of
from ops.http.examples import Example, Request
from ops.http.request import Request as Sent
from ops.http.service import Service
from ops.sample import commands
from tests.support.actors import new_key
from tests.support.changed_samples import CHANGES, Change
from tests.support.each_door import ADDRESSES, in_address
from tests.support.example_requests import AFTER, requests
from tests.support.served import ROLES as EVERY_ROLE
from tests.support.served import SINCE, replied, settings_of
from tests.support.stored_rows import stored_rows

ROLES = tuple(role for role in EVERY_ROLE if role != "player")
"""The roles of those who ask and record in the examples; a player only appeals."""

ACTOR: Final = "office"

_INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_ONE_INSTANT: Final = "2026-03-14T09:00:00.000000Z"
"""Stands for every instant of an example that records by the clock of the machine."""
_MICROSECONDS: Final = re.compile('("recorded_at":)[0-9]{16}')
_ONE_IN_MICROSECONDS: Final = 1_773_478_800_000_000
_DAY: Final = re.compile(r'("day":"|^#\d+,\w+,[a-z-]+,)\d{4}-\d\d-\d\d', re.MULTILINE)
_ONE_DAY: Final = "2026-03-14"
"""Stands for every day of recording."""
_HASH: Final = re.compile('("(?:leaf|chain)_hash(?:_before)?":)"[0-9a-f]{64}"')
_HASHES: Final = re.compile(r"\b[0-9a-f]{64} [0-9a-f]{64} [0-9a-f]{64}\b")
_NO_HASHES: Final = " ".join(3 * (64 * "0",))
_NO_HASH: Final = f'"{64 * "0"}"'
"""Stands for the hashes of events, which bind the instant of recording."""
_SALTED: Final = re.compile("(person|take-details):[0-9a-f]{64}")
_ONE_SALTED: Final = rf"\1:{64 * '0'}"
"""Stands for the keys of requests that are made with random salts: those of personal details."""
_OF_CODE: Final = re.compile(r'((?:adopt|deviation):[^"]*:)[0-9a-f]{16,32}(?=")')
"""Keys of requests made with a digest of code, which other code changes."""
_NO_DIGEST: Final = 16 * "0"
_KEY: Final = re.compile(r"\b[0-9a-f]{12}\b")
_ONE_KEY: Final = "0123456789ab"
"""Stands for the ids of keys, which are random."""
_SECRET: Final = re.compile("(rl_[0-9a-f]{12}_)[A-Za-z0-9_-]{43}")
_NO_SECRET: Final = f"rl_{_ONE_KEY}_{43 * '0'}"
_PROBLEM: Final = 400
"""The lowest status of a problem."""
_MOST_ENTRIES: Final = 2
_MOST_LINES: Final = 3
_END_OF_ROW: Final = "</player>\n"
_NOTHING: Final = {"player": "fide:1", "period": "1999-01", "other": "1999-01"}
"""For a parameter of a path, a value that names nothing; else `unknown`, or a high number."""
_NAMES_WHAT_EXISTS: Final = ("pool", "tournament", "player", "granted", "key", "appeal")
"""Parameters of recordings that name what was recorded before."""


class Previewed(NamedTuple):
    """The answer of a preview, and the changed tables."""

    status: int
    document: dict[str, Any]
    written: set[str]


@dataclass
class Desk:
    """A service over a copy of the sample, and an actor with a key for each role."""

    address: str
    service: Service
    keys: dict[Role, str] = field(default_factory=dict)
    answered: dict[str, Example] = field(default_factory=dict)
    """The examples asked so far, each once."""
    recorded: dict[str, list[str]] = field(default_factory=dict)
    """Types of the events recorded at each address."""
    refused: dict[str, dict[Role, str]] = field(default_factory=dict)
    """Codes of the refusals of roles that may not record at an address."""
    previewed: dict[str, Previewed] = field(default_factory=dict)
    """The preview at each address that has one, asked for before its recording."""

    def answer(self, name: str) -> Example:
        """Ask the example of an address; required facts are recorded before."""
        if name not in self.answered:
            for before in AFTER.get(name, ()):
                self.answer(before)
            self.answered[name] = self._answer(name)
        return self.answered[name]

    def _answer(self, name: str) -> Example:
        address = ADDRESSES[name]
        example = request = requests(address.noun)[name]
        codes = self._codes(address, request)
        self.refused[name] = {
            role: _code(self._send(address, request, self._key(role)))
            for role in ROLES
            if address.records and role not in roles_of(address)
        }
        key = self._key_for(address)
        if issubclass(address.asks, Circumstances):
            self.previewed[name] = self._previewed(address, request, key)
            request = _as_previewed(request, self.previewed[name])
        replies = {form: self._send(address, request, key, form) for form in address.forms}
        status, text = next(iter(replies.values()))
        assert status < _PROBLEM, (name, text)
        if address.records:
            self.recorded[name] = types_of(self.address, json.loads(text).get("recorded", []))
        forms = {form: _short(form, self._steady(text)) for form, (_, text) in replies.items()}
        return Example(example, status, forms, codes)

    def _send(
        self, address: Address, example: Request, key: str, form: str = "json"
    ) -> tuple[int, str]:
        """Return status and text of the reply to an example."""
        asked = composed(address, example, key, form)
        reply = replied(self.service, address, asked)
        pieces = [reply.body] if reply.pieces is None else reply.pieces
        return reply.status, b"".join(pieces).decode()

    def _previewed(self, address: Address, request: Request, key: str) -> Previewed:
        with self.service.recording(LOCAL) as house, house.named_players():
            house.revised_beside(house.catch_up())  # which stores answers, as any question may
        before = stored_rows(self.address)
        query = {**request.query, "preview": "true"}
        asked = Request(request.path, query, request.body, request.file)
        status, text = self._send(address, asked, key)
        after = stored_rows(self.address)
        written = {name for name in after if after[name] != before.get(name)}
        return Previewed(status, json.loads(text), written)

    def _codes(self, address: Address, request: Request) -> Mapping[str, tuple[str, ...]]:
        """Return the codes of the problems where a parameter of the path names nothing."""
        codes: dict[str, dict[str, None]] = {}
        for name in address.path_parameters:
            if address.records and name not in _NAMES_WHAT_EXISTS:
                continue
            usual = 999_999 if isinstance(request.path[name], int) else "unknown"
            other = {**request.path, name: _NOTHING.get(name, usual)}
            wrong = Request(other, request.query, request.body, request.file)
            reply = self._send(address, wrong, self._key_for(address))
            if reply[0] >= _PROBLEM:
                codes.setdefault(str(reply[0]), {})[_code(reply)] = None
        return {status: tuple(codes[status]) for status in sorted(codes)}

    def _key_for(self, address: Address) -> str:
        """Return the key of a sufficient role at an address; empty: no key is needed."""
        roles = roles_of(address)
        for event in address.events:
            roles &= MAY_RECORD[event.TYPE].roles
        return self._key(min(roles)) if roles else ""

    def _key(self, role: Role) -> str:
        if not self.keys:
            self.keys = _keys(self.address)
        return self.keys[role]

    def _steady(self, text: str) -> str:
        """Return an answer with a fixed instant and a fixed key in place of the instant and key of
        the run.

        API keys are random too. The instants of the sample's story stay.
        """
        yesterday = str((datetime.now(UTC) - timedelta(days=1)).date())
        text = _INSTANT.sub(lambda at: at[0] if at[0] < yesterday else _ONE_INSTANT, text)
        text = _MICROSECONDS.sub(rf"\g<1>{_ONE_IN_MICROSECONDS}", text)
        text = _HASH.sub(rf"\g<1>{_NO_HASH}", text)
        text = _HASHES.sub(_NO_HASHES, text)
        today = str(datetime.now(UTC).date())
        text = _DAY.sub(lambda day: f"{day[1]}{_ONE_DAY}" if today in day[0] else day[0], text)
        text = _KEY.sub(_ONE_KEY, _SECRET.sub(_NO_SECRET, text))
        assert today not in text, f"this example is false tomorrow: {text}"
        return _OF_CODE.sub(rf"\g<1>{_NO_DIGEST}", _SALTED.sub(_ONE_SALTED, text))


def types_of(address: str | Path, recorded: list[Mapping[str, Any]]) -> list[str]:
    """Return the types of the events of an outcome's requests."""
    positions = [
        position
        for request in recorded
        for position in range(request["first_position"], request["last_position"] + 1)
    ]
    with Ledger.open(str(address)) as ledger:
        return [event.type for _, event in sorted(ledger.read.at(positions).items())]


def check_types(address: Address, types: list[str]) -> None:
    """Check the declaration of the recorded events at an address."""
    main = {event.TYPE for event in address.events}
    assert bool(main & {*types}) == bool(main), address.name
    assert {*types} <= main | {event.TYPE for event in address.beside}, address.name


def asked(sample: Path, noun: str, folder: Path) -> tuple[dict[str, Example], list[Desk]]:
    """Ask the examples of a noun in a folder; return the answers, and the desks asked.

    The examples of a noun are asked of one copy; each that needs a changed sample, of its own.
    """
    names = requests(noun)
    found, desks = {}, []
    with _desk(sample, folder / f"{noun}.ledger") as common:
        for name in names:
            if name not in CHANGES:
                found[name] = common.answer(name)
    desks.append(common)
    for name in names:
        if name in CHANGES:
            with _desk(sample, folder / f"{name}.ledger", CHANGES[name]) as own:
                found[name] = own.answer(name)
            desks.append(own)
    return {name: found[name] for name in names}, desks


@contextmanager
def _desk(sample: Path, address: Path, change: Change | None = None) -> Iterator[Desk]:
    shutil.copy(sample, address)
    keys = _keys(address) if change else {}
    if change:
        change(address)
    with Service(settings_of(address)) as service:
        yield Desk(str(address), service, keys)


def _keys(address: str | Path) -> dict[Role, str]:
    """Give an actor all roles; return a key for each."""
    with Ledger.open(str(address)) as ledger, House(ledger) as house:
        for role in ROLES:
            GrantRole(actor=ACTOR, role=role, in_force_from=SINCE, by="council").record(house)
        return {role: new_key(ledger, ACTOR, Limits(roles=(role,)))[1] for role in ROLES}


def _as_previewed(request: Request, preview: Previewed) -> Request:
    """Return a request with the token of the preview; unchanged where the preview has none."""
    token = preview.document.get("about", {}).get("preview", {}).get("token")
    if token is None:
        return request
    query = {**request.query, "as_previewed": token}
    return Request(request.path, query, request.body, request.file)


def composed(address: Address, example: Request, key: str, form: str = "json") -> Sent:
    """Return the request of an example, with a key unless the key is empty."""
    path = {name: str(value) for name, value in example.path.items()}
    if form != address.forms[0] and address.path.endswith("}"):
        path[address.path_parameters[-1]] += f".{form}"
    body = b"" if example.body is None else msgspec.json.encode(example.body)
    kind = "application/json"
    if isinstance(address.body, File):
        body, kind = (example.file or "").encode(), address.body.media_type
    headers = {"content-type": kind, "accept": "text/csv" if form == "csv" else "*/*"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    query = example.query
    if form in address.files:
        taken = (address.file_asks or address.asks).__struct_fields__
        query = {name: value for name, value in query.items() if name in taken}
    return Sent(path, [*in_address(query)], headers, body)


def _code(reply: tuple[int, str]) -> str:
    return str(json.loads(reply[1])["code"])


def _short(form: str, text: str) -> Any:
    """Return an answer with the first entries of each list."""
    if form == "json":
        return _first_entries(json.loads(text))
    if form.startswith("trf"):
        return text
    if form == "xml":
        first, end, _ = text.partition(_END_OF_ROW)
        return f"{first}{end}{text.splitlines()[-1]}\n"
    return "".join(text.splitlines(keepends=True)[:_MOST_LINES])


def _first_entries(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _first_entries(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_first_entries(part) for part in value[:_MOST_ENTRIES]]
    return value


def write(sample: Path, nouns: list[str]) -> None:
    """Write the examples of some nouns."""
    for noun in nouns:
        with TemporaryDirectory() as folder:
            found, _ = asked(sample, noun, Path(folder))
        examples.file_of(noun).write_text(as_text(found), encoding="utf-8")


def as_text(found: Mapping[str, Example]) -> str:
    """Return the text of the file of some examples."""
    return json.dumps(msgspec.to_builtins(found), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        brought_in = Path(made, "sample.ledger")
        with redirect_stdout(StringIO()):
            assert commands.season(str(brought_in)) == 0
        write(brought_in, [noun.replace("_", "-") for noun in sys.argv[1:] or NOUNS])
