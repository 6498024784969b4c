"""A list or printing hidden from a caller leaves no trace in any answer.

Every address is asked about players and tournaments of the list, before and after it is sealed.
"""

import re
import shutil
from typing import Final
from urllib.parse import urlencode

import pytest
from msgspec import structs

from ledger.store.ledger import Ledger
from ops.house import House
from ops.http.addresses import all_addresses
from tests.support import hidden_lists
from tests.support.access_tables import EXISTS, QUERIES, READERS
from tests.support.both_doors import QUESTIONS
from tests.support.callers import CALLERS, authorizations
from tests.support.counts import FULL
from tests.support.every_page import each_page, path_of, question_of
from tests.support.hidden_lists import PRINTED_AGAIN, UNPUBLISHED
from tests.support.private_facts import CHESS, DRAUGHTS
from tests.support.served import headers_of, served

ASKED = [
    *(one for one in all_addresses() if one.method == "GET"),
    *(page for page in each_page() if FULL or page.language == "it"),
]
KNOWN = re.compile(
    r'"(known_to|law_known|facts|now)":"?[-0-9T:.+]+"?| at #[0-9]+|<footer.*</footer>', re.DOTALL
)
"""Positions and instants of answers: events are counted for everybody."""
WORDS = re.compile(r"[0-9a-f]{3,}")

FEW: Final = {
    DRAUGHTS: ("", "auditor-everywhere"),
    CHESS: ("committee-elsewhere", "administrator-everywhere"),
}
"""Callers where not all are tried; the last one of each may see the list."""


def questions(world, pool):
    """Return the questions of every address about a pool, and a further question to each about an
    existing subject.
    """
    values = EXISTS | {"tournament": world.pools[0].tournaments[0], "player": pool.players[0]}
    for address in ASKED:
        of = question_of(address)
        yield path_of(address, values)
        begins = f"/{address.language or 'v1'}"
        for asked in QUESTIONS.get(of, lambda _: ())(pool):
            yield asked.path.replace("/v1", begins, 1)
        for name, value in naming(pool, world):
            yield from asked_with(address, pool, name, value)


def naming(pool, world):
    """Return inputs that name the hidden list or printing, or show it among all rows."""
    hidden = dict.fromkeys(("period", "other", "list"), world.hidden[pool.name])
    hidden |= dict.fromkeys(("printing", "other_printing"), world.printing)
    hidden |= {"stream": f"pool-{pool.name}", "type": "period-closed", "limit": 200}
    return [*hidden.items(), ("period", "current")]


def asked_with(address, pool, name, value):
    """Yield the questions of an address about a pool with an input, in each form; without the
    input, none.
    """
    inputs = {field.encode_name for field in structs.fields(address.asks)}
    of_query = {one: of for one, of in {"pool": pool.name, name: value}.items() if one in inputs}
    of_query = {one: of for one, of in of_query.items() if one not in address.path_parameters}
    subjects = {"tournament": pool.tournaments[0], "subject": pool.tournaments[0]}
    lists = {"period": pool.lists[-2], "other": pool.lists[-1]}
    given = EXISTS | {"pool": pool.name} | subjects | lists
    players = pool.players if "player" in address.path_parameters else pool.players[:1]
    for player in players if name in inputs else ():
        values = given | {"player": player, name: value}
        path = address.path.format_map(values)
        beside = QUERIES.get(question_of(address), "")
        query = f"{beside}{'&' if beside else '?'}{urlencode(of_query)}".rstrip("?&")
        yield from (
            f"{path}{form}{query}" for form in ("", *(f".{one}" for one in address.forms[1:]))
        )


def as_known(pool, position):
    """Return questions as known at a position, or just before."""
    for known in (position - 1, position):
        for address in all_addresses():
            if address.method == "GET":
                yield from asked_with(address, pool, "known_at", known)


class Service:
    """The answers of a service to callers, without the positions known."""

    def __init__(self, client, headers):
        self.client, self.headers = client, headers

    def asked(self, caller, paths):
        """Return status and text by path."""
        key = self.headers[caller.actor].removeprefix("Bearer ")
        found = {path: self.client.get(path, headers=headers_of(key)) for path in paths}
        return {path: (one.status_code, KNOWN.sub("", one.text)) for path, one in found.items()}


def words(answers):
    """The numbers and digests in some answers."""
    return set(WORDS.findall(str(answers)))


@pytest.mark.parametrize("pool", [CHESS, DRAUGHTS] if FULL else [None])
@pytest.mark.parametrize("world", ["unpublished", "printed again"])
def test_who_may_not_see_a_list_has_the_answers_of_before_it_was_sealed(
    sample, tmp_path, world, pool
):
    """A reader of the list finds in the answers each number printed only on the list."""
    of_world = {"unpublished": UNPUBLISHED, "printed again": PRINTED_AGAIN}[world]
    name = pool or {"unpublished": DRAUGHTS, "printed again": CHESS}[world]
    about = next(one for one in of_world.pools if one.name == name)
    path = str(shutil.copy(sample, tmp_path / "hidden.ledger"))
    headers = authorizations(path)
    callers = [one for one in CALLERS if one.refused in ("", "key-needed")]
    callers = [one for one in callers if FULL or one.actor in FEW[name]]
    others = [one for one in callers if not one.may(READERS, name)]
    (reader,) = (one for one in callers if one.actor == FEW[name][-1])
    with Ledger.open(path) as ledger, House(ledger) as house:
        hidden_lists.begin(house, of_world)
        with served(path, clock=lambda: of_world.now) as client:
            service, paths = Service(client, headers), [*questions(of_world, about)]
            before = {caller: service.asked(caller, paths) for caller in others}
            sealed = hidden_lists.close(house, of_world, name)
            paths_then = [*as_known(about, sealed)]
            planted = {*map(str, hidden_lists.shown(house, name))} - words([*before.values()])
            seen = words([service.asked(reader, [*paths, *paths_then])])
            assert planted <= seen
            assert planted
            for caller in others:
                after = service.asked(caller, paths)
                assert [one for one in paths if after[one] != before[caller][one]] == [], caller
                assert not planted & words([after, service.asked(caller, paths_then)]), caller
