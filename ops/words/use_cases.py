"""How each door writes a use case with its arguments: a command, or a method and an address.

A use case has the name of its declaration and its address; what is done beside the service has a
command alone. An argument in capitals is for a person to choose.
An argument that a command does not name is an option of that name, once for each of several values.
"""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from ledger.sentences import ENGLISH, Input, Remedy, Value

if TYPE_CHECKING:
    from ops.doors.declare import Declared

COMMANDS: Final = {
    "check-tournament": "tournament check {pool} {tournament}",
    "decide-category-awarded": (
        "event record category-awarded --pool {pool} --category {category} --player {player} "
        "--by {by}"
    ),
    "decide-entry-capital-decided": (
        "event record entry-capital-decided --pool {pool} --player {player} --rating {rating} "
        "--by {by}"
    ),
    "decide-exemption-granted": (
        "event record exemption-granted --tournament {tournament} --player {player} "
        "--article {article} --by {by}"
    ),
    "decide-game-admitted": (
        "event record game-admitted --tournament {tournament} --report {report} --game {game} "
        "--article {article} --by {by}"
    ),
    "decide-game-excluded": (
        "event record game-excluded --tournament {tournament} --report {report} --game {game} "
        "--by {by}"
    ),
    "decide-rules-compared": (
        "event record rules-compared --rulebook {rulebook} --edition {edition} "
        "--compared-on {compared_on} --by {by}"
    ),
    "decide-parameter-set": (
        "event record parameter-set --pool {pool} --in-force-from {in_force_from} --by {by} "
        "--name {name} --word {word} --unit {unit} --rows {rows}"
    ),
    "decide-ratings-adjusted": "event record ratings-adjusted --pool {pool}",
    "decide-report-compared": (
        "event record report-compared --tournament {tournament} --file {file} --event {event} "
        "--by {by}"
    ),
    "decide-tournament-cancelled": (
        "event record tournament-cancelled --tournament {tournament} --by {by}"
    ),
    "decide-tournament-refused": (
        "event record tournament-refused --tournament {tournament} --by {by}"
    ),
    "decide-tournament-reinstated": (
        "event record tournament-reinstated --tournament {tournament} --by {by}"
    ),
    "import-report": (
        "tournament import {file} --of {of} --replaces {replaces} --part {part} "
        "--last-part {last_part} --by-month {by_month}"
    ),
    "init-ledger": "init",
    "migrate-ledger": "migrate",
    "reopen-key": "key reopen {key}",
    "restore-ledger": (
        "restore {file} --ledger {ledger} --accept-older {accept_older} --expect {expect}"
    ),
    "run-schedule": "schedule run",
    "show-settings": "settings show",
    "verify-ledger": "verify --ledger {ledger}",
}
"""By use case the command that is written by hand: words, arguments, options.

Options without a value are left out.
"""

_PART: Final = re.compile(r"(--[a-z-]+ )?\{([a-z_]+)\}|(\S+)")
"""A part of a command: an argument with or without an option, or a word."""


class Reached(NamedTuple):
    """A use case over HTTP; empty texts for one that the service does not offer."""

    method: str
    address: str


def command_of(use_case: str) -> str:
    """Return the command of a use case; what it does not name is an option."""
    of = _declared().get(use_case)
    return of.command if of else COMMANDS[use_case]


@cache
def _declared() -> "dict[str, Declared[Any]]":
    from ops.doors.catalogue import declared

    return {of.name: of for of in declared()}


def as_command(remedy: Remedy) -> str:
    """Return a remedy as a command line writes it, between back-ticks."""
    return f"`{' '.join(('ledger', *_words(remedy)))}`"


def _words(remedy: Remedy) -> Iterator[str]:
    others = dict(remedy.arguments)
    for option, argument, word in _PART.findall(command_of(remedy.use_case)):
        if word:
            yield word
        elif argument in others:
            yield from _given(option.strip(), argument, others.pop(argument))
    for argument, value in others.items():
        yield from _given(f"--{argument.replace('_', '-')}", argument, value)


def _given(option: str, argument: str, value: Value) -> Iterator[str]:
    for one in value if isinstance(value, tuple) else (value,):
        yield from filter(None, (option, "" if one is True else _typed(argument, one)))


def _typed(argument: str, value: Value) -> str:
    if value is None:
        return argument.upper().replace("_", "-")
    return shlex.quote(ENGLISH.write(value))


def as_option(named: Input) -> str:
    """Return the name of an input as a command line writes it; over HTTP it is a parameter.

    A place in a document, such as `tournaments[0].rating`, stays.
    """
    return f"--{named.name.replace('_', '-')}" if named.name.isidentifier() else named.name


def as_address(remedy: Remedy) -> str:
    """Return a remedy as an answer over HTTP writes it; of what is no address, the command."""
    method, address = reached(remedy)
    if not method:
        command = command_of(remedy.use_case)
        return f"ledger {command.partition('{')[0].partition('--')[0].strip()}"
    return f"{method} {address}"


def reached(remedy: Remedy) -> Reached:
    """Return method and address of a remedy; an argument to be chosen stands in braces."""
    found = _addresses().get(remedy.use_case)
    if found is None:
        return Reached("", "")
    path = found.address
    for name, value in remedy.arguments.items():
        if value is not None:
            path = path.replace(f"{{{name}}}", quote(ENGLISH.write(value), safe=":"))
    return Reached(found.method, path)


@cache
def _addresses() -> dict[str, Reached]:
    from ops.http.addresses import all_addresses

    return {of.name: Reached(of.method, of.path) for of in all_addresses()}
