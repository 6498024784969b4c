"""Every command has addresses, or a reason for having none; every address has a command."""

import pytest
from msgspec.structs import fields

from ops.doors.catalogue import declared
from ops.doors.circumstances import Confirmations
from ops.doors.declare import DeclaredQuestion
from ops.doors.uploads import File
from ops.http.addresses import all_addresses
from ops.http.declared import declared_addresses
from tests.support.commands import arguments_of, commands_of

OF_THE_MACHINE = "it needs the file, the database or the account of the machine"


def names_of(of):
    """Return the addresses of a declaration: of the rows, or of the file in each form."""
    forms = of.kind.FORMS if isinstance(of, DeclaredQuestion) else ()
    asked = isinstance(of, DeclaredQuestion) and not of.sent
    method = "GET" if asked else "POST"
    paths = {of.path, *(f"{of.path}.{form}" for form in forms)}
    return [at.name for at in declared_addresses() if at.path in paths and at.method == method]


ADDRESSES = {
    "tournament import": "import-report",
    **{" ".join(of.words): " ".join(names_of(of)) for of in declared()},
    "event record tournament-refused": "decide-tournament-refused",
    "event record tournament-cancelled": "decide-tournament-cancelled",
    "event record tournament-reinstated": "decide-tournament-reinstated",
    "event record exemption-granted": "decide-exemption-granted",
    "event record game-excluded": "decide-game-excluded",
    "event record game-admitted": "decide-game-admitted",
    "event record report-compared": "decide-report-compared",
    "event record external-list-completed": "decide-external-list-completed",
    "event record rules-compared": "decide-rules-compared",
    "event record body-named": "decide-body-named",
    "event record publication-policy-set": "decide-publication-policy-set",
    "event record parameter-set": "decide-parameter-set",
    "event record ratings-adjusted": "decide-ratings-adjusted",
    "event record ratings-annulled": "decide-ratings-annulled",
    "event record adjustment-withdrawn": "decide-adjustment-withdrawn",
    "event record entry-capital-decided": "decide-entry-capital-decided",
    "event record category-awarded": "decide-category-awarded",
    "event record category-withdrawn": "decide-category-withdrawn",
}
"""The names of the addresses of a command."""

WITHOUT = {
    "init": "a service answers for a ledger that is there",
    "serve": "it is the service",
    "schedule tick": "the service does it by itself every minute",
    "schedule run": "it is a process of the service",
    "schedule resume-notices": "who restored the ledger knows which notices were sent before",
    "verify": "it reads every byte for minutes: the service does it in the background, and "
    "`list-background-runs` shows the outcome",
    "rebuild": "it drops what all answers of the service rest on",
    "dump": OF_THE_MACHINE,
    "backup": OF_THE_MACHINE,
    "restore": OF_THE_MACHINE,
    "migrate": OF_THE_MACHINE,
    "list accept-records": OF_THE_MACHINE,
    "key reopen": "after a copy took the ledger's place no key opens another",
    "settings show": OF_THE_MACHINE,
    "settings check": OF_THE_MACHINE,
    "completion": "it is for the shell in which commands are typed",
}
"""Commands without an address, and why."""


OF_TERMINALS = {"ledger", "format", "to", "overwrite", "yes", "write_map"}
"""Options about the ledger of the machine, its files, and answers for people."""

OTHERWISE = {
    "file": "the body of the request",
    "files": "the body of the request",
    "calculation": "the body of the request",
    "map": "a part of the form beside the file",
    "attach": "parts of the form",
    "form": "the suffix of the path",
}
"""Options with the same place in the requests of every command that has them."""


def options_of(words: str) -> set[str]:
    """Return the names of the options and arguments of a command, as parameters are written."""
    shown = (one for one in arguments_of(tuple(words.split())) if one.parse and one.show)
    return {one.names[0].removeprefix("--").replace("-", "_").lower() for one in shown}


def parameters_of(words: str) -> set[str]:
    """Return the names of parameters and fields of the body at the addresses of a command."""
    addresses = {address.name: address for address in all_addresses()}
    found: set[str] = set()
    for name in ADDRESSES[words].split():
        body = addresses[name].body
        in_body = () if body is None or isinstance(body, File) else fields(body)
        found |= {field.encode_name for field in (*fields(addresses[name].asks), *in_body)}
    return found


WITHOUT_PREVIEW = {
    "init": "there is no ledger yet whose lists could move",
    "key create": "it stores a secret and shows it: a preview would be another key",
    "proposal withdraw": "no event is recorded: nothing moves",
}
"""Commands that change a ledger without a preview, and why."""


def test_every_recording_command_has_a_preview_or_a_reason():
    every = {" ".join(words): options_of(" ".join(words)) for words in commands_of()}
    change = {words for words, options in every.items() if "clock_is_right" in options}
    without = {words for words in change if "preview" not in every[words]}
    assert without == WITHOUT_PREVIEW.keys()
    records = {address.name for address in all_addresses() if address.records}
    assert change >= {words for words in ADDRESSES if records & {*ADDRESSES[words].split()}}


@pytest.mark.parametrize("words", ADDRESSES)
def test_every_option_is_a_parameter_or_stands_elsewhere(words):
    missing = options_of(words) - parameters_of(words) - OF_TERMINALS
    assert missing <= OTHERWISE.keys()


GROUNDS = {"reason", "article", "decided_on", "attach"}
"""Options that state why something is recorded."""

CONFIRMED = {
    "init": "the first event begins the ledger: there is none yet in which a ground could be kept",
    "restore": "it brings back what was recorded, on the grounds that stand there",
    "key create": "the role that it opens was granted on grounds",
    "proposal withdraw": "a proposal is no event",
}
"""Commands that confirm like those that record, but state no grounds, and why."""


def test_every_recording_command_states_grounds_or_has_a_reason():
    """The common group of options gives all grounds, or none."""
    known = {" ".join(words): options_of(" ".join(words)) for words in commands_of()}
    confirming = {words for words, options in known.items() if "values_are_right" in options}
    stating = {words for words, options in known.items() if options >= GROUNDS}
    assert stating | CONFIRMED.keys() == confirming
    assert all(not known[words] & GROUNDS for words in CONFIRMED)
    assert not any({"reason", "attach"} & known[words] for words in known.keys() - stating)


def test_every_address_that_records_takes_the_grounds_or_is_of_such_a_command():
    without = {name for words in CONFIRMED for name in ADDRESSES.get(words, "").split()}
    for address in all_addresses():
        if address.records:
            stated = {field.encode_name for field in fields(address.asks)}
            assert ("reason" in stated) == (address.name not in without), address.name
            assert issubclass(address.asks, Confirmations), address.name


def test_every_command_has_addresses_or_a_reason():
    """A command added or removed changes either table."""
    assert ADDRESSES.keys().isdisjoint(WITHOUT)
    assert all((ADDRESSES | WITHOUT).values())
    assert ADDRESSES.keys() | WITHOUT.keys() == {" ".join(words) for words in commands_of()}


def test_every_address_belongs_to_a_command():
    """Questions and recordings over HTTP can be typed, and the other way round."""
    named = {name for names in ADDRESSES.values() for name in names.split()}
    assert named == {address.name for address in all_addresses()}
