"""What a caller says with a report: for which pools, under which numbers, with which facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ledger import canonical, register
from ledger.intake.given import Given, read_given, seen
from ledger.intake.problems import Place, Problems
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM

_ID: Final = re.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}")
_OWN_NUMBER: Final = re.compile("T-[0-9]{6}")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How a report is to be taken. `facts` are given by hand, as with `--set key=value`.

    `number_scheme` says whose numbers stand in columns 58-68 (`fide`, `fid`, `ita`); `register_new`
    registers players whose number is unknown; `tournament` is the next number where None.
    """

    pools: tuple[str, ...]
    number_scheme: str = "fide"
    register_new: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)
    recorded_by: str = "local"
    tournament: str | None = None

    @property
    def digest(self) -> str:
        """Give the SHA-256 of the options, which were checked before, in canonical JSON."""
        return canonical.digest(
            {
                "pools": list(self.pools),
                "number_scheme": self.number_scheme,
                "register_new": self.register_new,
                "facts": {key: seen(text) for key, text in self.facts.items()},
                "recorded_by": self.recorded_by,
                "tournament": self.tournament,
            }
        )


def read_options(options: ImportOptions, problems: Problems) -> Given:
    """Read the facts by hand; what is wrong with any option goes to `problems`."""
    if not options.pools:
        place, expected = Place("pool"), "the pools the tournament counts for"
        problems.refuse(place, "", expected, "name at least one: --pool …")
    for pool in options.pools:
        check_id("pool", pool, problems)
    check_id("recorded by", options.recorded_by, problems)
    check_scheme(options.number_scheme, problems)
    if options.tournament is not None:
        _check_tournament(options.tournament, problems)
    return read_given(options.facts, problems)


def is_id(text: str) -> bool:
    """Tell whether events can hold the text as an id."""
    return _ID.fullmatch(text) is not None


def check_id(what: str, text: str, problems: Problems) -> None:
    """Refuse what is no id."""
    if not is_id(text):
        expected = "ASCII letters and digits, inside also . _ : -, at most 100 characters"
        problems.refuse_once(Place(what), seen(text), expected, "correct it")


def check_scheme(scheme: str, problems: Problems) -> None:
    """Refuse a scheme of numbers that is not known."""
    if scheme not in register.SCHEMES:
        expected = "a body by its short name, such as " + ", ".join(register.SCHEMES)
        problems.refuse(Place("number scheme"), seen(scheme), expected, "correct it")


def check_pool(read: Reader, pool: str, problems: Problems) -> None:
    """Refuse a pool that the ledger does not have; a text that is no id was refused before."""
    if is_id(pool) and read.stream_version(f"pool-{pool}") == NO_STREAM:
        expected, remedy = "a pool of this ledger", "correct its name, or open it first"
        problems.refuse_once(Place("pool"), pool, expected, remedy)


def _check_tournament(tournament: str, problems: Problems) -> None:
    """Refuse an id that is none, or that would break the row of the ledger's own numbers."""
    check_id("tournament", tournament, problems)
    if is_id(tournament) and tournament.startswith("T-") and not _OWN_NUMBER.fullmatch(tournament):
        expected = "T- and six digits, or another beginning"
        problems.refuse(Place("tournament"), tournament, expected, "choose another id")
