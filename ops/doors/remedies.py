"""How each door writes a use case with its arguments: a command, or a method and an address.

A use case has the name of its declaration and its address; what is done beside the service has a
command alone. An argument in capitals is for a person to choose.
An argument that a command does not name is an option of that name, once for each of several values.
"""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple
from urllib.parse import quote

from ledger.sentences import ENGLISH, Input, Remedy, Value


class UseCase(NamedTuple):
    """A use case at each door; empty texts for one that the service does not offer."""

    command: str
    """Words, arguments, options; options without a value are left out."""
    method: str = ""
    address: str = ""


BY_HAND: Final = {
    "import-report": UseCase(
        "tournament import {file} --of {of} --replaces {replaces} --part {part} "
        "--last-part {last_part} --by-month {by_month}",
        "POST",
        "/v1/reports",
    ),
    "init-ledger": UseCase("init"),
    "migrate-ledger": UseCase("migrate"),
    "rebuild-ledger": UseCase("rebuild"),
    "reopen-key": UseCase("key reopen {key}"),
    "restore-ledger": UseCase(
        "restore {file} --ledger {ledger} --accept-older {accept_older} --expect {expect}"
    ),
    "run-schedule": UseCase("schedule run"),
    "show-settings": UseCase("settings show"),
    "verify-ledger": UseCase("verify --ledger {ledger}"),
}
"""The use cases without a declaration, by name."""

_DECISION: Final = "decide-"
"""Beginning of the name of a decision recorded by hand; its type of event follows."""

_PART: Final = re.compile(r"(--[a-z-]+ )?\{([a-z_]+)\}|(\S+)")
"""A part of a command: an argument with or without an option, or a word."""


@cache
def use_case(name: str) -> UseCase:
    """Return a use case by name: of a declaration, a decision by hand, or written by hand."""
    known = BY_HAND.get(name) or _declared().get(name)
    if known is None and name.startswith(_DECISION):
        event = name.removeprefix(_DECISION)
        return UseCase(f"event record {event}", "POST", f"/v1/decisions/{event}")
    if known is None:
        raise KeyError(name)
    return known


@cache
def _declared() -> dict[str, UseCase]:
    from ops.doors.catalogue import declared

    return {of.name: UseCase(of.command, of.method, of.path) for of in declared()}


def as_command(remedy: Remedy) -> str:
    """Return a remedy as a command line writes it, between back-ticks."""
    return f"`{' '.join(('ledger', *_words(remedy)))}`"


def _words(remedy: Remedy) -> Iterator[str]:
    others = dict(remedy.arguments)
    for option, argument, word in _PART.findall(use_case(remedy.use_case).command):
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
        command = use_case(remedy.use_case).command
        return f"ledger {command.partition('{')[0].partition('--')[0].strip()}"
    return f"{method} {address}"


def reached(remedy: Remedy) -> tuple[str, str]:
    """Return method and address of a remedy; an argument to be chosen stands in braces.

    Both are empty where words alone say the remedy.
    """
    if not remedy.use_case:
        return "", ""
    _, method, path = use_case(remedy.use_case)
    for name, value in remedy.arguments.items():
        if value is not None:
            path = path.replace(f"{{{name}}}", quote(ENGLISH.write(value), safe=":"))
    return method, path
